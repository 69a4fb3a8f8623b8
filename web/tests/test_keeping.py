"""Entered data is never lost silently: entries in work, terms, other tabs, unreadable storage."""

import json
import re
from gzip import decompress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Response, expect

from tests.support.worked import WORKED_DEALS
from web.tests.phone import Phone, number, taps_of
from web.tests.played import DRAWN
from web.tests.watch import Watch

_EAST = WORKED_DEALS[0]["hands"]["east"]


def _enter_half(phone: Phone) -> None:
    phone.enter_result(WORKED_DEALS[0])
    phone.enter_hand(_EAST)


def _check_half(phone: Phone) -> None:
    phone.press("Continue")
    phone.open_hand(0)
    expect(phone.page.locator(".group")).to_have_count(len(taps_of(_EAST)))


@pytest.mark.night
def test_an_old_entry_is_opened_read_only(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.locator("h1")).to_have_text("East's round, deal 1")
    expect(phone.page.locator(".payments li")).to_have_count(6)
    expect(phone.page.get_by_role("radio")).to_have_count(0)
    phone.press("Edit")
    expect(phone.page.locator(".result summary").first).to_contain_text("Ann")


@pytest.mark.night
def test_no_other_entry_can_be_edited_while_one_is_in_work(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.enter_result(WORKED_DEALS[0])
    phone.enter_hand(_EAST)
    phone.press("Deal")
    phone.press("Table")
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.get_by_text("Another entry is not finished")).to_be_visible()
    expect(phone.button("Edit")).to_have_count(0)


@pytest.mark.night
def test_new_terms_leave_the_entry_in_work(phone: Phone) -> None:
    phone.sit("harr-1923")
    _enter_half(phone)
    phone.press("Deal")
    phone.press("Table")
    phone.press("Settings")
    phone.page.get_by_label("Name of the first East").fill("Anna")
    phone.press("Save the settings")
    expect(phone.page.locator(".players")).to_contain_text("Anna")
    _check_half(phone)


@pytest.mark.night
def test_unsaved_terms_survive_the_table_and_a_reload(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.press("Settings")
    phone.page.get_by_label("Name of the first East").fill("Anna")
    phone.press("Table")
    phone.page.reload()
    phone.press("Settings")
    expect(phone.page.get_by_label("Name of the first East")).to_have_value("Anna")
    phone.press("Undo my changes here")
    expect(phone.page.get_by_label("Name of the first East")).to_have_value("Ann")


def test_the_effects_of_other_rules_are_shown_before_they_apply(phone: Phone) -> None:
    phone.sit("harr-1923-limit", WORKED_DEALS[0])
    before = phone.totals()
    phone.press("Settings")
    phone.unfold_rules()
    phone.page.get_by_role("spinbutton", name="Points for Mah-Jong").fill("20")
    phone.press("Save the settings")
    result = phone.page.get_by_role("alertdialog")
    expect(result).to_contain_text("Every entry is counted again")
    expect(result.locator("tr")).to_have_count(4)
    phone.press("No, leave the rules as they are")
    phone.press("Table")
    assert phone.totals() == before


def test_dropping_an_entry_must_be_confirmed_and_can_be_undone(phone: Phone) -> None:
    phone.sit("harr-1923")
    _enter_half(phone)
    phone.press("Deal")
    phone.press("Table")
    phone.press("Discard draft")
    phone.press("No, carry on")
    phone.press("Discard draft")
    phone.press("Yes, discard it")
    expect(phone.page.get_by_role("heading", name="Who won?")).to_be_visible()
    phone.press("Undo")
    _check_half(phone)


def test_two_tabs_agree_on_one_session(phone: Phone, context: BrowserContext) -> None:
    phone.sit("harr-1923")
    other = Phone(context.new_page(), phone.origin)
    other.open()
    phone.page.bring_to_front()
    phone.play(WORKED_DEALS[0])
    expect(other.page.locator(".entry")).to_have_count(1)
    other.page.bring_to_front()
    other.start_deal(None)
    other.keep()
    expect(phone.page.locator(".entry")).to_have_count(2)
    other.enter_result(WORKED_DEALS[0])
    other.key("1m")
    expect(phone.button("Continue")).to_be_visible()


def _stored(page: Page) -> dict[str, str]:
    return dict(page.evaluate("Object.fromEntries(Object.entries(localStorage))"))


def test_unreadable_storage_is_set_aside_and_the_page_works(phone: Phone) -> None:
    phone.sit("harr-1923")
    key = next(key for key in _stored(phone.page) if key.startswith("scorekeeper/sitting/"))
    phone.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, '{"sheet": {"players": 7}}'])
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="New game")).to_be_visible()
    assert '{"sheet": {"players": 7}}' in _stored(phone.page).values()
    phone.press("My games")
    expect(phone.button("Save everything")).to_be_visible()


