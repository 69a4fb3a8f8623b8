"""Parse a scoresheet: its entries in order, each with the state of the sitting before it.

The seats of an entry depend on the entries before it. Players are numbered in seat order, the first East first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Facts, Fault, Path, merge_faults
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.deal import LegalDeal, legal_deal
from pung_chow_settlement.domain.legality.partial_deal import Known, PartialDeal, RequestPaths
from pung_chow_settlement.domain.penalties import OTHER_CALLERS, Call, after_false_call
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.settlement_terms import UNENDING, SettledBy, TurnRules
from pung_chow_settlement.domain.seats import EAST, MAX_PLAYERS, SEAT_NAMES, SEATS, Seat
from pung_chow_settlement.domain.sitting import SessionState
from pung_chow_settlement.domain.turns import Outcome, outcome_of
from pung_chow_settlement.requests.deals import (
    Body,
    compiled_for_hands,
    drawn_if_absent,
    false_mahjong,
    fine,
    rulebook_that_scores,
    washed_tiles,
    win_if_won,
)
from pung_chow_settlement.requests.failures import Failure, failed_at
from pung_chow_settlement.requests.hands import hands_of, win_of
from pung_chow_settlement.requests.refusals import invalid_request
from pung_chow_settlement.requests.schemas import (
    DANGEROUS_DISCARDING_PLAYER,
    DISCARDING_PLAYER,
    OTHER_CALLING_PLAYERS,
    PLAYER,
    RECEIVING_PLAYER,
    SCORESHEET,
    SITS_OUT,
    WINNING_PLAYER,
)
from pung_chow_settlement.schemas.fields import MAX_FAULTS, load


class Correction(NamedTuple):
    """A correction: the change of each player's total, and the reason."""

    amounts: Sequence[int]
    reason: str


class NewRules(NamedTuple):
    """Other house rules, which hold from here on."""

    compiled: CompiledRulebook


Event = LegalDeal | Call | Correction | NewRules | Failure
"""The event of an entry, or the failure to read it."""


class Step(NamedTuple):
    """A legal entry: type, id if it has one, the rules and the standing before it, and its event."""

    type: str
    id: str | None
    compiled: CompiledRulebook | None
    """None only of a sheet that is refused."""
    standing: SessionState
    event: Event


class Sheet(NamedTuple):
    """A scoresheet without fault."""

    compiled: CompiledRulebook
    players: Sequence[str]
    starting_totals: Sequence[int]
    steps: list[Step]
    standing: SessionState
    """The standing after the last entry."""


class _SheetContext(NamedTuple):
    """The data that parsing an entry needs."""

    sent: Body
    """The members of the sheet, of which the rulebook and the options hold with other house rules too."""
    wrong: Sequence[Fault]
    """The faults of these members."""
    compiled: CompiledRulebook | None
    compiled_for_hands: CompiledRulebook | None
    """None also if an option that decides what may win could not be read."""
    players: int
    games: int | None
    """The agreed number of games (`sets` in the request); None if none, or if the rulebook has no games."""
    steps: Steps

    @property
    def start(self) -> SessionState:
        """The standing before the first deal."""
        rulebook = None if self.compiled is None else self.compiled.rulebook
        # a rulebook that could not be parsed does not invalidate the entries
        has_rounds = rulebook is None or rulebook.sitting.rounds
        winds = len(SEATS) if rulebook is None else rulebook.sitting.rounds_of(self.players)
        return SessionState(max(self.players, 1), has_rounds, winds, self.games, self.turn)

    @property
    def turn(self) -> TurnRules:
        """What ends East's turn."""
        return UNENDING if self.compiled is None else self.compiled.turn

    def after(self, event: Event | None) -> "_SheetContext":
        """The same with the rules that hold after an entry."""
        if not isinstance(event, NewRules):
            return self
        return self._replace(compiled=event.compiled, compiled_for_hands=event.compiled)


class _Sent(NamedTuple):
    """An entry as far as it could be parsed, as it was sent, and the faults of its form, with paths relative to it."""

    entry: Any
    raw: Any
    faults: list[Fault]


