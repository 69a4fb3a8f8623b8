"""Conditions of sets, one by one or counted, and of the set that the winning tile completed."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pung_chow_settlement.domain.clauses.clause import (
    TRUTH,
    Clause,
    Clauses,
    Condition,
    Evidence,
    Parameter,
    Reason,
    Value,
    at_least,
    condition,
    each_set,
    finding,
    having,
    judged,
    none,
    once,
    reason,
    some,
    with_parameters,
)
from pung_chow_settlement.domain.faults import Named
from pung_chow_settlement.domain.hand import HAND_SETS
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import BY_TILES, Feature, Kind, Set, set_kind_of
from pung_chow_settlement.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    FIRST_DRAGON,
    FIRST_WIND,
    HONOURS,
    PLAYING_TILES,
    SIMPLES,
    TERMINALS,
    TERMINALS_AND_HONOURS,
    TRAITS,
    WINDS,
    Tile,
    write,
)

PUNG_OR_KONG: Final = (Kind.PUNG, Kind.KONG)
_SIZES: Final = {Kind.PAIR: 2, Kind.CHOW: 3, Kind.PUNG: 3, Kind.KONG: 4}
_HONOUR_PAIR: Final = int(Feature.HONOUR_PAIR)
_HONOUR_PUNG: Final = int(Feature.HONOUR_PUNG)
LEAST: Final = Parameter(text="how many", least=1, most=HAND_SETS)
EITHER: Final = "either"
"""The word for both values of a parameter that is otherwise true or false."""
CLAIMED: Final = Parameter(text="whether the winning tile was claimed", choices=(*TRUTH, EITHER))
TERMINALS_AND_HONOURS_SIMPLES_OR_EITHER: Final = Parameter(
    text="true for heads (ones, nines, winds, dragons), false for simples", choices=(*TRUTH, EITHER)
)
TERMINALS_AND_HONOURS_OR_SIMPLES: Final = Parameter(
    text="true for heads (ones, nines, winds, dragons), false for simples", choices=TRUTH
)


def is_a(each: Set, lacks: int = 1) -> Reason:
    """The reason that a set is of its kind."""
    return reason(f"is-a-{each.kind}", lacks, tiles=each.text)


# Each set


Held = Callable[[Seat, Seat], Collection[Tile]]
"""The tiles of a kind, in a seat and a round."""


def _always(tiles: Collection[Tile]) -> Held:
    return lambda seat, round_wind: tiles


def _with_trait(trait: int) -> Held:
    return _always(frozenset([tile for tile in PLAYING_TILES if TRAITS[tile] & trait]))


_OF: Final[Mapping[str, Held]] = {
    "any": _always(PLAYING_TILES),
    "simples": _with_trait(SIMPLES),
    "terminals": _with_trait(TERMINALS),
    "heads": _always(TERMINALS_AND_HONOURS),
    "honours": _with_trait(HONOURS),
    "dragons": _always(DRAGONS),
    "winds": _always(WINDS),
    "own-wind": lambda seat, round_wind: (WINDS[seat],),
    "round-wind": lambda seat, round_wind: (WINDS[round_wind],),
    "own-and-round-wind": lambda seat, round_wind: (WINDS[seat],) if seat == round_wind else (),
    "other-wind": lambda seat, round_wind: [wind for wind in WINDS if wind not in (WINDS[seat], WINDS[round_wind])],
    "suits": _with_trait(ANY_SUIT),
    "characters": _with_trait(CHARACTERS),
    "circles": _with_trait(CIRCLES),
    "bamboos": _with_trait(BAMBOOS),
}
"""The tiles of sets, by their word."""
_KINDS: Final[Mapping[str, tuple[Kind, ...]]] = {
    Kind.PUNG.value: (Kind.PUNG,),
    Kind.KONG.value: (Kind.KONG,),
    "pung-or-kong": PUNG_OR_KONG,
    Kind.PAIR.value: (Kind.PAIR,),
}
_CLAIMED_SET: Final = "claimed"
_PROMOTED: Final = "promoted"
_CONCEALED_SET: Final = "concealed"
_EXPOSURE: Final[Mapping[str, tuple[str, ...]]] = {
    "exposed": (_CLAIMED_SET, _PROMOTED),
    "concealed": (_CONCEALED_SET,),
    "either": (_CLAIMED_SET, _PROMOTED, _CONCEALED_SET),
    "claimed": (_CLAIMED_SET,),
    "promoted": (_PROMOTED,),
    "concealed-or-promoted": (_CONCEALED_SET, _PROMOTED),
}
"""How a set came about, by the words of the parameter: a promoted kong is an exposed pung with its fourth tile."""


_KIND: Final = Parameter(text="what the set is", choices=tuple(_KINDS))
_TILES: Final = Parameter(text="its tiles", choices=tuple(_OF))
_EXPOSED_OR_NOT: Final = Parameter(
    text="whether a claimed tile completed it, or its fourth tile promoted a pung to a kong", choices=tuple(_EXPOSURE)
)


def _sets_of(*, kind: str, of: str, exposure: str) -> Clauses:
    kinds, tiles_of, ways = _KINDS[kind], _OF[of], _EXPOSURE[exposure]
    required = kinds[0]
    exposures = {way is not _CONCEALED_SET for way in ways}

    def earns(each: Set, seat: Seat, round_wind: Seat) -> bool:
        return each.kind in kinds and each.exposed in exposures and each.tile in tiles_of(seat, round_wind)

    def finds(arranged: ArrangedHand) -> Evidence:
        context = arranged.context
        found = [each for each in arranged.sets if earns(each, context.seat, context.round_wind)]
        return [each.tiles for each in found if _way_of(each, arranged) in ways]

    def why(arranged: ArrangedHand) -> Reason:
        context = arranged.context
        tiles = tiles_of(context.seat, context.round_wind)
        if not tiles:
            return _not_own_round(arranged)
        held = [each for each in arranged.sets if each.kind is not Kind.CHOW and each.tile in tiles]
        for each in held:
            if each.kind in kinds:
                return reason(
                    _IS[_way_of(each, arranged) if each.exposed in exposures else each.exposed], tiles=each.text
                )
        if held:
            return is_a(held[0], min([abs(_SIZES[held[0].kind] - _SIZES[each]) for each in kinds]))
        return reason(f"no-{required}", 2) if len(tiles) > len(WINDS) else _few_alike(arranged, [*tiles], required)

    clause = each_set(earns, why)
    apart = (_CLAIMED_SET in ways) is not (_PROMOTED in ways)
    return (finding(finds, why, clause.asked) if apart else clause,)


def _never_promoted(*, kind: str, exposure: str, **_: Value) -> str:
    """Only a kong can be promoted."""
    return "exposure" if exposure == _PROMOTED and Kind.KONG not in _KINDS[kind] else ""


def _way_of(each: Set, arranged: ArrangedHand) -> str:
    """How a set of the hand came about."""
    if not each.exposed:
        return _CONCEALED_SET
    whole = each.kind is not Kind.KONG or each in arranged.context.hand.claimed_kongs
    return _CLAIMED_SET if whole else _PROMOTED


_IS: Final[Mapping[str | bool, str]] = {
    True: "is-exposed",
    False: "is-concealed",
    _CONCEALED_SET: "is-concealed",
    _CLAIMED_SET: "is-claimed",
    _PROMOTED: "is-promoted",
}
"""The reason that a set came about otherwise, by how it did."""


def _some_sets_of(*, kind: str, of: str, exposure: str, least: int) -> Clauses:
    (each,) = _sets_of(kind=kind, of=of, exposure=exposure)
    finds = each.finds
    assert finds is not None, "each set is found"

    def few(arranged: ArrangedHand) -> Reason:
        held = len(finds(arranged))
        return reason("few-such-sets", least - held, held=held, needed=least) if held else each.why(arranged)

    return (judged(lambda arranged: len(finds(arranged)) >= least, few, each.asked),)


def _sets(*, kind: str, exposed: bool, heads: bool) -> Clauses:
    required = Kind(kind)
    set_kind = int(set_kind_of(required, exposed=exposed, terminals_and_honours=heads))
    otherwise = int(set_kind_of(required, exposed=not exposed, terminals_and_honours=heads))
    others = int(set_kind_of(required, exposed=exposed, terminals_and_honours=not heads))

    def why(arranged: ArrangedHand) -> Reason:
        sets = arranged.sets
        for each in sets:
            if each.set_kind == otherwise:
                return reason("is-concealed" if exposed else "is-exposed", tiles=each.text)
        for each in sets:
            if each.set_kind == others:
                return reason("is-of-simples" if heads else "is-of-heads", tiles=each.text)
        for each in sets:
            if (
                each.kind is not Kind.CHOW
                and each.kind is not required
                and (each.tile in TERMINALS_AND_HONOURS) == heads
            ):
                return is_a(each, abs(_SIZES[each.kind] - _SIZES[required]))
        return reason(f"no-{kind}", 2)

    return (each_set(lambda each, seat, round_wind: each.set_kind == set_kind, why),)


def _few_alike(arranged: ArrangedHand, tiles: Sequence[Tile], kind: Kind) -> Reason:
    """Why there is no pair, or no pung or kong, of any of these tiles."""
    held = arranged.context.hand.tiles
    tile, needed = max(tiles, key=held.count), _SIZES[kind]
    for each in arranged.sets:
        if each.tile == tile and (each.kind is Kind.PAIR) != (kind is Kind.PAIR):
            return is_a(each)
    lacks = needed - held.count(tile)
    if lacks > 0:
        return reason("few-of-a-tile", lacks, tile=write([tile]), held=held.count(tile), needed=needed)
    return reason("not-a-set", tile=write([tile]), held=held.count(tile))


def _of_dragons(kind: Kind, feature: int) -> Clause:
    return each_set(
        lambda each, seat, round_wind: bool(each.features & feature) and each.tile >= FIRST_DRAGON,
        lambda arranged: _few_alike(arranged, DRAGONS, kind),
    )


def _of_own_wind(kind: Kind, feature: int) -> Clause:
    return each_set(
        lambda each, seat, round_wind: bool(each.features & feature) and each.tile == FIRST_WIND + seat,
        lambda arranged: _few_alike(arranged, [WINDS[arranged.context.seat]], kind),
    )


def _of_round_wind(kind: Kind, feature: int) -> Clause:
    return each_set(
        lambda each, seat, round_wind: bool(each.features & feature) and each.tile == FIRST_WIND + round_wind,
        lambda arranged: _few_alike(arranged, [WINDS[arranged.context.round_wind]], kind),
    )


def _of_own_and_round_wind(kind: Kind, feature: int) -> Clause:
    def why(arranged: ArrangedHand) -> Reason:
        context = arranged.context
        if context.seat != context.round_wind:
            return _not_own_round(arranged)
        return _few_alike(arranged, [WINDS[context.seat]], kind)

    return each_set(
        lambda each, seat, round_wind: (
            seat == round_wind and bool(each.features & feature) and each.tile == FIRST_WIND + seat
        ),
        why,
    )


def _not_own_round(arranged: ArrangedHand) -> Reason:
    context = arranged.context
    return reason("not-own-round", own=SEAT_NAMES[context.seat], round=SEAT_NAMES[context.round_wind])


SETS: Final[Condition] = with_parameters(
    "sets",
    "Each pung, kong or pair of this kind",
    _sets,
    winner_only=False,
    kind=Parameter(text="what the set is", choices=(Kind.PUNG.value, Kind.KONG.value, Kind.PAIR.value)),
    exposed=Parameter(text="whether a claimed tile completed it", choices=TRUTH),
    heads=TERMINALS_AND_HONOURS_OR_SIMPLES,
)
SETS_OF: Final[Condition] = replace(
    with_parameters(
        "sets-of",
        "Each pung, kong or pair of these tiles",
        _sets_of,
        winner_only=False,
        kind=_KIND,
        of=_TILES,
        exposure=_EXPOSED_OR_NOT,
    ),
    impossible=_never_promoted,
)
SOME_SETS_OF: Final[Condition] = replace(
    with_parameters(
        "some-sets-of",
        "At least so many pungs, kongs or pairs of these tiles",
        _some_sets_of,
        winner_only=False,
        kind=_KIND,
        of=_TILES,
        exposure=_EXPOSED_OR_NOT,
        least=LEAST,
    ),
    impossible=_never_promoted,
)
PAIR_OF_DRAGONS: Final[Condition] = condition(
    "pair-of-dragons", "Each pair of dragons", _of_dragons(Kind.PAIR, _HONOUR_PAIR), winner_only=False
)
PAIR_OF_OWN_WIND: Final[Condition] = condition(
    "pair-of-own-wind",
    "A pair of the wind of the player's seat",
    _of_own_wind(Kind.PAIR, _HONOUR_PAIR),
    winner_only=False,
)
PAIR_OF_ROUND_WIND: Final[Condition] = condition(
    "pair-of-round-wind",
    "A pair of the wind of the round",
    _of_round_wind(Kind.PAIR, _HONOUR_PAIR),
    winner_only=False,
)
PAIR_OF_OWN_AND_ROUND_WIND: Final[Condition] = condition(
    "pair-of-own-and-round-wind",
    "A pair of the own wind which is also the wind of the round",
    _of_own_and_round_wind(Kind.PAIR, _HONOUR_PAIR),
    winner_only=False,
)
PUNG_OF_DRAGONS: Final[Condition] = condition(
    "pung-of-dragons", "Each pung or kong of dragons", _of_dragons(Kind.PUNG, _HONOUR_PUNG), winner_only=False
)
PUNG_OF_OWN_WIND: Final[Condition] = condition(
    "pung-of-own-wind",
    "A pung or kong of the wind of the player's seat",
    _of_own_wind(Kind.PUNG, _HONOUR_PUNG),
    winner_only=False,
)
PUNG_OF_ROUND_WIND: Final[Condition] = condition(
    "pung-of-round-wind",
    "A pung or kong of the wind of the round",
    _of_round_wind(Kind.PUNG, _HONOUR_PUNG),
    winner_only=False,
)
PUNG_OF_OWN_AND_ROUND_WIND: Final[Condition] = condition(
    "pung-of-own-and-round-wind",
    "A pung or kong of the own wind which is also the wind of the round",
    _of_own_and_round_wind(Kind.PUNG, _HONOUR_PUNG),
    winner_only=False,
)


# Sets that are counted


def other_shape(arranged: ArrangedHand) -> Reason:
    """The reason that a winner's hand is not four sets and a pair."""
    return reason("no-sets", shape=Named(arranged.shape.id, arranged.shape.text))


