"""The catalogue, continued: what the rulebooks of today look for, special hands above all."""

from collections.abc import Callable, Iterable
from typing import Final

from service.domain.arrange import is_complete
from service.domain.circumstances import BITS, MEMBERS
from service.domain.deal import DRAWN, Source
from service.domain.hand import HAND_SETS
from service.domain.rulebook import catalogue
from service.domain.rulebook.catalogue import (
    FOUND,
    HEADS_OR_SIMPLES,
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
    Evidence,
    Find,
    Finder,
    Parameter,
    Sought,
    Value,
)
from service.domain.sets import Kind, Set, Sign
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    FIRST_DRAGON,
    FLOWERS,
    HEADS,
    HONOURS,
    MOST_COPIES,
    SEASONS,
    SIMPLES,
    TERMINALS,
    WINDS,
    Tile,
    parse,
)
from service.domain.view import Situation, View, completed

_ANY_CHOW: Final = int(Sign.ANY_CHOW)
_CLAIMED_KONGS: Final = Parameter(text="whether a kong that was claimed whole counts as concealed", choices=TRUTH)


def _tile(text: str) -> Tile:
    return parse(text)[0][0]


# How the hand was won


def _circumstance(*, circumstance: str) -> Find:
    bit = BITS[circumstance]
    return lambda view: FOUND if view.winning.circumstances & bit else NOTHING


def _from_the_live_wall(*, dealt: bool) -> Find:
    sources = {Source.WALL, Source.ORIGINAL_HAND} if dealt else {Source.WALL}
    return lambda view: when(view.winning.source in sources)


def _drawn_but_for_a_kong(view: View) -> Evidence:
    made_up = view.winning.source is Source.LOOSE_TILE and view.situation.hand.kongs
    return when(not view.winning.claimed and not made_up)


def _loose_after_kong(view: View) -> Evidence:
    return when(view.winning.source is Source.LOOSE_TILE and view.situation.hand.kongs)


def _only_place(*, dead_tiles: bool) -> Find:
    def find(view: View) -> Evidence:
        tile, situation = view.winning.tile, view.situation
        if tile is None or not view.made_of_sets:
            return NOTHING
        if "waits" not in situation.memory and _another_place(view, tile, dead_tiles=dead_tiles):
            return NOTHING
        return when(_places_seen(situation) if dead_tiles else len(situation.waits()) == 1)

    return find


def _another_place(view: View, tile: Tile, *, dead_tiles: bool) -> bool:
    """Whether another tile would have done in one of these very sets: at a glance, where not all places are known."""
    situation = view.situation
    held = situation.hand.tiles
    return any(
        held.count(other) < MOST_COPIES and not (dead_tiles and situation.on_the_table(other) == MOST_COPIES)
        for each in view.division
        if tile in each.tiles
        for other in _instead(each, tile, view)
    )


def _instead(completed: Set, tile: Tile, view: View) -> Iterable[Tile]:
    """What would have done instead of the tile that completed this set, the others as they are."""
    low, *_, high = completed.tiles
    if completed.kind is Kind.PUNG:
        return [each.tile for each in view.division if each.kind is Kind.PAIR]
    if tile == low:
        return [each for each in completed.continued_by if each > high]
    return [each for each in completed.continued_by if each < low] if tile == high else ()


def _places_seen(situation: Situation) -> bool:
    """Whether no other kind completes the hand, those left out that all can see four times."""
    won_on = situation.won_on
    if any(tile != won_on and situation.on_the_table(tile) < MOST_COPIES for tile in situation.waits()):
        return False
    return not _would_take_a_fifth(situation)


def _would_take_a_fifth(situation: Situation) -> bool:
    """Whether a tile that the hand has four times, some of them hidden, would complete it."""
    hand, before = situation.hand, situation.before
    tiles = hand.tiles
    full = [tile for tile in dict.fromkeys(before) if tiles.count(tile) == MOST_COPIES and tile != situation.won_on]
    return any(is_complete(hand, (*before, tile), situation.ways) for tile in full)


