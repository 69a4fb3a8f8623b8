"""The page as files: how heavy it is, what it may do, how it is used without a finger."""

import gzip
import re
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Response, ViewportSize, expect

from tests.web.inspect_page import overflow
from tests.web.phone import Phone
from tests.web.server import Served

_STATIC: Final = Path(__file__).parents[2] / "service" / "static"
_MOST_BYTES: Final = 150 * 1024
_MOST_MS_TO_FIRST_PICTURE: Final = 1_000
_TILES: Final = {
    f"{rank}{suit}"
    for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("y", 4))
    for rank in range(1, last + 1)
}


def test_everything_weighs_less_than_150_kib_and_the_first_picture_comes_within_a_second(
    context: BrowserContext, served: Served
) -> None:
    answers: list[Response] = []
    context.on("response", lambda answer: answers.append(answer))
    page = context.new_page()
    page.goto(served.origin, wait_until="networkidle")
    page.get_by_text("Pung Chow, revised 1923, without a limit").wait_for()
    weight = sum(len(gzip.compress(answer.body())) for answer in answers)
    first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"{len(answers)} answers, {weight / 1024:.1f} KiB compressed, first picture after {first:.0f} ms")
    assert len(answers) >= 5
    assert weight < _MOST_BYTES
    assert first < _MOST_MS_TO_FIRST_PICTURE


def test_the_page_is_served_under_a_policy_that_admits_only_itself(served: Served) -> None:
    with urlopen(served.origin) as answer:
        policy = answer.headers["Content-Security-Policy"]
        html = answer.read().decode()
    for directive in (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
    ):
        assert directive in policy
    assert "unsafe" not in policy
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)


def test_no_built_file_names_another_host() -> None:
    hosts = {
        host
        for file in _STATIC.rglob("*")
        if file.is_file()
        for host in re.findall(r"https?://([\w.-]+)", file.read_text())
    }
    assert hosts <= {"www.w3.org"}, "only the names of SVG, MathML and XHTML look like addresses"


def test_the_sprite_draws_every_tile_once_without_text() -> None:
    sprite = (_STATIC / "tiles.svg").read_text()
    ids = re.findall(r'<symbol id="(\w+)"', sprite)
    assert len(ids) == len(set(ids))
    assert set(ids) == _TILES | {"back"}
    assert "<text" not in sprite, "a font would make the tiles look different elsewhere"


def test_a_deal_can_be_entered_from_a_keyboard(phone: Phone) -> None:
    phone.begin("harr-1923")
    keyboard = phone.page.keyboard
    phone.button("New deal").press("Enter")
    phone.page.get_by_role("radio", name="Ann").focus()
    keyboard.press("ArrowDown")
    expect(phone.page.get_by_role("radio", name="Ben")).to_be_checked()
    drawn = phone.page.get_by_role("radio", name="Drawn from the wall")
    expect(drawn).to_be_attached()
    keyboard.press("Tab")
    expect(drawn).to_be_focused()
    keyboard.press("Space")
    expect(drawn).to_be_checked()
    phone.page.locator(".hand-row").nth(1).press("Enter")
    expect(phone.page.locator("h1")).to_be_focused()
    phone.page.locator("[data-mode='pung']").press("Space")
    key = phone.page.locator("[data-tile='7z']")
    key.press("Enter")
    expect(key).to_be_focused()
    expect(phone.page.locator(".group")).to_have_count(1)
    phone.page.locator(".group").press("Enter")
    expect(phone.page.locator(".group")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement !== document.body"), (
        "the focus is not lost with what was taken out"
    )


_SMALLER: Final[list[ViewportSize]] = [
    {"width": 390, "height": 664},
    {"width": 360, "height": 640},
    {"width": 320, "height": 568},
    {"width": 844, "height": 390},
]


@pytest.mark.parametrize("screen", _SMALLER, ids=lambda each: f"{each['width']}x{each['height']}")
def test_a_hand_and_all_keys_fit_a_smaller_screen(phone: Phone, screen: ViewportSize) -> None:
    phone.page.set_viewport_size(screen)
    phone.begin("harr-1923")
    phone.new()
    phone.open_hand(0)
    phone.set_mode("three")
    for tile in ("1m", "9s", "6z"):
        expect(phone.page.locator(f"[data-tile='{tile}']")).to_be_in_viewport(ratio=1)
        phone.key(tile)
    expect(phone.page.locator(".group").first).to_be_in_viewport(ratio=1)
    assert overflow(phone.page) == 0


def test_the_phones_back_gesture_goes_from_hand_to_deal_to_table(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.new()
    phone.open_hand(0)
    phone.to_hand(1)
    phone.page.go_back()
    expect(phone.page.get_by_role("group", name="Who won?")).to_be_visible()
    phone.page.go_back()
    expect(phone.button("Go on with entry 1")).to_be_visible()
