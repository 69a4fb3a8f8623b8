"""No number is clipped, at any width and text size, with names of twelve letters, in three languages."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from web.tests.conftest import TIMEOUT_MS
from web.tests.inspect_page import picture, text_size
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.sheet import entry_of

_SMALL: ViewportSize = {"width": 360, "height": 740}
_SIZES = (100, 125, 150, 200)
_NAMES = ("Maximilianus", "Wilhelmina M", "Konstantinos", "Bartholomeus")
_LIMIT_HAND = {"winner": "east", "win": {"source": "wall"}, "hands": {"east": {"counted": {"limit_hand": True}}}}

_CLIPPED = """() => {
  const scrolled = '.chips, .tray-rows, .chart, .unseen, .sheet-scroll';
  const amount = /^[+\\u2212-]?\\d[\\d.,\\u00a0\\u202f]*$/;
  const edge = document.documentElement.clientWidth;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const within = node.parentElement;
    const text = node.textContent.trim();
    const isSeen = within.checkVisibility({ visibilityProperty: true }) && !within.closest(scrolled);
    if (!amount.test(text) || !isSeen) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (boxes.length > 1) found.push(`${text} is on ${boxes.length} lines`);
    for (const { left, right } of boxes) {
      if (left < 0 || right > edge) found.push(`${text}: ${Math.round(left)} to ${Math.round(right)} of ${edge}`);
      for (let each = within; each && each !== document.body; each = each.parentElement) {
        if (getComputedStyle(each).overflowX === 'visible') continue;
        const around = each.getBoundingClientRect();
        const isCut = left < around.left - 1 || right > around.right + 1;
        if (isCut) found.push(`${text} is cut by ${each.className || each.tagName}`);
      }
    }
  }
  return found;
}"""
"""Where the box of an amount leaves the screen or what clips it, or is broken into lines."""

_LEAVES = """() => {
  const edge = document.documentElement.clientWidth;
  return [...document.querySelectorAll('#page :is(table, th, td, button, label, input, .name)')]
    .filter(each => each.checkVisibility() && !each.closest('.unseen, .chips, .tray-rows'))
    .filter(each => {
      const { left, right } = each.getBoundingClientRect();
      const cut = each.closest('.scoresheet, .statistics')?.getBoundingClientRect().right ?? edge;
      return left < -1 || right > Math.min(cut, edge) + 1;
    })
    .map(each => `${each.tagName} ${each.textContent.slice(0, 40)} leaves the page`);
}"""
"""What of a table or a key lies beyond the page, which clips it, or beyond its box, where it would be scrolled."""


@pytest.fixture(params=["de", "en", "nl"])
def small(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A small phone that speaks a language, with names of twelve letters."""
    context = browser.new_context(
        viewport=_SMALL,
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        locale=request.param,
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(TIMEOUT_MS)
    phone = Phone(context.new_page(), served.origin)
    phone.sit("bmja", *[_LIMIT_HAND] * 3, {"winner": None, "hands": {}}, players=_NAMES)
    yield phone
    context.close()


def _clipped(page: Page, screen: str) -> list[str]:
    found = []
    for size in _SIZES:
        with text_size(page, size):
            picture(page, f"{screen}-{size}")
            found += [f"{screen} at {size} %: {each}" for each in page.evaluate(_CLIPPED)]
    return found


def test_no_amount_is_clipped_from_the_table_to_the_end(small: Phone) -> None:
    page = small.page
    found = _clipped(page, "table")
    small.start_deal(0)
    small.tap(page.locator("label[data-value='wall']"))
    found += _clipped(page, "winner")
    small.tap(page.locator("label[data-value='limit']"))
    found += _clipped(page, "limit-hand")
    for loser, score in ((1, 96), (2, 80), (3, 64)):
        small.tap(page.locator(f"[data-of='{loser}'] [data-score='{score}']"))
    small.checked()
    found += _clipped(page, "scores")
    small.tap(page.locator(".dock [data-keep]"))
    gets = page.locator(".save-check [data-gets]")
    expect(gets).to_have_count(len(_NAMES))
    expect(gets.first).to_have_text("+6,000" if "en" in page.evaluate("document.documentElement.lang") else "+6.000")
    found += _clipped(page, "save")
    small.tap(page.locator(".save-check [data-save]"))
    small.counted()
    found += _clipped(page, "table-after")
    page.goto(f"{small.origin}/#seen/0")
    page.locator(".payments li").first.wait_for()
    found += _clipped(page, "seen")
    page.goto(f"{small.origin}/#end")
    page.locator(".ranking li").first.wait_for()
    found += _clipped(page, "end")
    assert found == []


_WIDTHS = (320, 360, 390, 768, 1280)
_DRAW: dict[str, object] = {"winner": None, "hands": {}}
_WON = {**_LIMIT_HAND, "hands": {"east": {"counted": {"score": 300}}, "south": {"counted": {"score": 48}}}}
_FIFTH = "Friedegunde"


def _lost(page: Page, screen: str) -> list[str]:
    """What is clipped or beyond the page, at all widths and text sizes."""
    found = []
    usual = page.viewport_size
    assert usual is not None
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": usual["height"]})
        for size in (100, 150, 200):
            with text_size(page, size):
                picture(page, f"{screen}-{width}-{size}")
                faults = [*page.evaluate(_CLIPPED), *page.evaluate(_LEAVES)]
            found += [f"{screen}, {width} px, {size} %: {each}" for each in dict.fromkeys(faults)]
    page.set_viewport_size(usual)
    return found


@pytest.mark.night
def test_on_no_width_a_table_of_numbers_leaves_the_page(small: Phone) -> None:
    page = small.page
    small.sit("harr-1923-limit", *[_WON] * 3, _LIMIT_HAND, _DRAW, players=_NAMES)
    page.locator(".entry").first.wait_for()
    small.counted()
    found = _lost(page, "table")
    page.goto(f"{small.origin}/#end")
    page.locator(".statistics").wait_for()
    found += _lost(page, "end")
    small.sit("bmja", _WON, players=(_FIFTH, *_NAMES[1:]))
    page.goto(f"{small.origin}/#sessions")
    page.locator(".over-evenings").wait_for()
    found += _lost(page, "games")
    assert found == []


@pytest.mark.night
def test_five_players_have_five_columns_on_every_width(small: Phone) -> None:
    small.sit("bmja", {**entry_of(_WON), "sits_out": 4}, {**entry_of(_DRAW), "sits_out": 0}, players=(*_NAMES, _FIFTH))
    small.page.locator(".entry").first.wait_for()
    small.counted()
    found = _lost(small.page, "five")
    small.page.goto(f"{small.origin}/#end")
    small.page.locator(".statistics").wait_for()
    assert found + _lost(small.page, "five-end") == []
