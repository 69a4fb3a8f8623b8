"""Scoring: compute the score of a hand in its context, with all of its items.

score = points x 2^doubles + bonus points, then the limit (1922 p.60). Rules and their values come from the rulebook.

South did not win, and has a pung of dragons and a pair of the own wind: 8 and 2 points, doubled once.

>>> from pung_chow_settlement.domain.layouts.steps import Steps
>>> from pung_chow_settlement.domain.seats import Seat
>>> from pung_chow_settlement.domain.tiles import parse
>>> from pung_chow_settlement.rulebooks import BUILT_IN
>>> rules = next(iter(BUILT_IN.by_id.values())).default
>>> hand = Hand(parse("1489m 258p 3s 22z 555z")[0])
>>> seat, round_wind, win, discards = Seat.SOUTH, Seat.EAST, None, ()
>>> context = HandContext(hand, seat, round_wind, win, (hand,), discards, rules.win_conditions, Steps())
>>> score = score_other(context, rules)
>>> score.points, score.doubles, score.score
(10, 1, 20)
>>> [(item.rule.id, item.points, item.doubles) for item in score.items]
[('concealed-pung-of-heads', 8, 0), ('pair-of-own-wind', 2, 0), ('pung-of-dragons', 0, 1)]
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import NO_SETS, Arrangement
from pung_chow_settlement.domain.clauses.clause import BoundCondition, Evidence
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook, ShortDeadHand
from pung_chow_settlement.domain.rulebook.rule_table import (
    NO_RULES,
    CompiledRule,
    Found,
    Item,
    Matches,
    joined,
)
from pung_chow_settlement.domain.rulebook.rules import WHOLE_LIMIT, Percent, ScoringRule
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementTerms
from pung_chow_settlement.domain.sets import BY_TILES, PAIRS, PUNGS, Feature, Set
from pung_chow_settlement.domain.shapes import FOUR_SETS


class MadeBy(Enum):
    """What a score is made by."""

    COUNT = auto()
    """Points, doubles and bonus points."""
    SHARE = auto()
    """A share of the limit."""
    FIXED = auto()
    """The fixed score of one rule."""


@dataclass(slots=True)
class Score:
    """What a hand scores and why."""

    points: int
    doubles: int
    bonus_points: int
    uncapped_score: int
    """points x 2^doubles + bonus points, halved or rounded."""
    score: int
    """Cut to the limit if the hand won, or if the rulebook's limit cuts every hand; the limit for a winning limit
    hand."""
    limit_hands: tuple[str, ...]
    arrangement: Arrangement
    """The arrangement that was scored; for a hand that did not win, its sets and scoring pairs."""
    gives: Matches = field(compare=False)
    """The rules that give it."""
    further: tuple[Item, ...] = ()
    """The items that no rule of the table gives: a half, what rounding changed, the players' count."""
    limit_percent: Percent = 0
    """The share of the limit, in per cent, that the best rule of a limit hand gives."""
    made_by: MadeBy = MadeBy.COUNT
    amount: int = 0
    """The share of the limit or the fixed score that makes it, in points, without the flowers and seasons beside it."""
    share_cut: bool = False
    """True if the score is a share of the limit that the limit cut."""
    rounded: int = 0
    """What rounding gave to the count after doubling; negative if it took."""
    halved: bool = False
    """True if a rule halved it, before it was rounded."""
    is_counted_limit_hand: bool = False
    """True if the players counted it and call it a limit hand."""
    takes_limit: bool = False
    """True if this loser takes the limit from each other loser, where they settle, whatever its score is."""
    shows: bool = True
    """Of a winner: True if the hand in its arrangement meets the conditions that the rulebook demands."""
    replaces_least: bool = False
    """Of a winner: True if what the hand shows in its arrangement takes the place of the minimum."""
    _items: tuple[Item, ...] | None = field(default=None, init=False, compare=False)

    @property
    def items(self) -> tuple[Item, ...]:
        """Its items; made when they are first asked for, since only one of a hand's arrangements shows them."""
        if self._items is None:
            self._items = self.gives.items() + self.further
        return self._items

    def is_paid_in_full(self, limit: int) -> bool:
        """True if one rule makes the hand worth the limit or more, which a table that pays above it pays in full."""
        return self.is_counted_limit_hand or (self.made_by is not MadeBy.COUNT and self.amount >= limit)

    @property
    def capped(self) -> bool:
        """True if the limit lowered the score."""
        return self.share_cut or self.score < self.uncapped_score


_ANY_PAIR: Final = int(Feature.ANY_PAIR)
DEAD: Final = Score(0, 0, 0, 0, 0, (), NO_SETS, NO_RULES)