MADE_OF_SETS: Final = some(Feature.MADE_OF_SETS, other_shape)
"""A winner's hand is four sets and a pair."""


def _first_chow(arranged: ArrangedHand) -> Reason:
    chows = [each for each in arranged.sets if each.kind is Kind.CHOW]
    return reason("is-a-chow", len(chows), tiles=chows[0].text)


def _first_pung(arranged: ArrangedHand) -> Reason:
    others = [each for each in arranged.sets if each.kind in PUNG_OR_KONG]
    return is_a(others[0], len(others))


NO_CHOW_IN_IT: Final = none(Feature.ANY_CHOW, _first_chow)
FOUR_SETS: Final[Condition] = condition("four-sets", "Four sets and a pair", MADE_OF_SETS)
NO_CHOW: Final[Condition] = condition("no-chow", "Four pungs or kongs and a pair", MADE_OF_SETS, NO_CHOW_IN_IT)
FOUR_CHOWS: Final[Condition] = condition(
    "four-chows", "Four chows and a pair", MADE_OF_SETS, none(Feature.ANY_PUNG, _first_pung)
)
_OF_HONOURS: Final = {"winds": WINDS, "dragons": DRAGONS}


def _sets_of_honours(*, of: str, sets: int, pair: bool) -> Clauses:
    tiles = _OF_HONOURS[of]

    def held_by(arranged: ArrangedHand) -> set[Tile]:
        """The honours of which the hand has a pung or kong; in a goulash it can have two of one."""
        return {each.tile for each in arranged.sets if each.features & _HONOUR_PUNG and each.tile in tiles}

    def few(arranged: ArrangedHand) -> Reason:
        held = held_by(arranged)
        missing = [tile for tile in tiles if tile not in held]
        return reason("missing-sets", sets - len(held), tiles=write(missing), lacks=sets - len(held))

    def pair_of_another(arranged: ArrangedHand) -> bool:
        held = held_by(arranged)
        others = (each.tile for each in arranged.sets if each.features & _HONOUR_PAIR)
        return any(tile in tiles and tile not in held for tile in others)

    def no_pair(arranged: ArrangedHand) -> Reason:
        held = {each.tile: each for each in arranged.sets}
        left = [tile for tile in tiles if tile not in held]
        if not left:
            return is_a(held[tiles[-1]])
        nearest = max(left, key=arranged.context.hand.tiles.count)
        found = arranged.context.hand.tiles.count(nearest)
        return reason("few-of-a-tile", tile=write([nearest]), held=found, needed=_SIZES[Kind.PAIR])

    pungs = having(lambda each: each.features & _HONOUR_PUNG and each.tile in tiles)
    pairs = having(lambda each: each.features & _HONOUR_PAIR and each.tile in tiles)
    enough = judged(lambda arranged: len(held_by(arranged)) >= sets, few, pungs)
    return (enough, judged(pair_of_another, no_pair, pairs)) if pair else (enough,)


