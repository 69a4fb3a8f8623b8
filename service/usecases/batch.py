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


def settle_batch(body: object, *, note: Note = unnoted, path: str | None = None) -> Answer:
    """Settle many deals; one bad deal spoils no other. Raises Refused where the body is no batch.

    The problems of deals that are refused are told in an answer to this path.
    """
    # Written one by one, so that a thousand answers never stand in memory at once.
    return {"results": [orjson.Fragment(orjson.dumps(settle_one(deal, note, path))) for deal in read_batch(body)]}


def settle_one(deal: object, note: Note = unnoted, path: str | None = None) -> Answer:
    """One deal of a batch: its answer or its problem, as it would have alone."""
    named = {"id": deal["id"]} if isinstance(deal, dict) and isinstance(deal.get("id"), str) else {}
    try:
        legal, terms = read_deal(deal, BATCHED_DEAL, note)
    except Refused as refusal:
        return {**named, **tell.refused(document(refusal.code, refusal.detail, refusal.faults, path=path))}
    return {**named, "outcome": tell.SETTLED, "answer": tell.settled(terms, legal, settle_deal(legal, terms))}
