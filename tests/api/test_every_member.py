"""Every member of house rules occurs in random schemes and has an effect in a case; a new one fails until it does."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.rulebook.settlement_sentences import SETTLEMENT_MEMBERS, paid_in
from pung_chow_settlement.requests.house_rules import house_rules_form
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.schemas.fields import Dict, Nested
from tests.domain.test_settlement import MEMBERS
from tests.support import random_houses
from tests.support.cases import Case, cases_of, subjects

Json = Any
Path = tuple[Any, ...]
ANY: Final = "*"
"""In place of an id of the client's choice."""
SHOWN: Final = ("table", "house_rules")
"""Members of responses that repeat the house rules: a change of these alone is no effect."""


def members(schema: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all members of house rules, by their forms."""
    for name, field in schema.members.items():
        of_each = getattr(field, "value_field", None)
        if isinstance(field, Nested):
            yield from members(field.schema, (*path, name))
        elif isinstance(field, Dict) and isinstance(of_each, Nested):
            yield from members(of_each.schema, (*path, name, ANY))
        else:
            yield (*path, name)


ALL_MEMBERS: Final = [*members(house_rules_form(BUILT_IN))]


def places(house: Json, path: Path, before: Path = ()) -> Iterator[Path]:
    """Where house rules have a member."""
    if not path:
        yield before
    elif isinstance(house, dict):
        for name in house if path[0] == ANY else [path[0]] if path[0] in house else []:
            yield from places(house[name], path[1:], (*before, name))


def houses(body: Json, before: Path = ()) -> Iterator[Path]:
    """Where a body has house rules: its own, those of its deals, those of entries."""
    for name, value in body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ():
        if name == "house_rules":
            yield (*before, name)
        else:
            yield from houses(value, (*before, name))


def at(value: Json, path: Path) -> Json:
    for step in path:
        value = value[step]
    return value


def without(body: Json, path: Path) -> Json:
    changed = copy.deepcopy(body)
    del at(changed, path[:-1])[path[-1]]
    return changed


def effects(answer: Json) -> Json:
    """An answer without what repeats the house rules."""
    if isinstance(answer, list):
        return [effects(each) for each in answer]
    if isinstance(answer, dict):
        return {name: effects(each) for name, each in answer.items() if name not in SHOWN}
    return answer


def is_refused(answer: Json) -> bool:
    """True if the house rules themselves are refused."""
    return any("/house_rules" in fault.get("pointer", "") for fault in answer.get("errors", ()))


CASES: Final = [
    case
    for subject in subjects()
    for case in cases_of(subject)
    if case["path"] != "/v1/rulesets/resolve" and [*houses(case["body"])]
]


def shows(client: FlaskClient, case: Case, path: Path) -> bool:
    """True if the answer of a case is another one without the member."""
    bodies = (case["body"], without(case["body"], path))
    first, second = [client.post(case["path"], json=body).get_json() for body in bodies]
    return not is_refused(first) and effects(first) != effects(second)


@pytest.mark.parametrize("member", ALL_MEMBERS, ids=lambda path: "/".join(path))
def test_a_member_has_an_effect_in_a_case(client_unchecked: FlaskClient, member: Path) -> None:
    """Without it, the answer of one of the cases is another one: tests/cases/house-rules.yaml is where to add it."""
    occurs = (
        (case, (*house, *place))
        for case in CASES
        for house in houses(case["body"])
        for place in places(at(case["body"], house), member)
    )
    assert any(shows(client_unchecked, case, path) for case, path in occurs)


WHO_WINS: Final = "most random hands could not win, or not be asked for"
ASKED: Final = "a request must then say whether the hand was exposed"
NOT_DRAWN: Final[dict[str, str]] = {
    **dict.fromkeys(
        [
            *("legality/chows", "legality/exposed_chows", "legality/goulash", "legality/one_suit_only"),
            *("legality/robs_concealed", "legality/shapes", "legality/stands_for", "base_rules"),
        ],
        WHO_WINS,
    ),
    "options/*/default_boolean": "only one rulebook in four has an option that is true or false",
    "penalties/false-mahjong/exposed_only": ASKED,
    "penalties/false-mahjong/taken_back": ASKED,
    "rules/*/not": "drawn within `all_of` and `any_of`",
    "rules/*/bonus": "has an effect only on rules for flowers and seasons",
    "rules/*/bonus_apart": "has an effect only beside rules for flowers and seasons",
    "rules/*/only_beside": "names rules that a random table may not have",
    "rules/*/waiting/doubles": "a condition of a losing hand, which few layouts give",
    "settlement/after_goulash": "has an effect only at a table that plays a goulash",
    "settlement/rounds_of_three": "has an effect only with `rounds`, of three players",
}
"""Members that no random house rules have, with the reason: a new one is drawn in random_houses.py, or stands here."""


def drawn() -> set[Path]:
    """The members that random house rules had."""
    rng = Random("members")
    found: set[Path] = set()
    for _ in range(400):
        house = random_houses.house(rng, rng.choice(ALL).id)
        found |= {member for member in ALL_MEMBERS if [*places(house, member)]}
    return found


def test_every_member_is_in_random_house_rules() -> None:
    assert sorted({"/".join(member) for member in {*ALL_MEMBERS} - drawn()}) == sorted(NOT_DRAWN)


EVEN_BY_SCORES: Final = [
    *("settled_by", "losers", "limit_without", "pays_above_limit", "bonus_beside_limit", "count_if_more", "pictures"),
    *("points_rounded_up_to", "points_rounded", "scores_rounded_to", "scores_rounded"),
    *("drawn_deal", "after_draw", "after_goulash", "wins_in_a_row", "rounds", "rounds_of_three"),
]
"""Members of the settlement that have an effect where the players' scores are the result and nobody pays."""


def test_a_member_of_the_settlement_is_known_by_whether_it_has_an_effect_where_nobody_pays() -> None:
    """What has none stands in `_UNPAID` of settlement_sentences.py, so that `settled_by: scores` refuses it."""
    assert sorted(name for name in SETTLEMENT_MEMBERS if not paid_in({name: object()})) == sorted(EVEN_BY_SCORES)


def test_a_member_of_payments_is_in_the_random_schemes_of_the_settlement() -> None:
    """Payments are rounded last, in tests of their own."""
    paid = {name for name in SETTLEMENT_MEMBERS if paid_in({name: object()})}
    assert paid - MEMBERS.keys() == {"payments_rounded_to", "payments_rounded"}
