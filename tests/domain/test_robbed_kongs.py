"""Robbing a kong: what it leaves behind with the player who is robbed, and who may rob one that was drawn whole."""

from typing import Any

import pytest

from service.domain.rulebooks import BY_ID
from service.domain.shapes import THIRTEEN_MAJORS
from service.requests.refusals import Refused
from tests.cases import deal, faults, hand, settle, won

Json = dict[str, Any]

WONDERS = hand("19m19p19s12345677z")
ORDINARY = hand("123m56788p345999s")
PUNG_LEFT = hand("2589m147p25s3z", "111m")
THREE_LEFT = hand("1112589m147p25s3z")
TWO_LEFT = hand("112589m147p25s36z")
PLAYING_WONDERS = [each for each in sorted(BY_ID) if THIRTEEN_MAJORS in BY_ID[each].rulebook.shapes]
ROBBING_CONCEALED = ["dmjl", "millington"]


def robbing(ruleset: str, winner: Json, robbed: Json) -> Json:
    """South robs West of a one of Characters."""
    hands = {
        "east": hand("336699m1447p258s"),
        "south": winner,
        "west": robbed,
        "north": hand("447788m2558p369s"),
    }
    return deal(ruleset, "south", won("robbed-kong", "1m", "west"), hands)


def told(request: Json) -> set[tuple[str, str]]:
    with pytest.raises(Refused) as refusal:
        settle(request)
    return faults(refusal.value)


@pytest.mark.parametrize("ruleset", PLAYING_WONDERS)
def test_thirteen_heads_rob_a_kong_that_was_added_to_a_pung(ruleset: str) -> None:
    assert settle(robbing(ruleset, WONDERS, PUNG_LEFT)).scores[1].limit_hands


@pytest.mark.parametrize("ruleset", ROBBING_CONCEALED)
def test_in_some_rulebooks_they_rob_a_concealed_kong_too(ruleset: str) -> None:
    settled = settle(robbing(ruleset, WONDERS, THREE_LEFT))
    assert settled.scores[1].limit_hands
    assert settled.scores[2].points == 8, "three concealed tiles of a kind are a pung"


@pytest.mark.parametrize("ruleset", sorted(set(PLAYING_WONDERS) - set(ROBBING_CONCEALED)))
def test_in_the_others_they_do_not(ruleset: str) -> None:
    assert told(robbing(ruleset, WONDERS, THREE_LEFT)) == {("/win/source", "no-pung-to-rob")}


@pytest.mark.parametrize("ruleset", ROBBING_CONCEALED)
def test_no_other_hand_robs_a_concealed_kong(ruleset: str) -> None:
    assert told(robbing(ruleset, ORDINARY, THREE_LEFT)) == {("/win/source", "no-pung-to-rob")}
    assert settle(robbing(ruleset, ORDINARY, PUNG_LEFT)).scores[1].doubles > 0


@pytest.mark.parametrize("ruleset", ROBBING_CONCEALED)
def test_what_is_robbed_leaves_three_behind(ruleset: str) -> None:
    assert told(robbing(ruleset, WONDERS, TWO_LEFT)) == {("/win/source", "no-pung-to-rob")}
