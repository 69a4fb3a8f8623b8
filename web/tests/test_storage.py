"""Storage that takes nothing, or no more: the evening goes on from memory, says so, and can be saved as a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.conftest import SCREEN, TIMEOUT_MS
from web.tests.phone import Phone
from web.tests.server import Served

Json = dict[str, Any]

_REFUSES = """(() => {
  const full = () => { throw new DOMException('full', 'QuotaExceededError'); };
  window.refuse = () => {
    Storage.prototype.setItem = full;
    IDBDatabase.prototype.transaction = full;
  };
  window.refuseHere = () => { Storage.prototype.setItem = full; };
})();"""
_BLOCKED = """(() => {
  const get = () => { throw new DOMException('blocked', 'SecurityError'); };
  Object.defineProperty(window, 'localStorage', { get });
  Object.defineProperty(window, 'indexedDB', { get });
})();"""
_DEAL = WORKED_DEALS[0]


@pytest.fixture
def new_page(browser: Browser) -> Any:
    contexts = []

    def make(script: str) -> Page:
        context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True, accept_downloads=True)
        contexts.append(context)
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(script)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


def _saved_file(phone: Phone) -> Json:
    with phone.page.expect_download() as download:
        phone.tap(phone.page.locator(".unkept button"))
    return dict(json.loads(Path(download.value.path()).read_text()))


def test_with_storage_blocked_an_evening_is_played_from_memory_and_offered_as_a_file(
    new_page: Callable[[str], Page], served: Served
) -> None:
    page = new_page(_BLOCKED)
    phone = Phone(page, served.origin)
    phone.open()
    phone.begin("harr-1923")
    expect(page.locator(".unkept")).to_contain_text("stores nothing")
    played: Json = {"ruleset": "harr-1923", "players": list(phone.players), "entries": []}
    seating = sheet.seats(served.origin, played)
    phone.play(_DEAL, seating)
    played["entries"].append(sheet.entry_of(_DEAL, seating))
    phone.counted()
    assert phone.totals() == sheet.totals(served.origin, played)
    expect(page.locator(".history")).to_contain_text("Not saved")
    phone.press("Undo")
    expect(phone.button("Continue")).to_be_visible()
    phone.press("Redo")
    assert [entry["type"] for entry in _saved_file(phone)["entries"]] == ["deal"]


def test_storage_that_fills_up_in_the_middle_of_a_deal_drops_nothing(
    new_page: Callable[[str], Page], served: Served
) -> None:
    page = new_page(_REFUSES)
    phone = Phone(page, served.origin)
    phone.open()
    phone.begin("harr-1923")
    expect(page.locator(".unkept")).to_have_count(0)
    phone.enter_result(_DEAL)
    page.evaluate("refuse()")
    for tile in ("2m", "5m", "8m"):
        phone.tap(page.locator(f"[data-tile='{tile}']"))
    expect(page.locator(".unkept")).to_be_visible()
    expect(page.locator(".tray .group")).to_have_count(3)
    phone.press("Deal")
    expect(page.locator(".small-hand svg")).to_have_count(3)


def test_what_only_the_database_took_is_there_after_a_reload(new_page: Callable[[str], Page], served: Served) -> None:
    page = new_page(_REFUSES)
    phone = Phone(page, served.origin)
    phone.open()
    phone.begin("harr-1923")
    page.evaluate("refuseHere()")
    phone.enter_result({"winner": None})
    phone.press("Save the deal")
    expect(page.locator(".entry")).to_have_count(1)
    page.wait_for_function("() => document.documentElement.dataset.written === 'true'")
    page.reload()
    expect(page.locator(".entry")).to_have_count(1)
    expect(page.locator(".unkept")).to_have_count(0)
