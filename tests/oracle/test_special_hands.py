"""Arrangements, waits and special hands against brute force and the independent scorer.

The hands tried are close to special ones: one of each, with up to two tiles exchanged. `SPECIAL_HANDS=2000` tries more
of them. Layouts have tests of their own in tests/domain/test_layouts.py.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pung_chow_settlement.domain import arrangements, shapes
from pung_chow_settlement.domain.arrangements import WinConditions
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import arranged_hand, traits_of
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.rulebook.rules import AppliesTo, ScoringRule
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.sets import EXPOSED
from pung_chow_settlement.domain.sets_and_pair import count
from pung_chow_settlement.domain.tiles import COPIES, PLAYING_TILES, TERMINALS_AND_HONOURS, Tiles
from pung_chow_settlement.requests.read_deal import read_score
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.amounts import amount
from tests.support.oracle import modern, modern_books, modern_deals
from tests.support.oracle.layout_reader import hands_of
from tests.support.oracle.modern_deals import Bag, Built, NoSuchDealError
from tests.support.oracle.modern_tiles import Form
from tests.support.oracle.tiles import KINDS, SEATS

NUMBER = int(os.environ.get("SPECIAL_HANDS", amount(80, 200)))
"""Hands tried for each special hand."""
Json = dict[str, Any]


def near(rng: random.Random, tiles: Tiles, most: int = 2) -> Tiles:
    """These tiles with a few exchanged, mostly for the same number of another suit or for neighbours."""
    exchanged = list(tiles)
    for _ in range(rng.randint(0, most)):
        place = rng.randrange(len(exchanged))
        tile = exchanged.pop(place)
        candidates = [(tile + 9) % 27, max(0, tile - 1), min(33, tile + 1), rng.choice(exchanged), rng.randrange(34)]
        left = [each for each in candidates if exchanged.count(each) < COPIES[each]]
        exchanged.append(rng.choice(left))
    return tuple(sorted(exchanged))


@pytest.mark.parametrize(
    ("shape", "number"),
    [
        ("thirteen-heads", 13),
        ("pairs-of-heads", 1716),
        ("seven-pairs-of-heads", 27742),
        ("knitting", 18090),
        ("triple-knitting", 13338),
        ("snake-with-winds", 3),
        ("gates", 21),
    ],
)
def test_the_number_of_hands_of_a_shape_is_the_combinatorial_one(shape: str, number: int) -> None:
    """Seven pairs have too many hands to list."""
    assert len(hands_of(NAMED[shape].sent.tiles, Seat.SOUTH, 10**6) or ()) == number


# Four sets and a pair, by trying all sets of the game


ALL_SETS: list[Tiles] = [
    *((tile,) * 3 for tile in PLAYING_TILES),
    *((tile, tile + 1, tile + 2) for tile in range(27) if tile % 9 < 7),
]


def every_decomposition(tiles: Tiles) -> set[tuple[Tiles, ...]]:
    """Every decomposition into sets and a pair, by trying each pair and then every combination of sets."""
    counts = count(tiles)
    pairs = [(tile, tile) for tile in sorted(set(tiles)) if counts[tile] >= 2]
    fitting = [each for each in ALL_SETS if all(counts[tile] for tile in each)]
    found = set()
    for pair in pairs:
        left = Counter(tiles) - Counter(pair)
        found |= {tuple(sorted([pair, *sets])) for sets in _combinations(left, fitting, 0)}
    return found


def _combinations(left: Counter[int], sets: list[Tiles], start: int) -> Iterator[list[Tiles]]:
    if not left:
        yield []
    for place in range(start, len(sets)):
        its = Counter(sets[place])
        if its <= left:
            yield from ([sets[place], *others] for others in _combinations(left - its, sets, place))


def with_sets(rng: random.Random) -> Hand:
    """A nearly complete hand of few kinds, which has many decompositions, with or without declared sets."""
    kinds = rng.choice(
        [range(5), range(13, 18), range(9), range(27), sorted(TERMINALS_AND_HONOURS), [*range(18, 27), *range(27, 34)]]
    )
    sets = [each for each in ALL_SETS if set(each) <= set(kinds)]
    while True:
        declared = rng.choice([0, 0, 0, 1, 2, 3])
        hand_sets = [rng.choice(sets) for _ in range(4)]
        pair = (rng.choice(kinds),) * 2
        if max(Counter(sum(hand_sets, pair)).values()) <= 4:
            concealed = near(rng, sum(hand_sets[declared:], pair), most=1)
            exposed = tuple(EXPOSED[each] for each in hand_sets[:declared])
            if max(Counter(sum(hand_sets[:declared], concealed)).values()) <= 4:
                return Hand(concealed, exposed)


def test_every_decomposition_into_four_sets_and_a_pair_is_found() -> None:
    rng = random.Random("divisions")
    most = 0
    for _ in range(3 * NUMBER):
        hand = with_sets(rng)
        found = shapes.FOUR_SETS.decompose(CountedHand(hand, Steps()))
        seen = {tuple(sorted(each.tiles for each in decomposition)) for decomposition in found}
        assert len(seen) == len(found)
        assert seen == every_decomposition(hand.concealed), hand.concealed
        assert shapes.FOUR_SETS.complete(CountedHand(hand, Steps())) is bool(found)
        most = max(most, len(found))
    assert most >= 3


def fewest_chows(hand: Hand, concealed: Tiles) -> int | None:
    """The fewest chows with which these tiles complete the hand; None if they do not."""
    declared = sum(len(set(each.tiles)) > 1 for each in hand.exposed)
    decompositions = every_decomposition(tuple(sorted(concealed)))
    return min((declared + sum(len(set(each)) == 3 for each in found) for found in decompositions), default=None)


def test_a_hand_waits_for_each_tile_that_completes_four_sets_and_a_pair() -> None:
    rng = random.Random("waits")
    waiting_hands = 0
    for _ in range(NUMBER):
        hand = with_sets(rng)
        left = list(hand.concealed)
        left.remove(rng.choice(left))
        waiting = hand.with_concealed(tuple(left))
        free = [tile for tile in PLAYING_TILES if waiting.tiles.count(tile) < COPIES[tile]]
        with_chows = {tile: chows for tile in free if (chows := fewest_chows(waiting, (*left, tile))) is not None}
        for most in (0, 1, 4):
            expected = [tile for tile, chows in with_chows.items() if chows <= most]
            assert (
                arrangements.waits(CountedHand(waiting, Steps()), WinConditions((shapes.FOUR_SETS,), most)) == expected
            ), left
        waiting_hands += bool(with_chows)
    assert waiting_hands > NUMBER // 4


# Every special hand of every rulebook, against the independent scorer


PLANS: dict[str, Callable[[Bag], Built]] = {
    "gates": modern_deals.gates,
    "snake of a suit": modern_deals.snake_of_a_suit,
    "thirteen": modern_deals.thirteen,
    "pairs of majors": modern_deals.pairs_of_majors,
    "knitted": modern_deals.knitted,
    "knitted in three": modern_deals.knitted_in_three,
    "snake with winds": modern_deals.snake_with_winds,
    "pungs of a suit": modern_deals.pungs_of_a_suit,
    "kongs": modern_deals.only_kongs,
    "great honours": modern_deals.great_honours,
    "pungs and kongs": modern_deals.pungs_and_kongs,
    "sets": lambda bag: modern_deals.ordinary(bag, 4),
}
BY_FORM: dict[str, Callable[[modern_books.OracleDeal, Form], list[str]]] = {
    "millington": modern_books.millington_limits,
    "dmjl": modern_books.dmjl_limits,
    "bmja": lambda case, form: [
        *modern_books.bmja_specials(form, case.hand.all_tiles),
        *modern_books.bmja_events(case, form),
        *["purity"] * modern_books.purity(form, case.hand.all_tiles),
        *["purity-on-the-last-discard"] * (case.won.last_discard and modern_books.purity(form, case.hand.all_tiles)),
    ],
}
"""The special hands of a reading by the independent scorer."""


def near_special(rng: random.Random, book: str, plan: Callable[[Bag], Built]) -> Json:
    """A request for a winner's hand close to a special one."""
    while True:
        bag = Bag(rng)
        try:
            built = plan(bag)
        except NoSuchDealError:
            continue
        result = built.as_json()
        result["concealed"] = _near_text(rng, built.concealed)
        seat = rng.choice(SEATS)
        win = modern_deals.circumstance(bag, book, seat, list(SEATS), built)
        if win.get("tile") in (None, *_kinds(result["concealed"])):
            return {"ruleset": book, "round_wind": "east", "seat": seat, "hand": result, "win": win}


