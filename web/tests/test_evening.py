"""The end of a session: ranking, transfers, money, statistics, links, CSV, picture, printing."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.inspect_page import text_size
from web.tests.phone import Phone, number

pytestmark = pytest.mark.night

_NETS = [2880, -1120, -496, -1264]


@pytest.fixture
def evening(phone: Phone) -> Phone:
    """The end screen of a session of one deal."""
    phone.sit("harr-1923", WORKED_DEALS[0])
    phone.press("End the evening")
    return phone


def test_the_ranking_and_the_fewest_transfers_are_shown(evening: Phone) -> None:
    expect(evening.page.locator(".ranking li")).to_have_count(4)
    expect(evening.page.locator(".ranking li").first).to_contain_text("Ann")
    entry = sheet.entry_of(WORKED_DEALS[0])
    result = {"ruleset": "harr-1923", "players": list(evening.players), "entries": [entry]}
    transfers = sheet.post(evening.origin, "/v1/scoresheets", result)["transfers"]
    rows = evening.page.locator(".payments li")
    expect(rows).to_have_count(len(transfers))
    assert len(transfers) == 3
    assert {number(row.locator(".figure").inner_text()) for row in rows.all()} == {each["amount"] for each in transfers}


def test_what_is_shared_stands_below_who_pays_whom(evening: Phone) -> None:
    tops = [
        box["y"]
        for css in (".payments", ".sharing", ".chart", ".statistics")
        if (box := evening.page.locator(css).bounding_box())
    ]
    assert tops == sorted(tops)
    assert len(tops) == 4


def test_points_are_converted_to_money_at_a_stored_rate(evening: Phone) -> None:
    evening.tap(evening.page.get_by_text("Points to money"))
    evening.page.get_by_label("One point is worth").fill("0.01")
    evening.page.get_by_label("Currency").fill("EUR")
    expect(evening.page.locator(".ranking li").first).to_contain_text("28.80 EUR")
    evening.page.reload()
    expect(evening.page.locator(".ranking li").last).to_contain_text("\u221212.64 EUR")


def test_money_that_appears_while_a_rate_is_typed_moves_no_field(evening: Phone) -> None:
    evening.tap(evening.page.get_by_text("Points to money"))
    currency = evening.page.get_by_label("Currency")
    before = currency.bounding_box()
    rate = evening.page.get_by_label("One point is worth")
    for typed in ("0", "0.", "0.0", "0.05"):
        rate.fill(typed)
        expect(evening.page.get_by_text("This is not an amount")).to_have_count(0)
        assert currency.bounding_box() == before, typed
    expect(evening.page.locator(".ranking li").first).to_contain_text("144.00")


def test_the_figures_of_every_player_are_seen_in_large_text_on_a_small_phone(evening: Phone) -> None:
    page = evening.page
    page.set_viewport_size({"width": 320, "height": 640})
    with text_size(page, 150):
        best = page.locator(".statistics tbody tr").nth(1)
        expect(best.locator("td")).to_have_text(["Ann480", "Ben64", "Cleo272", "Dan16"])
        assert page.locator(".statistics").evaluate("each => each.scrollWidth <= each.clientWidth")
        expect(page.locator(".chart figcaption")).to_be_visible()


def test_statistics_have_numbers_and_scores_of_hands(evening: Phone) -> None:
    expect(evening.page.locator(".statistics tbody tr")).to_have_count(5)
    rows = evening.page.locator(".statistics tbody tr").all_inner_texts()
    assert [row.split() for row in rows[:2]] == [
        ["Hands", "won", "1", "0", "0", "0"],
        ["Best", "hand", "480", "64", "272", "16"],
    ]


def test_a_link_opens_the_session_read_only(evening: Phone, context: BrowserContext) -> None:
    button = evening.button("Share a link")
    expect(button).to_be_enabled()
    link = str(button.get_attribute("data-link"))
    assert "#read/" in link, "the session is in the fragment, which is not sent to the server"
    evening.page.goto("about:blank")
    reader = context.new_page()
    reader.goto(link)
    expect(reader.get_by_role("heading", name="A shared game")).to_be_visible()
    expect(reader.locator(".ranking li").first).to_contain_text("2,880")
    expect(reader.get_by_role("button", name="Another game, same players")).to_have_count(0)
    expect(reader.get_by_role("button", name="Edit")).to_have_count(0)
    reader.get_by_role("button", name="Table", exact=True).tap()
    expect(reader.locator(".entry")).to_have_count(1)


def test_a_truncated_link_is_reported(phone: Phone) -> None:
    phone.page.goto(phone.origin + "/#read/dabcdef")
    expect(phone.page.get_by_text("This link contains no game")).to_be_visible()


def test_the_session_is_exported_as_csv_and_as_a_picture(evening: Phone) -> None:
    with evening.page.expect_download() as saved:
        evening.press("As a table (CSV)")
    rows = list(csv.reader(io.StringIO(Path(saved.value.path()).read_text())))
    assert rows[0][2:6] == list(evening.players)
    assert [int(each) for each in rows[1][2:6]] == _NETS
    with evening.page.expect_download() as image:
        evening.press("As a picture")
    assert Path(image.value.path()).read_bytes().startswith(b"\x89PNG")


def test_the_table_over_all_games_is_exported_in_a_file_of_its_own(evening: Phone) -> None:
    evening.press("Another game, same players")
    evening.play(WORKED_DEALS[0])
    evening.counted()
    evening.to_sessions()
    with evening.page.expect_download() as saved:
        evening.press("As a table (CSV)")
    assert re.fullmatch(r"mahjong-[\d-]{10}\.season\.csv", saved.value.suggested_filename)
    _, *rows = csv.reader(io.StringIO(Path(saved.value.path()).read_text()))
    totals = dict(zip(evening.players, [2 * net for net in _NETS], strict=True))
    assert {row[0]: int(row[4]) for row in rows} == totals


def test_it_is_printed_without_buttons(evening: Phone) -> None:
    evening.page.emulate_media(media="print")
    expect(evening.page.locator(".ranking")).to_be_visible()
    expect(evening.page.locator("button:visible")).to_have_count(0)
    row = evening.page.locator(".all-deals tbody tr").first
    expect(row).to_be_visible()
    expect(row).to_contain_text("+2,880 (2,880)")
    evening.page.emulate_media(media="screen")
    expect(row).to_be_hidden()


def test_what_was_paid_for_a_discard_is_what_went_to_the_winner(phone: Phone) -> None:
    """Beside it the players settle with each other, and a hand of nothing was entered too."""
    loser = {"concealed": "", "exposed": ["222p"], "partial": True}
    deal = {
        "winner": "south",
        "win": {"source": "discard", "discarder": "west", "tile": "2m"},
        "hands": {
            "south": {"concealed": "22m456p", "exposed": ["888m", "777z", "222s"]},
            "north": loser,
            "west": {"concealed": "1m", "partial": True},
        },
    }
    phone.sit("bmja", deal)
    body = {"ruleset": "bmja", "players": list(phone.players), "entries": [sheet.entry_of(deal)]}
    payments = sheet.post(phone.origin, "/v1/scoresheets", body)["entries"][0]["payments"]
    by_west = {each["receiving_player"]: each["amount"] for each in payments if each["paying_player"] == 2}
    assert set(by_west) == {1, 3}
    phone.press("End the evening")
    rows = phone.page.locator(".statistics tbody tr")
    expect(rows.last.locator("td")).to_have_text(["0", "0", f"{by_west[1]:,}", "0"], use_inner_text=True)
    expect(rows.nth(2).locator("td").nth(2)).to_have_text("0", use_inner_text=True)
    expect(rows.nth(2).locator("td").first).to_have_text("0", use_inner_text=True)


@pytest.mark.parametrize("context", ["dark"], indirect=True)
def test_it_is_printed_black_on_white_from_a_dark_screen_too(evening: Phone) -> None:
    page = evening.page
    page.emulate_media(media="print", color_scheme="dark")
    look = "each => { const { color, backgroundColor } = getComputedStyle(each); return [color, backgroundColor]; }"
    assert page.locator("body").evaluate(look) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    expect(page.locator("caption")).to_contain_text("in brackets the total after it")
    expect(page.locator(".all-deals th[scope=row]").first).to_contain_text("deal 1, \u2068Ann")


def test_the_end_tells_the_house_rules(phone: Phone) -> None:
    rules = {"title": "Thursday", "settlement": {"losers": "none"}}
    file = {"ruleset": "bmja", "house_rules": rules, "players": list(phone.players), "entries": []}
    phone.page.goto(phone.origin + "/#sessions")
    phone.open_file(json.dumps(file))
    phone.counted()
    phone.press("End the evening")
    expect(phone.page.locator(".lead + p")).to_have_text("House rules: \u2068Thursday\u2069, 1 change")
