"""What a hand scores under any table: written from docs/house-rules.md, docs/layouts.md and the rulings.

`score` takes the table, a hand of a request and how it won, and returns the score of the best arrangement, or None if
no arrangement may win. It tries every choice that the rules leave open and takes the best.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from tests.support.oracle import conditions
from tests.support.oracle.conditions import Hand
from tests.support.oracle.terms import Rule, Table, Terms, Worth

Json = dict[str, Any]
Found = dict[Rule, int]
"""The rules that are found in a hand, with how often."""


@dataclass(frozen=True)
class Count:
    """What a hand scores and what that means for the settlement."""

    score: int
    uncapped: int
    own: int = 0
    """Its own score, without what a rule makes it worth."""
    value: int = 0
    """What it is worth before the limit."""
    capped: bool = False
    above: bool = False
    """True if one rule makes it worth more than the limit and the table pays that."""
    whole_limit: bool = False
    """True if a rule gives it at least the whole limit, and none halves it."""
    counting: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    """The rules whose share of the limit or fixed score it scores."""


NOTHING = Count(0, 0)


def score(table: Table, data: Json, seat: str, round_wind: str, win: Json | None) -> Count | None:
    """The score of a hand of a request; None if it may not win."""
    if "counted" in data:
        return counted(table, data["counted"], won=win is not None)
    scored = table.legality.short_dead_hand if data.get("dead") else "score"
    if scored == "nothing" or (data.get("dead") and not conditions.has_too_few(data)):
        return NOTHING
    found = all_counts(table if scored == "score" else of_points(table), data, seat, round_wind, win)
    takes = win is None and table.terms.takes_limit
    return max(found, key=lambda count: (takes and count.whole_limit, count.score, count.uncapped), default=None)


def all_counts(table: Table, data: Json, seat: str, round_wind: str, win: Json | None) -> list[Count]:
    """Every count of a hand's tiles with which it may win, if it won."""
    hands = conditions.hands_of(data, seat, round_wind, win, chrysanthemum_west=table.terms.chrysanthemum_west)
    if win is None:
        waited = [rule.waiting for rule in table.rules if rule.waiting and _waits(table, rule, data, seat, round_wind)]
        return [count for hand in hands for count in counts(table, hand, waited)]
    return [count for hand in hands for count in counts(table, hand, ()) if may_win(table, hand, count)]


LEFT_OUT: Final = frozenset({"no-chow"})
"""The rules that a goulash leaves out."""


def of_goulash(table: Table) -> Table:
    """The table of a goulash, which has no chows (ruling 54)."""
    rules = tuple(rule for rule in table.rules if rule.id not in LEFT_OUT)
    return replace(table, rules=rules, legality=replace(table.legality, chows=0))


def of_points(table: Table) -> Table:
    """The table with the points of its rules alone (ruling 55)."""
    rules = [
        replace(rule, doubles=0, added=0, share=Fraction(0), score=None, halves=False, waiting=None)
        for rule in table.rules
    ]
    return replace(table, rules=tuple(rules))


def _waits(table: Table, rule: Rule, data: Json, seat: str, round_wind: str) -> bool:
    """True if a losing hand, given in full, waits for what a rule looks for."""
    counts_here = rule.when_limit is None or rule.when_limit == (table.terms.limit is not None)
    return (
        counts_here
        and not data.get("partial")
        and conditions.waits_for(data, rule.data, seat, round_wind, table.legality.chows)
    )


def may_be_limit_hand(table: Table, *, won: bool) -> bool:
    """True if a rule gives the limit to such a hand (ruling 26)."""
    others = "winner" if not won else "others"
    has_limit = table.terms.limit is not None
    return any(
        rule.share >= 1 and rule.applies_to != others and rule.when_limit in (None, has_limit) for rule in table.rules
    )


def counted(table: Table, data: Json, *, won: bool) -> Count | None:
    """What a hand scores that the players counted themselves: it is taken as it is, and capped. None if it may not."""
    terms = table.terms
    is_counted = "score" in data or "points" in data
    if data.get("limit_hand") and not (may_be_limit_hand(table, won=won) and (is_counted or terms.base)):
        return None
    if "special" in data:
        return named(terms, next(rule for rule in table.rules if rule.id == data["special"]), won=won)
    own = data.get("score", data.get("points", 0) * 2 ** data.get("doubles", 0))
    limit_hand = data.get("limit_hand", False)
    value = max(own, terms.base) if limit_hand else own
    return _capped(terms, value, own, above=limit_hand and terms.pays_above_limit, whole=limit_hand, won=won)