def _more_than_there_are(*, of: str, sets: int, pair: bool) -> str:
    return "sets" if sets + pair > len(_OF_HONOURS[of]) else ""


SETS_OF_HONOURS: Final[Condition] = replace(
    with_parameters(
        "sets-of-honours",
        "Pungs or kongs of at least so many winds, or dragons, in a complete hand or not",
        _sets_of_honours,
        winner_only=False,
        of=Parameter(text="of what", choices=tuple(_OF_HONOURS)),
        sets=LEAST,
        pair=Parameter(text="whether a pair of another is needed too", choices=TRUTH),
    ),
    impossible=_more_than_there_are,
)


def _is_kong(each: Set) -> bool:
    return each.kind is Kind.KONG


def _some_kongs(*, least: int) -> Clauses:
    def few(arranged: ArrangedHand) -> Reason:
        held = arranged.context.hand.kongs
        return reason("few-kongs", least - held, held=held, needed=least) if held < least else other_shape(arranged)

    return (at_least(least, _is_kong, few),)


def _first_kong(arranged: ArrangedHand) -> Reason:
    return is_a(min([each for each in arranged.context.hand.declared if _is_kong(each)], key=BY_TILES))


NO_KONG: Final[Condition] = condition(
    "no-kong",
    "No kong in the hand",
    judged(lambda arranged: not arranged.context.hand.kongs, _first_kong),
    winner_only=False,
)
SOME_KONGS: Final[Condition] = with_parameters(
    "some-kongs", "At least so many kongs", _some_kongs, winner_only=False, least=LEAST
)


