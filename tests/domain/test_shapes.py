"""Shapes other than four sets and a pair: what they wait for and how many tiles they miss."""

from service.domain.arrange import WinConditions, tiles_missing, waits
from service.domain.hand import Hand
from service.domain.shapes import BY_ID, FOUR_SETS
from service.domain.tiles import parse, write

SETS = WinConditions((FOUR_SETS,))
SETS_OR_MAJORS = WinConditions((FOUR_SETS, BY_ID["thirteen-heads"]))


def test_thirteen_majors_wait_only_where_the_rulebook_has_them() -> None:
    hand = Hand(parse("19m19p19s1234567z")[0])
    assert write(waits(hand, hand.concealed, SETS_OR_MAJORS)) == "19m19p19s1234567z"
    assert waits(hand, hand.concealed, SETS) == []


def test_thirteen_majors_may_be_nearer_than_four_sets() -> None:
    hand = Hand(parse("19m19p19s12345566z")[0])
    assert tiles_missing(hand, SETS_OR_MAJORS) < tiles_missing(hand, SETS)
