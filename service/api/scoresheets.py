"""A whole sitting: from the list of what happened to payments, totals and where the game stands.

The entries are followed one after the other, since who sat where follows from those before. Players are numbered in
seat order, the first East first.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.api.fields import load
from service.api.requests import Rules, hand_of, refuse_faults, rules_of, win_of, win_where_won
from service.api.schemas import SCORESHEET
from service.domain.deal import Deal
from service.domain.legality import Case, Fault, Path, faults_of
from service.domain.penalties import false_call, false_call_faults, wash, washing_faults
from service.domain.pipeline import settle_deal
from service.domain.rulebook.model import Options, Rulebook
from service.domain.scoring import Score
from service.domain.seats import EAST, SEAT_NAMES, BySeat, Seat
from service.domain.settlement import Settlement
from service.domain.sitting import Outcome, Standing, outcome_of

Entry = Mapping[str, Any]


class Played(NamedTuple):
    """What an entry comes to."""

    settlement: Settlement | None = None
    scores: BySeat[Score] | None = None
    amounts: Sequence[int] | None = None
    """What a correction adds to each player's total."""


class Step(NamedTuple):
    """An entry that can be played: how it stood before it, and how to play it."""

    entry: Entry
    standing: Standing
    play: Callable[[], Played]


class Sheet(NamedTuple):
    """A scoresheet without fault."""

    rules: Rules
    players: Sequence[str]
    starting_totals: Sequence[int]
    steps: list[Step]
    standing: Standing
    """Where the game stands after the last entry."""


class _Table(NamedTuple):
    """What every entry is read with."""

    rulebook: Rulebook | None
    options: Options
    players: int


class _Told(NamedTuple):
    """An entry: what could be read of it, as it was sent, and the faults of its form, relative to it."""

    entry: Entry
    raw: Entry
    faults: list[Fault]


class _Reading(NamedTuple):
    """An entry as it was read: its faults, how to play it, and what it means for East (None: unknown, or nothing)."""

    faults: list[Fault]
    play: Callable[[], Played]
    outcome: Outcome | None


def read_scoresheet(body: object) -> Sheet:
    """Read a whole sitting. Raises Refused with every fault."""
    data, faults = load(SCORESHEET, body)
    rulebook, options = rules_of(data, faults)
    players = data.get("players", [])
    starting = data.get("starting_totals", [0] * len(players))
    if "players" in data and not any(fault.at[:1] == ("players",) for fault in faults):
        faults += _right_number(starting, len(players), ("starting_totals",))
    steps: list[Step] = []
    game: list[Fault] = []
    standing = Standing(max(len(players), 1))
    if isinstance(body, dict) and isinstance(body.get("entries"), list) and ("players",) not in {f.at for f in faults}:
        table = _Table(rulebook, options, len(players))
        own = _by_entry(faults)
        both = zip(data.get("entries", []), body["entries"], strict=False)
        told = [_Told(*each, own.get(index, [])) for index, each in enumerate(both)]
        standing = _follow(told, table, steps, game)
    refuse_faults(faults, game)
    assert rulebook is not None
    return Sheet(Rules(rulebook, options), players, starting, steps, standing)


def _by_entry(faults: list[Fault]) -> dict[str | int, list[Fault]]:
    """The faults of each entry, relative to it."""
    own: dict[str | int, list[Fault]] = {}
    for fault in faults:
        if fault.at[:1] == ("entries",) and len(fault.at) > 2:
            own.setdefault(fault.at[1], []).append(fault._replace(at=fault.at[2:]))
    return own


def _follow(entries: list[_Told], table: _Table, steps: list[Step], faults: list[Fault]) -> Standing:
    """Read entry after entry, as far as it is known who sat where; gather the steps and the faults."""
    standing = Standing(table.players)
    for index, told in enumerate(entries):
        entry = told.entry
        if not isinstance(entry, dict) or entry.get("type") not in _READERS:
            break
        reading = _READERS[entry["type"]](told, table, standing)
        faults += [fault._replace(at=("entries", index, *fault.at)) for fault in reading.faults]
        steps.append(Step(entry, standing, reading.play))
        if entry["type"] == "correction":
            continue
        if standing.set_over:
            faults.append(Fault("set-is-over", ("entries", index), "the set of four rounds ended with the deal before"))
            break
        if reading.outcome is None:
            break
        standing = standing.after(reading.outcome)
    return standing


def _right_number(values: Sequence[Any], players: int, at: Path) -> list[Fault]:
    if len(values) == players:
        return []
    return [Fault("wrong-number-of-players", at, f"{len(values)} values for {players} players")]


def _known_player(entry: Entry, member: str, table: _Table, *path: str) -> list[Fault]:
    player = entry.get(member)
    if player is None or player < table.players:
        return []
    detail = f"there is no player {player}: they are numbered 0 to {table.players - 1}"
    return [Fault("seat-not-playing", (*path, member), detail)]


