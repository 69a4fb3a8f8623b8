"""Links and files that hold no game that can be counted: told in a player's words, and not taken over."""

import base64
import json
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.worked import WORKED_DEALS
from web.tests.conftest import SCREEN, TIMEOUT_MS
from web.tests.phone import Phone
from web.tests.played import DRAWN
from web.tests.server import Served
from web.tests.sheet import entry_of, exported
from web.tests.watch import Watch

_DEAL = entry_of(WORKED_DEALS[0])
_HAND = {"concealed": "", "partial": True}


def _packed(text: str) -> str:
    small = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "d" + base64.urlsafe_b64encode(small.compress(text.encode()) + small.flush()).decode().rstrip("=")


def _with(phone: Phone, **members: Any) -> str:
    return exported("harr-1923", phone.players, [{**_DEAL, **members}])


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"hands": [_HAND]}, "A deal has a hand for each of its 2 to 4 players."),
        ({"hands": [_HAND] * 9}, "A deal has a hand for each of its 2 to 4 players."),
        ({"win": {"source": "gift"}}, "It is not known how this deal was won."),
        ({"hands": [{"concealed": "9z"}] * 4}, "9z"),
    ],
)
def test_a_link_that_cannot_be_counted_is_not_taken_over(
    phone: Phone, watch: Watch, members: dict[str, Any], words: str
) -> None:
    watch.refusals = True
    phone.page.goto(f"{phone.origin}/#read/{_packed(_with(phone, **members))}")
    expect(phone.page.get_by_text("This game cannot be counted")).to_be_visible()
    expect(phone.page.locator(".faults").first).to_contain_text("Entry 1")
    expect(phone.page.locator(".faults").first).to_contain_text(words)
    expect(phone.button("Continue this game here")).to_have_count(0)


def test_a_file_that_cannot_be_read_says_so_in_words_of_a_player(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    phone.to_sessions()
    phone.open_file(_with(phone, win={"source": "gift"}))
    expect(phone.page.get_by_role("alert")).to_contain_text("It is not known how this deal was won.")
    expect(phone.page.get_by_role("alert")).not_to_contain_text("Invalid")
    expect(phone.page.locator(".session")).to_have_count(1)


def test_a_link_that_unpacks_to_more_than_a_game_is_not_unpacked(phone: Phone) -> None:
    body = {"ruleset": "harr-1923", "players": ["a", "b"], "entries": [], "more": " " * 60_000_000}
    link = _packed(json.dumps(body))
    assert len(link) < 100_000
    phone.page.goto(f"{phone.origin}/#read/{link}")
    expect(phone.page.get_by_text("This link contains no game")).to_be_visible()


@pytest.fixture
def british(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True, locale="en-GB")
    context.set_default_timeout(TIMEOUT_MS)
    yield context.new_page()
    context.close()


@pytest.mark.night
def test_a_british_browser_writes_the_day_before_the_month(british: Page, served: Served) -> None:
    phone = Phone(british, served.origin)
    phone.sit("harr-1923", WORKED_DEALS[0])
    phone.press("End the evening")
    today = british.evaluate("new Date().toLocaleDateString('en-GB', { dateStyle: 'long' })")
    expect(british.locator(".lead")).to_contain_text(f", {today}, 1 deal")


@pytest.mark.night
def test_deals_are_counted_alike_on_the_table_and_at_the_end(phone: Phone) -> None:
    phone.sit("millington", WORKED_DEALS[0], {"type": "false-mahjong", "player": 1, "hand_exposed": True}, DRAWN)
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("East's round, deal 4")
    phone.press("End the evening")
    expect(phone.page.locator(".lead")).to_contain_text("3 deals")


@pytest.mark.night
def test_a_flower_is_named_with_its_number_and_wind(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    expect(phone.page.locator("[data-tile='2f']")).to_have_accessible_name("Orchid, flower 2 (South)")
    expect(phone.page.locator("[data-tile='4y']")).to_have_accessible_name("Winter, season 4 (North)")
