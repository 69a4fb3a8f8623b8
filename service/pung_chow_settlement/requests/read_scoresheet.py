"""Parse a scoresheet: its entries in order, each with the state of the session before it.

The seats of an entry depend on the entries before it. Players are numbered in seat order, the first East first.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.calls import (
    OTHER_CALLERS,
    PAYEE,
    Call,
    FalseMahjongCall,
    FineCall,
    WashedTilesCall,
    after_false_call,
    false_call_faults,
    fine_faults,
    washing_faults,
)
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Facts, Fault, Path
from pung_chow_settlement.domain.hand import has_wild_tiles
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal, legal_deal
from pung_chow_settlement.domain.legality.unchecked_deal import RequestPaths, UncheckedDeal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.settlement_terms import AfterGoulash, SettledBy
from pung_chow_settlement.domain.seats import EAST, SEAT_NAMES, Seat
from pung_chow_settlement.domain.session import SessionState
from pung_chow_settlement.domain.turns import Outcome, outcome_of
from pung_chow_settlement.requests.forms import (
    DANGEROUS_DISCARDING_PLAYER,
    DISCARDING_PLAYER,
    ENTRY,
    OTHER_CALLING_PLAYERS,
    PLAYER,
    RECEIVING_PLAYER,
    SITS_OUT,
    WINNING_PLAYER,
    forms,
)
from pung_chow_settlement.requests.options import WITHOUT_EFFECT
from pung_chow_settlement.requests.read_deal import Body, rulebook_that_scores
from pung_chow_settlement.requests.refusals import Failure, failed_at, invalid_request
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.schemas.fields import MAX_FAULTS, load, nearest

GOULASH: Final = "goulash"
"""The member that says whether a deal is a goulash."""
HOUSE_RULES: Final = "house-rules"
"""The type of an entry that changes the rules."""
RULES_FAILED: Final = Fault("rules-failed", ())
"""An unexpected error at such an entry, which ends the sheet: no later deal is settled by the rules before."""


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
    compiled: CompiledRulebook
    standing: SessionState
    event: Event


class Sheet(NamedTuple):
    """A scoresheet without fault, and the client's own name for it."""

    id: str | None
    compiled: CompiledRulebook
    players: Sequence[str]
    starting_totals: Sequence[int]
    steps: list[Step]
    standing: SessionState
    """The standing after the last entry."""
    goulash_follows: bool
    """True if the next deal is a goulash, by the rules that hold after the last entry."""


class _SheetContext(NamedTuple):
    """The data that reading an entry needs."""

    rulebooks: Rulebooks
    sent: Body
    """The members of the sheet, of which the rulebook and the options hold with other house rules too."""
    compiled: CompiledRulebook
    players: int
    steps: Steps

    def start(self) -> SessionState:
        """The standing before the first deal."""
        session = self.compiled.rulebook.session
        winds = session.rounds_of(self.players)
        return SessionState(self.players, session.rounds, winds, self.sent.get("games"), self.compiled.turn)

    def after(self, event: Event | None) -> "_SheetContext":
        """The same with the rules that hold after an entry."""
        return self._replace(compiled=event.compiled) if isinstance(event, NewRules) else self


class _Entry(NamedTuple):
    """An entry: its members, if it is malformed as far as they could be read, and the faults of its form."""

    members: Body
    faults: list[Fault]

    @property
    def type(self) -> str | None:
        """Its type; None if that could not be read."""
        return self.members.get("type")

    def lacks(self, *names: str) -> bool:
        """True if one of these members could not be read."""
        return any(fault.lies_in((name,)) for fault in self.faults for name in names)


class _Followed(NamedTuple):
    """The legal entries, the faults of the others, and the standing and the table after the last that could be read."""

    steps: list[Step]
    faults: list[Fault]
    standing: SessionState
    table: _SheetContext


class _ReadEntry(NamedTuple):
    """The result of reading an entry."""

    faults: list[Fault]
    event: Event | None
    """None if the entry has faults."""


