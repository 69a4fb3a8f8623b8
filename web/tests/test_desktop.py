"""The page with a keyboard and a mouse: typed tiles, tab stops, printing."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.worked import PRINTED, WORKED_DEALS
from web.tests.conftest import TIMEOUT_MS
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.sheet import WINDS
from web.tests.test_without_a_finger import MAX_STOPS, tab_to
from web.tests.watch import Watch

pytestmark = pytest.mark.night

_DEALS = 60


@pytest.fixture
def desk(browser: Browser, served: Served) -> Iterator[Phone]:
    """The page without a touch screen."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", service_workers="block"
    )
    context.set_default_timeout(TIMEOUT_MS)
    watch = Watch(context, served.origin)
    desk = Phone(context.new_page(), served.origin)
    desk.open()
    yield desk
    watch.check()
    context.close()


def _begin(page: Page) -> None:
    page.locator(".rules > summary").click()
    page.locator(".rulebooks summary").click()
    page.locator("label[data-value='harr-1923']").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator("[data-winner='0']").click()
    page.locator("label[data-value='wall']").click()


def _type(page: Page, text: str) -> None:
    page.get_by_label("Type tiles").fill(text)
    page.get_by_label("Type tiles").press("Enter")


def test_a_worked_deal_is_typed_in_the_notation_of_the_contract(desk: Phone) -> None:
    page = desk.page
    _begin(page)
    for player, wind in enumerate(WINDS):
        hand = WORKED_DEALS[0]["hands"][wind]
        page.locator("[data-onto='table']").click()
        _type(page, " ".join([*hand["exposed"], hand["concealed"]]))
        if player == 0:
            desk.won_tile("8m", "exposed" if "8m" in "".join(hand["exposed"]) else "concealed").click()
        expect(page.locator(".tab").nth(player)).to_contain_text(str(PRINTED[0].scores[wind]))
        if page.locator(".tab").nth(player).get_attribute("aria-current") == "true" and player < 3:
            page.locator(".next-hand").click()
    page.locator("[data-keep]").click()
    page.locator("[data-save]").click()
    desk.counted()
    assert desk.totals() == [2880, -1120, -496, -1264]


def test_typed_text_that_is_no_tile_is_reported_and_stays_in_the_field(desk: Phone) -> None:
    _begin(desk.page)
    _type(desk.page, "111m 12x 8z")
    expect(desk.page.locator(".typed [role=status]")).to_have_text("No tiles: 12x 8z")
    expect(desk.page.locator(".group")).to_have_count(0)
    expect(desk.page.get_by_label("Type tiles")).to_have_value("111m 12x 8z")
    _type(desk.page, "111m 12s \U0001f006\U0001f006")
    expect(desk.page.locator(".group")).to_have_count(3)
    expect(desk.page.locator(".typed [role=status]")).to_be_empty()


def test_fewer_than_twelve_tab_stops_lead_to_the_next_hand_with_the_typing_field(desk: Phone) -> None:
    _begin(desk.page)
    hand = WORKED_DEALS[0]["hands"]["east"]
    _type(desk.page, " ".join([*hand["exposed"], hand["concealed"]]))
    desk.checked()
    desk.page.locator("h1").focus()
    stops = tab_to(desk.page, "Next: Player 2")
    print(f"{stops} tab stops from one hand to the next, with the typing field")
    assert stops < MAX_STOPS


def test_a_long_session_is_printed_with_every_deal_on_three_pages(desk: Phone) -> None:
    desk.sit("harr-1923", *[WORKED_DEALS[0]] * _DEALS)
    desk.page.get_by_role("button", name="End the evening", exact=True).click()
    expect(desk.page.locator(".statistics tbody tr")).to_have_count(5)
    desk.page.emulate_media(media="print")
    expect(desk.page.locator(".all-deals tbody tr:visible")).to_have_count(_DEALS)
    printed = desk.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 3


def test_the_dock_of_the_first_screen_is_as_wide_as_its_columns(desk: Phone) -> None:
    desk.page.goto(desk.origin)
    desk.page.evaluate("localStorage.clear()")
    desk.page.reload()
    boxes = [desk.page.locator(css).bounding_box() for css in (".column >> nth=0", ".column >> nth=1", ".dock .main")]
    (left, right, key) = (box for box in boxes if box is not None)
    assert (key["x"], key["x"] + key["width"]) == (left["x"], right["x"] + right["width"])
