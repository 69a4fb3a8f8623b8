"""Settling many deals, each by itself."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import orjson

from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.operations.bounds import RequestBudget, check_batch, check_hands
from pung_chow_settlement.operations.deals import named, settled_within
from pung_chow_settlement.requests.deals import read_batch, read_deal
from pung_chow_settlement.requests.failures import failed_at
from pung_chow_settlement.requests.refusals import MAX_ERRORS, Refused, shortened
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.serializers import deals as serialize
from pung_chow_settlement.serializers.brief import brief
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
) -> JsonObject:
    """Settle many deals; a wrong deal does not affect the others. Raises Refused if it is no batch, or too costly.

    Texts are in `language` (None: English). Without `items`, results are brief.
    """
    deals = read_batch(body)
    check_batch(deals)
    return {"results": list(_results(rulebooks, deals, items, language))}


def _results(
    rulebooks: Rulebooks, deals: tuple[object, ...], items: bool, language: Language | None
) -> Iterator[orjson.Fragment]:
    """The responses, serialized one by one, so that a thousand are never in memory at once."""
    left = MAX_FAULTS_OF_A_BATCH
    budget = RequestBudget("deals")
    for number, deal in enumerate(deals, 1):
        settled = partial(_settled, rulebooks, deal, budget.steps, items=items)
        one = one_of_many(f"deal {number} of a batch", settled, max(1, min(left, MAX_ERRORS)))
        result = {**named(deal), **one}
        budget.check_steps()
        left -= len(result.get("problem", {}).get("errors", ()))
        if items and "answer" in result:
            budget.score(sum([len(hand["items"]) for hand in result["answer"]["hands"].values()]))
        yield orjson.Fragment(budget.add(to_json(result, language)))


def settle_one(rulebooks: Rulebooks, deal: object, what: str, *, items: bool = True) -> JsonObject:
    """One deal of many, each a request of its own: its response, or its problem."""
    return {**named(deal), **one_of_many(what, lambda: _settled(rulebooks, deal, Steps(), items=items))}


def _settled(rulebooks: Rulebooks, deal: object, steps: Steps, *, items: bool = True) -> JsonObject:
    legal = read_deal(rulebooks, deal, steps)
    settled = settled_within(legal, steps)
    response = serialize.settled(legal.compiled, legal.deal, settled)
    response = response if items else brief(response)
    check_hands([*response["hands"].values()], legal.compiled)
    return {"outcome": SETTLED, "answer": {**named(deal), **response}}


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


def _unsettled(outcome: str, problem: JsonObject) -> JsonObject:
    return {"outcome": outcome, "problem": problem}
