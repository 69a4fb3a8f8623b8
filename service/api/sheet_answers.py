"""The answers of a scoresheet: as JSON, and as a table for a spreadsheet."""

import csv
import io
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from service.api import responses as tell
from service.api.responses import Answer
from service.api.scoresheets import Played, Sheet, Step
from service.domain.seats import SEAT_NAMES, BySeat
from service.domain.sitting import Standing


class _Line(NamedTuple):
    """One entry, played."""

    number: int
    step: Step
    played: Played
    net: Sequence[int]
    totals: Sequence[int]


def _lines(sheet: Sheet) -> list[_Line]:
    played = [step.play() for step in sheet.steps]
    nets = [_net(step.standing, each, len(sheet.players)) for step, each in zip(sheet.steps, played, strict=True)]
    running = list(accumulate(nets, _add, initial=sheet.starting_totals))[1:]
    told = zip(sheet.steps, played, nets, running, strict=True)
    return [_Line(number, *each) for number, each in enumerate(told, 1)]


def _net(standing: Standing, played: Played, players: int) -> Sequence[int]:
    """What each player receives in all."""
    if played.settlement is None:
        return played.amounts or [0] * players
    net = [0] * players
    for player, row in zip(standing.seating, played.settlement.matrix, strict=True):
        net[player] = sum(row)
    return net


def _add(one: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    return [left + right for left, right in zip(one, other, strict=True)]


# JSON


def as_json(sheet: Sheet, *, counters: bool = False) -> Answer:
    """Each entry's payments and running totals, the standings, and where the game stands."""
    lines = _lines(sheet)
    totals = lines[-1].totals if lines else sheet.starting_totals
    return {
        **tell.rules(sheet.rules),
        "players": sheet.players,
        "entries": [_entry(line, counters=counters) for line in lines],
        "standings": _standings(sheet.players, totals),
        "next": _next(sheet.standing),
    }


def _entry(line: _Line, *, counters: bool) -> Answer:
    _, (entry, standing, _), played, net, totals = line
    named = {"id": entry["id"]} if "id" in entry else {}
    answer: Answer = {"number": line.number, "type": entry["type"], **named}
    if played.settlement is not None:
        seating = standing.seating
        answer |= {
            **_stands(standing),
            "payments": [tell.payment(each, seating, counters=counters) for each in played.settlement.payments],
            "dangerous_discard": tell.danger(played.settlement.danger, seating),
        }
    if played.scores is not None:
        answer["hands"] = [tell.score(played.scores[standing.seat_of(player)]) for player in range(standing.players)]
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


def as_csv(sheet: Sheet) -> str:
    """One line an entry: what it was, each player's net and each player's total."""
    out = io.StringIO()
    rows = csv.writer(out)
    names = [_harmless(name) for name in sheet.players]
    rows.writerow(["number", "type", "id", "round_wind", "deal", "east", *names, *(f"{name} total" for name in names)])
    for line in _lines(sheet):
        rows.writerow([*_what(line), *line.net, *line.totals])
    return out.getvalue()


def _what(line: _Line) -> list[Any]:
    entry, standing, _ = line.step
    told = [line.number, entry["type"], _harmless(entry.get("id", ""))]
    if line.played.settlement is None:
        return [*told, "", "", ""]
    stands = _stands(standing)
    return [*told, stands["round_wind"], stands["deal"], standing.east]


def _harmless(text: str) -> str:
    """Text that a spreadsheet takes for text: a formula's first character gets a quote before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text
