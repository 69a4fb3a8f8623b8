"""Known results are shown offline, and unsettled entries are reported on every screen and in every export."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.worked import WORKED_DEALS
from web.tests.conftest import TIMEOUT_MS
from web.tests.phone import Phone
from web.tests.server import Served

pytestmark = pytest.mark.night

_SIX_TILES = {"concealed": "", "exposed": ["111m", "222m"]}


@pytest.fixture
def phone(installed: Phone) -> Phone:
    return installed


def _go_offline(phone: Phone, served: Served) -> None:
    served.stop()
    phone.page.reload()
    expect(phone.page.locator(".away")).to_be_visible()


def test_a_reload_offline_shows_known_results_and_waiting_entries(phone: Phone, served: Served) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    counted = phone.totals()
    _go_offline(phone, served)
    expect(phone.page.locator("[data-total]").first).to_have_text(f"{counted[0]:,}")
    assert phone.totals() == counted
    expect(phone.page.locator(".player.east")).to_contain_text("Ann")
    expect(phone.page.locator(".entry").first).to_contain_text("+2,880")
    expect(phone.page.get_by_text("not counted")).to_have_count(0)

    phone.start_deal(None)
    phone.press("Save the deal, count later")
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()
    assert phone.totals() == counted
    phone.press("End the evening")
    expect(phone.page.locator(".ranking li").first).to_contain_text("2,880")
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()


def _keep_offline(phone: Phone, served: Served) -> None:
    """Keep a deal with a hand of six tiles, and another deal, offline."""
    served.stop()
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand(_SIX_TILES)
    expect(phone.page.locator(".away")).to_be_visible()
    phone.press("Deal")
    phone.press("Save the deal, count later")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("has 6 tiles and cannot be complete")
    phone.confirm()
    phone.start_deal(None)
    phone.press("Save the deal, count later")


def test_an_incomplete_hand_kept_offline_must_be_confirmed_and_is_reported_with_a_link(
    phone: Phone, served: Served
) -> None:
    _keep_offline(phone, served)
    served.start()
    banner = phone.page.locator(".uncounted")
    expect(banner).to_contain_text("2 deals are not counted. The mistake is in entry 1.", timeout=TIMEOUT_MS)
    phone.start_deal(None)
    expect(banner).to_contain_text("2 deals are not counted.")
    phone.press("Save the deal, count later")
    expect(banner).to_contain_text("3 deals are not counted.")
    phone.press("Go to entry 1")
    expect(phone.page.locator("h1")).to_have_text("Entry 1")
    expect(phone.button("Edit")).to_be_visible()


def test_unsettled_entries_are_in_no_number_and_reported_in_every_export(phone: Phone, served: Served) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    _keep_offline(phone, served)
    served.start()
    expect(phone.page.locator(".uncounted")).to_be_visible(timeout=TIMEOUT_MS)
    phone.press("End the evening")
    expect(phone.page.locator(".uncounted")).to_contain_text("2 deals are not counted. The mistake is in entry 2.")
    assert phone.page.locator(".statistics tbody tr").first.inner_text().split() == ["Hands", "won", "1", "0", "0", "0"]

    lines = phone.share("Share as text")["text"].splitlines()
    assert "2 deals are not counted!" in lines
    assert not any(letter in "".join(lines) for letter in "\u2068\u2069\u200e\u200f")
    with phone.page.expect_download() as saved:
        phone.press("As a table (CSV)")
    rows = list(csv.reader(io.StringIO(Path(saved.value.path()).read_text())))
    assert [len(row) for row in rows] == [10, 10, 2, 2]
    assert rows[2][1].endswith("(not counted)")
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".uncounted")).to_be_visible()