def score_winner(context: HandContext, compiled: CompiledRulebook) -> Score:
    """Score the winner's hand in the best arrangement that may win; ties go to the best uncapped score."""
    return _best_of_winner(scores_by_arrangement(context, compiled), compiled.rulebook)


def may_win_by(score: Score, rulebook: Rulebook) -> bool:
    """True if a winner's hand may win as it is arranged and counted for this score."""
    return score.shows and is_enough(score, rulebook)


def is_enough(score: Score, rulebook: Rulebook) -> bool:
    """True if a winner has the minimum of points and doubles, or what stands for it.

    A share of the limit and a fixed score do, and what the hand shows if the rulebook asks for that or the minimum.
    """
    least = score.replaces_least or (
        score.points >= rulebook.least_points
        and score.doubles >= rulebook.least_doubles
        and score.uncapped_score >= rulebook.least_score
    )
    special = score.made_by is MadeBy.FIXED or bool(score.limit_percent)
    return special or (least and not rulebook.special_only)


def shows_enough(arranged: ArrangedHand, compiled: CompiledRulebook) -> bool:
    """True if a winner's hand in this arrangement meets what every winner must, whatever the hand scores."""
    if not all(has_any(arranged, option.requires) for option in compiled.required):
        return False
    rulebook = compiled.rulebook
    return not rulebook.winner_shows or rulebook.shows_or_least or shows_one(arranged, rulebook)


def shows_one(arranged: ArrangedHand, rulebook: Rulebook) -> bool:
    """True if a winner's hand meets one of the rulebook's conditions; one that a layout describes may always win."""
    return bool(arranged.layouts) or has_any(arranged, rulebook.winner_shows)


def has_any(arranged: ArrangedHand, any_of: Iterable[BoundCondition]) -> bool:
    """True if a hand meets one of these conditions."""
    return any(bound.evidence(arranged) for bound in any_of)


def score_other(context: HandContext, compiled: CompiledRulebook) -> Score:
    """Score a hand that did not win."""
    hand = context.hand
    counts = what_counts(hand, compiled.rulebook)
    if counts is ShortDeadHand.NOTHING:
        return DEAD
    arrangement = Arrangement(sets_held(hand), None, (), FOUR_SETS)
    matches = compiled.losers.matches_of(arranged_hand(context, arrangement, traits_of(hand)))
    counting = _Counting(compiled, arrangement, False, compiled.losers_limit)
    return counting.by_points(matches) if counts is ShortDeadHand.POINTS else counting.score(matches)


def what_counts(hand: Hand, rulebook: Rulebook) -> ShortDeadHand:
    """What of a losing hand counts; of a dead one nothing, unless it has too few tiles."""
    if not hand.dead:
        return ShortDeadHand.SCORE
    return rulebook.short_dead_hand if hand.excess_tiles < 0 else ShortDeadHand.NOTHING


def score_by_name(row: CompiledRule, compiled: CompiledRulebook, *, won: bool) -> Score:
    """Score a hand of which only its rule is known, one worth a share of the limit or a fixed score."""
    if row.rule.bonus:  # its flowers are not known, so none are added to its worth
        row = replace(row, rule=replace(row.rule, bonus=False))
    return _Counting(compiled, NO_SETS, won, compiled.limit_of(won=won)).of_special([(row, ((),))])


def most_doubles(context: HandContext, compiled: CompiledRulebook) -> int:
    """The most doubles of the winner's hand in any arrangement."""
    return max(score.doubles for score in scores_by_arrangement(context, compiled))


def scores_by_arrangement(context: HandContext, compiled: CompiledRulebook) -> list[Score]:
    """The score of a winner's hand in each of its arrangements."""
    traits, table, limit, rulebook = traits_of(context.hand), compiled.winner, compiled.limit, compiled.rulebook
    asks, either = bool(rulebook.winner_shows or compiled.required), rulebook.shows_or_least
    scores = []
    for arrangement in context.arrangements():
        arranged = arranged_hand(context, arrangement, traits)
        shows = not asks or shows_enough(arranged, compiled)
        replaces_least = either and shows_one(arranged, rulebook)
        counting = _Counting(compiled, arrangement, True, limit, shows=shows, replaces_least=replaces_least)
        scores.append(counting.score(table.matches_of(arranged)))
    return scores


def sets_held(hand: Hand) -> tuple[Set, ...]:
    """The declared sets, concealed pungs and exact pairs of a hand that did not win, in the order of tiles."""
    sets = [*hand.declared]
    last = before = -1
    for tile in hand.concealed:
        if tile == last == before:
            sets[-1] = PUNGS[tile]
        elif tile == last:
            sets.append(PAIRS[tile])
        last, before = tile, last
    sets.sort(key=BY_TILES)
    return tuple(sets)