class _Followed(NamedTuple):
    """The legal entries, the faults of the others, and the standing after the last that could be read."""

    steps: list[Step]
    faults: list[Fault]
    standing: SessionState


class _ParsedEntry(NamedTuple):
    """The result of parsing an entry."""

    faults: list[Fault]
    event: Event | None
    """None if the entry has faults."""


def read_scoresheet(body: object, steps: Steps) -> Sheet:
    """Read a whole sitting, whose deals may take these steps. Raises Refused with every fault."""
    data, faults = load(SCORESHEET, body)
    compiled = rulebook_that_scores(data, faults)
    players = data.get("players", [])
    starting = data.get("starting_totals", [0] * len(players))
    if "players" in data and not any(fault.lies_in(("players",)) for fault in faults):
        faults += _wrong_number(starting, len(players), ("starting_totals",))
        faults += _same_names(players)
    unexpected = _games_unknown(data, compiled)
    games = None if unexpected else data.get("sets")
    judged_by = compiled_for_hands(compiled, faults)
    table = _SheetContext(data, [*faults], compiled, judged_by, len(players), games, steps)
    number_known = not any(fault.path == ("players",) for fault in faults)
    if number_known:
        faults = [_of_these_players(fault, len(players)) for fault in faults]
    faults += _duplicate_ids(data.get("entries", ()))
    followed = _Followed([], unexpected, table.start)
    if isinstance(body, dict) and isinstance(body.get("entries"), list) and number_known:
        own = _by_entry(faults)
        both = zip(data.get("entries", []), body["entries"], strict=False)
        sent = [_Sent(_drawn(*each), each[1], own.get(index, [])) for index, each in enumerate(both)]
        followed = _follow(sent, table, unexpected)
    found = merge_faults(faults, followed.faults)
    if found or compiled is None:
        raise invalid_request(found)
    return Sheet(compiled, players, starting, followed.steps, followed.standing)


def _drawn(entry: Any, raw: Any) -> Any:
    """An entry, a drawn deal if it is a deal that has neither a winner nor a win."""
    is_deal = isinstance(entry, dict) and isinstance(raw, dict) and entry.get("type") == "deal"
    return drawn_if_absent(raw, entry, WINNING_PLAYER) if is_deal else entry


def _of_these_players(fault: Fault, players: int) -> Fault:
    """A fault of a player's number that nobody can have, with the numbers of those who sit at the table."""
    if fault.code != "out-of-range" or not fault.lies_in(("entries",)) or fault.facts.get("most") != PLAYER.max:
        return fault
    return fault._replace(facts={**fault.facts, "most": players - 1})


def _same_names(players: Sequence[str]) -> Iterator[Fault]:
    """Faults of names that a player before has; spaces make no difference."""
    names = [" ".join(name.split()) for name in players]
    for player, name in enumerate(names):
        if (first := names.index(name)) < player:
            yield Fault("wrong-name", ("players", player), facts={"player": first}, sentence="taken")


def _games_unknown(data: Body, compiled: CompiledRulebook | None) -> list[Fault]:
    """A fault if a number of games is given and the rulebook has no games."""
    if compiled is None or compiled.rulebook.sitting.rounds or data.get("sets") is None:
        return []
    return [Fault("unexpected-member", ("sets",), sentence="sets")]


def _duplicate_ids(entries: Iterable[Any]) -> list[Fault]:
    """Faults of ids that an earlier entry has; empty ids are ignored."""
    first: dict[str, int] = {}
    faults = []
    for index, entry in enumerate(entries):
        name = entry.get("id") if isinstance(entry, dict) else None
        if name and first.setdefault(name, index) != index:
            facts: Facts = {"given": name, "entry": first[name] + 1}
            faults.append(Fault("duplicate-id", ("entries", index, "id"), facts=facts))
    return faults


def _by_entry(faults: list[Fault]) -> dict[str | int, list[Fault]]:
    """The faults by entry, with paths relative to it."""
    own: dict[str | int, list[Fault]] = {}
    for fault in faults:
        if fault.lies_in(("entries",)) and len(fault.path) > 2:
            own.setdefault(fault.path[1], []).append(fault._replace(path=fault.path[2:]))
    return own


