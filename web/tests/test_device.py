"""The phone beside the screen: awake during an entry, a short vibration for a key."""

import pytest
from playwright.sync_api import BrowserContext

from web.tests.phone import Phone

pytestmark = pytest.mark.night

_RECORD = """
window.asked = [];
window.released = 0;
window.vibrated = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async kind => {
  window.asked.push(kind);
  return { release: async () => { window.released += 1; } };
} } });
navigator.vibrate = ms => { window.vibrated.push(ms); return true; };
"""


def test_the_screen_stays_awake_during_an_entry(context: BrowserContext, phone: Phone) -> None:
    context.add_init_script(_RECORD)
    phone.page.reload()
    phone.sit("bmja")
    assert phone.page.evaluate("window.asked") == []
    phone.start_deal(0)
    phone.page.wait_for_function("() => window.asked.length === 1 && window.asked[0] === 'screen'")
    phone.press("Table")
    phone.page.wait_for_function("() => window.released === 1")


def test_a_key_answers_with_a_short_vibration(context: BrowserContext, phone: Phone) -> None:
    context.add_init_script(_RECORD)
    phone.page.reload()
    phone.sit("bmja")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.key("1m")
    phone.page.wait_for_function("() => window.vibrated.length === 1 && window.vibrated[0] <= 20")
