"""Cases of the rules with their expected numbers, from tests/data/cases.json, grouped by sentence."""

import json
from typing import Any

import pytest

from service.domain.faults import Fault
from service.domain.legality import LegalDeal, LegalHand, legal_deal, legal_hand
from service.domain.penalties import CalledOff, different_majors, false_call, false_call_faults, wash, washing_faults
from service.domain.pipeline import Settled, score_hand, settle_deal
from service.domain.scoring import Score
from service.domain.seats import BY_NAME, SEAT_NAMES
from service.domain.tiles import NAMES, write
from service.domain.waiting import Completed, awaited
from tests.conftest import DATA
from tests.domain.builders import alone_of, deal_of, pointer, rules, tiles

Json = dict[str, Any]
GROUPS: list[Json] = json.loads((DATA / "cases.json").read_text())["groups"]
CASES = [
    pytest.param(case, id=f"{group['says']} {number} {case.get('why', '')}")
    for group in GROUPS
    for number, case in enumerate(group["cases"], 1)
]


def refused(faults: list[Fault]) -> Json:
    """The pointer, the message key and, if there is one, the suggestion of each fault."""
    found = [[pointer(each), each.message_key, *([each.suggestion] if each.suggestion else [])] for each in faults]
    return {"faults": sorted(found)}


def counted(score: Score, *, itemized: bool) -> list[Any]:
    """The numbers of a score, its limit hands and, for a winner, its items."""
    items = [
        [each.rule.id, each.points, each.doubles, each.bonus_points, int(each.limit_percent)] for each in score.items
    ]
    numbers = [score.points, score.doubles, score.bonus_points, score.uncapped_score, score.score]
    return [*numbers, [*score.limit_hands], *([items] if itemized else [])]


def paid(result: Settled | CalledOff) -> Json:
    """The payments, the dangerous discard and the next East."""
    settlement, follows = result.settlement, result.next_deal
    payments = {
        f"{SEAT_NAMES[each.payer]} to {SEAT_NAMES[each.payee]}": [
            each.amount,
            each.reason,
            each.difference,
            each.multiplier,
            each.capped,
        ]
        for each in settlement.payments
    }
    liable: Json = {}
    if (danger := settlement.danger) is not None:
        excuses = [[each.pattern, each.kind, each.held] for each in danger.excuses]
        judged = [SEAT_NAMES[danger.discarder], [*danger.patterns], danger.excused, danger.overridden]
        liable = {"danger": [*judged, excuses]}
    east = [SEAT_NAMES[follows.next_east], follows.east_keeps_the_deal, follows.row.id]
    return {"payments": payments, **liable, "next": east}


# Results in the form of the cases, by path


def scored(body: Json) -> Json:
    found = legal_hand(alone_of(body))
    if not isinstance(found, LegalHand):
        return refused(found)
    return {"score": counted(score_hand(*found), itemized=True)}


def settled(body: Json) -> Json:
    found = legal_deal(deal_of(body))
    if not isinstance(found, LegalDeal):
        return refused(found)
    result = settle_deal(*found)
    hands = {SEAT_NAMES[seat]: counted(score, itemized=seat is found.deal.winner) for seat, score in result.scores.of()}
    return {"heads": None, "hands": hands, **paid(result)}


def waits(body: Json) -> Json:
    found = legal_hand(alone_of({**body, "discards": body.get("visible", "")}))
    if not isinstance(found, LegalHand):
        return refused(found)

    def score_of(completed: Completed | None) -> int | None:
        return None if completed is None else completed.score.score

    return {
        "waits": [
            [NAMES[each.tile], each.unseen, score_of(each.drawn), score_of(each.claimed)] for each in awaited(found)
        ]
    }


def washed(body: Json) -> Json:
    compiled, seat = rules(body["ruleset"], **body.get("options", {})), BY_NAME[body["seat"]]
    concealed, bonus = tiles(body["hand"]["concealed"]), tiles(body["hand"].get("bonus", ""))
    if faults := washing_faults(compiled, seat, concealed, bonus):
        return refused(faults)
    result = wash(compiled, len(body.get("seats", SEAT_NAMES)), seat, concealed)
    return {"heads": write(different_majors(concealed)), "hands": {}, **paid(result)}


def called(body: Json) -> Json:
    compiled, exposed = rules(body["ruleset"], **body.get("options", {})), body.get("hand_exposed")
    callers = [BY_NAME[seat] for seat in (body["seat"], *body.get("other_callers", []))]
    players = len(body.get("seats", SEAT_NAMES))
    if faults := false_call_faults(compiled, callers, players, exposed=exposed):
        return refused(faults)
    return {
        "heads": None,
        "hands": {},
        **paid(false_call(compiled, players, callers, exposed=bool(exposed))),
    }


RESULTS = {
    "/v1/scores": scored,
    "/v1/settlements": settled,
    "/v1/waits": waits,
    "/v1/washed-tiles": washed,
    "/v1/false-mahjong": called,
}


@pytest.mark.parametrize("case", CASES)
def test_a_case_has_its_expected_result(case: Json) -> None:
    body = case["body"]
    result = RESULTS[case["path"]](body)
    if "options" in body and result.keys() & {"score", "hands"}:
        result["options"] = {**rules(body["ruleset"], **body["options"]).options}
    assert result == case["expected"]
