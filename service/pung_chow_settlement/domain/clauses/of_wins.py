"""Conditions of how the hand was won."""

from collections.abc import Callable, Iterable
from typing import Final

from pung_chow_settlement.domain.arrangements import arrangements
from pung_chow_settlement.domain.circumstances import BITS, MEMBERS
from pung_chow_settlement.domain.clauses.clause import (
    FAR,
    TRUTH,
    Clause,
    Clauses,
    Condition,
    Evidence,
    Parameter,
    Reason,
    condition,
    finding,
    having,
    judged,
    judged_without_tiles,
    none,
    reason,
    some,
    with_parameters,
)
from pung_chow_settlement.domain.clauses.of_sets import MADE_OF_SETS, TERMINALS_AND_HONOURS_OR_SIMPLES, ends_a_run
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext
from pung_chow_settlement.domain.seats import BY_NAME, EAST, SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import FIRST_CIRCUMSTANCE, Feature, Kind, Set
from pung_chow_settlement.domain.tiles import MAX_COPIES, PLAYING_TILES, Tile, parse, write

# Where the winning tile came from


def _from(features: int) -> Clause:
    """The winning tile came from one of these sources."""
    return some(features, lambda arranged: reason("source", source=arranged.winning.source.value))


def _stated(member: str) -> Clause:
    """This circumstance of the win is stated."""
    why = reason("not-told", member=member)
    return some(BITS[member] << FIRST_CIRCUMSTANCE, lambda _: why)


def _if_stated(name: str, text: str, member: str) -> Condition:
    return condition(name, text, _stated(member), win_members=lambda: (member,))


_DEALT: Final = _from(Feature.ORIGINAL_HAND)
_LOOSE: Final = _from(Feature.LOOSE_TILE)
_NOT_CLAIMED: Final = none(Feature.CLAIMED, lambda _: reason("claimed"))
_NOT_REPLACED: Final = judged(
    lambda arranged: not (arranged.winning.source is WinSource.LOOSE_TILE and arranged.context.hand.kongs),
    lambda _: reason("loose-after-kong"),
)
_NO_BONUS: Final = none(Feature.BONUS, lambda _: reason("has-bonus"))


def _dealt(*, bonus: bool) -> Clauses:
    return (_DEALT,) if bonus else (_DEALT, _NO_BONUS)


def _from_the_live_wall(*, dealt: bool) -> Clauses:
    return (_from(Feature.WALL | Feature.ORIGINAL_HAND if dealt else Feature.WALL),)


_WIND: Final = Parameter(text="which wind", choices=tuple(SEAT_NAMES))


def _this_wind(name: str, text: str, fact: str, wind_of: Callable[[HandContext], Seat]) -> Condition:
    """A condition of the wind of a seat or round, stated as a fact where it is another."""

    def clauses(*, wind: str) -> Clauses:
        this = BY_NAME[wind]
        return (
            judged_without_tiles(
                lambda arranged: wind_of(arranged.context) == this,
                lambda arranged: reason(name, FAR, **{fact: SEAT_NAMES[wind_of(arranged.context)]}),
            ),
        )

    return with_parameters(name, text, clauses, winner_only=False, wind=_WIND)


