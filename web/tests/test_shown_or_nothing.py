"""What is saved is what was shown when Save was tapped, or nothing; never an edit before the service has answered."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from web.tests.phone import Phone

_RULESET: Final = "bmja"
_CHECK: Final = "**/v1/scoresheets*"
_DRAWN: Final[dict[str, Any]] = {
    "type": "deal",
    "winning_player": None,
    "hands": [{"concealed": "", "partial": True}] * 4,
}

_ANSWERED_MS: Final = 1_000
"""After it the page has done what follows from an answer."""


class _Held:
    """The requests of a check, held back until they are let go."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(_CHECK, self._hold)

    def _hold(self, route: Route) -> None:
        self._routes.append(route)

    def wait(self) -> None:
        while not self._routes:
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        for route in self._routes:
            route.continue_()
        self._page.unroute(_CHECK)


def _correct(phone: Phone, amount: int, reason: str) -> None:
    amounts = phone.page.locator("input[type=number]")
    amounts.nth(0).fill(str(amount))
    amounts.nth(1).fill(str(-amount))
    phone.page.get_by_label("Reason").fill(reason)


@pytest.fixture
def corrected(phone: Phone) -> Phone:
    """A phone with a correction of 24 in work."""
    phone.sit(_RULESET, _DRAWN)
    phone.new("Correction")
    _correct(phone, 24, "a wrong sum")
    return phone


def test_an_edit_while_the_check_of_a_correction_is_under_way_saves_nothing_unasked(corrected: Phone) -> None:
    held = _Held(corrected.page)
    corrected.press("Save")
    held.wait()
    _correct(corrected, 99, "another sum")
    held.let_go()
    expect(corrected.button("Save")).to_be_enabled()
    expect(corrected.page.locator("h1")).to_have_text("A correction")
    corrected.press("Save")
    corrected.counted()
    assert corrected.totals() == [99, -99, 0, 0]
    expect(corrected.page.locator(".entry")).to_have_count(2)


def test_another_entry_is_not_saved_in_place_of_one_that_was_discarded(corrected: Phone) -> None:
    held = _Held(corrected.page)
    corrected.press("Save")
    held.wait()
    corrected.drop()
    corrected.new("Correction")
    _correct(corrected, 7, "half")
    with corrected.page.expect_response(_CHECK):
        held.let_go()
    corrected.page.wait_for_timeout(_ANSWERED_MS)
    expect(corrected.page.locator("h1")).to_have_text("A correction")
    corrected.press("Table")
    assert corrected.totals() == [0, 0, 0, 0]


def test_effects_of_an_edit_are_not_shown_once_it_was_edited_further(phone: Phone) -> None:
    calls = {"type": "false-mahjong", "player": 1, "hand_exposed": True}
    phone.sit("dmjl", calls, _DRAWN)
    phone.tap(phone.page.locator(".entry").last)
    phone.press("Edit")
    phone.choose("Who called a false Mah-Jong?", "Ann")
    phone.press("Save")
    expect(phone.page.get_by_role("heading", name="What changes")).to_be_visible()
    phone.press("No, carry on")
    held = _Held(phone.page)
    phone.press("Save")
    held.wait()
    phone.choose("Who called a false Mah-Jong?", "Cleo")
    with phone.page.expect_response(_CHECK):
        held.let_go()
    phone.page.wait_for_timeout(_ANSWERED_MS)
    expect(phone.page.locator("h1")).to_have_text("A false Mah-Jong")


def test_effects_of_rules_are_not_shown_once_they_were_changed_further(phone: Phone) -> None:
    phone.sit("harr-1923-limit", _DRAWN)
    phone.press("Settings")
    phone.unfold_rules()
    points = phone.page.get_by_role("spinbutton", name="Points for Mah-Jong")
    points.fill("20")
    held = _Held(phone.page)
    phone.press("Save the settings")
    held.wait()
    points.fill("40")
    held.let_go()
    phone.page.wait_for_timeout(_ANSWERED_MS)
    expect(phone.page.get_by_role("alertdialog")).to_have_count(0)
