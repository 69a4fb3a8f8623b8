"""Settling many deals, each by itself."""

from collections.abc import Callable
from functools import partial
from typing import Final

import orjson

from pung_chow_settlement.operations.bounds import RequestBudget, check_batch
from pung_chow_settlement.operations.deals import settled_response, settled_within
from pung_chow_settlement.requests.read_deal import read_batch, read_deal
from pung_chow_settlement.requests.refusals import MAX_ERRORS, Refused, failed_at, shortened
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.serializers.languages import JsonObject, to_json
from pung_chow_settlement.serializers.problem_documents import failure, problem
from pung_chow_settlement.texts import Language

MAX_FAULTS_OF_A_BATCH: Final = 1000
"""Most faults that a batch lists; after them each deal lists only its first."""
SETTLED: Final = "settled"
"""The outcome of a deal that was settled."""


def settle_batch(
    rulebooks: Rulebooks,
    body: object,
    *,
    items: bool = True,
    language: Language | None = None,
) -> bytes:
    """Settle many deals; a wrong deal does not affect the others. Raises Refused if it is no batch, or too costly.

    Texts are in `language` (None: English). Without `items`, results are brief.
    """
    batch = read_batch(body)
    deals = batch.deals
    check_batch(deals, batch.shared)
    budget = RequestBudget("deals", counts_items=items)
    left, results = MAX_FAULTS_OF_A_BATCH, list[orjson.Fragment]()
    for number, deal in enumerate(deals, 1):
        settled = partial(_settled, rulebooks, batch.whole(deal), budget, items=items, language=language)
        result = _named(deal) | one_of_many(f"deal {number} of a batch", settled, max(1, min(left, MAX_ERRORS)))
        budget.check_steps()
        budget.check_items()
        left -= len(result.get("problem", {}).get("errors", ()))
        results.append(orjson.Fragment(budget.add(to_json(result, language))))
    return to_json({"results": results})


def settle_one(rulebooks: Rulebooks, deal: object, what: str, *, items: bool = True) -> JsonObject:
    """One deal of many, each a request of its own: its response, or its problem."""
    budget = RequestBudget("deals")
    return _named(deal) | one_of_many(what, lambda: _settled(rulebooks, deal, budget, items=items))


def _named(deal: object) -> JsonObject:
    """The client's own name for a deal, also for one that is refused."""
    return {"id": deal["id"]} if isinstance(deal, dict) and isinstance(deal.get("id"), str) else {}


def _settled(
    rulebooks: Rulebooks, deal: object, budget: RequestBudget, *, items: bool, language: Language | None = None
) -> JsonObject:
    given = read_deal(rulebooks, deal, budget.steps)
    settled = settled_within(given.legal, budget.steps)
    answer = settled_response(given, settled, items=items, language=language)
    budget.count(sum(len(score.items) for score in settled.scores))
    return {"outcome": SETTLED, "answer": orjson.Fragment(answer)}


def one_of_many(what: str, settle: Callable[[], JsonObject], most: int = MAX_ERRORS) -> JsonObject:
    """Settle one of many; refusals and unexpected errors become its problem, and the latter are logged."""
    try:
        return settle()
    except Refused as refusal:
        short = shortened(refusal, most)
        return _unsettled("refused", problem(short.code, short.detail, short.faults))
    except Exception:
        failed_at(what)
        return _unsettled("failed", failure())


def _unsettled(outcome: str, document: JsonObject) -> JsonObject:
    return {"outcome": outcome, "problem": document}
