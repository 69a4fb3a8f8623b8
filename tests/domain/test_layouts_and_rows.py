"""Layouts find the same hands as the rows of the rulebooks, and the same hands waiting for a named hand."""

import random
from collections.abc import Iterator

import pytest

from pung_chow_settlement.domain import shapes
from pung_chow_settlement.domain.arrangements import Arrangement, WinConditions
from pung_chow_settlement.domain.clauses.clause import Requirement
from pung_chow_settlement.domain.clauses.patterns import WAITING_FOR, one_tile_short
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import AppliesTo, ScoringRule, layout_of
from pung_chow_settlement.domain.scoring import sets_held
from pung_chow_settlement.domain.sets import Set
from pung_chow_settlement.domain.tiles import PLAYING_TILES
from pung_chow_settlement.rulebooks import ALL
from tests.domain.builders import prepare, sets, tiles
from tests.domain.layouts import OWN, ROUND, SpecialHand, matchers, special_hands
from tests.support.amounts import amount
from tests.support.oracle.layout_reader import DECLARED, Group, random_groups

TIMES = amount(4, 40)
LAYOUTS = {hand.row["id"]: hand for hand in special_hands() if hand.book == "rulebooks"}
SHAPES = [shape for shape in shapes.ALL if shape is not shapes.FOUR_SETS]
RULES = [(layout, rule) for layout in LAYOUTS.values() for rule in layout.row["rules"]]
SOURCES = (WinSource.WALL, WinSource.DISCARD, WinSource.LOOSE_TILE, WinSource.ROBBED_KONG, WinSource.ORIGINAL_HAND)


# Rows


def row_of(name: str) -> tuple[Requirement, WinConditions]:
    """What a row requires under the default options, and the win conditions of its rulebook."""
    book, _, rule_id = name.partition("/")
    rulebook = next(each for each in ALL if each.id == book)
    rule = next(each for each in rulebook.rules if each.id == rule_id)
    options = {option.name: option.default for option in rulebook.options}
    agreed = tuple(shape for _, shape in rulebook.shapes_agreed if shape.id == rule_id)
    return rule.condition.with_options(options), WinConditions((*rulebook.shapes, *agreed))


def hand_of(groups: list[Group], rng: random.Random, exposing: float) -> Hand:
    """The groups as concealed tiles or, with a chance of `exposing`, as exposed sets and kongs of any kind."""
    concealed: list[int] = []
    declared: dict[str, list[Set]] = {"exposed": [], "claimed kong": [], "concealed kong": []}
    for what, group in groups:
        shown = what in DECLARED and rng.random() < exposing
        where = rng.choice(["exposed", "exposed", "claimed kong", "concealed kong"])
        kong = what == "kong" or (shown and 4 in DECLARED[what] and len(set(group)) == 1 and where != "exposed")
        if not (shown or what == "kong") or (where != "exposed" and not kong):
            concealed += tiles("".join(group))
            continue
        declared[where] += sets("".join(group[:3] + group[:1] * kong), exposed=where != "concealed kong")
    exposed, claimed, kongs = (tuple(each) for each in declared.values())
    return Hand(tuple(sorted(concealed)), exposed, claimed, kongs)


def legal(hand: Hand) -> bool:
    return all(hand.tiles.count(tile) <= 4 for tile in hand.tiles)


def cases(each: SpecialHand, rng: random.Random) -> Iterator[tuple[Hand, Win]]:
    """Hits won from the wall; then hits and near misses with all kinds of declared sets and sources of the win."""
    for number in range(TIMES * 6):
        plain = number < TIMES
        hit = hand_of(random_groups(each.text, OWN, rng), rng, 0.0 if plain else rng.choice([0.0, 0.3, 0.7]))
        concealed = [*hit.concealed]
        if number % 3 and not plain:
            concealed[rng.randrange(len(concealed))] = rng.choice(PLAYING_TILES)
        hand = hit.with_concealed(tuple(sorted(concealed)))
        source = WinSource.WALL if plain else rng.choice(SOURCES[:4] if hand.declared else SOURCES)
        if legal(hand):
            yield hand, Win(source, None if source is WinSource.ORIGINAL_HAND else rng.choice(hand.concealed))


def by_row(required: Requirement, hand: Hand, win: Win, ways: WinConditions) -> bool:
    context = HandContext(hand, OWN, ROUND, win, (hand,), (), ways, Steps())
    return any(
        required.evidence(arranged_hand(context, arrangement, traits_of(hand)))
        for arrangement in context.arrangements()
    )


def by_layout(found: Matcher, hand: Hand, win: Win) -> bool:
    return found.is_complete(prepare(hand)) and found.may_win(prepare(hand), win)


