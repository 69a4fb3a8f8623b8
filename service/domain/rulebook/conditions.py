"""The catalogue of conditions that rules can have. Conditions are code; rules are data.

A condition's predicate takes an arranged hand and returns the evidence; a rule without evidence does not apply. A
condition is a record with a text, parameters, and features as a prefilter: without one of them it cannot hold.
"""

from collections.abc import Callable
from typing import Final

from service.domain.arranged_hand import ArrangedHand, HandContext
from service.domain.circumstances import BITS
from service.domain.deal import CLAIMED, Source
from service.domain.hand import HAND_SETS
from service.domain.rulebook.model import BoundCondition, Condition, Evidence, Parameter, Predicate
from service.domain.seats import EAST, Seat
from service.domain.sets import Feature, Kind, Set, set_kind_of
from service.domain.shapes import ALL as SHAPES
from service.domain.shapes import FOUR_SETS as FOUR_SETS_AND_A_PAIR
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    FIRST_DRAGON,
    FIRST_WIND,
    FLOWERS,
    HONOURS,
    SEASONS,
    SIMPLES,
    TERMINALS,
    WINDS,
    Tile,
)

NOTHING: Final[Evidence] = ()
FOUND: Final[Evidence] = ((),)
SUITS: Final = (CHARACTERS, CIRCLES, BAMBOOS)
_SUITS_WITH_HONOURS: Final = tuple(suit | HONOURS for suit in SUITS)
_MAJORS_BITS: Final = HONOURS | TERMINALS
_HONOUR_PAIR: Final = int(Feature.HONOUR_PAIR)
_HONOUR_PUNG: Final = int(Feature.HONOUR_PUNG)
_ANY_CHOW: Final = int(Feature.ANY_CHOW)
_ANY_PAIR: Final = int(Feature.ANY_PAIR)
PUNG_OR_KONG: Final = (Kind.PUNG, Kind.KONG)


def when(found: object) -> Evidence:
    """Evidence without tiles if the value is true, else no evidence."""
    return FOUND if found else NOTHING


def with_parameters(
    name: str,
    text: str,
    make: Callable[..., Predicate],
    where: Feature | Callable[..., Feature],
    *,
    winner_only: bool = True,
    win_members: Callable[..., tuple[str, ...]] = lambda **_: (),
    **parameters: Parameter,
) -> Condition:
    """A condition with parameters; `where` may be a function of them."""
    return Condition(
        id=name,
        text=text,
        make=make,
        where=where if callable(where) else lambda **_: where,
        parameters=parameters,
        winner_only=winner_only,
        win_members=win_members,
    )


def plain(
    name: str, text: str, predicate: Predicate, where: Feature = Feature.ALWAYS, *, winner_only: bool = False
) -> BoundCondition:
    """A condition without parameters, bound for use in a rule."""
    return with_parameters(name, text, lambda: predicate, where, winner_only=winner_only)()


def of_winner(name: str, text: str, predicate: Predicate, where: Feature = Feature.ALWAYS) -> BoundCondition:
    """The same for winners only."""
    return plain(name, text, predicate, where, winner_only=True)


TRUTH: Final = (False, True)
_EXPOSED: Final = Parameter(text="whether a claimed tile completed it", choices=TRUTH)
_CLAIMED: Final = Parameter(text="whether the winning tile was claimed", choices=TRUTH)
MAJORS_OR_SIMPLES: Final = Parameter(
    text="whether of heads (ones, nines, winds, dragons), else of simples", choices=TRUTH
)


# Sets and pairs


def _sets(*, kind: str, exposed: bool, heads: bool) -> Predicate:
    set_kind = int(set_kind_of(Kind(kind), exposed=exposed, majors=heads))

    def predicate(arranged: ArrangedHand) -> Evidence:
        return [each.tiles for each in arranged.sets if each.set_kind == set_kind]

    return predicate


SETS: Final = with_parameters(
    "sets",
    "Each pung, kong or pair of this kind",
    _sets,
    lambda *, kind, exposed, heads: set_kind_of(Kind(kind), exposed=exposed, majors=heads),
    winner_only=False,
    kind=Parameter(text="what the set is", choices=(Kind.PUNG.value, Kind.KONG.value, Kind.PAIR.value)),
    exposed=_EXPOSED,
    heads=MAJORS_OR_SIMPLES,
)


def _dragons(arranged: ArrangedHand, feature: int) -> Evidence:
    return [each.tiles for each in arranged.sets if each.features & feature and each.tile >= FIRST_DRAGON]


