"""A concept means the same in every rulebook; ids need not, as books give two hands one name, and one hand two."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import yaml

from pung_chow_settlement.domain.rulebook.amend.patch import Patch
from pung_chow_settlement.domain.rulebook.digests import condition_line as bound
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import ScoringRule
from pung_chow_settlement.rulebooks import ALL
from tests.domain.builders import amended

ROWS = [(rulebook, rule) for rulebook in ALL for rule in rulebook.rules]
CONCEPTS = yaml.safe_load(Path(__file__).with_name("concepts.yaml").read_bytes())
SEVERAL_CONDITIONS = CONCEPTS["read-otherwise"]
TWICE_IN_A_RULEBOOK = CONCEPTS["twice-in-a-rulebook"]
TWO_HANDS = CONCEPTS["two-hands"]
NAMES = {name: set(ids) for name, ids in CONCEPTS["names"].items()}


def by_concept() -> dict[str, list[tuple[Rulebook, ScoringRule]]]:
    found = defaultdict(list)
    for rulebook, rule in ROWS:
        found[rule.concept_or_id].append((rulebook, rule))
    return found


def concepts_of(rule_id: str) -> dict[str, str]:
    return {rulebook.id: rule.concept_or_id for rulebook, rule in ROWS if rule.id == rule_id}


def pairs() -> Iterator[tuple[ScoringRule, ScoringRule]]:
    return combinations([rule for _, rule in ROWS], 2)


def test_rules_with_the_same_condition_have_one_concept() -> None:
    same = [(one, other) for one, other in pairs() if bound(one.condition) == bound(other.condition)]
    assert {(one.id, other.id) for one, other in same if one.concept_or_id != other.concept_or_id} == set()
    assert len({one.id for one, other in same if one.id != other.id}) > 15


def test_rules_of_one_concept_have_the_same_condition_but_for_listed_ones() -> None:
    several = {name for name, rows in by_concept().items() if len({bound(rule.condition) for _, rule in rows}) > 1}
    assert several == SEVERAL_CONDITIONS.keys()


def test_one_id_with_two_conditions_has_two_concepts_but_for_listed_ones() -> None:
    apart = [(a, b) for a, b in pairs() if a.id == b.id and a.condition.definition is not b.condition.definition]
    alike = {one.concept_or_id for one, other in apart if one.concept_or_id == other.concept_or_id}
    assert alike <= SEVERAL_CONDITIONS.keys()
    assert {one.id for one, other in apart if one.concept_or_id != other.concept_or_id} == TWO_HANDS.keys()


def test_no_rulebook_has_two_rules_of_one_concept_but_listed_ones() -> None:
    twice = {
        name
        for name, rows in by_concept().items()
        if len({rulebook.id for rulebook, _ in rows}) < len(rows)
    }  # fmt: skip
    assert twice == TWICE_IN_A_RULEBOOK.keys()


def test_a_concept_that_is_an_id_is_that_of_every_rule_with_the_id() -> None:
    concepts = by_concept().keys()
    assert [rule.id for _, rule in ROWS if rule.id in concepts and rule.concept_or_id != rule.id] == []


@pytest.mark.parametrize(("rule_id", "concepts"), TWO_HANDS.items(), ids=TWO_HANDS)
def test_an_id_of_two_hands_is_two_concepts(rule_id: str, concepts: dict[str, str]) -> None:
    assert concepts_of(rule_id) == concepts


@pytest.mark.parametrize(("concept", "ids"), NAMES.items(), ids=NAMES)
def test_rules_of_one_concept_have_the_listed_ids(concept: str, ids: set[str]) -> None:
    assert {rule.id for _, rule in by_concept()[concept]} == ids


# House rules


@pytest.mark.parametrize(
    ("name", "change", "concept"),
    [
        ("wriggling-snake", {}, "squirming-snake"),
        ("wriggling-snake", {"ruleset": "bmja"}, "snake-with-winds"),
        ("mah-jong", {"points": 10}, "mah-jong"),
        ("concealed", {"ruleset": "bmja", "text": "Hidden", "find": "concealed-hand",
                       "parameters": {"claimed_kongs": True}}, "concealed-hand"),
        ("three-concealed-pungs", {"text": "Two", "parameters": {"least": 2}}, "three-concealed-pungs"),
        ("house:snake", {"find": "snake", "parameters": {"kongs": False}}, "squirming-snake"),
        ("house:simples", {"find": "simples-only"}, "all-simples"),
        ("house:almost", {"find": "almost-concealed", "parameters": {"claimed_kongs": False}},
         "house:almost"),
    ],
)  # fmt: skip
def test_a_house_rule_has_the_concept_of_its_condition(name: str, change: Patch, concept: str) -> None:
    table = amended("harr-1922", {"rules": {name: change}})
    assert {rule.id: rule.concept_or_id for rule in table.rules}[name] == concept