@pytest.mark.parametrize(("each", "name"), RULES, ids=[f"{each.row['id']}={name}" for each, name in RULES])
def test_a_layout_finds_the_hands_that_the_row_finds(each: SpecialHand, name: str) -> None:
    required, ways = row_of(name)
    found, rng = matchers()[each.name], random.Random(name)
    both = [(by_layout(found, hand, win), by_row(required, hand, win, ways)) for hand, win in cases(each, rng)]
    assert all(one == other for one, other in both)
    assert any(one for one, _ in both)


LAYOUTS_OF_HANDS = {
    "thirteen-heads": "thirteen-heads",
    "pairs-of-heads": "pairs-of-heads",
    "seven-pairs-of-heads": "seven-pairs-of-heads",
    "knitting": "knitting",
    "triple-knitting": "triple-knitting",
    "snake-with-winds": "snake-with-winds",
    "gates": "gates",
    "pure-pungs": "purity",
    "buried-treasure": "buried-treasure",
    "four-kongs": "four-kongs",
    "ones-and-nines": "ones-and-nines",
    "honours-only": "honours-only",
    "green": "green-without-chow",
    "three-dragons-without-chow": "three-dragons-without-chow",
    "four-winds": "four-winds",
}


@pytest.mark.parametrize(("hand_id", "name"), LAYOUTS_OF_HANDS.items())
def test_a_layout_and_its_row_find_the_same_hands_waiting(hand_id: str, name: str) -> None:
    each, rng = LAYOUTS[name], random.Random(name)
    found, required = matchers()[each.name], WAITING_FOR(hand=hand_id).with_options({})
    ways = WinConditions((shapes.FOUR_SETS, *(shape for shape in SHAPES if shape.id == hand_id)))
    waiting = 0
    for hand, _ in cases(each, rng):
        place = rng.randrange(len(hand.concealed))
        short = hand.with_concealed(hand.concealed[:place] + hand.concealed[place + 1 :])
        prepared = prepare(short)
        waits = found.waits(prepared)
        arranged = as_loser(short, ways)
        assert bool(waits) == bool(required.evidence(arranged)), short
        waiting += bool(waits)
    assert waiting


def as_loser(hand: Hand, ways: WinConditions) -> ArrangedHand:
    """A losing hand, for its rules."""
    context = HandContext(hand, OWN, ROUND, None, (hand,), (), ways, Steps())
    return arranged_hand(context, Arrangement(sets_held(hand), None, ()), traits_of(hand))


WAITING = [(book, rule) for book in ALL for rule in book.rules if rule.waiting is not None and layout_of(rule) is None]


@pytest.mark.parametrize(("book", "rule"), WAITING, ids=[f"{book.id}/{rule.id}" for book, rule in WAITING])
def test_a_hand_waits_for_a_row_if_some_tile_completes_it(book: Rulebook, rule: ScoringRule) -> None:
    required, ways = row_of(f"{book.id}/{rule.id}")
    waits = one_tile_short(rule.condition, required)
    rng, both = random.Random(rule.id), []
    its_own = [layout for layout in LAYOUTS.values() if f"{book.id}/{rule.id}" in layout.row["rules"]]
    for each in its_own + rng.sample([*LAYOUTS.values()], amount(some=6, whole=len(LAYOUTS))):
        for hand, _ in cases(each, rng):
            place = rng.randrange(len(hand.concealed))
            short = hand.with_concealed(hand.concealed[:place] + hand.concealed[place + 1 :])
            arranged = as_loser(short, ways)
            both.append((bool(waits.evidence(arranged)), some_tile_completes(required, short, ways)))
    assert all(found == expected for found, expected in both)
    assert any(found for found, _ in both)


def some_tile_completes(required: Requirement, short: Hand, ways: WinConditions) -> bool:
    return any(
        by_row(required, hand, Win(WinSource.WALL, tile), ways)
        for tile in PLAYING_TILES
        if legal(hand := short.with_concealed(tuple(sorted((*short.concealed, tile)))))
    )


EVENTS = {
    "layout",
    "some-concealed-kongs",  # a random hand never has four concealed kongs
    "original-hand",
    "dealt",
    "first-discard",
    "consecutive-wins",
    "last-win-in-a-row",
    "plum-blossom",
    "moon",
    "carrying-pole",
    "circumstance",
    "pure-pungs-on-the-last-discard",
}
"""Conditions on how a hand was won, also those on its tiles besides; and layouts themselves."""


def test_every_special_hand_of_the_rulebooks_is_compared() -> None:
    special = {
        f"{book.id}/{rule.id}"
        for book in ALL
        for rule in book.rules
        if rule.applies_to is not AppliesTo.OTHERS and (rule.limit_percent or rule.counts_bonus_separately)
        if rule.condition.definition.id not in EVENTS
    }
    assert special | {"millington/seven-pairs"} == {name for _, name in RULES}
