"""Random taps, reloads, second tabs, back steps, lost connections: no errors, and no entered data is lost."""

import os
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from web.tests.server import Served
from web.tests.watch import Watch

pytestmark = pytest.mark.night

_SCRIPT = (Path(__file__).parent / "fuzz.js").read_text()
_STORED = (
    """() => JSON.stringify(Object.entries(localStorage).filter(([key]) => /session|draft|open$/.test(key)).sort()"""
    """.map(([key, value]) => [key, value.replace(/,"revision":[0-9]+|,"goulash":"after-a-draw"/g, '')]))"""
)
"""What players entered. The service's word is noted beside it once it comes: the revision of their rulebook, and that a
goulash follows."""
_MAX_TABS = 3
_TAPS_IN_A_ROW = 20


class _Monkey:
    """Random actions in several tabs of one browser."""

    def __init__(self, context: BrowserContext, served: Served, seed: int) -> None:
        self.context = context
        self.served = served
        self.rng = random.Random(seed)
        self.tabs: list[Page] = []
        self.found: list[Any] = []
        self.actions = 0
        self.new_tab()

    @property
    def tab(self) -> Page:
        return self.tabs[-1]

    def new_tab(self) -> None:
        if len(self.tabs) >= _MAX_TABS:
            self.tabs.pop(0).close()
        page = self.context.new_page()
        page.goto(self.served.origin)
        self.tabs.append(page)
        self.ready()

    def another_tab(self) -> None:
        self.tabs.insert(0, self.tabs.pop())
        self.tab.bring_to_front()

    def reload(self) -> None:
        self.context.set_offline(False)
        self.tab.reload()

    def back(self) -> None:
        if self.tab.evaluate("history.state?.below?.length > 0"):
            self.tab.evaluate("history.back()")
            self.tab.wait_for_timeout(60)

    def forward(self) -> None:
        self.tab.evaluate("history.forward()")
        self.tab.wait_for_timeout(60)

    def offline(self) -> None:
        self.context.set_offline(True)

    def online(self) -> None:
        self.context.set_offline(False)

    def ready(self) -> None:
        self.tab.locator("main").wait_for(timeout=15_000)

    def stored(self) -> Any:
        """What is stored once no tap works on: a deal is saved when the service has answered."""
        stored, again = None, self.tab.evaluate(_STORED)
        while stored != again:
            self.tab.wait_for_timeout(300)
            stored, again = again, self.tab.evaluate(_STORED)
        return stored

    def interrupt(self) -> None:
        """Interrupt the page at random; the stored data must stay the same."""
        before = self.stored()
        action = self.rng.choice(
            [self.reload, self.back, self.back, self.forward, self.new_tab, self.another_tab, self.offline, self.online]
        )
        if action == self.new_tab:
            self.context.set_offline(False)
        action()
        self.ready()
        self.actions += 1
        after = self.tab.evaluate(_STORED)
        if after != before:
            self.found.append(f"stored data was changed by {action.__name__}: {before} is now {after}")

    def taps(self, times: int) -> None:
        self.tab.evaluate(_SCRIPT)
        result = self.tab.evaluate("([seed, times]) => fuzz(seed, times)", [self.rng.randrange(2**31), times])
        self.found += result["found"]
        self.actions += result["done"]


@pytest.mark.browser
def test_nothing_is_lost_whatever_is_tapped(
    context: BrowserContext, served: Served, watch: Watch, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = int(os.environ.get("FUZZ_ACTIONS", "300"))
    seed = int(os.environ.get("FUZZ_SEED", "1"))
    watch.away = watch.refusals = True
    monkey = _Monkey(context, served, seed)
    while monkey.actions < actions and not monkey.found:
        monkey.taps(min(_TAPS_IN_A_ROW, actions - monkey.actions))
        monkey.interrupt()
    with capsys.disabled():
        print(
            f"\n{monkey.actions} random actions (seed {seed}): {len(monkey.found)} faults, {len(watch.errors)} errors"
        )
    assert monkey.found == []
    watch.check()
