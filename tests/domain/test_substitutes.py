"""A chair that two players share has the turns of one chair, where they stand in the order of docs/evening.md."""

import re
from itertools import product
from typing import Final

from pung_chow_settlement.domain.seats import SEATS
from pung_chow_settlement.domain.session import SessionState
from pung_chow_settlement.domain.turns import Outcome
from tests.support.pages import ROOT

CHAIRS: Final = 4
DEALS: Final = 6
"""Enough for a round and the next one's beginning."""
_ROW: Final = re.compile(r"^\| (the player who leaves .*?) \| directly \*\*(after|before)\*\* ", re.MULTILINE)
PLACES: Final[dict[str, str]] = dict(_ROW.findall((ROOT / "docs/evening.md").read_text()))
"""The place of whoever comes in, by what the page says of the one who leaves."""
IS_EAST: Final = "the player who leaves would be East in the next deal"
HAS_LOST: Final = "the player who leaves has just lost the deal as East"
Turn = tuple[int, bool, int]
"""The chair of East, true if the second player of the shared chair sits there, and the number of the round."""


def turns_of_four(chair: int, second_plays: list[bool], lost: tuple[bool, ...]) -> list[Turn]:
    """East's chair in each deal, as at a table of four."""
    turns, passed = list[Turn](), 0
    for second, loses in zip(second_plays, lost, strict=True):
        east = passed % CHAIRS
        turns.append((east, second and east == chair, passed // CHAIRS))
        passed += loses
    return turns


def turns_of_five(chair: int, second_plays: list[bool], lost: tuple[bool, ...], *, after: bool) -> list[Turn]:
    """The same by a scoresheet of five, in which the second player stands after the first, or before."""
    first, second = (chair, chair + 1) if after else (chair + 1, chair)
    turns, state = list[Turn](), SessionState(CHAIRS + 1)
    for plays, loses in zip(second_plays, lost, strict=True):
        seated = state.without(first if plays else second)
        assert seated.round_wind is not None
        of_chair = seated.east - (seated.east > chair)
        turns.append((of_chair, seated.east == second, SEATS.index(seated.round_wind)))
        state = seated.after(Outcome.EAST_LOST if loses else Outcome.EAST_WON)
    return turns


def order_at(change: int, chair: int, turns: list[Turn], lost: tuple[bool, ...]) -> str | None:
    """Where whoever comes in with a deal must stand, as the page says; None where it does not matter."""
    if turns[change][0] == chair:
        return PLACES[IS_EAST]
    return PLACES[HAS_LOST] if turns[change - 1][0] == chair and lost[change - 1] else None


def test_the_page_says_where_a_substitute_stands() -> None:
    assert PLACES == {IS_EAST: "after", HAS_LOST: "before"}


def test_a_substitute_who_stands_as_the_page_says_has_the_turns_of_the_chair() -> None:
    """For one change for good, and for one with a return, after each run of deals."""
    seen = set()
    spans = [(begin, end) for begin in range(1, DEALS) for end in range(begin + 1, DEALS + 1)]
    for chair, (begin, end), lost in product(range(CHAIRS), spans, product((False, True), repeat=DEALS)):
        second_plays = [begin <= deal < end for deal in range(DEALS)]
        expected = turns_of_four(chair, second_plays, lost)
        needed = {order_at(begin, chair, expected, lost)}
        if end < DEALS:  # the first player comes in: after the second is before, and the other way round
            turned = {"after": "before", "before": "after", None: None}
            needed.add(turned[order_at(end, chair, expected, lost)])
        orders = needed - {None}
        seen.add(frozenset(orders))
        for order in ("after", "before"):
            if not orders - {order}:
                assert turns_of_five(chair, second_plays, lost, after=order == "after") == expected, (
                    chair,
                    begin,
                    lost,
                )
    assert len(seen) == 4, "each order, neither, and changes that ask for different ones"


def test_in_the_wrong_order_the_chair_has_two_turns_or_none() -> None:
    left_as_loser = ([False, True, True], (True, True, False))
    assert [east for east, _, _ in turns_of_five(0, *left_as_loser, after=True)] == [0, 0, 1]
    left_as_winner = ([False, True, True], (False, True, False))
    assert [east for east, _, _ in turns_of_five(0, *left_as_winner, after=False)] == [0, 1, 2]