def _wind(arranged: ArrangedHand, feature: int, wind: Seat) -> Evidence:
    tile = FIRST_WIND + wind
    return [each.tiles for each in arranged.sets if each.features & feature and each.tile == tile]


def _own_in_its_round(predicate: Callable[[ArrangedHand], Evidence]) -> Predicate:
    return lambda arranged: predicate(arranged) if arranged.context.seat == arranged.context.round_wind else NOTHING


def _pair_of_own_wind(arranged: ArrangedHand) -> Evidence:
    return _wind(arranged, _HONOUR_PAIR, arranged.context.seat)


def _pung_of_own_wind(arranged: ArrangedHand) -> Evidence:
    return _wind(arranged, _HONOUR_PUNG, arranged.context.seat)


PAIR_OF_DRAGONS: Final = plain(
    "pair-of-dragons", "Each pair of dragons", lambda arranged: _dragons(arranged, _HONOUR_PAIR), Feature.HONOUR_PAIR
)
PAIR_OF_OWN_WIND: Final = plain(
    "pair-of-own-wind", "A pair of the wind of the player's seat", _pair_of_own_wind, Feature.HONOUR_PAIR
)
PAIR_OF_ROUND_WIND: Final = plain(
    "pair-of-round-wind",
    "A pair of the wind of the round",
    lambda arranged: _wind(arranged, _HONOUR_PAIR, arranged.context.round_wind),
    Feature.HONOUR_PAIR,
)
PAIR_OF_OWN_AND_ROUND_WIND: Final = plain(
    "pair-of-own-and-round-wind",
    "A pair of the own wind which is also the wind of the round",
    _own_in_its_round(_pair_of_own_wind),
    Feature.HONOUR_PAIR,
)
PUNG_OF_DRAGONS: Final = plain(
    "pung-of-dragons",
    "Each pung or kong of dragons",
    lambda arranged: _dragons(arranged, _HONOUR_PUNG),
    Feature.HONOUR_PUNG,
)
PUNG_OF_OWN_WIND: Final = plain(
    "pung-of-own-wind", "A pung or kong of the wind of the player's seat", _pung_of_own_wind, Feature.HONOUR_PUNG
)
PUNG_OF_ROUND_WIND: Final = plain(
    "pung-of-round-wind",
    "A pung or kong of the wind of the round",
    lambda arranged: _wind(arranged, _HONOUR_PUNG, arranged.context.round_wind),
    Feature.HONOUR_PUNG,
)
PUNG_OF_OWN_AND_ROUND_WIND: Final = plain(
    "pung-of-own-and-round-wind",
    "A pung or kong of the own wind which is also the wind of the round",
    _own_in_its_round(_pung_of_own_wind),
    Feature.HONOUR_PUNG,
)


# The set that the winning tile completed


def _ends_a_run(pair: Set, arranged: ArrangedHand) -> bool:
    """Whether the pair extends a concealed chow: the wait was a four-tile run (1923 p.62)."""
    return any(pair.tile in each.continued_by for each in arranged.decomposition)


def _has_one_filler(completed: Set, arranged: ArrangedHand) -> bool:
    """Whether only one kind of tile could have completed this set."""
    if completed.set_kind & _ANY_PAIR:
        return not _ends_a_run(completed, arranged)
    return arranged.winning.tile in completed.closed_at


def _completed_pair(*, heads: bool, claimed: bool) -> Predicate:
    set_kind = int(set_kind_of(Kind.PAIR, exposed=claimed, majors=heads))

    def predicate(arranged: ArrangedHand) -> Evidence:
        won = arranged.won
        if won is None or won.set_kind != set_kind or _ends_a_run(won, arranged):
            return NOTHING
        return (won.tiles,)

    return predicate


def _completed_pair_of_own_and_round_wind(*, claimed: bool) -> Predicate:
    set_kind = int(set_kind_of(Kind.PAIR, exposed=claimed, majors=True))

    def predicate(arranged: ArrangedHand) -> Evidence:
        context, won = arranged.context, arranged.won
        if won is None or won.set_kind != set_kind or context.seat != context.round_wind:
            return NOTHING
        return (won.tiles,) if won.tile == FIRST_WIND + context.seat else NOTHING

    return predicate


def _completed_chow(*, one_filler: bool, claimed: bool) -> Predicate:
    def predicate(arranged: ArrangedHand) -> Evidence:
        won = arranged.won
        if won is None or not won.set_kind & _ANY_CHOW or won.exposed != claimed:
            return NOTHING
        return (won.tiles,) if _has_one_filler(won, arranged) == one_filler else NOTHING

    return predicate