# The set that the winning tile completed


def ends_a_run(pair: Set, arranged: ArrangedHand) -> Set | None:
    """The concealed chow that the pair extends to a run of four, where the wait was for either end (1923 p.62)."""
    for each in arranged.decomposition:
        if pair.tile in each.continued_by:
            return each
    return None


def _of_a_run(pair: Set, arranged: ArrangedHand) -> Reason:
    chow = ends_a_run(pair, arranged)
    assert chow is not None, "asked of a pair that ends a run"
    return reason("run-of-four", tiles=pair.text, chow=chow.text)


def _completed(kind: Kind) -> Clause:
    feature = Feature.COMPLETED_PAIR if kind is Kind.PAIR else Feature.COMPLETED_CHOW

    def why(arranged: ArrangedHand) -> Reason:
        if arranged.won is not None:
            return reason("completed", tiles=arranged.won.text)
        return reason("no-winning-tile", 2) if arranged.winning.tile is None else other_shape(arranged)

    return some(feature, why)


def _won(arranged: ArrangedHand) -> Set:
    won = arranged.won
    assert won is not None, "asked of hands in which the winning tile completed a set"
    return won


def _won_of(*, heads: bool | str) -> Clause:
    def finds(arranged: ArrangedHand) -> Evidence:
        won = _won(arranged)
        return (won.tiles,) if heads == EITHER or (won.tile in TERMINALS_AND_HONOURS) == heads else ()

    def why(arranged: ArrangedHand) -> Reason:
        return reason("is-of-simples" if heads else "is-of-heads", tiles=_won(arranged).text)

    return finding(finds, why)


