"""The catalogue: everything that a rule can look for. Finders stay code; rows are data that name them.

A finder takes a view of a hand and returns the evidence; no evidence, no rule. Each is a record with what it looks for
in words, its parameters, and the signs without which it finds nothing, so that it need not be asked of every hand.
"""

from collections.abc import Callable
from typing import Final

from service.domain.circumstances import BITS
from service.domain.deal import CLAIMED, Source
from service.domain.hand import HAND_SETS
from service.domain.rulebook.model import Evidence, Find, Finder, Parameter, Sought
from service.domain.seats import EAST, Seat
from service.domain.sets import Kind, Set, Sign, worth_of
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
from service.domain.view import Situation, View

NOTHING: Final[Evidence] = ()
FOUND: Final[Evidence] = ((),)
_SUITS: Final = (CHARACTERS, CIRCLES, BAMBOOS)
_SUITS_WITH_HONOURS: Final = tuple(suit | HONOURS for suit in _SUITS)
_HEADS_BITS: Final = HONOURS | TERMINALS
_HONOUR_PAIR: Final = int(Sign.HONOUR_PAIR)
_HONOUR_PUNG: Final = int(Sign.HONOUR_PUNG)
_ANY_CHOW: Final = int(Sign.ANY_CHOW)
_ANY_PAIR: Final = int(Sign.ANY_PAIR)
PUNG_OR_KONG: Final = (Kind.PUNG, Kind.KONG)


def when(found: object) -> Evidence:
    """Evidence without tiles, where something was found."""
    return FOUND if found else NOTHING


def plain(
    name: str,
    text: str,
    find: Find,
    where: Sign = Sign.ALWAYS,
    *,
    winner_only: bool = False,
    told: tuple[str, ...] = (),
) -> Sought:
    """A finder without parameters, ready to be put into a row."""
    return Finder(
        id=name,
        text=text,
        make=lambda: find,
        where=lambda: where,
        parameters={},
        winner_only=winner_only,
        told=lambda: told,
    )()


def _of_winner(name: str, text: str, find: Find, where: Sign = Sign.ALWAYS) -> Sought:
    return plain(name, text, find, where, winner_only=True)


def _when_told(name: str, text: str, member: str) -> Sought:
    return plain(name, text, _happened(member), Sign.SPECIAL_WIN, winner_only=True, told=(member,))


TRUTH: Final = (False, True)
_EXPOSED: Final = Parameter(text="whether a claimed tile completed it", choices=TRUTH)
_CLAIMED: Final = Parameter(text="whether the winning tile was claimed", choices=TRUTH)
HEADS_OR_SIMPLES: Final = Parameter(
    text="whether of heads (ones, nines, winds, dragons), else of simples", choices=TRUTH
)


# Sets and pairs


def _sets(*, kind: str, exposed: bool, heads: bool) -> Find:
    worth = int(worth_of(Kind(kind), exposed=exposed, heads=heads))

    def find(view: View) -> Evidence:
        return [each.tiles for each in view.sets if each.worth == worth]

    return find


SETS: Final = Finder(
    id="sets",
    text="Each pung, kong or pair of this kind",
    make=_sets,
    where=lambda *, kind, exposed, heads: worth_of(Kind(kind), exposed=exposed, heads=heads),
    parameters={
        "kind": Parameter(text="what the set is", choices=(Kind.PUNG.value, Kind.KONG.value, Kind.PAIR.value)),
        "exposed": _EXPOSED,
        "heads": HEADS_OR_SIMPLES,
    },
    winner_only=False,
)


def _dragons(view: View, sign: int) -> Evidence:
    return [each.tiles for each in view.sets if each.signs & sign and each.tile >= FIRST_DRAGON]


def _wind(view: View, sign: int, wind: Seat) -> Evidence:
    tile = FIRST_WIND + wind
    return [each.tiles for each in view.sets if each.signs & sign and each.tile == tile]


def _own_in_its_round(find: Callable[[View], Evidence]) -> Find:
    return lambda view: find(view) if view.situation.seat == view.situation.round_wind else NOTHING


def _pair_of_own_wind(view: View) -> Evidence:
    return _wind(view, _HONOUR_PAIR, view.situation.seat)


def _pung_of_own_wind(view: View) -> Evidence:
    return _wind(view, _HONOUR_PUNG, view.situation.seat)