def _eyes(*, heads: bool) -> Find:
    def find(view: View) -> Evidence:
        tile, win = view.winning.tile, view.winning
        if not view.made_of_sets or (tile in HEADS) != heads:
            return NOTHING
        pair = next(each for each in view.sets if each.kind is Kind.PAIR)
        fished = pair.tile == tile and (win.source in DRAWN or pair is view.won)
        return (pair.tiles,) if fished else NOTHING

    return find


def _completed_pair(*, heads: bool) -> Find:
    def find(view: View) -> Evidence:
        won = view.won
        return (won.tiles,) if won is not None and won.kind is Kind.PAIR and (won.tile in HEADS) == heads else NOTHING

    return find


def _original_call(*, exposed: int) -> Find:
    bit = BITS["original_call"]

    def find(view: View) -> Evidence:
        return when(view.winning.circumstances & bit and sum([each.exposed for each in view.sets]) <= exposed)

    return find


def _called_without_winning(view: View) -> Evidence:
    return when(view.situation.hand.original_call)


def _plum_blossom(*, after_kong: bool) -> Find:
    tile = _tile("5p")

    def find(view: View) -> Evidence:
        win = view.winning
        loose = win.source is Source.LOOSE_TILE and (view.situation.hand.kongs or not after_kong)
        return when(win.tile == tile and loose)

    return find


def _moon(view: View) -> Evidence:
    return when(view.winning.tile == _tile("1p") and view.winning.circumstances & BITS["last_tile"])


def _carrying_pole(view: View) -> Evidence:
    return when(view.winning.tile == _tile("2s") and view.winning.source is Source.ROBBED_KONG)


def _dealt(*, bonus: bool) -> Find:
    def find(view: View) -> Evidence:
        return when(view.winning.source is Source.ORIGINAL_HAND and (bonus or not view.situation.hand.bonus))

    return find


