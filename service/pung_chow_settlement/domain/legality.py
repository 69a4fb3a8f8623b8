"""Legality: find every fault of a partial deal at once, each with its path.

Faults have a stable code, the path of the wrong member and a sentence with facts. What could not be parsed is missing
from the partial deal; no fault is reported of it again, nor of anything that it might have changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq
from types import MappingProxyType
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import (
    DecompositionsByShape,
    StandIn,
    WinConditions,
    arrangements,
    decomposed,
    nearest,
    played_as,
    reach,
    replaced,
)
from pung_chow_settlement.domain.circumstances import BITS, TableState, held, without_a_turn
from pung_chow_settlement.domain.clauses.clause import BoundCondition
from pung_chow_settlement.domain.clauses.of_hands import are_cleared
from pung_chow_settlement.domain.clauses.patterns import layouts_in
from pung_chow_settlement.domain.deal import CLAIMED, Deal, Win, WinSource
from pung_chow_settlement.domain.faults import SHOWN, Facts, Fault, Path, merge_faults
from pung_chow_settlement.domain.goulash import WILD_TILES, faults_of_wild, too_many_wild_tiles
from pung_chow_settlement.domain.hand import HAND_SETS, MAX_DEAD_TILES, SET_TILES, Hand, HandCount, has_wild_tiles
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.layouts.steps import Steps, TooManyStepsError
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, layout_of, part_layouts, waiting_id
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard
from pung_chow_settlement.domain.scoring import Score, is_enough, score_winner
from pung_chow_settlement.domain.seats import EAST, MAX_PLAYERS, MIN_PLAYERS, SEAT_NAMES, BySeat, Seat, seats_of
from pung_chow_settlement.domain.sets import CONCEALED, Kind, Set
from pung_chow_settlement.domain.sets_and_pair import count
from pung_chow_settlement.domain.shapes import Pattern
from pung_chow_settlement.domain.table_counts import may_be_limit_hand, rows_named
from pung_chow_settlement.domain.tiles import COPIES, MAX_COPIES, NAMES, Tile, Tiles, without


def hand_of_seat(seat: Seat) -> Path:
    """The path of the hand of a seat in a deal."""
    return ("hands", SEAT_NAMES[seat])


SETS_ON_THE_TABLE: Final = frozenset({"exposed", "claimed_kongs", "concealed_kongs"})
"""The members of a hand for its sets on the table."""
PLAYING_TILES_AT: Final = SETS_ON_THE_TABLE | {"concealed"}
"""The members for all of its tiles except flowers and seasons."""
ALL_BUT_BONUS: Final = PLAYING_TILES_AT | {"dead", "partial"}
"""The members that determine the number of these tiles."""
Unread = Mapping[str, frozenset[int]]
"""The members of a hand that could not be parsed; the indices are of sets, in members that have several."""
ALL_READ: Final[Unread] = MappingProxyType({})


class RequestPaths(NamedTuple):
    """Where a request has what is judged."""

    hand: Callable[[Seat], Path] = hand_of_seat
    discarder: str = "discarder"
    """The member of the win with the discarder."""
    liable: str = "dangerous_discard_by"
    """The member of the win with the player who is liable for a dangerous discard."""
    seen: str = "discards"
    """The member with the tiles that are face up outside the hands."""


class Known(NamedTuple):
    """How much of a deal is known."""

    winner: bool = True
    """False if the winner could not be parsed."""
    others: bool = True
    """False if only one hand is given: checks that need the others are skipped."""
    unread: Mapping[Seat, Unread] = MappingProxyType({})
    """The members that could not be parsed, by hand."""


class PartialDeal(NamedTuple):
    """A deal as far as it could be parsed."""

    hands: Mapping[Seat, Hand]
    """The hands, each as far as it could be parsed."""
    seats: tuple[Seat, ...] | None
    """The seats in play, including those whose hand could not be parsed; None if unknown."""
    winner: Seat | None
    win: Win | None
    round_wind: Seat | None
    discards: Tiles
    compiled: CompiledRulebook | None
    steps: Steps
    """What comparing its hands with layouts may cost."""
    at: RequestPaths = RequestPaths()
    known: Known = Known()
    counted: Mapping[Seat, HandCount] = MappingProxyType({})
    """Hands given by the players' count: checks that need their tiles are skipped."""
    wins_before: int = 0
    """East's wins in a row before a drawn deal."""
    drawn: bool = False
    """Whether a hand that did not win has a tile more than a waiting one, which is still to be discarded."""

    def knows(self, seat: Seat | None, members: frozenset[str]) -> bool:
        """Whether these members of a hand were parsed or are absent."""
        if seat is None or seat not in self.hands:
            return False
        unread = self.known.unread
        return not unread or members.isdisjoint(unread.get(seat, ALL_READ))

    @property
    def winners_hand(self) -> Hand | None:
        """The winner's hand, as far as it could be parsed."""
        return None if self.winner is None else self.hands.get(self.winner)


_GAMES: Final = tuple(seats_of(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1))
"""The seats of a game of two, three and four."""
_CONCEALED: Final = frozenset({"concealed"})
_EXPOSED: Final = frozenset({"exposed"})
_CLAIMED_SETS: Final = frozenset({"exposed", "claimed_kongs"})
_LOOSE_TILES_AT: Final = SETS_ON_THE_TABLE | {"bonus"}
"""The members of a hand with kongs, flowers and seasons, for which loose tiles are drawn."""


