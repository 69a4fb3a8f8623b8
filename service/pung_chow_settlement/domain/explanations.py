"""Why a hand has its score: how the count becomes the score, the other arrangements, and what did not count.

Used only for requests with `explain`; `scoring.py` makes the score, and nothing here changes it.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import Arrangement
from pung_chow_settlement.domain.clauses.clause import FAR, Reason, reason
from pung_chow_settlement.domain.faults import Fact, Named
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import ShortDeadHand
from pung_chow_settlement.domain.rulebook.rules import WHOLE_LIMIT, AppliesTo, ScoringRule, written_percent
from pung_chow_settlement.domain.scoring import MadeBy, Score, may_win_by, scores_by_arrangement, sets_held, what_counts
from pung_chow_settlement.domain.shapes import FOUR_SETS

MAX_ARRANGEMENTS: Final = 8
"""Most arrangements in the explanation of a hand: the best-scoring ones."""
MAX_RULES: Final = 200
"""Most rules that do not count in the explanation of a hand: the nearest ones; no built-in rulebook has so many."""


class RankedArrangement(NamedTuple):
    """One arrangement that was counted for comparison."""

    score: Score
    may_win: bool
    """True if the hand may win in it."""


class NotCounted(NamedTuple):
    """Rules that do not count for the same reason."""

    reason: Reason
    rules: tuple[str, ...]


class Explanation(NamedTuple):
    """Why a hand has its score."""

    steps: tuple[Reason, ...]
    """How the count became the score."""
    compared: int
    """How many arrangements were compared."""
    arrangements: tuple[RankedArrangement, ...]
    """Some of them, the best first."""
    not_counted: tuple[NotCounted, ...]
    """Every rule that does not count, by its reason, the nearest first."""


def explained(context: HandContext, score: Score, compiled: CompiledRulebook) -> Explanation:
    """Explain the score of this hand."""
    steps = tuple(_steps(context, score, compiled))
    if context.hand.counted is not None or _counts_nothing(context, compiled):
        return Explanation(steps, 0, (), ())
    if context.win is None:
        arrangement = Arrangement(sets_held(context.hand), None, (), FOUR_SETS)
        arranged = arranged_hand(context, arrangement, traits_of(context.hand))
        return Explanation(steps, 0, (), _not_counted(arranged, score, compiled, ()))
    counts = sorted(
        scores_by_arrangement(context, compiled), key=lambda each: _rank(each, score, compiled), reverse=True
    )
    shown = tuple([RankedArrangement(each, may_win_by(each, compiled.rulebook)) for each in counts[:MAX_ARRANGEMENTS]])
    arranged = arranged_hand(context, score.arrangement, traits_of(context.hand))
    others = [each for each in counts[1:] if may_win_by(each, compiled.rulebook)]
    return Explanation(steps, len(counts), shown, _not_counted(arranged, score, compiled, others))


def _rank(other: Score, score: Score, compiled: CompiledRulebook) -> tuple[bool, bool, int, int]:
    """Sort key: the arrangement that was scored first, then by score."""
    scored = other.arrangement == score.arrangement
    return scored, may_win_by(other, compiled.rulebook), other.score, other.uncapped_score


# How the score came of the count


def _counts_nothing(context: HandContext, compiled: CompiledRulebook) -> bool:
    """True if the hand is dead and nothing of it counts."""
    return what_counts(context.hand, compiled.rulebook) is ShortDeadHand.NOTHING


def _steps(context: HandContext, score: Score, compiled: CompiledRulebook) -> Iterator[Reason]:
    """The steps; those with a `score` say what the hand has come to, and the last one has that of the hand."""
    if _counts_nothing(context, compiled):
        yield _step("dead", score=0)
        return
    count = context.hand.counted
    if count is not None:
        yield _step("counted" if count.rule_id is None else "named")
    by_count = score.made_by is MadeBy.COUNT
    if by_count and score.limit_percent:
        yield _unscored_share(score, compiled)
    by_rules = count is None or count.rule_id is not None
    separate_bonus = score.made_by is MadeBy.FIXED or (compiled.settlement.bonus_beside_limit and by_rules)
    if by_count or not separate_bonus:
        yield from _count_steps(context, score, compiled, final=by_count)
    if not by_count:
        yield _instead_of_count(score, compiled)
        total = score.bonus_points if separate_bonus else score.amount
        if total > score.amount:
            yield _step("beside", added=total - score.amount, score=total)
        if score.halved:
            total //= 2
            yield _step("halved", score=total)
        yield from _cut(total, score.score, context, compiled)


def _count_steps(context: HandContext, score: Score, compiled: CompiledRulebook, *, final: bool) -> Iterator[Reason]:
    """The count and its cut; `final` unless a share of the limit is scored in its place."""
    uncapped, doubles = score.uncapped_score, score.doubles
    facts = {"points": score.points, "doubles": doubles, "factor": 1 << doubles, "added": score.bonus_points}
    whole = (score.points << doubles) + score.bonus_points
    yield _step("count", **facts, score=whole)
    if score.halved:
        yield _step("halved", score=whole // 2)
    if score.rounded:
        yield _step("rounded", score=uncapped)
    limit = _limit(context, compiled)
    cut = score.score if final else uncapped if limit is None else min(uncapped, limit)
    yield from _cut(uncapped, cut, context, compiled)


def _cut(amount: int, cut: int, context: HandContext, compiled: CompiledRulebook) -> Iterator[Reason]:
    """The cut of an amount, or that the limit does not cut it; none for a winner who is paid above the limit."""
    if amount > cut:
        yield _step("cut", limit=cut, score=cut)
    elif compiled.limit is not None and amount > compiled.limit and _limit(context, compiled) is None:
        yield _step("not-cut", limit=compiled.limit, score=amount)


def _limit(context: HandContext, compiled: CompiledRulebook) -> int | None:
    """What cuts the score of the hand."""
    return compiled.limit_of(won=context.win is not None)


def _step(name: str, **facts: Fact) -> Reason:
    return Reason(f"step.{name}", tuple(facts.items()))


def _instead_of_count(score: Score, compiled: CompiledRulebook) -> Reason:
    """What is scored in place of the count: a share of the limit, or what one rule gives in all."""
    if score.made_by is MadeBy.FIXED:
        return _step("fixed", score=score.amount)
    whole, percent = compiled.limit_hand_score or 0, written_percent(score.limit_percent)
    if compiled.limit is None:
        return _step("share-without-limit", percent=percent, least=whole, score=score.amount)
    return _step("share", percent=percent, limit=whole, score=score.amount)


def _unscored_share(score: Score, compiled: CompiledRulebook) -> Reason:
    """Why a share of the limit is not the score."""
    whole, of_limit = compiled.limit_hand_score, Fraction(score.limit_percent)
    if whole is None:
        return _step("no-limit", percent=written_percent(of_limit))
    if score.takes_limit:
        return _step("takes-limit")
    of_limit = of_limit / 2 if score.halved else of_limit
    percent, share = written_percent(of_limit), int(whole * of_limit // WHOLE_LIMIT)
    if compiled.limit is None:
        return _step("share-is-less-without-limit", percent=percent, least=whole, share=share)
    return _step("share-is-less", percent=percent, limit=whole, share=share)


# What did not count


def _not_counted(
    arranged: ArrangedHand, score: Score, compiled: CompiledRulebook, others: Iterable[Score]
) -> tuple[NotCounted, ...]:
    counted = _counting(score)
    elsewhere = _elsewhere(others, arranged, counted)
    why: dict[str, Reason | None] = {}
    for rule in compiled.rulebook.rules:
        if rule.id not in counted:
            first = _apart(rule, arranged, compiled) or elsewhere.get(rule.id)
            why[rule.id] = first or compiled.requirement_of(rule).why_not(arranged)
    found = _Found(counted, {name for name, of_rule in why.items() if of_rule is None})
    by_reason: dict[Reason, list[str]] = {}
    for rule in compiled.rulebook.rules:
        if rule.id not in counted:
            by_reason.setdefault(why[rule.id] or _beside(rule, arranged, score, compiled, found), []).append(rule.id)
    groups = sorted(by_reason.items(), key=_distance)
    return tuple([NotCounted(shared, tuple(rules)) for shared, rules in groups[:MAX_RULES]])


def _distance(group: tuple[Reason, list[str]]) -> int:
    return group[0].lacks


def _elsewhere(others: Iterable[Score], arranged: ArrangedHand, counted: set[str]) -> dict[str, Reason]:
    """Rules that count in another arrangement than the scored one, with the score of the best one."""
    rules: dict[str, Reason] = {}
    for other in others:
        otherwise = _arranged_otherwise(other, arranged)
        rules |= {name: otherwise for name in _counting(other) if name not in counted and name not in rules}
    return rules


def _counting(score: Score) -> set[str]:
    """The rules that give this score something, or are its limit hands."""
    return {item.rule.id for item in score.items} | set(score.limit_hands)


def _arranged_otherwise(other: Score, scored: ArrangedHand) -> Reason:
    """Another arrangement, by what tells it from the scored one: its shape, the set that was completed, or its sets."""
    sets, won, _, shape = other.arrangement
    if not sets:
        return reason("other-shape", shape=Named(shape.id, shape.text), score=other.score)
    texts = [each.text for each in sets]
    if won is not None and texts == [each.text for each in scored.sets]:
        return reason("other-place", tiles=won.text, score=other.score)
    return reason("other-arrangement", sets=" ".join(texts), score=other.score)


def _apart(rule: ScoringRule, arranged: ArrangedHand, compiled: CompiledRulebook) -> Reason | None:
    """Why a rule cannot apply to such a hand."""
    won, limit = arranged.context.win is not None, compiled.limit is not None
    if rule.when_limit is not None and rule.when_limit is not limit:
        return _WITH_LIMIT if rule.when_limit else _WITHOUT_LIMIT
    if rule.id in compiled.left_out:
        return _IN_A_GOULASH
    if won and (rule.applies_to is AppliesTo.OTHERS or rule.is_for_waiting_hands_only):
        return _WON
    return _DID_NOT_WIN if not won and rule.applies_to is AppliesTo.WINNER else None


_WITH_LIMIT: Final = reason("when-limit", FAR, only=("with",))
_WITHOUT_LIMIT: Final = reason("when-limit", FAR, only=("without",))
_IN_A_GOULASH: Final = reason("goulash", FAR)
_WON: Final = reason("won", FAR)
_DID_NOT_WIN: Final = reason("did-not-win", FAR)


def _other_points(rule: ScoringRule, score: Score) -> tuple[str, ...]:
    """The rules that give points and beside which a rule does not count, as it counts beside some only."""
    if rule.only_beside is None:
        return ()
    beside = (rule.id, *rule.only_beside)
    giving = dict.fromkeys([item.rule.id for item in score.items if item.points])
    return tuple([name for name in giving if name not in beside])


class _Found(NamedTuple):
    """The rules whose conditions a hand fulfils: those that count, and those that others replace or spoil."""

    counted: set[str]
    excluded: set[str]

    def among(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of these rules that count; if none does, those that were found: they exclude others all the same."""
        known = [*names]
        counting = tuple([name for name in known if name in self.counted])
        return counting or tuple([name for name in known if name in self.excluded])