CIRCUMSTANCE: Final = Finder(
    id="circumstance",
    text="What is told of the win: last tile, last discard, original call and the like",
    make=_circumstance,
    where=lambda *, circumstance: Sign.SPECIAL_WIN,
    parameters={"circumstance": Parameter(text="the member of `win` that tells it", choices=MEMBERS)},
    winner_only=True,
    told=lambda *, circumstance: (circumstance,),
)
FROM_THE_LIVE_WALL: Final = Finder(
    id="from-the-live-wall",
    text="The winning tile came from the wall and was no loose tile",
    make=_from_the_live_wall,
    where=lambda *, dealt: Sign.ALWAYS,
    parameters={"dealt": Parameter(text="whether a hand complete as dealt counts too", choices=TRUTH)},
    winner_only=True,
)
DRAWN_BUT_FOR_A_KONG: Final = plain(
    "drawn-but-for-a-kong",
    "The winning tile came from the wall, as dealt, or in place of a flower or season in a hand without a kong",
    _drawn_but_for_a_kong,
    Sign.ALWAYS,
    winner_only=True,
)
LOOSE_AFTER_KONG: Final = plain(
    "loose-after-kong",
    "Won on a loose tile, with a kong in the hand",
    _loose_after_kong,
    Sign.SPECIAL_WIN,
    winner_only=True,
)
ONLY_PLACE: Final = Finder(
    id="only-place",
    text="No other kind of tile would have completed the hand, in any of its shapes",
    make=_only_place,
    where=lambda *, dead_tiles: Sign.FOUR_SETS,
    parameters={
        "dead_tiles": Parameter(text="whether kinds that lie on the table four times are left out", choices=TRUTH)
    },
    winner_only=True,
)
EYES: Final = Finder(
    id="eyes",
    text="The only pair is of the winning tile, which was drawn, or claimed as that pair",
    make=_eyes,
    where=lambda *, heads: Sign.PAIR_OF_HEADS if heads else Sign.PAIR_OF_SIMPLES,
    parameters={"heads": HEADS_OR_SIMPLES},
    winner_only=True,
)
WON_PAIR: Final = Finder(
    id="won-pair",
    text="The winning tile completed the pair",
    make=_completed_pair,
    where=lambda *, heads: Sign.COMPLETED_PAIR,
    parameters={"heads": HEADS_OR_SIMPLES},
    winner_only=True,
)
ORIGINAL_CALL: Final = Finder(
    id="original-call",
    text="Declared waiting with the first discard, with few exposed sets",
    make=_original_call,
    where=lambda *, exposed: Sign.SPECIAL_WIN,
    parameters={"exposed": Parameter(text="exposed sets at most", least=0, most=5)},
    winner_only=True,
    told=lambda *, exposed: ("original_call",),
)
CALLED_WITHOUT_WINNING: Final = plain(
    "called-without-winning",
    "A hand that did not win was declared waiting with the first discard",
    _called_without_winning,
    Sign.ALWAYS,
    told=("original_call",),
)
PLUM_BLOSSOM: Final = Finder(
    id="plum-blossom",
    text="Won on a loose five of Circles",
    make=_plum_blossom,
    where=lambda *, after_kong: Sign.SPECIAL_WIN,
    parameters={"after_kong": Parameter(text="whether a kong is needed in the hand", choices=TRUTH)},
    winner_only=True,
)
MOON: Final = plain(
    "moon",
    "Won by drawing the last tile of the wall, a one of Circles",
    _moon,
    Sign.SPECIAL_WIN,
    winner_only=True,
    told=("last_tile",),
)
CARRYING_POLE: Final = plain(
    "carrying-pole", "Won by robbing a kong of the two of Bamboos", _carrying_pole, Sign.SPECIAL_WIN, winner_only=True
)
DEALT: Final = Finder(
    id="dealt",
    text="East complete as dealt",
    make=_dealt,
    where=lambda *, bonus: Sign.SPECIAL_WIN,
    parameters={"bonus": Parameter(text="whether flowers and seasons may have been replaced", choices=TRUTH)},
    winner_only=True,
)


# Flowers and seasons


def _own_flower_and_season(view: View) -> Evidence:
    both = FLOWERS[view.situation.seat], SEASONS[view.situation.seat]
    return (both,) if set(both) <= set(view.situation.hand.bonus) else NOTHING


OWN_FLOWER_AND_SEASON: Final = plain(
    "own-flower-and-season", "The flower and the season of the player's seat", _own_flower_and_season, Sign.BONUS
)


# Concealed


def _concealed_hand(*, claimed_kongs: bool) -> Find:
    return lambda view: when(claims_nothing(view, claimed_kongs=claimed_kongs))


def _almost_concealed(*, claimed_kongs: bool) -> Find:
    def find(view: View) -> Evidence:
        hand = view.situation.hand
        return when(not hand.exposed and (claimed_kongs or not hand.claimed_kongs))

    return find


def _concealed_with_honours(view: View) -> Evidence:
    honours = view.signs & int(Sign.HONOUR_PUNG) and view.traits & ANY_SUIT
    return when(honours and claims_nothing(view, claimed_kongs=False))


def _concealed_threes(view: View, *, claimed_kongs: bool) -> int:
    concealed = sum([each.kind in PUNG_OR_KONG and not each.exposed for each in view.sets])
    return concealed + (len(view.situation.hand.claimed_kongs) if claimed_kongs else 0)


def _concealed_pungs(*, least: int, claimed_kongs: bool) -> Find:
    return lambda view: when(_concealed_threes(view, claimed_kongs=claimed_kongs) >= least)


def _four_concealed(*, claimed_kongs: bool) -> Find:
    def find(view: View) -> Evidence:
        four = _concealed_threes(view, claimed_kongs=claimed_kongs) == HAND_SETS
        return when(four and claims_nothing(view, claimed_kongs=claimed_kongs))

    return find


