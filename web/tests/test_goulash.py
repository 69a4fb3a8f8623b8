"""Goulash deals: wild tiles by taps, in drafts, links and imported files, and offline."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.inspect_page import faults_of_colours, faults_of_sizes, overflow, overlaps, picture, text_size
from web.tests.phone import Phone, tiles_of
from web.tests.server import Served
from web.tests.watch import Watch

Json = dict[str, Any]
PLAYED = ("bmja", "outside-the-box")
TOGGLE = "A goulash: blanks stand for other tiles"
_WINNER: Json = {"concealed": "222s55z", "exposed": ["777m", "444p"], "concealed_kongs": ["9999p"]}
_LOSER: Json = {"concealed": "", "exposed": ["222s"], "partial": True}
"""With the winner's pung, there are six 2s of Bamboos, two of them blanks."""
DEAL: Json = {
    "winner": "south",
    "win": {"source": "wall", "tile": "5z"},
    "hands": {"south": {**_WINNER, "wild": "2s5z"}, "east": {**_LOSER, "wild": "2s"}},
}


def _begin_goulash(phone: Phone, ruleset: str = "bmja", winner: int = 1) -> None:
    """Open the winner's empty hand in a goulash won from the wall."""
    phone.sit(ruleset)
    _start_goulash(phone, winner)


def _start_goulash(phone: Phone, winner: int = 1) -> None:
    phone.start_deal(winner)
    phone.toggle(TOGGLE)
    phone.choose("How?", "Drawn from the wall")


def _mark(phone: Phone, wild: str) -> None:
    phone.set_mode("wild")
    before = ""
    for tile in tiles_of(wild):
        if tile == before:  # a second tap at once would do nothing
            phone.page.wait_for_timeout(600)
        phone.key(tile)
        before = tile


def _enter(phone: Phone, deal: Json = DEAL) -> None:
    """Enter all hands with their wild tiles, and return to the deal's screen."""
    for player, seat in ((1, "south"), (0, "east")):
        phone.show_hand(player)
        phone.enter_hand(deal["hands"][seat])
        if player == 1:
            phone.say_won_with("5z")
        _mark(phone, deal["hands"][seat]["wild"])
    phone.press("Deal")
    phone.checked()


def _totals(phone: Phone, ruleset: str, entries: Sequence[Json]) -> list[int]:
    return sheet.totals(phone.origin, json.loads(sheet.exported(ruleset, phone.players, entries)))


def _without_wild(deal: Json) -> Json:
    """The deal with the same tiles, none of them wild."""
    winners = {name: tiles for name, tiles in deal["hands"]["south"].items() if name != "wild"}
    return {**deal, "hands": {"south": winners}}


@pytest.mark.usefixtures("by_finger")
@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_goulash_by_taps_settles_as_by_the_api(phone: Phone, ruleset: str) -> None:
    _begin_goulash(phone, ruleset)
    _enter(phone)
    phone.keep()
    assert phone.totals() == _totals(phone, ruleset, [sheet.entry_of(DEAL)]) != [0, 0, 0, 0]
    assert phone.totals() != _totals(phone, ruleset, [sheet.entry_of(_without_wild(DEAL))])