def read_scoresheet(rulebooks: Rulebooks, body: object, steps: Steps) -> Sheet:
    """Read a whole session, whose deals may take these steps. Raises Refused with every fault."""
    data, faults = load(forms(rulebooks).scoresheet, body)
    compiled = rulebook_that_scores(rulebooks, data, faults)
    players = data.get("players", ())
    starting = data.get("starting_totals", [0] * len(players))
    if players:
        faults += [*_wrong_number(starting, len(players), ("starting_totals",)), *_same_names(players)]
    if compiled is not None:
        faults += _games_unknown(data, compiled)
    entries = _entries(data.get("entries", ()), len(players))
    malformed = [fault.prefixed(("entries", index)) for index, entry in enumerate(entries) for fault in entry.faults]
    malformed += _duplicate_ids(entries)
    if faults or compiled is None:
        raise invalid_request([*faults, *malformed])
    followed = _follow(entries, _SheetContext(rulebooks, data, compiled, len(players), steps))
    if found := [*malformed, *followed.faults]:
        raise invalid_request(found)
    goulash_follows = _expects_goulash(followed.table, followed.standing)
    return Sheet(data.get("id"), compiled, players, starting, followed.steps, followed.standing, goulash_follows)


def _entries(given: Iterable[object], players: int) -> list[_Entry]:
    """The entries until there are MAX_FAULTS of their form; the number of players is 0 if it is unknown."""
    entries: list[_Entry] = []
    left = MAX_FAULTS
    for each in given:
        members, faults = load(ENTRY, each)
        entries.append(_Entry(members, [_of_these_players(fault, players) for fault in faults] if players else faults))
        left -= len(faults)
        if left <= 0:
            break
    return entries


def _of_these_players(fault: Fault, players: int) -> Fault:
    """A fault of a player's number that nobody can have, with the numbers of those who sit at the table."""
    if fault.code != "out-of-range" or fault.facts.get("most") != PLAYER.max:
        return fault
    return fault._replace(facts={**fault.facts, "most": players - 1})


def _same_names(players: Sequence[str]) -> Iterator[Fault]:
    """Faults of names that a player before has; spaces make no difference."""
    names = [" ".join(name.split()) for name in players]
    for player, name in enumerate(names):
        if (first := names.index(name)) < player:
            yield Fault("wrong-name", ("players", player), facts={"player": first}, sentence="taken")


def _games_unknown(data: Body, compiled: CompiledRulebook) -> list[Fault]:
    """A fault if a number of games is given and the rulebook has no games."""
    if compiled.rulebook.session.rounds or data.get("games") is None:
        return []
    return [Fault("unexpected-member", ("games",), sentence="games")]


def _duplicate_ids(entries: Iterable[_Entry]) -> list[Fault]:
    """Faults of ids that an earlier entry has; empty ids are ignored."""
    first: dict[str, int] = {}
    faults = []
    for index, entry in enumerate(entries):
        name = entry.members.get("id")
        if name and first.setdefault(name, index) != index:
            facts: Facts = {"given": name, "entry": first[name] + 1}
            faults.append(Fault("duplicate-id", ("entries", index, "id"), facts=facts))
    return faults


def _follow(entries: list[_Entry], table: _SheetContext) -> _Followed:
    """Judge the well-formed entries in order, until the seating or the rules are unknown."""
    steps, faults, standing = list[Step](), list[Fault](), table.start()
    for index, entry in enumerate(entries):
        if entry.type is None or entry.lacks(SITS_OUT):
            break
        seated = _seated(entry.members, standing)
        if entry.type not in _NO_PLAY and seated.is_over:
            faults.append(Fault("game-is-over", ("entries", index), facts={"games": seated.games or 0}))
            break
        read = _ReadEntry([], None) if entry.faults else _read(entry.members, table, seated, index + 1)
        faults += [fault.prefixed(("entries", index)) for fault in read.faults]
        if read.event is not None:
            steps.append(Step(entry.type, entry.members.get("id"), table.compiled, seated, read.event))
        if len(faults) >= MAX_FAULTS or (entry.type == HOUSE_RULES and read.event is None):
            break
        table = table.after(read.event)
        if entry.type in _NO_PLAY:
            continue
        outcome = None if entry.lacks(*_deciding(entry.type, table)) else _outcome(entry.members, table, seated)
        if outcome is None:
            break
        standing = replace(seated, turn=table.compiled.turn).after(outcome, goulash=_is_goulash(entry.members))
    return _Followed(steps, faults, standing, table)


def _deciding(entry_type: str, table: _SheetContext) -> Sequence[str]:
    """The members of such an entry that decide who is East next: wild tiles too, where a goulash does."""
    passes = entry_type == "deal" and table.compiled.turn.after_goulash is AfterGoulash.PASSES
    return (*_DECIDING[entry_type], "hands") if passes else _DECIDING[entry_type]


def _seated(entry: Body, standing: SessionState) -> SessionState:
    """The standing with the player out whom an entry names and, where there are no rounds, the wind that it gives."""
    if not standing.has_rounds:
        standing = replace(standing, named_wind=entry.get("round_wind"))
    out = entry.get(SITS_OUT)
    return standing if out is None or standing.sits_out is None else standing.without(out)