def _concealed_one_suit(*, claimed_kongs: bool) -> Find:
    return lambda view: when(is_one_suit(view) and claims_nothing(view, claimed_kongs=claimed_kongs))


def _claimed_kongs(*, claimed_kongs: Value | Agreed) -> tuple[str, ...]:
    return (CLAIMED_KONGS,) if claimed_kongs else ()


def _with_claimed_kongs(
    name: str, text: str, make: Callable[..., Find], where: Sign, *, winner_only: bool = True
) -> Finder:
    return Finder(
        id=name,
        text=text,
        make=make,
        where=lambda *, claimed_kongs: where,
        parameters={"claimed_kongs": _CLAIMED_KONGS},
        winner_only=winner_only,
        told=_claimed_kongs,
    )


CONCEALED_HAND: Final = _with_claimed_kongs(
    "concealed-hand", "Nothing was claimed, the winning tile neither", _concealed_hand, Sign.ALWAYS
)
ALMOST_CONCEALED: Final = _with_claimed_kongs(
    "almost-concealed", "Nothing was claimed but the winning tile", _almost_concealed, Sign.ALWAYS
)
CONCEALED_WITH_HONOURS: Final = plain(
    "concealed-with-honours",
    "Nothing was claimed, with a set of honours and tiles of a suit",
    _concealed_with_honours,
    Sign.HONOUR_PUNG,
    winner_only=True,
)
SOME_CONCEALED_PUNGS: Final = Finder(
    id="some-concealed-pungs",
    text="At least so many concealed pungs or kongs",
    make=_concealed_pungs,
    where=lambda *, least, claimed_kongs: Sign.CONCEALED_PUNG | Sign.ANY_KONG,
    parameters={"least": Parameter(text="how many", least=1, most=HAND_SETS), "claimed_kongs": _CLAIMED_KONGS},
    winner_only=False,
    told=lambda *, least, claimed_kongs: _claimed_kongs(claimed_kongs=claimed_kongs),
)
FOUR_CONCEALED: Final = _with_claimed_kongs(
    "four-concealed",
    "Four pungs or kongs and a pair, nothing claimed",
    _four_concealed,
    Sign.CONCEALED_PUNG | Sign.ANY_KONG,
)
CONCEALED_ONE_SUIT: Final = _with_claimed_kongs(
    "concealed-one-suit", "One suit, nothing claimed", _concealed_one_suit, Sign.ONE_SUIT
)


# Special hands


def _dragons(view: View, kinds: tuple[Kind, ...]) -> int:
    return sum([each.tile >= FIRST_DRAGON and each.kind in kinds for each in view.sets])


def _little_three_dragons(view: View) -> Evidence:
    return when(_dragons(view, PUNG_OR_KONG) == 2 and _dragons(view, (Kind.PAIR,)))


def _dragons_without_chow(view: View) -> Evidence:
    return when(has_pungs(view, DRAGONS, 3) and view.made_of_sets and not view.signs & _ANY_CHOW)


GREEN_TILES: Final = frozenset(parse("23468s6z")[0])


def _green(*, chows: bool) -> Find:
    def find(view: View) -> Evidence:
        if not view.traits or view.traits & (CHARACTERS | CIRCLES) or (view.signs & _ANY_CHOW and not chows):
            return NOTHING
        return when(GREEN_TILES.issuperset(view.situation.hand.tiles))

    return find


_SNAKE_PAIRS: Final = (1, 4, 7)
"""The twos, fives and eights, as places in their suit."""


