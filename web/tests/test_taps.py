"""Six deals, each within a number of taps from the table to the kept deal, and a first one from the link."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from web.tests import sheet
from web.tests.phone import Phone
from web.tests.sheet import WINDS

pytestmark = pytest.mark.night

Json = dict[str, Any]
_NOBODY: Json = {"winner": None, "hands": {}}
_DRAWN_WIN: Json = {
    "winner": "south",
    "win": {"source": "wall", "tile": "9s"},
    "hands": {
        "south": {"concealed": "99s222m456p777z", "exposed": ["888m"]},
        "east": {"concealed": "", "exposed": ["111p"], "partial": True},
        "west": {"concealed": "55z", "exposed": ["333s"], "partial": True},
    },
}
_CLAIMED_WIN: Json = {
    "winner": "west",
    "win": {"source": "discard", "discarder": "north", "tile": "5p"},
    "hands": {
        "west": {"concealed": "55p123m", "exposed": ["999m", "666z", "444s"]},
        "north": {"concealed": "", "exposed": ["222s"], "partial": True},
        "east": {"concealed": "", "exposed": ["777p"], "partial": True},
    },
}
_FLOWERS_AND_KONGS: Json = {
    "winner": "east",
    "win": {"source": "loose-tile", "tile": "2z"},
    "hands": {
        "east": {"concealed": "22z345m", "exposed": ["5555s", "111z"], "concealed_kongs": ["9999p"], "bonus": "1f2y"},
        "south": {"concealed": "", "exposed": ["333p"], "bonus": "3f", "partial": True},
        "north": {"concealed": "", "exposed": ["8888m"], "partial": True},
    },
}
_SCORES = (80, 12, 4, 32)


@dataclass(frozen=True)
class _Deal:
    name: str
    max_taps: int
    request: Json
    """The settlement request; counted hands have their count."""
    by: str = "tiles"


_COUNTED = {wind: {"counted": {"score": score}} for wind, score in zip(WINDS, _SCORES, strict=True)}
DEALS: Sequence[_Deal] = (
    _Deal("drawn win", 16, _DRAWN_WIN),
    _Deal("discard with melds", 14, _CLAIMED_WIN),
    _Deal("draw", 2, _NOBODY),
    _Deal(
        "limit hand",
        5,
        {"winner": "north", "win": {"source": "wall"}, "hands": {"north": {"counted": {"limit_hand": True}}}},
        "limit",
    ),
    _Deal("counted", 9, {"winner": "east", "win": {"source": "wall"}, "hands": _COUNTED}, "score"),
    _Deal("flowers and kongs", 19, _FLOWERS_AND_KONGS),
)
"""As an issue allowed, 15, 13, 2, 4, 8 and 18, with the tap that confirms a deal somebody won."""


def _enter(phone: Phone, deal: _Deal) -> None:
    phone.enter_result(deal.request)
    if deal.by == "tiles":
        phone.enter_hands(deal.request, back=False)
    elif deal.by == "limit":
        phone.choose("How the hand is entered", "Limit hand")
    else:
        phone.choose("How the hand is entered", "By its score")
        for player, score in enumerate(_SCORES):
            phone.tap(phone.page.locator(f"[data-of='{player}'] [data-score='{score}']"))


@pytest.mark.usefixtures("by_finger")
@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.name)
def test_a_deal_takes_at_most_its_number_of_taps(phone: Phone, deal: _Deal, capsys: pytest.CaptureFixture[str]) -> None:
    phone.sit("bmja")
    before = phone.taps
    _enter(phone, deal)
    phone.keep()
    taps = phone.taps - before
    with capsys.disabled():
        print(f"\n{deal.name}, from the table to the kept deal: {taps} taps (at most {deal.max_taps})")
    entry = sheet.entry_of(deal.request)
    body = {"ruleset": "bmja", "players": list(phone.players), "entries": [entry]}
    assert phone.totals() == sheet.totals(phone.origin, body)
    assert taps <= deal.max_taps


MAX_TAPS_OF_A_FIRST_DEAL = 17
_PLAYERS = ("Player 1", "Player 2", "Player 3", "Player 4")


@pytest.mark.usefixtures("by_finger")
def test_a_first_deal_takes_at_most_seventeen_taps_from_the_link(
    phone: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    """By who gives no names and plays by the rulebook that the page proposes."""
    phone.players = _PLAYERS
    phone.press("Start the game")
    _enter(phone, DEALS[0])
    phone.keep()
    with capsys.disabled():
        print(f"\nfrom the link to the first kept deal: {phone.taps} taps (at most {MAX_TAPS_OF_A_FIRST_DEAL})")
    body = {"ruleset": "bmja", "players": _PLAYERS, "entries": [sheet.entry_of(DEALS[0].request)]}
    assert phone.totals() == sheet.totals(phone.origin, body)
    assert phone.taps <= MAX_TAPS_OF_A_FIRST_DEAL