COMPLETED_PAIR: Final = with_parameters(
    "completed-pair",
    "The pair that the winning tile completed, but for one at the end of a run of four",
    _completed_pair,
    Feature.COMPLETED_PAIR,
    heads=MAJORS_OR_SIMPLES,
    claimed=_CLAIMED,
)
COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND: Final = with_parameters(
    "completed-pair-of-own-and-round-wind",
    "The pair of the own wind in its own round, completed by the winning tile",
    _completed_pair_of_own_and_round_wind,
    Feature.COMPLETED_PAIR,
    claimed=_CLAIMED,
)
COMPLETED_CHOW: Final = with_parameters(
    "completed-chow",
    "The chow that the winning tile completed: at its one place (in the middle or at its only open end), "
    "or at one of two open ends",
    _completed_chow,
    Feature.COMPLETED_CHOW,
    one_filler=Parameter(text="whether only one kind of tile fits", choices=TRUTH),
    claimed=_CLAIMED,
)


# How the hand was won


def _won_by(source: Source) -> Predicate:
    return lambda arranged: FOUND if arranged.winning.source is source else NOTHING


def stated(circumstance: str) -> Predicate:
    """The predicate that this circumstance of the win is stated."""
    bit = BITS[circumstance]
    return lambda arranged: FOUND if arranged.winning.circumstances & bit else NOTHING


def _if_stated(name: str, text: str, member: str) -> BoundCondition:
    return with_parameters(name, text, lambda: stated(member), Feature.SPECIAL_WIN, win_members=lambda: (member,))()


def _fourth_of_own_pung(arranged: ArrangedHand) -> Evidence:
    tile = arranged.winning.tile
    return when(any(each.kind is Kind.PUNG and each.tile == tile for each in arranged.context.hand.exposed))


def _consecutive_wins(*, wins: int) -> Predicate:
    return lambda arranged: when(arranged.context.seat is EAST and arranged.winning.consecutive_wins >= wins)


def _last_win_in_a_row(*, wins: int) -> Predicate:
    return lambda arranged: when(arranged.context.seat is EAST and arranged.winning.consecutive_wins == wins)


def _only_place_to_win(arranged: ArrangedHand) -> Evidence:
    """Every set that has the winning tile could have been completed by one kind of tile only (1923 pp.29-30)."""
    tile = arranged.winning.tile
    if tile is None or not arranged.made_of_sets:
        return NOTHING
    for each in arranged.decomposition:
        if tile in each.tiles and not _has_one_filler(each, arranged):
            return NOTHING
    return FOUND


def _only_possible_piece(arranged: ArrangedHand) -> Evidence:
    """The only place to win, or the only unseen tile that completes the hand."""
    if not arranged.made_of_sets or arranged.winning.tile is None:
        return NOTHING
    return _only_place_to_win(arranged) or when(_won_on_the_last_piece(arranged.context))


def _won_on_the_last_piece(context: HandContext) -> bool:
    """Whether the winning tile was the only unseen one of all that complete the hand."""
    if context.win is None or context.win.tile is None or context.unseen(context.win.tile):
        return False
    return not any(context.unseen(tile) for tile in context.waits())


