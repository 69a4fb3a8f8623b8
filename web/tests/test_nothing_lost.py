"""Sessions of up to twelve deals, interrupted after random taps: killed, reloaded, offline; nothing is lost or hidden.

`PLACES` is the number of interruptions (500 for nearly all places), `PLACES_SEED` the seed of the places.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from web.tests import sheet
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.test_killed import await_stored, started

pytestmark = pytest.mark.night

PLACES: Final = int(os.environ.get("PLACES", "4"))
SEED: Final = int(os.environ.get("PLACES_SEED", "1"))
DEALS: Final = min(12, PLACES)
RULESET: Final = "harr-1923"
_KEYS: Final = ("1m", "2m", "3p", "4p", "5s")
_TILE: Final = _KEYS[-1]
_WON: Final[dict[str, Any]] = {
    "type": "deal",
    "winning_player": 0,
    "win": {"source": "wall", "tile": _TILE},
    "hands": [{"concealed": "111222m333444p55s"}, *(sheet.UNREPORTED,) * 3],
}
STEPS: Final = 1 + len(_KEYS) + 1 + 1
"""Steps of a deal: the result, a tap for each set and for the pair, the winning tile, keeping."""


class _Table:
    """The phone, and the expected state of its session."""

    def __init__(self, browser: Browser, served: Served, profile: Path) -> None:
        self.browser, self.served, self.profile = browser, served, profile
        self.kept = 0
        self.groups: int | None = None
        self.is_tile_said = False
        self.totals = [0, 0, 0, 0]
        self.is_away = False
        self.begin()

    def begin(self) -> None:
        self._started = started(self.browser.browser_type, self.profile, self.served.origin)
        self.phone: Phone = self._started.__enter__()

    def kill(self) -> None:
        self._started.__exit__(None, None, None)
        self.begin()

    def reload(self) -> None:
        self.phone.page.reload()
        self.phone.open()

    def away(self) -> None:
        """Stop the service until after the next tap, and reload."""
        self.phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.served.stop()
        self.is_away = True
        self.reload()

    def back(self) -> None:
        if self.is_away:
            self.served.start()
            self.is_away = False
            expect(self.phone.page.locator(".away")).to_have_count(0)
        self.counted()

    def counted(self) -> None:
        """Check the totals, which are on the table's screen only."""
        if self.groups is None:
            self.phone.counted()
            entries = [_WON] * self.kept
            body = {"ruleset": RULESET, "players": list(self.phone.players), "entries": entries}
            self.totals = sheet.totals(self.served.origin, body)
            assert self.phone.totals() == self.totals

    def interrupt(self, kind: str) -> None:
        await_stored(self.phone)
        {"kill": self.kill, "reload": self.reload, "away": self.away}[kind]()
        self.check()

    def check(self) -> None:
        """Check the deals, their totals and the hand in work, from the table's screen."""
        expect(self.phone.page.locator(".entry")).to_have_count(self.kept)
        expect(self.phone.page.locator("[data-total]")).to_have_count(4)
        expect(self.phone.page.locator(".players")).to_be_visible()
        self.phone.page.wait_for_function(
            "totals => [...document.querySelectorAll('[data-total]')]"
            ".map(each => each.textContent.replace('\\u2212', '-').replace(/[,+]/g, '')).join() === totals.join()",
            arg=self.totals,
        )
        if self.groups is not None:
            self.phone.press("Continue")
            self.phone.open_hand(0)
            expect(self.phone.page.locator(".group")).to_have_count(self.groups)
            said = self.phone.page.locator(f"[data-won='{_TILE}'][aria-pressed='true']")
            expect(said).to_have_count(2 if self.is_tile_said else 0)

    # Steps

    def win(self) -> None:
        self.phone.enter_result({"winner": "east", "win": {"source": "wall"}})
        self.groups = 0

    def key(self, at: int) -> None:
        self.phone.set_mode("pair" if at == len(_KEYS) - 1 else "pung")
        self.phone.set_place("hand")
        self.phone.key(_KEYS[at])
        self.groups = at + 1
        expect(self.phone.page.locator(".group")).to_have_count(self.groups)

    def say(self) -> None:
        self.phone.say_won_with(_TILE)
        self.is_tile_said = True

    def keep(self) -> None:
        if self.phone.page.locator(".hand-screen").count():
            self.phone.press("Deal")
        self.phone.save()
        self.kept, self.groups, self.is_tile_said = self.kept + 1, None, False
        expect(self.phone.page.locator(".entry")).to_have_count(self.kept)

    def steps(self) -> Iterator[Callable[[], None]]:
        yield self.win
        for at in range(len(_KEYS)):
            yield lambda at=at: self.key(at)  # type: ignore[misc]
        yield self.say
        yield self.keep


@contextmanager
def _table(browser: Browser, served: Served, profile: Path) -> Iterator[_Table]:
    table = _Table(browser, served, profile)
    try:
        yield table
    finally:
        table._started.__exit__(None, None, None)


def _play(table: _Table, places: dict[int, str]) -> None:
    table.phone.begin(RULESET)
    for deal in range(DEALS):
        for number, step in enumerate(table.steps()):
            step()
            table.back()
            kind = places.get(deal * STEPS + number)
            if kind:
                table.interrupt(kind)
    assert table.kept == DEALS
    table.back()


def _places() -> Iterator[dict[int, str]]:
    """For each session, the taps after which it is interrupted, and the kinds of interruption."""
    rng = random.Random(SEED)
    left = PLACES
    while left > 0:
        count = min(left, DEALS * STEPS // 2)
        yield {tap: rng.choice(("kill", "reload", "away")) for tap in rng.sample(range(DEALS * STEPS), count)}
        left -= count


@pytest.mark.parametrize("places", list(_places()), ids=lambda places: f"{len(places)}-places")
def test_no_entered_data_is_lost_or_hidden(
    browser: Browser, served: Served, tmp_path: Path, places: dict[int, str]
) -> None:
    with _table(browser, served, tmp_path) as table:
        _play(table, places)
