"""Layouts that are refused cost as little as those that are accepted, in every operation that takes house rules."""

import gc
from collections.abc import Callable
from itertools import islice
from time import process_time
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.conftest import NOT_TRACED
from tests.support.amounts import cpu_seconds
from tests.support.contract import EXAMPLES
from tests.support.hostile_layouts import REFUSED, refused
from tests.support.sessions import Json

_NEW: Final = {tiles: refused(tiles) for tiles in REFUSED.values()}


def house(tiles: str, number: int) -> Json:
    """House rules with so many layouts of these tiles, which no request had before."""
    return {"rules": {f"house:{each}": rule for each, rule in enumerate(islice(_NEW[tiles], number))}}


def with_house(body: Json, rules: Json) -> Json:
    if "deals" in body:
        return {"deals": [{**deal, "house_rules": rules} for deal in body["deals"]]}
    return {**body, "house_rules": rules}


def refused_in(client: FlaskClient, path: str, make: Callable[[], Json]) -> tuple[float, set[str]]:
    """The least seconds of processor time of a request, and the pointers of the faults of it or its first deal.

    It is sent three times, with other layouts each time, as the machine may be busy; what was there before is none of
    the garbage collector's business.
    """
    times, pointers = [], set()
    gc.freeze()
    for body in [make() for _ in range(3)]:
        started = process_time()
        answer: Any = client.post(path, json=body).get_json()
        times.append(process_time() - started)
        problem = answer["results"][0]["problem"] if "results" in answer else answer
        pointers |= {fault["pointer"] for fault in problem["errors"]}
    gc.unfreeze()
    return min(times), pointers


def test_these_are_the_operations_that_take_house_rules() -> None:
    assert {"/v1/settlements", "/v1/settlements/batch", "/v1/scoresheets", "/v1/rulesets/resolve"} <= EXAMPLES.keys()


@NOT_TRACED
@pytest.mark.parametrize("layout", REFUSED)
@pytest.mark.parametrize("path", EXAMPLES)
def test_a_layout_is_refused_in_fifty_milliseconds(client_unchecked: FlaskClient, path: str, layout: str) -> None:
    taken, pointers = refused_in(client_unchecked, path, lambda: with_house(EXAMPLES[path], house(REFUSED[layout], 1)))
    assert pointers == {"/house_rules/rules/house:0/layout/tiles"}
    assert taken < cpu_seconds(alone=0.05)


@NOT_TRACED
@pytest.mark.parametrize("layout", REFUSED)
@pytest.mark.parametrize("path", EXAMPLES)
def test_five_layouts_are_refused_in_a_third_of_a_second(client_unchecked: FlaskClient, path: str, layout: str) -> None:
    taken, pointers = refused_in(client_unchecked, path, lambda: with_house(EXAMPLES[path], house(REFUSED[layout], 5)))
    assert "/house_rules/rules/house:0/layout/tiles" in pointers
    assert taken < cpu_seconds(alone=0.3)


@NOT_TRACED
def test_a_thousand_deals_with_such_layouts_are_refused_as_fast(client_unchecked: FlaskClient) -> None:
    def batch() -> Json:
        houses = [house(tiles, 2) for tiles in REFUSED.values()]
        return {"deals": [{"ruleset": "dmjl", "house_rules": houses[each % len(houses)]} for each in range(1000)]}

    taken, pointers = refused_in(client_unchecked, "/v1/settlements/batch", batch)
    assert "/house_rules/rules/house:0/layout/tiles" in pointers
    assert taken < cpu_seconds(alone=0.3)