class LegalDeal(NamedTuple):
    """A deal without fault, its compiled rulebook, and the decompositions of the winner's hand."""

    deal: Deal
    compiled: CompiledRulebook
    complete: DecompositionsByShape | None = None


class LegalHand(NamedTuple):
    """One hand without fault, the others unknown, and its compiled rulebook."""

    context: HandContext
    compiled: CompiledRulebook


def legal_deal(partial: PartialDeal, form: Sequence[Fault] = ()) -> LegalDeal | list[Fault]:
    """The legal deal, or every fault: those of form (`form`), and those of the game."""
    partial, complete, faults = _judged(partial, form)
    if faults or partial.compiled is None or partial.round_wind is None:
        return faults
    hands = BySeat(partial.hands.values())
    deal = Deal(hands, partial.round_wind, partial.winner, partial.win, partial.discards, partial.wins_before)
    return LegalDeal(deal, partial.compiled, complete)


def legal_hand(partial: PartialDeal, form: Sequence[Fault] = ()) -> LegalHand | list[Fault]:
    """The only hand of a partial deal if it is legal, or every fault: those of form (`form`), and those of the game."""
    partial, complete, faults = _judged(partial, form)
    if faults or partial.compiled is None or partial.round_wind is None or len(partial.hands) != 1:
        return faults
    (seat,) = partial.hands
    return LegalHand(_context(partial, seat, partial.win, complete), partial.compiled)


def _judged(
    partial: PartialDeal, form: Sequence[Fault]
) -> tuple[PartialDeal, DecompositionsByShape | None, list[Fault]]:
    """The deal as it is played, the decompositions of the winner's hand, and every fault."""
    partial.steps.begin()
    try:
        played = _with_goulash_and_stand_in(partial)
        complete = decompositions_of_winner(played)
        return played, complete, merge_faults(form, faults_of(played, complete))
    except TooManyStepsError:
        return partial, None, merge_faults(form, [_too_costly(partial)])


def _context(partial: PartialDeal, seat: Seat, win: Win | None, complete: DecompositionsByShape | None) -> HandContext:
    """A hand of a deal whose rulebook and round wind are known."""
    assert partial.round_wind is not None, "the round wind is known"
    hand, table, wind, seen = partial.hands[seat], tuple(partial.hands.values()), partial.round_wind, partial.discards
    return HandContext(hand, seat, wind, win, table, seen, _win_conditions(partial, seat), partial.steps, complete)


def _with_goulash_and_stand_in(partial: PartialDeal) -> PartialDeal:
    """The deal with the rules of a goulash if it is one, and with a winning stand-in replaced by its tile."""
    if partial.compiled is not None and has_wild_tiles(partial.hands.values()):
        partial = partial._replace(compiled=partial.compiled.for_hands(partial.hands.values()))
    compiled, winner, hand, win = partial.compiled, partial.winner, partial.winners_hand, partial.win
    if compiled is None or not compiled.rulebook.stand_ins or winner is None or hand is None or win is None:
        return partial
    if hand.excess_tiles != 1 or not partial.knows(winner, PLAYING_TILES_AT) or _has_too_many(hand.concealed):
        return partial
    played = played_as(hand, win, compiled.rulebook.stand_ins, _win_conditions(partial, winner), partial.steps)
    return partial if played is None else partial._replace(hands={**partial.hands, winner: played[0]}, win=played[1])


def _too_costly(partial: PartialDeal) -> Fault:
    place = ("hands",) if partial.winner is None else (*partial.at.hand(partial.winner), "concealed")
    return Fault("layouts-too-costly", place, sentence="deal")


def decompositions_of_winner(partial: PartialDeal) -> DecompositionsByShape | None:
    """The decompositions of the winner's hand; None if its tiles are not all known."""
    hand = partial.winners_hand
    if (
        partial.compiled is None
        or hand is None
        or hand.excess_tiles != 1
        or not partial.knows(partial.winner, PLAYING_TILES_AT)
    ):
        return None
    if len(hand.wild) > WILD_TILES or _has_too_many(_real_concealed(hand)):
        return None  # such hands cannot be decomposed
    if partial.winner is None or (partial.round_wind is None and partial.compiled.by_seat is not None):
        return None  # a layout may depend on the wind
    return decomposed(hand, _win_conditions(partial, partial.winner), partial.steps)


def _real_concealed(hand: Hand) -> Tiles:
    """The concealed tiles without blanks."""
    return without(hand.concealed, hand.wild) if hand.wild else hand.concealed


def _win_conditions(partial: PartialDeal, seat: Seat) -> WinConditions:
    """The win conditions of a seat."""
    assert partial.compiled is not None, "win conditions need a rulebook"
    return partial.compiled.win_conditions_at(seat, partial.round_wind or EAST)


def faults_of(partial: PartialDeal, complete: DecompositionsByShape | None = None) -> list[Fault]:
    """Every fault of a partial deal; `complete` has the decompositions of the winner's hand, if computed before."""
    if complete is None:
        complete = decompositions_of_winner(partial)
    counted = {seat: hand.counted for seat, hand in partial.hands.items() if hand.counted is not None}
    if counted:
        uncounted = {seat: hand for seat, hand in partial.hands.items() if hand.counted is None}
        return [*_counts(partial, counted), *faults_of(partial._replace(hands=uncounted, counted=counted), complete)]
    faults = seat_faults(partial.seats, ("hands",)) if partial.known.others and partial.seats is not None else []
    faults += _tile_counts(partial)
    if has_wild_tiles(partial.hands.values()) and partial.compiled is not None:
        faults += _wild_tiles(partial, partial.compiled)
    for seat, hand in partial.hands.items():
        if hand.excess_tiles != (partial.drawn or seat is partial.winner) or hand.dead or hand.partial:
            faults += _hand(partial, seat, hand)
        if hand.original_call:
            faults += _original_call(partial, seat, hand)
    faults += _winner(partial)
    return faults + _win_faults(partial, complete, faults)


