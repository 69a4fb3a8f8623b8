"""Nothing that was entered is lost without a word: entries in work, terms, other tabs, storage that cannot be read."""

import json
import re
from gzip import decompress
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.web.layouts import DRAWN, LAYOUTS
from tests.web.phone import Phone, taps_of
from tests.web.watch import Watch

_EAST = LAYOUTS[0]["hands"]["east"]


def _half_entered(phone: Phone) -> None:
    phone.enter_result(LAYOUTS[0])
    phone.enter_hand(_EAST)


def _is_still_there(phone: Phone) -> None:
    phone.press("Go on with entry 1")
    phone.open_hand(0)
    expect(phone.page.locator(".group")).to_have_count(len(taps_of(_EAST)))


def test_an_old_entry_is_looked_at_before_it_is_changed(phone: Phone) -> None:
    phone.sit("harr-1923", LAYOUTS[0])
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.locator("h1")).to_have_text("East's round, deal 1")
    expect(phone.page.locator(".payments li")).to_have_count(6)
    expect(phone.page.get_by_role("radio")).to_have_count(0)
    phone.press("Edit")
    expect(phone.page.get_by_role("radio", name="Ann, East")).to_be_checked()


def test_while_an_entry_is_in_work_no_other_is_opened(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.enter_result(LAYOUTS[0])
    phone.enter_hand(_EAST)
    phone.press("Deal")
    phone.press("Table")
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.get_by_text("Another entry is in work")).to_be_visible()
    expect(phone.button("Edit")).to_have_count(0)


def test_new_terms_leave_the_entry_in_work(phone: Phone) -> None:
    phone.sit("harr-1923")
    _half_entered(phone)
    phone.press("Deal")
    phone.press("Table")
    phone.press("Sitting")
    phone.page.get_by_label("Name of the first East").fill("Anna")
    phone.press("Keep these terms")
    expect(phone.page.locator(".players")).to_contain_text("Anna")
    _is_still_there(phone)


def test_terms_half_changed_outlive_the_way_to_the_table_and_a_reload(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.press("Sitting")
    phone.page.get_by_label("Name of the first East").fill("Anna")
    phone.press("Table")
    phone.page.reload()
    phone.press("Sitting")
    expect(phone.page.get_by_label("Name of the first East")).to_have_value("Anna")
    phone.press("Leave it as it was")
    expect(phone.page.get_by_label("Name of the first East")).to_have_value("Ann")


def test_other_rules_are_reported_before_they_hold(phone: Phone) -> None:
    phone.sit("harr-1923-limit", LAYOUTS[0])
    before = phone.totals()
    phone.press("Sitting")
    phone.page.get_by_role("spinbutton", name="Points for Mah-Jong").fill("20")
    phone.press("Keep these terms")
    result = phone.page.get_by_role("alertdialog")
    expect(result).to_contain_text("Every entry is counted anew")
    expect(result.locator("tr")).to_have_count(4)
    phone.press("No, leave them")
    phone.press("Table")
    assert phone.totals() == before


def test_dropping_asks_and_undo_brings_it_back(phone: Phone) -> None:
    phone.sit("harr-1923")
    _half_entered(phone)
    phone.press("Deal")
    phone.press("Table")
    phone.press("Drop it")
    phone.press("No, go on with it")
    phone.press("Drop it")
    phone.press("Yes, drop it")
    expect(phone.page.get_by_text("Who won the deal?")).to_be_visible()
    phone.press("Undo")
    _is_still_there(phone)


def test_two_tabs_agree_on_one_sitting(phone: Phone, context: BrowserContext) -> None:
    phone.sit("harr-1923")
    other = Phone(context.new_page(), phone.origin)
    other.open()
    phone.page.bring_to_front()
    phone.play(LAYOUTS[0])
    expect(other.page.locator(".entry")).to_have_count(1)
    other.page.bring_to_front()
    other.start_deal(None)
    other.keep()
    expect(phone.page.locator(".entry")).to_have_count(2)
    other.enter_result(LAYOUTS[0])
    other.key("1m")
    expect(phone.button("Go on with entry 3")).to_be_visible()


def _stored(page: Page) -> dict[str, str]:
    return dict(page.evaluate("Object.fromEntries(Object.entries(localStorage))"))


def test_what_cannot_be_read_is_put_aside_and_the_page_goes_on(phone: Phone) -> None:
    phone.sit("harr-1923")
    key = next(key for key in _stored(phone.page) if key.startswith("scorekeeper/sitting/"))
    phone.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, '{"sheet": {"players": 7}}'])
    phone.page.reload()
    expect(phone.page.get_by_role("heading", name="A new sitting")).to_be_visible()
    assert '{"sheet": {"players": 7}}' in _stored(phone.page).values()
    phone.press("Sittings")
    expect(phone.button("Save everything")).to_be_visible()


def test_a_page_that_breaks_offers_a_way_on(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.page.evaluate("void (window.kept = Number.prototype.toLocaleString)")
    phone.page.evaluate("void (Number.prototype.toLocaleString = () => { throw new Error('broken') })")
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.get_by_role("heading", name="Something went wrong")).to_be_visible()
    with phone.page.expect_download() as saved:
        phone.press("Save everything as a file")
    assert '"type":"deal"' in json.dumps(json.loads(saved.value.path().read_text()), separators=(",", ":")).replace(
        "\\", ""
    )
    phone.page.evaluate("void (Number.prototype.toLocaleString = window.kept)")
    phone.press("Try again")
    expect(phone.page.locator(".lead")).to_have_text("Drawn: nobody won")


