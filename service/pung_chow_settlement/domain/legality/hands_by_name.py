"""Faults of a hand that the players name by its rule."""

from collections.abc import Iterator

from pung_chow_settlement.domain.clauses.clause import Clause
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import SHOWN, Facts, Fault, Named, Path
from pung_chow_settlement.domain.hand import HandCount
from pung_chow_settlement.domain.hand_context import FACTS_OF_WINS, NO_LAYOUTS, ArrangedHand, facts_of
from pung_chow_settlement.domain.layouts.spec import matcher
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.legality.win import possible_win
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, layout_of, waiting_id
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.shapes import FOUR_SETS
from pung_chow_settlement.domain.table_counts import rows_named


def named_hand_faults(deal: UncheckedDeal, seat: Seat, count: HandCount, path: Path) -> Iterator[Fault]:
    """Faults of the rule that the players name as the hand of a seat."""
    compiled, won, place = deal.compiled, seat is deal.winner, (*path, "special")
    name, rulebook = str(count.rule_id), compiled.rulebook
    known = {name for rule in rulebook.rules for name in (rule.id, waiting_id(rule))}
    facts: Facts = {"ruleset": rulebook.id, "rule": name[SHOWN]}
    if name not in known:
        yield Fault("unknown-value", place, facts=facts, sentence="rule-of-a-rulebook")
        return
    rows = rows_named(name, compiled, won=won)
    if not rows:
        yield Fault("unknown-value", place, facts=facts, sentence="special" if won else "special-of-another")
        return
    if len(rows) == 1 and count.exposed is not None:
        yield Fault("unexpected-member", (*path, "exposed"), facts=facts, sentence="exposed")
    elif len(rows) > 1 and count.exposed is None:
        yield Fault("missing-member", (*path, "exposed"), facts=facts, sentence="exposed")
    rule = rows[0].rule
    if won and deal.win is not None and not _may_be_won(deal, seat, deal.win, rule):
        hand = Named(rule.id, rule.text, rule.source.book)
        yield Fault("wrong-winning-tile", place, facts={"hand": hand}, sentence="named")


def _may_be_won(deal: UncheckedDeal, winner: Seat, win: Win, rule: ScoringRule) -> bool:
    """True if some tiles may have won in this way, seat and round by a rule."""
    layout = layout_of(rule)
    if layout is not None:
        found = matcher(layout, winner, deal.round_wind)
        return found is not None and found.may_win_by(win)
    stated, possible = facts_of(win, None), facts_of(possible_win(deal, winner, win), None)
    without_tiles = ArrangedHand(deal.contexts[winner], (), None, (), FOUR_SETS, stated, NO_LAYOUTS)
    clauses = deal.compiled.requirement_of(rule).clauses
    return all(_may_hold(clause, without_tiles, possible) for clause in clauses)


def _may_hold(clause: Clause, without_tiles: ArrangedHand, possible: int) -> bool:
    """True if the win does not exclude a clause, whatever the tiles are."""
    asked, stated = clause.asked, without_tiles.facts
    if asked.none_of & stated or any(not each & ~FACTS_OF_WINS and not each & possible for each in asked.any_of):
        return False
    return not clause.without_tiles or clause.judges is None or bool(clause.judges(without_tiles))
