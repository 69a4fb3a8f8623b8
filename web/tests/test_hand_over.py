"""A session is transferred to another phone by a QR code, which can be scanned again for updates."""

from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests.inspect_page import narrow_faults, serious_faults
from web.tests.phone import Phone
from web.tests.qr_code import link_in_code

pytestmark = pytest.mark.night

_WON: dict[str, Any] = {
    "winner": "east",
    "win": {"source": "wall", "tile": "2m"},
    "hands": {"east": {"concealed": "22m345p666s111z999s"}},
}


def _code(phone: Phone) -> str:
    """The link in the QR code."""
    phone.press("End the evening")
    link = link_in_code(phone)
    phone.press("Table")
    return link


def _scan(other: Phone, link: str) -> None:
    other.page.goto(link)
    other.press("Continue this game here")
    other.counted()


def test_a_session_is_transferred_by_a_qr_code_and_updated_by_another_scan(phone: Phone, other: Phone) -> None:
    phone.sit("bmja", _WON)
    _scan(other, _code(phone))
    assert other.totals() == phone.totals() != [0, 0, 0, 0]

    phone.play({**_WON, "winner": "south", "hands": {"south": _WON["hands"]["east"]}})
    _scan(other, _code(phone))
    expect(other.page.locator(".entry")).to_have_count(2)
    assert other.totals() == phone.totals()
    other.to_sessions()
    expect(other.page.locator(".session")).to_have_count(1)


def test_the_table_hands_the_game_over_and_goes_on(phone: Phone, other: Phone) -> None:
    phone.sit("bmja", _WON)
    phone.press("More…")
    phone.press("Hand over to another phone")
    sheet = phone.page.locator("dialog.sheet")
    sheet.locator("img.qr").wait_for()
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    _scan(other, str(sheet.locator("[data-link]").get_attribute("data-link")))
    assert other.totals() == phone.totals()
    phone.press("Back")
    expect(sheet).to_have_count(0)
    phone.play({**_WON, "winner": "south", "hands": {"south": _WON["hands"]["east"]}})
    expect(phone.page.locator(".entry")).to_have_count(2)


def test_the_screen_with_the_qr_code_has_no_faults(phone: Phone) -> None:
    phone.sit("bmja", _WON)
    phone.press("End the evening")
    phone.press("As a QR code")
    phone.page.locator("img.qr").wait_for()
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []


def test_amounts_of_money_may_have_a_comma_or_a_point(phone: Phone) -> None:
    phone.sit("bmja", _WON)
    phone.press("End the evening")
    phone.tap(phone.page.get_by_text("Points to money"))
    for rate in ("0,05", "0.05"):
        phone.page.get_by_label("One point is worth").fill(rate)
        total = int(
            phone.page.locator(".ranking .figure").first.inner_text().split("\n")[0].split("(")[0].replace(",", "")
        )
        expect(phone.page.locator(".ranking li").first).to_contain_text(f"({total * 5 // 100:,}.{total * 5 % 100:02d})")
