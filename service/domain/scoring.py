"""Scoring one hand: a situation comes in, a score with every item that made it goes out.

score = points x 2^doubles + added, then the limit (1922 p.60). Which rules there are, and what they are worth, only the
rulebook knows.
"""

from itertools import pairwise
from typing import Final, NamedTuple

from service.domain.arrange import NO_SETS, Arrangement, arrangements
from service.domain.hand import Hand
from service.domain.rulebook.model import WHOLE_LIMIT, Evidence, Rule
from service.domain.rulebook.terms import Row, Table, Terms
from service.domain.sets import BY_TILES, PAIRS, PUNGS, Kind, Set, Sign
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
    limit_percent: int = 0
    """The share of the limit that a limit hand gives."""

    @property
    def capped(self) -> bool:
        """Whether the limit lowered the score."""
        return self.score < self.uncapped_score


Found = list[tuple[Row, Evidence]]


class Count(NamedTuple):
    """What the rules found in one arrangement come to."""

    score: int
    uncapped_score: int
    points: int
    doubles: int
    added: int
    limit_percent: int
    found: Found
    arrangement: Arrangement


_ANY_PAIR: Final = int(Sign.ANY_PAIR)
DEAD: Final = Score(0, 0, 0, 0, 0, (), NO_SETS, ())


def score_winner(situation: Situation, terms: Terms) -> Score:
    """Score the winner's hand in the arrangement that scores most, before and then after the limit is left out."""
    best = max(_counts(situation, terms), key=_most)
    return _score(best, best.arrangement)


def score_other(situation: Situation, terms: Terms) -> Score:
    """Score a hand that did not win over what it has; its score is not cut."""
    hand = situation.hand
    if hand.dead and not (terms.rulebook.short_dead_hand_scores and hand.surplus < 0):
        return DEAD
    sets = sets_held(hand)
    arrangement = Arrangement(sets, None, ())
    view = view_of(situation, arrangement, traits_of(hand))
    counted = _count(view, arrangement, terms.others, terms)
    if view.signs & _ANY_PAIR:
        arrangement = Arrangement(_without_idle_pairs(sets, counted.found), None, ())
    return _score(counted, arrangement)


def _without_idle_pairs(sets: tuple[Set, ...], found: Found) -> tuple[Set, ...]:
    """What a hand that did not win is told to have: of its pairs only those that score."""
    earning = {tiles for _, evidence in found for tiles in evidence}
    return tuple([each for each in sets if each.kind is not Kind.PAIR or each.tiles in earning])


def most_doubles(situation: Situation, terms: Terms) -> int:
    """The most doubles that any arrangement gives the winner's hand."""
    return max(counted.doubles for counted in _counts(situation, terms))


def _counts(situation: Situation, terms: Terms) -> list[Count]:
    assert situation.win is not None, "only a winner's hand is arranged"
    traits = traits_of(situation.hand)
    return [
        _count(view_of(situation, arrangement, traits), arrangement, terms.winner, terms)
        for arrangement in arrangements(situation.hand, situation.win, terms.ways)
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


def _count(view: View, arrangement: Arrangement, table: Table, terms: Terms) -> Count:
    signs = view.signs
    found: Found = []
    minding: list[Row] = []
    for where, find, row in table:
        if where & signs and (evidence := find(view)):
            found.append((row, evidence))
            if row.minds_others:
                minding.append(row)
    if minding:
        found = _beside_each_other(found, minding)
    points = doubles = added = percent = 0
    for (_, each_points, each_doubles, each_added, each_percent, _), evidence in found:
        times = len(evidence)
        points += each_points * times
        doubles += each_doubles * times
        added += each_added * times
        if each_percent > percent:
            percent = each_percent
    uncapped = (points << doubles) + added
    score = uncapped
    if terms.limit is not None and view.situation.win is not None:
        score = terms.limit if percent == WHOLE_LIMIT else min(terms.limit, uncapped)
    return Count(score, uncapped, points, doubles, added, percent, found, arrangement)


def _beside_each_other(found: Found, minding: list[Row]) -> Found:
    """Leave out what does not count beside the rest: replaced and spoiled rules, then those that stand alone."""
    ids = {row.rule.id for row, _ in found}
    gone: set[str] = set()
    for row in minding:
        gone.update(row.rule.replaces)
        if not ids.isdisjoint(row.rule.spoiled_by):
            gone.add(row.rule.id)
    scoring = {row.rule.id for row, _ in found if row.points and row.rule.id not in gone}
    gone.update([row.rule.id for row in minding if not _stands_alone(row.rule, scoring)])
    return [entry for entry in found if entry[0].rule.id not in gone]


def _stands_alone(rule: Rule, scoring: set[str]) -> bool:
    """Whether every point comes from the rules that this one may stand beside."""
    return rule.only_beside is None or scoring <= {rule.id, *rule.only_beside}


def _score(counted: Count, arrangement: Arrangement) -> Score:
    score, uncapped_score, points, doubles, added, percent, found, _ = counted
    limit_hands = tuple([row.rule.id for row, _ in found if row.limit_percent == WHOLE_LIMIT])
    return Score(points, doubles, added, uncapped_score, score, limit_hands, arrangement, _items(found), percent)


def _items(found: Found) -> tuple[Item, ...]:
    """A rule that gives both points and doubles gives two items; a limit hand by itself gives none."""
    items = []
    for (rule, points, doubles, added, _, _), evidence in found:
        for tiles in sorted(evidence) if len(evidence) > 1 else evidence:
            if points:
                items.append(Item(rule, tiles, points, 0, 0))
            if doubles:
                items.append(Item(rule, tiles, 0, doubles, 0))
            if added:
                items.append(Item(rule, tiles, 0, 0, added))
    return tuple(items)
