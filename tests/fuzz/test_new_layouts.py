"""A layout that the service has not seen takes counted steps only, accepted or refused, whatever it says.

A loop that nobody counts is seen by the lines of Python that run: as many for a step, whatever is sent. The clock is
not asked. `WHOLE=1` tries 20,000 layouts.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any, Final

import pytest

from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.compile import (
    MAX_COST,
    MAX_WAYS,
    MAX_WAYS_OF_ONE,
    CompiledLayout,
    compile_layout,
)
from pung_chow_settlement.domain.layouts.match import CountedHand, Matcher
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked, matcher, parsed
from pung_chow_settlement.domain.layouts.steps import MAX_STEPS, Steps, TooManyStepsError
from pung_chow_settlement.domain.seats import SEATS, Seat
from pung_chow_settlement.domain.tiles import PLAYING_TILES, Tiles
from pung_chow_settlement.operations.deals import resolve_rules
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.conftest import NOT_COMPILED, NOT_TRACED
from tests.support import hostile_layouts
from tests.support.amounts import amount
from tests.support.counted_lines import CountedLines
from tests.support.dear_layouts import DEAR
from tests.support.hostile_layouts import forget
from tests.support.random_layouts import by_own_wind, hostile

Json = dict[str, Any]
LAYOUTS: Final = amount(150, 20_000)
RULES: Final = 200
LINES_TO_READ: Final = 25_000
"""Lines that parsing 300 characters runs, all of misspelt words, or compiling a layout of few plans."""
LINES_OF_A_WAY: Final = 1_800
LINES_OF_A_STEP: Final = 12
LINES_OF_A_PLAN: Final = 1_500
"""Lines for each plan when a seat's first hand is compared: moving its winds, its own prefilters."""


def texts(number: int, seed: str) -> Iterator[str]:
    """Layouts that are dear, random or close to the bounds."""
    rng = random.Random(seed)
    yield from DEAR
    for _ in range(number):
        yield rng.choice((hostile, hostile, hostile_layouts.layout))(rng)


@NOT_TRACED
@NOT_COMPILED
def test_a_new_layout_runs_so_many_lines_for_each_step_that_is_counted() -> None:
    for text in texts(LAYOUTS, "new layouts"):
        forget()
        with CountedLines() as lines:
            form, faults, ways = checked(LayoutSpec(text))
        assert lines.number <= LINES_TO_READ + LINES_OF_A_WAY * ways, text
        assert bool(form) != bool(faults)
        assert ways <= 2 * MAX_WAYS_OF_ONE + 1, text


@NOT_TRACED
@NOT_COMPILED
def test_the_first_hands_of_an_accepted_layout_run_so_many_lines_for_each_step() -> None:
    rng = random.Random("first hands")
    met = 0
    for text in texts(LAYOUTS, "accepted layouts"):
        sent = LayoutSpec(text, exposed="full")
        read, form = parsed(sent).read, checked(sent).compiled
        if read is None or form is None:
            continue
        met += 1
        forget()
        checked(sent)
        for seat in SEATS:
            hands, steps = [a_hand(form, rng), a_hand(form, rng)[1:]], Steps()
            steps.begin(MAX_STEPS)
            with CountedLines() as lines:
                found = matcher(read, seat, Seat.EAST)
                for hand in hands:
                    compare(found, CountedHand(Hand(hand), steps))
            taken = MAX_STEPS - steps.left
            allowed = LINES_OF_A_PLAN * len(form.plans) + LINES_OF_A_STEP * taken
            assert lines.number <= LINES_TO_READ + allowed, text
    assert met > LAYOUTS / 20


def compare(found: Matcher | None, hand: CountedHand) -> None:
    """Compare a hand with a layout that is possible in a seat, as far as its steps go."""
    if found is None:
        return
    with suppress(TooManyStepsError):
        found.is_complete(hand)
        found.waits(hand)
        found.tiles_missing(hand)


def a_hand(form: CompiledLayout, rng: random.Random) -> Tiles:
    """The tiles of a plan: a complete hand, or one with too many of a tile exchanged for others."""
    plan = rng.choice(form.plans)
    wanted = [
        *plan.fixed,
        *[tile for slot, times in plan.slots for _ in range(times) for tile in rng.choice(slot.options)],
    ]
    wanted += rng.sample(PLAYING_TILES, 14)
    held: list[int] = []
    for tile in wanted:
        if held.count(tile) < 4 and len(held) < 14:
            held.append(tile)
    return tuple(sorted(held))


@NOT_TRACED
@NOT_COMPILED
@pytest.mark.parametrize("seed", range(amount(1, 40)))
def test_two_hundred_new_layouts_of_a_request_run_no_more_lines_than_their_ways_allow(seed: int) -> None:
    rng = random.Random(seed)
    layouts = [*texts(RULES, f"rules {seed}")]
    if seed % 2:
        rng.shuffle(layouts)
    rules = {f"house:{number}": {"score": 1, "layout": {"tiles": text}} for number, text in enumerate(layouts[:RULES])}
    forget()
    with CountedLines() as lines:
        answer(rules)
    assert lines.number <= RULES * LINES_TO_READ + (MAX_WAYS + 2 * MAX_WAYS_OF_ONE) * LINES_OF_A_WAY


def answer(rules: Json) -> None:
    """Answer house rules, or refuse them."""
    with suppress(Refused):
        resolve_rules(BUILT_IN, {"ruleset": "bmja", "house_rules": {"rules": rules}})


def test_an_accepted_layout_is_the_same_in_each_seat_and_never_too_costly_there() -> None:
    rng = random.Random("seats")
    met = 0
    for text in [by_own_wind(rng) for _ in range(400)]:
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
