"""A rulebook that is revised during an evening: what was paid stays until the table says otherwise."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.worked import WORKED_DEALS
from web.tests.phone import Phone
from web.tests.played import DRAWN

pytestmark = pytest.mark.night

_MORE = 100


def _revise(page: Page, more: int = _MORE) -> None:
    """From now on the service is at the next revision, by which the first deal comes to `more` for the first player."""

    def answer(route: Route) -> None:
        response = route.fetch()
        if not response.ok:
            return route.fulfill(response=response)
        told: dict[str, Any] = response.json()
        told["revision"] += 1
        for each in told["entries"]:
            each["totals"] = _moved(each["totals"], more)
        if told["entries"]:
            told["entries"][0]["net"] = _moved(told["entries"][0]["net"], more)
        for standing in told["standings"]:
            standing["total"] += {0: more, 1: -more}.get(standing["player"], 0)
        return route.fulfill(response=response, json=told)

    page.route("**/v1/scoresheets*", answer)


def _moved(amounts: list[int], more: int) -> list[int]:
    return [amounts[0] + more, amounts[1] - more, *amounts[2:]]


def _later(phone: Phone, more: int = _MORE) -> list[int]:
    """The totals so far; then the page is opened again, with the service at the next revision."""
    phone.counted()
    phone.page.wait_for_timeout(500)
    phone.counted()
    paid = phone.totals()
    _revise(phone.page, more)
    phone.page.reload()
    return paid


def test_totals_stay_as_paid_where_a_revision_counts_otherwise(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0], DRAWN)
    paid = _later(phone)
    expect(phone.page.get_by_role("heading", name="What changes")).to_be_visible()
    expect(phone.page.locator(".moved > li")).to_have_count(1)
    phone.press("Keep what was paid")
    phone.counted()
    assert phone.totals() == paid
    expect(phone.page.locator(".entry").first).to_contain_text("amounts as paid")


def test_a_revision_is_counted_by_where_the_table_says_so(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    paid = _later(phone)
    phone.press("Count by the new revision")
    phone.counted()
    assert phone.totals() == _moved(paid, _MORE)
    phone.page.reload()
    expect(phone.page.locator(".entry")).to_have_count(1)


def test_a_revision_that_counts_alike_asks_nothing(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    paid = _later(phone, 0)
    phone.counted()
    assert phone.totals() == paid
    assert '"revision"' in phone.export()
