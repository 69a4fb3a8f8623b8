"""Texts of the page: labels, reasons, headings, faults of imported files, questions."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone
from web.tests.played import DRAWN
from web.tests.test_desktop import _begin, _type, desk
from web.tests.watch import Watch

pytestmark = pytest.mark.night

__all__ = ["desk"]

_CONCEALED = "22m345p666s111z999s"


def test_typed_tiles_of_a_winner_by_a_drawn_tile_are_concealed(desk: Phone) -> None:
    _begin(desk.page)
    _type(desk.page, "22m 345p 666s 111z 999s")
    expect(desk.page.locator("[data-place='concealed'] .group")).to_have_count(5)
    expect(desk.page.locator("[data-place='exposed']")).to_have_count(0)


def test_sets_stand_in_the_hand_at_first_and_are_laid_down_for_a_win_on_a_discard(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    chosen = phone.page.locator("[data-onto][aria-pressed='true']")
    expect(chosen).to_have_text("In the hand")
    phone.set_place("table")
    expect(chosen).to_have_text("Laid down")
    phone.press("Deal")
    phone.drop()
    by_discard = {"winner": "east", "win": {"source": "discard", "discarder": "north"}}
    phone.enter_result(by_discard)
    expect(chosen).to_have_text("Laid down")
    phone.set_place("hand")
    phone.press("Deal")
    phone.drop()
    phone.enter_result(by_discard)
    expect(chosen).to_have_text("Laid down")


def test_a_reload_keeps_the_chosen_mode(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.set_mode("chow", "table")
    phone.page.reload()
    expect(phone.kind_key("chow")).to_have_attribute("aria-pressed", "true")
    assert phone.place() == "table"


def test_no_winning_tile_is_marked_before_one_is_said(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": _CONCEALED})
    asked = phone.page.locator(".winning-tile.unsaid")
    expect(asked).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("[data-won][aria-pressed='true']")).to_have_count(0)
    phone.say_won_with("5p")
    expect(asked).to_have_count(0)
    expect(phone.won_tile("5p")).to_have_attribute("aria-pressed", "true")


def test_reasons_are_words_and_fit_the_screen(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.sit("dmjl")
    phone.enter_deal(
        {"winner": "east", "win": {"source": "wall", "tile": "2m"}, "hands": {"east": {"concealed": _CONCEALED}}}
    )
    phone.checked()
    phone.open_hand(0)
    page = phone.page
    expect(page.locator(".items")).to_contain_text("Pair of simples completed by the winning tile")
    expect(page.locator(".items")).not_to_contain_text("LastTile")
    phone.tap(page.get_by_text("Where the book says so"))
    expect(page.locator(".sources")).to_contain_text("Last tile completes pair minor")
    wide = """[...document.querySelectorAll('.items, .items b, .sources, .sources li')]
      .filter(each => each.scrollWidth > each.clientWidth + 1).length"""
    assert page.evaluate(wide) == 0


def test_a_shared_text_begins_with_the_rulebook_the_date_and_the_number_of_deals(phone: Phone) -> None:
    phone.sit("millington", DRAWN)
    phone.press("End the evening")
    text = phone.share("Share as text")["text"]
    assert re.match(r"Chinese Classical after Millington, \w+ \d+, \d{4}, 1 deal\n", text), text
    assert not re.search("[\u200e\u200f\u2066-\u2069]", text)


def test_faults_of_an_imported_file_name_the_entry_and_the_player(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    wrong = {**WORKED_DEALS[0], "hands": {**WORKED_DEALS[0]["hands"], "south": {"concealed": "1m"}}}
    entries = [sheet.entry_of(WORKED_DEALS[0]), sheet.entry_of(wrong)]
    phone.press("My games")
    phone.open_file(sheet.exported("harr-1923", phone.players, entries))
    expect(phone.page.locator(".faults").first).to_contain_text("Entry 2, \u2068Ben\u2069: ")

    entries[1]["hands"][2] = {**entries[1]["hands"][2], "concealed": 7}
    phone.open_file(sheet.exported("harr-1923", phone.players, entries))
    expect(phone.page.locator(".faults").first).to_contain_text("Entry 2, \u2068Cleo\u2069: ")


def test_two_players_with_one_name_must_be_confirmed(phone: Phone) -> None:
    for wind, name in (("East", "Ann"), ("South", "Ben"), ("West", "ann "), ("North", "Dan")):
        phone.page.get_by_label(f"Name of the first {wind}").fill(name)
    phone.choose_rulebook("harr-1923")
    phone.press("Start the game")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("Two players are called")
    phone.press("Change a name")
    phone.press("Start the game")
    phone.press("Leave the names")
    phone.counted()


def test_two_players_of_one_name_are_not_begun_and_a_blank_name_is_a_number(phone: Phone) -> None:
    """The service takes no two equal names and no blank one."""
    for wind, name in (("East", "Ann"), ("South", " \t"), ("West", " Ann "), ("North", "An  n")):
        phone.page.get_by_label(f"Name of the first {wind}").fill(name)
    phone.choose_rulebook("harr-1923")
    phone.press("Start the game")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("Two players are called")
    expect(phone.button("Leave the names")).to_have_count(0)
    phone.press("Change a name")
    phone.page.get_by_label("Name of the first West").fill("Cleo")
    phone.press("Start the game")
    phone.counted()
    names = phone.page.locator(".players .name").all_inner_texts()
    assert sorted(names) == ["An n", "Ann", "Cleo", "Player 2"]


def test_undo_is_visible_after_a_deal_and_returns_to_the_table(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.begin("harr-1923")
    phone.play(
        {"winner": "east", "win": {"source": "wall", "tile": "2m"}, "hands": {"east": {"concealed": _CONCEALED}}}
    )
    expect(phone.button("Undo")).to_be_in_viewport(ratio=1)
    phone.press("Undo")
    expect(phone.page.locator(".players")).to_be_visible()
    expect(phone.button("Continue")).to_be_visible()
