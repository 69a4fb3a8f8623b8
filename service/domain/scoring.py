"""Scoring: compute the score of a hand in its context, with all of its items.

score = points x 2^doubles + bonus points, then the limit (1922 p.60). Rules and their values come from the rulebook.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from typing import Final

from service.domain.arrange import NO_SETS, Arrangement
from service.domain.arranged_hand import HandContext, arranged_hand, traits_of
from service.domain.clauses.clause import Evidence
from service.domain.hand import Hand
from service.domain.records import record
from service.domain.rulebook.compiled_rulebook import CompiledRulebook
from service.domain.rulebook.model import (
    WHOLE_LIMIT,
    LoserLimit,
    Percent,
    Rounding,
    Rulebook,
    Settling,
)
from service.domain.rulebook.rule_table import CompiledRule, Found, Item, RuleTable, Sums, items_of
from service.domain.sets import BY_TILES, PAIRS, PUNGS, Feature, Set
from service.domain.shapes import FOUR_SETS
from service.domain.tiles import Tiles


@record
class Score:
    """What a hand scores and why."""

    points: int
    doubles: int
    bonus_points: int
    uncapped_score: int
    """points x 2^doubles + bonus points, rounded."""
    score: int
    """Cut to the limit if the hand won, or if the rulebook's limit cuts every hand; the limit for a winning limit
    hand."""
    limit_hands: tuple[str, ...]
    arrangement: Arrangement
    """The arrangement that was scored; for a hand that did not win, its sets and scoring pairs."""
    items: tuple[Item, ...]
    limit_percent: Percent = 0
    """The share of the limit, in per cent, that the best rule of a limit hand gives."""
    fixed: bool = False
    """Whether the score is the fixed score of one rule."""
    share_cut: bool = False
    """Whether the score is a share of the limit that the limit cut."""
    rounded: int = 0
    """What rounding gave to the count after doubling; negative if it took."""

    @property
    def capped(self) -> bool:
        """Whether the limit lowered the score."""
        return self.share_cut or self.score < self.uncapped_score


@record
class Count:
    """The count of one arrangement."""

    score: int
    uncapped_score: int
    points: int
    doubles: int
    bonus_points: int
    limit_percent: Percent
    found: Found
    arrangement: Arrangement
    share: Percent = 0
    """The share of the limit that is the score; 0 if the score comes from the count."""
    listed: Percent = 0
    """The share whose rules are listed as limit hands: the one that is the score; without a limit, any limit hand's."""
    rounded_points: int = 0
    """What rounding gave to the points; negative if it took."""
    rounded: int = 0
    """What rounding gave to the count after doubling; negative if it took."""
    fixed: bool = False
    """Whether the score is the fixed score of one rule."""
    share_cut: bool = False
    """Whether the score is a share of the limit that the limit cut."""


_ANY_PAIR: Final = int(Feature.ANY_PAIR)
DEAD: Final = Score(0, 0, 0, 0, 0, (), NO_SETS, ())


def score_winner(context: HandContext, compiled: CompiledRulebook) -> Score:
    """Score the winner's hand in the arrangement with the best score; ties go to the best uncapped score."""
    counts, rulebook = weighed(context, compiled), compiled.rulebook
    if rulebook.has_minimum:
        counts = [each for each in counts if is_enough(each, rulebook)] or counts
    best = counts[0] if len(counts) == 1 else max(counts, key=_rank)
    return _score(best, best.arrangement, compiled.settling)


def is_enough(counted: Count, rulebook: Rulebook) -> bool:
    """Whether a winner has the minimum of points and doubles; not needed with a share of the limit or a fixed score."""
    enough = counted.points >= rulebook.least_points and counted.doubles >= rulebook.least_doubles
    return enough or counted.fixed or bool(counted.limit_percent)


def score_other(context: HandContext, compiled: CompiledRulebook) -> Score:
    """Score a hand that did not win."""
    hand = context.hand
    if hand.dead and not (compiled.rulebook.short_dead_hand_scores and hand.excess_tiles < 0):
        return DEAD
    sets, table = sets_held(hand), compiled.losers
    arrangement = Arrangement(sets, None, (), FOUR_SETS)
    applying = table.applying_to(arranged_hand(context, arrangement, traits_of(hand)))
    if not applying.interact:
        shown = _without_idle_pairs(sets, applying.evidence)
        return _summed(applying.sums(), Arrangement(shown, None, (), FOUR_SETS), compiled)
    counted = _count(table.found(applying), arrangement, table, compiled, won=False)
    shown = _without_idle_pairs(sets, {tiles for _, evidence in counted.found for tiles in evidence})
    arrangement = Arrangement(shown, None, (), FOUR_SETS)
    return _score(counted, arrangement, compiled.settling)


