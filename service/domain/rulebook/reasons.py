"""Find why a condition does not hold: the first of its parts that fails, with the tiles that make it fail.

A check takes a hand in one arrangement and returns a reason, or None if its part holds. `REASONS` has functions that
make the checks of conditions, by id; a condition may have its own (`Condition.reason`). A condition without either is
explained by its text. Reasons only explain: predicates decide whether a rule applies.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Concatenate, Final, ParamSpec

from service.domain.arranged_hand import ArrangedHand
from service.domain.deal import CLAIMED, DRAWN, Source
from service.domain.faults import Fact
from service.domain.hand import HAND_SETS
from service.domain.layouts.named import NAMED, TILES
from service.domain.rulebook.combined import ANY_OF, NOT
from service.domain.rulebook.conditions import PUNG_OR_KONG, SUITS
from service.domain.rulebook.model import BoundCondition, Check, Options, Reason
from service.domain.seats import EAST, SEAT_NAMES
from service.domain.sets import Feature, Kind, Set, set_kind_of
from service.domain.shapes import ALL_TILES
from service.domain.shapes import BY_ID as SHAPES
from service.domain.tiles import (
    ANY_SUIT,
    DRAGONS,
    FLOWERS,
    HONOURS,
    MAJORS,
    SEASONS,
    SIMPLES,
    TERMINALS,
    TRAITS,
    WINDS,
    Tile,
    parse,
    write,
)

P = ParamSpec("P")

FAR: Final = 9
"""The distance (`Reason.lacks`) if none is computed."""
_ANY_CHOW: Final = int(Feature.ANY_CHOW)
_ANY_PAIR: Final = int(Feature.ANY_PAIR)
_PUNG_SIZE: Final = 3
_PAIR_SIZE: Final = 2
_SIZES: Final = {Kind.PAIR: _PAIR_SIZE, Kind.CHOW: _PUNG_SIZE, Kind.PUNG: _PUNG_SIZE, Kind.KONG: _PUNG_SIZE + 1}


def why_not(bound: BoundCondition, options: Options) -> Check:
    """The check that finds why a condition with its parameters does not hold."""
    make = bound.condition.reason or REASONS.get(bound.condition.id)
    check = None if make is None else make(**bound.values_under(options))
    if bound.parts:
        check = _why_parts(bound, options)
    parts = (_won, check) if bound.winner_only else (check,)
    return first_of(*[each for each in parts if each is not None])


def _why_parts(bound: BoundCondition, options: Options) -> Check:
    """The check of a combined condition: the first part of `all_of` that fails, the nearest part of `any_of`."""
    parts = [(*part.under(options), why_not(part, options)) for part in bound.parts]
    combining = bound.condition

    def check(arranged: ArrangedHand) -> Reason | None:
        failed = [
            _with_path(f"{combining.id}/{index}", why(arranged))
            for index, (where, predicate, why) in enumerate(parts)
            if not (where & arranged.features and predicate(arranged))
        ]
        if combining is NOT:
            return None if failed else because("part-holds", part=NOT.id, finder=bound.parts[0].condition.id)
        if combining is ANY_OF:
            return min(failed, key=_distance) if len(failed) == len(parts) else None
        return failed[0] if failed else None

    return check


def _with_path(place: str, reason: Reason | None) -> Reason | None:
    """The reason of a part, with the path of the part in the rule as a fact."""
    if reason is None:
        return None
    facts = dict(reason.facts)
    inner = f"/{facts.pop('part')}" if "part" in facts else ""
    return reason._replace(facts=(*facts.items(), ("part", place + inner)))


def _distance(reason: Reason | None) -> int:
    return FAR if reason is None else reason.lacks


def first_of(*checks: Check) -> Check:
    """The check that returns the first reason of several checks."""

    def check(arranged: ArrangedHand) -> Reason | None:
        for each in checks:
            reason = each(arranged)
            if reason is not None:
                return reason
        return None

    return check


def _makes_checks(check: Callable[Concatenate[ArrangedHand, P], Reason | None]) -> Callable[P, Check]:
    """The function that takes the parameters other than the hand and returns the check."""

    def make(*given: P.args, **named: P.kwargs) -> Check:
        return lambda arranged: check(arranged, *given, **named)

    return make


def because(name: str, lacks: int = 1, /, **facts: Fact) -> Reason:
    """A reason, by the last part of its message key; `lacks` is its distance."""
    return Reason(f"why.{name}", tuple(facts.items()), lacks)


def _unless(holds: Callable[[ArrangedHand], object], name: str, **facts: Fact) -> Check:
    reason = because(name, **facts)
    return lambda arranged: None if holds(arranged) else reason


# Sets


def _is_a(each: Set) -> Reason:
    return because(f"is-a-{each.kind}", tiles=each.text)


@_makes_checks
def _sets(arranged: ArrangedHand, *, kind: str, exposed: bool, heads: bool) -> Reason | None:
    required = Kind(kind)
    set_kind = int(set_kind_of(required, exposed=exposed, majors=heads))
    otherwise = int(set_kind_of(required, exposed=not exposed, majors=heads))
    others = int(set_kind_of(required, exposed=exposed, majors=not heads))
    sets = arranged.sets
    for each in sets:
        if each.set_kind == otherwise:
            return because("is-concealed" if exposed else "is-exposed", tiles=each.text)
    for each in sets:
        if each.set_kind == others:
            return because("is-of-simples" if heads else "is-of-heads", tiles=each.text)
    for each in sets:
        if each.kind is not Kind.CHOW and each.kind is not required and (each.tile in MAJORS) == heads:
            return _is_a(each)._replace(lacks=abs(_SIZES[each.kind] - _SIZES[required]))
    return None if any(each.set_kind == set_kind for each in sets) else because(f"no-{kind}", 2)


@_makes_checks
def _few_alike(arranged: ArrangedHand, tiles: Sequence[Tile], size: int) -> Reason | None:
    """Check for enough copies of one of these tiles for a pair or pung that is not used in other sets."""
    held = arranged.context.hand.tiles
    tile = max(tiles, key=held.count)
    for each in arranged.sets:
        if each.tile == tile and (each.kind is Kind.PAIR) != (size == _PAIR_SIZE):
            return _is_a(each)
    lacks = size - held.count(tile)
    if lacks > 0:
        return because("few-of-a-tile", lacks, tile=write([tile]), held=held.count(tile), needed=size)
    return because("not-a-set", tile=write([tile]), held=held.count(tile))


def _few_of_own_wind(size: int) -> Check:
    return lambda arranged: _few_alike([WINDS[arranged.context.seat]], size)(arranged)


def _few_of_round_wind(size: int) -> Check:
    return lambda arranged: _few_alike([WINDS[arranged.context.round_wind]], size)(arranged)


def _own_round(arranged: ArrangedHand) -> Reason | None:
    context = arranged.context
    if context.seat == context.round_wind:
        return None
    return because("not-own-round", own=SEAT_NAMES[context.seat], round=SEAT_NAMES[context.round_wind])


@_makes_checks
def _has_sets_of(arranged: ArrangedHand, tiles: range, least: int) -> Reason | None:
    """Check for pungs or kongs of at least `least` of these honours."""
    sets = {each.tile for each in arranged.sets if each.kind in PUNG_OR_KONG}
    missing = [tile for tile in tiles if tile not in sets]
    lacks = least - (len(tiles) - len(missing))
    return because("missing-sets", lacks, tiles=write(missing), lacks=lacks) if lacks > 0 else None


def _no_chow(arranged: ArrangedHand) -> Reason | None:
    chows = [each for each in arranged.sets if each.set_kind & _ANY_CHOW]
    return because("is-a-chow", len(chows), tiles=chows[0].text) if chows else None


def _chows_only(arranged: ArrangedHand) -> Reason | None:
    others = [each for each in arranged.sets if each.kind in PUNG_OR_KONG]
    return _is_a(others[0])._replace(lacks=len(others)) if others else None


@_makes_checks
def _kongs(arranged: ArrangedHand, least: int) -> Reason | None:
    held = arranged.context.hand.kongs
    return because("few-kongs", least - held, held=held, needed=least) if held < least else None


# What the winning tile completed


def _won(arranged: ArrangedHand) -> Reason | None:
    return because("did-not-win", FAR) if arranged.context.win is None else None


def _made_of_sets(arranged: ArrangedHand) -> Reason | None:
    return None if arranged.made_of_sets else _won(arranged) or because("no-sets", shape=arranged.shape.id)


@_makes_checks
def _completed(arranged: ArrangedHand, kind: Kind) -> Reason | None:
    won = arranged.won
    if won is None:
        return because("no-winning-tile", 2)
    return None if won.kind is kind else because("completed", tiles=won.text)


@_makes_checks
def _won_of(arranged: ArrangedHand, *, heads: bool) -> Reason | None:
    won = arranged.won
    if won is None or (won.tile in MAJORS) == heads:
        return None
    return because("is-of-simples" if heads else "is-of-heads", tiles=won.text)


@_makes_checks
def _when_claimed(arranged: ArrangedHand, *, claimed: bool) -> Reason | None:
    return None if arranged.winning.claimed is claimed else because("drawn" if claimed else "claimed")


def _no_run(arranged: ArrangedHand) -> Reason | None:
    won = arranged.won
    chows = [each for each in arranged.decomposition if won is not None and won.tile in each.continued_by]
    return because("run-of-four", tiles=won.text, chow=chows[0].text) if won is not None and chows else None


@_makes_checks
def _fillers(arranged: ArrangedHand, *, one_filler: bool) -> Reason | None:
    """Check whether only one kind of tile fits the set that the winning tile completed."""
    won = arranged.won
    one = won is not None and arranged.winning.tile in won.closed_at
    if won is None or one == one_filler:
        return None
    return because("two-fillers" if one_filler else "one-filler", tiles=won.text)


def _no_other_place(arranged: ArrangedHand) -> Reason | None:
    """Check that no set with the winning tile could have been completed by two kinds of tiles."""
    tile = arranged.winning.tile
    if tile is None:
        return because("no-winning-tile", 2)
    for each in arranged.decomposition:
        if tile in each.tiles and not each.set_kind & _ANY_PAIR and tile not in each.closed_at:
            return because("two-fillers", tiles=each.text)
    return _no_run(arranged)


def _no_other_tile(arranged: ArrangedHand) -> Reason | None:
    """Check that no other tile would have completed the hand."""
    context = arranged.context
    if context.won_on is None:
        return because("no-winning-tile", 2)
    others = [tile for tile in context.waits() if tile != context.won_on]
    return because("other-tiles-complete", len(others), tiles=write(others)) if others else None


def _last_piece(arranged: ArrangedHand) -> Reason | None:
    context = arranged.context
    unseen = [tile for tile in context.waits() if context.unseen(tile)]
    return because("unseen", len(unseen), tiles=write(unseen)) if unseen else None


def _only_possible_piece(arranged: ArrangedHand) -> Reason | None:
    return None if _no_other_place(arranged) is None else _last_piece(arranged) or _no_other_place(arranged)


@_makes_checks
def _eyes(arranged: ArrangedHand, *, heads: bool) -> Reason | None:
    for each in arranged.sets:
        if each.set_kind & _ANY_PAIR:
            if each.tile != arranged.winning.tile:
                return because("pair-is-not-won", pair=each.text)
            return _won_of(heads=heads)(arranged)
    return None


# How it was won


@_makes_checks
def _from(arranged: ArrangedHand, *sources: Source) -> Reason | None:
    source = arranged.winning.source
    return None if source in sources else because("source", source=source.value)


def _stated(member: str) -> Check:
    reason = because("not-told", member=member)
    return lambda arranged: reason


@_makes_checks
def _wins(arranged: ArrangedHand, *, wins: int) -> Reason | None:
    given = arranged.winning.consecutive_wins
    if arranged.context.seat is not EAST:
        return because("not-east", 2)
    return because("wins", abs(wins - given), given=given, needed=wins)


@_makes_checks
def _won_on(arranged: ArrangedHand, tile: Tile) -> Reason | None:
    won_on = arranged.winning.actual_tile
    if won_on == tile:
        return None
    return because("no-winning-tile", 2) if won_on is None else because("won-on", 2, tile=write([won_on]))


def _fourth_of_own_pung(arranged: ArrangedHand) -> Reason | None:
    won_on = arranged.winning.tile
    return because("no-winning-tile", 2) if won_on is None else because("not-the-fourth", tile=write([won_on]))


def _drawn_but_for_a_kong(arranged: ArrangedHand) -> Reason | None:
    return because("claimed") if arranged.winning.claimed else because("loose-after-kong")


@_makes_checks
def _exposed_at_most(arranged: ArrangedHand, exposed: int) -> Reason | None:
    """Check for few exposed sets; a claimed pair, which the condition counts too, is no set and is named itself."""
    shown = [each for each in arranged.sets if each.exposed]
    lacks = len(shown) - exposed
    if lacks <= 0:
        return None
    pairs = [each for each in shown if each.kind is Kind.PAIR]
    sets = len(shown) - len(pairs)
    if sets > exposed:
        return because("exposed-sets", lacks, held=sets, needed=exposed)
    return because("is-exposed", lacks, tiles=pairs[0].text)


# All tiles


def _given_in_full(arranged: ArrangedHand) -> Reason | None:
    if arranged.traits:
        return None
    return because("partial", FAR) if arranged.context.hand.partial else because("no-sets", shape=arranged.shape.id)


@_makes_checks
def _without(arranged: ArrangedHand, name: str, forbidden: int) -> Reason | None:
    """Check that no tile has one of these traits."""
    return _if_any(name, [tile for tile in arranged.context.hand.tiles if TRAITS[tile] & forbidden])


def _if_any(name: str, tiles: Iterable[Tile]) -> Reason | None:
    found = sorted(tiles)
    return because(name, len(found), tiles=write(sorted(set(found)))) if found else None


def _with(name: str, needed: int) -> Check:
    """Check that some tile has one of these traits."""
    return _unless(lambda arranged: arranged.traits & needed, name)


def _one_suit(arranged: ArrangedHand) -> Reason | None:
    """Check that no tile is outside the suit with the most tiles."""
    tiles = arranged.context.hand.tiles
    of = [[tile for tile in tiles if TRAITS[tile] & suit] for suit in SUITS]
    most = max(of, key=len)
    return _if_any("other-suits", [tile for suit in of for tile in suit if suit is not most])


_ONE_SUIT: Final = first_of(_given_in_full, _one_suit, _without("honours", HONOURS))
_MAJORS: Final = first_of(_given_in_full, _without("simples", SIMPLES))


@_makes_checks
def _shape(arranged: ArrangedHand, *, shape: str) -> Reason | None:
    required = SHAPES[shape]
    hand = arranged.context.hand
    lacks = required.tiles_missing(hand)
    if lacks == ALL_TILES and hand.declared:
        return _is_a(hand.declared[0])._replace(lacks=lacks)
    return because("tiles-short", lacks, lacks=lacks) if lacks else None


# Concealed


@_makes_checks
def _unclaimed(arranged: ArrangedHand, *, claimed_kongs: bool) -> Reason | None:
    """Check that no set was claimed; a claimed kong may be allowed."""
    hand = arranged.context.hand
    sets = hand.exposed if claimed_kongs else hand.claimed
    return because("is-exposed", len(sets), tiles=sets[0].text) if sets else None


def nothing_claimed(*, claimed_kongs: bool) -> Check:
    """Check that neither a set nor the winning tile was claimed."""
    return first_of(_unclaimed(claimed_kongs=claimed_kongs), _drawn)


def _drawn(arranged: ArrangedHand) -> Reason | None:
    return because("claimed") if arranged.context.win is not None and arranged.winning.source in CLAIMED else None


@_makes_checks
def _concealed_pungs(arranged: ArrangedHand, least: int = HAND_SETS, *, claimed_kongs: bool = False) -> Reason | None:
    kongs = arranged.context.hand.claimed_kongs if claimed_kongs else ()
    threes = [each for each in arranged.sets if each.kind in PUNG_OR_KONG]
    held = sum([not each.exposed for each in threes]) + len(kongs)
    if held >= least:
        return None
    exposed = [each for each in threes if each.exposed and each not in kongs]
    if exposed and held + len(exposed) >= least:
        return because("is-exposed", least - held, tiles=exposed[0].text)
    return because("concealed-pungs", least - held, held=held, needed=least)


@_makes_checks
def _concealed_kongs(arranged: ArrangedHand, least: int) -> Reason | None:
    kongs = [each for each in arranged.sets if each.kind is Kind.KONG]
    exposed = [each for each in kongs if each.exposed]
    held = len(kongs) - len(exposed)
    if held >= least:
        return None
    if len(kongs) >= least:
        return because("is-exposed", least - held, tiles=exposed[0].text)
    return because("concealed-kongs", least - held, held=held, needed=least)


# Single hands


def _some_set_of_honours(arranged: ArrangedHand) -> Reason | None:
    return None if arranged.features & int(Feature.HONOUR_PUNG) else because("no-set-of-honours", 2)


def _sets_of_honours(*, of: str, sets: int, pair: bool) -> Check:
    tiles = DRAGONS if of == "dragons" else WINDS
    return first_of(_has_sets_of(tiles, sets), _pair_of_another(tiles)) if pair else _has_sets_of(tiles, sets)


@_makes_checks
def _pair_of_another(arranged: ArrangedHand, tiles: range) -> Reason | None:
    sets = {each.tile: each for each in arranged.sets}
    for tile in tiles:
        if tile not in sets:
            held = arranged.context.hand.tiles.count(tile)
            return because("few-of-a-tile", tile=write([tile]), held=held, needed=_PAIR_SIZE)
    others = [sets[tile] for tile in tiles if sets[tile].kind is Kind.PAIR]
    return None if others else _is_a(sets[tiles[-1]])


@_makes_checks
def _named_hand(arranged: ArrangedHand, *, hand: str) -> Reason | None:
    matcher = NAMED[hand].matcher
    context = arranged.context
    wrong = matcher.unfit_set(context.hand)
    if wrong is not None:
        return _is_a(wrong)
    missing = matcher.required_missing(context.prepared())
    if missing:
        return because("missing-tiles", len(missing), tiles=write(missing))
    lacks = matcher.tiles_missing(context.prepared())
    if lacks:
        return because("tiles-short", lacks, lacks=lacks)
    tile = context.won_on
    return None if tile is None or matcher.of_sets else because("not-by-this-tile", 2, tile=write([tile]))


@_makes_checks
def _only_tiles(arranged: ArrangedHand, *, tiles: str, chows: bool) -> Reason | None:
    others = [tile for tile in arranged.context.hand.tiles if tile not in TILES[tiles]]
    return _given_in_full(arranged) or _if_any("other-kinds", others) or (None if chows else _no_chow(arranged))


def _no_kong(arranged: ArrangedHand) -> Reason | None:
    kongs = [each for each in arranged.sets if each.kind is Kind.KONG]
    return _is_a(kongs[0]) if kongs else None


@_makes_checks
def _bonus(arranged: ArrangedHand, *tiles: Tile) -> Reason | None:
    return _if_any("missing-bonus", [tile for tile in tiles if tile not in arranged.context.hand.bonus])


def _own_bonus(*rows: range) -> Check:
    return lambda arranged: _bonus(*[row[arranged.context.seat] for row in rows])(arranged)


def _dealt(*, bonus: bool) -> Check:
    without = _unless(lambda arranged: bonus or not arranged.context.hand.bonus, "has-bonus")
    return first_of(_from(Source.ORIGINAL_HAND), without)


@_makes_checks
def _waiting_for(arranged: ArrangedHand, *, hand: str) -> Reason | None:
    one_short = arranged.context.win is None and not arranged.context.hand.excess_tiles
    why = because("not-waiting-for", 2, hand=hand) if one_short else because("not-one-short", 2)
    return _given_in_full(arranged) or why


REASONS: Final[Mapping[str, Callable[..., Check]]] = {
    "sets": _sets,
    "pair-of-dragons": lambda: _few_alike(DRAGONS, _PAIR_SIZE),
    "pair-of-own-wind": lambda: _few_of_own_wind(_PAIR_SIZE),
    "pair-of-round-wind": lambda: _few_of_round_wind(_PAIR_SIZE),
    "pair-of-own-and-round-wind": lambda: first_of(_own_round, _few_of_own_wind(_PAIR_SIZE)),
    "pung-of-dragons": lambda: _few_alike(DRAGONS, _PUNG_SIZE),
    "pung-of-own-wind": lambda: _few_of_own_wind(_PUNG_SIZE),
    "pung-of-round-wind": lambda: _few_of_round_wind(_PUNG_SIZE),
    "pung-of-own-and-round-wind": lambda: first_of(_own_round, _few_of_own_wind(_PUNG_SIZE)),
    "completed-pair": lambda *, heads, claimed: first_of(
        _completed(Kind.PAIR), _won_of(heads=heads), _when_claimed(claimed=claimed), _no_run
    ),
    "completed-pair-of-own-and-round-wind": lambda *, claimed: first_of(
        _completed(Kind.PAIR), _own_round, _when_claimed(claimed=claimed), _few_of_own_wind(_PAIR_SIZE)
    ),
    "completed-chow": lambda *, one_filler, claimed: first_of(
        _completed(Kind.CHOW), _when_claimed(claimed=claimed), _fillers(one_filler=one_filler)
    ),
    "mah-jong": lambda: _won,
    "four-sets": lambda: _made_of_sets,
    "winning-tile-drawn": lambda: _from(*DRAWN),
    "loose-tile": lambda: _from(Source.LOOSE_TILE),
    "robbed-kong": lambda: _from(Source.ROBBED_KONG),
    "original-hand": lambda: _from(Source.ORIGINAL_HAND),
    "last-tile": lambda: _stated("last_tile"),
    "first-discard": lambda: _stated("first_discard"),
    "standing-hand": lambda: _stated("standing_hand"),
    "fourth-of-own-pung": lambda: _fourth_of_own_pung,
    "consecutive-wins": _wins,
    "last-win-in-a-row": _wins,
    "only-place-to-win": lambda: first_of(_made_of_sets, _no_other_place),
    "only-possible-piece": lambda: first_of(_made_of_sets, _only_possible_piece),
    "one-suit": lambda: _ONE_SUIT,
    "one-suit-with-honours": lambda: first_of(
        _given_in_full, _one_suit, _with("no-honours", HONOURS), _with("no-suit", ANY_SUIT)
    ),
    "honours-only": lambda: first_of(_given_in_full, _without("of-suits", ANY_SUIT)),
    "heads-not-honours-only": lambda: first_of(_MAJORS, _with("no-terminals", TERMINALS)),
    "ones-and-nines-with-honours": lambda: first_of(
        _MAJORS, _with("no-terminals", TERMINALS), _with("no-honours", HONOURS)
    ),
    "ones-and-nines-of-one-suit-with-honours": lambda: first_of(
        _MAJORS, _one_suit, _with("no-terminals", TERMINALS), _with("no-honours", HONOURS)
    ),
    "ones-and-nines": lambda: first_of(_MAJORS, _without("honours", HONOURS)),
    "heads-only": lambda: _MAJORS,
    "simples-only": lambda: first_of(_given_in_full, _without("heads", HONOURS | TERMINALS)),
    "no-chow": lambda: first_of(_made_of_sets, _no_chow),
    "four-chows": lambda: first_of(_made_of_sets, _chows_only),
    "bonus-tiles": lambda: _unless(lambda arranged: arranged.context.hand.bonus, "no-bonus"),
    "own-flower": lambda: _own_bonus(FLOWERS),
    "own-season": lambda: _own_bonus(SEASONS),
    "own-flower-and-season": lambda: _own_bonus(FLOWERS, SEASONS),
    "all-flowers": lambda: _bonus(*FLOWERS),
    "all-seasons": lambda: _bonus(*SEASONS),
    "shape": _shape,
    "nothing-claimed": lambda: first_of(_made_of_sets, nothing_claimed(claimed_kongs=False)),
    "concealed-pungs": _concealed_pungs,
    "sets-of-honours": _sets_of_honours,
    "named-hand": _named_hand,
    "only-tiles": _only_tiles,
    "in-one-suit": lambda: first_of(_given_in_full, _one_suit, _with("no-suit", ANY_SUIT)),
    "no-kong": lambda: _no_kong,
    "some-kongs": _kongs,
    "winning-tile": lambda *, tile: _won_on(parse(tile)[0][0]),
    "circumstance": lambda *, circumstance: _stated(circumstance),
    "from-the-live-wall": lambda *, dealt: _from(Source.WALL, *([Source.ORIGINAL_HAND] if dealt else [])),
    "drawn-but-for-a-kong": lambda: _drawn_but_for_a_kong,
    "only-place": lambda *, dead_tiles: first_of(_made_of_sets, _no_other_tile),
    "eyes": lambda *, heads: first_of(_made_of_sets, _eyes(heads=heads)),
    "won-pair": lambda *, heads: first_of(_completed(Kind.PAIR), _won_of(heads=heads)),
    "original-call": lambda *, exposed: first_of(_exposed_at_most(exposed), _stated("original_call")),
    "called-without-winning": lambda: _stated("original_call"),
    "stand-in": lambda: lambda _: because("no-stand-in", 2),
    "dealt": _dealt,
    "concealed-hand": nothing_claimed,
    "almost-concealed": _unclaimed,
    "concealed-with-honours": lambda: first_of(
        _given_in_full, _with("no-suit", ANY_SUIT), nothing_claimed(claimed_kongs=False), _some_set_of_honours
    ),
    "some-concealed-pungs": _concealed_pungs,
    "some-concealed-kongs": _concealed_kongs,
    "four-concealed": lambda *, claimed_kongs: first_of(
        _concealed_pungs(claimed_kongs=claimed_kongs), nothing_claimed(claimed_kongs=claimed_kongs)
    ),
    "concealed-one-suit": lambda *, claimed_kongs: first_of(_ONE_SUIT, nothing_claimed(claimed_kongs=claimed_kongs)),
    "waiting-for": _waiting_for,
}
"""By the id of a condition: the function that makes its check from the condition's parameters."""