def _follow(entries: list[_Sent], table: _SheetContext, before: list[Fault]) -> _Followed:
    """Read the entries in order until the seating is unknown; `before` are the faults so far."""
    steps, faults, standing = list[Step](), [*before], table.start
    for index, sent in enumerate(entries):
        entry, seated = sent.entry, _seated(sent, standing)
        if seated is None:
            break
        parsed = _read(sent, table, seated, index + 1)
        faults += [fault.prefixed(("entries", index)) for fault in parsed.faults]
        if parsed.event is not None:
            steps.append(Step(entry["type"], entry.get("id"), table.compiled, seated, parsed.event))
        if len(faults) >= MAX_FAULTS or (entry["type"] == "house-rules" and parsed.event is None):
            break
        table = table.after(parsed.event)
        if entry["type"] in _NO_PLAY:
            continue
        if seated.is_over:
            faults.append(Fault("set-is-over", ("entries", index), facts={"sets": seated.games or 0}))
            break
        outcome = _outcome(entry, table, seated)
        if outcome is None:
            break
        standing = replace(seated, turn=table.turn).after(outcome)
    return _Followed(steps, faults, standing)


def _seated(sent: _Sent, standing: SessionState) -> SessionState | None:
    """The standing with the player out whom an entry names; None if that, or its type, could not be read."""
    if not isinstance(sent.entry, dict) or sent.entry.get("type") not in _READERS:
        return None
    if any(fault.lies_in((SITS_OUT,)) for fault in sent.faults):
        return None
    out = sent.entry.get(SITS_OUT)
    return standing if out is None or standing.sits_out is None else standing.without(out)


def _read(sent: _Sent, table: _SheetContext, standing: SessionState, number: int) -> _ParsedEntry:
    try:
        parsed = _READERS[sent.entry["type"]](sent, table, standing)
    except Exception:
        return _ParsedEntry([], failed_at(f"entry {number} of a scoresheet"))
    unexpected = _nobody_out(sent.entry, standing)
    return _ParsedEntry(unexpected + parsed.faults, None) if unexpected else parsed


def _outcome(entry: Body, table: _SheetContext, standing: SessionState) -> Outcome | None:
    """The result of an entry for East; None if unknown."""
    if entry["type"] == "false-mahjong":
        return _after_false_call(entry, table, standing)
    if entry["type"] == "fine":
        return _after_a_fine(entry, standing)
    if entry["type"] != "deal":
        return Outcome.CALLED_OFF
    if "winner" not in entry or _not_playing(entry["winner"], standing):
        return None
    return outcome_of(_seat(entry["winner"], standing))


def _after_false_call(entry: Body, table: _SheetContext, standing: SessionState) -> Outcome | None:
    penalty = None if table.compiled is None else table.compiled.rulebook.false_mahjong
    exposed = bool(entry.get("hand_exposed"))
    if penalty is None:
        return Outcome.CALLED_OFF
    callers = [_seat(player, standing) for player in _callers(entry)]
    known = [seat for seat in callers if seat is not None]
    if len(known) < len(callers) and after_false_call(penalty, [EAST], exposed=exposed) is Outcome.EAST_LOST:
        return None
    return after_false_call(penalty, known, exposed=exposed)


def _after_a_fine(entry: Body, standing: SessionState) -> Outcome | None:
    """The deal goes on, unless one player pays for all, which ends it as if the other had won."""
    if "score" not in entry:
        return Outcome.GOES_ON
    payee = _seat(entry.get("payee"), standing)
    return None if payee is None else outcome_of(payee)


def _wrong_number(values: Sequence[Any], players: int, path: Path) -> list[Fault]:
    if len(values) == players:
        return []
    return [Fault("wrong-number-of-players", path, facts={"given": len(values), "players": players})]


