"""Players have names of their own, a false Mah-Jong is nobody's until that is said, one bad hand hides no other."""

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.phone import Phone


def test_players_without_names_go_by_their_numbers_and_never_by_a_wind(phone: Phone) -> None:
    phone.begin("bmja", ("", "Ben", "", ""))
    seats = phone.page.locator(".players .name")
    expect(seats).to_have_text(["Player 1", "Ben", "Player 3", "Player 4"])
    expect(phone.page.locator(".east-now")).to_have_text("Player 1 is East, the dealer.")


def test_enter_in_a_name_leads_to_the_next(phone: Phone) -> None:
    names = phone.page.locator(".names input")
    names.first.fill("Ann")
    for each in range(1, 4):
        phone.page.keyboard.press("Enter")
        expect(names.nth(each)).to_be_focused()
    expect(phone.button("Start the game")).to_be_enabled()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".players .name").first).to_have_text("Ann")
    phone.press("Settings")
    phone.tap(names.nth(1))
    phone.page.keyboard.type("Ben")
    phone.press("Save the settings")
    expect(phone.page.locator(".players .name")).to_have_text(["Ann", "Ben", "Player 3", "Player 4"])


@pytest.mark.parametrize(
    ("ruleset", "kind", "who"),
    [
        ("dmjl", "False Mah-Jong", "Who called a false Mah-Jong?"),
        ("harr-1923-limit", "Washed tiles", "Who washes the tiles?"),
    ],
)
def test_an_entry_is_nobody_s_until_that_is_said(phone: Phone, ruleset: str, kind: str, who: str) -> None:
    phone.sit(ruleset)
    phone.new(kind)
    group = phone.page.get_by_role("group", name=who)
    expect(group.locator("input:checked")).to_have_count(0)
    expect(phone.button("Save")).to_be_disabled()
    phone.choose(who, "Cleo")
    expect(phone.button("Save")).to_be_enabled()


def test_a_wrong_call_shows_what_it_moves_before_it_is_kept(phone: Phone) -> None:
    phone.sit("dmjl")
    phone.new("False Mah-Jong")
    phone.choose("Who called a false Mah-Jong?", "Cleo")
    amounts = phone.page.get_by_label("What each player gets").locator("dd")
    expect(amounts).to_have_text(["+300", "+300", "\u2212900", "+300"])
    phone.press("Save")
    phone.counted()
    body = {"ruleset": "dmjl", "players": list(phone.players), "entries": [{"type": "false-mahjong", "player": 2}]}
    assert phone.totals() == sheet.totals(phone.origin, body) == [300, 300, -900, 300]


def test_a_hand_with_too_many_tiles_leaves_the_scores_of_the_others_in_view(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": "22m456p777z", "exposed": ["888m", "222s"]})
    phone.say_won_with("2m")
    phone.to_hand(0)
    phone.enter_hand({"concealed": "", "exposed": ["111m", "333p", "999s", "444s", "666m"]})
    phone.to_hand(2)
    phone.enter_hand({"concealed": "", "exposed": ["999m"]})
    phone.checked()
    expect(phone.tab(1).locator("b")).not_to_have_text("\u2013")
    expect(phone.tab(2).locator("b")).to_have_text("4")