def _rank(score: Score) -> tuple[bool, int, int]:
    return score.takes_limit, score.score, score.uncapped_score


def _score_of(score: Score) -> int:
    return score.score


def _best(scores: list[Score]) -> Score:
    """The best score, first of all one that takes the limit; of equal ones the first."""
    return scores[0] if len(scores) == 1 else max(scores, key=_rank)


def _best_of_winner(scores: list[Score], rulebook: Rulebook) -> Score:
    """The best score of those that may win; if none may, of those that show what a winner must, and else of all."""
    if len(scores) > 1 and (rulebook.has_minimum or any(not score.shows for score in scores)):
        shown = [score for score in scores if score.shows] or scores
        scores = [score for score in shown if is_enough(score, rulebook)] or shown
    return _best(scores)


class _Special(NamedTuple):
    """What a hand scores in place of its count."""

    made_by: MadeBy = MadeBy.COUNT
    amount: int = 0
    limit_percent: Percent = 0
    limit_hands: tuple[str, ...] = ()


_NOT_SPECIAL: Final = _Special()


@dataclass(slots=True)
class _Counting:
    """How rules that apply to a hand in one arrangement are counted together."""

    compiled: CompiledRulebook
    arrangement: Arrangement
    won: bool
    limit: int | None
    """The limit of what the rules give in all."""
    halving: tuple[ScoringRule, ...] = ()
    """The rules that halve the hand's score."""
    shows: bool = True
    """As in `Score`."""
    replaces_least: bool = False
    """As in `Score`."""

    def replace_count(self, worths: Found) -> bool:
        """True if the worth of a special hand by these rules replaces its count, even if that is more."""
        least = [row.rule.count_if_more or row.rule.is_waiting_row for row, _ in worths]
        return not (self.compiled.settlement.count_if_more or any(least))

    def score(self, matches: Matches) -> Score:
        """The score by the rules that apply; the best one if some of them do not count along with others."""
        if matches.others:
            scores = [self.score(each) for each in (matches._replace(others=()), *matches.others)]
            return _best_of_winner(scores, self.compiled.rulebook) if self.won else _best(scores)
        return self.of_special(matches.rows) if matches.is_special else self.by_sums(matches, self.limit)

    def by_points(self, matches: Matches) -> Score:
        """The points alone of the rules that apply."""
        ways = [_points_of(each.rows) for each in (matches, *matches.others)]
        return _best([self.by_rules(found, self.limit) for found in ways])

    def of_special(self, found: Found) -> Score:
        """The score by these rules, of which some make a hand score something else than their sum."""
        halving = tuple([row.rule for row, _ in found if row.rule.halves])
        return (replace(self, halving=halving) if halving else self).best(found)

    def by_sums(self, gives: Matches, limit: int | None, special: _Special | None = None) -> Score:
        """The score of what rules give, halved, rounded and cut to the limit. Only a count is rounded."""
        points, doubles, bonus_points = gives.sums()
        rounding, halving = self.compiled.rounding if special is None else None, self.halving
        rounded_points = rounded = 0
        if rounding is not None:
            rounded_points = rounding.of_points(points)
            points += rounded_points
        uncapped = (points << doubles) + bonus_points
        further: tuple[Item, ...] = ()
        if halving:
            uncapped //= 2
            further = tuple([Item(rule, (), halved=True) for rule in halving])
        if rounding is not None:
            rounded = rounding.of_score(uncapped)
            uncapped += rounded
            further = (*further, *_roundings(rounded_points, rounded, self.compiled.settlement))
        score = uncapped if limit is None or uncapped < limit else limit
        made_by, amount, percent, hands = _NOT_SPECIAL if special is None else special
        shown = self.arrangement if self.won else _without_idle_pairs(self.arrangement, gives)
        summed = points, doubles, bonus_points, uncapped, score, hands
        return Score(
            *summed,
            shown,
            gives,
            further,
            percent,
            made_by,
            amount,
            rounded=rounded,
            halved=bool(halving),
            shows=self.shows,
            replaces_least=self.replaces_least,
        )

    def half(self, amount: int) -> int:
        """Half of the amount, rounded down, if a rule halves the hand's score, else all of it."""
        return amount // 2 if self.halving else amount

    def by_rules(self, found: Found, limit: int | None, special: _Special | None = None) -> Score:
        """The score of what these rules give."""
        return self.by_sums(Matches(found, 0 if special is None else special.limit_percent), limit, special)

    # Hands that score a share of the limit or a fixed score, or count flowers and seasons separately

    def best(self, found: Found) -> Score:
        """The best of what such a hand can score: what one rule gives in all, a share of the limit, the count."""
        fixed = max([row.score for row, _ in found if row.score is not None], default=None)
        if fixed is None:
            return self.by_share_or_count(found)
        others = [entry for entry in found if entry[0].score is None]
        scores = [self.by_fixed_score(found, fixed), self.by_share_or_count(others)]
        if scores[1].takes_limit or self.replace_count(_of_fixed_score(found)):
            share = self.part_of_limit(_greatest_share(others))
            return scores[bool(share) and share >= fixed]
        return _best(scores)

    def by_fixed_score(self, found: Found, score: int) -> Score:
        """The fixed score of a rule, plus the bonus tiles if the rulebook adds them to such scores; 0 is nothing."""
        bonus = _separate_bonus(found) if score and self.compiled.settlement.bonus_beside_limit else []
        row, evidence = next(entry for entry in found if entry[0].score == score)
        first, *_ = sorted(evidence)
        rows = [*bonus, (row.with_values(0, 0, score), (first,))]
        return self.by_rules(rows, self.ceiling(score, bonus), _Special(MadeBy.FIXED, score))

    def by_share_or_count(self, found: Found) -> Score:
        """The better of the greatest share of the limit and the count."""
        percent, counting = _greatest_share(found), _counted_apart(found)
        may_take = not self.won and not self.halving and self.compiled.losers_take_limit
        if may_take and percent >= WHOLE_LIMIT:
            return self.taking_limit(percent, counting)
        if percent and self.compiled.settlement.bonus_beside_limit and self.compiled.limit_hand_score is not None:
            return self.by_share_and_bonus(found, percent)
        return self.share_or_count(Matches(counting))

    def taking_limit(self, percent: Percent, counting: Found) -> Score:
        """The count of a loser's limit hand, which takes the limit whatever it counts."""
        counted = self.by_rules(counting, self.limit)
        hands = _ids(counted.gives.rows, percent)
        return replace(counted, limit_percent=percent, limit_hands=hands, takes_limit=True)

    def share_or_count(self, gives: Matches) -> Score:
        """What these rules count, or their share of the limit if that is no less.

        A limit hand is listed too if there is no limit.
        """
        counted, percent = self.by_sums(gives, self.limit), _greatest_share(gives.rows)
        if not percent:
            return counted
        whole = self.part_of_limit(percent)
        uncut, ceiling = self.half(whole), self.ceiling(whole)
        share = uncut if ceiling is None else min(uncut, ceiling)
        made_by_share = bool(share) and share >= counted.score
        listed = made_by_share or (percent >= WHOLE_LIMIT and self.compiled.limit_hand_score is None)
        return Score(
            counted.points,
            counted.doubles,
            counted.bonus_points,
            counted.uncapped_score,
            share if made_by_share else counted.score,
            _ids(gives.rows, percent) if listed else (),
            counted.arrangement,
            gives._replace(share=percent) if made_by_share else gives,
            counted.further,
            percent,
            MadeBy.SHARE if made_by_share else MadeBy.COUNT,
            whole if made_by_share else 0,
            made_by_share and share < uncut,
            counted.rounded,
            counted.halved,
            shows=counted.shows,
            replaces_least=counted.replaces_least,
        )

    def by_share_and_bonus(self, found: Found, percent: Percent) -> Score:
        """The better of the share, with the bonus tiles beside it, and the count."""
        bonus = _separate_bonus(found)
        amount = self.part_of_limit(percent)
        sharing = [entry for entry in found if entry[0].limit_percent == percent]
        shares = _as_bonus_points(sharing, amount)
        special = _Special(MadeBy.SHARE, amount, percent, _ids(shares, percent))
        by_share = self.by_rules([*bonus, *shares], self.ceiling(amount, bonus), special)
        if self.won and self.replace_count(sharing):
            return by_share
        count = self.by_rules(_counted_apart(found), self.limit)
        if not self.won:
            return max(by_share, count, key=_rank)
        best = max(by_share, count, key=_score_of)
        return best if best is by_share else replace(best, limit_percent=percent)

    def part_of_limit(self, percent: Percent) -> int:
        """Points for a share of the limit, rounded down; 0 if a limit hand scores its count, there being no limit."""
        whole = self.compiled.limit_hand_score
        return 0 if whole is None else whole * percent // WHOLE_LIMIT

    def ceiling(self, amount: int, bonus: Found = ()) -> int | None:
        """The most that a hand can score which is worth this amount by one rule; None without a limit.

        Where hands above the limit are paid in full, one that its rule makes worth the limit or more is not cut, and
        the bonus points of these rules come on top. A hand worth less by its rule is cut with them.
        """
        if self.limit is None or amount < self.limit or not self.compiled.settlement.pays_above_limit:
            return self.limit
        return amount + sum([row.bonus_points * len(evidence) for row, evidence in bonus])


