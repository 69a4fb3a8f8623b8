"""A goulash: tiles that blanks stand for, by taps, where the rulebook plays it; drafts, links and offline keep them."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web import sheet
from tests.web.inspect_page import faults_of_colours, faults_of_sizes, overflow, overlaps, picture, text_size
from tests.web.phone import Phone, tiles_of
from tests.web.server import Served
from tests.web.watch import Watch

Json = dict[str, Any]
PLAYED = ("bmja", "outside-the-box")
TOGGLE = "A goulash: blanks stand for other tiles"
_WINNER: Json = {"concealed": "222s55z", "exposed": ["777m", "444p"], "concealed_kongs": ["9999p"]}
_LOSER: Json = {"concealed": "", "exposed": ["222s"], "partial": True}
"""With the winner's pung there are six 2 of Bamboos: two of them are blanks."""
DEAL: Json = {
    "winner": "south",
    "win": {"source": "wall", "tile": "5z"},
    "hands": {"south": {**_WINNER, "wild": "2s5z"}, "east": {**_LOSER, "wild": "2s"}},
}


def _begin_goulash(phone: Phone, ruleset: str = "bmja", winner: int = 1) -> None:
    """To the winner's empty hand, in a goulash that he won by a tile of the wall."""
    phone.sit(ruleset)
    _start_goulash(phone, winner)


def _start_goulash(phone: Phone, winner: int = 1) -> None:
    phone.start_deal(winner)
    phone.tap(phone.page.get_by_text(TOGGLE, exact=True))
    phone.choose("How?", "Drawn from the wall")


def _mark(phone: Phone, wild: str) -> None:
    phone.set_mode("wild")
    for tile in tiles_of(wild):
        phone.key(tile)


def _enter(phone: Phone, deal: Json = DEAL) -> None:
    """All hands with their wild tiles, and back to the deal."""
    for player, seat in ((1, "south"), (0, "east")):
        phone.show_hand(player)
        phone.enter_hand(deal["hands"][seat])
        if player == 1:
            phone.choose_unless_chosen("Won with", "White Dragon")
        _mark(phone, deal["hands"][seat]["wild"])
    phone.press("Deal")
    phone.looked_at()


def _totals(phone: Phone, ruleset: str, entries: Sequence[Json]) -> list[int]:
    return sheet.totals(phone.origin, json.loads(sheet.exported(ruleset, phone.players, entries)))


def _real(deal: Json) -> Json:
    """The same tiles, none of them wild."""
    winners = {name: tiles for name, tiles in deal["hands"]["south"].items() if name != "wild"}
    return {**deal, "hands": {"south": winners}}


@pytest.mark.usefixtures("by_finger")
@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_goulash_by_taps_settles_as_the_api_settles_it(phone: Phone, ruleset: str) -> None:
    _begin_goulash(phone, ruleset)
    _enter(phone)
    phone.keep()
    assert phone.totals() == _totals(phone, ruleset, [sheet.entry_of(DEAL)]) != [0, 0, 0, 0]
    assert phone.totals() != _totals(phone, ruleset, [sheet.entry_of(_real(DEAL))])


