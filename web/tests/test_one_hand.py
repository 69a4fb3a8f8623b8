"""What is this hand worth: one hand from the start page, without a game; and the keys that fold at its last tile."""

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.phone import Phone
from web.tests.watch import Watch

Json = dict[str, Any]
MAX_TAPS = 9
MAX_SECONDS = 20
_HAND: Json = {"concealed": "666z222m77p", "exposed": ["999s", "123p"]}
_RULES: Json = {"ruleset": "bmja", "round_wind": "east", "seat": "south"}


def _score(phone: Phone, hand: Json, win: Json | None, **rules: str) -> int:
    body = _RULES | rules | {"hand": hand} | ({"win": win} if win else {})
    return int(sheet.post(phone.origin, "/v1/scores", body)["hand"]["score"])


def _shows(phone: Phone, score: int) -> None:
    phone.checked()
    expect(phone.page.locator(".score-line .figure")).to_have_text(str(score))


def _open(phone: Phone) -> None:
    phone.tap(phone.page.locator(".one-hand-key"))
    phone.page.locator("[data-tile]").first.wait_for()


def _enter_growing(phone: Phone) -> None:
    """The hand with one tap for each set; the score grows with each."""
    _open(phone)
    phone.key("6z")
    _shows(phone, _score(phone, {"concealed": "666z", "partial": True}, None))
    phone.key("2m")
    phone.set_place("table")
    phone.key("9s")
    _shows(phone, _score(phone, {"concealed": "666z222m", "exposed": ["999s"], "partial": True}, None))
    phone.set_mode("chow")
    phone.key("1p")
    phone.key("7p")


def test_a_hand_is_worth_what_the_service_says_in_nine_taps(phone: Phone) -> None:
    before, began = phone.taps, time.monotonic()
    _enter_growing(phone)
    _shows(phone, _score(phone, _HAND, {"source": "wall", "tile": "7p"}))
    assert phone.taps - before <= MAX_TAPS
    assert time.monotonic() - began < MAX_SECONDS
    expect(phone.page.locator(".winning-tile")).to_contain_text("Won with 7 of Circles")


@pytest.mark.night
def test_seat_round_and_way_of_winning_are_chips_that_the_score_follows(phone: Phone) -> None:
    _enter_growing(phone)
    chips = {label: phone.page.get_by_label(label, exact=True) for label in ("Seat", "Round", "How it was won")}
    for label, shown in (("Seat", "South"), ("Round", "East's round"), ("How it was won", "drawn")):
        expect(chips[label].locator("option:checked")).to_have_text(shown)
    chips["How it was won"].select_option("discard")
    _shows(phone, _score(phone, _HAND, {"source": "discard", "tile": "7p"}))
    phone.say_won_with("2m")
    _shows(phone, _score(phone, _HAND, {"source": "discard", "tile": "2m"}))
    phone.press("Another hand")
    for tile in ("1z", "2z"):
        phone.key(tile)
    for wind in ("east", "south"):
        chips["Seat"].select_option(wind)
        _shows(phone, _score(phone, {"concealed": "111222z", "partial": True}, None, seat=wind))
    chips["Round"].select_option("west")
    _shows(phone, _score(phone, {"concealed": "111222z", "partial": True}, None, round_wind="west"))


def _waits(phone: Phone, hand: Json, *, discards: bool = False) -> list[Json]:
    path = "/v1/waits" + ("?each_discard=true" if discards else "")
    return list(sheet.post(phone.origin, path, _RULES | {"hand": hand})["waits"])


@pytest.mark.night
def test_a_hand_that_lacks_a_tile_says_what_it_waits_for(phone: Phone) -> None:
    _open(phone)
    for tile in ("6z", "2m", "9s", "4p"):
        phone.key(tile)
    phone.set_mode("one")
    phone.key("7p")
    shown = phone.page.locator(".waits [data-wait]")
    expect(shown.first).to_be_visible()
    hand = {"concealed": "666z222m999s444p7p"}
    expected = _waits(phone, hand)
    assert shown.evaluate_all("all => all.map(each => each.dataset.wait)") == [each["tile"] for each in expected]
    expect(shown.first).to_contain_text(f"drawn {expected[0]['drawn']['score']}")


@pytest.mark.night
def test_a_hand_with_a_tile_too_many_says_which_discard_waits_for_what(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    _open(phone)
    for tile in ("6z", "2m", "9s", "4p"):
        phone.key(tile)
    phone.set_mode("one")
    phone.key("7p")
    phone.key("8p")
    shown = phone.page.locator(".waits [data-discard]")
    expect(shown.first).to_be_visible()
    expected = _waits(phone, {"concealed": "666z222m999s444p78p"}, discards=True)
    assert len(expected) > 1
    told = shown.evaluate_all(
        "all => all.flatMap(each => [...each.querySelectorAll('[data-wait]')]"
        ".map(wait => [each.dataset.discard, wait.dataset.wait]))"
    )
    assert sorted(told) == sorted([each["discard"], each["tile"]] for each in expected)


@pytest.mark.night
def test_a_reload_leaves_the_hand_and_no_game_is_begun(phone: Phone) -> None:
    _enter_growing(phone)
    score = _score(phone, _HAND, {"source": "wall", "tile": "7p"})
    _shows(phone, score)
    phone.page.reload()
    _shows(phone, score)
    phone.press("Back")
    expect(phone.button("Start the game")).to_be_visible()


def test_at_the_last_tile_the_keys_fold_and_hand_score_and_reasons_take_the_screen(phone: Phone) -> None:
    phone.sit("bmja")
    phone.start_deal(1)
    phone.choose("How?", "Drawn from the wall")
    phone.enter_hand(_HAND)
    expect(phone.page.locator("[data-tile]")).to_have_count(0)
    phone.checked()
    assert phone.page.locator(".hand [data-won]").count() == 8
    phone.say_won_with("7p")
    phone.checked()
    expect(phone.page.locator(".items li").first).to_be_in_viewport(ratio=1)
    phone.tap(phone.page.locator("[data-unfold='bonus']"))
    phone.key("2f")
    phone.tap(phone.page.locator("[data-unfold='all']"))
    expect(phone.page.locator("[data-tile='1m']")).to_be_in_viewport(ratio=1)
    phone.press("Take back the last tap")
    expect(phone.page.locator("[data-place='bonus']")).to_have_count(0)