def _win_faults(partial: PartialDeal, complete: DecompositionsByShape | None, others: Sequence[Fault]) -> list[Fault]:
    """The faults of the win and the winner's hand; `others` are the faults found before."""
    winner, win = partial.winner, partial.win
    incomplete = [] if winner is None or complete is None else [*_complete(partial, winner, complete)]
    found = [*(() if win is None else _win(partial, win)), *incomplete]
    if winner is None or win is None or incomplete or not partial.knows(winner, ALL_BUT_BONUS):
        return found
    if any(fault.lies_in(partial.at.hand(winner)) for fault in others):
        return found
    cleared = [*_may_win_faults(partial, partial.hands[winner], win, complete)]
    return [*found, *cleared] if found else [*cleared, *_further_requirements(partial, win, complete)]


def _counts(partial: PartialDeal, counted: Mapping[Seat, HandCount]) -> Iterator[Fault]:
    compiled = partial.compiled
    if compiled is None:
        return
    for seat, count_of_hand in counted.items():
        path, points, won = (*partial.at.hand(seat), "counted"), count_of_hand.points, seat is partial.winner
        if count_of_hand.rule_id is not None:
            yield from _named_hand(partial, compiled, count_of_hand, path, won=won)
        elif count_of_hand.limit_hand and partial.known.winner and not may_be_limit_hand(compiled, won=won):
            sentence = "limit-hand-of-another" if may_be_limit_hand(compiled, won=True) else "limit-hand"
            yield Fault("unexpected-member", (*path, "limit_hand"), sentence=sentence)
        elif points is None and compiled.limit_hand_score is None:
            yield Fault("missing-member", (*path, "points"), sentence="count-of-a-limit-hand")
        elif won and points is not None and not count_of_hand.limit_hand:
            yield from _too_few_of_a_count(points, count_of_hand.doubles, compiled.rulebook, path)


def _too_few_of_a_count(points: int, doubles: int, rulebook: Rulebook, path: Path) -> Iterator[Fault]:
    """Faults of a winner's count that is too low, unless something that a count does not tell may stand for it."""
    if not rulebook.shows_or_least:
        yield from _no_special_hand(rulebook, path)
        yield from _too_few_points(points, rulebook.least_points, path)
        yield from _too_low(points << doubles, rulebook.least_score, path)


def _named_hand(
    partial: PartialDeal, compiled: CompiledRulebook, count_of_hand: HandCount, path: Path, *, won: bool
) -> Iterator[Fault]:
    """Faults of a hand of which the players name the rule."""
    name, rulebook = str(count_of_hand.rule_id), compiled.rulebook
    known = {name for rule in rulebook.rules for name in (rule.id, waiting_id(rule))}
    facts: Facts = {"ruleset": rulebook.id, "rule": name[SHOWN]}
    if name not in known:
        yield Fault("unknown-value", (*path, "special"), facts=facts, sentence="rule-of-a-rulebook")
        return
    if not partial.known.winner:
        return
    rows = rows_named(name, compiled, won=won)
    if not rows:
        sentence = "special" if won else "special-of-another"
        yield Fault("unknown-value", (*path, "special"), facts=facts, sentence=sentence)
    elif len(rows) == 1 and count_of_hand.exposed is not None:
        yield Fault("unexpected-member", (*path, "exposed"), facts=facts, sentence="exposed")
    elif len(rows) > 1 and count_of_hand.exposed is None:
        yield Fault("missing-member", (*path, "exposed"), facts=facts, sentence="exposed")


def _too_few_points(points: int, least: int, path: Path) -> Iterator[Fault]:
    if points < least:
        yield Fault("too-few-points", path, facts={"given": points, "needed": least})


def seat_faults(seats: tuple[Seat, ...], path: Path) -> list[Fault]:
    """A fault if these are not the seats of a game of two, three or four."""
    if seats in _GAMES:
        return []
    played = [SEAT_NAMES[seat] for seat in seats]
    return [Fault("wrong-seats", path, facts={"seats": played})]


# Tiles


def _tile_counts(partial: PartialDeal) -> Iterable[Fault]:
    stands_in = partial.win is not None and partial.win.stand_in is not None
    if not (stands_in or _may_be_too_many(partial)) or any(
        "wild" in unread for unread in partial.known.unread.values()
    ):
        return ()
    return too_many(list(_tiles_by_path(partial)))


def _may_be_too_many(partial: PartialDeal) -> bool:
    """Whether a tile occurs too often, wild tiles counted as real."""
    playing: list[Tile] = list(partial.discards)
    bonus: list[Tile] = []
    for hand in partial.hands.values():
        playing += hand.concealed
        bonus += hand.bonus
        for each in hand.declared:
            playing += each.tiles
    playing.sort()
    return _has_too_many(playing) or len(set(bonus)) < len(bonus)