@pytest.mark.night
def test_wild_tiles_are_shown_on_the_hand_the_deal_the_table_and_the_payments(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    _enter(phone)
    phone.say_the_rest_is_nothing()
    rows = page.locator(".hand-row")
    expect(rows.nth(1).locator(".wild-mark")).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Wild: 2 of Bamboos, White Dragon")
    expect(page.get_by_text("A goulash: some tiles were wild.")).to_be_visible()
    phone.open_hand(1)
    expect(page.locator("[data-place='wild'] .group")).to_have_count(2)
    phone.press("Change sets")
    expect(page.get_by_label("pung of 2 of Bamboos, 1 wild: remove")).to_be_visible()
    phone.press("Deal")
    phone.keep()
    expect(page.locator(".entry").first).to_contain_text("Goulash.")
    phone.tap(page.locator(".entry").first)
    expect(page.locator(".hand-row").nth(0)).to_contain_text("Wild: 2 of Bamboos")
    expect(page.get_by_text("A goulash: some tiles were wild.")).to_be_visible()
    expect(page.locator(".wild-mark")).to_have_count(3)


_WITH_CHOW: Json = {**_WINNER, "exposed": ["777m", "456p"]}
_ILLEGAL: dict[str, tuple[Json, str, str, str]] = {
    "two in a pung": (_WINNER, "77m", "wild", "7 of Characters, wild"),
    "a pair of blanks": (_WINNER, "55z", "wild", "White Dragon, wild"),
    "three in a kong": (_WINNER, "999p", "wild", "9 of Circles, wild"),
    "five in a deal": (_WINNER, "2s5z7m99p", "wild", ""),
    "beside a chow": (_WITH_CHOW, "2s", "exposed/1", "chow from 4 of Circles"),
}
"""The hand, its wild tiles, the place of the fault, and the tile or set that is marked."""


@pytest.mark.night
@pytest.mark.parametrize("case", _ILLEGAL)
def test_an_illegal_wild_tile_is_reported_at_the_tile(phone: Phone, case: str) -> None:
    hand, wild, place, tile = _ILLEGAL[case]
    _begin_goulash(phone)
    phone.enter_hand(hand)
    _mark(phone, wild)
    phone.checked()
    expect(phone.page.locator(f"[data-pointer='/hands/1/{place}']")).to_be_in_viewport(ratio=1)
    if tile:
        phone.press("Change sets")
        expect(phone.page.locator(".group.wrong").get_by_label(f"{tile}: remove").first).to_be_visible()
    phone.press("Deal")
    expect(phone.button("Save the deal")).to_be_disabled()


@pytest.mark.night
def test_a_wild_tile_that_left_the_hand_is_reported_and_removed_by_a_tap(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    _mark(phone, "7m")
    phone.take_out("pung of 7 of Characters, 1 wild")
    expect(phone.page.locator("[data-pointer='/hands/1/wild']")).to_contain_text("not in the hand")
    phone.take_out("7 of Characters, wild")
    expect(phone.page.locator("[data-place='wild']")).to_have_count(0)


@pytest.mark.night
def test_taking_back_the_last_tap_removes_the_last_mark(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    _mark(phone, "2s5z")
    phone.press("Take back the last tap")
    expect(phone.page.locator("[data-place='wild'] .group")).to_have_count(1)
    expect(phone.page.locator("[data-tile='1m']")).to_have_attribute("aria-disabled", "true")


@pytest.mark.night
def test_a_goulash_without_a_wild_tile_must_be_confirmed(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    phone.say_won_with("5z")
    phone.checked()
    phone.press("Deal")
    phone.press("Save the deal")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("No tile is marked as wild")
    phone.press("No, carry on")
    phone.toggle(TOGGLE)
    phone.keep()
    expect(phone.page.locator(".entry")).not_to_contain_text("Goulash")


@pytest.mark.night
def test_a_deal_after_a_drawn_one_is_a_goulash_where_the_rulebook_plays_it(phone: Phone) -> None:
    phone.sit("bmja", {"winner": None, "hands": {}})
    phone.start_deal(1)
    expect(phone.page.get_by_label(TOGGLE)).to_be_checked()
    phone.tap(phone.page.get_by_text(TOGGLE, exact=True))
    expect(phone.page.get_by_label(TOGGLE)).not_to_be_checked()


@pytest.mark.night
@pytest.mark.parametrize("goulash", [True, False])
def test_a_deal_after_a_drawn_one_tells_the_service_if_it_is_a_goulash(phone: Phone, goulash: bool) -> None:
    phone.sit("bmja", {"winner": None, "hands": {}})
    phone.start_deal(1)
    expect(phone.page.get_by_label(TOGGLE)).to_be_checked()
    if not goulash:
        phone.toggle(TOGGLE)
    phone.choose("How?", "Drawn from the wall")
    phone.choose("How the hand is entered", "By its score")
    for digit in "40":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.checked()
    phone.press("Deal")
    phone.keep()
    assert phone.totals() == [-80, 160, -40, -40]
    assert ("Goulash" in phone.page.locator(".entry").first.inner_text()) == goulash


@pytest.mark.night
@pytest.mark.parametrize("ruleset", ["harr-1923", "millington", "dmjl", "western"])
def test_a_rulebook_without_goulash_shows_nothing_of_it(phone: Phone, ruleset: str) -> None:
    phone.sit(ruleset)
    phone.start_deal(1)
    expect(phone.page.get_by_text("How?")).to_be_visible()
    assert "goulash" not in phone.page.locator("#page").inner_text().lower()
    phone.choose("How?", "Drawn from the wall")
    expect(phone.kind_key("pung")).to_be_visible()
    expect(phone.kind_key("wild")).to_have_count(0)


@pytest.mark.night
def test_deals_other_than_a_goulash_have_no_key_for_wild_tiles(phone: Phone) -> None:
    phone.sit("bmja")
    phone.start_deal(1)
    phone.choose("How?", "Drawn from the wall")
    expect(phone.kind_key("pung")).to_be_visible()
    expect(phone.kind_key("wild")).to_have_count(0)


@pytest.mark.night
def test_a_draft_keeps_its_wild_tiles_and_undo_restores_them(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    phone.say_won_with("5z")
    _mark(phone, "2s5z")
    expect(page.locator("html")).to_have_attribute("data-written", "true")
    page.reload()
    expect(page.locator("[data-place='wild'] .group")).to_have_count(2)
    phone.unfold_keys()
    expect(phone.kind_key("wild")).to_have_attribute("aria-pressed", "true")
    phone.press("Deal")
    expect(page.get_by_label(TOGGLE)).to_be_checked()
    phone.checked()
    phone.keep()
    phone.press("Undo")
    phone.press("Continue")
    expect(page.get_by_label(TOGGLE)).to_be_checked()
    expect(page.locator(".wild-mark")).to_have_count(2)


@pytest.mark.night
def test_a_shared_link_and_a_shared_text_have_the_wild_tiles(phone: Phone, other: Phone) -> None:
    page = phone.page
    phone.sit("bmja", DEAL)
    totals = phone.totals()
    phone.press("End the evening")
    lines = phone.share("Share as text")["text"].splitlines()
    assert "Entry 1, goulash. Ann: 2 of Bamboos; Ben: 2 of Bamboos, White Dragon" in lines
    link = page.locator("[data-link]").get_attribute("data-link") or ""
    other.page.goto(link)
    other.press("Continue this game here")
    other.counted()
    assert other.totals() == totals
    other.tap(other.page.locator(".entry").first)
    expect(other.page.locator(".wild-mark")).to_have_count(3)
    other.press("Edit")
    expect(other.page.get_by_label(TOGGLE)).to_be_checked()


@pytest.mark.night
def test_a_goulash_is_entered_offline_and_settled_later(phone: Phone, served: Served, watch: Watch) -> None:
    watch.away = True
    phone.begin("bmja")
    phone.screens_fetched()
    served.stop()
    phone.start_deal(1)
    phone.toggle(TOGGLE)
    expect(phone.page.locator(".away")).to_be_visible()
    phone.choose("How?", "Drawn from the wall")
    for player, seat in ((1, "south"), (0, "east")):
        phone.show_hand(player)
        phone.enter_hand(DEAL["hands"][seat])
        if player == 1:
            phone.say_won_with("5z")
        _mark(phone, DEAL["hands"][seat]["wild"])
    phone.press("Deal")
    phone.save()
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()
    served.start()
    expect(phone.page.locator(".away")).to_have_count(0)
    phone.counted()
    assert phone.totals() == _totals(phone, "bmja", [sheet.entry_of(DEAL)])


def _inspect(phone: Phone, screen: str) -> list[str]:
    """The faults of a screen 360 pixels wide, at three text sizes."""
    page = phone.page
    usual = page.viewport_size
    assert usual is not None
    found = faults_of_colours(page, screen) + faults_of_sizes(page, screen)
    page.set_viewport_size({"width": 360, "height": 740})
    for size in (100, 130, 200):
        with text_size(page, size):
            picture(page, f"{screen}-360-{size}")
            found += [f"{screen}: {overflow(page)} px too wide at {size} %"] if overflow(page) > 0 else []
            found += [f"{screen} at {size} %: {each}" for each in overlaps(page)]
    page.set_viewport_size(usual)
    return found


@pytest.mark.night
def test_its_screens_have_no_faults(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    phone.press("Deal")
    found = _inspect(phone, "50-goulash-begun")
    phone.open_hand(1)
    _enter(phone)
    found += _inspect(phone, "51-goulash-deal")
    phone.open_hand(1)
    _mark(phone, "7m7m")
    phone.checked()
    found += _inspect(phone, "52-goulash-hand-at-fault")
    phone.take_out("7 of Characters, wild")
    phone.take_out("7 of Characters, wild")
    phone.checked()
    phone.press("Deal")
    phone.keep()
    found += _inspect(phone, "53-goulash-table")
    phone.tap(page.locator(".entry").first)
    found += _inspect(phone, "54-goulash-looked-at")
    assert not found, "\n".join(found)


@pytest.mark.night
def test_a_goulash_entered_by_scores_need_not_be_confirmed(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.choose("How the hand is entered", "By its score")
    for digit in "40":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.checked()
    phone.press("Deal")
    phone.keep()
    assert phone.totals() == [-80, 160, -40, -40]


@pytest.mark.night
def test_an_imported_session_has_its_wild_tiles(phone: Phone) -> None:
    phone.sit("bmja", DEAL)
    assert phone.totals() == _totals(phone, "bmja", [sheet.entry_of(DEAL)])
    phone.tap(phone.page.locator(".entry").first)
    expect(phone.page.locator(".wild-mark")).to_have_count(3)


@pytest.mark.night
def test_changing_to_a_rulebook_without_goulash_must_be_confirmed(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.sit("bmja", DEAL)
    totals = phone.totals()
    phone.press("Settings")
    phone.choose_rulebook("millington")
    phone.press("Save the settings")
    expect(phone.page.get_by_text("By these rules some entries are not possible:")).to_be_visible()
    for name in ("Ann", "Ben"):
        text = f"Entry 1, \u2068{name}\u2069: this rulebook and its house rules have no wild tiles: leave `wild` out"
        expect(phone.page.get_by_text(text)).to_be_visible()
    phone.press("No, leave the rules as they are")
    phone.press("Table")
    assert phone.totals() == totals


@pytest.mark.night
def test_the_table_tells_that_a_goulash_follows_and_offers_it_to_each_winner(phone: Phone) -> None:
    phone.sit("bmja", {"winner": None, "hands": {}})
    expect(phone.page.locator(".east-now")).to_contain_text("This deal is a goulash.")
    for winner in (1, 2):
        phone.start_deal(winner)
        expect(phone.page.get_by_label(TOGGLE)).to_be_checked()
        phone.press("Table")
    phone.sit("bmja")
    expect(phone.page.locator(".east-now")).not_to_contain_text("goulash")
