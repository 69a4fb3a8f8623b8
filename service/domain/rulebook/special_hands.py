"""The catalogue, continued: conditions of today's rulebooks, mostly special hands."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from service.domain.arrange import is_complete
from service.domain.arranged_hand import ArrangedHand, HandContext, completed_by, completed_by_pungs
from service.domain.circumstances import BITS, MEMBERS
from service.domain.deal import DRAWN, Source
from service.domain.hand import HAND_SETS
from service.domain.rulebook import conditions
from service.domain.rulebook.conditions import (
    FOUND,
    MAJORS_OR_SIMPLES,
    NOTHING,
    PUNG_OR_KONG,
    TRUTH,
    claims_nothing,
    has_pungs,
    is_one_suit,
    plain,
    when,
)
from service.domain.rulebook.model import (
    CLAIMED_KONGS,
    Agreed,
    BoundCondition,
    Condition,
    Evidence,
    Parameter,
    Predicate,
    Value,
)
from service.domain.sets import Feature, Kind, Set
from service.domain.shapes import ALL as SHAPES
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    FIRST_DRAGON,
    FLOWERS,
    HONOURS,
    MAJORS,
    MOST_COPIES,
    SEASONS,
    SIMPLES,
    TERMINALS,
    WINDS,
    Tile,
    parse,
)

_ANY_CHOW: Final = int(Feature.ANY_CHOW)
_CLAIMED_KONGS: Final = Parameter(text="whether a kong that was claimed whole counts as concealed", choices=TRUTH)


def _tile(text: str) -> Tile:
    return parse(text)[0][0]


# How the hand was won


def _circumstance(*, circumstance: str) -> Predicate:
    bit = BITS[circumstance]
    return lambda arranged: FOUND if arranged.winning.circumstances & bit else NOTHING


def _from_the_live_wall(*, dealt: bool) -> Predicate:
    sources = {Source.WALL, Source.ORIGINAL_HAND} if dealt else {Source.WALL}
    return lambda arranged: when(arranged.winning.source in sources)


def _drawn_but_for_a_kong(arranged: ArrangedHand) -> Evidence:
    made_up = arranged.winning.source is Source.LOOSE_TILE and arranged.context.hand.kongs
    return when(not arranged.winning.claimed and not made_up)


def _loose_after_kong(arranged: ArrangedHand) -> Evidence:
    return when(arranged.winning.source is Source.LOOSE_TILE and arranged.context.hand.kongs)


def _only_place(*, dead_tiles: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        tile, context = arranged.winning.tile, arranged.context
        if tile is None or not arranged.made_of_sets:
            return NOTHING
        if "waits" not in context.cache and _another_place(arranged, tile, dead_tiles=dead_tiles):
            return NOTHING
        return when(_places_seen(context) if dead_tiles else len(context.waits()) == 1)

    return predicate


def _another_place(arranged: ArrangedHand, tile: Tile, *, dead_tiles: bool) -> bool:
    """Whether another tile would have done in one of these very sets: at a glance, where not all places are known."""
    context = arranged.context
    held = context.hand.tiles
    return any(
        held.count(other) < MOST_COPIES and not (dead_tiles and context.on_the_table(other) == MOST_COPIES)
        for each in arranged.decomposition
        if tile in each.tiles
        for other in _instead(each, tile, arranged)
    )


def _instead(completed: Set, tile: Tile, arranged: ArrangedHand) -> Iterable[Tile]:
    """What would have done instead of the tile that completed this set, the others as they are."""
    low, *_, high = completed.tiles
    if completed.kind is Kind.PUNG:
        return [each.tile for each in arranged.decomposition if each.kind is Kind.PAIR]
    if tile == low:
        return [each for each in completed.continued_by if each > high]
    return [each for each in completed.continued_by if each < low] if tile == high else ()


def _places_seen(context: HandContext) -> bool:
    """Whether no other kind completes the hand, those left out that all can see four times."""
    won_on = context.won_on
    if any(tile != won_on and context.on_the_table(tile) < MOST_COPIES for tile in context.waits()):
        return False
    return not _would_take_a_fifth(context)


def _would_take_a_fifth(context: HandContext) -> bool:
    """Whether a tile that the hand has four times, some of them hidden, would complete it."""
    hand, before = context.hand, context.before
    tiles = hand.tiles
    full = [tile for tile in dict.fromkeys(before) if tiles.count(tile) == MOST_COPIES and tile != context.won_on]
    return any(is_complete(hand, (*before, tile), context.win_conditions) for tile in full)


def _eyes(*, heads: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        tile, win = arranged.winning.tile, arranged.winning
        if not arranged.made_of_sets or (tile in MAJORS) != heads:
            return NOTHING
        pair = next(each for each in arranged.sets if each.kind is Kind.PAIR)
        fished = pair.tile == tile and (win.source in DRAWN or pair is arranged.won)
        return (pair.tiles,) if fished else NOTHING

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


def _called_without_winning(arranged: ArrangedHand) -> Evidence:
    return when(arranged.context.hand.original_call)


def _plum_blossom(*, after_kong: bool) -> Predicate:
    tile = _tile("5p")

    def predicate(arranged: ArrangedHand) -> Evidence:
        win = arranged.winning
        loose = win.source is Source.LOOSE_TILE and (arranged.context.hand.kongs or not after_kong)
        return when(win.tile == tile and loose)

    return predicate


def _moon(arranged: ArrangedHand) -> Evidence:
    return when(arranged.winning.tile == _tile("1p") and arranged.winning.circumstances & BITS["last_tile"])


def _carrying_pole(arranged: ArrangedHand) -> Evidence:
    return when(arranged.winning.tile == _tile("2s") and arranged.winning.source is Source.ROBBED_KONG)


def _dealt(*, bonus: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        return when(arranged.winning.source is Source.ORIGINAL_HAND and (bonus or not arranged.context.hand.bonus))

    return predicate


CIRCUMSTANCE: Final[Condition] = Condition(
    id="circumstance",
    text="What is told of the win: last tile, last discard, original call and the like",
    make=_circumstance,
    where=lambda *, circumstance: Feature.SPECIAL_WIN,
    parameters={"circumstance": Parameter(text="the member of `win` that tells it", choices=MEMBERS)},
    winner_only=True,
    win_members=lambda *, circumstance: (circumstance,),
)
FROM_THE_LIVE_WALL: Final[Condition] = Condition(
    id="from-the-live-wall",
    text="The winning tile came from the wall and was no loose tile",
    make=_from_the_live_wall,
    where=lambda *, dealt: Feature.ALWAYS,
    parameters={"dealt": Parameter(text="whether a hand complete as dealt counts too", choices=TRUTH)},
    winner_only=True,
)
DRAWN_BUT_FOR_A_KONG: Final[BoundCondition] = plain(
    "drawn-but-for-a-kong",
    "The winning tile came from the wall, as dealt, or in place of a flower or season in a hand without a kong",
    _drawn_but_for_a_kong,
    Feature.ALWAYS,
    winner_only=True,
)
LOOSE_AFTER_KONG: Final[BoundCondition] = plain(
    "loose-after-kong",
    "Won on a loose tile, with a kong in the hand",
    _loose_after_kong,
    Feature.SPECIAL_WIN,
    winner_only=True,
)
ONLY_PLACE: Final[Condition] = Condition(
    id="only-place",
    text="No other kind of tile would have completed the hand, in any of its shapes",
    make=_only_place,
    where=lambda *, dead_tiles: Feature.FOUR_SETS,
    parameters={
        "dead_tiles": Parameter(text="whether kinds that lie on the table four times are left out", choices=TRUTH)
    },
    winner_only=True,
)
EYES: Final[Condition] = Condition(
    id="eyes",
    text="The only pair is of the winning tile, which was drawn, or claimed as that pair",
    make=_eyes,
    where=lambda *, heads: Feature.PAIR_OF_MAJORS if heads else Feature.PAIR_OF_SIMPLES,
    parameters={"heads": MAJORS_OR_SIMPLES},
    winner_only=True,
)
WON_PAIR: Final[Condition] = Condition(
    id="won-pair",
    text="The winning tile completed the pair",
    make=_completed_pair,
    where=lambda *, heads: Feature.COMPLETED_PAIR,
    parameters={"heads": MAJORS_OR_SIMPLES},
    winner_only=True,
)
ORIGINAL_CALL: Final[Condition] = Condition(
    id="original-call",
    text="Declared waiting with the first discard, with few exposed sets",
    make=_original_call,
    where=lambda *, exposed: Feature.SPECIAL_WIN,
    parameters={"exposed": Parameter(text="exposed sets at most", least=0, most=5)},
    winner_only=True,
    win_members=lambda *, exposed: ("original_call",),
)
CALLED_WITHOUT_WINNING: Final[BoundCondition] = plain(
    "called-without-winning",
    "A hand that did not win was declared waiting with the first discard",
    _called_without_winning,
    Feature.ALWAYS,
    win_members=("original_call",),
)
PLUM_BLOSSOM: Final[Condition] = Condition(
    id="plum-blossom",
    text="Won on a loose five of Circles",
    make=_plum_blossom,
    where=lambda *, after_kong: Feature.SPECIAL_WIN,
    parameters={"after_kong": Parameter(text="whether a kong is needed in the hand", choices=TRUTH)},
    winner_only=True,
)
MOON: Final[BoundCondition] = plain(
    "moon",
    "Won by drawing the last tile of the wall, a one of Circles",
    _moon,
    Feature.SPECIAL_WIN,
    winner_only=True,
    win_members=("last_tile",),
)
CARRYING_POLE: Final[BoundCondition] = plain(
    "carrying-pole",
    "Won by robbing a kong of the two of Bamboos",
    _carrying_pole,
    Feature.SPECIAL_WIN,
    winner_only=True,
)
DEALT: Final[Condition] = Condition(
    id="dealt",
    text="East complete as dealt",
    make=_dealt,
    where=lambda *, bonus: Feature.SPECIAL_WIN,
    parameters={"bonus": Parameter(text="whether flowers and seasons may have been replaced", choices=TRUTH)},
    winner_only=True,
)


# Flowers and seasons


def _own_flower_and_season(arranged: ArrangedHand) -> Evidence:
    both = FLOWERS[arranged.context.seat], SEASONS[arranged.context.seat]
    return (both,) if set(both) <= set(arranged.context.hand.bonus) else NOTHING


OWN_FLOWER_AND_SEASON: Final[BoundCondition] = plain(
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
    honours = arranged.features & int(Feature.HONOUR_PUNG) and arranged.traits & ANY_SUIT
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


def _claimed_kongs(*, claimed_kongs: Value | Agreed) -> tuple[str, ...]:
    return (CLAIMED_KONGS,) if claimed_kongs else ()


def _with_claimed_kongs(
    name: str, text: str, make: Callable[..., Predicate], where: Feature, *, winner_only: bool = True
) -> Condition:
    return Condition(
        id=name,
        text=text,
        make=make,
        where=lambda *, claimed_kongs: where,
        parameters={"claimed_kongs": _CLAIMED_KONGS},
        winner_only=winner_only,
        win_members=_claimed_kongs,
    )


CONCEALED_HAND: Final[Condition] = _with_claimed_kongs(
    "concealed-hand", "Nothing was claimed, the winning tile neither", _concealed_hand, Feature.ALWAYS
)
ALMOST_CONCEALED: Final[Condition] = _with_claimed_kongs(
    "almost-concealed", "Nothing was claimed but the winning tile", _almost_concealed, Feature.ALWAYS
)
CONCEALED_WITH_HONOURS: Final[BoundCondition] = plain(
    "concealed-with-honours",
    "Nothing was claimed, with a set of honours and tiles of a suit",
    _concealed_with_honours,
    Feature.HONOUR_PUNG,
    winner_only=True,
)
SOME_CONCEALED_PUNGS: Final[Condition] = Condition(
    id="some-concealed-pungs",
    text="At least so many concealed pungs or kongs",
    make=_concealed_pungs,
    where=lambda *, least, claimed_kongs: Feature.CONCEALED_PUNG | Feature.ANY_KONG,
    parameters={"least": Parameter(text="how many", least=1, most=HAND_SETS), "claimed_kongs": _CLAIMED_KONGS},
    winner_only=False,
    win_members=lambda *, least, claimed_kongs: _claimed_kongs(claimed_kongs=claimed_kongs),
)
SOME_CONCEALED_KONGS: Final[Condition] = Condition(
    id="some-concealed-kongs",
    text="At least so many concealed kongs",
    make=_concealed_kongs,
    where=lambda *, least: Feature.ANY_KONG,
    parameters={"least": Parameter(text="how many", least=1, most=HAND_SETS)},
    winner_only=False,
)
FOUR_CONCEALED: Final[Condition] = _with_claimed_kongs(
    "four-concealed",
    "Four pungs or kongs and a pair, nothing claimed",
    _four_concealed,
    Feature.CONCEALED_PUNG | Feature.ANY_KONG,
)
CONCEALED_ONE_SUIT: Final[Condition] = _with_claimed_kongs(
    "concealed-one-suit", "One suit, nothing claimed", _concealed_one_suit, Feature.ONE_SUIT
)


# Special hands


def _dragons(arranged: ArrangedHand, kinds: tuple[Kind, ...]) -> int:
    return sum([each.tile >= FIRST_DRAGON and each.kind in kinds for each in arranged.sets])


def _little_three_dragons(arranged: ArrangedHand) -> Evidence:
    return when(_dragons(arranged, PUNG_OR_KONG) == 2 and _dragons(arranged, (Kind.PAIR,)))


def _dragons_without_chow(arranged: ArrangedHand) -> Evidence:
    return when(has_pungs(arranged, DRAGONS, 3) and arranged.made_of_sets and not arranged.features & _ANY_CHOW)


GREEN_TILES: Final = frozenset(parse("23468s6z")[0])


def _green(*, chows: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        if (
            not arranged.traits
            or arranged.traits & (CHARACTERS | CIRCLES)
            or (arranged.features & _ANY_CHOW and not chows)
        ):
            return NOTHING
        return when(GREEN_TILES.issuperset(arranged.context.hand.tiles))

    return predicate


_SNAKE_PAIRS: Final = (1, 4, 7)
"""The twos, fives and eights, as places in their suit."""


def _snake(*, kongs: bool) -> Predicate:
    """Sets of the ones and nines, a pair of twos, fives or eights, and two chows of the other numbers."""
    ends = PUNG_OR_KONG if kongs else (Kind.PUNG,)

    def predicate(arranged: ArrangedHand) -> Evidence:
        if not arranged.made_of_sets or not is_one_suit(arranged):
            return NOTHING
        if [each.tile % 9 for each in arranged.sets if each.kind in ends] != [0, 8]:
            return NOTHING
        pair = next(each.tile % 9 for each in arranged.sets if each.kind is Kind.PAIR)
        chows = [tile % 9 for each in arranged.sets if each.kind is Kind.CHOW for tile in each.tiles]
        return when(pair in _SNAKE_PAIRS and sorted([*chows, pair]) == list(range(1, 8)))

    return predicate


def _pure_pungs(arranged: ArrangedHand) -> Evidence:
    return when(arranged.made_of_sets and is_one_suit(arranged) and not arranged.features & _ANY_CHOW)


def _pure_pungs_on_the_last_discard(arranged: ArrangedHand) -> Evidence:
    return _pure_pungs(arranged) if arranged.winning.circumstances & BITS["last_discard"] else NOTHING


def _buried_treasure(arranged: ArrangedHand) -> Evidence:
    """Four concealed pungs of one suit, with honours or without."""
    suits = arranged.traits & ANY_SUIT
    pungs = sum([each.kind is Kind.PUNG and not each.exposed for each in arranged.sets])
    return when(suits in (CHARACTERS, CIRCLES, BAMBOOS) and pungs == HAND_SETS)


LITTLE_THREE_DRAGONS: Final[BoundCondition] = plain(
    "little-three-dragons", "Sets of two dragons and a pair of the third", _little_three_dragons, Feature.HONOUR_PUNG
)
DRAGONS_WITHOUT_CHOW: Final[BoundCondition] = plain(
    "three-dragons-without-chow",
    "Sets of all three dragons, another pung or kong, and a pair",
    _dragons_without_chow,
    Feature.HONOUR_PUNG,
    winner_only=True,
)
GREEN: Final[Condition] = Condition(
    id="green",
    text="Only green tiles: 2, 3, 4, 6, 8 of Bamboos and green dragons",
    make=_green,
    where=lambda *, chows: Feature.IN_ONE_SUIT,
    parameters={"chows": Parameter(text="whether there may be chows", choices=TRUTH)},
    winner_only=True,
)
SNAKE: Final[Condition] = Condition(
    id="snake",
    text="One suit: sets of the ones and the nines, a pair of twos, fives or eights, chows of the other numbers",
    make=_snake,
    where=lambda *, kongs: Feature.ONE_SUIT,
    parameters={"kongs": Parameter(text="whether the ones and nines may be kongs", choices=TRUTH)},
    winner_only=True,
)
PURE_PUNGS_ON_THE_LAST_DISCARD: Final[BoundCondition] = plain(
    "pure-pungs-on-the-last-discard",
    "Four pungs or kongs and a pair of one suit, won on the discard after the last tile of the wall",
    _pure_pungs_on_the_last_discard,
    Feature.ONE_SUIT,
    winner_only=True,
    win_members=("last_discard",),
)
PURE_PUNGS: Final[BoundCondition] = plain(
    "pure-pungs",
    "Four pungs or kongs and a pair of one suit",
    _pure_pungs,
    Feature.ONE_SUIT,
    winner_only=True,
)
BURIED_TREASURE: Final[BoundCondition] = plain(
    "buried-treasure",
    "Four concealed pungs of one suit, with honours or without; the last tile may be claimed for the pair",
    _buried_treasure,
    Feature.IN_ONE_SUIT,
    winner_only=True,
)


# Waiting for a special hand


def _traits_without(forbidden: int) -> Callable[[ArrangedHand], bool]:
    return lambda arranged: not arranged.traits & forbidden


def _in_hand(arranged: ArrangedHand) -> bool:
    return not arranged.context.hand.declared


def _one_suit_at_most(arranged: ArrangedHand) -> bool:
    return arranged.traits & ANY_SUIT in (0, CHARACTERS, CIRCLES, BAMBOOS)


def _find(bound: BoundCondition) -> Predicate:
    return bound.under({})[1]


def _shape_of(shape: str) -> Predicate:
    return conditions.SHAPE.make(shape=shape)


_HANDS: Final[dict[str, tuple[Feature, Callable[[ArrangedHand], bool], Predicate]]] = {
    "thirteen-heads": (
        Feature.MAJORS_ONLY,
        lambda arranged: _in_hand(arranged) and not arranged.traits & SIMPLES,
        _shape_of("thirteen-heads"),
    ),
    "pairs-of-heads": (
        Feature.MAJORS_ONLY,
        lambda arranged: _in_hand(arranged) and not arranged.traits & SIMPLES,
        _shape_of("pairs-of-heads"),
    ),
    "seven-pairs-of-heads": (
        Feature.MAJORS_ONLY,
        lambda arranged: _in_hand(arranged) and not arranged.traits & SIMPLES,
        _shape_of("seven-pairs-of-heads"),
    ),
    "knitting": (
        Feature.ALWAYS,
        lambda arranged: (
            _in_hand(arranged) and not arranged.traits & HONOURS and arranged.traits & ANY_SUIT != ANY_SUIT
        ),
        _shape_of("knitting"),
    ),
    "triple-knitting": (
        Feature.ALWAYS,
        lambda arranged: (
            _in_hand(arranged) and not arranged.traits & HONOURS and arranged.traits & ANY_SUIT == ANY_SUIT
        ),
        _shape_of("triple-knitting"),
    ),
    "snake-with-winds": (
        Feature.ONE_SUIT_AND_HONOURS,
        lambda arranged: _in_hand(arranged) and bool(arranged.traits & HONOURS) and bool(arranged.traits & SIMPLES),
        _shape_of("snake-with-winds"),
    ),
    "gates": (
        Feature.ONE_SUIT,
        lambda arranged: _in_hand(arranged) and not arranged.traits & HONOURS and bool(arranged.traits & SIMPLES),
        _shape_of("gates"),
    ),
    "pure-pungs": (Feature.ONE_SUIT, _one_suit_at_most, _find(PURE_PUNGS)),
    "buried-treasure": (
        Feature.IN_ONE_SUIT,
        lambda arranged: not arranged.context.hand.claimed and _one_suit_at_most(arranged),
        _find(BURIED_TREASURE),
    ),
    "four-kongs": (
        Feature.ANY_KONG,
        lambda arranged: arranged.context.hand.kongs == HAND_SETS,
        _find(conditions.FOUR_KONGS),
    ),
    "ones-and-nines": (
        Feature.MAJORS_ONLY,
        _traits_without(SIMPLES | HONOURS),
        _find(conditions.ONES_AND_NINES),
    ),
    "honours-only": (
        Feature.MAJORS_ONLY,
        _traits_without(SIMPLES | TERMINALS),
        _find(conditions.HONOURS_ONLY),
    ),
    "green": (
        Feature.IN_ONE_SUIT,
        lambda arranged: not arranged.traits & (CHARACTERS | CIRCLES),
        GREEN.make(chows=False),
    ),
    "three-dragons-without-chow": (
        Feature.HONOUR_PUNG,
        lambda arranged: not arranged.features & _ANY_CHOW and has_pungs(arranged, DRAGONS, 2),
        _find(DRAGONS_WITHOUT_CHOW),
    ),
    "four-winds": (
        Feature.HONOUR_PUNG,
        lambda arranged: not arranged.features & _ANY_CHOW and has_pungs(arranged, WINDS, 3),
        _find(conditions.FOUR_WINDS),
    ),
}
"""Hands to wait for, each a shape, or pungs or kongs and a pair: a feature and a quick look that every hand passes
which waits for them, and what finds them."""


SHAPE_IDS: Final = frozenset(shape.id for shape in SHAPES)


def _waiting_for(*, hand: str) -> Predicate:
    _, may_wait, predicate = _HANDS[hand]
    ways = partial(completed_by, shape=hand) if hand in SHAPE_IDS else completed_by_pungs

    def look(arranged: ArrangedHand) -> Evidence:
        if not arranged.traits or not may_wait(arranged):
            return NOTHING
        its_hand = arranged.context.hand
        if its_hand.dead or its_hand.excess_tiles:
            return NOTHING
        return when(any(predicate(each) for each in ways(arranged.context)))

    return look


WAITING_FOR: Final[Condition] = Condition(
    id="waiting-for",
    text="A hand that did not win and lacks one tile of this hand; all four of the tile may lie on the table",
    make=_waiting_for,
    where=lambda *, hand: _HANDS[hand][0],
    parameters={"hand": Parameter(text="the hand that it waits for", choices=tuple(_HANDS))},
    winner_only=False,
)