PAIR_OF_DRAGONS: Final = plain(
    "pair-of-dragons", "Each pair of dragons", lambda view: _dragons(view, _HONOUR_PAIR), Sign.HONOUR_PAIR
)
PAIR_OF_OWN_WIND: Final = plain(
    "pair-of-own-wind", "A pair of the wind of the player's seat", _pair_of_own_wind, Sign.HONOUR_PAIR
)
PAIR_OF_ROUND_WIND: Final = plain(
    "pair-of-round-wind",
    "A pair of the wind of the round",
    lambda view: _wind(view, _HONOUR_PAIR, view.situation.round_wind),
    Sign.HONOUR_PAIR,
)
PAIR_OF_OWN_AND_ROUND_WIND: Final = plain(
    "pair-of-own-and-round-wind",
    "A pair of the own wind which is also the wind of the round",
    _own_in_its_round(_pair_of_own_wind),
    Sign.HONOUR_PAIR,
)
PUNG_OF_DRAGONS: Final = plain(
    "pung-of-dragons", "Each pung or kong of dragons", lambda view: _dragons(view, _HONOUR_PUNG), Sign.HONOUR_PUNG
)
PUNG_OF_OWN_WIND: Final = plain(
    "pung-of-own-wind", "A pung or kong of the wind of the player's seat", _pung_of_own_wind, Sign.HONOUR_PUNG
)
PUNG_OF_ROUND_WIND: Final = plain(
    "pung-of-round-wind",
    "A pung or kong of the wind of the round",
    lambda view: _wind(view, _HONOUR_PUNG, view.situation.round_wind),
    Sign.HONOUR_PUNG,
)
PUNG_OF_OWN_AND_ROUND_WIND: Final = plain(
    "pung-of-own-and-round-wind",
    "A pung or kong of the own wind which is also the wind of the round",
    _own_in_its_round(_pung_of_own_wind),
    Sign.HONOUR_PUNG,
)


# The set that the winning tile completed


def _ends_a_run(pair: Set, view: View) -> bool:
    """Beside a concealed chow that it continues: the wait was a four-tile run (1923 p.62)."""
    return any(pair.tile in each.continued_by for each in view.division)


def _has_one_filler(gap_in: Set, view: View) -> bool:
    """Whether only one kind of tile fills the place that the winning tile took in this set."""
    if gap_in.worth & _ANY_PAIR:
        return not _ends_a_run(gap_in, view)
    return view.winning.tile in gap_in.closed_at


def _completed_pair(*, heads: bool, claimed: bool) -> Find:
    worth = int(worth_of(Kind.PAIR, exposed=claimed, heads=heads))

    def find(view: View) -> Evidence:
        won = view.won
        if won is None or won.worth != worth or _ends_a_run(won, view):
            return NOTHING
        return (won.tiles,)

    return find


def _completed_pair_of_own_and_round_wind(*, claimed: bool) -> Find:
    worth = int(worth_of(Kind.PAIR, exposed=claimed, heads=True))

    def find(view: View) -> Evidence:
        situation, won = view.situation, view.won
        if won is None or won.worth != worth or situation.seat != situation.round_wind:
            return NOTHING
        return (won.tiles,) if won.tile == FIRST_WIND + situation.seat else NOTHING

    return find


def _completed_chow(*, one_filler: bool, claimed: bool) -> Find:
    def find(view: View) -> Evidence:
        won = view.won
        if won is None or not won.worth & _ANY_CHOW or won.exposed != claimed:
            return NOTHING
        return (won.tiles,) if _has_one_filler(won, view) == one_filler else NOTHING

    return find


COMPLETED_PAIR: Final = Finder(
    id="completed-pair",
    text="The pair that the winning tile completed, but for one at the end of a run of four",
    make=_completed_pair,
    where=lambda *, heads, claimed: Sign.COMPLETED_PAIR,
    parameters={"heads": HEADS_OR_SIMPLES, "claimed": _CLAIMED},
    winner_only=True,
)
COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND: Final = Finder(
    id="completed-pair-of-own-and-round-wind",
    text="The pair of the own wind in its own round, completed by the winning tile",
    make=_completed_pair_of_own_and_round_wind,
    where=lambda *, claimed: Sign.COMPLETED_PAIR,
    parameters={"claimed": _CLAIMED},
    winner_only=True,
)
COMPLETED_CHOW: Final = Finder(
    id="completed-chow",
    text="The chow that the winning tile completed: at its one place (in the middle or at its only open end), "
    "or at one of two open ends",
    make=_completed_chow,
    where=lambda *, one_filler, claimed: Sign.COMPLETED_CHOW,
    parameters={
        "one_filler": Parameter(text="whether only one kind of tile fits", choices=TRUTH),
        "claimed": _CLAIMED,
    },
    winner_only=True,
)