def _not_playing(player: int | None, standing: SessionState, *path: str | int) -> list[Fault]:
    """A fault of a player whom there is not, or who sits out."""
    if player is None or player in standing.seating:
        return []
    if player == standing.sits_out:
        return [Fault("seat-not-playing", path, facts={"player": player}, sentence="sits-out")]
    facts = {"player": player, "last": standing.players - 1}
    return [Fault("seat-not-playing", path, facts=facts, sentence="player")]


def _nobody_out(entry: Body, standing: SessionState) -> list[Fault]:
    """A fault if a player is said to sit out where all play."""
    if entry.get(SITS_OUT) is None or standing.sits_out is not None:
        return []
    return [Fault("unexpected-member", (SITS_OUT,), facts={"players": standing.players}, sentence="sits-out")]


# Types of entries


def _deal(sent: _Sent, table: _SheetContext, standing: SessionState) -> _ParsedEntry:
    entry = sent.entry
    win = entry.get("win") or {}
    win = win._asdict() if isinstance(win, Win) else win
    playing = len(standing.seating)
    number = _wrong_number(entry.get("hands", [None] * playing), playing, ("hands",))
    faults = [
        *win_if_won(sent.raw, entry, WINNING_PLAYER),
        *_not_playing(entry.get("winner"), standing, WINNING_PLAYER),
        *_not_playing(win.get("discarder"), standing, "win", DISCARDING_PLAYER),
        *_not_playing(win.get("dangerous_discard_by"), standing, "win", DANGEROUS_DISCARDING_PLAYER),
        *(_not_playing(entry.get("east_player"), standing, "east_player") or _wrong_east(entry, standing)),
        *_wrong_round_wind(entry, standing),
    ]
    legal = legal_deal(_partial(sent, table, standing), [*sent.faults, *faults])
    if not number and isinstance(legal, LegalDeal):
        return _ParsedEntry([], legal)
    return _ParsedEntry([*number, *([] if isinstance(legal, LegalDeal) else legal)], None)


def _seat(player: int | None, standing: SessionState) -> Seat | None:
    """The seat of a player; None for no player, a number that no player has, or one who sits out."""
    return None if player is None or player not in standing.seating else standing.seat_of(player)


def _partial(sent: _Sent, table: _SheetContext, standing: SessionState) -> PartialDeal:
    entry, seating = sent.entry, standing.seating
    playing = sorted(seating)
    given = {
        standing.seat_of(player): (hand, ("hands", index))
        for index, (player, hand) in enumerate(zip(playing, entry.get("hands", []), strict=False))
    }
    hands, unread = hands_of([(seat, *given[seat]) for seat in seating.seats if seat in given], sent.faults)
    winner = _seat(entry.get("winner"), standing)
    winner_known = winner is not None or (entry.get("winner", ...) is None and sent.raw.get("win") is None)
    win = win_of(entry.get("win"))
    if win is not None:
        win = win._replace(
            discarder=_seat(win.discarder, standing),
            consecutive_wins=standing.consecutive_wins + 1 if winner is EAST else 1,
            dangerous_discard_by=_seat(win.dangerous_discard_by, standing),
        )
    return PartialDeal(
        hands=hands,
        seats=seating.seats,
        winner=winner,
        win=win,
        round_wind=standing.round_wind,
        discards=entry.get("discards", ()),
        compiled=table.compiled_for_hands,
        steps=table.steps,
        wins_before=standing.consecutive_wins,
        at=RequestPaths(
            hand=lambda seat: ("hands", playing.index(seating[seat])),
            discarder=DISCARDING_PLAYER,
            liable=DANGEROUS_DISCARDING_PLAYER,
        ),
        known=Known(winner=winner_known, unread=unread),
    )


def _wrong_east(entry: Body, standing: SessionState) -> list[Fault]:
    """A fault if the stated East is not the one that follows from the entries before."""
    given, east = entry.get("east_player"), standing.east
    if given is None or given == east:
        return []
    return [Fault("east-player-contradicts", ("east_player",), facts={"east_player": east, "given": given})]


