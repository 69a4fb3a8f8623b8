"""Finders: what a rule looks for. Each takes a view of a hand and returns the evidence; no evidence, no rule.

Functions whose names end in `_of` or `_by` make a finder; the others are finders.
"""

from service.domain.deal import Source
from service.domain.hand import HAND_SETS
from service.domain.rulebook.model import Evidence, Finder, asked_where
from service.domain.seats import EAST, Seat
from service.domain.sets import ANY_CHOW, HONOUR_PAIR, HONOUR_PUNG, Set, Shape, worth_of
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    FIRST_DRAGON,
    FIRST_WIND,
    FLOWERS,
    HONOURS,
    SEASONS,
    SIMPLES,
    TERMINALS,
    Tile,
)
from service.domain.view import (
    ALWAYS,
    BONUS,
    COMPLETED_CHOW,
    COMPLETED_PAIR,
    ONE_SUIT_OR_HEADS,
    SPECIAL_WIN,
    View,
    won_on_the_last_piece,
)

NOTHING: Evidence = ()
FOUND: Evidence = ((),)
_SUITS = (CHARACTERS, CIRCLES, BAMBOOS)
_SUITS_WITH_HONOURS = tuple(suit | HONOURS for suit in _SUITS)
PUNG_OR_KONG = (Shape.PUNG, Shape.KONG)


def when(found: object) -> Evidence:
    """Evidence without tiles, where something was found."""
    return FOUND if found else NOTHING


# Sets and pairs


def sets_of(shape: Shape, *, exposed: bool, heads: bool) -> Finder:
    """Each pung or kong of this kind."""
    worth = worth_of(shape, exposed=exposed, heads=heads)

    @asked_where(worth)
    def find(view: View) -> Evidence:
        return [each.tiles for each in view.sets if each.worth == worth]

    return find


@asked_where(HONOUR_PAIR)
def pair_of_dragons(view: View) -> Evidence:
    """Each pair of dragons."""
    return _dragons(view, HONOUR_PAIR)


@asked_where(HONOUR_PAIR)
def pair_of_own_wind(view: View) -> Evidence:
    """A pair of the wind of the player's seat."""
    return _wind(view, HONOUR_PAIR, view.at.seat)


@asked_where(HONOUR_PAIR)
def pair_of_round_wind(view: View) -> Evidence:
    """A pair of the wind of the round."""
    return _wind(view, HONOUR_PAIR, view.at.round_wind)


@asked_where(HONOUR_PAIR)
def pair_of_own_and_round_wind(view: View) -> Evidence:
    """A pair of the own wind which is also the wind of the round."""
    return pair_of_own_wind(view) if view.at.seat == view.at.round_wind else NOTHING


@asked_where(HONOUR_PUNG)
def pung_of_dragons(view: View) -> Evidence:
    """Each pung or kong of dragons."""
    return _dragons(view, HONOUR_PUNG)


@asked_where(HONOUR_PUNG)
def pung_of_own_wind(view: View) -> Evidence:
    """A pung or kong of the wind of the player's seat."""
    return _wind(view, HONOUR_PUNG, view.at.seat)


@asked_where(HONOUR_PUNG)
def pung_of_round_wind(view: View) -> Evidence:
    """A pung or kong of the wind of the round."""
    return _wind(view, HONOUR_PUNG, view.at.round_wind)


@asked_where(HONOUR_PUNG)
def pung_of_own_and_round_wind(view: View) -> Evidence:
    """A pung or kong of the own wind which is also the wind of the round."""
    return pung_of_own_wind(view) if view.at.seat == view.at.round_wind else NOTHING


def _dragons(view: View, sign: int) -> Evidence:
    return [each.tiles for each in view.sets if each.signs & sign and each.tile >= FIRST_DRAGON]


def _wind(view: View, sign: int, wind: Seat) -> Evidence:
    tile = FIRST_WIND + wind
    return [each.tiles for each in view.sets if each.signs & sign and each.tile == tile]