def _snake(*, kongs: bool) -> Find:
    """Sets of the ones and nines, a pair of twos, fives or eights, and two chows of the other numbers."""
    ends = PUNG_OR_KONG if kongs else (Kind.PUNG,)

    def find(view: View) -> Evidence:
        if not view.made_of_sets or not is_one_suit(view):
            return NOTHING
        if [each.tile % 9 for each in view.sets if each.kind in ends] != [0, 8]:
            return NOTHING
        pair = next(each.tile % 9 for each in view.sets if each.kind is Kind.PAIR)
        chows = [tile % 9 for each in view.sets if each.kind is Kind.CHOW for tile in each.tiles]
        return when(pair in _SNAKE_PAIRS and sorted([*chows, pair]) == list(range(1, 8)))

    return find


def _pure_pungs(view: View) -> Evidence:
    return when(view.made_of_sets and is_one_suit(view) and not view.signs & _ANY_CHOW)


def _pure_pungs_on_the_last_discard(view: View) -> Evidence:
    return _pure_pungs(view) if view.winning.circumstances & BITS["last_discard"] else NOTHING


def _buried_treasure(view: View) -> Evidence:
    """Four concealed pungs of one suit, with honours or without."""
    suits = view.traits & ANY_SUIT
    pungs = sum([each.kind is Kind.PUNG and not each.exposed for each in view.sets])
    return when(suits in (CHARACTERS, CIRCLES, BAMBOOS) and pungs == HAND_SETS)


LITTLE_THREE_DRAGONS: Final = plain(
    "little-three-dragons", "Sets of two dragons and a pair of the third", _little_three_dragons, Sign.HONOUR_PUNG
)
DRAGONS_WITHOUT_CHOW: Final = plain(
    "three-dragons-without-chow",
    "Sets of all three dragons, another pung or kong, and a pair",
    _dragons_without_chow,
    Sign.HONOUR_PUNG,
    winner_only=True,
)
GREEN: Final = Finder(
    id="green",
    text="Only green tiles: 2, 3, 4, 6, 8 of Bamboos and green dragons",
    make=_green,
    where=lambda *, chows: Sign.IN_ONE_SUIT,
    parameters={"chows": Parameter(text="whether there may be chows", choices=TRUTH)},
    winner_only=True,
)
SNAKE: Final = Finder(
    id="snake",
    text="One suit: sets of the ones and the nines, a pair of twos, fives or eights, chows of the other numbers",
    make=_snake,
    where=lambda *, kongs: Sign.ONE_SUIT,
    parameters={"kongs": Parameter(text="whether the ones and nines may be kongs", choices=TRUTH)},
    winner_only=True,
)
PURE_PUNGS_ON_THE_LAST_DISCARD: Final = plain(
    "pure-pungs-on-the-last-discard",
    "Four pungs or kongs and a pair of one suit, won on the discard after the last tile of the wall",
    _pure_pungs_on_the_last_discard,
    Sign.ONE_SUIT,
    winner_only=True,
    told=("last_discard",),
)
PURE_PUNGS: Final = plain(
    "pure-pungs",
    "Four pungs or kongs and a pair of one suit",
    _pure_pungs,
    Sign.ONE_SUIT,
    winner_only=True,
)
BURIED_TREASURE: Final = plain(
    "buried-treasure",
    "Four concealed pungs of one suit, with honours or without; the last tile may be claimed for the pair",
    _buried_treasure,
    Sign.IN_ONE_SUIT,
    winner_only=True,
)


# Waiting for a special hand


def _traits_without(forbidden: int) -> Callable[[View], bool]:
    return lambda view: not view.traits & forbidden


def _in_hand(view: View) -> bool:
    return not view.situation.hand.declared


def _one_suit_at_most(view: View) -> bool:
    return view.traits & ANY_SUIT in (0, CHARACTERS, CIRCLES, BAMBOOS)


def _find(sought: Sought) -> Find:
    return sought.under({})[1]


def _shape_of(shape: str) -> Find:
    return catalogue.SHAPE.make(shape=shape)