def _read(entry: Body, table: _SheetContext, standing: SessionState, number: int) -> _ReadEntry:
    try:
        read = _READERS[entry["type"]](entry, table, standing)
    except Exception:
        failure = failed_at(f"entry {number} of a scoresheet")
        return _ReadEntry([RULES_FAILED], None) if entry["type"] == HOUSE_RULES else _ReadEntry([], failure)
    unexpected = _nobody_out(entry, standing)
    return _ReadEntry(unexpected + read.faults, None) if unexpected else read


def _outcome(entry: Body, table: _SheetContext, standing: SessionState) -> Outcome | None:
    """The result of an entry for East; None if it names somebody who does not play."""
    if entry["type"] == "false-mahjong":
        return _after_false_call(entry, table, standing)
    if entry["type"] == "fine":
        return _after_a_fine(entry, standing)
    if entry["type"] != "deal":
        return Outcome.CALLED_OFF
    winner = entry.get("winner")
    return None if _not_playing(winner, standing) else outcome_of(_seat(winner, standing))


def _after_false_call(entry: Body, table: _SheetContext, standing: SessionState) -> Outcome | None:
    penalty, exposed = table.compiled.rulebook.false_mahjong, bool(entry.get("hand_exposed"))
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
    payee = _seat(entry.get(PAYEE), standing)
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


def _deal(entry: Body, table: _SheetContext, standing: SessionState) -> _ReadEntry:
    win: Win | None = entry.get("win")
    contradictions = [
        *_unsaid_goulash(entry, table, standing),
        *(_not_playing(entry.get("east_player"), standing, "east_player") or _wrong_east(entry, standing)),
        *_wrong_round_wind(entry, standing),
    ]
    unseated = [
        *_wrong_number(entry["hands"], len(standing.seating), ("hands",)),
        *_not_playing(entry.get("winner"), standing, WINNING_PLAYER),
        *_not_playing(win and win.discarder, standing, "win", DISCARDING_PLAYER),
        *_not_playing(win and win.dangerous_discard_by, standing, "win", DANGEROUS_DISCARDING_PLAYER),
    ]
    if unseated:
        return _ReadEntry([*unseated, *contradictions], None)
    legal = legal_deal(_unchecked(entry, table, standing))
    faults = contradictions if isinstance(legal, LegalDeal) else [*contradictions, *legal]
    return _ReadEntry(faults, legal if isinstance(legal, LegalDeal) and not faults else None)


def _seat(player: int | None, standing: SessionState) -> Seat | None:
    """The seat of a player; None for no player, a number that no player has, or one who sits out."""
    return None if player is None or player not in standing.seating else standing.seat_of(player)


