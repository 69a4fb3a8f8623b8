"""Nothing of a past request is kept, and nothing of a rulebook that is gone."""

import gc
import sys
import weakref
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.arranged_hand import ArrangedHand, HandContext
from service.domain.deal import Deal
from service.domain.hand import Hand
from service.domain.pipeline import settle_deal
from service.domain.rulebook.compiled_rulebook import RulebookCache
from service.domain.rulebook.model import ScoringRule
from service.requests.requests import read_deal
from service.rulebooks import ALL, BY_ID, LIBRARY
from tests.cases import ALL_BOOKS, against, deal, hand, won
from tests.conftest import NOT_COMPILED

RULEBOOK = BY_ID["harr-1922"].rulebook
MAH_JONG = LIBRARY.entries["harr-1922", "mah-jong"].rule
KINDS = (Hand, Deal, HandContext, ArrangedHand)


class WatchedRule(ScoringRule):
    """A row that can be given to be gone."""


def won_deal(ruleset: str) -> dict[str, Any]:
    """A win whose pair waits at several places, so that all that may be kept is looked for."""
    winner = hand("22233888m111z", "555m")
    return deal(ruleset, "east", won("discard", "3m", "south"), against("east", winner))


@pytest.fixture(autouse=True, scope="module")
def what_was_there_before() -> Iterator[None]:
    """What other tests hold is not looked through."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def known(*kinds: type) -> list[object]:
    """Every object of these kinds that has been made since and is still alive."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, kinds)]


@pytest.mark.parametrize("ruleset", [rulebook.id for rulebook in ALL])
def test_no_cache_keeps_the_hands_of_a_deal(ruleset: str) -> None:
    before = known(*KINDS)
    read = read_deal(won_deal(ruleset))
    settled = settle_deal(read.deal, read.compiled)
    assert settled.settlement.payments
    assert len(known(*KINDS)) > len(before)
    del read, settled
    assert len(known(*KINDS)) == len(before)


def test_no_request_leaves_a_hand_behind(client: FlaskClient) -> None:
    before = known(*KINDS)
    requests = [won_deal(ruleset) for ruleset in ALL_BOOKS]
    faulty = {**won_deal("harr-1922"), "winner": "north"}
    for body in (*requests, faulty, {"deals": requests}):
        client.post("/v1/settlements/batch" if "deals" in body else "/v1/settlements", json=body)
    assert len(known(*KINDS)) == len(before)


@NOT_COMPILED
def test_no_cache_keeps_the_rows_of_a_rulebook_that_is_gone() -> None:
    row = WatchedRule(**{each.name: getattr(MAH_JONG, each.name) for each in fields(ScoringRule)})
    gone = weakref.ref(row)
    cached = RulebookCache(replace(RULEBOOK, id="gone", rules=(row, *RULEBOOK.rules[1:])))
    played = read_deal(won_deal("harr-1922")).deal
    assert settle_deal(played, cached.under({"limit": 500})).scores[0].points
    del row, cached
    gc.collect()
    assert gone() is None


UNBOUNDED = {
    "service.api.contract._as_json", "service.api.problem_pages._examples", "service.api.responses.spoken",
    "service.domain.layouts.compile._every", "service.ops.offload._threads",
}  # fmt: skip
"""Caches of what does not depend on a request, or of a value for each language or kind of group."""


def test_every_cache_of_what_requests_bring_is_bounded() -> None:
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("service.")]
    kind = type(lru_cache(abs))
    cached = [each for module in modules for each in vars(module).values() if isinstance(each, kind)]
    assert len(cached) > 2 * len(UNBOUNDED)
    unbounded = {f"{each.__module__}.{each.__name__}" for each in cached if each.cache_info().maxsize is None}
    assert unbounded == UNBOUNDED