def _kinds(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _near_text(rng: random.Random, concealed: list[str]) -> str:
    tiles = tuple(KINDS.index(tile) for tile in concealed)
    return "".join(KINDS[tile] for tile in near(rng, tiles, most=rng.choice([0, 0, 1, 2])))


NOT_COMPLETE = {"incomplete-hand", "too-many-chows"}


def by_the_service(request: Json) -> set[str] | None:
    """The special hands of all arrangements, empty if the hand is incomplete; None if the request is refused."""
    try:
        read = read_score(BUILT_IN, request)
    except Refused as refusal:
        return set() if {fault.code for fault in refusal.faults} <= NOT_COMPLETE else None
    context, compiled = read.context, read.compiled
    assert context.win is not None
    arranged_hands = [
        arranged_hand(context, arrangement, traits_of(context.hand))
        for arrangement in arrangements.arrangements(context.counted_hand(), context.win, compiled.win_conditions)
    ]
    rows = [(required, row.rule) for required, row in compiled.winner.rows if is_special(row.rule)]
    return {rule.id for required, rule in rows for arranged in arranged_hands if required.evidence(arranged)}


def is_special(rule: ScoringRule) -> bool:
    return rule.applies_to is AppliesTo.WINNER and (rule.limit_percent > 0 or rule.counts_bonus_separately)


def by_the_scorer(request: Json) -> set[str]:
    """The special hands of all readings by the independent scorer."""
    book = request["ruleset"]
    hand, win = modern.hand_of(request["hand"]), modern.win_of(request["win"])
    case = modern_books.OracleDeal(book, modern.options_of(book, {}), request["seat"], request["round_wind"], hand, win)
    forms = modern.forms_of(case)
    if book != "bmja":
        return {name for form in forms for name in BY_FORM[book](case, form)}
    few = [form for form in forms if len(form.chows) <= case.options.chows]
    own = modern_books.bmja_shapes(hand.concealed, hand.declared)
    if not modern_books.gates_may_be_claimed(win) and "gates-of-heaven" in own:
        own.remove("gates-of-heaven")
    by_events = modern_books.bmja_events(case, Form("own", (), None)) if own else []
    return {*own, *by_events, *(name for form in few for name in BY_FORM[book](case, form))}


@pytest.mark.parametrize("book", BY_FORM)
def test_the_service_finds_the_same_special_hands_as_the_scorer(book: str) -> None:
    rng = random.Random(f"special {book}")
    reached = Counter[str]()
    missed = 0
    for plan in PLANS.values():
        for _ in range(NUMBER):
            request = near_special(rng, book, plan)
            found = by_the_service(request)
            if found is None:
                continue
            expected = by_the_scorer(request)
            if request["win"]["source"] == "original-hand":  # a limit hand as Heaven's Blessing: it did not wait
                found.discard("nine-gates")
            assert found == expected, request
            reached.update(found)
            missed += not found
    special = {rule.id for rule in BUILT_IN.by_id[book].rulebook.rules if is_special(rule)}
    assert set(reached) >= special - RARE
    assert missed > NUMBER


RARE = {"thirteenth-win", "east-nine-times"}
"""Rules about runs of wins, which no hand has by its tiles."""
