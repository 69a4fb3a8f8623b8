"""On telephones upright and on their side, a tablet and a desktop, in three text sizes, nothing overlaps."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.support.amounts import amount
from tests.support.worked import WORKED_DEALS
from web.tests.inspect_page import overflow, overlaps, picture, text_size
from web.tests.phone import Phone

pytestmark = pytest.mark.night

SCREENS = ((360, 740), (740, 360), (390, 740), (412, 740), (820, 1180), (1280, 800))[: amount(2, 6)]
SIZES = (100, 130, 200)
_NAMES = ("Bartholomew", "Wilhelmina van der Bruggen", "Cleo", "Ann")


def _inspect(page: Page, screen: str) -> list[str]:
    """The faults of a screen at all widths and sizes."""
    found = []
    usual = page.viewport_size
    assert usual is not None
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        for size in SIZES:
            with text_size(page, size):
                picture(page, f"{screen}-{width}-{size}")
                faults = [f"{overflow(page)} px too wide"] if overflow(page) > 0 else []
                found += [f"{screen} at {width}, {size} %: {each}" for each in (*faults, *overlaps(page))]
    page.set_viewport_size(usual)
    return found


def _faults(phone: Phone) -> list[str]:
    page = phone.page
    found = _inspect(page, "40-new-session")
    phone.begin("harr-1923-limit", _NAMES)
    found += _inspect(page, "41-table-at-the-start")
    phone.start_deal(0)
    phone.tap(page.locator(".rare summary"))
    found += _inspect(page, "42-deal-open")
    phone.enter_win(WORKED_DEALS[0]["win"])
    for tile in ("1m", "9m", "5p", "7z"):
        phone.key(tile)
    phone.key("3s")
    phone.checked()
    expect(page.locator(".winning-tile.unsaid")).to_be_in_viewport(ratio=1)
    found += _inspect(page, "43-hand-unsaid")
    phone.set_mode("chow")
    found += _inspect(page, "44-keys-of-chows")
    phone.say_won_with("3s")
    phone.checked()
    phone.press("Change sets")
    found += _inspect(page, "44-sets-to-change")
    phone.to_hand(1)
    phone.choose("How the hand is entered", "By its score")
    phone.tap(page.locator("[data-of='1'] [data-score='96']"))
    found += _inspect(page, "45-counting")
    phone.choose("How the hand is entered", "By tiles")
    phone.press("Deal")
    phone.checked()
    found += _inspect(page, "45-deal-told")
    phone.keep()
    phone.play(WORKED_DEALS[0])
    found += _inspect(page, "46-table-with-deals")
    phone.tap(page.locator(".entry").first)
    phone.tap(page.locator("summary", has_text="Why").first)
    found += _inspect(page, "47-deal-looked-at")
    phone.press("Delete")
    page.locator(".old-and-new").wait_for()
    found += _inspect(page, "48-what-changes")
    phone.press("Back")
    phone.press("Table")
    phone.press("End the evening")
    return found + _inspect(page, "49-end")


def test_nothing_overlaps(phone: Phone) -> None:
    found = _faults(phone)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("width", "height", "size"), [(360, 640, 130), (640, 360, 100), (390, 664, 130)])
def test_the_keys_of_tiles_and_of_digits_are_on_the_screen(phone: Phone, width: int, height: int, size: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit("harr-1923")
    with text_size(phone.page, size):
        phone.start_deal(0)
        phone.choose("How?", "Drawn from the wall")
        for tile in ("1m", "9s", "4y"):
            expect(phone.page.locator(f"[data-tile='{tile}']")).to_be_in_viewport(ratio=1)
        phone.choose("How the hand is entered", "By its score")
        for digit in ("7", "0"):
            expect(phone.page.locator(f"[data-digit='{digit}']")).to_be_in_viewport(ratio=1)


def test_in_large_text_on_its_side_the_players_are_seen_while_they_are_counted(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 740, "height": 360})
    phone.sit("harr-1923")
    with text_size(phone.page, 200):
        phone.start_deal(0)
        phone.choose("How?", "Drawn from the wall")
        phone.choose("How the hand is entered", "By its score")
        phone.tap(phone.page.locator("[data-digit='8']"))
        phone.checked()
        expect(phone.tab(0)).to_be_in_viewport(ratio=1)
        expect(phone.button("Save the deal")).to_be_in_viewport(ratio=1)


def test_what_is_folded_stands_within_its_frame(phone: Phone) -> None:
    frame, words = (phone.page.locator(each).bounding_box() for each in ("details.rules", "details.rules > summary"))
    assert frame is not None
    assert words is not None
    assert words["x"] - frame["x"] >= 8


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_in_large_text_who_won_is_asked_above_the_players(phone: Phone, width: int, height: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.sit("bmja", players=_NAMES)
    with text_size(phone.page, 200):
        for first in (".asked", "[data-winner='0']", ".dock"):
            expect(phone.page.locator(first)).to_be_in_viewport(ratio=1)


def test_in_large_text_a_phone_that_is_turned_shows_the_players(phone: Phone) -> None:
    phone.sit("bmja")
    upright = phone.page.viewport_size
    assert upright is not None
    with text_size(phone.page, 200):
        for size in (upright, ViewportSize(width=upright["height"], height=upright["width"]), upright):
            phone.page.set_viewport_size(size)
            expect(phone.page.locator("[data-winner='0']")).to_be_visible()


@pytest.mark.parametrize("size", [200, 100])
def test_on_a_phone_on_its_side_who_washes_the_tiles_is_asked_beside_the_keys(phone: Phone, size: int) -> None:
    phone.sit("harr-1923-limit")
    phone.new("Washed tiles")
    phone.page.set_viewport_size({"width": 844, "height": 390})
    with text_size(phone.page, size):
        asked = phone.page.get_by_role("group", name="Who washes the tiles?")
        for seen in (asked.locator("label").first, phone.page.locator("[data-tile='1m']"), phone.button("Save")):
            expect(seen).to_be_in_viewport(ratio=1)


def test_in_large_text_a_key_that_is_alone_has_the_row(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.press("Deal")
    with text_size(phone.page, 200):
        key, row = (phone.page.locator(each).bounding_box() for each in ("[data-keep]", ".keep-row"))
        assert key is not None
        assert row is not None
        assert key["width"] == row["width"]