def _summed(sums: Sums, arrangement: Arrangement, compiled: CompiledRulebook) -> Score:
    """The score of a hand that did not win, none of whose rules affects others."""
    points, doubles, bonus_points, items = sums
    limit = compiled.losers_limit
    rounded_points = _rounded(points, compiled.points_rounding)
    points += rounded_points
    uncapped = (points << doubles) + bonus_points
    rounded = _rounded(uncapped, compiled.score_rounding)
    if rounded_points or rounded:
        items = (*items, *_roundings(rounded_points, rounded, compiled.settling))
    uncapped += rounded
    score = uncapped if limit is None or uncapped < limit else limit
    return Score(points, doubles, bonus_points, uncapped, score, (), arrangement, items, 0, False, False, rounded)


def score_by_name(row: CompiledRule, compiled: CompiledRulebook, *, won: bool) -> Score:
    """Score a hand of which only its rule is known, one worth a share of the limit or a fixed score."""
    return _score(_special([(row, ((),))], NO_SETS, compiled, won=won), NO_SETS, compiled.settling)


def _without_idle_pairs(sets: tuple[Set, ...], earning: Collection[Tiles]) -> tuple[Set, ...]:
    """The sets to show of a hand that did not win, without pairs that do not score."""
    return tuple([each for each in sets if not each.set_kind & _ANY_PAIR or each.tiles in earning])


def most_doubles(context: HandContext, compiled: CompiledRulebook) -> int:
    """The most doubles of the winner's hand in any arrangement."""
    return max(counted.doubles for counted in weighed(context, compiled))


def weighed(context: HandContext, compiled: CompiledRulebook) -> list[Count]:
    """The count of each arrangement of a winner's hand."""
    traits, table = traits_of(context.hand), compiled.winner
    counts = []
    for arrangement in context.arrangements():
        found = table.found(table.applying_to(arranged_hand(context, arrangement, traits)))
        counts.append(_count(found, arrangement, table, compiled, won=True))
    return counts


def sets_held(hand: Hand) -> tuple[Set, ...]:
    """The declared sets, concealed pungs and exact pairs of a hand that did not win, in the order of tiles."""
    sets = list(hand.declared)
    concealed = hand.concealed
    repeated = {tile for tile, after in pairwise(concealed) if tile == after}
    sets += [PAIRS[tile] if concealed.count(tile) == 2 else PUNGS[tile] for tile in repeated]
    sets.sort(key=BY_TILES)
    return tuple(sets)


def _rank(counted: Count) -> tuple[int, int]:
    return counted.score, counted.uncapped_score


def _score_of(counted: Count) -> int:
    return counted.score


def _count(found: Found, arrangement: Arrangement, table: RuleTable, compiled: CompiledRulebook, *, won: bool) -> Count:
    interacting = [row for row, _ in found if row.has_interactions]
    if interacting:
        found = _without_excluded(found, interacting, table)
        if [row for row, _ in found if row.special]:
            return _special(found, arrangement, compiled, won=won)
    return _counted(found, arrangement, compiled, compiled.limit if won else compiled.losers_limit)


def _counted(
    found: Found,
    arrangement: Arrangement,
    compiled: CompiledRulebook,
    limit: int | None,
    percent: Percent = 0,
    share: Percent = 0,
    *,
    rounds: bool = True,
) -> Count:
    """The count of some rules, cut to the limit; `percent` is the share of the limit that they give, `share` the one
    that is the score. What is no count, but a share or a fixed score, is not rounded.
    """
    points = doubles = bonus_points = 0
    for row, evidence in found:
        times = len(evidence)
        points += row.points * times
        doubles += row.doubles * times
        if row.bonus_points:
            bonus_points += row.bonus_points * times
    rounded_points = _rounded(points, compiled.points_rounding)
    points += rounded_points
    uncapped = (points << doubles) + bonus_points
    rounded = _rounded(uncapped, compiled.score_rounding) if rounds else 0
    uncapped += rounded
    score = uncapped if limit is None or uncapped < limit else limit
    numbers = (score, uncapped, points, doubles, bonus_points)
    return Count(*numbers, percent, found, arrangement, share, percent, rounded_points, rounded)


def _rounded(amount: int, rounding: Rounding | None) -> int:
    """What rounding gives to the amount; negative if it takes."""
    return 0 if rounding is None else rounding.change(amount)


