"""The catalogue, continued: how a hand was won, what was claimed, and hands that have a name."""

from collections.abc import Callable, Iterable
from typing import Final

from service.domain.arrange import arrangements
from service.domain.arranged_hand import ArrangedHand, HandContext
from service.domain.circumstances import BITS, MEMBERS
from service.domain.deal import DRAWN, Source, Win
from service.domain.hand import HAND_SETS
from service.domain.layouts.named import NAMED, TILES
from service.domain.layouts.prefilter import prefilter_of, where_of_tiles
from service.domain.rulebook.conditions import (
    MAJORS_OR_SIMPLES,
    NOTHING,
    PUNG_OR_KONG,
    SUITS,
    TRUTH,
    claims_nothing,
    is_one_suit,
    of_winner,
    plain,
    stated,
    when,
    with_parameters,
)
from service.domain.rulebook.model import (
    CLAIMED_KONGS,
    Agreed,
    Condition,
    Evidence,
    Parameter,
    Predicate,
    Value,
)
from service.domain.sets import Feature, Kind, Set
from service.domain.shapes import BY_ID as SHAPES
from service.domain.tiles import (
    ANY_SUIT,
    FLOWERS,
    MAJORS,
    MOST_COPIES,
    PLAYING_TILES,
    SEASONS,
    Tile,
    parse,
    write,
)

_ANY_CHOW: Final = int(Feature.ANY_CHOW)
_HONOUR_PUNG: Final = int(Feature.HONOUR_PUNG)
_CLAIMED_KONGS: Final = Parameter(text="whether a kong that was claimed whole counts as concealed", choices=TRUTH)
_LEAST: Final = Parameter(text="how many", least=1, most=HAND_SETS)


# How the hand was won


def _winning_tile(*, tile: str) -> Predicate:
    kind = parse(tile)[0][0]
    return lambda arranged: when(arranged.winning.actual_tile == kind)


def _from_the_live_wall(*, dealt: bool) -> Predicate:
    sources = {Source.WALL, Source.ORIGINAL_HAND} if dealt else {Source.WALL}
    return lambda arranged: when(arranged.winning.source in sources)


def _drawn_but_for_a_kong(arranged: ArrangedHand) -> Evidence:
    replaced = arranged.winning.source is Source.LOOSE_TILE and arranged.context.hand.kongs
    return when(not arranged.winning.claimed and not replaced)