def _unchecked(entry: Body, table: _SheetContext, standing: SessionState) -> UncheckedDeal:
    """The deal of an entry whose players are all seated."""
    seating, playing = standing.seating, sorted(standing.seating)
    hands = dict(zip(playing, entry["hands"], strict=True))
    winner, win = _seat(entry.get("winner"), standing), entry.get("win")
    if win is not None:
        win = win._replace(
            discarder=_seat(win.discarder, standing),
            consecutive_wins=standing.consecutive_wins + 1 if winner is EAST else 1,
            dangerous_discard_by=_seat(win.dangerous_discard_by, standing),
        )
    assert standing.round_wind is not None, "a deal after the end is refused before"
    return UncheckedDeal(
        hands={seat: hands[player] for seat, player in zip(seating.seats, seating, strict=True)},
        seats=seating.seats,
        winner=winner,
        win=win,
        round_wind=standing.round_wind,
        discards=entry.get("discards", ()),
        compiled=table.compiled,
        steps=table.steps,
        wins_before=standing.consecutive_wins,
        goulash=entry.get(GOULASH),
        at=RequestPaths(
            hand=lambda seat: ("hands", playing.index(seating[seat])),
            discarder=DISCARDING_PLAYER,
            liable=DANGEROUS_DISCARDING_PLAYER,
        ),
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


def _is_goulash(entry: Body) -> bool:
    """True if an entry is a goulash, as far as its members could be read: it says so, or a hand has wild tiles."""
    return bool(entry.get(GOULASH, has_wild_tiles(entry.get("hands", ()))))


def _expects_goulash(table: _SheetContext, standing: SessionState) -> bool:
    """True if the next deal is a goulash: nobody won the one before, and the rulebook plays a goulash then."""
    return standing.drawn and table.compiled.rulebook.goulash is not None


def _unsaid_goulash(entry: Body, table: _SheetContext, standing: SessionState) -> list[Fault]:
    """A fault if nobody won the deal before, the rulebook plays a goulash then, and the entry does not say if it is."""
    if not _expects_goulash(table, standing) or GOULASH in entry or _is_goulash(entry):
        return []
    return [Fault("missing-member", (GOULASH,), sentence="goulash")]


def _washed_tiles(entry: Body, table: _SheetContext, standing: SessionState) -> _ReadEntry:
    hand = entry["hand"]
    if absent := _not_playing(entry["player"], standing, "player"):
        return _ReadEntry(absent, None)
    call = WashedTilesCall(standing.seat_of(entry["player"]), hand["concealed"])
    return _called(call, washing_faults(table.compiled, call, hand.get("bonus", ())))


def _false_mahjong(entry: Body, table: _SheetContext, standing: SessionState) -> _ReadEntry:
    first, *others = callers = _callers(entry)
    absent = _not_playing(first, standing, "player")
    for index, player in enumerate(others):
        absent += _not_playing(player, standing, OTHER_CALLING_PLAYERS, index)
    if absent:
        return _ReadEntry(absent, None)
    call = FalseMahjongCall(tuple([standing.seat_of(player) for player in callers]), entry.get("hand_exposed"))
    return _called(call, false_call_faults(table.compiled, call, len(standing.seating), OTHER_CALLING_PLAYERS))


def _fine(entry: Body, table: _SheetContext, standing: SessionState) -> _ReadEntry:
    payer, payee = entry["player"], entry.get(PAYEE)
    if absent := _not_playing(payer, standing, "player") + _not_playing(payee, standing, RECEIVING_PLAYER):
        return _ReadEntry(absent, None)
    call = FineCall(entry["fine"], standing.seat_of(payer), _seat(payee, standing), entry.get("score"))
    return _called(call, fine_faults(table.compiled, call, nearest, RECEIVING_PLAYER))


def _callers(entry: Body) -> list[int]:
    """The numbers of the players who called a false Mah-Jong."""
    return [entry["player"], *entry.get(OTHER_CALLERS, [])]


def _called(call: Call, faults: list[Fault]) -> _ReadEntry:
    """A call, with faults of the rulebook and options, which are not members of the entry, moved to its type."""
    at_type = [fault._replace(path=("type",)) if fault.path[0] in ("ruleset", "options") else fault for fault in faults]
    return _ReadEntry(at_type, None if faults else call)


def _correction(entry: Body, table: _SheetContext, _: SessionState) -> _ReadEntry:
    amounts = entry["amounts"]
    faults = _wrong_number(amounts, table.players, ("amounts",))
    added_up = table.compiled.settlement.settled_by is SettledBy.SCORES
    if not faults and not added_up and (total := sum(amounts)):
        faults.append(Fault("correction-not-zero-sum", ("amounts",), facts={"sum": total}))
    return _ReadEntry(faults, Correction(amounts, entry["reason"]))


def _house_rules(entry: Body, table: _SheetContext, _: SessionState) -> _ReadEntry:
    found: list[Fault] = []
    compiled = rulebook_that_scores(table.rulebooks, {**table.sent, "house_rules": entry.get("house_rules")}, found)
    faults = [fault for fault in found if fault.lies_in(("house_rules",))]
    if not faults:  # options that the sheet may have, but not by these rules; one without effect meant earlier deals
        faults = [fault._replace(path=("house_rules",)) for fault in found if fault.sentence != WITHOUT_EFFECT]
    return _ReadEntry(faults, None if faults or compiled is None else NewRules(compiled))


_NO_PLAY: Final = ("correction", HOUSE_RULES)
"""The types of entries by which nobody's turn passes."""
_DECIDING: Final[Mapping[str, Sequence[str]]] = {
    "deal": (WINNING_PLAYER, GOULASH),
    "washed-tiles": (),
    "false-mahjong": ("player", OTHER_CALLING_PLAYERS, "hand_exposed"),
    "fine": (RECEIVING_PLAYER, "score"),
}
"""By type of entry, the members that decide who is East next."""
_READERS: Final[Mapping[str, Callable[[Body, _SheetContext, SessionState], _ReadEntry]]] = {
    "deal": _deal,
    "washed-tiles": _washed_tiles,
    "false-mahjong": _false_mahjong,
    "fine": _fine,
    "correction": _correction,
    HOUSE_RULES: _house_rules,
}
