"""All that decides an amount travels, options too: by link, QR code and file, and to the next evening."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from pung_chow_settlement.rulebooks import BUILT_IN
from web.tests import sheet
from web.tests.phone import Phone
from web.tests.played import DRAWN
from web.tests.qr_code import link_in_code
from web.tests.server import Served

_HOUSE: dict[str, Any] = {
    "title": "Klub 7",
    "rules": {"house:simples": {"find": "simples-only", "text": "Only simples", "doubles": 1}},
    "settlement": {"losers": "none"},
}
_PLAYERS = ("Ann", "Ben", "Cleo", "Dan")


def _other_value(option: dict[str, Any]) -> Any:
    """A value that the rulebook doesn't have by itself."""
    if option["type"] == "boolean":
        return not option["default_boolean"]
    usual = option.get("default_integer")
    if "choices" in option:
        return next(each for each in option["choices"] if each != usual)
    step, least = option.get("multiple_of") or 1, option.get("minimum") or 0
    values = (least + step * count for count in (4, 8))
    return next(each for each in values if each != usual)


def _options(served: Served, ruleset: str) -> dict[str, Any]:
    """Every option of a rulebook, otherwise than by itself."""
    with urlopen(f"{served.origin}/v1/rulesets/{ruleset}") as response:
        return {each["name"]: _other_value(each) for each in json.load(response)["options"]}


def _file(ruleset: str, options: dict[str, Any]) -> str:
    game = json.loads(sheet.exported(ruleset, _PLAYERS, [sheet.entry_of(DRAWN)]))
    return json.dumps({**game, "options": options, "house_rules": _HOUSE})


def _rules_of(phone: Phone) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rules of the open game, as its file has them; the game is closed then."""
    phone.to_sessions()
    with phone.page.expect_download() as download:
        phone.tap(phone.button("Save as file").first)  # that of the newest game
    file = json.loads(Path(download.value.path()).read_text())
    phone.press("New game")
    return file.get("options", {}), file.get("house_rules", {})


def _open(other: Phone, link: str, accept: str) -> None:
    other.page.goto("about:blank")
    other.page.goto(link)
    other.press(accept)


@pytest.mark.parametrize("ruleset", ["bmja", *(each for each in BUILT_IN.by_id if each != "bmja")])
def test_every_option_and_house_rule_travels_every_way(
    phone: Phone, other: Phone, served: Served, ruleset: str
) -> None:
    rules = _options(served, ruleset), _HOUSE
    phone.press("My games")
    phone.open_file(_file(ruleset, rules[0]))
    phone.counted()
    phone.press("Settings")
    phone.press("House rules")
    links = [phone.share("Share as a link")["url"], link_in_code(phone)]
    for link in links:
        _open(other, link, "Play by these rules")
        other.press("Start the game")
        other.counted()
        assert _rules_of(other) == rules, "rules by link and code"

    phone.page.goto(served.origin + "/#end")
    for link in (phone.share("Share a link")["url"], link_in_code(phone)):
        _open(other, link, "Continue this game here")
        copies = other.button("Keep both")
        copies.or_(other.page.locator(".players:not(.stale)")).first.wait_for()
        if copies.count():
            other.tap(copies)
        other.counted()
        assert _rules_of(other) == rules, "a game by link and code"

    phone.press(re.compile("^Another game"))
    phone.counted()
    assert _rules_of(phone) == rules, "the next evening"


def test_a_limit_and_chows_alone_are_changes_that_are_told_and_shared(phone: Phone, other: Phone) -> None:
    phone.open_house_rules("bmja")
    footer = phone.page.locator("footer")
    expect(footer.get_by_text("By the book")).to_be_visible()
    phone.page.get_by_label("Limit: ").fill("2000")
    expect(footer.get_by_text("1 change")).to_be_visible()
    phone.page.get_by_label(re.compile("chow", re.IGNORECASE)).first.fill("4")
    expect(footer.get_by_text("2 changes")).to_be_visible()
    other.page.goto(phone.share("Share as a link")["url"])
    told = other.page.locator(".changes-listed li")
    expect(told).to_have_count(2)
    expect(told.filter(has_text="Limit")).to_contain_text("2,000 (the book: 1,000)")
    other.press("Play by these rules")
    expect(other.page.get_by_text("House rules: 2 changes")).to_be_visible()
