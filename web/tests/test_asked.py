"""How a deal was won is asked on a sheet over the table."""

import re

import pytest
from playwright.sync_api import Locator, expect

from web.tests.inspect_page import overlaps, serious_faults
from web.tests.phone import Json, Phone
from web.tests.sheet import WINDS

_DRAWN: Json = {
    "winner": "south",
    "win": {"source": "wall", "tile": "9s"},
    "hands": {"south": {"concealed": "99s222m456p777z", "exposed": ["888m"]}},
}


def _sheet(phone: Phone) -> Locator:
    return phone.page.get_by_role("dialog", name=re.compile("Ben.? won"))


def test_how_a_deal_was_won_is_asked_over_the_table(phone: Phone) -> None:
    """Its totals are seen and nothing of it answers; what is asked lies in the lower half, where the thumb is."""
    phone.sit("bmja", _DRAWN)
    totals = phone.totals()
    phone.start_deal(1)
    expect(_sheet(phone).locator("h1")).to_be_focused()
    assert phone.totals() == totals
    expect(phone.page.locator("[data-total='0']")).to_be_in_viewport(ratio=1)
    phone.page.locator("[data-winner='0']").evaluate("each => each.focus()")
    expect(_sheet(phone).locator("h1")).to_be_focused()
    box = _sheet(phone).bounding_box()
    assert box is not None
    assert box["y"] > 422
    assert box["y"] + box["height"] == pytest.approx(844)
    assert overlaps(phone.page) == serious_faults(phone.page) == []


@pytest.mark.parametrize("way", ["its key", "Escape", "Back"])
def test_from_the_sheet_one_returns_to_the_table(phone: Phone, way: str) -> None:
    phone.sit("bmja")
    phone.start_deal(1)
    expect(_sheet(phone).locator("h1")).to_be_focused()
    if way == "its key":
        phone.press("Table")
    elif way == "Escape":
        phone.page.keyboard.press("Escape")
    else:
        phone.page.go_back()
    expect(_sheet(phone)).to_have_count(0)
    phone.start_deal(1)
    expect(_sheet(phone)).to_be_visible()
    phone.enter_win(_DRAWN["win"], WINDS)
    expect(_sheet(phone)).to_have_count(0)
    expect(phone.tab(1)).to_have_attribute("aria-current", "true")


def test_with_another_winner_on_the_sheet_the_hands_can_still_be_exchanged(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": {"source": "discard", "discarder": "west"}})
    phone.enter_hands({"winner": "south", "hands": {"south": {"concealed": "99s"}}})
    phone.choose("Who won?", "Cleo")
    exchange = phone.page.locator("button").filter(has_text="Swap the hands")
    phone.tap(phone.unfolded(exchange))
    phone.enter_win({"source": "discard", "discarder": "east"})
    hands = phone.page.locator(".hand-row")
    expect(hands.nth(2).locator(".small-hand svg")).to_have_count(1)
    expect(hands.nth(1).locator(".small-hand svg")).to_have_count(0)