def _without_idle_pairs(arrangement: Arrangement, gives: Matches) -> Arrangement:
    """The sets to show of a hand that did not win, without pairs that do not score."""
    if not [each for each in arrangement.sets if each.set_kind & _ANY_PAIR]:
        return arrangement
    earning = gives.evidence
    shown = [each for each in arrangement.sets if not each.set_kind & _ANY_PAIR or each.tiles in earning]
    return Arrangement(tuple(shown), None, (), arrangement.shape)


def _of_fixed_score(found: Found) -> Found:
    """The rules of the greatest fixed score; those of a hand that waits, which are a least, if there are no others."""
    fixed = [entry for entry in found if entry[0].score is not None]
    held = [entry for entry in fixed if not entry[0].rule.is_waiting_row] or fixed
    greatest = max([row.score or 0 for row, _ in held])
    return [entry for entry in held if entry[0].score == greatest]


def _greatest_share(found: Found) -> Percent:
    """The greatest share of the limit that these rules give."""
    return max([row.limit_percent for row, _ in found], default=0)


def _ids(found: Found, percent: Percent) -> tuple[str, ...]:
    """The ids of the rules that give this share of the limit."""
    return tuple(dict.fromkeys([row.rule.id for row, _ in found if row.limit_percent == percent]))


def _is_apart(entry: tuple[CompiledRule, Evidence]) -> bool:
    """True if it is a rule whose doubles leave flowers and seasons alone."""
    return entry[0].rule.counts_bonus_separately