def _wild_tiles(partial: PartialDeal, compiled: CompiledRulebook) -> Iterator[Fault]:
    """Faults of the wild tiles of a goulash."""
    with_wild = {seat: hand for seat, hand in partial.hands.items() if hand.wild}
    if compiled.rulebook.goulash is None:
        for seat in with_wild:
            yield Fault("wrong-wild-tile", (*partial.at.hand(seat), "wild"))
        return
    yield from too_many_wild_tiles([((*partial.at.hand(seat), "wild"), hand) for seat, hand in with_wild.items()])
    for seat, hand in partial.hands.items():
        if partial.knows(seat, PLAYING_TILES_AT):
            yield from faults_of_wild(partial.at.hand(seat), hand)


def _concealed(partial: PartialDeal, seat: Seat) -> Tiles:
    """The concealed tiles of a hand, a stand-in not replaced."""
    hand, win = partial.hands[seat], partial.win
    if win is None or win.stand_in is None or win.tile is None or seat is not partial.winner:
        return hand.concealed
    return replaced(hand, StandIn(win.tile, win.stand_in)).concealed


def _has_too_many(playing: Sequence[Tile]) -> bool:
    """Whether these sorted tiles have five or more of a kind."""
    return any(map(eq, playing, playing[MAX_COPIES:]))


def too_many(by_path: Sequence[tuple[Path, Tiles]]) -> Iterator[Fault]:
    """A fault for each tile with more copies than a set of tiles has, at each path that has it."""
    counts = count(tile for _, tiles in by_path for tile in tiles)
    for tile in (tile for tile, copies in enumerate(counts) if copies > COPIES[tile]):
        facts: Facts = {"tile": NAMES[tile], "held": counts[tile], "most": COPIES[tile]}
        for path, tiles in by_path:
            if tile in tiles:
                yield Fault("too-many-of-a-tile", path, facts=facts)


def _tiles_by_path(partial: PartialDeal) -> Iterator[tuple[Path, Tiles]]:
    for seat, hand in partial.hands.items():
        path = partial.at.hand(seat)
        concealed = _concealed(partial, seat)
        yield (*path, "concealed"), without(concealed, hand.wild)
        wild = without(hand.wild, concealed)
        unread = partial.known.unread.get(seat, ALL_READ)
        for name, sets in _sets_by_member(hand):
            left_out = unread.get(name, ())
            indices = [index for index in range(len(sets) + len(left_out)) if index not in left_out]
            for index, each in zip(indices, sets, strict=True):
                yield (*path, name, index), without(each.tiles, wild)
                wild = without(wild, each.tiles)
        yield (*path, "bonus"), hand.bonus
    yield (partial.at.seen,), partial.discards


def _sets_by_member(hand: Hand) -> tuple[tuple[str, tuple[Set, ...]], ...]:
    return (
        ("exposed", hand.exposed),
        ("claimed_kongs", hand.claimed_kongs),
        ("concealed_kongs", hand.concealed_kongs),
    )


def _hand(partial: PartialDeal, seat: Seat, hand: Hand) -> Iterator[Fault]:
    path = partial.at.hand(seat)
    won = seat is partial.winner
    if hand.dead and hand.partial:
        yield Fault("dead-and-partial", (*path, "partial"))
    elif won and hand.dead:
        yield Fault("dead-winner", (*path, "dead"))
    elif won and hand.partial:
        yield Fault("partial-winner", (*path, "partial"))
    elif not partial.knows(seat, ALL_BUT_BONUS) or (hand.excess_tiles == 1 and not partial.known.winner):
        return
    elif hand.dead:
        yield from _too_many_dead(hand, (*path, "concealed"))
    else:
        yield from _wrong_number(hand, (*path, "concealed"), won=won, drawn=partial.drawn)


def _original_call(partial: PartialDeal, seat: Seat, hand: Hand) -> Iterator[Fault]:
    """Faults of the original call of a hand; a winner's is a member of the win."""
    path, code = (*partial.at.hand(seat), "original_call"), "original-call-impossible"
    if seat is partial.winner:
        yield Fault("unexpected-member", path, sentence="winners-call")
    elif hand.claimed:
        yield Fault(code, path, sentence="hand")
    elif partial.win is not None and partial.win.source is WinSource.ORIGINAL_HAND:
        yield Fault(code, path, sentence="original-hand")
    elif partial.win is not None and seat is not EAST and partial.win.circumstances & BITS["first_discard"]:
        yield Fault(code, path, sentence="only-east")
    elif partial.win is not None and seat in without_a_turn(_table(partial, partial.win)):
        yield Fault(code, path, sentence="no-turn")
    elif not _may_wait(partial, seat, hand):
        yield Fault(code, path, sentence="not-waiting")


def _may_wait(partial: PartialDeal, seat: Seat, hand: Hand) -> bool:
    """Whether a hand that did not win is one tile short, or unknown; the limit of chows is ignored."""
    compiled = partial.compiled
    if compiled is None or hand.dead or hand.partial or hand.excess_tiles or not partial.knows(seat, PLAYING_TILES_AT):
        return True
    if _has_too_many(_real_concealed(hand)) or (partial.round_wind is None and compiled.by_seat is not None):
        return True
    return bool(reach(hand, _win_conditions(partial, seat), partial.steps))


def _too_many_dead(hand: Hand, path: Path) -> Iterator[Fault]:
    given = hand.size - hand.kongs
    if given > MAX_DEAD_TILES:
        facts = {"given": given, "needed": MAX_DEAD_TILES}
        yield Fault("wrong-number-of-tiles", path, facts=facts, sentence="dead")