SITS_AS: Final[Condition] = _this_wind("sits-as", "The player sits as this wind", "own", lambda context: context.seat)
IN_ROUND: Final[Condition] = _this_wind(
    "in-round", "The round is that of this wind", "round", lambda context: context.round_wind
)
MAH_JONG: Final[Condition] = condition("mah-jong", "Mah-Jong")
WINNING_TILE_DRAWN: Final[Condition] = condition(
    "winning-tile-drawn", "The winning tile came from the wall or was a loose tile", _from(Feature.DRAWN)
)
LOOSE_TILE: Final[Condition] = condition("loose-tile", "Won on a loose tile", _LOOSE)
ROBBED_KONG: Final[Condition] = condition("robbed-kong", "Won by robbing a kong", _from(Feature.ROBBED_KONG))
ORIGINAL_HAND: Final[Condition] = condition("original-hand", "East complete as dealt", _DEALT)
LAST_TILE: Final[Condition] = _if_stated(
    "last-tile", "Won on the last tile that may be drawn from the wall", "last_tile"
)
FIRST_DISCARD: Final[Condition] = _if_stated("first-discard", "Won on East's first discard", "first_discard")
STANDING_HAND: Final[Condition] = _if_stated("standing-hand", "Declared waiting from the start", "standing_hand")
CIRCUMSTANCE: Final[Condition] = with_parameters(
    "circumstance",
    "A circumstance of the win: last tile, last discard, original call and the like",
    lambda *, circumstance: (_stated(circumstance),),
    win_members=lambda *, circumstance: (circumstance,),
    circumstance=Parameter(text="the member of `win` that says it", choices=MEMBERS),
)
FROM_THE_LIVE_WALL: Final[Condition] = with_parameters(
    "from-the-live-wall",
    "The winning tile came from the wall and was not a loose tile",
    _from_the_live_wall,
    dealt=Parameter(text="whether a hand complete as dealt counts too", choices=TRUTH),
)
DRAWN_BUT_FOR_A_KONG: Final[Condition] = condition(
    "drawn-but-for-a-kong",
    "The winning tile came from the wall, as dealt, or in place of a flower or season in a hand without a kong",
    _NOT_CLAIMED,
    _NOT_REPLACED,
)
DEALT: Final[Condition] = with_parameters(
    "dealt",
    "East complete as dealt",
    _dealt,
    bonus=Parameter(text="whether flowers and seasons may have been replaced", choices=TRUTH),
)


# East's wins in a row


_EAST: Final = judged_without_tiles(lambda arranged: arranged.context.seat is EAST, lambda _: reason("not-east", 2))


def _wins(enough: Callable[[int, int], bool]) -> Callable[..., Clauses]:
    """Make the clauses of a number of East's wins in a row; `enough` compares the wins given with those needed."""

    def clauses(*, wins: int) -> Clauses:
        def why(arranged: ArrangedHand) -> Reason:
            given = arranged.winning.consecutive_wins
            return reason("wins", abs(wins - given), given=given, needed=wins)

        return _EAST, judged_without_tiles(lambda arranged: enough(arranged.winning.consecutive_wins, wins), why)

    return clauses


_TIMES: Final = Parameter(text="how many times", least=1, most=1000)
CONSECUTIVE_WINS: Final[Condition] = with_parameters(
    "consecutive-wins",
    "East has won so many times running, this win included",
    _wins(lambda wins, needed: wins >= needed),
    wins=_TIMES,
)
LAST_WIN_IN_A_ROW: Final[Condition] = with_parameters(
    "last-win-in-a-row",
    "East's n-th win in a row, this win included, after which the deal passes",
    _wins(lambda wins, needed: wins == needed),
    wins=_TIMES,
)


# Calls


def _original_call(*, exposed: int) -> Clauses:
    def why(arranged: ArrangedHand) -> Reason:
        """The exposed sets; a claimed pair, which the condition counts too, is no set and is named itself."""
        shown = [each for each in arranged.sets if each.exposed]
        lacks = len(shown) - exposed
        pairs = [each for each in shown if each.kind is Kind.PAIR]
        sets = len(shown) - len(pairs)
        if sets > exposed:
            return reason("exposed-sets", lacks, held=sets, needed=exposed)
        return reason("is-exposed", lacks, tiles=pairs[0].text)

    few = judged(lambda arranged: sum([each.exposed for each in arranged.sets]) <= exposed, why)
    return few, _stated("original_call")


ORIGINAL_CALL: Final[Condition] = with_parameters(
    "original-call",
    "Declared waiting with the first discard, with few exposed sets",
    _original_call,
    win_members=lambda *, exposed: ("original_call",),
    exposed=Parameter(text="exposed sets at most", least=0, most=5),
)
CALLED_WITHOUT_WINNING: Final[Condition] = condition(
    "called-without-winning",
    "A losing hand was declared waiting with the first discard",
    none(Feature.WON, lambda _: reason("won", FAR)),
    judged(lambda arranged: arranged.context.hand.original_call, lambda _: reason("not-told", member="original_call")),
    winner_only=False,
    win_members=lambda: ("original_call",),
)


# The winning tile


_WITH_TILE: Final = judged(lambda arranged: arranged.winning.tile is not None, lambda _: reason("no-winning-tile", 2))


def _winning_tile(*, tile: str) -> Clauses:
    kind = parse(tile)[0][0]

    def why(arranged: ArrangedHand) -> Reason:
        won_on = arranged.winning.actual_tile
        return reason("no-winning-tile", 2) if won_on is None else reason("won-on", 2, tile=write([won_on]))

    return (judged(lambda arranged: arranged.winning.actual_tile == kind, why),)