MAH_JONG: Final = of_winner("mah-jong", "Mah-Jong", lambda arranged: FOUND)
FOUR_SETS: Final = of_winner(
    "four-sets", "Four sets and a pair", lambda arranged: when(arranged.made_of_sets), Feature.FOUR_SETS
)
WINNING_TILE_DRAWN: Final = of_winner(
    "winning-tile-drawn",
    "The winning tile came from the wall or was a loose tile",
    lambda arranged: when(arranged.drawn),
)
LOOSE_TILE: Final = of_winner("loose-tile", "Won on a loose tile", _won_by(Source.LOOSE_TILE), Feature.SPECIAL_WIN)
ROBBED_KONG: Final = of_winner("robbed-kong", "Won by robbing a kong", _won_by(Source.ROBBED_KONG), Feature.SPECIAL_WIN)
ORIGINAL_HAND: Final = of_winner(
    "original-hand", "East complete as dealt", _won_by(Source.ORIGINAL_HAND), Feature.SPECIAL_WIN
)
LAST_TILE: Final = _if_stated("last-tile", "Won on the last tile that may be drawn from the wall", "last_tile")
FIRST_DISCARD: Final = _if_stated("first-discard", "Won on East's first discard", "first_discard")
STANDING_HAND: Final = _if_stated("standing-hand", "Declared waiting from the start", "standing_hand")
FOURTH_OF_OWN_PUNG: Final = of_winner(
    "fourth-of-own-pung",
    "The winning tile is the fourth of the winner's own exposed pung (it fits a chow)",
    _fourth_of_own_pung,
    Feature.EXPOSED_PUNG,
)
CONSECUTIVE_WINS: Final = with_parameters(
    "consecutive-wins",
    "East has won so many times running, this win included",
    _consecutive_wins,
    lambda *, wins: Feature.SPECIAL_WIN if wins > 1 else Feature.ALWAYS,
    wins=Parameter(text="how many times", least=1, most=1000),
)
LAST_WIN_IN_A_ROW: Final[Condition] = Condition(
    id="last-win-in-a-row",
    text="East has won just so many times running, this win included; the deal then passes",
    make=_last_win_in_a_row,
    where=lambda *, wins: Feature.SPECIAL_WIN if wins > 1 else Feature.ALWAYS,
    parameters={"wins": Parameter(text="how many times", least=1, most=1000)},
    winner_only=True,
    passes_after="wins",
)
ONLY_PLACE_TO_WIN: Final = of_winner(
    "only-place-to-win",
    "Every place that the winning tile can have taken in the division that is scored has one filler only",
    _only_place_to_win,
    Feature.FOUR_SETS,
)
ONLY_POSSIBLE_PIECE: Final = of_winner(
    "only-possible-piece",
    "The only place to win; or one single piece that completes the hand was unseen, the winning one",
    _only_possible_piece,
    Feature.FOUR_SETS,
)


# The whole hand


def is_one_suit(arranged: ArrangedHand) -> bool:
    """Whether all tiles are of one suit, without honours."""
    return (arranged.traits & (ANY_SUIT | HONOURS)) in SUITS


ONE_SUIT: Final = plain(
    "one-suit", "All tiles of one suit, no honours", lambda arranged: when(is_one_suit(arranged)), Feature.ONE_SUIT
)
ONE_SUIT_WITH_HONOURS: Final = plain(
    "one-suit-with-honours",
    "All tiles of one suit or honours, and both",
    lambda arranged: when((arranged.traits & (ANY_SUIT | HONOURS)) in _SUITS_WITH_HONOURS),
    Feature.ONE_SUIT_AND_HONOURS,
)
HONOURS_ONLY: Final = plain(
    "honours-only", "Winds and dragons only", lambda arranged: when(arranged.traits == HONOURS), Feature.MAJORS_ONLY
)
MAJORS_NOT_HONOURS_ONLY: Final = plain(
    "heads-not-honours-only",
    "Ones, nines, winds and dragons only, and not only honours",
    lambda arranged: when(arranged.traits & TERMINALS and not arranged.traits & SIMPLES),
    Feature.MAJORS_ONLY,
)
ONES_AND_NINES_WITH_HONOURS: Final = plain(
    "ones-and-nines-with-honours",
    "Ones, nines and honours only, and both",
    lambda arranged: when(arranged.traits & HONOURS and arranged.traits & TERMINALS and not arranged.traits & SIMPLES),
    Feature.MAJORS_ONLY,
)
ONES_AND_NINES_OF_ONE_SUIT_WITH_HONOURS: Final = plain(
    "ones-and-nines-of-one-suit-with-honours",
    "Ones and nines of one suit and honours only, and both",
    lambda arranged: when(
        (arranged.traits & (ANY_SUIT | HONOURS)) in _SUITS_WITH_HONOURS and not arranged.traits & SIMPLES
    ),
    Feature.MAJORS_ONLY,
)
ONES_AND_NINES: Final = plain(
    "ones-and-nines",
    "Ones and nines only, no honours",
    lambda arranged: when(arranged.traits & TERMINALS and not arranged.traits & (HONOURS | SIMPLES)),
    Feature.MAJORS_ONLY,
)
MAJORS_ONLY: Final = plain(
    "heads-only",
    "Ones, nines, winds and dragons only",
    lambda arranged: when(arranged.traits and not arranged.traits & SIMPLES),
    Feature.MAJORS_ONLY,
)
SIMPLES_ONLY: Final = plain(
    "simples-only",
    "Two to eight of the suits only",
    lambda arranged: when(arranged.traits and not arranged.traits & _MAJORS_BITS),
)
NO_CHOW: Final = of_winner(
    "no-chow",
    "Four pungs or kongs and a pair",
    lambda arranged: when(arranged.made_of_sets and not arranged.features & _ANY_CHOW),
    Feature.NO_CHOW,
)
FOUR_CHOWS: Final = of_winner(
    "four-chows",
    "Four chows and a pair",
    lambda arranged: when(sum([bool(each.set_kind & _ANY_CHOW) for each in arranged.sets]) == HAND_SETS),
    Feature.NO_PUNG,
)