def _counted_apart(found: Found) -> Found:
    """The rules as the count has them: flowers and seasons separately, if one of the rules does that."""
    apart = [*filter(_is_apart, found)]
    if not apart:
        return found
    plain = [entry for entry in found if not (_is_bonus(entry) or _is_apart(entry))]
    shares = [(row.with_values(0, 0, 0), evidence) for row, evidence in filter(_is_bonus, found) if row.limit_percent]
    return [*plain, *shares, *_separate_bonus(found), *apart]


def _points_of(found: Found) -> Found:
    """The rules with their points alone."""
    return [(row.with_values(row.points, 0, 0), evidence) for row, evidence in found if row.points]


def _as_bonus_points(shares: Found, amount: int) -> Found:
    """Rules worth this amount, as bonus points: the first adds it, once; the others add nothing."""
    return [
        (row.with_values(0, 0, 0 if place else amount), (joined(evidence),))
        for place, (row, evidence) in enumerate(shares)
    ]


def _separate_bonus(found: Found) -> Found:
    """Rules of flowers and seasons as bonus points: their points, doubled by their doubles, and what they add.

    A double adds what it would add to the points before it. A rule whose finds give different amounts is shown once.
    """
    bonus = sorted(filter(_is_bonus, found), key=_doubles_last)
    total = sum([row.points * len(evidence) for row, evidence in bonus])
    separate: list[tuple[CompiledRule, Evidence]] = []
    for row, evidence in bonus:
        times = len(evidence)
        doubled = total << row.doubles * times
        gain = (row.points + row.bonus_points) * times + doubled - total
        total = doubled
        if gain:
            each, rest = divmod(gain, times)
            added, shown = (gain, (joined(evidence),)) if rest else (each, evidence)
            separate.append((row.as_bonus_points(added), shown))
    return separate


def _is_bonus(entry: tuple[CompiledRule, Evidence]) -> bool:
    """True if it is a rule of flowers and seasons that can be counted separately."""
    rule = entry[0].rule
    return rule.bonus and not rule.counts_bonus_separately


def _doubles_last(entry: tuple[CompiledRule, Evidence]) -> bool:
    return bool(entry[0].doubles)


def _roundings(points: int, score: int, terms: SettlementTerms) -> Iterator[Item]:
    """The items of what rounding changed: points that it gave or took are points; what it did to the score is apart."""
    of_points, of_scores = terms.rows.rounding, terms.rows.rounded_scores
    if points:
        assert of_points is not None, "house rules that round points have a row for it"
        yield Item(of_points, (), points)
    if score:
        assert of_scores is not None, "house rules that round scores have a row for it"
        yield Item(of_scores, (), rounded=score)
