"""What cannot be: from a case, as far as it could be read, to every fault in it at once, each at its place.

Faults carry a stable code, the path of the member at fault and a sentence with the facts. What could not be read is
left out of the case; nothing is told of it again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import eq
from types import MappingProxyType
from typing import Final, NamedTuple

from service.domain.arrange import Ways, arrangements, distance, is_complete
from service.domain.circumstances import held
from service.domain.deal import CLAIMED, Deal, Source, Win
from service.domain.divide import count
from service.domain.faults import Facts, Fault, Path, together
from service.domain.hand import HAND_SETS, HAND_TILES, MOST_DEAD_TILES, SET_TILES, Hand, HandCount
from service.domain.rulebook.model import Option, Sought
from service.domain.rulebook.terms import Terms
from service.domain.scoring import score_winner
from service.domain.seats import EAST, FEWEST_PLAYERS, MOST_PLAYERS, SEAT_NAMES, BySeat, Seat, seats_of
from service.domain.sets import Kind, Set
from service.domain.tiles import COPIES, MOST_COPIES, NAMES, Tile, Tiles
from service.domain.view import Situation, View, traits_of, view_of


def hand_of_seat(seat: Seat) -> Path:
    """Where a deal keeps the hand of a seat."""
    return ("hands", SEAT_NAMES[seat])


class Case(NamedTuple):
    """A deal as far as it could be read; `hands` holds only the hands that could."""

    hands: Mapping[Seat, Hand]
    seats: tuple[Seat, ...] | None
    """Who plays, also where the hand could not be read; None where that is not known."""
    winner: Seat | None
    win: Win | None
    round_wind: Seat | None
    discards: Tiles
    terms: Terms | None
    place: Callable[[Seat], Path] = hand_of_seat
    discarder: str = "discarder"
    """The member of the win that tells who discarded."""
    liable: str = "dangerous_discard_by"
    """The member of the win that tells who is liable for a dangerous discard."""
    others_known: bool = True
    """False where only one hand is told: what needs the others is not asked."""
    seen_at: str = "discards"
    """The member that tells the tiles which lie face up elsewhere."""
    winner_known: bool = True
    """False where it could not be read who won, if anybody did."""
    counted: Mapping[Seat, HandCount] = MappingProxyType({})
    """Hands that are told by the players' count: what needs their tiles is not asked."""