def _only_place(*, dead_tiles: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        tile, context = arranged.winning.tile, arranged.context
        if tile is None or not arranged.made_of_sets:
            return NOTHING
        if "waits" not in context.cache and _has_another_filler(arranged, tile, dead_tiles=dead_tiles):
            return NOTHING
        return when(_has_one_place(context) if dead_tiles else len(context.waits()) == 1)

    return predicate


def _has_another_filler(arranged: ArrangedHand, tile: Tile, *, dead_tiles: bool) -> bool:
    """Whether another tile completes one of these sets; a quick test before all waits are computed."""
    context = arranged.context
    held = context.hand.tiles
    return any(
        held.count(other) < MOST_COPIES and not (dead_tiles and context.on_the_table(other) == MOST_COPIES)
        for each in arranged.decomposition
        if tile in each.tiles
        for other in _other_fillers(each, tile, arranged)
    )


def _other_fillers(completed: Set, tile: Tile, arranged: ArrangedHand) -> Iterable[Tile]:
    """The tiles that could have completed this set instead, the other sets unchanged."""
    low, *_, high = completed.tiles
    if completed.kind is Kind.PUNG:
        return [each.tile for each in arranged.decomposition if each.kind is Kind.PAIR]
    if tile == low:
        return [each for each in completed.continued_by if each > high]
    return [each for each in completed.continued_by if each < low] if tile == high else ()


def _has_one_place(context: HandContext) -> bool:
    """Whether no other kind completes the hand; kinds with all four tiles on the table are ignored."""
    won_on = context.won_on
    if any(tile != won_on and context.on_the_table(tile) < MOST_COPIES for tile in context.waits()):
        return False
    return not _waits_for_a_fifth(context)


def _waits_for_a_fifth(context: HandContext) -> bool:
    """Whether a fifth copy of a tile that the hand has four of would complete it, with few enough chows."""
    tiles, before = context.hand.tiles, context.before
    waiting = context.hand._replace(concealed=before)
    full = [tile for tile in dict.fromkeys(before) if tiles.count(tile) == MOST_COPIES and tile != context.won_on]
    return any(arrangements(waiting.with_tile(tile), Win(Source.WALL, tile), context.win_conditions) for tile in full)


def _eyes(*, heads: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        tile, win = arranged.winning.tile, arranged.winning
        if not arranged.made_of_sets or (tile in MAJORS) != heads:
            return NOTHING
        pair = next(each for each in arranged.sets if each.kind is Kind.PAIR)
        eyes = pair.tile == tile and (win.source in DRAWN or pair is arranged.won)
        return (pair.tiles,) if eyes else NOTHING

    return predicate


def _completed_pair(*, heads: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        won = arranged.won
        return (won.tiles,) if won is not None and won.kind is Kind.PAIR and (won.tile in MAJORS) == heads else NOTHING

    return predicate


def _original_call(*, exposed: int) -> Predicate:
    bit = BITS["original_call"]

    def predicate(arranged: ArrangedHand) -> Evidence:
        return when(arranged.winning.circumstances & bit and sum([each.exposed for each in arranged.sets]) <= exposed)

    return predicate


def _called_without_winning() -> Predicate:
    return lambda arranged: when(arranged.context.hand.original_call)


def _dealt(*, bonus: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        return when(arranged.winning.source is Source.ORIGINAL_HAND and (bonus or not arranged.context.hand.bonus))

    return predicate


WINNING_TILE: Final = with_parameters(
    "winning-tile",
    "Won on this tile",
    _winning_tile,
    Feature.ALWAYS,
    tile=Parameter(text="the tile", choices=tuple([write([tile]) for tile in PLAYING_TILES])),
)
CIRCUMSTANCE: Final = with_parameters(
    "circumstance",
    "What is told of the win: last tile, last discard, original call and the like",
    stated,
    Feature.SPECIAL_WIN,
    win_members=lambda *, circumstance: (circumstance,),
    circumstance=Parameter(text="the member of `win` that tells it", choices=MEMBERS),
)
FROM_THE_LIVE_WALL: Final = with_parameters(
    "from-the-live-wall",
    "The winning tile came from the wall and was no loose tile",
    _from_the_live_wall,
    Feature.ALWAYS,
    dealt=Parameter(text="whether a hand complete as dealt counts too", choices=TRUTH),
)
DRAWN_BUT_FOR_A_KONG: Final = of_winner(
    "drawn-but-for-a-kong",
    "The winning tile came from the wall, as dealt, or in place of a flower or season in a hand without a kong",
    _drawn_but_for_a_kong,
)
ONLY_PLACE: Final = with_parameters(
    "only-place",
    "No other kind of tile would have completed the hand, in any of its shapes",
    _only_place,
    Feature.FOUR_SETS,
    dead_tiles=Parameter(text="whether kinds that lie on the table four times are left out", choices=TRUTH),
)
EYES: Final = with_parameters(
    "eyes",
    "The only pair is of the winning tile, which was drawn, or claimed as that pair",
    _eyes,
    lambda *, heads: Feature.PAIR_OF_MAJORS if heads else Feature.PAIR_OF_SIMPLES,
    heads=MAJORS_OR_SIMPLES,
)
WON_PAIR: Final = with_parameters(
    "won-pair", "The winning tile completed the pair", _completed_pair, Feature.COMPLETED_PAIR, heads=MAJORS_OR_SIMPLES
)
ORIGINAL_CALL: Final = with_parameters(
    "original-call",
    "Declared waiting with the first discard, with few exposed sets",
    _original_call,
    Feature.SPECIAL_WIN,
    win_members=lambda *, exposed: ("original_call",),
    exposed=Parameter(text="exposed sets at most", least=0, most=5),
)
CALLED_WITHOUT_WINNING: Final = with_parameters(
    "called-without-winning",
    "A hand that did not win was declared waiting with the first discard",
    _called_without_winning,
    Feature.ALWAYS,
    winner_only=False,
    win_members=lambda: ("original_call",),
)()
STAND_IN: Final = of_winner(
    "stand-in",
    "The winning tile stands for another, whose pair it completes",
    lambda arranged: when(arranged.winning.stand_in is not None),
    Feature.COMPLETED_PAIR,
)
DEALT: Final = with_parameters(
    "dealt",
    "East complete as dealt",
    _dealt,
    Feature.SPECIAL_WIN,
    bonus=Parameter(text="whether flowers and seasons may have been replaced", choices=TRUTH),
)


# Flowers and seasons


def _own_flower_and_season(arranged: ArrangedHand) -> Evidence:
    context = arranged.context
    flower, season, bonus = FLOWERS[context.seat], SEASONS[context.seat], context.hand.bonus
    return ((flower, season),) if flower in bonus and season in bonus else NOTHING


OWN_FLOWER_AND_SEASON: Final = plain(
    "own-flower-and-season", "The flower and the season of the player's seat", _own_flower_and_season, Feature.BONUS
)


# Concealed


def _concealed_hand(*, claimed_kongs: bool) -> Predicate:
    return lambda arranged: when(claims_nothing(arranged, claimed_kongs=claimed_kongs))


def _almost_concealed(*, claimed_kongs: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        hand = arranged.context.hand
        return when(not hand.exposed and (claimed_kongs or not hand.claimed_kongs))

    return predicate


def _concealed_with_honours(arranged: ArrangedHand) -> Evidence:
    honours = arranged.features & _HONOUR_PUNG and arranged.traits & ANY_SUIT
    return when(honours and claims_nothing(arranged, claimed_kongs=False))


def _concealed_threes(arranged: ArrangedHand, *, claimed_kongs: bool) -> int:
    concealed = sum([each.kind in PUNG_OR_KONG and not each.exposed for each in arranged.sets])
    return concealed + (len(arranged.context.hand.claimed_kongs) if claimed_kongs else 0)


def _concealed_pungs(*, least: int, claimed_kongs: bool) -> Predicate:
    return lambda arranged: when(_concealed_threes(arranged, claimed_kongs=claimed_kongs) >= least)


def _concealed_kongs(*, least: int) -> Predicate:
    return lambda arranged: when(sum([each.kind is Kind.KONG and not each.exposed for each in arranged.sets]) >= least)


def _four_concealed(*, claimed_kongs: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        four = _concealed_threes(arranged, claimed_kongs=claimed_kongs) == HAND_SETS
        return when(four and claims_nothing(arranged, claimed_kongs=claimed_kongs))

    return predicate


def _concealed_one_suit(*, claimed_kongs: bool) -> Predicate:
    return lambda arranged: when(is_one_suit(arranged) and claims_nothing(arranged, claimed_kongs=claimed_kongs))


def _claimed_kongs(*, claimed_kongs: Value | Agreed, **_: Value | Agreed) -> tuple[str, ...]:
    return (CLAIMED_KONGS,) if claimed_kongs else ()


def _with_claimed_kongs(name: str, text: str, make: Callable[..., Predicate], where: Feature) -> Condition:
    return with_parameters(name, text, make, where, win_members=_claimed_kongs, claimed_kongs=_CLAIMED_KONGS)


CONCEALED_HAND: Final = _with_claimed_kongs(
    "concealed-hand", "Nothing was claimed, the winning tile neither", _concealed_hand, Feature.ALWAYS
)
ALMOST_CONCEALED: Final = _with_claimed_kongs(
    "almost-concealed", "Nothing was claimed but the winning tile", _almost_concealed, Feature.ALWAYS
)
CONCEALED_WITH_HONOURS: Final = of_winner(
    "concealed-with-honours",
    "Nothing was claimed, with a set of honours and tiles of a suit",
    _concealed_with_honours,
    Feature.HONOUR_PUNG,
)
SOME_CONCEALED_PUNGS: Final = with_parameters(
    "some-concealed-pungs",
    "At least so many concealed pungs or kongs",
    _concealed_pungs,
    Feature.CONCEALED_PUNG | Feature.ANY_KONG,
    winner_only=False,
    win_members=_claimed_kongs,
    least=_LEAST,
    claimed_kongs=_CLAIMED_KONGS,
)
SOME_CONCEALED_KONGS: Final = with_parameters(
    "some-concealed-kongs",
    "At least so many concealed kongs",
    _concealed_kongs,
    Feature.ANY_KONG,
    winner_only=False,
    least=_LEAST,
)
FOUR_CONCEALED: Final = _with_claimed_kongs(
    "four-concealed",
    "Four pungs or kongs and a pair, nothing claimed",
    _four_concealed,
    Feature.CONCEALED_PUNG | Feature.ANY_KONG,
)
CONCEALED_ONE_SUIT: Final = _with_claimed_kongs(
    "concealed-one-suit", "One suit, nothing claimed", _concealed_one_suit, Feature.ONE_SUIT
)


# The whole hand


def _some_kongs(*, least: int) -> Predicate:
    return lambda arranged: when(arranged.context.hand.kongs >= least)


def _only_tiles(*, tiles: str, chows: bool) -> Predicate:
    kinds = TILES[tiles]

    def predicate(arranged: ArrangedHand) -> Evidence:
        if not arranged.traits or (arranged.features & _ANY_CHOW and not chows):
            return NOTHING
        return when(kinds.issuperset(arranged.context.hand.tiles))

    return predicate


IN_ONE_SUIT: Final = of_winner(
    "in-one-suit",
    "All tiles of one suit, with honours or without",
    lambda arranged: when(arranged.traits & ANY_SUIT in SUITS),
    Feature.IN_ONE_SUIT,
)
NO_KONG: Final = plain("no-kong", "No kong in the hand", lambda arranged: when(not arranged.context.hand.kongs))
SOME_KONGS: Final = with_parameters(
    "some-kongs",
    "At least so many kongs",
    _some_kongs,
    Feature.ANY_KONG,
    winner_only=False,
    least=_LEAST,
)
ONLY_TILES: Final = with_parameters(
    "only-tiles",
    "Only tiles of these kinds",
    _only_tiles,
    lambda *, tiles, chows: where_of_tiles(TILES[tiles]),
    tiles=Parameter(text="which kinds", choices=tuple(TILES)),
    chows=Parameter(text="whether there may be chows", choices=TRUTH),
)


# Hands with a name


_WHOLE: Final = {each.id: prefilter_of(each.matcher, 0) for each in NAMED.values()}
_SHORT: Final = {each.id: prefilter_of(each.matcher, 1) for each in NAMED.values()}
"""The prefilters of hands with a name, complete and one tile short."""


def _named_hand(*, hand: str) -> Predicate:
    """Match the sets if the hand has only sets and pairs, else the tiles and the winning tile."""
    matcher = NAMED[hand].matcher
    _, most_kinds, fewest_kinds = _WHOLE[hand]

    def predicate(arranged: ArrangedHand) -> Evidence:
        context, kinds, traits = arranged.context, arranged.context.kinds(), arranged.traits
        if kinds < fewest_kinds or (traits and kinds > most_kinds[traits]) or not matcher.fits_each_set(context.hand):
            return NOTHING
        key = (hand, *arranged.sets) if matcher.of_sets else (hand,)
        known = context.cache.setdefault("named", {})
        if key not in known:
            known[key] = matches(arranged)
        return when(known[key])

    def matches(arranged: ArrangedHand) -> bool:
        prepared = arranged.context.prepared()
        if matcher.of_sets:
            return arranged.made_of_sets and matcher.is_made_of(prepared, arranged.sets)
        return matcher.is_complete(prepared) and matcher.may_win(arranged.context.hand, arranged.winning, prepared)

    return predicate


NAMED_HAND: Final = with_parameters(
    "named-hand",
    "The hand is this one",
    _named_hand,
    Feature.ALWAYS,
    hand=Parameter(text="the hand", choices=tuple(NAMED)),
)


def _waiting_for(*, hand: str) -> Predicate:
    matcher, shape = NAMED[hand].matcher, SHAPES.get(hand)
    _, most_kinds, fewest_kinds = _SHORT[hand]

    def waits(arranged: ArrangedHand) -> Evidence:
        context = arranged.context
        held = context.hand
        if not fewest_kinds <= context.kinds() <= most_kinds[arranged.traits] or not matcher.fits_each_set(held):
            return NOTHING
        if held.dead or held.excess_tiles or not context.win_conditions.plays(shape):
            return NOTHING
        return when(context.waits_for(matcher))

    return waits


WAITING_FOR: Final = with_parameters(
    "waiting-for",
    "A hand that did not win and lacks one tile of this hand; all four of the tile may lie on the table",
    _waiting_for,
    lambda *, hand: _SHORT[hand].where,
    winner_only=False,
    hand=Parameter(text="the hand that it waits for", choices=tuple(NAMED)),
)
