"""Stated circumstances of a win count if the rulebook uses them, and have no effect otherwise."""

from typing import Final

import pytest

from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import deal, hand, net, settle, won


def counted(settled: Settled) -> set[str]:
    """The rules that East's hand counts."""
    return {item.rule.id for item in settled.scores[Seat.EAST].items}


@pytest.mark.parametrize("ruleset", BUILT_IN.by_id)
def test_a_circumstance_that_the_rulebook_does_not_use_has_no_effect(ruleset: str) -> None:
    settlement = BUILT_IN.by_id[ruleset].rulebook.settlement
    hands = {"east": hand("111m666m88m222z", kongs=["7777m"]), "south": hand("1447p3369p12589s")}
    # Refused without a penalty, and with that of `outside-the-box` except for a special hand that shows.
    liable = "" if settlement.danger is None or ruleset == "outside-the-box" else "south"
    plain, more = (
        settle(deal(ruleset, "east", win, hands, "south"))
        for win in (
            won("discard", "8m", "south"),
            won("discard", "8m", "south", liable=liable, last_discard=True, original_call=True),
        )
    )
    looked_at = {rule.id for rule in BUILT_IN.by_id[ruleset].rulebook.rules} & {"last-discard", "original-call"}
    found = counted(more) - counted(plain)
    assert found <= looked_at
    assert bool(found) is bool(looked_at)
    if not looked_at:
        assert net(more) == net(plain)


CANNON: Final = {
    "east": hand("147m258p369s1467z"),
    "south": hand("22m345p", "555z", "666z", "999s"),
    "west": hand("147m258p36s14z", "999p"),
    "north": hand("147m258p38s14z", "222s"),
}


def test_without_a_liable_player_outside_the_box_settles_as_ever() -> None:
    win = won("discard", "2m", "east")
    assert net(settle(deal("outside-the-box", "south", win, CANNON))) == {
        "east": -300,
        "south": 576,
        "west": -134,
        "north": -142,
    }