def test_wild_tiles_are_shown_on_the_hand_the_deal_the_table_and_the_payments(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    _enter(phone)
    rows = page.locator(".hand-row")
    expect(rows.nth(1).locator(".wild-mark")).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Wild: 2 of Bamboos, White Dragon")
    expect(page.get_by_text("A goulash: some tiles are wild.")).to_be_visible()
    phone.open_hand(1)
    expect(page.locator("[data-place='wild'] .group")).to_have_count(2)
    expect(page.get_by_label("pung of 2 of Bamboos, 1 wild: take out")).to_be_visible()
    phone.press("Deal")
    phone.keep()
    expect(page.locator(".latest h2")).to_contain_text("Goulash.")
    expect(page.locator(".entry")).to_contain_text("Goulash.")
    phone.tap(page.locator(".entry").first)
    expect(page.locator(".hand-row").nth(0)).to_contain_text("Wild: 2 of Bamboos")
    expect(page.get_by_text("A goulash: some tiles are wild.")).to_be_visible()
    expect(page.locator(".wild-mark")).to_have_count(3)


_WITH_CHOW: Json = {**_WINNER, "exposed": ["777m", "456p"]}
_ILLEGAL: dict[str, tuple[Json, str, str, str]] = {
    "two in a pung": (_WINNER, "77m", "wild", "7 of Characters, wild"),
    "a pair of blanks": (_WINNER, "55z", "wild", "White Dragon, wild"),
    "three in a kong": (_WINNER, "999p", "wild", "9 of Circles, wild"),
    "five in a deal": (_WINNER, "2s5z7m99p", "wild", ""),
    "beside a chow": (_WITH_CHOW, "2s", "exposed/1", "chow from 4 of Circles"),
}
"""The hand, its wild tiles, where the fault is told, and the tile or set that is marked."""


@pytest.mark.parametrize("case", _ILLEGAL)
def test_what_no_goulash_allows_is_told_at_its_tile(phone: Phone, case: str) -> None:
    hand, wild, place, tile = _ILLEGAL[case]
    _begin_goulash(phone)
    phone.enter_hand(hand)
    _mark(phone, wild)
    phone.looked_at()
    expect(phone.page.locator(f"[data-pointer='/hands/1/{place}']")).to_be_in_viewport(ratio=1)
    if tile:
        expect(phone.page.locator(f".group.wrong[aria-label='{tile}: take out']").first).to_be_visible()
    phone.press("Deal")
    expect(phone.button("Keep the deal")).to_be_disabled()


def test_a_wild_tile_that_left_the_hand_is_told_and_taken_off_by_a_tap(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    _mark(phone, "7m")
    phone.tap(phone.page.get_by_label("pung of 7 of Characters, 1 wild: take out"))
    expect(phone.page.locator("[data-pointer='/hands/1/wild']")).to_contain_text("not in the hand")
    phone.tap(phone.page.get_by_label("7 of Characters, wild: take out"))
    expect(phone.page.locator("[data-place='wild']")).to_have_count(0)


def test_the_last_tap_takes_the_last_mark_back(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    _mark(phone, "2s5z")
    phone.press("Take back the last tap")
    expect(phone.page.locator("[data-place='wild'] .group")).to_have_count(1)
    expect(phone.page.locator("[data-tile='1m']")).to_have_attribute("aria-disabled", "true")


def test_a_goulash_without_a_wild_tile_is_asked_about_before_it_is_kept(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    phone.choose_unless_chosen("Won with", "White Dragon")
    phone.looked_at()
    expect(phone.button("Keep the deal")).to_have_count(0)
    phone.press("Deal")
    phone.press("Keep the deal")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("No tile is marked as wild")
    phone.press("No, go on with it")
    phone.tap(phone.page.get_by_text(TOGGLE, exact=True))
    phone.keep()
    expect(phone.page.locator(".entry")).not_to_contain_text("Goulash")


@pytest.mark.parametrize("ruleset", ["harr-1923", "millington", "dmjl", "western"])
def test_where_no_goulash_is_played_nothing_of_it_is_shown(phone: Phone, ruleset: str) -> None:
    phone.sit(ruleset)
    phone.start_deal(1)
    expect(phone.page.get_by_text("Who won?")).to_be_visible()
    assert "goulash" not in phone.page.locator("#page").inner_text().lower()
    phone.choose("How?", "Drawn from the wall")
    expect(phone.kind_key("flower")).to_be_visible()
    expect(phone.kind_key("wild")).to_have_count(0)


def test_where_it_is_played_other_deals_have_no_key_more(phone: Phone) -> None:
    phone.sit("bmja")
    phone.start_deal(1)
    phone.choose("How?", "Drawn from the wall")
    expect(phone.kind_key("flower")).to_be_visible()
    expect(phone.kind_key("wild")).to_have_count(0)


def test_a_draft_keeps_its_wild_tiles_and_undo_brings_them_back(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    phone.enter_hand(_WINNER)
    _mark(phone, "2s5z")
    expect(page.locator("html")).to_have_attribute("data-written", "true")
    page.reload()
    expect(page.locator("[data-place='wild'] .group")).to_have_count(2)
    expect(phone.kind_key("wild")).to_have_attribute("aria-pressed", "true")
    phone.press("Deal")
    expect(page.get_by_label(TOGGLE)).to_be_checked()
    phone.looked_at()
    phone.keep()
    phone.press("Undo")
    phone.press("Go on with entry 1")
    expect(page.get_by_label(TOGGLE)).to_be_checked()
    expect(page.locator(".wild-mark")).to_have_count(2)


def test_a_shared_link_and_a_shared_text_have_them(phone: Phone, other: Phone) -> None:
    page = phone.page
    phone.sit("bmja", DEAL)
    totals = phone.totals()
    phone.press("End")
    lines = phone.shared("Share as text")["text"].splitlines()
    assert "Entry 1, goulash. Ann: 2 of Bamboos; Ben: 2 of Bamboos, White Dragon" in lines
    link = page.locator("[data-link]").get_attribute("data-link") or ""
    other.page.goto(link)
    other.press("Go on with it on this phone")
    other.counted()
    assert other.totals() == totals
    other.tap(other.page.locator(".entry").first)
    expect(other.page.locator(".wild-mark")).to_have_count(3)
    other.press("Edit")
    expect(other.page.get_by_label(TOGGLE)).to_be_checked()


def test_without_a_network_it_is_entered_alike_and_counts_when_it_is_back(
    phone: Phone, served: Served, watch: Watch
) -> None:
    watch.away = True
    phone.begin("bmja")
    phone.all_fetched()
    served.stop()
    phone.start_deal(1)
    phone.tap(phone.page.get_by_text(TOGGLE, exact=True))
    expect(phone.page.locator(".away")).to_be_visible()
    phone.choose("How?", "Drawn from the wall")
    for player, seat in ((1, "south"), (0, "east")):
        phone.show_hand(player)
        phone.enter_hand(DEAL["hands"][seat])
        _mark(phone, DEAL["hands"][seat]["wild"])
    phone.press("Deal")
    phone.press("Keep the deal, count later")
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()
    served.start()
    expect(phone.page.locator(".away")).to_have_count(0)
    phone.counted()
    assert phone.totals() == _totals(phone, "bmja", [sheet.entry_of(DEAL)])


def _look(phone: Phone, screen: str) -> list[str]:
    """What is wrong with a screen at 360 pixels, with text as usual and twice as large."""
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


def test_its_screens_are_fit_to_be_shown(phone: Phone) -> None:
    page = phone.page
    _begin_goulash(phone)
    phone.press("Deal")
    found = _look(phone, "50-goulash-begun")
    phone.open_hand(1)
    _enter(phone)
    found += _look(phone, "51-goulash-deal")
    phone.open_hand(1)
    phone.set_mode("wild")
    phone.key("7m")
    phone.key("7m")
    phone.looked_at()
    found += _look(phone, "52-goulash-hand-at-fault")
    phone.tap(page.get_by_label("7 of Characters, wild: take out").first)
    phone.tap(page.get_by_label("7 of Characters, wild: take out").first)
    phone.looked_at()
    phone.press("Deal")
    phone.keep()
    found += _look(phone, "53-goulash-table")
    phone.tap(page.locator(".entry").first)
    found += _look(phone, "54-goulash-looked-at")
    assert not found, "\n".join(found)


def test_one_told_by_its_scores_alone_is_kept_without_a_question(phone: Phone) -> None:
    _begin_goulash(phone)
    phone.choose("How it is entered", "By its score")
    for digit in "40":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.looked_at()
    phone.press("Deal")
    phone.keep()
    assert phone.totals() == [-80, 160, -40, -40]


def test_an_imported_sitting_has_its_wild_tiles(phone: Phone) -> None:
    phone.sit("bmja", DEAL)
    assert phone.totals() == _totals(phone, "bmja", [sheet.entry_of(DEAL)])
    phone.tap(phone.page.locator(".entry").first)
    expect(phone.page.locator(".wild-mark")).to_have_count(3)


def test_a_rulebook_without_goulash_is_not_taken_unasked_after_one(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.sit("bmja", DEAL)
    totals = phone.totals()
    phone.press("Sitting")
    phone.choose_rulebook("millington")
    phone.press("Keep these terms")
    expect(phone.page.get_by_text("By these rules some entries cannot stand:")).to_be_visible()
    for name in ("Ann", "Ben"):
        told = f"Entry 1, \u2068{name}\u2069: by this rulebook and its house rules no tile is wild"
        expect(phone.page.get_by_text(told)).to_be_visible()
    phone.press("No, leave them")
    phone.press("Table")
    assert phone.totals() == totals