# How the hand was won


def _won_by(source: Source) -> Find:
    return lambda view: FOUND if view.winning.source is source else NOTHING


def _happened(member: str) -> Find:
    bit = BITS[member]
    return lambda view: FOUND if view.winning.circumstances & bit else NOTHING


def _fourth_of_own_pung(view: View) -> Evidence:
    tile = view.winning.tile
    return when(any(each.kind is Kind.PUNG and each.tile == tile for each in view.situation.hand.exposed))


def _consecutive_wins(*, wins: int) -> Find:
    return lambda view: when(view.situation.seat is EAST and view.winning.consecutive_wins >= wins)


def _last_win_in_a_row(*, wins: int) -> Find:
    return lambda view: when(view.situation.seat is EAST and view.winning.consecutive_wins == wins)


def _only_place_to_win(view: View) -> Evidence:
    """Every place that the winning tile can have taken in this division has one filler only (1923 pp.29-30)."""
    tile = view.winning.tile
    if tile is None or not view.made_of_sets:
        return NOTHING
    for each in view.division:
        if tile in each.tiles and not _has_one_filler(each, view):
            return NOTHING
    return FOUND


def _only_possible_piece(view: View) -> Evidence:
    """The only place to win; or one single piece that completes the hand was unseen, the winning one."""
    if not view.made_of_sets or view.winning.tile is None:
        return NOTHING
    return _only_place_to_win(view) or when(_won_on_the_last_piece(view.situation))


def _won_on_the_last_piece(situation: Situation) -> bool:
    """Whether, of all the pieces that would have completed the hand, only the winning one was unseen."""
    if situation.win is None or situation.win.tile is None or situation.unseen(situation.win.tile):
        return False
    return not any(situation.unseen(tile) for tile in situation.waits())


MAH_JONG: Final = _of_winner("mah-jong", "Mah-Jong", lambda view: FOUND)
FOUR_SETS: Final = _of_winner("four-sets", "Four sets and a pair", lambda view: when(view.made_of_sets), Sign.FOUR_SETS)
WINNING_TILE_DRAWN: Final = _of_winner(
    "winning-tile-drawn", "The winning tile came from the wall or was a loose tile", lambda view: when(view.drawn)
)
LOOSE_TILE: Final = _of_winner("loose-tile", "Won on a loose tile", _won_by(Source.LOOSE_TILE), Sign.SPECIAL_WIN)
ROBBED_KONG: Final = _of_winner("robbed-kong", "Won by robbing a kong", _won_by(Source.ROBBED_KONG), Sign.SPECIAL_WIN)
ORIGINAL_HAND: Final = _of_winner(
    "original-hand", "East complete as dealt", _won_by(Source.ORIGINAL_HAND), Sign.SPECIAL_WIN
)
LAST_TILE: Final = _when_told("last-tile", "Won on the last tile that may be drawn from the wall", "last_tile")
FIRST_DISCARD: Final = _when_told("first-discard", "Won on East's first discard", "first_discard")
STANDING_HAND: Final = _when_told("standing-hand", "Declared waiting from the start", "standing_hand")
FOURTH_OF_OWN_PUNG: Final = _of_winner(
    "fourth-of-own-pung",
    "The winning tile is the fourth of the winner's own exposed pung (it fits a chow)",
    _fourth_of_own_pung,
    Sign.EXPOSED_PUNG,
)
CONSECUTIVE_WINS: Final = Finder(
    id="consecutive-wins",
    text="East has won so many times running, this win included",
    make=_consecutive_wins,
    where=lambda *, wins: Sign.SPECIAL_WIN if wins > 1 else Sign.ALWAYS,
    parameters={"wins": Parameter(text="how many times", least=1, most=1000)},
    winner_only=True,
)
LAST_WIN_IN_A_ROW: Final = Finder(
    id="last-win-in-a-row",
    text="East has won just so many times running, this win included; the deal then passes",
    make=_last_win_in_a_row,
    where=lambda *, wins: Sign.SPECIAL_WIN if wins > 1 else Sign.ALWAYS,
    parameters={"wins": Parameter(text="how many times", least=1, most=1000)},
    winner_only=True,
    passes_after="wins",
)
ONLY_PLACE_TO_WIN: Final = _of_winner(
    "only-place-to-win",
    "Every place that the winning tile can have taken in the division that is scored has one filler only",
    _only_place_to_win,
    Sign.FOUR_SETS,
)
ONLY_POSSIBLE_PIECE: Final = _of_winner(
    "only-possible-piece",
    "The only place to win; or one single piece that completes the hand was unseen, the winning one",
    _only_possible_piece,
    Sign.FOUR_SETS,
)