def _won_by(*, claimed: bool | str) -> Clauses:
    if claimed == EITHER:
        return ()
    why = reason("drawn" if claimed else "claimed")
    return ((some if claimed else none)(Feature.CLAIMED, lambda _: why),)


_COMPLETED_PAIR: Final = _completed(Kind.PAIR)
_COMPLETED_CHOW: Final = _completed(Kind.CHOW)


def _no_run(arranged: ArrangedHand) -> Evidence:
    won = _won(arranged)
    return () if ends_a_run(won, arranged) is not None else (won.tiles,)


def _completed_pair(*, heads: bool | str, claimed: bool | str) -> Clauses:
    no_run = finding(_no_run, lambda arranged: _of_a_run(_won(arranged), arranged))
    return _COMPLETED_PAIR, once(_won_of(heads=heads)), *_won_by(claimed=claimed), no_run


def _completed_pair_of_own_and_round_wind(*, claimed: bool | str) -> Clauses:
    own_round = judged(lambda arranged: arranged.context.seat == arranged.context.round_wind, _not_own_round)

    def finds(arranged: ArrangedHand) -> Evidence:
        won = _won(arranged)
        return (won.tiles,) if won.tile == FIRST_WIND + arranged.context.seat else ()

    def why(arranged: ArrangedHand) -> Reason:
        own = WINDS[arranged.context.seat]
        if any(each.kind is Kind.PAIR and each.tile == own for each in arranged.sets):
            return reason("completed", tiles=_won(arranged).text)
        return _few_alike(arranged, [own], Kind.PAIR)

    own_wind = finding(finds, why)
    return _COMPLETED_PAIR, own_round, *_won_by(claimed=claimed), own_wind


