"""Nothing that was counted is hidden, and nothing that is not counted is left out without a word."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PATIENCE_MS
from tests.web.layouts import LAYOUTS
from tests.web.phone import Phone
from tests.web.server import Served

_SIX_TILES = {"concealed": "", "exposed": ["111m", "222m"]}


@pytest.fixture
def phone(installed: Phone) -> Phone:
    return installed


def _away(phone: Phone, served: Served) -> None:
    served.stop()
    phone.page.reload()
    expect(phone.page.locator(".away")).to_be_visible()


def test_a_reload_without_a_network_shows_what_was_counted_and_what_waits_beside_it(
    phone: Phone, served: Served
) -> None:
    phone.sit("harr-1923", LAYOUTS[0])
    counted = phone.totals()
    _away(phone, served)
    expect(phone.page.locator("[data-total]").first).to_have_text(f"{counted[0]:,}")
    assert phone.totals() == counted
    expect(phone.page.locator(".player.east")).to_contain_text("Ann")
    expect(phone.page.locator(".entry .amounts").first).to_contain_text("+2,880")
    expect(phone.page.get_by_text("not counted")).to_have_count(0)

    phone.start_deal(None)
    phone.press("Keep the deal, count later")
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()
    assert phone.totals() == counted
    phone.press("End")
    expect(phone.page.locator(".ranking li").first).to_contain_text("2,880")
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()


def _kept_without_a_network(phone: Phone, served: Served) -> None:
    """A hand of six tiles, and a deal after it."""
    served.stop()
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand(_SIX_TILES)
    expect(phone.page.locator(".away")).to_be_visible()
    phone.press("Deal")
    phone.press("Keep the deal, count later")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("has 6 tiles and cannot be complete")
    phone.press("Yes, keep it all the same")
    phone.start_deal(None)
    phone.press("Keep the deal, count later")


def test_a_hand_that_cannot_be_complete_is_asked_about_and_said_loud_with_a_way_to_it(
    phone: Phone, served: Served
) -> None:
    _kept_without_a_network(phone, served)
    served.start()
    banner = phone.page.locator(".uncounted")
    expect(banner).to_contain_text("2 deals are not counted. Entry 1 is at fault.", timeout=PATIENCE_MS)
    phone.start_deal(None)
    expect(banner).to_contain_text("2 deals are not counted.")
    phone.press("Keep the deal, count later")
    expect(banner).to_contain_text("3 deals are not counted.")
    phone.press("Go to entry 1")
    expect(phone.page.locator("h1")).to_have_text("Entry 1")
    expect(phone.button("Edit")).to_be_visible()


def test_what_is_not_counted_is_in_no_figure_and_every_export_says_so(phone: Phone, served: Served) -> None:
    phone.sit("harr-1923", LAYOUTS[0])
    _kept_without_a_network(phone, served)
    served.start()
    expect(phone.page.locator(".uncounted")).to_be_visible(timeout=PATIENCE_MS)
    phone.press("End")
    expect(phone.page.locator(".uncounted")).to_contain_text("2 deals are not counted. Entry 2 is at fault.")
    assert phone.page.locator(".statistics tbody tr").first.inner_text().split() == ["Hands", "won", "1", "0", "0", "0"]

    lines = phone.shared("Share as text")["text"].splitlines()
    assert "2 deals are not counted!" in lines
    assert not any(letter in "".join(lines) for letter in "\u2068\u2069\u200e\u200f")
    with phone.page.expect_download() as saved:
        phone.press("As a table (CSV)")
    rows = list(csv.reader(io.StringIO(Path(saved.value.path()).read_text())))
    assert [len(row) for row in rows] == [10, 10, 2, 2]
    assert rows[2][1].endswith("(not counted)")
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".uncounted")).to_be_visible()
