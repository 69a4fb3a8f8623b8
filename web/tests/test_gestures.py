"""Taps, flicks and arrow keys on the keys of a hand: what was not meant adds nothing, and what was added is said."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests.phone import Phone

Json = dict[str, Any]
_DISCARD: Json = {"winner": "south", "win": {"source": "discard", "discarder": "north"}}
_PAUSE_MS = 600
UP = (0, -1)
_EPOCH = time.time()


@pytest.fixture
def hand(phone: Phone) -> Phone:
    """The winner's hand, with nothing in it."""
    phone.sit("bmja")
    phone.enter_result(_DISCARD)
    phone.still()
    return phone


def _tap(phone: Phone, tile: str, at: float) -> None:
    """A touch at a time of its own, in seconds."""
    box = phone.page.locator(f"[data-tile='{tile}']").bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    phone.send_touch("touchStart", [point], _EPOCH + at)
    phone.send_touch("touchEnd", [], _EPOCH + at + 0.02)


def _groups(phone: Phone) -> list[str]:
    return [str(each.get_attribute("data-set")) for each in phone.page.locator("[data-set]").all()]


@pytest.mark.parametrize("between", [0.06, 0.45])
def test_a_second_tap_on_a_key_within_half_a_second_adds_nothing(hand: Phone, between: float) -> None:
    _tap(hand, "2s", 0)
    _tap(hand, "2s", between)
    expect(hand.page.locator("[data-set]")).to_have_count(1)
    assert _groups(hand) == ["222s"]


def test_a_later_tap_that_makes_a_kong_says_so_and_can_be_taken_back(hand: Phone) -> None:
    hand.key("2s")
    hand.page.wait_for_timeout(_PAUSE_MS)
    hand.key("2s")
    expect(hand.page.locator(".grown")).to_contain_text("Pung \u2192 Kong")
    assert _groups(hand) == ["2222s"]
    hand.tap(hand.page.locator(".grown button"))
    expect(hand.page.locator(".grown")).to_have_count(0)
    assert _groups(hand) == ["222s"]


@pytest.mark.parametrize(("length", "seconds"), [(34, 0.9), (200, 0.2), (120, 0.6)])
def test_a_long_or_slow_drag_that_begins_on_a_key_adds_nothing(hand: Phone, length: int, seconds: float) -> None:
    hand.flick("2s", UP, length, seconds)
    hand.page.wait_for_timeout(_PAUSE_MS)
    assert _groups(hand) == []


def test_a_short_flick_adds_a_kong_and_shows_it_while_the_finger_is_down(hand: Phone) -> None:
    seen = """() => {
      window.hints = [];
      new MutationObserver(() => {
        const hint = document.querySelector('.flick-hint');
        if (hint) hints.push(hint.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    }"""
    hand.page.evaluate(seen)
    hand.flick("2s", UP)
    expect(hand.page.locator("[data-set='2222s']")).to_have_count(1)
    assert "Kong" in hand.page.evaluate("hints")
    expect(hand.page.locator(".flick-hint")).to_have_count(0)


def test_an_arrow_key_takes_no_discarder(phone: Phone) -> None:
    """The question stays until Enter or the space key."""
    phone.sit("bmja")
    phone.start_deal(1)
    page = phone.page
    page.locator("input[type=radio]").first.focus()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=re.compile("Cleo.*discard"))).to_be_focused()
    expect(page.get_by_role("group", name="How?", exact=True).locator("input:checked")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".result summary").first).to_contain_text("from \u2068Cleo")
