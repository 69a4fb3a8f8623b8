"""Settling many deals, each by itself."""

import orjson

from service.domain.pipeline import settle_deal
from service.reading.refusals import Refused
from service.reading.requests import read_batch, read_deal
from service.reading.rules import Note, unnoted
from service.reading.schemas import BATCHED_DEAL
from service.telling import answers as tell
from service.telling.answers import Answer
from service.telling.problems import document


def settle_batch(body: object, *, note: Note = unnoted) -> Answer:
    """Settle many deals; one bad deal spoils no other. Raises Refused where the body is no batch."""
    # Written one by one, so that a thousand answers never stand in memory at once.
    return {"results": [orjson.Fragment(orjson.dumps(settle_one(deal, note))) for deal in read_batch(body)]}


def settle_one(deal: object, note: Note = unnoted) -> Answer:
    """One deal of a batch: its answer or its problem, with the status that it would have alone."""
    named = {"id": deal["id"]} if isinstance(deal, dict) and isinstance(deal.get("id"), str) else {}
    try:
        legal, terms = read_deal(deal, BATCHED_DEAL, note)
    except Refused as refusal:
        problem = document(refusal.code, refusal.detail, refusal.faults)
        return {**named, "status": problem["status"], "problem": problem}
    return {**named, "status": 200, "answer": tell.settled(terms, legal, settle_deal(legal, terms))}
