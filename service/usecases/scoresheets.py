"""Settling a whole sitting: every entry played, with what each player has after it."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from service.domain.deal import Deal
from service.domain.penalties import false_call, wash
from service.domain.pipeline import settle_deal
from service.domain.rulebook.terms import Terms
from service.domain.settlement import NextDeal, Settlement
from service.domain.sitting import Standing
from service.domain.transfers import fewest_transfers
from service.reading.requests import WashedTiles
from service.reading.rules import Note, unnoted
from service.reading.scoresheets import Correction, Event, Sheet, read_scoresheet
from service.telling import sheets as tell
from service.telling.answers import Answer
from service.telling.sheets import Line, Sitting, as_csv, as_json


class _Played(NamedTuple):
    """What an entry comes to."""

    event: Answer
    """It, as the answer tells it."""
    settlement: Settlement | None = None
    next_deal: NextDeal | None = None
    amounts: Sequence[int] = ()
    """What a correction adds to each player's total."""


def keep_scoresheet(body: object, *, counters: bool = False, first: int = 1, note: Note = unnoted) -> Answer:
    """Settle a whole sitting and tell the entries from this number on. Raises Refused."""
    return as_json(_sitting(read_scoresheet(body, note)), counters=counters, first=first)


def keep_scoresheet_as_csv(body: object, *, note: Note = unnoted) -> str:
    """Settle a whole sitting, told as a table. Raises Refused."""
    return as_csv(_sitting(read_scoresheet(body, note)))


def _sitting(sheet: Sheet) -> Sitting:
    lines = list(_lines(sheet))
    totals = lines[-1].totals if lines else sheet.starting_totals
    won = [total - start for total, start in zip(totals, sheet.starting_totals, strict=True)]
    return Sitting(sheet.terms, sheet.players, lines, totals, fewest_transfers(won), sheet.standing)


def _lines(sheet: Sheet) -> Iterator[Line]:
    players = len(sheet.players)
    played = [_play(step.event, step.standing, sheet.terms) for step in sheet.steps]
    nets = [_net(step.standing, each, players) for step, each in zip(sheet.steps, played, strict=True)]
    running = list(accumulate(nets, _add, initial=sheet.starting_totals))[1:]
    entries = zip(sheet.steps, played, nets, running, strict=True)
    for number, ((kind, its_id, standing, _), (event, settlement, follows, _), net, totals) in enumerate(entries, 1):
        yield Line(number, kind, its_id, standing, settlement, follows, event, net, totals)


def _play(event: Event, standing: Standing, terms: Terms) -> _Played:
    if isinstance(event, Deal):
        settled = settle_deal(event, terms)
        return _Played(tell.deal(event, settled.scores, standing), settled.settlement, settled.next_deal)
    if isinstance(event, Correction):
        return _Played(tell.correction(event.reason), amounts=event.amounts)
    if isinstance(event, WashedTiles):
        ended = wash(terms, standing.players, event.player, event.concealed)
        return _Played(tell.washed_tiles(event.player, event.concealed, standing), *ended)
    ended = false_call(terms, standing.players, event.player, exposed=bool(event.exposed))
    return _Played(tell.false_mahjong(event.player, event.exposed, standing), *ended)


def _net(standing: Standing, played: _Played, players: int) -> Sequence[int]:
    """What each player receives in all."""
    if played.settlement is None:
        return played.amounts
    net = [0] * players
    for player, row in zip(standing.seating, played.settlement.matrix, strict=True):
        net[player] = sum(row)
    return net


def _add(one: Sequence[int], other: Sequence[int]) -> Sequence[int]:
    return [left + right for left, right in zip(one, other, strict=True)]