def _beside(
    rule: ScoringRule, arranged: ArrangedHand, score: Score, compiled: CompiledRulebook, found: _Found
) -> Reason:
    """Why a rule does not count although its condition holds: what excludes it, or what the hand scores instead."""
    if not rule.points and what_counts(arranged.context.hand, compiled.rulebook) is ShortDeadHand.POINTS:
        return reason("short-dead-hand")
    by = found.among([each.id for each in compiled.rulebook.rules if rule.id in each.replaces])
    if by:
        return reason("replaced", rules=_named(by, score, compiled))
    spoiled = found.among(rule.spoiled_by)
    if spoiled:
        return reason("spoiled", rules=_named(spoiled, score, compiled))
    if score.made_by is MadeBy.FIXED:
        scored = [item.rule.id for item in score.items if not item.halved]
        return reason("replaced", rules=_named(scored[-1:], score, compiled))
    only_counts = not rule.limit_percent and rule.score is None
    if rule.bonus and only_counts and _counts_flowers_apart(score, compiled):
        return reason("no-flowers-to-double")
    others = _other_points(rule, score)
    if others:
        return reason("only-beside", rules=_named(others, score, compiled))
    return reason("share-instead") if score.made_by is MadeBy.SHARE else reason("counts-less")


def _counts_flowers_apart(score: Score, compiled: CompiledRulebook) -> bool:
    """True if flowers and seasons are counted separately, where a rule that only doubles them may give nothing."""
    beside_share = score.made_by is MadeBy.SHARE and compiled.settlement.bonus_beside_limit
    return beside_share or any(row.rule.counts_bonus_separately for row, _ in score.gives.rows)


def _named(ids: Sequence[str], score: Score, compiled: CompiledRulebook) -> tuple[Named, ...]:
    rules = {rule.id: rule for rule in (*compiled.rulebook.rules, *[item.rule for item in score.items])}
    return tuple([Named(name, rules[name].text, rules[name].source.book) for name in ids])
