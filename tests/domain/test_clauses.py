"""Every condition of every hand of random deals: it holds exactly if no reason is given, and every reason is true."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

from pung_chow_settlement.domain.arrangements import Arrangement, arrangements
from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.clauses.catalogue import CONDITIONS
from pung_chow_settlement.domain.clauses.clause import BoundCondition, Clause, Condition, Reason, Requirement
from pung_chow_settlement.domain.clauses.combinators import ALL_OF, ANY_OF, COMBINING, NOT, of_parts
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.faults import Fact, Named
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import sets_held
from pung_chow_settlement.domain.seats import EAST, SEAT_NAMES
from pung_chow_settlement.domain.sets import Feature, Kind, Set
from pung_chow_settlement.domain.tiles import (
    ANY_SUIT,
    HONOURS,
    SIMPLES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    TRAITS,
    Tiles,
    parse,
)
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.texts import english
from tests.domain.builders import deal_of, legal, unbounded
from tests.support.amounts import amount
from tests.support.oracle.legal_deals import random_deals

DEALS = amount(1, 16)
"""Deals of each rulebook; 16 are 300,000 pairs of a hand and a condition."""
EACH = amount(60, 200)
"""Bindings of a condition that has more."""
Facts = Mapping[str, Any]


def bindings(condition: Condition) -> Iterator[BoundCondition]:
    """A condition with every combination of its parameters that a hand can meet, numbers up to six."""
    numbers = (
        range(parameter.least, min(parameter.most, parameter.least + 5) + 1)
        for parameter in condition.parameters.values()
    )
    values = [each.choices or some for each, some in zip(condition.parameters.values(), numbers, strict=True)]
    for chosen in product(*values):
        named = dict(zip(condition.parameters, chosen, strict=True))
        if (named.get("of"), named.get("sets")) != ("dragons", 4):  # there are three
            yield condition(**named)


def spread(bound: list[BoundCondition]) -> list[BoundCondition]:
    """All of them; of a condition with many, about `EACH`, among which every value of each parameter occurs."""
    steps = range(len(bound) // EACH | 1, 0, -1)
    return next(bound[::step] for step in steps if values_of(bound[::step]) == values_of(bound))


def values_of(bound: list[BoundCondition]) -> list[set[object]]:
    """The values of each parameter."""
    return [set(values) for values in zip(*(each.values for each in bound), strict=True)]


@cache
def every_condition() -> list[BoundCondition]:
    """The catalogue, and each of its conditions beside the next one in the three combinations."""
    plain = [bound for condition in CONDITIONS.values() for bound in spread(list(bindings(condition)))]
    pairs = list(zip(plain[::3], plain[1::3], strict=False))
    joined = [of_parts(combining, *pair) for pair in pairs for combining in (ALL_OF, ANY_OF)]
    return [*plain, *joined, *[of_parts(NOT, one) for one in plain[::4]]]


def arranged_hands(request: dict[str, Any]) -> Iterator[tuple[ArrangedHand, CompiledRulebook]]:
    """Every arrangement of every hand of a deal that is not dead."""
    deal, compiled, _ = legal(deal_of(request))
    for seat, hand in deal.hands.of():
        if hand.dead or hand.counted is not None:
            continue
        win = deal.win if seat is deal.winner else None
        conditions = compiled.win_conditions_at(seat, deal.round_wind)
        context = HandContext(hand, seat, deal.round_wind, win, deal.hands, deal.discards, conditions, unbounded())
        found = [Arrangement(sets_held(hand), None, ())] if win is None else context.arrangements()
        for each in found:
            yield arranged_hand(context, each, traits_of(hand)), compiled


@pytest.mark.parametrize("ruleset", sorted(BUILT_IN.by_id))
def test_a_condition_holds_exactly_if_no_reason_is_given_and_each_reason_is_true(ruleset: str) -> None:
    seen: set[bool] = set()
    for request in islice(random_deals(ruleset, "clauses"), DEALS):
        for arranged, compiled in arranged_hands(request):
            of_rules = [rule.condition for rule in compiled.rulebook.rules]
            for bound in [*every_condition(), *of_rules]:
                required = bound.with_options(compiled.options)
                reason, evidence = required.why_not(arranged), required.evidence(arranged)
                assert bool(evidence) == (reason is None), (bound, request)
                assert reason is None or is_true(reason, arranged), (bound, reason, request)
                assert not overlooked(required, arranged), (bound, request)
                seen.add(reason is None)
    assert seen == {True, False}


def overlooked(required: Requirement, arranged: ArrangedHand) -> list[Clause]:
    """The clauses that ask more of the facts than follows from what they find, up to the first that fails."""
    found = []
    for clause in required.clauses:
        decides = clause.judges or clause.finds
        if decides is not None and not clause.asked.allows(arranged.facts) and decides(arranged):
            found.append(clause)
        if not clause.holds(arranged):
            break
    return found


def is_true(reason: Reason, arranged: ArrangedHand) -> bool:
    """True if the facts of a reason are true of the hand."""
    facts: dict[str, Any] = {name: value.id if isinstance(value, Named) else value for name, value in reason.facts}
    assert english(reason.key, facts) != reason.key, "it has a sentence"
    facts.pop("part", None)
    return bool(TRUE[reason.key.removeprefix("why.")](arranged, facts)) and reason.lacks > 0


def tiles_of(text: Fact) -> Tiles:
    tiles, faults = parse(str(text))
    assert not faults, text
    assert tiles, "a sentence without the tiles that it names"
    return tuple(tiles)


def sets_named(arranged: ArrangedHand, text: Fact) -> list[Set]:
    """The sets with these tiles: as they are arranged, on the table, or before the winning tile was placed."""
    known = (*arranged.sets, *arranged.context.hand.declared, *arranged.decomposition)
    return [each for each in known if each.text == text]


def is_set(holds: Callable[[Set], object]) -> Callable[[ArrangedHand, Facts], bool]:
    """The set named is there and of this kind."""
    return lambda arranged, facts: any(holds(each) for each in sets_named(arranged, facts["tiles"]))


def is_promoted(arranged: ArrangedHand, facts: Facts) -> bool:
    """The kong named is an exposed pung with its fourth tile."""
    kongs = [each for each in arranged.context.hand.exposed if each.kind is Kind.KONG]
    return any(each in kongs for each in sets_named(arranged, facts["tiles"]))


def are_tiles(holds: Callable[[int], object]) -> Callable[[ArrangedHand, Facts], bool]:
    """The tiles named are in the hand and of this kind."""

    def true(arranged: ArrangedHand, facts: Facts) -> bool:
        held = arranged.context.hand.tiles
        return all(tile in held and holds(tile) for tile in tiles_of(facts["tiles"]))

    return true


def held(arranged: ArrangedHand, facts: Facts) -> bool:
    (tile,) = tiles_of(facts["tile"])
    return bool(arranged.context.hand.tiles.count(tile) == facts["held"])


def few(count: Callable[[ArrangedHand], int]) -> Callable[[ArrangedHand, Facts], bool]:
    return lambda arranged, facts: count(arranged) == facts["held"] < facts["needed"]


def concealed(arranged: ArrangedHand, *kinds: Kind) -> int:
    return sum(each.kind in kinds and not each.exposed for each in arranged.sets)


def completes(arranged: ArrangedHand, tile: int) -> bool:
    """True if another tile in place of the winning one completes the hand."""
    context = arranged.context
    hand = context.hand.with_concealed(context.before).with_tile(tile)
    return tile != context.won_on and bool(
        arrangements(context.counted_hand().with_hand(hand), Win(WinSource.WALL, tile), context.win_conditions)
    )


def missing_sets(arranged: ArrangedHand, facts: Facts) -> bool:
    there = {each.tile for each in arranged.sets if each.kind in (Kind.PUNG, Kind.KONG)}
    missing = tiles_of(facts["tiles"])
    return there.isdisjoint(missing) and bool(0 < facts["lacks"] <= len(missing))


def run_of_four(arranged: ArrangedHand, facts: Facts) -> bool:
    """The pair is at one end of the chow."""
    pair, chow = tiles_of(facts["tiles"]), tiles_of(facts["chow"])
    ends = pair[0] in (chow[0] - 1, chow[-1] + 1) and pair[0] // 9 == chow[0] // 9
    there = sets_named(arranged, facts["tiles"]) and sets_named(arranged, facts["chow"])
    return bool(there) and ends and len(pair) == 2 and len({*chow}) == 3


def fitted(arranged: ArrangedHand, facts: Facts) -> bool:
    return bool(sets_named(arranged, facts["tiles"])) and arranged.winning.tile in tiles_of(facts["tiles"])


TRUE: Mapping[str, Callable[[ArrangedHand, Facts], object]] = {
    "arranged-otherwise": lambda arranged, facts: not facts,
    "claimed": lambda arranged, facts: arranged.winning.claimed,
    "completed": lambda arranged, facts: arranged.won is not None and arranged.won.text == facts["tiles"],
    "concealed-kongs": few(lambda arranged: concealed(arranged, Kind.KONG)),
    "concealed-pungs": lambda arranged, facts: (
        concealed(arranged, Kind.PUNG, Kind.KONG) <= facts["held"] < facts["needed"]
    ),
    "did-not-win": lambda arranged, facts: arranged.context.win is None,
    "drawn": lambda arranged, facts: not arranged.winning.claimed,
    "exposed-sets": lambda arranged, facts: (
        sum(each.exposed and each.kind is not Kind.PAIR for each in arranged.sets) == facts["held"] > facts["needed"]
    ),
    "few-kongs": few(lambda arranged: arranged.context.hand.kongs),
    "few-of-a-tile": lambda arranged, facts: held(arranged, facts) and facts["held"] < facts["needed"],
    "sits-as": lambda arranged, facts: facts["own"] == SEAT_NAMES[arranged.context.seat],
    "in-round": lambda arranged, facts: facts["round"] == SEAT_NAMES[arranged.context.round_wind],
    "few-such-sets": lambda arranged, facts: 0 < facts["held"] < facts["needed"],
    "fourth-set": is_set(lambda each: each.kind is Kind.CHOW),
    "has-bonus": lambda arranged, facts: arranged.context.hand.bonus,
    "heads": are_tiles(TERMINALS_AND_HONOURS.__contains__),
    "honours": are_tiles(lambda tile: TRAITS[tile] & HONOURS),
    **{f"is-a-{kind}": is_set(lambda each, kind=kind: each.kind is kind) for kind in Kind},  # type: ignore[misc]
    "is-concealed": is_set(lambda each: not each.exposed),
    "is-exposed": is_set(lambda each: each.exposed),
    "is-claimed": lambda arranged, facts: not is_promoted(arranged, facts) and TRUE["is-exposed"](arranged, facts),
    "is-promoted": lambda arranged, facts: is_promoted(arranged, facts),
    "is-of-heads": is_set(lambda each: each.tile in TERMINALS_AND_HONOURS),
    "is-of-simples": is_set(lambda each: not TERMINALS_AND_HONOURS.issuperset(each.tiles)),
    "loose-after-kong": lambda arranged, facts: (
        arranged.winning.source is WinSource.LOOSE_TILE and arranged.context.hand.kongs
    ),
    "missing-bonus": lambda arranged, facts: {*tiles_of(facts["tiles"])}.isdisjoint(arranged.context.hand.bonus),
    "missing-sets": missing_sets,
    "missing-tiles": lambda arranged, facts: tiles_of(facts["tiles"]),
    "no-bonus": lambda arranged, facts: not arranged.context.hand.bonus,
    "no-honours": lambda arranged, facts: not arranged.facts & HONOURS,
    **{f"no-{kind}": lambda arranged, facts: not facts for kind in (Kind.PAIR, Kind.PUNG, Kind.KONG)},
    "no-set-of-honours": lambda arranged, facts: (
        not any(each.traits == HONOURS and each.kind is not Kind.PAIR for each in arranged.sets)
    ),
    "no-sets": lambda arranged, facts: (
        arranged.shape.id == facts["shape"] and not arranged.facts & Feature.MADE_OF_SETS
    ),
    "no-suit": lambda arranged, facts: arranged.facts & (ANY_SUIT | HONOURS) == HONOURS,
    "no-terminals": lambda arranged, facts: not arranged.facts & TERMINALS,
    "no-stand-in": lambda arranged, facts: arranged.winning.stand_in is None,
    "no-winning-tile": lambda arranged, facts: arranged.winning.tile is None,
    "not-a-set": held,
    "not-east": lambda arranged, facts: arranged.context.seat is not EAST,
    "not-by-this-tile": lambda arranged, facts: tiles_of(facts["tile"]) == (arranged.winning.tile,),
    "other-kinds": are_tiles(lambda tile: True),
    "not-green": are_tiles(lambda tile: tile not in tiles_of("23468s6z")),
    "not-one-short": lambda arranged, facts: arranged.context.win is not None or arranged.context.hand.excess_tiles,
    "not-own-round": lambda arranged, facts: (
        facts["own"] == SEAT_NAMES[arranged.context.seat] != facts["round"] == SEAT_NAMES[arranged.context.round_wind]
    ),
    "not-the-fourth": lambda arranged, facts: tiles_of(facts["tile"]) == (arranged.winning.tile,),
    "not-told": lambda arranged, facts: (
        arranged.context.win is None or not arranged.winning.circumstances & BITS[facts["member"]]
    ),
    "not-waiting-for": lambda arranged, facts: arranged.context.win is None,
    "of-suits": are_tiles(lambda tile: not TRAITS[tile] & HONOURS),
    "one-filler": lambda arranged, facts: fitted(arranged, facts),
    "other-suits": are_tiles(lambda tile: not TRAITS[tile] & HONOURS),
    "other-tiles-complete": lambda arranged, facts: all(completes(arranged, tile) for tile in tiles_of(facts["tiles"])),
    "pair-is-not-won": lambda arranged, facts: arranged.winning.tile not in tiles_of(facts["pair"]),
    "part-holds": lambda arranged, facts: facts["finder"] in {**CONDITIONS, **COMBINING},
    "partial": lambda arranged, facts: arranged.context.hand.partial,
    "run-of-four": run_of_four,
    "simples": are_tiles(lambda tile: TRAITS[tile] & SIMPLES),
    "source": lambda arranged, facts: arranged.winning.source.value == facts["source"],
    "tiles-far": lambda arranged, facts: facts["most"] == 1,
    "tiles-short": lambda arranged, facts: facts["lacks"] > 0,
    "two-fillers": fitted,
    "unseen": lambda arranged, facts: all(arranged.context.unseen(tile) for tile in tiles_of(facts["tiles"])),
    "wins": lambda arranged, facts: arranged.winning.consecutive_wins == facts["given"] != facts["needed"],
    "won": lambda arranged, facts: arranged.context.win is not None,
    "won-on": lambda arranged, facts: tiles_of(facts["tile"]) == (arranged.winning.actual_tile,),
}
"""By the key of a reason: whether its facts are true of a hand."""
