"""The page with a keyboard and a mouse: a deal is typed, the tabulator is short, the evening is one sheet."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import PATIENCE_MS
from tests.web.layouts import LAYOUTS, PRINTED
from tests.web.phone import Phone
from tests.web.server import Served
from tests.web.sheet import WINDS
from tests.web.test_without_a_finger import MOST_STOPS, tab_to
from tests.web.watch import Watch

_DEALS = 60


@pytest.fixture
def desk(browser: Browser, served: Served) -> Iterator[Phone]:
    """The same page, without a touch screen."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(PATIENCE_MS)
    watch = Watch(context, served.origin)
    desk = Phone(context.new_page(), served.origin)
    desk.open()
    yield desk
    watch.check()
    context.close()


def _begin(page: Page) -> None:
    page.locator(".rulebooks summary").click()
    page.locator("label[data-value='harr-1923']").click()
    page.get_by_role("button", name="Begin the sitting").click()
    page.locator("[data-winner='0']").click()
    page.locator("label[data-value='wall']").click()


def _type(page: Page, text: str) -> None:
    page.get_by_label("Type tiles").fill(text)
    page.get_by_label("Type tiles").press("Enter")


def test_a_printed_layout_is_typed_as_the_contract_writes_it(desk: Phone) -> None:
    page = desk.page
    _begin(page)
    for player, wind in enumerate(WINDS):
        hand = LAYOUTS[0]["hands"][wind]
        if page.locator("[data-onto]").get_attribute("data-onto") == "hand":
            page.locator("[data-onto]").click()
        _type(page, " ".join([*hand["exposed"], hand["concealed"]]))
        if player == 0:
            page.get_by_role("group", name="Won with").locator("label[data-value='8m']").click()
        expect(page.locator(".tab").nth(player)).to_contain_text(str(PRINTED[0]["scores"][wind]))
        if page.locator(".tab").nth(player).get_attribute("aria-current") == "true" and player < 3:
            page.locator(".next-hand").click()
    page.get_by_role("button", name="Keep the deal").click()
    desk.counted()
    assert desk.totals() == [2880, -1120, -496, -1264]


def test_what_is_typed_and_is_no_tile_is_reported_and_stays_to_be_mended(desk: Phone) -> None:
    _begin(desk.page)
    _type(desk.page, "111m 12x 8z")
    expect(desk.page.locator(".typed [role=status]")).to_have_text("No tiles: 12x 8z")
    expect(desk.page.locator(".group")).to_have_count(0)
    expect(desk.page.get_by_label("Type tiles")).to_have_value("111m 12x 8z")
    _type(desk.page, "111m 12s \U0001f006\U0001f006")
    expect(desk.page.locator(".group")).to_have_count(3)
    expect(desk.page.locator(".typed [role=status]")).to_be_empty()


def test_fewer_than_twelve_stops_lead_to_the_next_hand_beside_a_keyboard_too(desk: Phone) -> None:
    _begin(desk.page)
    hand = LAYOUTS[0]["hands"]["east"]
    _type(desk.page, " ".join([*hand["exposed"], hand["concealed"]]))
    desk.looked_at()
    desk.page.locator("h1").focus()
    stops = tab_to(desk.page, "Next hand: South")
    print(f"{stops} stops of the tabulator from one hand to the next, with what is typed")
    assert stops < MOST_STOPS


def test_a_long_evening_is_printed_on_one_sheet(desk: Phone) -> None:
    desk.sit("harr-1923", *[LAYOUTS[0]] * _DEALS)
    desk.page.get_by_role("button", name="End", exact=True).click()
    expect(desk.page.locator(".statistics tbody tr")).to_have_count(5)
    printed = desk.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
