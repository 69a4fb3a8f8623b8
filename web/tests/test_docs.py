"""`/docs` in Chromium: the page sends the README's deal, and requests no other host."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tools.example import deal
from web.tests.conftest import TIMEOUT_MS
from web.tests.inspect_page import picture
from web.tests.server import Served
from web.tests.watch import Watch

pytestmark = pytest.mark.night


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 1600}, base_url=served.origin)
    context.set_default_timeout(TIMEOUT_MS)
    watch = Watch(context, served.origin)
    yield context.new_page()
    watch.check()
    context.close()


def test_the_page_sends_the_readmes_deal_and_shows_the_response(page: Page) -> None:
    page.goto("/docs")
    operation = page.locator("[id^=operations-][id$=-settleDeal]")
    operation.locator(".opblock-summary-control").click()
    body = operation.locator("textarea.body-param__text")
    assert json.loads(body.input_value()) == deal()
    operation.get_by_role("button", name="Execute").click()
    response = operation.locator(".live-responses-table .response")
    expect(response.locator(".response-col_status")).to_contain_text("200")
    expect(response.locator(".response-col_description")).to_contain_text('"score": 480')
    picture(response, "docs")
