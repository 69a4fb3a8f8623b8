"""What each operation does with a body that was read: no HTTP, no rule."""

import orjson

from service.api import requests as read
from service.api import responses as tell
from service.api.problems import Refused, document
from service.api.responses import Answer
from service.api.schemas import BATCHED_DEAL
from service.api.scoresheets import read_scoresheet
from service.api.sheet_answers import as_csv, as_json
from service.domain.penalties import different_heads, false_call, wash
from service.domain.pipeline import score_hand, settle_deal
from service.domain.seats import SEAT_NAMES
from service.domain.settlement import EAST_KEEPS_THE_DEAL, Settlement
from service.domain.tiles import write


def settle(body: object, *, counters: bool = False) -> Answer:
    """Settle a whole deal."""
    return _settled(read.read_deal(body), counters=counters)


def _settled(request: read.DealRequest, *, counters: bool = False) -> Answer:
    return tell.settled(request, settle_deal(request.deal, *request.rules), counters=counters)


def score(body: object) -> Answer:
    """Score one hand."""
    request = read.read_score(body)
    return tell.score(score_hand(request.at, *request.rules))


def settle_batch(body: object) -> Answer:
    """Settle many deals; one bad deal spoils no other."""
    # Written one by one, so that a thousand answers never stand in memory at once.
    return {"results": [orjson.Fragment(orjson.dumps(settle_one(deal))) for deal in read.read_batch(body)]}


def settle_one(deal: object) -> Answer:
    """One deal of a batch: its answer or its problem, with the status that it would have alone."""
    named = {"id": deal["id"]} if isinstance(deal, dict) and isinstance(deal.get("id"), str) else {}
    try:
        request = read.read_deal(deal, BATCHED_DEAL)
    except Refused as refusal:
        problem = document(refusal.code, refusal.detail, refusal.faults)
        return {**named, "status": problem["status"], "problem": problem}
    return {**named, "status": 200, "answer": _settled(request)}


def wash_tiles(body: object, *, counters: bool = False) -> Answer:
    """Settle washed tiles."""
    request = read.read_washed_tiles(body)
    paid = wash(request.rules.rulebook, len(request.seats), request.player, request.concealed)
    heads = {"heads": write(different_heads(request.concealed))}
    return _penalty(request.rules, request.player, heads, paid, counters=counters)


def call_falsely(body: object, *, counters: bool = False) -> Answer:
    """Settle a wrong call of Mah-Jong."""
    request = read.read_false_mahjong(body)
    paid = false_call(*request.rules, len(request.seats), request.player, exposed=bool(request.hand_exposed))
    return _penalty(request.rules, request.player, {}, paid, counters=counters)


def keep_scoresheet(body: object, *, counters: bool = False) -> Answer:
    """Settle a whole sitting."""
    return as_json(read_scoresheet(body), counters=counters)


def keep_scoresheet_as_csv(body: object) -> str:
    """Settle a whole sitting, told as a table."""
    return as_csv(read_scoresheet(body))


def _penalty(rules: read.Rules, player: int, more: Answer, paid: Settlement, *, counters: bool) -> Answer:
    return {
        **tell.rules(rules),
        "player": SEAT_NAMES[player],
        **more,
        "settlement": tell.settlement(paid, counters=counters),
        "next_deal": tell.next_deal(EAST_KEEPS_THE_DEAL),
    }
