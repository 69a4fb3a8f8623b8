"""Score hands that the players counted or named; the limit applies, except to limit hands that are paid in full."""

from typing import Final

from pung_chow_settlement.domain.arrangements import NO_SETS
from pung_chow_settlement.domain.hand import HandCount
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.rule_table import NO_RULES, CompiledRule, Item, RuleTable
from pung_chow_settlement.domain.rulebook.rules import WHOLE_LIMIT, Book, ScoringRule, SettlementRule, waiting_id
from pung_chow_settlement.domain.scoring import MadeBy, Score, score_by_name

TABLE: Final = Book("table", "The players at the table, who counted a hand themselves")
COUNT: Final = SettlementRule(
    id="counted-by-the-table", text="Counted by the players at the table", source=TABLE("no page")
)
LIMIT_HAND: Final = SettlementRule(
    id="limit-hand-by-the-table", text="A limit hand, by the players at the table", source=TABLE("no page")
)


def score_counted(count: HandCount, compiled: CompiledRulebook, *, won: bool) -> Score:
    """The score of a hand by the players' own count, or by the rule that they name."""
    if count.rule_id is not None:
        whole, *half = rows_named(count.rule_id, compiled, won=won)
        return score_by_name(half[0] if half and count.exposed else whole, compiled, won=won)
    points = count.points or 0
    uncapped = points << count.doubles
    limit = _limit(count, compiled, won=won)
    by_count = uncapped if limit is None else min(uncapped, limit)
    takes_limit = count.limit_hand and not won and compiled.losers_take_limit
    share = (compiled.limit_hand_score or 0) if count.limit_hand and not takes_limit else 0
    made_by_share = count.limit_hand and bool(share) and share >= by_count
    return Score(
        points=points,
        doubles=count.doubles,
        bonus_points=0,
        uncapped_score=uncapped,
        score=max(by_count, share),
        limit_hands=(LIMIT_HAND.id,) if count.limit_hand else (),
        arrangement=NO_SETS,
        gives=NO_RULES,
        further=_items(count, WHOLE_LIMIT if made_by_share else 0),
        limit_percent=WHOLE_LIMIT if count.limit_hand else 0,
        made_by=MadeBy.SHARE if made_by_share else MadeBy.COUNT,
        amount=(compiled.limit_hand_score or 0) if made_by_share else 0,
        is_counted_limit_hand=count.limit_hand,
        takes_limit=takes_limit,
    )


def rows_named(rule: str, compiled: CompiledRulebook, *, won: bool) -> tuple[CompiledRule, ...]:
    """What this rule makes a hand score whatever its count: a second row if a hand with a claimed set scores half.

    Of a hand that did not win it is the rule itself if it counts for all hands, else that of waiting for it, which may
    be named by an alias too. Empty if the rule gives such a hand nothing.
    """
    table = _table(compiled, won=won)
    rows = [row for _, row in table.rows if _is_named(row.rule, rule) and _is_worth(row, compiled)]
    held = tuple([row for row in rows if not row.rule.is_waiting_row])
    return held or tuple(rows)


def _is_named(rule: ScoringRule, name: str) -> bool:
    return name == rule.id or (rule.is_waiting_row and name == waiting_id(rule))


def may_be_limit_hand(compiled: CompiledRulebook, *, won: bool) -> bool:
    """True if a rule makes such a hand a limit hand."""
    rows = [row for _, row in _table(compiled, won=won).rows if not row.rule.is_waiting_row]
    return any(row.limit_percent >= WHOLE_LIMIT for row in rows)


def _table(compiled: CompiledRulebook, *, won: bool) -> RuleTable:
    return compiled.winner if won else compiled.losers


def _is_worth(row: CompiledRule, compiled: CompiledRulebook) -> bool:
    return row.score is not None or bool(row.limit_percent and compiled.limit_hand_score is not None)


def _limit(count: HandCount, compiled: CompiledRulebook, *, won: bool) -> int | None:
    """The limit of the count; None for a limit hand if the rulebook pays more than the limit for it."""
    return None if count.limit_hand and compiled.settlement.pays_above_limit else compiled.limit_of(won=won)


def _items(count: HandCount, percent: int) -> tuple[Item, ...]:
    counted = () if count.points is None else (Item(COUNT, (), points=count.points),)
    doubled = (Item(COUNT, (), doubles=count.doubles),) if count.doubles else ()
    shared = (Item(LIMIT_HAND, (), limit_percent=percent),) if percent else ()
    return (*counted, *doubled, *shared)