_GAMES: Final = tuple(seats_of(players) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
"""The seats of a game of two, three and four."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class LegalDeal(NamedTuple):
    """A deal without fault, and what it is played by."""

    deal: Deal
    terms: Terms


class LegalHand(NamedTuple):
    """One hand without fault, the others unknown, and what it is played by."""

    situation: Situation
    terms: Terms


def legal_deal(case: Case, form: Sequence[Fault] = ()) -> LegalDeal | list[Fault]:
    """The legal deal, or every fault: those of the form in which it was read, and those of the game."""
    faults = together(form, faults_of(case))
    if faults or case.terms is None or case.round_wind is None:
        return faults
    deal = Deal(BySeat(case.hands.values()), case.round_wind, case.winner, case.win, case.discards)
    return LegalDeal(deal, case.terms)


def legal_hand(case: Case, form: Sequence[Fault] = ()) -> LegalHand | list[Fault]:
    """The one hand of a case where it is legal, or every fault: those of the form and those of the game."""
    faults = together(form, faults_of(case))
    if faults or case.terms is None or case.round_wind is None or len(case.hands) != 1:
        return faults
    ((seat, hand),) = case.hands.items()
    situation = Situation(hand, seat, case.round_wind, case.win, (hand,), case.discards, case.terms.ways, {})
    return LegalHand(situation, case.terms)


def faults_of(case: Case) -> list[Fault]:
    """Every fault of a case."""
    counted = {seat: hand.counted for seat, hand in case.hands.items() if hand.counted is not None}
    if counted:
        told = {seat: hand for seat, hand in case.hands.items() if hand.counted is None}
        return [*_counts(case, counted), *faults_of(case._replace(hands=told, counted=counted))]
    faults = seat_faults(case.seats, ("hands",)) if case.others_known and case.seats is not None else []
    faults += _tile_counts(case)
    for seat, hand in case.hands.items():
        if hand.surplus != (seat is case.winner) or hand.dead or hand.partial:
            faults += _hand(case, seat, hand)
    faults += _winner(case)
    if case.win is not None:
        found = [*_win(case, case.win), *_complete(case, case.win)]
        at_winner = case.place(case.winner) if case.winner is not None else ()
        if not found and not any(fault.lies_in(at_winner) for fault in faults):
            found += _agreed(case, case.win)
        faults += found
    return faults


def _counts(case: Case, counted: Mapping[Seat, HandCount]) -> Iterator[Fault]:
    terms = case.terms
    if terms is None:
        return
    for seat, count_of_hand in counted.items():
        path, points = (*case.place(seat), "counted"), count_of_hand.points
        if points is None and terms.limit_hand_score is None:
            detail = "no limit is set: a limit hand scores its count, which is required"
            yield Fault("missing-member", (*path, "points"), detail, sentence="count-of-a-limit-hand")
        elif seat is case.winner and points is not None and not count_of_hand.limit_hand:
            yield from _too_few_points(points, terms.rulebook.least_points, path)


def _too_few_points(points: int, least: int, path: Path) -> Iterator[Fault]:
    if points < least:
        detail = f"{points} points before doubling: a winner needs {least} here"
        yield Fault("too-few-points", path, detail, facts={"given": points, "needed": least})


def _number(value: int) -> str:
    return _NUMBERS[value] if value < len(_NUMBERS) else str(value)


def _tiles(value: int) -> str:
    return f"{_number(value)} tile{'' if value == 1 else 's'}"


def seat_faults(seats: tuple[Seat, ...], path: Path) -> list[Fault]:
    """Whether these seats make a game of two, three or four."""
    if seats in _GAMES:
        return []
    played = [SEAT_NAMES[seat] for seat in seats]
    here = ", ".join(played) or "nobody"
    detail = f"two play east and south, three east, south and west, four all seats; here {here}"
    return [Fault("wrong-seats", path, detail, facts={"seats": played})]


# Tiles


def _tile_counts(case: Case) -> Iterable[Fault]:
    playing: list[Tile] = list(case.discards)
    bonus: list[Tile] = []
    for hand in case.hands.values():
        playing += hand.concealed
        bonus += hand.bonus
        for each in hand.declared:
            playing += each.tiles
    playing.sort()
    wrong = _has_too_many(playing) or len(set(bonus)) < len(bonus)
    return too_many(list(_places(case))) if wrong else ()


def _has_too_many(playing: Sequence[Tile]) -> bool:
    """Whether these sorted tiles hold five of a kind."""
    return any(map(eq, playing, playing[MOST_COPIES:]))


def too_many(places: Sequence[tuple[Path, Tiles]]) -> Iterator[Fault]:
    """Each tile that occurs more often than a set of tiles holds it, told once for each place that has it."""
    counts = count(tile for _, tiles in places for tile in tiles)
    for tile in (tile for tile, copies in enumerate(counts) if copies > COPIES[tile]):
        detail = f"{_number(counts[tile])} {NAMES[tile]} in play: a set has {_number(COPIES[tile])}"
        facts: Facts = {"tile": NAMES[tile], "held": counts[tile], "most": COPIES[tile]}
        for path, tiles in places:
            if tile in tiles:
                yield Fault("too-many-of-a-tile", path, detail, facts=facts)


def _places(case: Case) -> Iterator[tuple[Path, Tiles]]:
    for seat, hand in case.hands.items():
        path = case.place(seat)
        yield (*path, "concealed"), hand.concealed
        for name, sets in _sets_by_member(hand):
            for index, each in enumerate(sets):
                yield (*path, name, index), each.tiles
        yield (*path, "bonus"), hand.bonus
    yield (case.seen_at,), case.discards


def _sets_by_member(hand: Hand) -> tuple[tuple[str, tuple[Set, ...]], ...]:
    return (
        ("exposed", hand.exposed),
        ("claimed_kongs", hand.claimed_kongs),
        ("concealed_kongs", hand.concealed_kongs),
    )


def _hand(case: Case, seat: Seat, hand: Hand) -> Iterator[Fault]:
    if hand.surplus == 1 and not case.winner_known:
        return
    path = case.place(seat)
    won = seat is case.winner
    if hand.dead and hand.partial:
        detail = "a dead hand is told whole, or left empty: it cannot be partial too"
        yield Fault("dead-and-partial", (*path, "partial"), detail)
    elif won and hand.dead:
        yield Fault("dead-winner", (*path, "dead"), "a dead hand cannot win")
    elif won and hand.partial:
        yield Fault("partial-winner", (*path, "partial"), "the winner's hand is told whole: every tile counts")
    elif hand.dead:
        yield from _too_many_dead(hand, (*path, "concealed"))
    else:
        yield from _wrong_number(hand, (*path, "concealed"), won=won)


def _too_many_dead(hand: Hand, path: Path) -> Iterator[Fault]:
    if hand.size > MOST_DEAD_TILES:
        detail = f"{_tiles(hand.size)}: a dead hand has at most {MOST_DEAD_TILES}"
        facts = {"given": hand.size, "needed": MOST_DEAD_TILES}
        yield Fault("wrong-number-of-tiles", path, detail, facts=facts, sentence="dead")


def _wrong_number(hand: Hand, path: Path, *, won: bool) -> Iterator[Fault]:
    if hand.surplus == won or (hand.partial and hand.surplus < 0):
        return
    full = hand.full_size + won
    needed = f"{HAND_TILES + won} and one for each kong, so {full}" if hand.kongs else str(full)
    most = "at most " if hand.partial else ""
    whose = "the winner's hand" if won else "this hand"
    detail = f"{_tiles(hand.size)}: {whose} needs {most}{needed} (flowers and seasons left out)"
    facts = {"given": hand.size, "needed": full, "kongs": hand.kongs}
    sentence = "winner" if won else "partial" if hand.partial else "hand"
    yield Fault("wrong-number-of-tiles", path, detail, facts=facts, sentence=sentence)


# The winner


def _winner(case: Case) -> Iterator[Fault]:
    if case.winner is not None and case.seats is not None and case.winner not in case.seats:
        yield _no_hand(case.winner, ("winner",))


def _no_hand(seat: Seat, path: Path) -> Fault:
    name = SEAT_NAMES[seat]
    return Fault("seat-not-playing", path, f"{name} has no hand in this deal", facts={"seat": name}, sentence="deal")


def _win(case: Case, win: Win) -> Iterator[Fault]:
    hand = None if case.winner is None else case.hands.get(case.winner)
    yield from _winning_tile(win, hand, asked=case.winner not in case.counted)
    yield from _discarder(case, win)
    yield from _circumstances(case, win, hand)
    yield from _liable(case, win)
    if win.source is Source.ORIGINAL_HAND:
        yield from _original_hand(case, win)


def _winning_tile(win: Win, hand: Hand | None, *, asked: bool) -> Iterator[Fault]:
    path = ("win", "tile")
    if win.source is Source.ORIGINAL_HAND:
        if win.tile is not None:
            yield Fault("unexpected-member", path, "an original hand has no winning tile", sentence="winning-tile")
    elif win.tile is None:
        if asked:
            yield Fault("missing-member", path, "the winning tile is required", sentence="winning-tile")
    elif hand is not None and win.tile not in hand.concealed:
        detail = f"{NAMES[win.tile]} is not among the winner's concealed tiles, where it belongs, claimed or drawn"
        yield Fault("winning-tile-not-in-hand", path, detail, facts={"tile": NAMES[win.tile]})


def _discarder(case: Case, win: Win) -> Iterator[Fault]:
    path, source = ("win", case.discarder), {"source": str(win.source)}
    if win.source not in CLAIMED:
        if win.discarder is not None:
            detail = f"a win with source {win.source} has no discarder"
            yield Fault("unexpected-member", path, detail, facts=source, sentence="discarder")
    elif win.discarder is None:
        if case.others_known:
            detail = f"a win with source {win.source} needs its discarder"
            yield Fault("missing-member", path, detail, facts=source, sentence="discarder")
    elif win.discarder is case.winner:
        yield Fault("discarder-is-winner", path, "the discarder is the winner")
    elif case.seats is not None and win.discarder not in case.seats:
        yield _no_hand(win.discarder, path)
    elif win.source is Source.ROBBED_KONG:
        yield from _robbed_kong(case, win.discarder, win.tile)


def _liable(case: Case, win: Win) -> Iterator[Fault]:
    path = ("win", case.liable)
    if win.dangerous_discard_by is None:
        return
    if win.dangerous_discard_by is case.winner:
        detail = "the winner is not liable for a dangerous discard"
        yield Fault("discarder-is-winner", path, detail, sentence="liable")
    elif case.seats is not None and win.dangerous_discard_by not in case.seats:
        yield _no_hand(win.dangerous_discard_by, path)


def _robbed_kong(case: Case, discarder: Seat, tile: Tile | None) -> Iterator[Fault]:
    hand = case.hands.get(discarder)
    if hand is None or tile is None or case.winner in case.counted:
        return
    exposed = any(each.kind is Kind.PUNG and each.tile == tile for each in hand.exposed)
    if not exposed and not (hand.concealed.count(tile) == SET_TILES and _robs_concealed(case)):
        detail = f"{SEAT_NAMES[discarder]} has no exposed pung of {NAMES[tile]}, which a robbed kong leaves behind"
        facts = {"seat": SEAT_NAMES[discarder], "tile": NAMES[tile]}
        yield Fault("no-pung-to-rob", ("win", "source"), detail, facts=facts)


def _robs_concealed(case: Case) -> bool:
    """Whether the winner's hand may rob a kong that was drawn whole, which leaves three concealed tiles behind."""
    hand = None if case.winner is None else case.hands.get(case.winner)
    if hand is None or case.terms is None:
        return False
    return any(shape.complete(hand, hand.concealed) for shape in case.terms.rulebook.robs_concealed)


def _circumstances(case: Case, win: Win, hand: Hand | None) -> Iterator[Fault]:
    for circumstance in held(win):
        if reasons := circumstance.reasons(case.hands, case.winner, win):
            detail = circumstance.when + " and ".join(reasons.values())
            facts = {"source": str(win.source), "reasons": list(reasons)}
            yield Fault(circumstance.code, ("win", circumstance.member), detail, facts=facts)
    if win.consecutive_wins > 1 and case.winner not in (EAST, None):
        yield Fault("consecutive-wins-not-east", ("win", "consecutive_wins"), "only East's wins in a row are counted")
    if hand is not None and win.source is Source.LOOSE_TILE and not hand.kongs and not hand.bonus:
        detail = "a loose tile is drawn after a kong, flower or season only, and the winner has none"
        yield Fault("loose-tile-impossible", ("win", "source"), detail)


def _original_hand(case: Case, win: Win) -> Iterator[Fault]:
    code, path = "original-hand-impossible", ("win", "source")
    if case.winner not in (EAST, None):
        yield Fault(code, path, "only East is dealt a complete hand", sentence="not-east")
    for seat, hand in case.hands.items():
        if hand.claimed:
            detail = f"nobody has played yet, but {SEAT_NAMES[seat]} has an exposed set"
            yield Fault(code, path, detail, facts={"seat": SEAT_NAMES[seat]}, sentence="exposed")
        elif seat is case.winner and hand.kongs:
            yield Fault(code, path, "an original hand has no declared kong", sentence="kong")
    flags = [each.member for each in held(win) if Source.ORIGINAL_HAND in each.sources]
    if win.discarder_excused:
        flags.append("discarder_excused")
    for flag in flags:
        detail = f"an original hand goes with no other flag, so not with {flag}"
        yield Fault(code, ("win", flag), detail, facts={"member": flag}, sentence="flag")


# The complete hand


def _complete(case: Case, win: Win) -> Iterator[Fault]:
    hand = None if case.winner is None else case.hands.get(case.winner)
    if case.terms is None or case.winner is None or hand is None or hand.surplus != 1:
        return
    if _has_too_many(hand.concealed):
        return  # told already; such tiles cannot be arranged
    ways, place = case.terms.ways, (*case.place(case.winner), "concealed")
    if _can_be_arranged(hand, win, ways):
        return
    if is_complete(hand, hand.concealed, ways):
        detail = f"a hand is won with at most {_number(ways.most_chows)} chow{'' if ways.most_chows == 1 else 's'} here"
        yield Fault("too-many-chows", place, detail, facts={"most": ways.most_chows})
    else:
        short = distance(hand, ways)
        detail = f"the winner's hand is {_tiles(short)} from complete: four sets and a pair are needed"
        yield Fault("incomplete-hand", place, detail, facts={"short": short})


def _can_be_arranged(hand: Hand, win: Win, ways: Ways) -> bool:
    told_already = win.tile is not None and win.tile not in hand.concealed
    if told_already or ways.most_chows == HAND_SETS:
        return is_complete(hand, hand.concealed, ways)
    return bool(arrangements(hand, win, ways))


def _agreed(case: Case, win: Win) -> Iterator[Fault]:
    """What the rulebook asks of a hand that is otherwise without fault."""
    terms, winner, round_wind = case.terms, case.winner, case.round_wind
    if terms is None or winner is None or round_wind is None or winner not in case.hands:
        return
    yield from _enough(case, win, terms)
    required = _required(terms)
    shows = terms.rulebook.winner_shows
    undecided = _may_be_undecided(case, win, terms)
    if not required and not shows and not undecided:
        return
    hand = case.hands[winner]
    situation = Situation(hand, winner, round_wind, win, (hand,), (), terms.ways, {})
    view = _view_of_winner(situation)
    for option in required:
        if not _shows(view, option.requires):
            detail = f"the option {option.name} is on ({option.text})"
            path = (*case.place(winner), "concealed")
            yield Fault("not-a-cleared-hand", path, detail, facts={"option": option.name})
    if shows and not _shows(view, shows):
        detail = "only one suit, one suit with honours, or honours only may win here"
        yield Fault("not-a-cleared-hand", (*case.place(winner), "concealed"), detail, sentence="house")
    penalty = terms.settling.danger
    if undecided and penalty is not None and penalty.layouts_served(view):
        detail = (
            "the discard was dangerous, and a hand not told whole cannot tell whether its discarder is excused: say so"
            " here"
        )
        yield Fault("excuse-undecided", ("win", "discarder_excused"), detail)


def _enough(case: Case, win: Win, terms: Terms) -> Iterator[Fault]:
    """Whether the winner has the points and doubles that the rulebook asks for."""
    winner, round_wind = case.winner, case.round_wind
    if not terms.rulebook.asks_for_more or winner is None or round_wind is None:
        return
    table = tuple(case.hands.values())
    situation = Situation(case.hands[winner], winner, round_wind, win, table, case.discards, terms.ways, {})
    yield from _too_few(situation, terms, (*case.place(winner), "concealed"))


def _too_few(situation: Situation, terms: Terms, path: Path) -> Iterator[Fault]:
    rulebook, score = terms.rulebook, score_winner(situation, terms)
    if score.limit_percent:
        return
    yield from _too_few_points(score.points, rulebook.least_points, path)
    if score.doubles < rulebook.least_doubles:
        facts = {"given": score.doubles, "needed": rulebook.least_doubles}
        detail = f"{score.doubles} doubles: a winner needs {rulebook.least_doubles} here"
        yield Fault("too-few-doubles", path, detail, facts=facts)


def may_win(situation: Situation, terms: Terms) -> bool:
    """Whether a hand that holds no tile too often may win as it is: it is complete, and has what the table asks."""
    if not situation.arranged():
        return False
    asked = [option.requires for option in _required(terms)]
    if terms.rulebook.winner_shows:
        asked.append(terms.rulebook.winner_shows)
    if asked and not all(_shows(_view_of_winner(situation), sought) for sought in asked):
        return False
    return not terms.rulebook.asks_for_more or not any(_too_few(situation, terms, ()))


def _required(terms: Terms) -> list[Option]:
    """The options that are on and ask something of a winner's hand."""
    return [option for option in terms.rulebook.options if option.requires and terms.options[option.name]]


def _view_of_winner(situation: Situation) -> View:
    return view_of(situation, situation.arranged()[0], traits_of(situation.hand))


def _shows(view: View, any_of: Iterable[Sought]) -> bool:
    return any(sought.find(view) for sought in any_of)


def _may_be_undecided(case: Case, win: Win, terms: Terms) -> bool:
    """Whether a dangerous discard could not be judged: the discarder's hand is not told whole, nor his excuse."""
    discarder = None if win.discarder is None else case.hands.get(win.discarder)
    penalty = terms.settling.danger
    judged = penalty is not None and penalty.excuses and win.discarder_excused is None
    return judged and (win.discarder in case.counted or (discarder is not None and discarder.partial))