_HANDS: Final[dict[str, tuple[Sign, Callable[[View], bool], Find]]] = {
    "thirteen-heads": (
        Sign.HEADS_ONLY,
        lambda view: _in_hand(view) and not view.traits & SIMPLES,
        _shape_of("thirteen-heads"),
    ),
    "pairs-of-heads": (
        Sign.HEADS_ONLY,
        lambda view: _in_hand(view) and not view.traits & SIMPLES,
        _shape_of("pairs-of-heads"),
    ),
    "seven-pairs-of-heads": (
        Sign.HEADS_ONLY,
        lambda view: _in_hand(view) and not view.traits & SIMPLES,
        _shape_of("seven-pairs-of-heads"),
    ),
    "knitting": (
        Sign.ALWAYS,
        lambda view: _in_hand(view) and not view.traits & HONOURS and view.traits & ANY_SUIT != ANY_SUIT,
        _shape_of("knitting"),
    ),
    "triple-knitting": (
        Sign.ALWAYS,
        lambda view: _in_hand(view) and not view.traits & HONOURS and view.traits & ANY_SUIT == ANY_SUIT,
        _shape_of("triple-knitting"),
    ),
    "snake-with-winds": (
        Sign.ONE_SUIT_AND_HONOURS,
        lambda view: _in_hand(view) and bool(view.traits & HONOURS) and bool(view.traits & SIMPLES),
        _shape_of("snake-with-winds"),
    ),
    "gates": (
        Sign.ONE_SUIT,
        lambda view: _in_hand(view) and not view.traits & HONOURS and bool(view.traits & SIMPLES),
        _shape_of("gates"),
    ),
    "pure-pungs": (Sign.ONE_SUIT, _one_suit_at_most, _find(PURE_PUNGS)),
    "buried-treasure": (
        Sign.IN_ONE_SUIT,
        lambda view: not view.situation.hand.claimed and _one_suit_at_most(view),
        _find(BURIED_TREASURE),
    ),
    "four-kongs": (
        Sign.ANY_KONG,
        lambda view: view.situation.hand.kongs == HAND_SETS,
        _find(catalogue.FOUR_KONGS),
    ),
    "ones-and-nines": (
        Sign.HEADS_ONLY,
        _traits_without(SIMPLES | HONOURS),
        _find(catalogue.ONES_AND_NINES),
    ),
    "honours-only": (
        Sign.HEADS_ONLY,
        _traits_without(SIMPLES | TERMINALS),
        _find(catalogue.HONOURS_ONLY),
    ),
    "green": (
        Sign.IN_ONE_SUIT,
        lambda view: not view.traits & (CHARACTERS | CIRCLES),
        GREEN.make(chows=False),
    ),
    "three-dragons-without-chow": (
        Sign.HONOUR_PUNG,
        lambda view: not view.signs & _ANY_CHOW and has_pungs(view, DRAGONS, 2),
        _find(DRAGONS_WITHOUT_CHOW),
    ),
    "four-winds": (
        Sign.HONOUR_PUNG,
        lambda view: not view.signs & _ANY_CHOW and has_pungs(view, WINDS, 3),
        _find(catalogue.FOUR_WINDS),
    ),
}
"""Hands to wait for: a sign and a quick look that every hand passes which waits for them, and what finds them."""


def _waiting_for(*, hand: str) -> Find:
    _, may_wait, find = _HANDS[hand]

    def look(view: View) -> Evidence:
        if not view.traits or not may_wait(view):
            return NOTHING
        its_hand = view.situation.hand
        if its_hand.dead or its_hand.surplus:
            return NOTHING
        return when(any(find(each) for each in completed(view.situation)))

    return look


WAITING_FOR: Final = Finder(
    id="waiting-for",
    text="A hand that did not win and lacks one tile of this hand; all four of the tile may lie on the table",
    make=_waiting_for,
    where=lambda *, hand: _HANDS[hand][0],
    parameters={"hand": Parameter(text="the hand that it waits for", choices=tuple(_HANDS))},
    winner_only=False,
)
