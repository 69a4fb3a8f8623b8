"""`/docs` in Chromium: the contract as a page, the README's deal sent by the page's own button, no other host asked."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scripts.example import deal
from tests.web.conftest import PATIENCE_MS
from tests.web.inspect_page import picture
from tests.web.server import Served
from tests.web.watch import Watch


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1200, "height": 1600}, base_url=served.origin)
    context.set_default_timeout(PATIENCE_MS)
    watch = Watch(context, served.origin)
    yield context.new_page()
    watch.check()
    context.close()


def test_the_page_sends_the_readmes_deal_and_shows_the_answer(page: Page) -> None:
    page.goto("/docs")
    operation = page.locator("[id^=operations-][id$=-settleDeal]")
    operation.locator(".opblock-summary-control").click()
    body = operation.locator("textarea.body-param__text")
    assert json.loads(body.input_value()) == deal()
    operation.get_by_role("button", name="Execute").click()
    answered = operation.locator(".live-responses-table .response")
    expect(answered.locator(".response-col_status")).to_contain_text("200")
    expect(answered.locator(".response-col_description")).to_contain_text('"score": 480')
    picture(answered, "docs")
