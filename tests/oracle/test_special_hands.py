"""Every special hand by brute force: no shape, no arrangement and no waiting tile is missed.

Hands near each: one that has it, up to two of its tiles exchanged. What completes a hand is looked for by trying all
hands that there are of a shape, or all sets of the game, tile by tile; what a special hand is, the independent scorer
says. `SPECIAL_HANDS=2000` asks more hands of each.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from service.domain import arrange, shapes
from service.domain.arrange import WinConditions
from service.domain.arranged_hand import arranged_hand, traits_of
from service.domain.decompose import count
from service.domain.hand import Hand
from service.domain.rulebook.model import AppliesTo, ScoringRule
from service.domain.sets import EXPOSED
from service.domain.shapes import WinShape
from service.domain.tiles import COPIES, MAJORS, PLAYING_TILES, WINDS, Tiles
from service.requests.refusals import Refused
from service.requests.requests import read_score
from service.rulebooks import BY_ID
from support.amounts import amount
from support.oracle import modern, modern_books, modern_deals
from support.oracle.modern_deals import Bag, Built, NoSuchDealError
from support.oracle.modern_tiles import KINDS, SEATS, Form

NUMBER = int(os.environ.get("SPECIAL_HANDS", amount(80, 200)))
"""Hands near each special hand."""
Json = dict[str, Any]


# Shapes of fourteen tiles: every hand that there is of a shape, written down


def hands_of(goals: Iterator[list[int]]) -> frozenset[Tiles]:
    return frozenset(tuple(sorted(goal)) for goal in goals if max(Counter(goal).values()) <= 4)


def knitted() -> Iterator[list[int]]:
    for one, other in combinations((0, 9, 18), 2):
        for numbers in combinations_with_replacement(range(9), 7):
            yield [suit + number for number in numbers for suit in (one, other)]


def knitted_in_three() -> Iterator[list[int]]:
    for numbers in combinations_with_replacement(range(9), 4):
        fours = [suit + number for number in numbers for suit in (0, 9, 18)]
        for one, other in combinations((0, 9, 18), 2):
            yield from ([*fours, one + number, other + number] for number in range(9))


def pairs_of_majors() -> Iterator[list[int]]:
    return ([*heads, *heads] for heads in combinations(sorted(MAJORS), 7))


def seven_pairs_of_heads() -> Iterator[list[int]]:
    return ([*heads, *heads] for heads in combinations_with_replacement(sorted(MAJORS), 7))


def thirteen_heads() -> Iterator[list[int]]:
    return ([*MAJORS, head] for head in MAJORS)


def snakes_with_winds() -> Iterator[list[int]]:
    return ([start, *range(start, start + 9), *WINDS] for start in (0, 9, 18))


def gates() -> Iterator[list[int]]:
    for start in (0, 9, 18):
        ends = [start, start, start + 8, start + 8]
        yield from ([*ends, *range(start, start + 9), twice] for twice in range(start + 1, start + 8))


def some_seven_pairs() -> Iterator[list[int]]:
    rng = random.Random(7)
    for _ in range(500):
        kinds = rng.sample([tile for tile in PLAYING_TILES for _ in range(2)], 7)
        yield kinds * 2


HANDS_OF: dict[WinShape, Callable[[], Iterator[list[int]]]] = {
    shapes.BY_ID["thirteen-heads"]: thirteen_heads,
    shapes.BY_ID["pairs-of-heads"]: pairs_of_majors,
    shapes.BY_ID["seven-pairs-of-heads"]: seven_pairs_of_heads,
    shapes.BY_ID["knitting"]: knitted,
    shapes.BY_ID["triple-knitting"]: knitted_in_three,
    shapes.BY_ID["snake-with-winds"]: snakes_with_winds,
    shapes.BY_ID["gates"]: gates,
    shapes.BY_ID["seven-pairs"]: some_seven_pairs,
}


@cache
def every_hand(shape: WinShape) -> frozenset[Tiles]:
    return hands_of(HANDS_OF[shape]())


def is_in_pairs(tiles: Tiles) -> bool:
    return all(copies % 2 == 0 for copies in Counter(tiles).values())


def is_of(shape: WinShape, tiles: Tiles) -> bool:
    """Whether fourteen tiles are a hand of a shape; seven pairs are computed, since they are too many to list."""
    return is_in_pairs(tiles) if shape is shapes.BY_ID["seven-pairs"] else tuple(sorted(tiles)) in every_hand(shape)


def near(rng: random.Random, tiles: Tiles, most: int = 2) -> Tiles:
    """These tiles with a few exchanged, mostly for others of the same number or suit, or for neighbours."""
    exchanged = list(tiles)
    for _ in range(rng.randint(0, most)):
        place = rng.randrange(len(exchanged))
        tile = exchanged.pop(place)
        beside = [(tile + 9) % 27, max(0, tile - 1), min(33, tile + 1), rng.choice(exchanged), rng.randrange(34)]
        left = [each for each in beside if exchanged.count(each) < COPIES[each]]
        exchanged.append(rng.choice(left))
    return tuple(sorted(exchanged))


def test_every_shape_but_four_sets_is_tried() -> None:
    assert set(HANDS_OF) == set(shapes.ALL) - {shapes.FOUR_SETS}
    assert {shape.id: len(every_hand(shape)) for shape in HANDS_OF if shape is not shapes.BY_ID["seven-pairs"]} == {
        "thirteen-heads": 13,
        "pairs-of-heads": 1716,
        "seven-pairs-of-heads": 27742,
        "knitting": 18090,
        "triple-knitting": 13338,
        "snake-with-winds": 3,
        "gates": 21,
    }


@pytest.mark.parametrize("shape", HANDS_OF, ids=lambda shape: shape.id)
def test_a_hand_is_of_a_shape_where_it_is_one_of_all_its_hands(shape: WinShape) -> None:
    rng = random.Random(f"complete {shape.id}")
    hands = sorted(every_hand(shape))
    seen = Counter[bool]()
    for _ in range(NUMBER):
        concealed = near(rng, rng.choice(hands))
        hand, expected = Hand(concealed), is_of(shape, concealed)
        assert shape.complete(hand, concealed) is expected, concealed
        assert len(shape.decompose(hand, concealed)) == expected, concealed
        assert (shape.tiles_missing(hand) == 0) is expected, concealed
        seen[expected] += 1
    assert min(seen[True], seen[False]) > NUMBER // 20


@pytest.mark.parametrize("shape", HANDS_OF, ids=lambda shape: shape.id)
def test_a_hand_waits_for_each_tile_that_makes_it_one_of_all_its_hands(shape: WinShape) -> None:
    rng = random.Random(f"waiting {shape.id}")
    hands = sorted(every_hand(shape))
    waited = 0
    for _ in range(NUMBER):
        complete = list(near(rng, rng.choice(hands), most=1))
        complete.remove(rng.choice(complete))
        hand = Hand(tuple(complete))
        left = [tile for tile in PLAYING_TILES if complete.count(tile) < COPIES[tile]]
        expected = [tile for tile in left if is_of(shape, (*complete, tile))]
        assert arrange.waits(hand, hand.concealed, WinConditions((shape,))) == expected, complete
        waited += bool(expected)
    assert waited > NUMBER // 4


# Four sets and a pair: all sets of the game, tried one after the other


ALL_SETS: list[Tiles] = [
    *((tile,) * 3 for tile in PLAYING_TILES),
    *((tile, tile + 1, tile + 2) for tile in range(27) if tile % 9 < 7),
]


def every_decomposition(tiles: Tiles) -> set[tuple[Tiles, ...]]:
    """Every decomposition into sets and a pair: each pair is taken out, then each set as often as possible."""
    counts = count(tiles)
    pairs = [(tile, tile) for tile in sorted(set(tiles)) if counts[tile] >= 2]
    fitting = [each for each in ALL_SETS if all(counts[tile] for tile in each)]
    found = set()
    for pair in pairs:
        left = Counter(tiles) - Counter(pair)
        found |= {tuple(sorted([pair, *sets])) for sets in _made_of(left, fitting, 0)}
    return found


def _made_of(left: Counter[int], sets: list[Tiles], start: int) -> Iterator[list[Tiles]]:
    if not left:
        yield []
    for place in range(start, len(sets)):
        its = Counter(sets[place])
        if its <= left:
            yield from ([sets[place], *others] for others in _made_of(left - its, sets, place))


def with_sets(rng: random.Random) -> Hand:
    """A nearly complete hand of few kinds, so that it has many decompositions, with or without sets on the table."""
    kinds = rng.choice([range(5), range(13, 18), range(9), range(27), sorted(MAJORS), [*range(18, 27), *range(27, 34)]])
    sets = [each for each in ALL_SETS if set(each) <= set(kinds)]
    while True:
        declared = rng.choice([0, 0, 0, 1, 2, 3])
        made = [rng.choice(sets) for _ in range(4)]
        pair = (rng.choice(kinds),) * 2
        if max(Counter(sum(made, pair)).values()) <= 4:
            concealed = near(rng, sum(made[declared:], pair), most=1)
            exposed = tuple(EXPOSED[each] for each in made[:declared])
            if max(Counter(sum(made[:declared], concealed)).values()) <= 4:
                return Hand(concealed, exposed)


def test_four_sets_and_a_pair_are_seen_in_every_way() -> None:
    rng = random.Random("divisions")
    most = 0
    for _ in range(3 * NUMBER):
        hand = with_sets(rng)
        found = shapes.FOUR_SETS.decompose(hand, hand.concealed)
        seen = {tuple(sorted(each.tiles for each in decomposition)) for decomposition in found}
        assert len(seen) == len(found)
        assert seen == every_decomposition(hand.concealed), hand.concealed
        assert shapes.FOUR_SETS.complete(hand, hand.concealed) is bool(found)
        most = max(most, len(found))
    assert most >= 3


def fewest_chows(hand: Hand, concealed: Tiles) -> int | None:
    """The fewest chows of a complete hand of these tiles; None if they complete none."""
    declared = sum(len(set(each.tiles)) > 1 for each in hand.exposed)
    decompositions = every_decomposition(tuple(sorted(concealed)))
    return min((declared + sum(len(set(each)) == 3 for each in found) for found in decompositions), default=None)


def test_a_hand_waits_for_each_tile_that_makes_sets_and_a_pair_of_it() -> None:
    rng = random.Random("waits")
    waited = 0
    for _ in range(NUMBER):
        hand = with_sets(rng)
        left = list(hand.concealed)
        left.remove(rng.choice(left))
        waiting = hand._replace(concealed=tuple(left))
        free = [tile for tile in PLAYING_TILES if waiting.tiles.count(tile) < COPIES[tile]]
        with_chows = {tile: chows for tile in free if (chows := fewest_chows(waiting, (*left, tile))) is not None}
        for most in (0, 1, 4):
            expected = [tile for tile, chows in with_chows.items() if chows <= most]
            assert arrange.waits(waiting, waiting.concealed, WinConditions((shapes.FOUR_SETS,), most)) == expected, left
        waited += bool(with_chows)
    assert waited > NUMBER // 4


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
"""What the independent scorer finds in one reading of a hand."""


def asked(rng: random.Random, book: str, plan: Callable[[Bag], Built]) -> Json:
    """A request for a winner's hand close to a special one."""
    while True:
        bag = Bag(rng)
        try:
            built = plan(bag)
        except NoSuchDealError:
            continue
        result = built.result()
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


