"""Deals have the service's numbers everywhere, and entries that are no deals have their own."""

from typing import Final

from playwright.sync_api import expect

from web.tests.phone import Phone

_EAST_WON: Final = {
    "type": "deal",
    "winning_player": 0,
    "win": {"source": "wall"},
    "hands": [{"counted": {"score": score}} for score in (40, 0, 0, 0)],
}
_FINE: Final = {"type": "fine", "fine": "misnamed-discard", "player": 1, "receiving_player": 3}
_CORRECTION: Final = {"type": "correction", "amounts": [5, -5, 0, 0], "reason": "miscounted"}


def test_each_entry_has_its_own_number_beside_that_of_its_deal(phone: Phone) -> None:
    phone.sit("outside-the-box", _EAST_WON, _FINE, _CORRECTION, _EAST_WON)
    expect(phone.page.locator(".entry .unseen")).to_contain_text(
        [
            "Entry 4 \u00b7 East's round, deal 2",
            "Entry 3:",
            "Entry 2 \u00b7 East's round, deal 2",
            "Entry 1 \u00b7 East's round, deal 1",
        ]
    )
    expect(phone.page.locator("h1")).to_have_text("East's round, deal 3")
    phone.tap(phone.page.locator(".entry").nth(2))
    expect(phone.page.locator("h1")).to_have_text("Entry 2")
    phone.press("Table")
    phone.press("End the evening")
    expect(phone.page.locator(".lead")).to_contain_text("2 deals")


def test_a_wrong_call_that_ends_its_deal_is_numbered_as_the_service_numbers_it(phone: Phone) -> None:
    phone.sit("bmja", _EAST_WON, {"type": "false-mahjong", "player": 1, "hand_exposed": True}, _EAST_WON)
    expect(phone.page.locator(".entry .unseen").nth(1)).to_contain_text("Entry 2 \u00b7 East's round, deal 2")
    expect(phone.page.locator("h1")).to_have_text("East's round, deal 4")