def _without_excluded(found: Found, interacting: list[CompiledRule], table: RuleTable) -> Found:
    """Remove rules that other rules exclude: replaced and spoiled ones, then those with `only_beside`."""
    bits = table.bits
    held = sum([bits[row.id] for row, _ in found])
    excluded = 0
    for row in interacting:
        replaces, spoiled_by, _ = table.interactions[row.id]
        if not row.rule.bonus_apart:  # counts with and without such a rule are compared later
            excluded |= replaces
        if spoiled_by & held:
            excluded |= bits[row.id]
    counting = sum([bits[row.id] for row, _ in found if row.points]) & ~excluded
    for row in interacting:
        only_beside = table.interactions[row.id].only_beside
        if only_beside is not None and counting & ~only_beside:
            excluded |= bits[row.id]
    return [entry for entry in found if not bits[entry[0].id] & excluded] if excluded else found


# Hands that score a share of the limit, or count flowers and seasons separately


def _special(found: Found, arrangement: Arrangement, compiled: CompiledRulebook, *, won: bool) -> Count:
    """The best count of a hand that has a share of the limit, or counts its bonus tiles separately."""
    limit, settling = compiled.limit if won else compiled.losers_limit, compiled.settling
    score = max([row.score for row, _ in found], default=0)
    if score:
        fixed = _fixed(found, score, arrangement, compiled, limit)
        others = [entry for entry in found if not entry[0].score]
        replaced = won and not settling.count_if_more
        if replaced and _greatest_share(others, compiled) < score:
            return fixed
        counted = _special(others, arrangement, compiled, won=won)
        return counted if replaced else max(fixed, counted, key=_rank)
    percent = max([row.limit_percent for row, _ in found], default=0)
    ceiling = _ceiling(limit, _share(percent, compiled), settling)
    if not percent or not settling.bonus_beside_limit or compiled.limit_hand_score is None:
        counts = [_counted(each, arrangement, compiled, limit, percent) for each in _alternatives(found)]
        counted = counts[0] if len(counts) == 1 else max(counts, key=_rank)
        takes_limit = not won and percent == WHOLE_LIMIT and settling.loser_limit is LoserLimit.TAKES_LIMIT
        return counted if takes_limit or not percent else _with_share(counted, percent, compiled, ceiling)
    bonus = _separate_bonus(found)
    shares = _as_bonus_points([entry for entry in found if entry[0].limit_percent == percent], compiled)
    raised = _raised(ceiling, bonus, settling)
    by_share = _counted(bonus + shares, arrangement, compiled, raised, percent, percent, rounds=False)
    if won and not settling.count_if_more:  # the worth of a special hand replaces the count
        return by_share
    without_shares, named = [entry for entry in found if not entry[0].limit_percent], percent if won else 0
    counts = [_counted(each, arrangement, compiled, limit, named) for each in _alternatives(without_shares)]
    return max([by_share, *counts], key=_score_of if won else _rank)


def _fixed(found: Found, score: int, arrangement: Arrangement, compiled: CompiledRulebook, limit: int | None) -> Count:
    """The count of a hand with a fixed score, plus its bonus tiles if the rulebook adds them to such scores."""
    settling = compiled.settling
    bonus = _separate_bonus(found) if settling.bonus_beside_limit else []
    row, evidence = next(entry for entry in found if entry[0].score == score)
    ceiling = _raised(_ceiling(limit, score, settling), bonus, settling)
    first, *_ = sorted(evidence)
    fixed = [*bonus, (row.with_values(0, 0, score), (first,))]
    counted = _counted(fixed, arrangement, compiled, ceiling, rounds=False)
    return replace(counted, fixed=True)


def _greatest_share(found: Found, compiled: CompiledRulebook) -> int:
    """The greatest share of the limit that these rules give, in points."""
    return _share(max([row.limit_percent for row, _ in found], default=0), compiled)


def _ceiling(limit: int | None, amount: int, settling: Settling) -> int | None:
    """The most that a hand can score which is worth this amount by one rule; None without a limit."""
    return limit if limit is None or not settling.pays_above_limit else max(limit, amount)


def _raised(ceiling: int | None, bonus: Found, settling: Settling) -> int | None:
    """The ceiling plus the bonus points, if hands above the limit are paid in full."""
    if ceiling is None or not settling.pays_above_limit:
        return ceiling
    return ceiling + sum([row.bonus_points * len(evidence) for row, evidence in bonus])


