"""Editing and striking out older entries: other changes are listed first, and seats can stay as played."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from web.tests import sheet
from web.tests.phone import Phone, taps_of
from web.tests.sheet import WINDS

_HAND = {"concealed": "22m 345p", "exposed": ["666s", "111z", "999s"]}
_WIN = {"source": "wall", "tile": "2m"}
_EAST_WON: dict[str, Any] = {"winner": "east", "win": _WIN, "hands": {"east": _HAND}}
_SOUTH_WON: dict[str, Any] = {"winner": "south", "win": _WIN, "hands": {"south": _HAND}}


def _played(phone: Phone, *deals: dict[str, Any]) -> dict[str, Any]:
    """Play deals one after the other; the body of the same session for the API."""
    body: dict[str, Any] = {"ruleset": "millington", "players": list(phone.players), "entries": []}
    for deal in deals:
        body["entries"].append(sheet.entry_of(deal, sheet.seats(phone.origin, body)))
    phone.sit("millington", *body["entries"])
    return body


def _open_first(phone: Phone) -> None:
    phone.tap(phone.page.locator(".entry").last)


def _edit_first_to_be_won_by_south(phone: Phone) -> None:
    _open_first(phone)
    phone.press("Edit")
    phone.open_hand(0)
    phone.unfold_keys()
    for _ in range(len(taps_of(_HAND))):
        phone.press("Take back the last tap")
    phone.press("Deal")
    phone.change_result(_SOUTH_WON)
    phone.enter_hands(_SOUTH_WON)
    phone.save()
    expect(phone.page.get_by_role("heading", name="What changes")).to_be_visible()


def _rows(phone: Phone) -> Locator:
    return phone.page.locator(".moved li")


def test_an_edit_that_moves_seats_lists_what_changes_before_it_is_kept(phone: Phone) -> None:
    body = _played(phone, _EAST_WON, _EAST_WON)
    before = phone.totals()
    _edit_first_to_be_won_by_south(phone)
    expect(_rows(phone)).to_have_count(1)
    expect(_rows(phone)).to_contain_text("East: Ann → Ben")
    phone.press("No, carry on")
    phone.press("Table")
    assert phone.totals() == before

    phone.press("Continue")
    phone.save()
    phone.press("Yes, change them all")
    phone.counted()
    body["entries"][0] = sheet.entry_of(_SOUTH_WON)
    assert phone.totals() == sheet.totals(phone.origin, body) != before


@pytest.mark.night
def test_seats_can_stay_as_played_and_only_the_edited_deal_counts_differently(phone: Phone) -> None:
    body = _played(phone, _EAST_WON, _EAST_WON)
    alone = {**body, "entries": [sheet.entry_of(_SOUTH_WON)]}
    second = [
        after - before
        for after, before in zip(
            phone.totals(), sheet.totals(phone.origin, {**body, "entries": body["entries"][:1]}), strict=True
        )
    ]
    _edit_first_to_be_won_by_south(phone)
    phone.press("Keep the seats as played")
    phone.counted()
    expected = [one + other for one, other in zip(sheet.totals(phone.origin, alone), second, strict=True)]
    assert phone.totals() == expected
    expect(phone.page.locator(".entry")).to_have_count(3)
    expect(phone.page.locator(".entry").nth(1)).to_contain_text("Entry 1, seats as played: Ben won from the wall")
    phone.press("Undo")
    expect(phone.button("Continue")).to_be_visible()
    phone.counted()
    assert phone.totals() == sheet.totals(phone.origin, body)


@pytest.mark.night
def test_an_edit_that_changes_nothing_else_is_kept_at_once(phone: Phone) -> None:
    body = _played(phone, _EAST_WON, _EAST_WON)
    _open_first(phone)
    phone.press("Edit")
    phone.choose("Rarer ways", "On a replacement tile")
    kong = {"east": {"concealed": "22m345p", "exposed": ["6666s", "111z", "999s"]}}
    phone.open_hand(0)
    phone.set_place("table")
    phone.key("6s")
    phone.press("Deal")
    phone.keep()
    body["entries"][0] = sheet.entry_of(
        {"winner": "east", "win": {"source": "loose-tile", "tile": "2m"}, "hands": kong}
    )
    assert phone.totals() == sheet.totals(phone.origin, body)


def test_striking_out_shows_old_and_new_totals_and_other_changes(phone: Phone) -> None:
    body = _played(phone, _SOUTH_WON, _EAST_WON)
    before = phone.totals()
    _open_first(phone)
    phone.press("Delete")
    expect(phone.page.locator(".old-and-new tr")).to_have_count(4)
    after = sheet.totals(phone.origin, {**body, "entries": [sheet.entry_of(_EAST_WON, ("north", *WINDS[:3]))]})
    cells = phone.page.locator(".old-and-new td").all_inner_texts()
    assert [_figure(cell) for cell in cells] == [each for pair in zip(before, after, strict=True) for each in pair]
    expect(_rows(phone)).to_contain_text("East: Ben → Ann")
    phone.press("No, keep it")
    phone.press("Delete")
    phone.press("Keep the seats as played")
    phone.counted()
    assert phone.totals() == [
        total - first
        for total, first in zip(
            before, sheet.totals(phone.origin, {**body, "entries": body["entries"][:1]}), strict=True
        )
    ]


def _figure(text: str) -> int:
    return int(text.replace("→", "").replace("\u2212", "-").replace(",", "").strip())
