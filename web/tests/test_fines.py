"""Fines by their names from the rulebook, in place of signed sums."""

from typing import Any

from playwright.sync_api import expect

from web.tests import sheet
from web.tests.phone import Phone

_RULESET = "outside-the-box"
_ASKED_MS = 500
"""After it the service would have been asked about a fine that is half entered, and refused it."""


def _settled(phone: Phone, **fine: Any) -> list[int]:
    body = {"ruleset": _RULESET, "players": list(phone.players), "entries": [{"type": "fine", **fine}]}
    return sheet.totals(phone.origin, body)


def _choose(phone: Phone, text: str) -> None:
    phone.sit(_RULESET)
    phone.new("Fine")
    phone.tap(phone.page.locator("label.offer").filter(has_text=text).first)


def test_a_fine_is_chosen_by_its_name_and_paid_to_one_player(phone: Phone) -> None:
    _choose(phone, "misnamed discard was claimed pays 50")
    expect(phone.button("Save")).to_be_disabled()
    phone.choose("Who is fined?", "Ben")
    phone.page.wait_for_timeout(_ASKED_MS)
    phone.choose("Who is paid?", "Dan")
    expect(phone.page.locator(".payments li")).to_contain_text("50")
    phone.press("Save")
    phone.counted()
    expected = _settled(phone, fine="misnamed-discard", player=1, receiving_player=3)
    assert phone.totals() == expected == [0, -50, 0, 50]
    expect(phone.page.locator(".entry")).to_contain_text("was fined: A player whose misnamed discard")


def test_a_fine_of_one_who_pays_for_all_asks_for_the_score(phone: Phone) -> None:
    _choose(phone, "claimed for Mah-Jong")
    phone.choose("Who is fined?", "Ben")
    phone.choose("Who is paid?", "Dan")
    phone.page.wait_for_timeout(_ASKED_MS)
    phone.page.get_by_label("The winner's score").fill("64")
    phone.press("Save")
    phone.counted()
    expected = _settled(phone, fine="misnamed-for-mah-jong", player=1, receiving_player=3, score=64)
    assert phone.totals() == expected != [0, 0, 0, 0]


def test_a_rulebook_without_fines_offers_none(phone: Phone) -> None:
    phone.sit("bmja")
    phone.press("More\u2026")
    expect(phone.button("Correction")).to_be_visible()
    expect(phone.button("Fine")).to_have_count(0)
