"""Scoring one hand: a situation comes in, a score with every item that made it goes out.

score = points x 2^doubles + added, then the limit (1922 p.60). Which rules there are, and what they are worth, only the
rulebook knows.
"""

from itertools import pairwise
from typing import Final, NamedTuple

from service.domain.arrange import Arrangement, arrangements
from service.domain.hand import Hand
from service.domain.rulebook.model import LIMIT, Amount, Evidence, Options, Rule, Rulebook, ShareOf
from service.domain.sets import PAIRS, PUNGS, Set, Shape
from service.domain.tiles import Tiles
from service.domain.view import Situation, View, traits_of, view_of


class Item(NamedTuple):
    """One line of a score: points, doubles or points added after doubling, never two of them."""

    rule: Rule
    tiles: Tiles
    """The tiles that earned it; empty where it is earned by no tiles in particular."""
    points: int = 0
    doubles: int = 0
    added: int = 0


class Score(NamedTuple):
    """What a hand scores and why."""

    points: int
    doubles: int
    added: int
    uncapped_score: int
    """points x 2^doubles + added."""
    score: int
    """A winner's is cut to the limit, and is the limit where he holds a limit hand."""
    limit_hands: tuple[str, ...]
    arrangement: Arrangement
    """The arrangement scored; of a hand that did not win, the sets and scoring pairs it has."""
    items: tuple[Item, ...]

    @property
    def capped(self) -> bool:
        """Whether the limit lowered the score."""
        return self.score < self.uncapped_score


Found = list[tuple[Rule, Evidence]]


class Count(NamedTuple):
    """What the rules found in one arrangement come to."""

    score: int
    uncapped_score: int
    points: int
    doubles: int
    added: int
    found: Found
    arrangement: Arrangement


NO_SETS: Final = Arrangement((), None, ())
DEAD: Final = Score(0, 0, 0, 0, 0, (), NO_SETS, ())


def score_winner(at: Situation, rulebook: Rulebook, options: Options) -> Score:
    """Score the winner's hand in the arrangement that scores most, before and then after the limit is left out."""
    best = max(_counts(at, rulebook, options), key=_most)
    return _score(best, best.score, best.arrangement, options)


def score_other(at: Situation, rulebook: Rulebook, options: Options) -> Score:
    """Score a hand that did not win over what it has; its score is not cut."""
    hand = at.hand
    if hand.dead and not (rulebook.short_dead_hand_scores and hand.surplus < 0):
        return DEAD
    sets = sets_held(hand)
    arrangement = Arrangement(sets, None, ())
    counted = _count(view_of(at, arrangement, traits_of(hand)), arrangement, rulebook, options)
    return _score(counted, counted.uncapped_score, _without_idle_pairs(arrangement, counted.found), options)


def _without_idle_pairs(held: Arrangement, found: Found) -> Arrangement:
    """What a hand that did not win is told to have: of its pairs only those that score."""
    if all(each.shape is not Shape.PAIR for each in held.sets):
        return held
    earning = {tiles for _, evidence in found for tiles in evidence}
    return Arrangement(
        tuple([each for each in held.sets if each.shape is not Shape.PAIR or each.tiles in earning]), None, ()
    )


def most_doubles(at: Situation, rulebook: Rulebook, options: Options) -> int:
    """The most doubles that any arrangement gives the winner's hand."""
    return max(counted.doubles for counted in _counts(at, rulebook, options))


def _counts(at: Situation, rulebook: Rulebook, options: Options) -> list[Count]:
    assert at.win is not None, "only a winner's hand is arranged"
    traits = traits_of(at.hand)
    return [
        _count(view_of(at, arrangement, traits), arrangement, rulebook, options)
        for arrangement in arrangements(at.hand, at.win)
    ]


def sets_held(hand: Hand) -> tuple[Set, ...]:
    """What a hand that did not win has, in the tiles' order: declared sets, concealed pungs, pairs of just two."""
    sets = list(hand.declared)
    concealed = hand.concealed
    repeated = {tile for tile, after in pairwise(concealed) if tile == after}
    sets += [PAIRS[tile] if concealed.count(tile) == 2 else PUNGS[tile] for tile in repeated]
    sets.sort(key=lambda each: each.tiles)
    return tuple(sets)


def _most(counted: Count) -> tuple[int, int]:
    return counted.score, counted.uncapped_score


def _count(view: View, arrangement: Arrangement, rulebook: Rulebook, options: Options) -> Count:
    limit = options[LIMIT]
    winner = view.at.win is not None
    rows = rulebook.tables[winner, limit is not None]
    signs = view.signs
    found: Found = [(rule, evidence) for where, find, rule in rows if where & signs and (evidence := find(view))]
    if any(rule.minds_others for rule, _ in found):
        found = _beside_each_other(found, options)
    points = doubles = added = 0
    for rule, evidence in found:
        times = len(evidence)
        doubles += rule.doubles * times
        if rule.points:
            points += amount(rule.points, options) * times
        if rule.added:
            added += amount(rule.added, options)
    uncapped = (points << doubles) + added
    score = uncapped
    if limit is not None and winner:
        score = limit if any(rule.limit_hand for rule, _ in found) else min(limit, uncapped)
    return Count(score, uncapped, points, doubles, added, found, arrangement)


def _beside_each_other(found: Found, options: Options) -> Found:
    """Leave out what does not count beside the rest: replaced and spoiled rules, then those that stand alone."""
    ids = {rule.id for rule, _ in found}
    gone = {replaced for rule, _ in found for replaced in rule.replaces if replaced in ids}
    gone.update(rule.id for rule, _ in found if not ids.isdisjoint(rule.spoiled_by))
    scoring = {rule.id for rule, _ in found if rule.id not in gone and amount(rule.points, options)}
    gone.update(
        rule.id for rule, _ in found if rule.only_beside is not None and not scoring <= {rule.id, *rule.only_beside}
    )
    return [entry for entry in found if entry[0].id not in gone]


def amount(value: Amount, options: Options) -> int:
    """A row's number, where it may hang on an option."""
    return value.under(options) if isinstance(value, ShareOf) else value


def _score(counted: Count, score: int, arrangement: Arrangement, options: Options) -> Score:
    _, uncapped_score, points, doubles, added, found, _ = counted
    limit_hands = tuple([rule.id for rule, _ in found if rule.limit_hand])
    return Score(points, doubles, added, uncapped_score, score, limit_hands, arrangement, _items(found, options))


def _items(found: Found, options: Options) -> tuple[Item, ...]:
    """A rule that gives both points and doubles gives two items; a limit hand by itself gives none."""
    items = []
    for rule, evidence in found:
        for tiles in sorted(evidence) if len(evidence) > 1 else evidence:
            if rule.points:
                items.append(Item(rule, tiles, amount(rule.points, options), 0, 0))
            if rule.doubles:
                items.append(Item(rule, tiles, 0, rule.doubles, 0))
            if rule.added:
                items.append(Item(rule, tiles, 0, 0, amount(rule.added, options)))
    return tuple(items)
