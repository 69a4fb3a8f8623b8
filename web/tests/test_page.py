"""The page: its policy, its files, small screens, the back gesture, colours."""

import json
import re
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import ViewportSize, expect

from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.worked import WORKED_DEALS
from web.tests.inspect_page import overflow
from web.tests.phone import Phone
from web.tests.played import DRAWN
from web.tests.server import Served

_STATIC: Final = Path(__file__).parents[2] / "service" / "pung_chow_settlement" / "static"
_TILES: Final = {
    f"{rank}{suit}"
    for suit, last in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 4), ("y", 4))
    for rank in range(1, last + 1)
}


@pytest.mark.night
def test_the_content_security_policy_allows_the_page_itself_only(served: Served) -> None:
    with urlopen(served.origin) as response:
        policy = response.headers["Content-Security-Policy"]
        html = response.read().decode()
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


@pytest.mark.night
def test_no_built_file_names_another_host() -> None:
    hosts = {
        host
        for file in _STATIC.rglob("*")
        if file.is_file()
        for host in re.findall(r"https?://([\w.-]+)", file.read_text(errors="ignore"))
    }
    assert hosts <= {"www.w3.org", "bit.ly"}, (
        "names of SVG, MathML and XHTML; where the worker's library explains a warning"
    )


@pytest.mark.night
def test_the_notices_of_what_is_built_in_are_served() -> None:
    web = Path(__file__).parents[1]
    notices = (_STATIC / "licences.txt").read_text()
    for name in json.loads((web / "package.json").read_text())["dependencies"]:
        assert f"## {name} - " in notices
    licence = (web / "node_modules" / "workbox-core" / "LICENSE").read_text()
    assert (_STATIC / "licence-workbox.txt").read_text() == licence


@pytest.mark.night
def test_the_sprite_draws_every_tile_once_without_text() -> None:
    sprite = (_STATIC / "tiles.svg").read_text()
    ids = re.findall(r'<symbol id="(\w+)"', sprite)
    assert len(ids) == len(set(ids))
    assert set(ids) == _TILES | {"back"}
    assert "<text" not in sprite, "a font would make the tiles look different elsewhere"


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
    phone.enter_result(WORKED_DEALS[0])
    phone.set_mode("pung", "hand")
    for tile in ("1m", "9s", "6z"):
        expect(phone.page.locator(f"[data-tile='{tile}']")).to_be_in_viewport(ratio=1)
        phone.key(tile)
        expect(phone.page.locator(".group").last).to_be_in_viewport(ratio=1)  # on low phones they scroll in one row
    assert overflow(phone.page) == 0


def test_the_phones_back_gesture_goes_from_hand_to_deal_to_table(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.key("1m")
    phone.to_hand(1)
    phone.page.go_back()
    expect(phone.page.locator(".hand-row")).to_have_count(4)
    phone.page.go_back()
    expect(phone.button("Continue")).to_be_visible()


@pytest.mark.night
def test_going_forward_from_the_table_stays_on_the_table(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.play(WORKED_DEALS[0])
    assert phone.page.evaluate("history.state.below.length") == 0, "returning to the table removed the history"
    phone.page.go_forward()
    expect(phone.page.locator(".players")).to_be_visible()


@pytest.mark.night
def test_each_rulebook_has_a_description_and_unusual_words_are_explained(phone: Phone) -> None:
    books = phone.page.locator(".books .offer")
    phone.tap(phone.page.locator(".rules > summary"))
    expect(books.first).to_be_visible()
    assert books.count() == books.locator("small").count() == len(BUILT_IN.by_id)
    phone.press("Words explained")
    words = phone.page.locator("dl.help")
    expect(words.locator("dd")).to_have_count(10)
    for word in (
        "Replacement tile",
        "Washed tiles",
        "Dead hand",
        "Standing hand",
        "Goulash",
        "Limit",
        "Pung, kong, chow",
    ):
        expect(words).to_contain_text(word)


_COLOURS: Final = (
    "each => { const { backgroundColor, color } = getComputedStyle(each); return backgroundColor + color; }"
)


@pytest.mark.parametrize("context", ["forced"], indirect=True)
def test_choices_are_visible_in_forced_colours(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    for chosen, other in (
        ("[data-kind=pung]", "[data-kind=kong]"),
        (".tab[aria-current=true]", ".tab[aria-current=false]"),
        (".ways input:checked + span", ".ways input:not(:checked) + span"),
    ):
        look, others = (phone.page.locator(each).first.evaluate(_COLOURS) for each in (chosen, other))
        assert look != others, chosen
    phone.enter_hand({"concealed": "1111m"})
    exhausted, free = (phone.page.locator(f"[data-tile='{each}']") for each in ("1m", "2m"))
    assert exhausted.evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    assert free.evaluate("each => getComputedStyle(each).borderStyle") == "solid"


@pytest.mark.night
def test_a_key_tells_which_chow_it_adds(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.set_mode("chow")
    for tile, result in (("1m", "chow from 1 of Characters"), ("7s", "chow from 7 of Bamboos")):
        expect(phone.page.locator(f"[data-tile='{tile}']")).to_have_accessible_name(re.compile(f"^{result}, "))
    expect(phone.page.locator("[data-tile='8m']")).to_have_attribute("aria-disabled", "true")


@pytest.mark.night
def test_the_totals_of_all_players_are_written_alike_and_a_chart_has_one_zero(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.sit("bmja", DRAWN)
    size = "each => getComputedStyle(each).fontSize"
    assert len({each.evaluate(size) for each in phone.page.locator("[data-total]").all()}) == 1
    expect(phone.page.locator(".scale span")).to_have_text(["0"])