def named(terms: Terms, rule: Rule, *, won: bool) -> Count | None:
    """What a hand scores that is named by its rule: the rule's worth, flowers left out; None without a limit."""
    if rule.score is None and not terms.base:
        return None
    value = worth_of(terms, rule)
    above = terms.pays_above_limit and terms.limit is not None and value >= terms.limit
    value = value // 2 if rule.halves else value
    own = value if rule.score is not None else own_score(terms, {replace(rule, bonus=False): 1})
    count = _capped(terms, value, own, above=above, whole=rule.share >= 1 and not rule.halves, won=won)
    return replace(count, uncapped=value) if terms.bonus_beside_limit else count


def _capped(terms: Terms, value: int, own: int, *, above: bool, whole: bool, won: bool) -> Count:
    caps = terms.limit is not None and not above and (won or not terms.in_full)
    score = min(value, terms.limit) if caps and terms.limit is not None else value
    return Count(score, own, own, value, score < max(value, own), above, whole and terms.limit is not None)


# Which rules count


def counts(table: Table, hand: Hand, waited: Sequence[Worth]) -> Iterator[Count]:
    """The counts of a hand in one arrangement, one for each choice that its rules leave open."""
    holding = {rule: times for rule in table.rules if (times := holds(table, rule, hand))}
    for without in _subsets([rule for rule in holding if rule.bonus_apart]):
        counted_now = {rule: times for rule, times in holding.items() if rule not in without}
        for counting in alternatives(counted_now, {rule.id for rule in holding}):
            yield count_of(table.terms, hand, counting, waited)


def _subsets(rules: Sequence[Rule]) -> Iterator[frozenset[Rule]]:
    return (frozenset(some) for size in range(len(rules) + 1) for some in combinations(rules, size))


def holds(table: Table, rule: Rule, hand: Hand) -> int:
    """How often a rule is found in a hand, 0 if it does not apply to it."""
    if rule.applies_to == ("others" if hand.win is not None else "winner"):
        return 0
    if rule.when_limit is not None and rule.when_limit != (table.terms.limit is not None):
        return 0
    return conditions.found(hand, rule.data)


def alternatives(holding: Found, names: set[str]) -> Iterator[Found]:
    """What is left of these rules: without the replaced and the spoiled, and without those that are not alone.

    A rule that is found takes the place of others, and spoils others, even if it does not count itself; where the hand
    is scored without one that counts flowers apart, this one takes nobody's place. `names` are those of all found.
    """
    replaced = {name for rule in holding for name in rule.replaces}
    left = {rule: times for rule, times in holding.items() if rule.id not in replaced and not rule.spoiled_by & names}
    guarded = [rule for rule in left if rule.only_beside is not None]
    valid = [chosen for chosen in _subsets(guarded) if _are_beside(chosen, left, guarded)]
    largest = [chosen for chosen in valid if not any(chosen < other for other in valid)]
    for chosen in largest:
        yield {rule: times for rule, times in left.items() if rule.only_beside is None or rule in chosen}


def _are_beside(chosen: frozenset[Rule], left: Found, guarded: Sequence[Rule]) -> bool:
    """True if every point of the hand comes from rules that each of the chosen ones allows, or from itself."""
    giving = {rule.id for rule in left if rule.points and (rule in chosen or rule not in guarded)}
    return all(giving <= {*(rule.only_beside or ()), rule.id} for rule in chosen)


# What they come to


def is_bonus(rule: Rule) -> bool:
    """True if it counts or doubles flowers and seasons where these are counted apart."""
    return rule.bonus and not rule.bonus_apart


def bonus_alone(counting: Found) -> int:
    """What flowers and seasons give where they are counted apart (ruling 42)."""
    own = {rule: times for rule, times in counting.items() if is_bonus(rule)}
    points, doubles, added = sums(own)
    return int(points * 2**doubles + added)


def sums(counting: Found) -> tuple[int, int, int]:
    """Points, doubles and points added after doubling."""
    return (
        sum(rule.points * times for rule, times in counting.items()),
        sum(rule.doubles * times for rule, times in counting.items()),
        sum(rule.added * times for rule, times in counting.items()),
    )


def of_the_count(counting: Found) -> Found:
    """The rules of the hand's own points: without those of flowers and seasons where a rule counts these apart."""
    apart = any(rule.bonus_apart for rule in counting)
    return {rule: times for rule, times in counting.items() if not (apart and is_bonus(rule))}


def own_score(terms: Terms, counting: Found) -> int:
    """The hand's own score: points, rounded, doubled, halved, rounded."""
    points, doubles, added = sums(of_the_count(counting))
    apart = any(rule.bonus_apart for rule in counting)
    result = terms.points_rounding.of(points) * 2**doubles + added + (bonus_alone(counting) if apart else 0)
    return terms.scores_rounding.of(halved(counting, result))


def halved(counting: Found, amount: int) -> int:
    """Half, once, rounded down, if a rule halves the hand."""
    return amount // 2 if any(rule.halves for rule in counting) else amount


