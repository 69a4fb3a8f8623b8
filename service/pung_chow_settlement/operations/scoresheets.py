"""Settle a whole session: every entry, with each player's total after it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pung_chow_settlement.domain.calls import Call, ended_by
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.settlement_terms import SettledBy
from pung_chow_settlement.domain.session import SessionState
from pung_chow_settlement.domain.settlement import NextDeal, Settlement
from pung_chow_settlement.domain.transfers import fewest_transfers
from pung_chow_settlement.operations.bounds import RequestBudget, check_hands, check_sheet
from pung_chow_settlement.operations.deals import settled_within
from pung_chow_settlement.requests.read_scoresheet import (
    HOUSE_RULES,
    RULES_FAILED,
    Correction,
    NewRules,
    Sheet,
    Step,
    read_scoresheet,
)
from pung_chow_settlement.requests.refusals import Failure, Refused, failed_at, invalid_request
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.serializers import sheets as serialize
from pung_chow_settlement.serializers.brief import brief
from pung_chow_settlement.serializers.languages import JsonObject, identified, to_json
from pung_chow_settlement.serializers.problem_documents import failure
from pung_chow_settlement.serializers.sheets import PROBLEM, Line, PlayedSheet, as_json
from pung_chow_settlement.texts import Language


class _Played(NamedTuple):
    """The result of an entry."""

    event: JsonObject
    """The entry, serialized."""
    settlement: Settlement | None = None
    next_deal: NextDeal | None = None
    amounts: Sequence[int] = ()
    """What each player receives if there is no settlement, as by a correction."""
    owed: bool = True
    """True if these amounts are owed between the players."""


def settle_scoresheet(
    rulebooks: Rulebooks,
    body: object,
    *,
    counters: bool = False,
    first: int = 1,
    items: bool = True,
    language: Language | None = None,
) -> bytes:
    """Settle a whole session; the response has the entries from number `first` on, in a language (None: English).

    Without `items`, they are brief. Raises Refused.
    """
    budget = RequestBudget("entries", counts_items=items)
    check_sheet(body)
    sheet = read_scoresheet(rulebooks, body, budget.steps)
    session = _played(sheet, budget)

    def write(line: Line) -> bytes:
        entry = serialize.entry(session.players, line, counters=counters)
        return budget.add(to_json(entry if items else brief(entry), language))

    return to_json({**identified(sheet.id), **as_json(session, write, first)}, language)


def _played(sheet: Sheet, budget: RequestBudget) -> PlayedSheet:
    lines = list(_lines(sheet, budget))
    totals = lines[-1].totals if lines else sheet.starting_totals
    owed = [sum(each) for each in zip([0] * len(sheet.players), *[line.owed for line in lines], strict=True)]
    transfers = fewest_transfers(owed)
    return PlayedSheet(sheet.compiled, sheet.players, lines, totals, transfers, sheet.standing, sheet.goulash_follows)


def _lines(sheet: Sheet, budget: RequestBudget) -> Iterator[Line]:
    totals = sheet.starting_totals
    for number, step in enumerate(sheet.steps, 1):
        played = _play(step, step.compiled, budget, number)
        net, owed = _amounts(step.standing, played)
        totals = [total + added for total, added in zip(totals, net, strict=True)]
        line = (number, step.type, step.id, step.standing, played.settlement, played.next_deal, played.event)
        yield Line(*line, net, totals, owed)


def _play(step: Step, compiled: CompiledRulebook, budget: RequestBudget, number: int) -> _Played:
    try:
        if not isinstance(step.event, Failure):
            return _settled(step.event, step.standing, compiled, budget)
    except Refused:
        raise
    except Exception as error:
        failed_at(f"entry {number} of a scoresheet")
        if step.type == HOUSE_RULES:
            raise invalid_request([RULES_FAILED.prefixed(("entries", number - 1))]) from error
    return _Played({PROBLEM: failure()}, amounts=[0] * step.standing.players)


def _settled(
    event: LegalDeal | Call | Correction | NewRules,
    standing: SessionState,
    compiled: CompiledRulebook,
    budget: RequestBudget,
) -> _Played:
    if isinstance(event, LegalDeal):
        played = event.deal
        settled = settled_within(event, budget.steps)
        budget.count(sum([len(score.items) for score in settled.scores]))
        budget.check_items()
        serialized = serialize.deal(played, settled.scores, standing)
        check_hands(serialized["hands"], compiled)
        return _Played(serialized, settled.settlement, settled.next_deal)
    if isinstance(event, Correction):
        added_up = compiled.settlement.settled_by is SettledBy.SCORES
        return _Played(serialize.correction(event.reason), amounts=event.amounts, owed=not added_up)
    if isinstance(event, NewRules):
        return _Played(serialize.new_rules(event.compiled), amounts=[0] * standing.players)
    settlement, follows = ended_by(event, compiled, len(standing.seating), standing.consecutive_wins)
    return _Played(serialize.called(event, standing), settlement, follows)


def _amounts(standing: SessionState, played: _Played) -> tuple[Sequence[int], Sequence[int]]:
    """By player, what his total changes by, and what of it the players owe each other."""
    settlement = played.settlement
    if settlement is None:
        return played.amounts, played.amounts if played.owed else [0] * standing.players
    net, owed = [0] * standing.players, [0] * standing.players
    changes = zip(standing.seating, settlement.net.values(), settlement.matrix.values(), strict=True)
    for player, change, row in changes:
        net[player], owed[player] = change, sum(row.values())
    return net, owed