def _wrong_round_wind(entry: Body, standing: SessionState) -> list[Fault]:
    """A fault if the stated round wind is not the one that follows from the entries before."""
    wind = standing.round_wind if standing.has_rounds else None
    if wind is None or entry.get("round_wind", wind) is wind:
        return []
    return [Fault("round-wind-contradicts", ("round_wind",), facts={"round_wind": SEAT_NAMES[wind]})]


def _washed_tiles(sent: _Sent, table: _SheetContext, standing: SessionState) -> _ParsedEntry:
    player = sent.entry.get("player")
    unknown = _not_playing(player, standing, "player")
    call, faults = washed_tiles(sent.entry, _seat(player, standing), table.compiled)
    return _ParsedEntry(_at_type(unknown + faults), call)


def _false_mahjong(sent: _Sent, table: _SheetContext, standing: SessionState) -> _ParsedEntry:
    callers = _callers(sent.entry)
    unknown = _not_playing(callers[0], standing, "player")
    for index, player in enumerate(callers[1:]):
        unknown += _not_playing(player, standing, OTHER_CALLING_PLAYERS, index)
    seats, known = [_seat(player, standing) for player in callers], MAX_PLAYERS if unknown else len(standing.seating)
    call, faults = false_mahjong(sent.entry, callers, seats, known, table.compiled, OTHER_CALLING_PLAYERS)
    return _ParsedEntry(_at_type(unknown + faults), call)


def _fine(sent: _Sent, table: _SheetContext, standing: SessionState) -> _ParsedEntry:
    entry = sent.entry
    named = (entry.get("player"), entry.get("payee"))
    unknown = _not_playing(named[0], standing, "player") + _not_playing(named[1], standing, RECEIVING_PLAYER)
    seats = (_seat(named[0], standing), _seat(named[1], standing))
    call, faults = fine(entry, named, seats, table.compiled, RECEIVING_PLAYER)
    return _ParsedEntry(_at_type(unknown + faults), call)


def _callers(entry: Body) -> list[int | None]:
    """The numbers of the players who called a false Mah-Jong; None for one that could not be read."""
    return [entry.get("player"), *entry.get(OTHER_CALLERS, [])]


def _at_type(faults: list[Fault]) -> list[Fault]:
    """Faults of the rulebook and options, which are not members of the entry, moved to the type of the entry."""
    return [fault._replace(path=("type",)) if fault.path[0] in ("ruleset", "options") else fault for fault in faults]


def _correction(sent: _Sent, table: _SheetContext, _: SessionState) -> _ParsedEntry:
    amounts = sent.entry.get("amounts", [0] * table.players)
    faults = _wrong_number(amounts, table.players, ("amounts",))
    added_up = table.compiled is not None and table.compiled.settlement.settled_by is SettledBy.SCORES
    if not faults and not sent.faults and not added_up and (total := sum(amounts)):
        faults.append(Fault("correction-not-zero-sum", ("amounts",), facts={"sum": total}))
    return _ParsedEntry(faults, Correction(amounts, sent.entry.get("reason", "")))


def _house_rules(sent: _Sent, table: _SheetContext, _: SessionState) -> _ParsedEntry:
    found: list[Fault] = []
    compiled = rulebook_that_scores({**table.sent, "house_rules": sent.entry.get("house_rules")}, found)
    faults = [fault for fault in found if fault.lies_in(("house_rules",))]
    if not faults:  # options that the sheet may have, but not by these rules
        faults = [fault._replace(path=("house_rules",)) for fault in found if fault not in table.wrong]
    wrong = bool(faults or sent.faults) or compiled is None
    return _ParsedEntry(faults, None if wrong or compiled is None else NewRules(compiled))


_NO_PLAY: Final = ("correction", "house-rules")
"""The types of entries by which nobody's turn passes."""
_READERS: Final[Mapping[str, Callable[[_Sent, _SheetContext, SessionState], _ParsedEntry]]] = {
    "deal": _deal,
    "washed-tiles": _washed_tiles,
    "false-mahjong": _false_mahjong,
    "fine": _fine,
    "correction": _correction,
    "house-rules": _house_rules,
}
