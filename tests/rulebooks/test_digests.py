"""A digest covers what changes an amount, and no sentence."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest

from pung_chow_settlement.domain.clauses.clause import Options
from pung_chow_settlement.domain.rulebook.digests import digest_of
from pung_chow_settlement.domain.rulebook.model import MEMBERS, Rulebook
from pung_chow_settlement.domain.rulebook.rules import Worth
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.schemas.rulebook_files import PatternsField
from tests.conftest import NOT_COMPILED

SUIT = {"served": "three-pungs-of-a-suit-shown", "text": "a sentence"}
BASE = BUILT_IN.by_id["outside-the-box"].rulebook
"""It has every section."""


def defaults(rulebook: Rulebook) -> Options:
    return {option.name: option.default for option in rulebook.options}


OPTIONS = defaults(BASE)
NONE_INSTEAD = {"waiting": Worth(doubles=1), "score": 0, "when_limit": True, "only_beside": (), "limit_without": 0}
"""Other values of what is None."""


def digest(pattern: dict[str, Any]) -> str:
    """The digest of `pamphlet` with this danger pattern alone."""
    rulebook = BUILT_IN.by_id["pamphlet"].rulebook
    assert rulebook.settlement.danger is not None
    danger = replace(rulebook.settlement.danger, patterns=PatternsField().deserialize({"a": pattern}))
    return digest_of(replace(rulebook, settlement=replace(rulebook.settlement, danger=danger)), defaults(rulebook))


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"served": "nine-of-a-suit-shown"}, False),
        ({"would_serve": "same-tile"}, False),
        ({"text": "another sentence"}, True),
        ({"would_serve": "same-suit"}, True),
    ],
)
def test_a_digest_covers_what_a_danger_pattern_looks_for(change: dict[str, str], same: bool) -> None:
    assert (digest({**SUIT, **change}) == digest(SUIT)) is same


def other(name: str, value: Any) -> Any:
    """Another value of a member."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, StrEnum):
        return next(each for each in type(value) if each is not value)
    if isinstance(value, int | Fraction):
        return value + 1
    if isinstance(value, tuple):
        return (*value, "mah-jong")
    return NONE_INSTEAD.get(name, 7) if value is None else None


def changed(member: str, record: Any) -> Rulebook:
    """The rulebook with another value of this member of a record of it."""
    one = replace(record, **{member: other(member, getattr(record, member))})
    if isinstance(one, Rulebook):
        return one
    places: Any = {name: one for name in ("settlement", "session", "false_mahjong") if record is getattr(BASE, name)}
    if not places:
        name = "rules" if record in BASE.rules else "fines"
        places = {name: tuple([one if each is record else each for each in getattr(BASE, name)])}
    return replace(BASE, **places)


def members() -> Iterator[tuple[str, Any]]:
    records = (BASE, BASE.rules[0], BASE.settlement, BASE.session, BASE.false_mahjong, BASE.fines[0])
    assert {*map(type, records)} == MEMBERS.keys()
    return ((name, record) for record in records for name in MEMBERS[type(record)])


@NOT_COMPILED
@pytest.mark.parametrize(
    ("name", "record"), [pytest.param(*member, id=f"{type(member[1]).__name__} {member[0]}") for member in members()]
)
def test_a_digest_covers_every_member_of_house_rules_and_files(name: str, record: Any) -> None:
    assert digest_of(changed(name, record), OPTIONS) != digest_of(BASE, OPTIONS)


@NOT_COMPILED
@pytest.mark.parametrize("member", ["text", "source", "interpretation", "assumed", "aliases", "concept"])
def test_a_digest_covers_no_text_and_no_source(member: str) -> None:
    rules = tuple([replace(rule, **{member: other(member, getattr(rule, member))}) for rule in BASE.rules])
    assert digest_of(replace(BASE, rules=rules[::-1]), OPTIONS) == digest_of(BASE, OPTIONS)
