"""A layout that the service has not seen is compiled, or refused, within its bounds, whatever it says."""

import gc
import random
from collections.abc import Iterator
from itertools import product
from time import process_time
from typing import Final

import pytest

from pung_chow_settlement.domain.layouts.compile import MAX_COST, MAX_WAYS_OF_ONE, compile_layout
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked, matcher, parsed
from pung_chow_settlement.domain.seats import SEATS
from tests.support.amounts import cpu_seconds
from tests.support.hostile_layouts import forget
from tests.support.random_layouts import by_own_wind, hostile

LAYOUTS: Final = 400
MAX_SECONDS: Final = cpu_seconds(alone=0.05)


@pytest.fixture
def _no_garbage_collection() -> Iterator[None]:
    """Measure without garbage collection: a full collection takes longer than any layout."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_garbage_collection")
def test_a_new_layout_is_compiled_or_refused_within_its_bounds() -> None:
    rng = random.Random("new layouts")
    for text in [hostile(rng) for _ in range(LAYOUTS)]:
        forget()
        started = process_time()
        form, faults, ways = checked(LayoutSpec(text))
        assert process_time() - started < MAX_SECONDS, text
        assert bool(form) != bool(faults)
        assert ways <= 2 * MAX_WAYS_OF_ONE + 1, text


def test_an_accepted_layout_is_the_same_in_each_seat_and_never_too_costly_there() -> None:
    rng = random.Random("seats")
    met = 0
    for text in [by_own_wind(rng) for _ in range(LAYOUTS)]:
        read = parsed(LayoutSpec(text)).read
        if read is None or not read.by_seat or checked(LayoutSpec(text)).compiled is None:
            continue
        met += 1
        for place in product(SEATS, SEATS):
            found, (alone, faults) = matcher(read, *place), compile_layout(read.layout, *place)
            assert all(fault.code == "impossible-layout" for fault in faults)
            assert found is None or found.compiled.cost <= MAX_COST
            assert (None if found is None else {*found.compiled.plans}) == (None if alone is None else {*alone.plans})
    assert met
