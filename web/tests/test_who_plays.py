"""Names that change after the first deal: the page asks what happened, and no money moves unasked."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone

Json = dict[str, Any]
_DEAL = WORKED_DEALS[0]


def _rename(phone: Phone, *names: str) -> Locator:
    phone.press("Settings")
    for wind, name in zip(("East", "South", "West", "North"), names, strict=True):
        phone.page.get_by_label(f"Name of the first {wind}").fill(name)
    phone.press("Save the settings")
    return phone.page.get_by_role("alertdialog")


@pytest.fixture
def played(phone: Phone) -> Phone:
    phone.sit("harr-1923", _DEAL)
    return phone


def _by_name(phone: Phone) -> dict[str, int]:
    names = [each.inner_text() for each in phone.page.locator(".player .name").all()]
    return dict(zip(names, phone.totals(), strict=True))


def test_two_names_that_are_exchanged_ask_and_everybody_keeps_the_total(played: Phone) -> None:
    before = _by_name(played)
    asked = _rename(played, "Ben", "Ann", "Cleo", "Dan")
    expect(asked).to_contain_text("What happened?")
    expect(asked.locator("tr").first).to_contain_text("2,880")
    played.press("They changed seats from now on: everybody keeps the total")
    played.counted()
    assert _by_name(played) == before
    expect(played.page.locator(".entry").last).to_contain_text(re.compile("Ann.? won"))
    played.press("Undo")
    played.counted()
    assert _by_name(played) == before


def test_names_that_were_wrong_from_the_start_exchange_the_deals(played: Phone) -> None:
    before = _by_name(played)
    _rename(played, "Ben", "Ann", "Cleo", "Dan")
    played.press("The names were wrong from the start: exchange all deals so far")
    played.counted()
    assert _by_name(played) == {**before, "Ben": before["Ann"], "Ann": before["Ben"]}


def test_a_substitute_goes_on_with_the_total_and_what_was_played_keeps_its_names(played: Phone) -> None:
    totals = played.totals()
    asked = _rename(played, "Eve", "Ben", "Cleo", "Dan")
    played.tap(asked.get_by_role("button", name="plays from now on, with the total of"))
    played.counted()
    assert played.totals() == totals
    expect(played.page.locator(".player .name").first).to_have_text("Eve")
    expect(played.page.locator(".entry").last).to_contain_text(re.compile("Ann.? won"))


def test_a_name_spelt_otherwise_changes_nothing_else(played: Phone) -> None:
    totals = played.totals()
    _rename(played, "Anne", "Ben", "Cleo", "Dan")
    played.press("Only the spelling: the same people")
    played.counted()
    assert played.totals() == totals
    expect(played.page.locator(".entry")).to_have_count(1)
    expect(played.page.locator(".entry").last).to_contain_text(re.compile("Anne.? won"))


def test_names_that_are_left_as_they_were_move_nothing(played: Phone) -> None:
    before = _by_name(played)
    _rename(played, "Ben", "Ann", "Cleo", "Dan")
    played.press("Undo my changes here")
    played.press("Table")
    assert _by_name(played) == before


def test_deals_after_a_change_of_seats_go_to_who_sits_there(played: Phone) -> None:
    before = _by_name(played)
    _rename(played, "Ben", "Ann", "Cleo", "Dan")
    played.press("They changed seats from now on: everybody keeps the total")
    played.counted()
    entries: list[Json] = [sheet.entry_of(_DEAL)]
    body = {"ruleset": "harr-1923", "players": list(played.players), "entries": entries}
    seating = sheet.seats(played.origin, body)
    played.players = chairs = ("Ben", "Ann", "Cleo", "Dan")
    played.enter_deal(_DEAL, seating)
    played.checked()
    played.keep()
    after = sheet.totals(played.origin, {**body, "entries": [*entries, sheet.entry_of(_DEAL, seating)]})
    gained = [total - old for total, old in zip(after, sheet.totals(played.origin, body), strict=True)]
    assert _by_name(played) == {name: before[name] + gain for name, gain in zip(chairs, gained, strict=True)}