# The whole hand


def is_one_suit(view: View) -> bool:
    """All tiles are of one suit, without honours."""
    return (view.traits & (ANY_SUIT | HONOURS)) in _SUITS


def _heads_only(view: View) -> bool:
    return bool(view.traits and not view.traits & SIMPLES)


ONE_SUIT: Final = plain(
    "one-suit", "All tiles of one suit, no honours", lambda view: when(is_one_suit(view)), Sign.ONE_SUIT
)
ONE_SUIT_WITH_HONOURS: Final = plain(
    "one-suit-with-honours",
    "All tiles of one suit or honours, and both",
    lambda view: when((view.traits & (ANY_SUIT | HONOURS)) in _SUITS_WITH_HONOURS),
    Sign.ONE_SUIT_AND_HONOURS,
)
HONOURS_ONLY: Final = plain(
    "honours-only", "Winds and dragons only", lambda view: when(view.traits == HONOURS), Sign.HEADS_ONLY
)
HEADS_NOT_HONOURS_ONLY: Final = plain(
    "heads-not-honours-only",
    "Ones, nines, winds and dragons only, and not only honours",
    lambda view: when(view.traits & TERMINALS and not view.traits & SIMPLES),
    Sign.HEADS_ONLY,
)
ONES_AND_NINES_WITH_HONOURS: Final = plain(
    "ones-and-nines-with-honours",
    "Ones, nines and honours only, and both",
    lambda view: when(view.traits & HONOURS and view.traits & TERMINALS and not view.traits & SIMPLES),
    Sign.HEADS_ONLY,
)
ONES_AND_NINES: Final = plain(
    "ones-and-nines",
    "Ones and nines only, no honours",
    lambda view: when(view.traits & TERMINALS and not view.traits & (HONOURS | SIMPLES)),
    Sign.HEADS_ONLY,
)
HEADS_ONLY: Final = plain(
    "heads-only",
    "Ones, nines, winds and dragons only",
    lambda view: when(_heads_only(view)),
    Sign.HEADS_ONLY,
)
SIMPLES_ONLY: Final = plain(
    "simples-only", "Two to eight of the suits only", lambda view: when(view.traits and not view.traits & _HEADS_BITS)
)
NO_CHOW: Final = _of_winner(
    "no-chow",
    "Four pungs or kongs and a pair",
    lambda view: when(view.made_of_sets and not view.signs & _ANY_CHOW),
    Sign.NO_CHOW,
)
FOUR_CHOWS: Final = _of_winner(
    "four-chows",
    "Four chows and a pair",
    lambda view: when(sum([bool(each.worth & _ANY_CHOW) for each in view.sets]) == HAND_SETS),
    Sign.NO_PUNG,
)


# Flowers and seasons


def _own(view: View, tile: Tile) -> Evidence:
    return ((tile,),) if tile in view.situation.hand.bonus else NOTHING


def _all(view: View, tiles: range) -> Evidence:
    bonus = view.situation.hand.bonus
    return (tuple(tiles),) if len(bonus) >= len(tiles) and set(tiles) <= set(bonus) else NOTHING