def _completed_chow(*, one_filler: bool | str, claimed: bool | str) -> Clauses:
    def finds(arranged: ArrangedHand) -> Evidence:
        won = _won(arranged)
        fits = one_filler == EITHER or (arranged.winning.tile in won.closed_at) == one_filler
        return (won.tiles,) if fits else ()

    def why(arranged: ArrangedHand) -> Reason:
        return reason("two-fillers" if one_filler else "one-filler", tiles=_won(arranged).text)

    return _COMPLETED_CHOW, *_won_by(claimed=claimed), finding(finds, why)


def _won_pair(*, heads: bool | str) -> Clauses:
    return _COMPLETED_PAIR, _won_of(heads=heads)


COMPLETED_PAIR: Final[Condition] = with_parameters(
    "completed-pair",
    "The pair that the winning tile completed, except one at the end of a run of four",
    _completed_pair,
    heads=TERMINALS_AND_HONOURS_SIMPLES_OR_EITHER,
    claimed=CLAIMED,
)
COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND: Final[Condition] = with_parameters(
    "completed-pair-of-own-and-round-wind",
    "The pair of the own wind in its own round, completed by the winning tile",
    _completed_pair_of_own_and_round_wind,
    claimed=CLAIMED,
)
COMPLETED_CHOW: Final[Condition] = with_parameters(
    "completed-chow",
    "The chow that the winning tile completed: at its one place (in the middle or at its only open end), "
    "or at one of two open ends",
    _completed_chow,
    one_filler=Parameter(text="whether only one kind of tile fits", choices=(*TRUTH, EITHER)),
    claimed=CLAIMED,
)
WON_PAIR: Final[Condition] = with_parameters(
    "won-pair", "The winning tile completed the pair", _won_pair, heads=TERMINALS_AND_HONOURS_SIMPLES_OR_EITHER
)

ALL: Final = (
    SETS,
    SETS_OF,
    SOME_SETS_OF,
    PAIR_OF_DRAGONS,
    PAIR_OF_OWN_WIND,
    PAIR_OF_ROUND_WIND,
    PAIR_OF_OWN_AND_ROUND_WIND,
    PUNG_OF_DRAGONS,
    PUNG_OF_OWN_WIND,
    PUNG_OF_ROUND_WIND,
    PUNG_OF_OWN_AND_ROUND_WIND,
    COMPLETED_PAIR,
    COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND,
    COMPLETED_CHOW,
    FOUR_SETS,
    NO_CHOW,
    FOUR_CHOWS,
    SETS_OF_HONOURS,
    WON_PAIR,
    NO_KONG,
    SOME_KONGS,
)
"""Those of the catalogue."""
