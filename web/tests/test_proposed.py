"""What the page's three questions say of a rulebook holds in the rulebook's own data."""

import re
from pathlib import Path

import pytest

import pung_chow_settlement
from pung_chow_settlement.rulebooks import BUILT_IN

_CHOOSING = (Path(__file__).parents[1] / "src" / "model" / "choosing.ts").read_text()
_ROW = re.compile(r"id: '([\w-]+)', fits: \{ learnt: '[\w-]+', chows: '(\w+)', 'special-hands': '(\w+)' \}")
_FITS = _ROW.findall(_CHOOSING)
_MANY = 30
"""Of special hands and of hands that wait for one, which the page lists by name."""


def test_the_page_proposes_modern_rulebooks_and_one_of_a_book_of_the_1920s() -> None:
    assert len(_FITS) == _CHOOSING.count("fits: {") >= 7
    assert {ruleset for ruleset, _, _ in _FITS} <= set(BUILT_IN.by_id)


@pytest.mark.parametrize(("ruleset", "chows", "hands"), _FITS)
def test_a_proposed_rulebook_is_as_the_answers_say(ruleset: str, chows: str, hands: str) -> None:
    told = pung_chow_settlement.create_app().test_client().get(f"/v1/rulesets/{ruleset}").get_json()
    special = [rule for rule in told["rules"] if rule["limit_hand"] or "limit_share" in rule or rule.get("layout")]
    assert (chows == "one") == (told["legality"]["chows"] == 1)
    waiting = [rule for rule in told["rules"] if {"limit_share", "score"} & rule.get("waiting", {}).keys()]
    assert (hands == "many") == (len(special) + len(waiting) >= _MANY)