# One reader for each type of entry


def _deal(told: _Told, table: _Table, standing: Standing) -> _Reading:
    entry = told.entry
    win = entry.get("win") if isinstance(entry.get("win"), dict) else {}
    faults = [
        *win_where_won(told.raw, entry),
        *_right_number(entry.get("hands", [None] * table.players), table.players, ("hands",)),
        *_known_player(entry, "winner", table),
        *_known_player(win or {}, "discarder", table, "win"),
        *_follows_on(entry, standing),
    ]
    if "winner" not in entry or faults:
        known = "winner" in entry and not _known_player(entry, "winner", table)
        return _Reading(faults, Played, outcome_of(_seat(entry["winner"], standing)) if known else None)
    winner = _seat(entry["winner"], standing)
    case = _case(told, winner, table, standing)
    faults = faults_of(case)

    def play() -> Played:
        assert table.rulebook is not None
        assert case.round_wind is not None
        hands = BySeat(case.hands.values())
        deal = Deal(hands, case.round_wind, winner, case.win, case.discards)
        settled = settle_deal(deal, table.rulebook, table.options)
        return Played(settled.settlement, settled.scores)

    return _Reading(faults, play, outcome_of(winner))


def _seat(player: int | None, standing: Standing) -> Seat | None:
    return None if player is None else standing.seat_of(player)


def _case(told: _Told, winner: Seat | None, table: _Table, standing: Standing) -> Case:
    entry, seating = told.entry, standing.seating
    read = {
        standing.seat_of(player): hand_of(hand, ("hands", player), told.faults)
        for player, hand in enumerate(entry.get("hands", []))
    }
    win = win_of(entry)
    if win is not None:
        discarder = None if win.discarder is None else standing.seat_of(win.discarder)
        wins = standing.run + 1 if winner is EAST else 1
        win = win._replace(discarder=discarder, consecutive_wins=wins)
    return Case(
        hands={seat: hand for seat in seating.seats if (hand := read.get(seat)) is not None},
        seats=seating.seats,
        winner=winner,
        win=win,
        round_wind=standing.round_wind,
        discards=entry.get("discards", ()),
        rulebook=table.rulebook,
        options=table.options,
        place=lambda seat: ("hands", seating[seat]),
    )


def _follows_on(entry: Entry, standing: Standing) -> list[Fault]:
    """What an entry says of itself must be what follows from the entries before it."""
    faults = []
    wind = standing.round_wind
    if wind is not None and entry.get("round_wind", wind) is not wind:
        detail = f"by the entries before it this deal is of {SEAT_NAMES[wind]}'s round"
        faults.append(Fault("round-wind-contradicts", ("round_wind",), detail))
    return faults


def _washed_tiles(told: _Told, table: _Table, standing: Standing) -> _Reading:
    entry = told.entry
    hand = entry.get("hand") or {}
    faults = _known_player(entry, "player", table)
    player = _seat(entry.get("player"), standing) if not faults else None
    faults += washing_faults(table.rulebook, player, hand.get("concealed"), hand.get("bonus", ()))

    def play() -> Played:
        assert table.rulebook is not None
        assert player is not None
        return Played(wash(table.rulebook, table.players, player, hand["concealed"]))

    return _Reading(_at_type(faults), play, Outcome.NOBODY_WON)


def _false_mahjong(told: _Told, table: _Table, standing: Standing) -> _Reading:
    entry = told.entry
    exposed = entry.get("hand_exposed")
    faults = _known_player(entry, "player", table)
    faults += false_call_faults(table.rulebook, table.options, exposed=exposed)

    def play() -> Played:
        assert table.rulebook is not None
        player = standing.seat_of(entry["player"])
        return Played(false_call(table.rulebook, table.options, table.players, player, exposed=bool(exposed)))

    return _Reading(_at_type(faults), play, Outcome.NOBODY_WON)


def _at_type(faults: list[Fault]) -> list[Fault]:
    """The rulebook and its options stand outside the entry: where they forbid it, its type is at fault."""
    return [fault._replace(at=("type",)) if fault.at[0] in ("ruleset", "options") else fault for fault in faults]


def _correction(told: _Told, table: _Table, _: Standing) -> _Reading:
    amounts = told.entry.get("amounts", [0] * table.players)
    faults = _right_number(amounts, table.players, ("amounts",))
    if not faults and not told.faults and sum(amounts):
        faults.append(Fault("correction-not-zero-sum", ("amounts",), f"the amounts sum to {sum(amounts)}, not to zero"))
    return _Reading(faults, lambda: Played(amounts=amounts), None)


_READERS: Final[Mapping[str, Callable[[_Told, _Table, Standing], _Reading]]] = {
    "deal": _deal,
    "washed-tiles": _washed_tiles,
    "false-mahjong": _false_mahjong,
    "correction": _correction,
}
