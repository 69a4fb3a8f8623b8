"""Deals of four rulebooks entered by taps: special hands by tiles, or by name and picture.

`TABLE_DEALS` is the number of deals of each rulebook, up to twelve.
"""

import os
from fractions import Fraction
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.support.rulebook_cases import RuleCase, rule_cases
from web.tests import sheet
from web.tests.phone import Phone
from web.tests.sheet import WINDS

pytestmark = pytest.mark.night

Json = dict[str, Any]
RULESETS: Final = ("western", "outside-the-box", "nts-2002", "babcock-1923")
DEALS: Final = int(os.environ.get("TABLE_DEALS", "2"))
_MEMBERS: Final = {"source", "tile"}
"""Members of the wins that are used: no other circumstances; nor robbed kongs, which need a loser's pung."""


def _resolved(origin: str, ruleset: str) -> Json:
    return sheet.post(origin, "/v1/rulesets/resolve", {"ruleset": ruleset})


def _limit(resolved: Json) -> int:
    return next(int(each["default_integer"]) for each in resolved["options"] if each["name"] == "limit")


def _counted(rule: Json, limit: int) -> Json:
    """The count of a hand that is entered by its name."""
    if rule["limit_hand"]:
        return {"limit_hand": True}
    share = Fraction(rule.get("limit_share", "0"))
    return {"score": rule.get("score") or int(limit * share)}


def _is_special(rule: Json) -> bool:
    special = rule["limit_hand"] or "limit_share" in rule or rule.get("score")
    return bool(special) and rule["applies_to"] == "winner"


def _is_usable(win: Json) -> bool:
    return bool(win) and win.keys() <= _MEMBERS and win["source"] != "robbed-kong"


def _cases(ruleset: str, rules: list[Json]) -> list[RuleCase]:
    """Special hands of a rulebook, spread over all of them, and other wins if it has too few."""
    special = {rule["id"] for rule in rules if _is_special(rule)}
    wins = [case for case in rule_cases() if case.ruleset == ruleset and _is_usable(case.hit.get("win", {}))]
    found = [case for case in wins if case.rule in special]
    found += [case for case in wins if case.rule not in special][: max(0, DEALS - len(found))]
    return [found[number * len(found) // DEALS] for number in range(DEALS)]


def _deal(case: RuleCase) -> Json:
    hit = case.hit
    winner = hit["seat"]
    win = dict(hit["win"])
    if win["source"] == "discard":
        win["discarder"] = next(wind for wind in WINDS if wind != winner)
    return {"winner": winner, "win": win, "hands": {winner: hit["hand"]}}


def _by_name(phone: Phone, deal: Json, seating: list[str], rule: str) -> None:
    """Enter a special hand from the rulebook's list of names and pictures."""
    phone.enter_result(deal, seating)
    phone.choose_unless_chosen("How the hand is entered", "By its score")
    phone.tap(phone.page.locator(".named-hands > button"))
    named = phone.page.locator(f"[data-named='{rule}']")
    name = named.locator("b").inner_text()  # the list goes with the tap
    phone.tap(named)
    expect(phone.page.locator(".stated-score")).to_contain_text(name)
    phone.press("Deal")


def _by_tiles(phone: Phone, deal: Json, seating: list[str]) -> None:
    phone.enter_result(deal, seating)
    phone.choose_unless_chosen("How the hand is entered", "By tiles")
    phone.enter_hands(deal, seating)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_deals_by_taps_settle_as_by_the_api(phone: Phone, ruleset: str) -> None:
    resolved = _resolved(phone.origin, ruleset)
    rules = {rule["id"]: rule for rule in resolved["rules"]}
    played: Json = {"ruleset": ruleset, "players": list(phone.players), "entries": []}
    phone.sit(ruleset)
    totals = [0, 0, 0, 0]
    for number, case in enumerate(_cases(ruleset, resolved["rules"])):
        seating = sheet.seats(phone.origin, played)
        deal = _deal(case)
        if number % 2 and _is_special(rules[case.rule]):
            _by_name(phone, deal, seating, case.rule)
            counted = {"counted": _counted(rules[case.rule], _limit(resolved))}
            win = {name: value for name, value in deal["win"].items() if name != "tile"}
            deal = {**deal, "win": win, "hands": {deal["winner"]: counted}}
        else:
            _by_tiles(phone, deal, seating)
        phone.checked()
        phone.keep()
        played["entries"].append(sheet.entry_of(deal, seating))
        before, totals = totals, sheet.totals(phone.origin, played)
        assert phone.totals() == totals != before, case.rule
    expect(phone.page.locator(".entry")).to_have_count(DEALS)