# The set that the winning tile completed


def _ends_a_run(pair: Set, view: View) -> bool:
    """Beside a concealed chow that it continues: the wait was a four-tile run (1923 p.62)."""
    return any(pair.tile in each.continued_by for each in view.division)


def _has_one_filler(gap_in: Set, view: View) -> bool:
    """Whether only one kind of tile fills the place that the winning tile took in this set."""
    if gap_in.shape is Shape.PAIR:
        return not _ends_a_run(gap_in, view)
    return view.winning.tile in gap_in.closed_at


def completed_pair_of(*, heads: bool, claimed: bool) -> Finder:
    """The pair that the winning tile completed, but for one at the end of a four-tile run."""
    worth = worth_of(Shape.PAIR, exposed=claimed, heads=heads)

    @asked_where(COMPLETED_PAIR)
    def find(view: View) -> Evidence:
        won = view.won
        if won is None or won.worth != worth or _ends_a_run(won, view):
            return NOTHING
        return (won.tiles,)

    return find


def completed_pair_of_own_and_round_wind(*, claimed: bool) -> Finder:
    """The pair of the own wind in its own round, completed by the winning tile."""
    worth = worth_of(Shape.PAIR, exposed=claimed, heads=True)

    @asked_where(COMPLETED_PAIR)
    def find(view: View) -> Evidence:
        won = view.won
        own = view.at.seat == view.at.round_wind and won is not None and won.tile == FIRST_WIND + view.at.seat
        return (won.tiles,) if own and won is not None and won.worth == worth else NOTHING

    return find


def completed_chow_of(*, one_filler: bool, claimed: bool) -> Finder:
    """The chow that the winning tile completed: in the middle or at its only open end, or at one of two open ends."""

    @asked_where(COMPLETED_CHOW)
    def find(view: View) -> Evidence:
        won = view.won
        if won is None or won.shape is not Shape.CHOW or won.exposed != claimed:
            return NOTHING
        return (won.tiles,) if _has_one_filler(won, view) == one_filler else NOTHING

    return find


# How the hand was won


def won(view: View) -> Evidence:
    """Mah-Jong."""
    return FOUND


def all_sets(view: View) -> Evidence:
    """Four sets and a pair."""
    return when(view.made_of_sets)


def winning_tile_drawn(view: View) -> Evidence:
    """The winning tile came from the wall or was a loose tile."""
    return when(view.drawn)


def _won_by(source: Source) -> Finder:
    @asked_where(SPECIAL_WIN)
    def find(view: View) -> Evidence:
        return FOUND if view.winning.source is source else NOTHING

    return find


loose_tile = _won_by(Source.LOOSE_TILE)
"""Won on a loose tile."""
robbed_kong = _won_by(Source.ROBBED_KONG)
"""Won by robbing a kong."""
original_hand = _won_by(Source.ORIGINAL_HAND)
"""East complete as dealt."""


@asked_where(SPECIAL_WIN)
def last_tile(view: View) -> Evidence:
    """Won on the last tile that may be drawn from the wall."""
    return when(view.winning.last_tile)


@asked_where(SPECIAL_WIN)
def first_discard(view: View) -> Evidence:
    """Won on East's first discard."""
    return when(view.winning.first_discard)


@asked_where(SPECIAL_WIN)
def standing_hand(view: View) -> Evidence:
    """Declared waiting from the start."""
    return when(view.winning.standing_hand)


def fourth_of_own_pung(view: View) -> Evidence:
    """The winning tile is the fourth of the winner's own exposed pung (it fits a chow)."""
    tile = view.winning.tile
    return when(any(each.shape is Shape.PUNG and each.tile == tile for each in view.at.hand.exposed))


def consecutive_wins_of(wins: int) -> Finder:
    """East has won so many times running, this win included."""

    @asked_where(SPECIAL_WIN if wins > 1 else ALWAYS)
    def find(view: View) -> Evidence:
        return when(view.at.seat is EAST and view.winning.consecutive_wins >= wins)

    return find


