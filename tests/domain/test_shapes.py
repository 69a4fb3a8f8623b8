"""Shapes other than four sets and a pair: waits and missing tiles."""

from pung_chow_settlement.domain.arrangements import WinConditions, nearest, waits
from pung_chow_settlement.domain.shapes import BY_ID, FOUR_SETS
from pung_chow_settlement.domain.tiles import write
from tests.domain.builders import hand, prepare

SETS = WinConditions((FOUR_SETS,))
SETS_OR_TERMINALS_AND_HONOURS = WinConditions((FOUR_SETS, BY_ID["thirteen-heads"]))


def test_thirteen_majors_wait_only_where_the_rulebook_has_them() -> None:
    held = prepare(hand("19m19p19s1234567z"))
    assert write(waits(held, SETS_OR_TERMINALS_AND_HONOURS)) == "19m19p19s1234567z"
    assert waits(held, SETS) == []


def test_thirteen_majors_may_be_nearer_than_four_sets() -> None:
    held = prepare(hand("19m19p19s12345566z"))
    assert nearest(held, SETS_OR_TERMINALS_AND_HONOURS).short < nearest(held, SETS).short
