"""Every tap counts, for the player whose score is entered, and what is asked for can be tapped."""

import re
import time

from playwright.sync_api import expect

from web.tests.phone import Phone

_DISCARD = {"winner": "south", "win": {"source": "discard", "discarder": "west"}}


def _digits(phone: Phone, digits: str) -> None:
    for digit in digits:
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))


def _expect_scores(phone: Phone, *scores: str) -> None:
    expect(phone.page.locator(".tab-row .tab > b")).to_have_text(list(scores))


def test_four_taps_on_one_key_within_half_a_second_are_four_tiles(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.set_mode("one")
    phone.still()
    key = phone.page.locator("[data-tile='3p']")
    box = key.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    start = time.time()
    for tap in range(4):
        phone.send_touch("touchStart", [point], start + tap * 0.12)
        phone.send_touch("touchEnd", [], start + tap * 0.12 + 0.04)
    expect(phone.page.locator(".tray-row[data-place='concealed'] .group")).to_have_count(4)
    expect(phone.page.locator(".count")).to_have_text("4 tiles")
    expect(key).to_have_attribute("aria-disabled", "true")  # there is no fifth


def test_digits_after_a_chip_go_to_the_next_player_of_whom_nothing_is_told(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result(_DISCARD)
    phone.choose("How the hand is entered", "By its score")
    _digits(phone, "20")
    phone.tap(phone.page.locator("[data-of='2'] [data-score='8']"))
    expect(phone.tab(3)).to_have_attribute("aria-current", "true")
    _digits(phone, "12")
    _expect_scores(phone, "–", "20", "8", "12")
    phone.tap(phone.page.locator("[data-of='0'] [data-score='16']"))
    _expect_scores(phone, "16", "20", "8", "12")
    # Each hand has a score: digits replace the one that was entered last.
    expect(phone.tab(0)).to_have_attribute("aria-current", "true")
    _digits(phone, "32")
    _expect_scores(phone, "32", "20", "8", "12")


def test_the_first_digit_replaces_a_score_that_was_left(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result(_DISCARD)
    phone.choose("How the hand is entered", "By its score")
    _digits(phone, "6")
    phone.to_hand(0)
    _digits(phone, "6")
    phone.to_hand(1)
    _digits(phone, "16")
    _expect_scores(phone, "6", "16", "–", "–")
    phone.tap(phone.page.locator(".take-back"))
    _digits(phone, "8")
    _expect_scores(phone, "6", "18", "–", "–")


def _tap_twice(phone: Phone, key: str) -> None:
    """With 180 ms from one to the other, at one place."""
    phone.still()
    box = phone.page.locator(key).bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for _ in range(2):
        phone.send_touch("touchStart", [point], time.time())
        phone.send_touch("touchEnd", [], time.time())
        phone.page.wait_for_timeout(180)
    phone.still()


def test_the_second_of_two_taps_on_save_goes_to_nothing_that_appears_there(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.choose("How the hand is entered", "By its score")
    _digits(phone, "36")
    phone.press("Deal")
    phone.checked()
    _tap_twice(phone, ".dock [data-keep]")
    sheet = phone.page.locator(".save-check")
    expect(sheet).to_be_visible()
    phone.tap(sheet.locator("[data-zero=all]"))
    expect(sheet.locator("[data-save]")).to_be_enabled()
    _tap_twice(phone, "[data-save]")
    phone.counted()
    expect(phone.page.locator(".entry")).to_have_count(1)


def test_the_tile_that_is_asked_for_after_a_correction_can_be_tapped(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result(_DISCARD)
    for kind, tile in (("pung", "1m"), ("pung", "2m"), ("pung", "3m"), ("pung", "4m"), ("pair", "5m")):
        phone.set_mode(kind, "hand")
        phone.key(tile)
    phone.take_out("pair of 5 of Characters")
    phone.set_mode("pair")
    phone.key("6m")
    expect(phone.page.locator(".winning-tile")).to_contain_text(re.compile("^Tap the tile that Ben won with"))
    phone.say_won_with("6m")
    expect(phone.page.locator(".winning-tile")).to_contain_text("Won with 6 of Characters")