def _alternatives(found: Found) -> list[Found]:
    """The rules with each one that counts flowers and seasons separately, then without any of these."""
    apart = [entry for entry in found if entry[0].rule.bonus_apart]
    if not apart:
        return [found]
    plain = [entry for entry in found if not entry[0].rule.bonus_apart]
    without_bonus, bonus = [entry for entry in plain if not _is_bonus(entry)], _separate_bonus(plain)
    return [*[[*_without_replaced(without_bonus, entry), *bonus, entry] for entry in apart], plain]


def _without_replaced(found: Found, entry: tuple[CompiledRule, Evidence]) -> Found:
    """The rules that this one does not replace."""
    replaced = entry[0].rule.replaces
    return [other for other in found if other[0].id not in replaced]


def _with_share(counted: Count, percent: Percent, compiled: CompiledRulebook, ceiling: int | None) -> Count:
    """The count, or the share of the limit if that is no less; without a limit, limit hands are listed all the same."""
    uncut = _share(percent, compiled)
    share = uncut if ceiling is None else min(uncut, ceiling)
    percent_scored = percent if share and share >= counted.score else 0
    listed = percent if compiled.limit_hand_score is None and percent == WHOLE_LIMIT else percent_scored
    cut = bool(percent_scored) and share < uncut
    return replace(counted, score=max(counted.score, share), share=percent_scored, listed=listed, share_cut=cut)


def _share(percent: Percent, compiled: CompiledRulebook) -> int:
    """A percentage of the limit in points, rounded down; 0 if a limit hand scores its count, there being no limit."""
    whole = compiled.limit_hand_score
    return 0 if whole is None else whole * percent // WHOLE_LIMIT


def _as_bonus_points(shares: Found, compiled: CompiledRulebook) -> Found:
    """Rules worth the same share of the limit, as bonus points: the first adds it, once; the others add nothing."""
    amount = _share(shares[0][0].limit_percent, compiled)
    return [
        (row.with_values(0, 0, 0 if place else amount), (_joined(evidence),))
        for place, (row, evidence) in enumerate(shares)
    ]


def _joined(evidence: Evidence) -> Tiles:
    return tuple(chain.from_iterable(sorted(evidence)))


def _separate_bonus(found: Found) -> Found:
    """Rules of flowers and seasons as bonus points; a double adds what it would add to the points before it."""
    separate: Found = []
    total = 0
    for row, evidence in sorted(filter(_is_bonus, found), key=_doubles_last):
        gain = row.points * len(evidence) + (total << row.doubles) - total
        if gain:
            separate.append((row.with_values(0, 0, gain // len(evidence)), evidence))
            total += gain
    return separate


def _is_bonus(entry: tuple[CompiledRule, Evidence]) -> bool:
    """Whether it is a rule of flowers and seasons that can be counted separately."""
    return entry[0].rule.bonus and not entry[0].special


def _doubles_last(entry: tuple[CompiledRule, Evidence]) -> bool:
    return bool(entry[0].doubles)


def _score(counted: Count, arrangement: Arrangement, settling: Settling) -> Score:
    listed, found = counted.listed, counted.found
    items = _items(found, counted.share)
    if counted.rounded_points or counted.rounded:
        items = (*items, *_roundings(counted.rounded_points, counted.rounded, settling))
    limit_hands = (
        tuple(dict.fromkeys([row.rule.id for row, _ in found if row.limit_percent == listed])) if listed else ()
    )
    return Score(
        counted.points,
        counted.doubles,
        counted.bonus_points,
        counted.uncapped_score,
        counted.score,
        limit_hands,
        arrangement,
        items,
        counted.limit_percent,
        counted.fixed,
        counted.share_cut,
        counted.rounded,
    )


def _roundings(points: int, score: int, settling: Settling) -> Iterator[Item]:
    """The items of what rounding changed: points that it gave are points; whatever else it changed stands apart."""
    of_points, of_scores = settling.rows.rounding, settling.rows.rounded_scores
    if points:
        assert of_points is not None, "house rules that round points have a row for it"
        yield Item(of_points, (), max(points, 0), rounded=min(points, 0))
    if score:
        assert of_scores is not None, "house rules that round scores have a row for it"
        yield Item(of_scores, (), rounded=score)


def _items(found: Found, share: Percent) -> tuple[Item, ...]:
    """The items: two for a rule with points and doubles, one for a rule by whose share of the limit the hand scores."""
    items: list[Item] = []
    for row, evidence in found:
        if share and row.limit_percent == share:
            points, doubles, added = [len(evidence) * each for each in (row.points, row.doubles, row.bonus_points)]
            items.append(Item(row.rule, _joined(evidence), points, doubles, added, share))
            continue
        for tiles in sorted(evidence) if len(evidence) > 1 else evidence:
            items += items_of(row, tiles)
    return tuple(items)