def test_an_answer_that_cannot_be_read_is_reported_and_is_no_absence(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.page.route("**/v1/scoresheets", lambda answer: answer.fulfill(json={"entries": 7}))
    phone.start_deal(None)
    phone.press("Keep the deal")
    expect(phone.page.locator(".faults")).to_contain_text("could not be read")
    expect(phone.page.locator(".away")).to_have_count(0)


def test_an_older_phone_without_abort_signal_any_finds_the_service(context: BrowserContext, phone: Phone) -> None:
    context.add_init_script("delete AbortSignal.any; delete AbortSignal.timeout; delete navigator.storage.persist")
    phone.page.reload()
    phone.begin("harr-1923")
    phone.start_deal(None)
    phone.keep()
    expect(phone.page.locator(".away")).to_have_count(0)


def test_an_address_that_was_passed_on_shows_the_page(phone: Phone) -> None:
    phone.page.goto(phone.origin + "/?fbclid=IwAR0&utm_source=x")
    expect(phone.page.get_by_role("heading", name="A new sitting")).to_be_visible()


def test_a_hand_as_dealt_is_not_asked_what_it_was_won_with(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.start_deal(0)
    phone.choose("How?", "As dealt")
    phone.enter_hand({"concealed": "111222333m555p77z"})
    expect(phone.page.get_by_role("group", name="Won with")).to_have_count(0)
    phone.looked_at()
    expect(phone.page.locator(".faults")).to_have_count(0)


def test_a_limit_hand_is_called_by_its_name(phone: Phone) -> None:
    phone.sit("harr-1923-limit")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": "19m19p19s12345677z"})
    phone.choose_unless_chosen("Won with", "Red Dragon")
    phone.show_hand(0)
    phone.looked_at()
    expect(phone.page.locator(".limit-hand")).to_have_text(re.compile(r"^Limit: .*heads.*, \d+$"))


def _sent(request: Request) -> dict[str, Any]:
    """The body of a request, which travels packed where it is long."""
    body = request.post_data_buffer or b""
    return dict(json.loads(decompress(body) if request.headers.get("content-encoding") == "gzip" else body))


def test_east_runs_count_in_an_old_entry_as_on_the_table(phone: Phone) -> None:
    phone.sit("harr-1923", LAYOUTS[0], LAYOUTS[0])
    with phone.page.expect_request("**/v1/settlements/batch") as asked:
        phone.tap(phone.page.locator(".entry").first)
        phone.press("Edit")
        phone.looked_at()
    deal = _sent(asked.value)["deals"][0]
    assert deal["win"]["consecutive_wins"] == 2


def test_what_was_tapped_last_is_taken_back_first(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(LAYOUTS[0])
    phone.enter_hand({"concealed": "333m", "bonus": "2f"})
    phone.set_mode("pung", "table")
    phone.key("9p")
    phone.page.reload()
    for left in (2, 1, 0):
        phone.press("Take back the last tap")
        expect(phone.page.locator(".group")).to_have_count(left)


def test_the_table_is_as_it_was_scrolled_when_it_was_left(phone: Phone) -> None:
    phone.sit("harr-1923", *[DRAWN] * 8)
    entry = phone.page.locator(".entry").nth(2)
    entry.evaluate("entry => entry.scrollIntoView({block: 'center'})")
    left = phone.page.evaluate("scrollY")
    assert left > 0
    phone.tap(entry)
    phone.page.go_back()
    expect(phone.page.locator(".players")).to_be_visible()
    phone.page.wait_for_function("left => scrollY === left", arg=left)


def test_a_reason_is_asked_for_in_the_pages_own_words(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.sit("harr-1923")
    phone.new("Correction")
    phone.press("Keep")
    expect(phone.page.locator(".faults")).to_contain_text("Say why.")


def test_players_and_rulebook_are_remembered_and_the_browser_is_asked_to_keep_them(
    context: BrowserContext, phone: Phone
) -> None:
    context.add_init_script("navigator.storage.persist = async () => { window.asked = true; return true; }")
    phone.page.reload()
    phone.begin("millington", ("Anna", "Bert", "Cleo", "Dan"))
    assert phone.page.evaluate("window.asked")
    phone.to_sittings()
    phone.press("A new sitting")
    expect(phone.page.get_by_label("Name of the first South")).to_have_value("Bert")
    expect(phone.page.locator("label[data-value='millington'] input")).to_be_checked()


def test_a_keep_asks_only_for_what_the_page_does_not_have(phone: Phone) -> None:
    phone.sit("harr-1923", DRAWN)
    phone.start_deal(None)
    with phone.page.expect_response("**/v1/scoresheets?from=2") as result:
        phone.press("Keep the deal")
    assert len(result.value.json()["entries"]) == 1
    expect(phone.page.locator(".entry")).to_have_count(2)


def test_what_each_gets_is_reported_before_the_deal_is_kept_and_on_the_table_after_it(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_deal(LAYOUTS[0])
    phone.looked_at()
    amounts = phone.page.locator("footer .amounts")
    expect(amounts).to_be_in_viewport(ratio=1)
    before = amounts.inner_text()
    phone.keep()
    expect(phone.page.locator(".latest .amounts")).to_be_in_viewport(ratio=1)
    assert phone.page.locator(".latest .amounts").inner_text() == before


def test_a_screen_that_cannot_be_fetched_offers_the_page_as_it_is_now(phone: Phone, watch: Watch) -> None:
    watch.away = True
    phone.sit("harr-1923")
    phone.page.route("**/assets/end-*.js", lambda asked: asked.abort())
    phone.press("End")
    expect(phone.page.get_by_text("This screen cannot be fetched now")).to_be_visible()
    phone.page.unroute("**/assets/end-*.js")
    phone.press("Try again")
    expect(phone.page.get_by_role("heading", name="The evening")).to_be_visible()