def found_here(request: Json) -> set[str] | None:
    """The special hands of all arrangements, empty if the hand is not complete; None if the request is refused."""
    try:
        read = read_score(request)
    except Refused as refusal:
        return set() if {fault.code for fault in refusal.faults} <= NOT_COMPLETE else None
    context, compiled = read.context, read.compiled
    assert context.win is not None
    arranged_hands = [
        arranged_hand(context, arrangement, traits_of(context.hand))
        for arrangement in arrange.arrangements(context.hand, context.win, compiled.win_conditions)
    ]
    rows = [(where, predicate, row.rule) for where, predicate, row in compiled.winner.rows if is_special(row.rule)]
    return {
        rule.id
        for where, predicate, rule in rows
        for arranged in arranged_hands
        if where & arranged.features and predicate(arranged)
    }


def is_special(rule: ScoringRule) -> bool:
    return rule.applies_to is AppliesTo.WINNER and (rule.limit_percent > 0 or rule.bonus_apart)


def found_there(request: Json) -> set[str]:
    """The special hands of all readings by the independent scorer."""
    book = request["ruleset"]
    hand, win = modern.hand_of(request["hand"]), modern.win_of(request["win"])
    case = modern_books.OracleDeal(book, modern.options_of(book, {}), request["seat"], request["round_wind"], hand, win)
    forms = modern.forms_of(case)
    if book != "bmja":
        return {name for form in forms for name in BY_FORM[book](case, form)}
    few = [form for form in forms if len(form.chows) <= case.options.chows]
    own = modern_books.bmja_shapes(hand.concealed, hand.declared)
    if not modern_books.gates_may_be_won_so(win) and "gates-of-heaven" in own:
        own.remove("gates-of-heaven")
    by_events = modern_books.bmja_events(case, Form("own", (), None)) if own else []
    return {*own, *by_events, *(name for form in few for name in BY_FORM[book](case, form))}


@pytest.mark.parametrize("book", BY_FORM)
def test_a_special_hand_is_found_in_every_hand_that_is_one_and_in_no_other(book: str) -> None:
    rng = random.Random(f"special {book}")
    reached = Counter[str]()
    missed = 0
    for plan in PLANS.values():
        for _ in range(NUMBER):
            request = asked(rng, book, plan)
            here = found_here(request)
            if here is None:
                continue
            there = found_there(request)
            if request["win"]["source"] == "original-hand":  # the limit by Heaven's blessing: it did not wait
                here.discard("nine-gates")
            assert here == there, request
            reached.update(here)
            missed += not here
    special = {rule.id for rule in BY_ID[book].rulebook.rules if is_special(rule)}
    assert set(reached) >= special - RARE
    assert missed > NUMBER


RARE = {"thirteenth-win", "east-nine-times"}
"""Rules of a run of wins, which no tiles show."""
