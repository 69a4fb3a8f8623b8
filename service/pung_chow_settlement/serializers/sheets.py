"""Serialize a scoresheet."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import orjson

from pung_chow_settlement.domain.calls import Call, FalseMahjongCall
from pung_chow_settlement.domain.circumstances import held
from pung_chow_settlement.domain.deal import Deal, Win
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import SEAT_NAMES, BySeat, Seat
from pung_chow_settlement.domain.session import SessionState
from pung_chow_settlement.domain.settlement import NextDeal, Settlement
from pung_chow_settlement.domain.tiles import write
from pung_chow_settlement.domain.transfers import Transfer
from pung_chow_settlement.serializers import payments, rulesets, scored
from pung_chow_settlement.serializers.languages import JsonObject

PROBLEM: Final = "problem"
"""The member with the problem of an entry at which the service failed."""


class Line(NamedTuple):
    """One settled entry: type and id, the standing before it, and its result."""

    number: int
    type: str
    id: str | None
    standing: SessionState
    settlement: Settlement | None
    next_deal: NextDeal | None
    """Who is East after it; None if no deal was played."""
    event: JsonObject
    """The serialized event, with the score of every hand."""
    net: Sequence[int]
    """By player, what he receives in total."""
    totals: Sequence[int]
    """By player, his total after it."""
    owed: Sequence[int]
    """By player, what of his net the players owe each other: all of it, unless scores are only added up."""

    @property
    def failed(self) -> bool:
        """True if the service failed at it with an unexpected error, which `event` has."""
        return PROBLEM in self.event


class PlayedSheet(NamedTuple):
    """A settled scoresheet."""

    compiled: CompiledRulebook
    players: Sequence[str]
    lines: Sequence[Line]
    totals: Sequence[int]
    transfers: Sequence[Transfer]
    """The transfers that settle the session."""
    standing: SessionState
    """The standing after the last entry."""
    goulash_follows: bool
    """True if the next deal is a goulash by the rules that hold then."""

    @property
    def next_deal(self) -> NextDeal | None:
        """Who is East after the last deal; None before the first."""
        return next((line.next_deal for line in reversed(self.lines) if line.next_deal is not None), None)


def as_json(session: PlayedSheet, write: Callable[[Line], bytes], first: int) -> JsonObject:
    """The entries from number `first` on with running totals, the standings, and the state of the session.

    Entries are serialized one by one, so that a thousand objects are never in memory at once.
    """
    names = payments.by_player(range(len(session.players)))
    return {
        **rulesets.played_by(session.compiled),
        "players": session.players,
        "entries": [orjson.Fragment(write(line)) for line in session.lines[first - 1 :]],
        "unsettled": [line.number for line in session.lines if line.failed],
        "standings": _standings(session.players, session.totals),
        "transfers": [payments.transfer(each, names) for each in session.transfers],
        "next_deal": _next(session.standing, session.next_deal, goulash=session.goulash_follows),
    }


def entry(players: Sequence[str], line: Line, *, counters: bool) -> JsonObject:
    """An entry of the response."""
    paid, standing = line.settlement, line.standing
    names = payments.by_player(standing.seating, players)
    return {
        "number": line.number,
        "type": line.type,
        **_known(id=line.id),
        **(_standing(standing) if paid is not None else {}),
        **line.event,
        **({} if paid is None else payments.payments(paid, names, counters=counters)),
        "net": line.net,
        "totals": line.totals,
    }


def deal(played: Deal, scores: BySeat[Score], standing: SessionState) -> JsonObject:
    """A deal of a session: the winner, the win, and the score of every hand, in the order of the players."""
    seats = [standing.seat_of(player) for player in sorted(standing.seating)]
    return {
        "winning_player": _player(played.winner, standing),
        **_known(win=None if played.win is None else _win(played.win, standing)),
        **({"goulash": True} if played.goulash else {}),
        "hands": [scored.scored_in(played, seat, scores[seat]) for seat in seats],
    }


def _win(win: Win, standing: SessionState) -> JsonObject:
    """The win of a deal, without members that are false or unknown."""
    circumstances = {each.member: True for each in held(win)}
    return _known(
        source=win.source,
        tile=None if win.tile is None else write([win.tile]),
        discarding_player=_player(win.discarder, standing),
        **circumstances,
        consecutive_wins=win.consecutive_wins,
        discarder_excused=win.discarder_excused,
        dangerous_discarding_player=_player(win.dangerous_discard_by, standing),
    )


def called(call: Call, standing: SessionState) -> JsonObject:
    """Washed tiles, a false Mah-Jong or a fine of a session."""
    exposed = call.exposed if isinstance(call, FalseMahjongCall) else None
    return {**payments.called(call, payments.by_player(standing.seating)), **_known(hand_exposed=exposed)}


def correction(reason: str) -> JsonObject:
    """A correction of a session."""
    return {"reason": reason}


def new_rules(compiled: CompiledRulebook) -> JsonObject:
    """Other house rules of a session; nothing where the rulebook holds as it stands."""
    house = compiled.rulebook.house
    return _known(digest=compiled.digest, house_rules=None if house is None else rulesets.house_rules(house))


def _standing(standing: SessionState) -> JsonObject:
    wind = standing.round_wind
    return {
        **_known(round_wind=None if wind is None else SEAT_NAMES[wind]),
        **_known(game=standing.game_number, round=standing.round_number),
        "deal": standing.deals + 1,
        "seating": _seating(standing.seating),
        **_known(sits_out=standing.sits_out),
    }


def _known(**members: object) -> JsonObject:
    """The members whose value is not None."""
    return {name: value for name, value in members.items() if value is not None}


def _player(seat: Seat | None, standing: SessionState) -> int | None:
    return None if seat is None else standing.seating[seat]


def _seating(seating: BySeat[int]) -> dict[str, int]:
    return {SEAT_NAMES[seat]: player for seat, player in seating.of()}


def _standings(players: Sequence[str], totals: Sequence[int]) -> list[JsonObject]:
    """The standings, best first; equal totals share a rank."""
    order = sorted(range(len(players)), key=lambda player: -totals[player])
    return [
        {
            "player": player,
            "name": players[player],
            "total": totals[player],
            "rank": 1 + sum(total > totals[player] for total in totals),
        }
        for player in order
    ]


def _next(standing: SessionState, follows: NextDeal | None, *, goulash: bool) -> JsonObject:
    return {
        **_standing(standing),
        "east_player": standing.east,
        "wins_before": standing.consecutive_wins,
        "round_over": standing.round_over,
        "game_over": standing.is_over,
        **({} if follows is None else rulesets.row(follows.row)),
        **({"goulash": True} if goulash else {}),
    }