def _fourth_of_a_pung(arranged: ArrangedHand) -> bool:
    tile, won = arranged.winning.tile, arranged.won
    return any(
        each.kind is Kind.PUNG and each.exposed and each.tile == tile and each is not won for each in arranged.sets
    )


def _not_the_fourth(arranged: ArrangedHand) -> Reason:
    won_on = arranged.winning.tile
    return reason("no-winning-tile", 2) if won_on is None else reason("not-the-fourth", tile=write([won_on]))


WINNING_TILE: Final[Condition] = with_parameters(
    "winning-tile",
    "Won on this tile",
    _winning_tile,
    tile=Parameter(text="the tile", choices=tuple([write([tile]) for tile in PLAYING_TILES])),
)
FOURTH_OF_OWN_PUNG: Final[Condition] = condition(
    "fourth-of-own-pung",
    "The winning tile is the fourth of the winner's own exposed pung (it fits a chow)",
    judged(_fourth_of_a_pung, _not_the_fourth, having(lambda each: each.kind is Kind.PUNG and each.exposed)),
)
STAND_IN: Final[Condition] = condition(
    "stand-in",
    "The winning tile stands for another, whose pair it completes",
    judged(lambda arranged: arranged.winning.stand_in is not None, lambda _: reason("no-stand-in", 2)),
)


def _eyes(*, heads: bool) -> Clauses:
    def pair_of(arranged: ArrangedHand) -> Set:
        return next(each for each in arranged.sets if each.kind is Kind.PAIR)

    def not_won(arranged: ArrangedHand) -> Reason:
        return reason("pair-is-not-won", pair=pair_of(arranged).text)

    def finds(arranged: ArrangedHand) -> Evidence:
        pair = pair_of(arranged)
        won = pair is arranged.won or not arranged.winning.claimed
        return (pair.tiles,) if won else ()

    def completed_another(arranged: ArrangedHand) -> Reason:
        assert arranged.won is not None, "a claimed tile completed a set"
        return reason("completed", tiles=arranged.won.text)

    of_the_tile = judged(lambda arranged: pair_of(arranged).tile == arranged.winning.tile, not_won)
    kind = some(
        Feature.PAIR_OF_TERMINALS_AND_HONOURS if heads else Feature.PAIR_OF_SIMPLES,
        lambda arranged: reason("is-of-simples" if heads else "is-of-heads", tiles=pair_of(arranged).text),
    )
    return MADE_OF_SETS, _WITH_TILE, of_the_tile, kind, finding(finds, completed_another)


EYES: Final[Condition] = with_parameters(
    "eyes",
    "The only pair is of the winning tile, which was drawn, or claimed as that pair",
    _eyes,
    heads=TERMINALS_AND_HONOURS_OR_SIMPLES,
)


# The only tile that completes the hand


def _other_place(arranged: ArrangedHand) -> Set | None:
    """A set with the winning tile that two kinds of tiles could have completed (1923 pp.29-30)."""
    tile = arranged.winning.tile
    for each in arranged.decomposition:
        if tile not in each.tiles:
            continue
        one_filler = ends_a_run(each, arranged) is None if each.kind is Kind.PAIR else tile in each.closed_at
        if not one_filler:
            return each
    return None


def _two_fillers(arranged: ArrangedHand) -> Reason:
    place = _other_place(arranged)
    assert place is not None, "asked of hands that have such a set"
    run = ends_a_run(place, arranged) if place.kind is Kind.PAIR else None
    if run is not None:
        return reason("run-of-four", tiles=place.text, chow=run.text)
    return reason("two-fillers", tiles=place.text)


def _last_piece(context: HandContext) -> bool:
    """True if the winning tile was the only unseen one of all that complete the hand."""
    if context.win is None or context.win.tile is None or context.unseen(context.win.tile):
        return False
    return not any(context.unseen(tile) for tile in context.waits())


def _unseen_or_two_fillers(arranged: ArrangedHand) -> Reason:
    context = arranged.context
    unseen = [tile for tile in context.waits() if context.unseen(tile)]
    return reason("unseen", len(unseen), tiles=write(unseen)) if unseen else _two_fillers(arranged)