_BREAK_AT_THE_NEXT_CLICK = """() => {
  window.kept = Number.prototype.toLocaleString;
  const breakIt = () => { Number.prototype.toLocaleString = () => { throw new Error('broken'); }; };
  addEventListener('click', breakIt, { capture: true, once: true });
}"""
"""Not before: the table would break as an answer comes, without what is to be tapped."""


def test_after_an_error_the_page_offers_saving_and_retrying(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.page.evaluate(_BREAK_AT_THE_NEXT_CLICK)
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.get_by_role("heading", name="Something went wrong")).to_be_visible()
    with phone.page.expect_download() as saved:
        phone.press("Save everything as a file")
    assert '"type":"deal"' in json.dumps(json.loads(saved.value.path().read_text()), separators=(",", ":")).replace(
        "\\", ""
    )
    phone.page.evaluate("void (Number.prototype.toLocaleString = window.kept)")
    phone.press("Try again")
    expect(phone.page.locator(".lead")).to_have_text("Draw: nobody won")


@pytest.mark.night
def test_an_unreadable_response_is_reported_and_is_not_taken_for_an_absent_service(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.page.route("**/v1/scoresheets", lambda route: route.fulfill(json={"entries": 7}))
    phone.start_deal(None)
    phone.press("Save the deal")
    expect(phone.page.locator(".faults")).to_contain_text("could not be read")
    expect(phone.page.locator(".away")).to_have_count(0)


@pytest.mark.night
def test_an_older_phone_without_abort_signal_any_finds_the_service(context: BrowserContext, phone: Phone) -> None:
    context.add_init_script("delete AbortSignal.any; delete AbortSignal.timeout; delete navigator.storage.persist")
    phone.page.reload()
    phone.begin("harr-1923")
    phone.start_deal(None)
    phone.keep()
    expect(phone.page.locator(".away")).to_have_count(0)


@pytest.mark.night
def test_a_url_with_tracking_parameters_shows_the_page(phone: Phone) -> None:
    phone.page.goto(phone.origin + "/?fbclid=IwAR0&utm_source=x")
    expect(phone.page.get_by_role("heading", name="New game")).to_be_visible()


@pytest.mark.night
def test_no_winning_tile_is_asked_for_a_hand_as_dealt(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.start_deal(0)
    phone.choose("Rarer ways", "Dealt complete")
    phone.enter_hand({"concealed": "111222333m555p77z"})
    expect(phone.page.locator(".winning-tile, [data-won]")).to_have_count(0)
    phone.checked()
    expect(phone.page.locator(".faults")).to_have_count(0)


@pytest.mark.night
def test_a_limit_hand_is_shown_with_its_name(phone: Phone) -> None:
    phone.sit("harr-1923-limit")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": "19m19p19s12345677z"})
    phone.say_won_with("7z")
    phone.show_hand(0)
    phone.checked()
    expect(phone.page.locator(".limit-hand")).to_have_text(re.compile(r"^Limit: .*heads.*, \d+$"))


def _body(request: Request) -> dict[str, Any]:
    """The body of a request; a long one is compressed."""
    body = request.post_data_buffer or b""
    return dict(json.loads(decompress(body) if request.headers.get("content-encoding") == "gzip" else body))


@pytest.mark.night
def test_an_edited_entry_has_easts_run_of_wins(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0], WORKED_DEALS[0])
    with phone.page.expect_request("**/v1/settlements/batch") as request:
        phone.tap(phone.page.locator(".entry").first)
        phone.press("Edit")
        phone.checked()
    deal = _body(request.value)["deals"][0]
    assert deal["win"]["consecutive_wins"] == 2


@pytest.mark.night
def test_taps_are_taken_back_in_reverse_order(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.enter_hand({"concealed": "333m", "bonus": "2f"})
    phone.set_mode("pung", "table")
    phone.key("9p")
    phone.page.reload()
    for left in (2, 1, 0):
        phone.press("Take back the last tap")
        expect(phone.page.locator(".group")).to_have_count(left)


@pytest.mark.night
def test_the_table_keeps_its_scroll_position(phone: Phone) -> None:
    phone.sit("harr-1923", *[DRAWN] * 8)
    entry = phone.page.locator(".entry").nth(2)
    entry.evaluate("entry => entry.scrollIntoView({block: 'center'})")
    left = phone.page.evaluate("scrollY")
    assert left > 0
    phone.tap(entry)
    phone.page.go_back()
    expect(phone.page.locator(".players")).to_be_visible()
    phone.page.wait_for_function("left => scrollY === left", arg=left)


@pytest.mark.night
def test_a_missing_reason_is_reported_in_the_pages_own_words(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.sit("harr-1923")
    phone.new("Correction")
    phone.press("Save")
    expect(phone.page.locator(".faults")).to_contain_text("Give a reason.")


@pytest.mark.night
def test_players_and_rulebook_are_stored_and_persistent_storage_is_requested(
    context: BrowserContext, phone: Phone
) -> None:
    context.add_init_script("navigator.storage.persist = async () => { window.asked = true; return true; }")
    phone.page.reload()
    phone.begin("millington", ("Anna", "Bert", "Cleo", "Dan"))
    assert phone.page.evaluate("window.asked")
    phone.to_sessions()
    phone.press("New game")
    expect(phone.page.get_by_label("Name of the first South")).to_have_value("Bert")
    expect(phone.page.locator("label[data-value='millington'] input")).to_be_checked()


@pytest.mark.night
def test_keeping_a_deal_requests_only_its_entry(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.start_deal(None)
    phone.checked()
    answered: list[Response] = []
    phone.page.on("response", lambda response: answered.append(response) if "/v1/scoresheets" in response.url else None)
    phone.press("Save the deal")
    expect(phone.page.locator(".entry")).to_have_count(2)
    phone.counted()
    assert {response.url.partition("/v1/")[2] for response in answered} == {"scoresheets?from=2"}
    # Who sits where in the new deal may be asked just before, of no entry.
    assert max(len(response.json()["entries"]) for response in answered) == 1


def test_amounts_are_shown_before_a_deal_is_kept_and_on_the_table_afterwards(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_deal(WORKED_DEALS[0])
    phone.checked()
    amounts = phone.page.locator("footer .amounts")
    expect(amounts).to_be_in_viewport(ratio=1)
    before = [number(text) for text in amounts.locator("dd").all_inner_texts()]
    phone.keep()
    for shown in (".entry td", ".change"):
        expect(phone.page.locator(shown).first).to_be_in_viewport(ratio=1)
        texts = phone.page.locator(shown).all_inner_texts()
        assert [number(text.split()[-1]) for text in texts] == before
    assert phone.page.locator("main").inner_text().count("won from the wall") == 1


@pytest.mark.night
def test_a_screen_that_cannot_be_fetched_offers_a_reload(phone: Phone, watch: Watch) -> None:
    watch.away = True
    phone.sit("harr-1923")
    phone.page.route("**/assets/end-*.js", lambda route: route.abort())
    phone.press("End the evening")
    expect(phone.page.get_by_text("This screen cannot be loaded")).to_be_visible()
    phone.page.unroute("**/assets/end-*.js")
    phone.press("Try again")
    expect(phone.page.get_by_role("heading", name="The evening")).to_be_visible()


@pytest.mark.night
def test_a_tap_on_a_player_alone_leaves_no_draft(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.start_deal(0)
    phone.press("Table")
    expect(phone.page.get_by_role("heading", name="Who won?")).to_be_visible()
    expect(phone.button("Discard draft")).to_have_count(0)


@pytest.mark.night
def test_with_a_draft_the_way_on_stands_where_the_winner_is_asked_for(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.play(WORKED_DEALS[0])
    phone.press("Undo")
    expect(phone.page.locator(".round .middle")).to_contain_text("Not finished")
    assert (
        phone.page.locator(".player:not(.east) .seat").first.evaluate("each => getComputedStyle(each).borderStyle")
        == "dashed"
    )
    phone.page.set_viewport_size({"width": 740, "height": 360})
    expect(phone.button("Continue")).to_be_in_viewport(ratio=1)
    phone.press("Continue")
    expect(phone.page.locator(".hand-row")).to_have_count(4)


@pytest.mark.night
def test_the_fourth_tile_of_a_kong_is_taken_back_alone(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    for place, name in (("hand", "concealed"), ("table", "exposed")):
        phone.set_mode("pung", place)
        tile = {"hand": "7p", "table": "8p"}[place]
        phone.key(tile)
        phone.page.wait_for_timeout(600)
        phone.key(tile)
        phone.press("Take back the last tap")
        pung = tile[0] * 3 + tile[1]
        expect(phone.page.locator(f"[data-place='{name}'] [data-set='{pung}']")).to_have_count(1)
    phone.press("Take back the last tap")
    phone.press("Take back the last tap")
    expect(phone.page.locator(".group")).to_have_count(0)
