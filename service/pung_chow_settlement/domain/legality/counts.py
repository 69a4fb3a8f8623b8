"""Faults of seats, of the number of each tile, and of the size of each hand."""

from collections.abc import Iterable, Iterator, Sequence
from operator import eq
from typing import Final

from pung_chow_settlement.domain.arrangements import StandIn, replaced
from pung_chow_settlement.domain.faults import Facts, Fault, Path
from pung_chow_settlement.domain.goulash import faults_of_wild, too_many_wild_tiles
from pung_chow_settlement.domain.hand import MAX_DEAD_TILES, Hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.seats import MAX_PLAYERS, MIN_PLAYERS, SEAT_NAMES, Seat, seats_of
from pung_chow_settlement.domain.sets import Set
from pung_chow_settlement.domain.sets_and_pair import count
from pung_chow_settlement.domain.tiles import COPIES, MAX_COPIES, NAMES, Tile, Tiles, without

_GAMES: Final = tuple(seats_of(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1))
"""The seats of a game of two, three and four."""


def real_concealed(hand: Hand) -> Tiles:
    """The concealed tiles without wild tiles."""
    return without(hand.concealed, hand.wild) if hand.wild else hand.concealed


def seat_faults(seats: tuple[Seat, ...], path: Path) -> list[Fault]:
    """A fault if these are not the seats of a game of two, three or four."""
    if seats in _GAMES:
        return []
    played = [SEAT_NAMES[seat] for seat in seats]
    return [Fault("wrong-seats", path, facts={"seats": played})]


def tile_count_faults(deal: UncheckedDeal) -> Iterable[Fault]:
    """Faults of tiles of which there are too many."""
    stands_in = deal.win is not None and deal.win.stand_in is not None
    return too_many(list(_tiles_by_path(deal))) if stands_in or _may_be_too_many(deal) else ()


def _may_be_too_many(deal: UncheckedDeal) -> bool:
    """True if a tile occurs too often, wild tiles counted as real."""
    playing: list[Tile] = [*deal.discards, *_won_on_by_a_count(deal)]
    bonus: list[Tile] = []
    for hand in deal.hands.values():
        playing += hand.concealed
        bonus += hand.bonus
        for each in hand.declared:
            playing += each.tiles
    return max(count(playing)) > MAX_COPIES or len(set(bonus)) < len(bonus)


def goulash_faults(deal: UncheckedDeal) -> Iterator[Fault]:
    """Faults of a goulash and its wild tiles: that there is none, a chow on the table, too many of a tile."""
    with_wild = {seat: hand for seat, hand in deal.hands.items() if hand.wild}
    has_goulash = deal.compiled.rulebook.goulash is not None
    if deal.goulash and not has_goulash:
        yield Fault("unexpected-member", ("goulash",), sentence="goulash")
    if not (has_goulash and deal.is_goulash):
        for seat in with_wild:
            yield Fault("wrong-wild-tile", (*deal.at.hand(seat), "wild"), sentence="no-goulash" if has_goulash else "")
        return
    yield from too_many_wild_tiles([((*deal.at.hand(seat), "wild"), hand) for seat, hand in with_wild.items()])
    for seat, hand in deal.hands.items():
        yield from faults_of_wild(deal.at.hand(seat), hand)


def _concealed(deal: UncheckedDeal, seat: Seat) -> Tiles:
    """The concealed tiles of a hand, a stand-in not replaced."""
    hand, win = deal.hands[seat], deal.win
    if win is None or win.stand_in is None or win.tile is None or seat is not deal.winner:
        return hand.concealed
    return replaced(hand, StandIn(win.tile, win.stand_in)).concealed


def has_too_many(playing: Sequence[Tile]) -> bool:
    """True if these sorted tiles have five or more of a kind."""
    return any(map(eq, playing, playing[MAX_COPIES:]))


def too_many(by_path: Sequence[tuple[Path, Tiles]]) -> Iterator[Fault]:
    """A fault for each tile with more copies than a set of tiles has, at each path that has it."""
    counts = count(tile for _, tiles in by_path for tile in tiles)
    for tile in (tile for tile, copies in enumerate(counts) if copies > COPIES[tile]):
        facts: Facts = {"tile": NAMES[tile], "held": counts[tile], "most": COPIES[tile]}
        for path, tiles in by_path:
            if tile in tiles:
                yield Fault("too-many-of-a-tile", path, facts=facts)


def _tiles_by_path(deal: UncheckedDeal) -> Iterator[tuple[Path, Tiles]]:
    for seat, hand in deal.hands.items():
        path = deal.at.hand(seat)
        concealed = _concealed(deal, seat)
        yield (*path, "concealed"), without(concealed, hand.wild)
        wild = without(hand.wild, concealed)
        for name, sets in _sets_by_member(hand):
            for index, each in enumerate(sets):
                yield (*path, name, index), without(each.tiles, wild)
                wild = without(wild, each.tiles)
        yield (*path, "bonus"), hand.bonus
    yield (deal.at.seen,), deal.discards
    yield ("win", "tile"), _won_on_by_a_count(deal)


def _won_on_by_a_count(deal: UncheckedDeal) -> Tiles:
    """The winning tile of a hand that is counted, so that no hand has it; in a goulash it may be wild."""
    won_on = None if deal.win is None or deal.winner not in deal.counted or deal.is_goulash else deal.win.tile
    return () if won_on is None else (won_on,)


def _sets_by_member(hand: Hand) -> tuple[tuple[str, tuple[Set, ...]], ...]:
    return (
        ("exposed", hand.exposed),
        ("claimed_kongs", hand.claimed_kongs),
        ("concealed_kongs", hand.concealed_kongs),
    )


def hand_faults(deal: UncheckedDeal, seat: Seat, hand: Hand) -> Iterator[Fault]:
    """Faults of the size of a hand, and of what is declared of it."""
    path = deal.at.hand(seat)
    won = seat is deal.winner
    if hand.dead and hand.partial:
        yield Fault("dead-and-partial", (*path, "partial"))
    elif won and hand.dead:
        yield Fault("dead-winner", (*path, "dead"))
    elif won and hand.partial:
        yield Fault("partial-winner", (*path, "partial"))
    elif hand.dead:
        yield from _too_many_dead(hand, (*path, "concealed"))
    else:
        yield from _wrong_number(hand, seat, deal)


def _too_many_dead(hand: Hand, path: Path) -> Iterator[Fault]:
    given = hand.size - hand.kongs
    if given > MAX_DEAD_TILES:
        facts = {"given": given, "needed": MAX_DEAD_TILES}
        yield Fault("wrong-number-of-tiles", path, facts=facts, sentence="dead")


def _wrong_number(hand: Hand, seat: Seat, deal: UncheckedDeal) -> Iterator[Fault]:
    path, won, drawn = (*deal.at.hand(seat), "concealed"), seat is deal.winner, deal.drawn
    more = won or drawn
    if hand.excess_tiles == more or (hand.partial and hand.excess_tiles < 0) or deal.has_bonus_in_place(seat, hand):
        return
    facts = {"given": hand.size, "needed": hand.full_size + more, "kongs": hand.kongs}
    one_more = "hand-alone" if deal.alone and hand.excess_tiles == 1 else "hand"
    not_won = "partial" if hand.partial else one_more if deal.at.may_be_marked else "waiting"
    sentence = "winner" if won else "drawn" if drawn else not_won
    yield Fault("wrong-number-of-tiles", path, facts=facts, sentence=sentence)