# Flowers and seasons


def _own(arranged: ArrangedHand, tile: Tile) -> Evidence:
    return ((tile,),) if tile in arranged.context.hand.bonus else NOTHING


def _all(arranged: ArrangedHand, tiles: range) -> Evidence:
    bonus = arranged.context.hand.bonus
    return (tuple(tiles),) if len(bonus) >= len(tiles) and set(tiles) <= set(bonus) else NOTHING


BONUS_TILES: Final = plain(
    "bonus-tiles",
    "Each flower and season",
    lambda arranged: [(tile,) for tile in arranged.context.hand.bonus],
    Feature.BONUS,
)
OWN_FLOWER: Final = plain(
    "own-flower",
    "The flower of the player's seat",
    lambda arranged: _own(arranged, FLOWERS[arranged.context.seat]),
    Feature.BONUS,
)
OWN_SEASON: Final = plain(
    "own-season",
    "The season of the player's seat",
    lambda arranged: _own(arranged, SEASONS[arranged.context.seat]),
    Feature.BONUS,
)
ALL_FLOWERS: Final = plain("all-flowers", "The four flowers", lambda arranged: _all(arranged, FLOWERS), Feature.BONUS)
ALL_SEASONS: Final = plain("all-seasons", "The four seasons", lambda arranged: _all(arranged, SEASONS), Feature.BONUS)


# Limit hands


_OF_HONOURS: Final = {"winds": WINDS, "dragons": DRAGONS}


def _sets_of_honours(*, of: str, sets: int, pair: bool) -> Predicate:
    tiles = _OF_HONOURS[of]

    def predicate(arranged: ArrangedHand) -> Evidence:
        held = {each.tile for each in arranged.sets if each.features & _HONOUR_PUNG and each.tile in tiles}
        if len(held) < sets:
            return NOTHING
        others = (each.tile for each in arranged.sets if each.features & _HONOUR_PAIR and each.tile not in held)
        return when(not pair or any(tile in tiles for tile in others))

    return predicate


def claims_nothing(arranged: ArrangedHand, *, claimed_kongs: bool) -> bool:
    """Whether neither a set nor the winning tile was claimed; a claimed kong may count as concealed."""
    hand = arranged.context.hand
    exposed = hand.exposed if claimed_kongs else hand.claimed
    return not exposed and arranged.winning.source not in CLAIMED


def _concealed_pungs(arranged: ArrangedHand) -> Evidence:
    concealed = sum([each.kind in PUNG_OR_KONG and not each.exposed for each in arranged.sets])
    return when(concealed == HAND_SETS)


def _shape(*, shape: str) -> Predicate:
    return lambda arranged: FOUND if arranged.shape.id == shape else NOTHING


SETS_OF_HONOURS: Final = with_parameters(
    "sets-of-honours",
    "Pungs or kongs of at least so many winds, or dragons, in a complete hand or not",
    _sets_of_honours,
    Feature.HONOUR_PUNG,
    winner_only=False,
    of=Parameter(text="of what", choices=tuple(_OF_HONOURS)),
    sets=Parameter(text="how many", least=1, most=HAND_SETS),
    pair=Parameter(text="whether a pair of another is needed too", choices=TRUTH),
)
SHAPE: Final[Condition] = Condition(
    id="shape",
    text="The hand is complete in this way of its own",
    make=_shape,
    where=lambda *, shape: Feature.FOUR_SETS if shape == FOUR_SETS_AND_A_PAIR.id else Feature.OTHER_SHAPE,
    parameters={"shape": Parameter(text="the shape", choices=tuple(shape.id for shape in SHAPES))},
    winner_only=True,
    shape_in="shape",
)
NOTHING_CLAIMED: Final = of_winner(
    "nothing-claimed",
    "Four sets and a pair made without a claimed tile, the last one drawn",
    lambda arranged: when(arranged.made_of_sets and claims_nothing(arranged, claimed_kongs=False)),
    Feature.FOUR_SETS,
)
CONCEALED_PUNGS: Final = of_winner(
    "concealed-pungs",
    "Four concealed pungs or kongs: the last tile was drawn, or completed the pair",
    _concealed_pungs,
    Feature.CONCEALED_PUNG,
)