def count_of(terms: Terms, hand: Hand, counting: Found, waits: Sequence[Worth]) -> Count:
    """The score of a hand whose rules are these, and which waits for hands of this worth."""
    own = own_score(terms, counting)
    caps_own = terms.limit is not None and (hand.win is not None or not terms.in_full)
    best = special_score(terms, hand, counting, min(own, terms.limit) if caps_own and terms.limit is not None else own)
    shares = [int(wait.share * terms.base) for wait in waits if wait.score is None]
    if best is not None and any(rule.score is not None and rule.score <= max(shares, default=-1) for rule in best[1]):
        best = None  # the share for waiting gives most, and the hand's own score counts if it is more
    value, special = (own, frozenset[Rule]()) if best is None else best
    worth = max((worth_of(terms, rule) for rule in special), default=0)
    least, waited, is_score = max((waiting_for(terms, counting, wait) for wait in waits), default=(0, 0, False))
    if least > value:
        value, special, worth = least, frozenset[Rule](), waited
    reaches = terms.limit is not None and worth >= terms.limit
    above = terms.pays_above_limit and reaches
    capped = caps_own and not above
    most = max((_given(terms, rule) for rule in counting if rule.is_special), default=(0, False))
    whole = most[1] and most[0] >= terms.base and not any(rule.halves for rule in counting)
    is_fixed = any(rule.score is not None for rule in special) or (least == value and is_score)
    has_own = not terms.bonus_beside_limit and not is_fixed
    shown = own if has_own else value
    score = min(value, terms.limit) if capped and terms.limit is not None else value
    return Count(
        score,
        shown,
        own,
        value,
        score < max(value, shown),
        above,
        whole and terms.limit is not None,
        frozenset(rule.id for rule in counting),
        frozenset(rule.id for rule in special),
    )


def worth_of(terms: Terms, rule: Rule) -> int:
    """What a special rule makes a hand worth, before any halving."""
    if rule.score is not None:
        return rule.score
    return int(rule.share * terms.base)


def waiting_for(terms: Terms, counting: Found, worth: Worth) -> tuple[int, int, bool]:
    """What a hand scores at least by what it waits for, that without flowers, and whether it is a score, no share."""
    value = worth.score if worth.score is not None else int(worth.share * terms.base)
    beside = bonus_alone(counting) if terms.bonus_beside_limit and value else 0
    return halved(counting, value + beside), value, worth.score is not None


def special_score(terms: Terms, hand: Hand, counting: Found, own: int) -> tuple[int, frozenset[Rule]] | None:
    """What a share of the limit or a fixed score makes of the hand; None if its own score counts."""
    giving = [rule for rule in counting if rule.score is not None or (rule.share and terms.base)]
    if not giving:
        return None
    most = max(_given(terms, rule) for rule in giving)
    chosen = frozenset(rule for rule in giving if _given(terms, rule) == most)
    worth, is_share = most
    beside = bonus_alone(counting) if terms.bonus_beside_limit else 0
    value = halved(counting, worth + beside if worth or is_share else 0)
    is_least = terms.count_if_more or any(rule.count_if_more for rule in chosen)
    if is_share:
        is_least |= hand.win is None or terms.limit is None or not terms.bonus_beside_limit
    return None if is_least and own > value else (value, chosen)


def _given(terms: Terms, rule: Rule) -> tuple[int, bool]:
    """What a rule says that the hand scores; of a share and a score that are equal, the share counts."""
    return worth_of(terms, rule), rule.score is None


# What may win


def may_win(table: Table, hand: Hand, count: Count) -> bool:
    """True if a complete hand may win in this arrangement."""
    legality = table.legality
    chows = hand.form.chows
    shares = any(rule.share for rule in table.rules if rule.id in count.counting)
    special = shares or bool(count.special)  # a fixed score that is less than the hand's own is none
    if len(chows) > legality.chows or (not legality.exposed_chows and any(chow.exposed for chow in chows)):
        return False
    if legality.special_only and not special:
        return False
    shows = not legality.shown or any(conditions.found(hand, each) for each in legality.shown)
    enough = special or has_minimum(table, hand, count)
    if legality.least_instead:
        return shows or enough
    return shows and enough


def has_minimum(table: Table, hand: Hand, count: Count) -> bool:
    """True if the hand's own points, doubles and score reach what a winner needs."""
    counting = {rule: holds(table, rule, hand) for rule in table.rules if rule.id in count.counting}
    points, doubles, _ = sums(of_the_count(counting))
    legality = table.legality
    return (
        table.terms.points_rounding.of(points) >= legality.least_points
        and doubles >= legality.least_doubles
        and own_score(table.terms, counting) >= legality.least_score
    )