ONLY_PLACE_TO_WIN: Final[Condition] = condition(
    "only-place-to-win",
    "Wherever the winning tile fits in the scored arrangement, no other tile would",
    MADE_OF_SETS,
    _WITH_TILE,
    judged(lambda arranged: _other_place(arranged) is None, _two_fillers),
)
ONLY_POSSIBLE_PIECE: Final[Condition] = condition(
    "only-possible-piece",
    "The only place to win; or one single piece that completes the hand was unseen, the winning one",
    MADE_OF_SETS,
    _WITH_TILE,
    judged(lambda arranged: _other_place(arranged) is None or _last_piece(arranged.context), _unseen_or_two_fillers),
)


def _only_place(*, dead_tiles: bool) -> Clauses:
    def others(context: HandContext) -> list[Tile]:
        """The other tiles that would have completed the hand."""
        waits = [tile for tile in context.waits() if tile != context.won_on]
        if not dead_tiles:
            return waits
        return [tile for tile in waits if context.on_the_table(tile) < MAX_COPIES] or _fifth_copies(context)

    def holds(arranged: ArrangedHand) -> bool:
        return not (_has_another_filler(arranged, dead_tiles=dead_tiles) or others(arranged.context))

    def why(arranged: ArrangedHand) -> Reason:
        tiles = others(arranged.context)
        return reason("other-tiles-complete", len(tiles), tiles=write(tiles))

    return MADE_OF_SETS, _WITH_TILE, judged(holds, why)


def _has_another_filler(arranged: ArrangedHand, *, dead_tiles: bool) -> bool:
    """True if another tile completes one of these sets; a quick test before all waits are computed."""
    context, tile = arranged.context, arranged.winning.tile
    if tile is None:
        return False
    with_tile = [each for each in arranged.decomposition if tile in each.tiles]
    fillers = {other for each in with_tile for other in _other_fillers(each, tile, arranged)}
    if not fillers:
        return False
    held = context.hand.tiles
    return any(
        held.count(other) < MAX_COPIES and not (dead_tiles and context.on_the_table(other) == MAX_COPIES)
        for other in fillers
    )


def _other_fillers(completed: Set, tile: Tile, arranged: ArrangedHand) -> Iterable[Tile]:
    """The tiles that could have completed this set instead, the other sets unchanged."""
    low, *_, high = completed.tiles
    if completed.kind is Kind.PUNG:
        return [each.tile for each in arranged.decomposition if each.kind is Kind.PAIR]
    if tile == low:
        return [each for each in completed.continued_by if each > high]
    return [each for each in completed.continued_by if each < low] if tile == high else ()


def _fifth_copies(context: HandContext) -> list[Tile]:
    """The tiles of which a fifth copy would complete the hand, which has all four of them, with few enough chows."""
    tiles, before = context.hand.real, context.before
    waiting, conditions = context.hand.with_concealed(before), context.win_conditions
    full = [tile for tile in dict.fromkeys(before) if tiles.count(tile) == MAX_COPIES and tile != context.won_on]
    whole = {tile: context.counted_hand().with_hand(waiting.with_tile(tile)) for tile in full}
    return [tile for tile in full if arrangements(whole[tile], Win(WinSource.WALL, tile), conditions)]


ONLY_PLACE: Final[Condition] = with_parameters(
    "only-place",
    "No other kind of tile would have completed the hand, in any of its shapes",
    _only_place,
    dead_tiles=Parameter(text="whether kinds that lie on the table four times are left out", choices=TRUTH),
)

ALL: Final = (
    MAH_JONG,
    SITS_AS,
    IN_ROUND,
    WINNING_TILE_DRAWN,
    LOOSE_TILE,
    ROBBED_KONG,
    ORIGINAL_HAND,
    LAST_TILE,
    FIRST_DISCARD,
    STANDING_HAND,
    FOURTH_OF_OWN_PUNG,
    CONSECUTIVE_WINS,
    LAST_WIN_IN_A_ROW,
    ONLY_PLACE_TO_WIN,
    ONLY_POSSIBLE_PIECE,
    WINNING_TILE,
    CIRCUMSTANCE,
    FROM_THE_LIVE_WALL,
    DRAWN_BUT_FOR_A_KONG,
    ONLY_PLACE,
    EYES,
    ORIGINAL_CALL,
    CALLED_WITHOUT_WINNING,
    STAND_IN,
    DEALT,
)
"""Those of the catalogue."""
