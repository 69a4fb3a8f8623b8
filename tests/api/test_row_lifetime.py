"""No cache keeps objects of a request or of a deleted rulebook, and caches are bounded."""

import gc
import sys
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import orjson
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext
from pung_chow_settlement.domain.rulebook.rule_table import Item
from pung_chow_settlement.domain.rulebook.rules import Cite, ScoringRule
from pung_chow_settlement.domain.scoring import DEAD
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.serializers.languages import to_json
from pung_chow_settlement.serializers.scored import scored
from tests.api.bodies import Json, against, deal, hand, won
from tests.conftest import ALL_BOOKS, NOT_COMPILED

KINDS = (Hand, Deal, HandContext, ArrangedHand)


@pytest.fixture
def _ignore_older_objects() -> Iterator[None]:
    """Exclude objects of other tests from the search."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@dataclass
class WatchedRow:
    """The members of a rule that an item needs, in a class that allows weak references."""

    id: str
    text: str
    source: Cite


@NOT_COMPILED
def test_no_cache_keeps_the_row_of_a_deleted_rulebook() -> None:
    row = WatchedRow("a-row", "A row", Cite("house", "7"))
    result = scored(replace(DEAD, further=(Item(cast("ScoringRule", row), (), points=2),)), Hand(()), None)
    assert orjson.loads(to_json(result))["items"][0]["source"] == {"book": "house", "page": "7"}
    watched = weakref.ref(row)
    del row, result
    gc.collect()
    assert watched() is None


def test_two_rows_with_one_id_are_serialized_separately() -> None:
    rule = BUILT_IN.by_id["harr-1923"].rulebook.rules[0]
    other = replace(rule, source=Cite("house", "7"))
    result = [
        scored(replace(DEAD, further=(Item(each, (), points=2),)), Hand(()), None)["items"][0] for each in (rule, other)
    ]
    assert [orjson.loads(to_json(each))["source"]["page"] for each in result] == [rule.source.page, "7"]


def live_objects() -> int:
    """The number of hands and deals that were created since and still exist."""
    gc.collect()
    return len([each for each in gc.get_objects() if isinstance(each, KINDS)])


def won_deal(ruleset: str) -> Json:
    return deal(ruleset, "east", won("discard", "3m", "south"), against("east", hand("22233888m111z", "555m")))


@pytest.mark.usefixtures("_ignore_older_objects")
def test_no_hand_exists_after_its_request(client: FlaskClient) -> None:
    before = live_objects()
    requests = [won_deal(ruleset) for ruleset in ALL_BOOKS]
    faulty = {**won_deal("harr-1922"), "winner": "north"}
    for body in (*requests, faulty, {"deals": requests}):
        client.post("/v1/settlements/batch" if "deals" in body else "/v1/settlements", json=body)
    assert live_objects() == before


UNBOUNDED = {
    "pung_chow_settlement.api.contract._as_json",
    "pung_chow_settlement.api.problem_pages._examples",
    "pung_chow_settlement.api.problem_pages.help_texts",
}
"""Caches independent of requests, or with a value for each language or kind of record."""


@NOT_COMPILED
def test_every_cache_that_depends_on_requests_is_bounded() -> None:
    modules = [module for name, module in sorted(sys.modules.items()) if name.startswith("pung_chow_settlement.")]
    kind = type(lru_cache(abs))
    cached = [var for module in modules for var in vars(module).values() if isinstance(var, kind)]
    assert len(cached) > 2 * len(UNBOUNDED)
    unbounded = {f"{each.__module__}.{each.__name__}" for each in cached if each.cache_info().maxsize is None}
    assert unbounded == UNBOUNDED