def _wrong_number(hand: Hand, path: Path, *, won: bool, drawn: bool) -> Iterator[Fault]:
    more = won or drawn
    if hand.excess_tiles == more or (hand.partial and hand.excess_tiles < 0):
        return
    facts = {"given": hand.size, "needed": hand.full_size + more, "kongs": hand.kongs}
    sentence = "winner" if won else "drawn" if drawn else "partial" if hand.partial else "hand"
    yield Fault("wrong-number-of-tiles", path, facts=facts, sentence=sentence)


# The winner


def _winner(partial: PartialDeal) -> Iterator[Fault]:
    if partial.winner is not None and partial.seats is not None and partial.winner not in partial.seats:
        yield _no_hand(partial.winner, ("winner",))


def _no_hand(seat: Seat, path: Path) -> Fault:
    name = SEAT_NAMES[seat]
    return Fault("seat-not-playing", path, facts={"seat": name}, sentence="deal")


def _win(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    yield from _winning_tile(partial, win)
    yield from _discarder(partial, win)
    if win.source is WinSource.ROBBED_KONG and win.actual_tile is not None:
        yield from _robbed_kong(partial, win.discarder, win.actual_tile)
    if win.is_special:
        yield from _circumstances(partial, win)
    if win.dangerous_discard_by is not None:
        yield from _liable(partial, win, win.dangerous_discard_by)
    if partial.winner in partial.counted and win.source is not WinSource.ORIGINAL_HAND:
        yield from _danger_of_a_count(partial, win)
    if win.source is WinSource.ORIGINAL_HAND:
        yield from _original_hand(partial, win)


def _winning_tile(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    path, hand = ("win", "tile"), partial.winners_hand
    if win.source is WinSource.ORIGINAL_HAND:
        if win.tile is not None:
            yield Fault("unexpected-member", path, sentence="winning-tile")
    elif win.tile is None:
        if partial.winner not in partial.counted and (partial.known.winner or not partial.counted):
            yield Fault("missing-member", path, sentence="winning-tile")
    elif hand is not None and win.tile not in hand.concealed and partial.knows(partial.winner, _CONCEALED):
        yield Fault("winning-tile-not-in-hand", path, facts={"tile": NAMES[win.tile]})


def _discarder(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    path, source = ("win", partial.at.discarder), {"source": str(win.source)}
    if win.source not in CLAIMED:
        if win.discarder is not None:
            yield Fault("unexpected-member", path, facts=source, sentence="discarder")
    elif win.discarder is None:
        if partial.known.others:
            yield Fault("missing-member", path, facts=source, sentence="discarder")
    elif win.discarder is partial.winner:
        yield Fault("discarder-is-winner", path)
    elif partial.seats is not None and win.discarder not in partial.seats:
        yield _no_hand(win.discarder, path)


def _liable(partial: PartialDeal, win: Win, liable: Seat) -> Iterator[Fault]:
    path = ("win", partial.at.liable)
    if liable is partial.winner:
        yield Fault("discarder-is-winner", path, sentence="liable")
    elif partial.seats is not None and liable not in partial.seats:
        yield _no_hand(liable, path)
    elif _nobody_is_liable(partial, win, liable):
        yield Fault("dangerous-discard-impossible", path)


def _danger_of_a_count(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    """Faults of what the players say of a dangerous discard, used as it is if the winner's hand is counted."""
    liable, excused = win.dangerous_discard_by, win.discarder_excused
    at, excused_at = ("win", partial.at.liable), ("win", "discarder_excused")
    if partial.compiled is None:
        return
    penalty = partial.compiled.settling.danger
    if penalty is None:
        facts: Facts = {"ruleset": partial.compiled.rulebook.id}
        told = [path for path, given in ((at, liable), (excused_at, excused)) if given is not None]
        yield from (Fault("unexpected-member", path, facts=facts, sentence="danger") for path in told)
    elif win.source is not WinSource.DISCARD:
        if excused is not None:
            yield Fault("unexpected-member", excused_at, sentence="excused")
        if liable is not None and not penalty.during_play:
            yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif liable is not None and win.discarder is not None:
        yield from _liable_beside(penalty, at, excused_at, discarded=liable is win.discarder, excused=excused)


def _liable_beside(
    penalty: DangerousDiscard, at: Path, excused_at: Path, *, discarded: bool, excused: bool | None
) -> Iterator[Fault]:
    """Faults of who is liable, beside whether the discarder of the winning tile is excused."""
    if not discarded and not penalty.during_play:
        yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif excused is discarded:
        yield Fault("unexpected-member", excused_at, sentence="liable-already")


def _nobody_is_liable(partial: PartialDeal, win: Win, liable: Seat) -> bool:
    """Whether the winner certainly claimed no discard of that player, neither for a set nor to win."""
    hand = partial.winners_hand
    if win.source is WinSource.ORIGINAL_HAND or (win.source is WinSource.DISCARD and win.discarder in (liable, None)):
        return False  # `_original_hand` reports every member that it excludes
    return hand is not None and not hand.claimed and partial.knows(partial.winner, _CLAIMED_SETS)


def _robbed_kong(partial: PartialDeal, discarder: Seat | None, tile: Tile) -> Iterator[Fault]:
    path, name = ("win", "source"), NAMES[tile]
    if discarder is None or discarder not in partial.hands or discarder is partial.winner:
        held = _number_seen(partial, tile) if _hand_is_missing(partial, discarder) else 0
        if held > COPIES[tile] - SET_TILES:
            yield Fault("no-pung-to-rob", path, facts={"tile": name, "held": held}, sentence="seen")
    elif partial.winner not in partial.counted and not _leaves_three(partial, discarder, tile):
        yield Fault("no-pung-to-rob", path, facts={"seat": SEAT_NAMES[discarder], "tile": name})


def _hand_is_missing(partial: PartialDeal, robbed: Seat | None) -> bool:
    """Whether the hand of the robbed player is certainly not given."""
    return not partial.known.others or (robbed is not partial.winner and robbed in (partial.seats or ()))


def _number_seen(partial: PartialDeal, tile: Tile) -> int:
    """The number of a tile in the given hands, without blanks, and in the discards."""
    return partial.discards.count(tile) + sum(hand.real.count(tile) for hand in partial.hands.values())


def _leaves_three(partial: PartialDeal, discarder: Seat, tile: Tile) -> bool:
    """Whether a player may have three of a tile left after a kong of it was robbed."""
    hand = partial.hands[discarder]
    if any(each.kind is Kind.PUNG and each.tile == tile for each in hand.exposed):
        return True
    if not partial.knows(discarder, _EXPOSED):
        return True
    three_concealed = hand.concealed.count(tile) == SET_TILES or not partial.knows(discarder, _CONCEALED)
    return three_concealed and _robs_concealed(partial)


def _robs_concealed(partial: PartialDeal) -> bool:
    """Whether the winner may rob a concealed kong, which leaves three concealed tiles in the robbed hand."""
    hand = partial.winners_hand
    if hand is None or partial.compiled is None or not partial.knows(partial.winner, PLAYING_TILES_AT):
        return True  # unknown
    return any(
        shape.complete(hand, hand.concealed, partial.steps) for shape in partial.compiled.rulebook.robs_concealed
    )


def _circumstances(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    hand = partial.winners_hand
    for circumstance in held(win):
        if reasons := circumstance.reasons(_table(partial, win)):
            facts = {"source": str(win.source), "reasons": reasons}
            yield Fault(circumstance.code, ("win", circumstance.member), facts=facts)
    if win.consecutive_wins > 1 and partial.winner not in (EAST, None):
        yield Fault("consecutive-wins-not-east", ("win", "consecutive_wins"))
    if (
        win.source is WinSource.LOOSE_TILE
        and partial.knows(partial.winner, _LOOSE_TILES_AT)
        and not _may_be_loose(hand)
    ):
        yield Fault("loose-tile-impossible", ("win", "source"))


def _may_be_loose(hand: Hand | None) -> bool:
    """Whether the hand has a kong, a flower or a season, for which loose tiles are drawn."""
    return hand is not None and bool(hand.kongs or hand.bonus)


def _table(partial: PartialDeal, win: Win) -> TableState:
    whole = {seat: hand for seat, hand in partial.hands.items() if partial.knows(seat, SETS_ON_THE_TABLE)}
    return TableState(partial.hands, whole, partial.winner, win, partial.discards, _all_known(partial, whole))


def _all_known(partial: PartialDeal, whole: Mapping[Seat, Hand]) -> bool:
    """Whether every set of every player is known."""
    if not partial.known.others or partial.seats is None:
        return False
    return all(seat in whole and not (whole[seat].partial or whole[seat].dead) for seat in partial.seats)


def _original_hand(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    code, path = "original-hand-impossible", ("win", "source")
    if partial.winner not in (EAST, None):
        yield Fault(code, path, sentence="not-east")
    for seat, hand in partial.hands.items():
        yield from _not_as_dealt(partial, hand, seat)
    if partial.discards:
        yield Fault(code, path, sentence="discards")
    flags = [each.member for each in held(win) if WinSource.ORIGINAL_HAND in each.sources]
    if win.discarder_excused:
        flags.append("discarder_excused")
    if win.dangerous_discard_by is not None:
        flags.append("dangerous_discard_by")
    for flag in flags:
        yield Fault(code, ("win", flag), facts={"member": flag}, sentence="flag")


def _not_as_dealt(partial: PartialDeal, hand: Hand, seat: Seat) -> Iterator[Fault]:
    """Faults of sets that a hand cannot have before the first discard."""
    won, allowed = seat is partial.winner, partial.compiled is None or partial.compiled.rulebook.dealt_kongs
    code, path, facts = "original-hand-impossible", ("win", "source"), {"seat": SEAT_NAMES[seat]}
    if hand.claimed:
        yield Fault(code, path, facts=facts, sentence="exposed")
    elif hand.kongs and won and not allowed:
        yield Fault(code, path, sentence="kong")
    elif hand.kongs and not won:
        yield Fault(code, path, facts=facts, sentence="kong-of-another")


# The complete hand


def _complete(partial: PartialDeal, winner: Seat, complete: DecompositionsByShape) -> Iterator[Fault]:
    if partial.compiled is None:
        return
    if _can_be_arranged(partial, winner, complete):
        return
    place = (*partial.at.hand(winner), "concealed")
    refused = _refused_special(partial, winner, partial.win)
    if refused is not None:
        yield refused
    elif complete:
        most = _win_conditions(partial, winner).most_chows
        yield Fault("too-many-chows", place, facts={"most": most}, sentence="" if most else "none")
    else:
        yield _incomplete(partial, winner, place)


def _refused_special(partial: PartialDeal, winner: Seat, win: Win | None) -> Fault | None:
    """Why the special hand that the tiles make is refused: what was claimed, or how it was won; None if it is none."""
    assert partial.compiled is not None, "a special hand needs a rulebook"
    hand, conditions, rules = partial.hands[winner], _win_conditions(partial, winner), partial.compiled.rulebook.rules
    unclaimed = _with_claims_concealed(hand)
    if _has_too_many(_real_concealed(unclaimed)):
        return None
    try:
        made = decomposed(unclaimed, conditions, partial.steps)
    except TooManyStepsError:
        return None
    for shape, _ in made:
        found = shape.matcher
        if found is None or win is None:
            continue
        facts: Facts = {"hand": _name_of(shape, rules)}
        if not found.allows_claimed_sets(hand):
            return Fault("incomplete-hand", (*partial.at.hand(winner), "exposed"), facts=facts, sentence="claimed")
        if not shape.may_be_won(hand, win, partial.steps):
            return Fault("wrong-winning-tile", ("win", "tile"), facts=facts)
    return None


def _name_of(shape: Pattern, rules: Iterable[ScoringRule]) -> str:
    """The first rule whose layout the shape is; the shape's own id if there is none."""
    named = [rule.id for rule in rules if any(each.key == shape.layout for each in layouts_in(rule.condition))]
    return next(iter(named), shape.id)


def _with_claims_concealed(hand: Hand) -> Hand:
    """The hand as if no set on the table had been claimed."""
    kongs = [each for each in hand.claimed if each.kind is Kind.KONG]
    rest = [tile for each in hand.exposed if each.kind is not Kind.KONG for tile in each.tiles]
    declared = (*hand.concealed_kongs, *[CONCEALED[each.tiles] for each in kongs])
    concealed = tuple(sorted((*hand.concealed, *rest)))
    return hand._replace(concealed=concealed, exposed=(), claimed_kongs=(), concealed_kongs=declared)


def _incomplete(partial: PartialDeal, winner: Seat, place: Path) -> Fault:
    """The fault of an incomplete hand: what it is nearest to, unless searching the layouts takes too many steps."""
    assert partial.compiled is not None, "what is complete needs a rulebook"
    hand, rules = partial.hands[winner], partial.compiled.rulebook.rules
    try:
        near = nearest(hand, _win_conditions(partial, winner), partial.steps)
        missing = [NAMES[tile] for tile in near.completing(hand, partial.steps)]
    except TooManyStepsError:
        return Fault("incomplete-hand", place, sentence="far")
    facts: Facts = {"short": near.short}
    if near.layout is None:
        return Fault("incomplete-hand", place, facts=facts, sentence="" if near.four_sets else "far")
    facts = {**facts, "hand": _name_of(near.layout, rules), "missing": missing}
    return Fault("incomplete-hand", place, facts=facts, sentence="layouts" if near.four_sets else "nearest")


def _can_be_arranged(partial: PartialDeal, winner: Seat, complete: DecompositionsByShape) -> bool:
    """Whether the hand is complete and, if its winning tile is known, has an arrangement with few enough chows."""
    hand, win, win_conditions = partial.hands[winner], partial.win, _win_conditions(partial, winner)
    plain = win_conditions.most_chows == HAND_SETS and any(not shape.layout for shape, _ in complete)
    if win is None or plain or (win.tile is not None and win.tile not in hand.concealed):
        return bool(complete)
    return bool(arrangements(hand, win, win_conditions, partial.steps, complete))


def _may_win_faults(
    partial: PartialDeal, hand: Hand, win: Win, complete: DecompositionsByShape | None
) -> Iterator[Fault]:
    """Faults of a hand that is not cleared, if only cleared hands may win."""
    compiled, winner, round_wind = partial.compiled, partial.winner, partial.round_wind
    if compiled is None or winner is None or round_wind is None:
        return
    required, shows = compiled.required, _to_be_shown(compiled.rulebook)
    if not (required or shows or compiled.by_parts) and compiled.rulebook.exposed_chows:
        return
    unplaced = win if win.tile in hand.concealed else win._replace(tile=None)
    context = _context(partial, winner, unplaced, complete)
    if not context.arrangements():
        return
    arranged, path = _arranged_winner(context), (*partial.at.hand(winner), "concealed")
    yield from _not_met(context, compiled, path)
    lacking = [option.name for option in required if not _has_any(arranged, option.requires)]
    yield from [Fault("not-a-cleared-hand", path, facts={"option": name}) for name in lacking]
    if shows and not _may_win_by(arranged, shows):
        yield _refused_special(partial, winner, win) or _not_shown(shows, path)
    elif _has_forbidden_chow(arranged, compiled):
        yield _refused_special(partial, winner, win) or Fault("too-many-chows", path, sentence="exposed")


def _not_met(context: HandContext, compiled: CompiledRulebook, path: Path) -> Iterator[Fault]:
    """A fault if the hand is complete only by layouts that are parts of rules, none of which holds."""
    if not compiled.by_parts or any(not each.shape.layout for each in context.arrangements()):
        return
    won = context.layouts()
    if any(layout.key in won for rule in compiled.rulebook.rules if (layout := layout_of(rule))):
        return
    asking = [rule for rule in compiled.by_parts if any(each.key in won for each in part_layouts(rule))]
    arranged = _arranged_winner(context)
    if not any(compiled.requirement_of(rule).evidence(arranged) for rule in asking):
        yield Fault("incomplete-hand", path, facts={"rules": [rule.id for rule in asking]}, sentence="part")


def _to_be_shown(rulebook: Rulebook) -> tuple[BoundCondition, ...]:
    """The conditions of which a winner must meet one, whatever his hand comes to."""
    return () if rulebook.shows_or_least else rulebook.winner_shows


def _not_shown(shows: tuple[BoundCondition, ...], path: Path) -> Fault:
    if are_cleared(shows):
        return Fault("not-a-cleared-hand", path, sentence="house")
    facts: Facts = {"finders": tuple(dict.fromkeys([each.condition.id for each in shows]))}
    return Fault("not-a-cleared-hand", path, facts=facts, sentence="shows")


def _has_forbidden_chow(arranged: ArrangedHand, compiled: CompiledRulebook) -> bool:
    """Whether a hand that is no layout has a claimed chow, where it may have none."""
    if compiled.rulebook.exposed_chows or arranged.context.layouts():
        return False
    return any(each.kind is Kind.CHOW for each in arranged.context.hand.exposed)


def _further_requirements(partial: PartialDeal, win: Win, complete: DecompositionsByShape | None) -> Iterator[Fault]:
    """Faults of a win that is otherwise legal but does not meet the rulebook's further requirements."""
    compiled, winner, round_wind = partial.compiled, partial.winner, partial.round_wind
    if compiled is None or winner is None or round_wind is None:
        return
    yield from _enough(partial, win, compiled, complete)
    penalty = compiled.settling.danger
    if penalty is not None and penalty.special_only and win.dangerous_discard_by is not None:
        shown = partial.hands[winner].declared
        if not shown or not _is_special(score_winner(_context(partial, winner, win, complete), compiled)):
            yield Fault("dangerous-discard-impossible", ("win", partial.at.liable), sentence="no-special-hand")
        return
    if penalty is None or not _may_be_undecided(partial, win, compiled):
        return
    if penalty.patterns_served(_arranged_winner(_context(partial, winner, win, complete))):
        yield Fault("excuse-undecided", ("win", "discarder_excused"))


def _is_special(score: Score) -> bool:
    """Whether the hand is worth a share of the limit or a score of its own."""
    return score.fixed or bool(score.limit_percent)


def _enough(
    partial: PartialDeal, win: Win, compiled: CompiledRulebook, complete: DecompositionsByShape | None
) -> Iterator[Fault]:
    """A fault if the winner lacks the points or doubles that the rulebook requires."""
    winner, round_wind = partial.winner, partial.round_wind
    if not compiled.rulebook.has_minimum or winner is None or round_wind is None:
        return
    yield from _too_few(_context(partial, winner, win, complete), compiled, (*partial.at.hand(winner), "concealed"))


def _too_few(context: HandContext, compiled: CompiledRulebook, path: Path) -> Iterator[Fault]:
    """Faults of a winner without the minimum, where what he has does not stand for it."""
    rulebook, score = compiled.rulebook, score_winner(context, compiled)
    either = rulebook.shows_or_least
    if is_enough(score, rulebook) or (either and _may_win_by(_arranged_winner(context), rulebook.winner_shows)):
        return
    if either:
        yield _not_shown(rulebook.winner_shows, path)
    yield from _no_special_hand(rulebook, path)
    yield from _too_few_points(score.points, rulebook.least_points, path)
    if score.doubles < rulebook.least_doubles:
        facts = {"given": score.doubles, "needed": rulebook.least_doubles}
        yield Fault("too-few-doubles", path, facts=facts)
    yield from _too_low(score.uncapped_score, rulebook.least_score, path)


def _no_special_hand(rulebook: Rulebook, path: Path) -> Iterator[Fault]:
    if rulebook.special_only:
        yield Fault("not-a-cleared-hand", path, sentence="special")


def _too_low(score: int, least: int, path: Path) -> Iterator[Fault]:
    if score < least:
        yield Fault("too-few-points", path, facts={"given": score, "needed": least}, sentence="score")


def may_win(context: HandContext, compiled: CompiledRulebook) -> bool:
    """Whether a hand without excess copies of a tile may win: it is complete and meets the rulebook's requirements."""
    if not context.arrangements():
        return False
    if any(_not_met(context, compiled, ())):
        return False
    required, shows = [option.requires for option in compiled.required], _to_be_shown(compiled.rulebook)
    if required and not all(_has_any(_arranged_winner(context), bound) for bound in required):
        return False
    if shows and not _may_win_by(_arranged_winner(context), shows):
        return False
    if _has_forbidden_chow(_arranged_winner(context), compiled):
        return False
    return not compiled.rulebook.has_minimum or not any(_too_few(context, compiled, ()))


def _arranged_winner(context: HandContext) -> ArrangedHand:
    return arranged_hand(context, context.arrangements()[0], traits_of(context.hand))


def _has_any(arranged: ArrangedHand, any_of: Iterable[BoundCondition]) -> bool:
    return any(bound.evidence(arranged) for bound in any_of)


def _may_win_by(arranged: ArrangedHand, shows: Iterable[BoundCondition]) -> bool:
    """Whether a hand has one of the conditions for winning; a hand of a layout may always win."""
    return bool(arranged.context.layouts()) or _has_any(arranged, shows)


def _may_be_undecided(partial: PartialDeal, win: Win, compiled: CompiledRulebook) -> bool:
    """Whether a dangerous discard cannot be judged, as neither the discarder's whole hand nor his excuse is given."""
    discarder = None if win.discarder is None else partial.hands.get(win.discarder)
    penalty = compiled.settling.danger
    judged = penalty is not None and penalty.excuses and win.discarder_excused is None
    return judged and (win.discarder in partial.counted or (discarder is not None and discarder.partial))