def only_place_to_win(view: View) -> Evidence:
    """Every place that the winning tile can have taken in this division has one filler only (1923 pp.29-30)."""
    tile = view.winning.tile
    if tile is None or not view.made_of_sets:
        return NOTHING
    return when(all(_has_one_filler(each, view) for each in view.division if tile in each.tiles))


def only_possible_piece(view: View) -> Evidence:
    """The only place to win; or one single piece that completes the hand was unseen, the winning one."""
    if not view.made_of_sets or view.winning.tile is None:
        return NOTHING
    return only_place_to_win(view) or when(won_on_the_last_piece(view.at))


# The whole hand


@asked_where(ONE_SUIT_OR_HEADS)
def one_suit(view: View) -> Evidence:
    """All tiles of one suit, no honours."""
    return when((view.traits & (ANY_SUIT | HONOURS)) in _SUITS)


@asked_where(ONE_SUIT_OR_HEADS)
def one_suit_with_honours(view: View) -> Evidence:
    """All tiles of one suit or honours, and both."""
    return when((view.traits & (ANY_SUIT | HONOURS)) in _SUITS_WITH_HONOURS)


@asked_where(ONE_SUIT_OR_HEADS)
def honours_only(view: View) -> Evidence:
    """Winds and dragons only."""
    return when(view.traits == HONOURS)


@asked_where(ONE_SUIT_OR_HEADS)
def heads_not_honours_only(view: View) -> Evidence:
    """Ones, nines, winds and dragons only, and not only honours."""
    return when(view.traits & TERMINALS and not view.traits & SIMPLES)


@asked_where(ONE_SUIT_OR_HEADS)
def ones_and_nines_with_honours(view: View) -> Evidence:
    """Ones, nines and honours only, and both."""
    return when(view.traits & HONOURS and heads_not_honours_only(view))


@asked_where(ONE_SUIT_OR_HEADS)
def ones_and_nines(view: View) -> Evidence:
    """Ones and nines only, no honours."""
    return when(not view.traits & HONOURS and heads_not_honours_only(view))


@asked_where(ONE_SUIT_OR_HEADS)
def heads_only(view: View) -> Evidence:
    """Ones, nines, winds and dragons only."""
    return when(view.traits and not view.traits & SIMPLES)


def no_chow(view: View) -> Evidence:
    """Four pungs or kongs and a pair."""
    return when(view.made_of_sets and not view.signs & ANY_CHOW)


def four_chows(view: View) -> Evidence:
    """Four chows and a pair."""
    return when(sum(each.shape is Shape.CHOW for each in view.sets) == HAND_SETS)


# Flowers and seasons


@asked_where(BONUS)
def bonus_tiles(view: View) -> Evidence:
    """Each flower and season."""
    return [(tile,) for tile in view.at.hand.bonus]


@asked_where(BONUS)
def own_flower(view: View) -> Evidence:
    """The flower of the player's seat."""
    return _own(view, FLOWERS[view.at.seat])


@asked_where(BONUS)
def own_season(view: View) -> Evidence:
    """The season of the player's seat."""
    return _own(view, SEASONS[view.at.seat])


def _own(view: View, tile: Tile) -> Evidence:
    return ((tile,),) if tile in view.at.hand.bonus else NOTHING


@asked_where(BONUS)
def all_flowers(view: View) -> Evidence:
    """The four flowers."""
    return _all(view, FLOWERS)


@asked_where(BONUS)
def all_seasons(view: View) -> Evidence:
    """The four seasons."""
    return _all(view, SEASONS)


def _all(view: View, tiles: range) -> Evidence:
    bonus = view.at.hand.bonus
    return (tuple(tiles),) if len(bonus) >= len(tiles) and set(tiles) <= set(bonus) else NOTHING
