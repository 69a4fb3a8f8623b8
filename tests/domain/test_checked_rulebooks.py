"""An inconsistent rulebook is refused with all its faults."""

from dataclasses import replace
from typing import Any

import pytest

from pung_chow_settlement.domain.clauses.clause import OptionRef
from pung_chow_settlement.domain.clauses.of_wins import ONLY_PLACE
from pung_chow_settlement.domain.rulebook.check import RulebookError, check
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import LIMIT, ScoringRule, ShareOf
from pung_chow_settlement.domain.rulebook.settlement_terms import AfterDraw, DrawnDeal, LimitCuts, LoserLimit, Losers
from pung_chow_settlement.domain.shapes import BY_ID as SHAPES
from pung_chow_settlement.rulebooks import ALL, BUILT_IN

RULEBOOK = BUILT_IN.by_id["harr-1922"].rulebook
MAH_JONG = BUILT_IN.library.entries["harr-1922", "mah-jong"].rule
NO_CHOW = BUILT_IN.library.entries["harr-1922", "no-chow"].rule
DANGLING = replace(NO_CHOW, id="dangling", replaces=("no-such-rule",))
UNKNOWN_SHARE = replace(NO_CHOW, id="share", points=ShareOf("stakes"))
NO_LIMIT = tuple(option for option in RULEBOOK.options if option.name != LIMIT)
DANGLES = "dangling: replaces names no-such-rule, which is no rule here"
UNKNOWN = "share: its share is of the option stakes, which is not here"
TWICE = "the rule mah-jong stands 2 times"
UNLIMITED = "it has no option limit"


def faults(rulebook: Rulebook) -> list[str]:
    """The faults of a rulebook; none if it can be played."""
    try:
        check(rulebook)
    except RulebookError as refused:
        return refused.faults
    return []


def with_rules(*rules: ScoringRule) -> Rulebook:
    return replace(RULEBOOK, rules=(*RULEBOOK.rules, *rules))


@pytest.mark.parametrize(
    ("members", "fault"),
    [
        ({"after_draw": AfterDraw.PASSES}, "drawn-deal says 'East stays', but settlement.after_draw is passes"),
        (
            {"drawn_deal": DrawnDeal.DIFFERENCE},
            "drawn-deal says 'nobody pays', but settlement.drawn_deal is difference",
        ),
        ({"losers": Losers.NONE}, "others-settle says 'the difference', but settlement.losers is none"),
        (
            {"limit_cuts": LimitCuts.HAND},
            "limit-cuts says 'nobody pays any other player', but settlement.limit_cuts is hand",
        ),
        (
            {"east_pays": 3},
            "east-double says 'pays or is paid is doubled', but settlement.east.pays is 3",
        ),
    ],
)
def test_a_sentence_that_says_otherwise_than_what_is_settled_is_a_fault(members: dict[str, Any], fault: str) -> None:
    rulebook = replace(RULEBOOK, settlement=replace(RULEBOOK.settlement, **members))
    assert faults(rulebook) == [f"its settling rule {fault}"]


def test_a_sentence_that_says_what_is_settled_is_none() -> None:
    for after_draw in (AfterDraw.KEEPS_RUN, AfterDraw.COUNTS_AS_WIN):
        assert faults(replace(RULEBOOK, settlement=replace(RULEBOOK.settlement, after_draw=after_draw))) == []
    row = replace(RULEBOOK.settlement.rows.drawn_deal, text="In a drawn deal nobody pays, and the deal passes")
    rows = replace(RULEBOOK.settlement.rows, drawn_deal=row)
    passes = replace(RULEBOOK.settlement, rows=rows, after_draw=AfterDraw.PASSES)
    assert faults(replace(RULEBOOK, settlement=passes)) == []
    stays = replace(RULEBOOK.settlement, rows=rows)
    assert faults(replace(RULEBOOK, settlement=stays)) == [
        "its settling rule drawn-deal says 'deal passes', but settlement.after_draw is stays"
    ]


def test_every_fault_of_a_rulebook_is_reported_at_once() -> None:
    rulebook = replace(with_rules(DANGLING, UNKNOWN_SHARE, MAH_JONG), options=NO_LIMIT)
    assert sorted(faults(rulebook)) == sorted([DANGLES, UNKNOWN, TWICE, UNLIMITED])


@pytest.mark.parametrize(
    ("rulebook", "fault"),
    [
        (with_rules(DANGLING), DANGLES),
        (with_rules(UNKNOWN_SHARE), UNKNOWN),
        (with_rules(MAH_JONG), TWICE),
        (replace(RULEBOOK, options=NO_LIMIT), UNLIMITED),
        (
            replace(RULEBOOK, settlement=replace(RULEBOOK.settlement, loser_limit=LoserLimit.TAKES_LIMIT)),
            "its losers' limit hands take the limit, and no settling rule says so",
        ),
        (
            with_rules(replace(NO_CHOW, id="agreed", condition=ONLY_PLACE(dead_tiles=OptionRef("wagers")))),
            "agreed: its dead_tiles is the option wagers, which is not here",
        ),
        (replace(RULEBOOK, shapes=()), "it names no shape of a complete hand"),
        (
            replace(RULEBOOK, robs_concealed=(SHAPES["thirteen-heads"],)),
            "thirteen-heads robs concealed kongs and completes no hand",
        ),
        (
            with_rules(replace(NO_CHOW, id="spoiled", spoiled_by=("mah-jong", "gone"))),
            "spoiled: spoiled_by names gone, which is no rule here",
        ),
        (
            with_rules(replace(NO_CHOW, id="alone", only_beside=("gone",))),
            "alone: only_beside names gone, which is no rule here",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_fault_is_reported_alone(rulebook: Rulebook, fault: str) -> None:
    assert faults(rulebook) == [fault]


@pytest.mark.parametrize(
    "rulebook",
    [
        with_rules(replace(DANGLING, replaces=("mah-jong",))),
        with_rules(replace(UNKNOWN_SHARE, points=ShareOf(LIMIT, divided_by=10))),
        with_rules(replace(MAH_JONG, id="mah-jong-again")),
        with_rules(replace(NO_CHOW, id="half", limit_percent=50)),
        *ALL,
    ],
    ids=lambda rulebook: rulebook.id,
)
def test_a_consistent_rulebook_has_no_fault(rulebook: Rulebook) -> None:
    assert faults(rulebook) == []