BONUS_TILES: Final = plain(
    "bonus-tiles", "Each flower and season", lambda view: [(tile,) for tile in view.situation.hand.bonus], Sign.BONUS
)
OWN_FLOWER: Final = plain(
    "own-flower",
    "The flower of the player's seat",
    lambda view: _own(view, FLOWERS[view.situation.seat]),
    Sign.BONUS,
)
OWN_SEASON: Final = plain(
    "own-season",
    "The season of the player's seat",
    lambda view: _own(view, SEASONS[view.situation.seat]),
    Sign.BONUS,
)
ALL_FLOWERS: Final = plain("all-flowers", "The four flowers", lambda view: _all(view, FLOWERS), Sign.BONUS)
ALL_SEASONS: Final = plain("all-seasons", "The four seasons", lambda view: _all(view, SEASONS), Sign.BONUS)


# Limit hands


def has_pungs(view: View, tiles: range, least: int) -> bool:
    """Pungs or kongs of at least so many of these honours."""
    return sum([each.tile in tiles for each in view.sets if each.signs & _HONOUR_PUNG]) >= least


def _three_winds_and_pair(view: View) -> Evidence:
    if not has_pungs(view, WINDS, 3):
        return NOTHING
    return when(any(view.situation.hand.concealed.count(wind) == 2 for wind in WINDS))


def claims_nothing(view: View, *, claimed_kongs: bool) -> bool:
    """Nothing was claimed, the winning tile neither; a kong claimed whole may count as concealed."""
    hand = view.situation.hand
    exposed = hand.exposed if claimed_kongs else hand.claimed
    return not exposed and view.winning.source not in CLAIMED


def _concealed_pungs(view: View) -> Evidence:
    concealed = sum([each.kind in PUNG_OR_KONG and not each.exposed for each in view.sets])
    return when(concealed == HAND_SETS)


_NINE_GATES: Final = frozenset((one, one, *range(one, one + 9), one + 8, one + 8) for one in range(0, FIRST_WIND, 9))


def _nine_gates(view: View) -> Evidence:
    if not is_one_suit(view):
        return NOTHING
    before = view.situation.before
    if view.winning.tile is not None:
        return when(before in _NINE_GATES)
    return when(any(before[:place] + before[place + 1 :] in _NINE_GATES for place in range(len(before))))


def _shape(*, shape: str) -> Find:
    return lambda view: FOUND if view.shape.id == shape else NOTHING


def _sign_of_shape(*, shape: str) -> Sign:
    return Sign.FOUR_SETS if shape == FOUR_SETS_AND_A_PAIR.id else Sign.OTHER_SHAPE


SHAPE: Final = Finder(
    id="shape",
    text="The hand is complete in this way of its own",
    make=_shape,
    where=_sign_of_shape,
    parameters={"shape": Parameter(text="the shape", choices=tuple(shape.id for shape in SHAPES))},
    winner_only=True,
    shape_in="shape",
)
FOUR_WINDS: Final = plain(
    "four-winds", "Sets of all four winds", lambda view: when(has_pungs(view, WINDS, 4)), Sign.HONOUR_PUNG
)
THREE_WINDS_AND_PAIR: Final = plain(
    "three-winds-and-pair",
    "Sets of three winds and a pair of the fourth, in a complete hand or not",
    _three_winds_and_pair,
    Sign.HONOUR_PUNG,
)
THREE_DRAGONS: Final = plain(
    "three-dragons", "Sets of all three dragons", lambda view: when(has_pungs(view, DRAGONS, 3)), Sign.HONOUR_PUNG
)
FOUR_KONGS: Final = plain(
    "four-kongs", "Four kongs", lambda view: when(view.situation.hand.kongs == HAND_SETS), Sign.ANY_KONG
)
NOTHING_CLAIMED: Final = _of_winner(
    "nothing-claimed",
    "Four sets and a pair made without a claimed tile, the last one drawn",
    lambda view: when(view.made_of_sets and claims_nothing(view, claimed_kongs=False)),
    Sign.FOUR_SETS,
)
CONCEALED_PUNGS: Final = _of_winner(
    "concealed-pungs",
    "Four concealed pungs or kongs: the last tile was drawn, or completed the pair",
    _concealed_pungs,
    Sign.CONCEALED_PUNG,
)
NINE_GATES: Final = _of_winner(
    "nine-gates",
    "The thirteen tiles before the winning tile are 1112345678999 of one suit, concealed",
    _nine_gates,
    Sign.ONE_SUIT,
)
