"""The scorekeeper in the hand: what a player does, told as taps, which are counted."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

WINDS = ("east", "south", "west", "north")
SOURCES = {
    "wall": "Drawn from the wall",
    "discard": "On a discard",
    "loose-tile": "On a loose tile",
    "robbed-kong": "By robbing a kong",
    "original-hand": "As dealt",
}
_SUITS = {"m": "Characters", "p": "Circles", "s": "Bamboos"}
_HONOURS = ("East Wind", "South Wind", "West Wind", "North Wind", "White Dragon", "Green Dragon", "Red Dragon")
NAMES = {
    **{f"{rank}{suit}": f"{rank} of {name}" for suit, name in _SUITS.items() for rank in range(1, 10)},
    **{f"{rank}z": name for rank, name in enumerate(_HONOURS, 1)},
}
Json = Mapping[str, Any]


def tiles_of(text: str) -> list[str]:
    """'11m2z' is 1m, 1m, 2z."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([a-z])", text) for rank in ranks]


@dataclass(frozen=True)
class Tap:
    """One tap on the keys: in which mode, on which tile."""

    mode: str
    tile: str


def _set_tap(text: str) -> Tap:
    tiles = tiles_of(text)
    if len(set(tiles)) > 1:
        return Tap("chow", tiles[0])
    return Tap("kong" if len(tiles) == 4 else "pung", tiles[0])


def _concealed_taps(text: str) -> Iterator[Tap]:
    for tile, held in Counter(tiles_of(text)).items():
        if held >= 3:
            yield Tap("three", tile)
        if held == 2:
            yield Tap("pair", tile)
        if held in (1, 4):
            yield Tap("one", tile)


def taps_of(hand: Json) -> list[Tap]:
    """The taps that enter a hand."""
    return [
        *map(_set_tap, hand.get("exposed", ())),
        *(Tap("hidden-kong", tiles_of(kong)[0]) for kong in hand.get("concealed_kongs", ())),
        *_concealed_taps(hand["concealed"]),
        *(Tap("bonus", tile) for tile in tiles_of(hand.get("bonus", ""))),
    ]


@dataclass
class Phone:
    """One page, used by taps alone."""

    page: Page
    origin: str
    players: Sequence[str] = ("Ann", "Ben", "Cleo", "Dan")
    taps: int = 0
    mode: str = "pung"

    # Plain gestures

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.button(name))

    def choose(self, legend: str, label: str) -> None:
        group = self.page.get_by_role("group", name=legend, exact=True)
        self.tap(group.locator("label").filter(has=self.page.get_by_role("radio", name=label, exact=True)))

    # Screens

    def open(self) -> None:
        self.page.goto(self.origin)
        self.page.locator("main").wait_for()
        self.page.locator("svg.sprite").wait_for(state="attached")

    def begin(self, ruleset: str, players: Sequence[str] | None = None) -> None:
        """Name the players, choose the rulebook, begin."""
        self.players = players or self.players
        if len(self.players) < 4:
            self.choose("How many play?", f"{len(self.players)} players")
        for wind, name in zip(WINDS, self.players, strict=False):
            self.page.get_by_label(f"Name of the first {wind.capitalize()}").fill(name)
        self.tap(self.page.locator(f"label[data-value='{ruleset}']"))
        self.press("Begin the sitting")
        self.counted()

    def new(self, kind: str = "New deal") -> None:
        if kind != "New deal":
            self.tap(self.page.get_by_text("Something else happened"))
        self.press(kind)

    def enter_deal(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        """A whole deal, from 'New deal' to the last tile; `seats` are the players' winds in it."""
        self.new()
        self.enter_result(deal, seats)
        self.enter_hands(deal, seats)

    def enter_result(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        if deal["winner"] is None:
            self.choose("Who won?", "Nobody: a draw")
            return
        win = deal["win"]
        self.choose("Who won?", self.players[seats.index(deal["winner"])])
        self.choose("How?", SOURCES[win["source"]])
        if "discarder" in win:
            legend = "Whose discard?" if win["source"] == "discard" else "Whose kong?"
            self.choose(legend, self.players[seats.index(win["discarder"])])

    def enter_hands(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        told = [player for player, wind in enumerate(seats) if wind in deal["hands"]]
        if not told:
            return
        for place, player in enumerate(told):
            if place == 0:
                self.open_hand(player)
            else:
                self.to_hand(player)
            hand = deal["hands"][seats[player]]
            self.enter_hand(hand)
            if hand.get("partial"):
                self.choose("How it is told", "Only what scores")
            if deal["winner"] == seats[player] and "tile" in deal["win"]:
                self.choose("Won with", NAMES[deal["win"]["tile"]])
        self.press("Deal")

    def open_hand(self, player: int) -> None:
        self.tap(self.page.locator(".hand-row").nth(player))

    def to_hand(self, player: int) -> None:
        self.tap(self.page.get_by_role("navigation", name="Hands").get_by_role("button").nth(player))
        expect(self.page.locator("h1")).to_contain_text(self.players[player])

    def enter_hand(self, hand: Json) -> None:
        left = taps_of(hand)
        while left:
            if not any(tap.mode == self.mode for tap in left):
                self.set_mode(left[0].mode)
            for tap in [tap for tap in left if tap.mode == self.mode]:
                self.key(tap.tile)
            left = [tap for tap in left if tap.mode != self.mode]

    def set_mode(self, mode: str) -> None:
        self.tap(self.page.locator(f"[data-mode='{mode}']"))
        self.mode = mode

    def key(self, tile: str) -> None:
        self.tap(self.page.locator(f"[data-tile='{tile}']"))

    def keep(self) -> None:
        self.press("Keep the deal")
        self.counted()

    # What is shown

    def counted(self) -> None:
        """Wait until the service has counted every entry."""
        expect(self.page.locator(".players:not(.stale)")).to_be_visible()

    def looked_at(self) -> None:
        """Wait until the service has seen what was tapped."""
        expect(self.page.locator(".stale")).to_have_count(0)

    def hand_scores(self) -> list[int]:
        return [number(text) for text in self.page.locator(".hand-row .figure").all_inner_texts()]

    def payments(self) -> set[tuple[str, str, int]]:
        rows = self.page.locator(".payments li")
        return {
            (*row.locator("span > b").all_inner_texts(), number(row.locator(".figure").inner_text()))  # type: ignore[misc]
            for row in rows.all()
        }

    def totals(self) -> list[int]:
        return [number(text) for text in self.page.locator("[data-total]").all_inner_texts()]


def number(text: str) -> int:
    """A figure as the page writes it: with a true minus sign and commas."""
    return int(text.replace("\u2212", "-").replace(",", "").replace("+", ""))
