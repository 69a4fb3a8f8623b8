"""Scoring one hand: a situation comes in, a score with every item that made it goes out.

score = points x 2^doubles + added, then the limit (1922 p.60). Which rules there are, and what they are worth, only the
rulebook knows.
"""

from itertools import pairwise
from typing import Final, NamedTuple

from service.domain.arrange import Arrangement, arrangements
from service.domain.hand import Hand
from service.domain.rulebook.model import LIMIT, Evidence, Options, Rule, Rulebook
from service.domain.sets import ANY_PAIR, BY_TILES, PAIRS, PUNGS, Set, Shape
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
    view = view_of(at, arrangement, traits_of(hand))
    counted = _count(view, arrangement, rulebook, options)
    if view.signs & ANY_PAIR:
        arrangement = _without_idle_pairs(arrangement, counted.found)
    return _score(counted, counted.uncapped_score, arrangement, options)


def _without_idle_pairs(held: Arrangement, found: Found) -> Arrangement:
    """What a hand that did not win is told to have: of its pairs only those that score."""
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
    sets.sort(key=BY_TILES)
    return tuple(sets)


def _most(counted: Count) -> tuple[int, int]:
    return counted.score, counted.uncapped_score


def _count(view: View, arrangement: Arrangement, rulebook: Rulebook, options: Options) -> Count:
    limit = options[LIMIT]
    winner = view.at.win is not None
    signs = view.signs
    found: Found = []
    minding: list[Rule] = []
    for where, find, rule in rulebook.tables[winner, limit is not None]:
        if where & signs and (evidence := find(view)):
            found.append((rule, evidence))
            if rule.minds_others:
                minding.append(rule)
    if minding:
        found = _beside_each_other(found, minding, options)
    points = doubles = added = 0
    for rule, evidence in found:
        each_points, each_doubles, each_added = rule.fixed or rule.values(options)  # most rows are fixed: no call
        times = len(evidence)
        points += each_points * times
        doubles += each_doubles * times
        added += each_added * times
    uncapped = (points << doubles) + added
    score = uncapped
    if limit is not None and winner:
        score = limit if any(rule.limit_hand for rule, _ in found) else min(limit, uncapped)
    return Count(score, uncapped, points, doubles, added, found, arrangement)


def _beside_each_other(found: Found, minding: list[Rule], options: Options) -> Found:
    """Leave out what does not count beside the rest: replaced and spoiled rules, then those that stand alone."""
    ids = {rule.id for rule, _ in found}
    gone: set[str] = set()
    for rule in minding:
        gone.update(rule.replaces)
        if not ids.isdisjoint(rule.spoiled_by):
            gone.add(rule.id)
    scoring = {rule.id for rule, _ in found if rule.id not in gone and rule.values(options)[0]}
    gone.update(
        [rule.id for rule in minding if rule.only_beside is not None and not scoring <= {rule.id, *rule.only_beside}]
    )
    return [entry for entry in found if entry[0].id not in gone]


def _score(counted: Count, score: int, arrangement: Arrangement, options: Options) -> Score:
    _, uncapped_score, points, doubles, added, found, _ = counted
    limit_hands = tuple([rule.id for rule, _ in found if rule.limit_hand])
    return Score(points, doubles, added, uncapped_score, score, limit_hands, arrangement, _items(found, options))


def _items(found: Found, options: Options) -> tuple[Item, ...]:
    """A rule that gives both points and doubles gives two items; a limit hand by itself gives none."""
    items = []
    for rule, evidence in found:
        points, doubles, added = rule.fixed or rule.values(options)
        for tiles in sorted(evidence) if len(evidence) > 1 else evidence:
            if points:
                items.append(Item(rule, tiles, points, 0, 0))
            if doubles:
                items.append(Item(rule, tiles, 0, doubles, 0))
            if added:
                items.append(Item(rule, tiles, 0, 0, added))
    return tuple(items)
