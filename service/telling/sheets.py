"""The answers of a scoresheet: as JSON, and as a table for a spreadsheet."""

import csv
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score
from service.domain.seats import SEAT_NAMES, BySeat
from service.domain.settlement import Settlement
from service.domain.sitting import Standing
from service.telling import answers as tell
from service.telling.answers import Answer


class Line(NamedTuple):
    """One entry, played: what it was, how the game stood before it, and what it came to."""

    number: int
    type: str
    id: str | None
    standing: Standing
    settlement: Settlement | None
    scores: BySeat[Score] | None
    net: Sequence[int]
    """What each player receives in all."""
    totals: Sequence[int]
    """What each player has after it."""


class Sitting(NamedTuple):
    """A scoresheet, played."""

    terms: Terms
    players: Sequence[str]
    lines: Sequence[Line]
    totals: Sequence[int]
    standing: Standing
    """Where the game stands after the last entry."""


# JSON


def as_json(sitting: Sitting, *, counters: bool = False) -> Answer:
    """Each entry's payments and running totals, the standings, and where the game stands."""
    return {
        **tell.played_by(sitting.terms),
        "players": sitting.players,
        "entries": [_entry(line, counters=counters) for line in sitting.lines],
        "standings": _standings(sitting.players, sitting.totals),
        "next": _next(sitting.standing),
    }


def _entry(line: Line, *, counters: bool) -> Answer:
    number, kind, its_id, standing, settlement, scores, net, totals = line
    named = {} if its_id is None else {"id": its_id}
    answer: Answer = {"number": number, "type": kind, **named}
    if settlement is not None:
        seating = standing.seating
        answer |= {
            **_stands(standing),
            "payments": [tell.payment(each, seating, counters=counters) for each in settlement.payments],
            "dangerous_discard": tell.danger(settlement.danger, seating),
        }
    if scores is not None:
        answer["hands"] = [tell.scored(scores[standing.seat_of(player)]) for player in range(standing.players)]
    return answer | {"net": net, "totals": totals}


def _stands(standing: Standing) -> Answer:
    wind = standing.round_wind
    return {
        "round_wind": None if wind is None else SEAT_NAMES[wind],
        "deal": standing.deals + 1,
        "seats": _seats(standing.seating),
    }


def _seats(seating: BySeat[int]) -> dict[str, int]:
    return {SEAT_NAMES[seat]: player for seat, player in seating.of()}


def _standings(players: Sequence[str], totals: Sequence[int]) -> list[Answer]:
    """The best first; equal totals share a rank."""
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


def _next(standing: Standing) -> Answer:
    return {
        **_stands(standing),
        "east": standing.east,
        "consecutive_wins": standing.run,
        "round_over": standing.round_over,
        "set_over": standing.set_over,
    }


# CSV


def as_csv(sitting: Sitting) -> str:
    """One line an entry: what it was, each player's net and each player's total."""
    out = io.StringIO()
    rows = csv.writer(out)
    names = [_harmless(name) for name in sitting.players]
    rows.writerow(["number", "type", "id", "round_wind", "deal", "east", *names, *(f"{name} total" for name in names)])
    for line in sitting.lines:
        rows.writerow([*_what(line), *line.net, *line.totals])
    return out.getvalue()


def _what(line: Line) -> list[Any]:
    what = [line.number, line.type, _harmless(line.id or "")]
    if line.settlement is None:
        return [*what, "", "", ""]
    stands = _stands(line.standing)
    return [*what, stands["round_wind"], stands["deal"], line.standing.east]


def _harmless(text: str) -> str:
    """Text that a spreadsheet takes for text: a formula's first character gets a quote before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text
