"""One concept is one thing in every rulebook, which ids are not: books give two hands one name, and one hand two."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from flask.testing import FlaskClient

from service.domain.rulebook.digests import bound
from service.domain.rulebook.model import Rulebook, ScoringRule
from service.rulebooks import ALL

ROWS = [(rulebook, rule) for rulebook in ALL for rule in rulebook.rules]
READ_OTHERWISE = {
    "winning-tile-drawn": "whether a loose tile, and a hand complete as dealt, was drawn from the wall",
    "only-place-to-win": "judged in the division that is scored or the whole hand, with tiles that lie dead or without",
    "loose-tile": "whether a flower's replacement is one",
    "concealed-hand": "whether a claimed kong spoils it, and whether hands without sets have it",
    "concealed-pungs": "whether the last tile may be claimed for the pair, and whether a claimed kong counts",
    "concealed-clear-suit": "whether a claimed kong spoils it",
    "three-concealed-pungs": "whether a claimed kong counts",
    "completed-pair-of-simples": "drawn and claimed apart or alike, and what a run of four waited for",
    "completed-pair-of-heads": "drawn and claimed apart or alike, and what a run of four waited for",
    "no-other-score": "whether points for how it was won, flowers, and pairs that score spoil it",
    "all-heads": "whether honours alone, and ones and nines alone, have it: else they have another rule",
    "original-hand": "whether flowers may have been replaced",
    "original-call": "how many sets may lie exposed",
    "plum-blossom": "whether a flower's replacement is a loose tile",
    "three-dragons": "whether there may be a chow",
    "imperial-jade": "whether there may be a chow",
    "squirming-snake": "whether the ones and nines may be kongs",
    "consecutive-wins": "how many",
    "seven-pairs": "whether the same pair may come twice, and whether every tile comes from the wall",
    "all-pair-honours": "found by its sets or shape, or told by a layout",
    "concealed-pungs-of-one-suit": "whether the last tile may be claimed for the pair",
    "four-kongs": "whether a claimed set halves it",
    "four-winds": "found by its sets or shape, or told by a layout",
    "gates-of-heaven": "whether any tile may be claimed last",
    "grand-sequence": "whether the pair must be of a suit",
    "green-jade": "whether a claimed set halves it",
    "heads-and-tails": "whether a claimed set halves it",
    "honours-only": "found by its sets or shape, or told by a layout",
    "knitting": "found by its sets or shape, or told by a layout",
    "red-coral": "whether a claimed set halves it",
    "thirteen-heads": "found by its sets or shape, or told by a layout",
    "triple-knitting": "found by its sets or shape, or told by a layout",
    "white-opal": "whether a claimed set halves it",
    "nine-gates": "whether the tiles before the winning one are the thirteen",
}
"""Concepts whose rows do not all look for the same, and what each book reads otherwise."""
TWICE_IN_A_RULEBOOK = {
    "concealed-pung-of-simples": "the winner's counts more",
    "concealed-pung-of-heads": "the winner's counts more",
    "completed-pair-of-simples": "drawn, and claimed",
    "completed-pair-of-heads": "drawn, and claimed",
    "honours-only": "doubles without a limit, a limit hand with one",
    "original-hand": "doubles without a limit, a limit hand with one",
    "three-dragons": "doubles for every hand, the limit for the winner",
    "four-winds": "doubles for every hand, the limit for the winner",
}
"""Concepts of which one rulebook has two rows on purpose."""
TWO_HANDS = {
    "wriggling-snake": {
        "millington": "squirming-snake",
        "bmja": "snake-with-winds",
        "outside-the-box": "snake-with-winds",
        "nts-2002": "squirming-snake",
    },
    "concealed": {"bmja": "concealed-with-honours", "dmjl": "concealed-hand"},
    "buried-treasure": {
        "millington": "concealed-pungs",
        "bmja": "concealed-pungs-of-one-suit",
        "outside-the-box": "concealed-pungs-of-one-suit",
    },
    "hidden-treasure": {"harr-1923-limit": "concealed-hand", "dmjl": "concealed-pungs"},
}
"""Ids that mean two things, by rulebook."""
FOUR_NAMES = {
    "thirteen-heads": {"thirteen-heads", "thirteen-wonders", "thirteen-unique-wonders", "thirteen-orphans",
                       "unique-wonder"},
    "honours-only": {"honours-only", "all-honours", "all-winds-and-dragons", "only-honours"},
    "four-kongs": {"four-kongs", "fourfold-plenty"},
    "first-discard": {"first-discard", "earth", "earths-blessing"},
    "original-hand": {"original-hand", "original-hand-without-limit", "heaven", "heavens-blessing"},
    "heads-and-tails": {"all-ones-and-nines", "heads-and-tails"},
    "kong-upon-kong": {"kong-upon-kong", "twofold-fortune"},
    "squirming-snake": {"wriggling-snake", "squirming-snake"},
    "consecutive-wins": {"thirteenth-win", "east-nine-times"},
    "all-heads": {"all-heads", "heads-only", "all-majors", "only-majors", "ones-and-nines-with-honours",
                  "all-majors-with-honours"},
    "no-other-score": {"no-other-score", "no-scoring-value", "no-score-hand", "zero-point-hand", "four-chows"},
}  # fmt: skip
"""Things that go by several ids."""


def by_concept() -> dict[str, list[tuple[Rulebook, ScoringRule]]]:
    found = defaultdict(list)
    for rulebook, rule in ROWS:
        found[rule.concept_or_id].append((rulebook, rule))
    return found


def concepts_of(rule_id: str) -> dict[str, str]:
    return {rulebook.id: rule.concept_or_id for rulebook, rule in ROWS if rule.id == rule_id}


def pairs() -> Iterator[tuple[ScoringRule, ScoringRule]]:
    return combinations([rule for _, rule in ROWS], 2)


def test_rows_that_look_for_the_same_are_of_one_concept() -> None:
    same = [(one, other) for one, other in pairs() if bound(one.looks_for) == bound(other.looks_for)]
    assert {(one.id, other.id) for one, other in same if one.concept_or_id != other.concept_or_id} == set()
    assert len({one.id for one, other in same if one.id != other.id}) > 15


def test_rows_of_one_concept_look_for_the_same_or_are_read_otherwise_for_a_reason() -> None:
    several = {name for name, rows in by_concept().items() if len({bound(rule.looks_for) for _, rule in rows}) > 1}
    assert several == READ_OTHERWISE.keys()


def test_one_id_of_two_finders_is_two_concepts_or_is_read_otherwise_for_a_reason() -> None:
    apart = [(a, b) for a, b in pairs() if a.id == b.id and a.looks_for.condition is not b.looks_for.condition]
    alike = {one.concept_or_id for one, other in apart if one.concept_or_id == other.concept_or_id}
    assert alike <= READ_OTHERWISE.keys()
    assert {one.id for one, other in apart if one.concept_or_id != other.concept_or_id} == TWO_HANDS.keys()


def test_no_rulebook_has_two_rows_of_one_concept_but_those_that_mean_to() -> None:
    twice = {
        name
        for name, rows in by_concept().items()
        if len({rulebook.id for rulebook, _ in rows}) < len(rows)
    }  # fmt: skip
    assert twice == TWICE_IN_A_RULEBOOK.keys()


def test_a_concept_that_is_also_an_id_is_that_of_every_rule_with_the_id() -> None:
    concepts = by_concept().keys()
    assert [rule.id for _, rule in ROWS if rule.id in concepts and rule.concept_or_id != rule.id] == []


@pytest.mark.parametrize(("rule_id", "concepts"), TWO_HANDS.items(), ids=TWO_HANDS)
def test_an_id_of_two_hands_is_two_concepts(rule_id: str, concepts: dict[str, str]) -> None:
    assert concepts_of(rule_id) == concepts


@pytest.mark.parametrize(("concept", "ids"), FOUR_NAMES.items(), ids=FOUR_NAMES)
def test_a_thing_of_several_ids_is_one_concept(concept: str, ids: set[str]) -> None:
    assert {rule.id for _, rule in by_concept()[concept]} == ids


# As it is served


def test_every_rule_is_served_with_its_concept(client: FlaskClient) -> None:
    result = client.get("/v1/rulesets").get_json()["rulesets"]
    served = [(book["id"], rule["id"], rule["concept"]) for book in result for rule in book["rules"]]
    assert served == [(rulebook.id, rule.id, rule.concept_or_id) for rulebook, rule in ROWS]


@pytest.mark.parametrize(
    ("name", "change", "concept"),
    [
        ("wriggling-snake", {}, "squirming-snake"),
        ("wriggling-snake", {"ruleset": "bmja"}, "snake-with-winds"),
        ("mah-jong", {"points": 10}, "mah-jong"),
        ("concealed", {"ruleset": "bmja", "find": "concealed-hand", "parameters": {"claimed_kongs": True}},
         "concealed-hand"),
        ("three-concealed-pungs", {"parameters": {"least": 2}}, "three-concealed-pungs"),
        ("house:snake", {"find": "snake", "parameters": {"kongs": False}}, "squirming-snake"),
        ("house:simples", {"find": "simples-only"}, "all-simples"),
        ("house:almost", {"find": "almost-concealed", "parameters": {"claimed_kongs": False}}, "house:almost"),
    ],
)  # fmt: skip
def test_a_tables_rule_is_of_the_concept_of_what_it_looks_for(
    client: FlaskClient, name: str, change: dict[str, object], concept: str
) -> None:
    asked = {"ruleset": "harr-1922", "house_rules": {"rules": {name: change}}}
    answer = client.post("/v1/rulesets/resolve", json=asked)
    assert answer.status_code == 200, answer.get_json()
    assert {rule["id"]: rule["concept"] for rule in answer.get_json()["rules"]}[name] == concept
