"""On the smallest phones, in large text, what is entered is seen above the keys, and keys hold their words."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.worked import WORKED_DEALS
from web.tests.conftest import phone_of
from web.tests.inspect_page import overflow, overlaps, picture, text_size
from web.tests.phone import Phone
from web.tests.server import Served

_SMALL: Final[tuple[ViewportSize, ...]] = ({"width": 320, "height": 568}, {"width": 360, "height": 640})
_SIZES: Final = (100, 150, 200)
_NAMES: Final = ("Annemarie", "Bernhardine", "Cleo", "Maximilianus")
_KEPT: Final[dict[str, Any]] = {
    "type": "deal",
    "winning_player": 1,
    "win": {"source": "wall"},
    "hands": [{"counted": {"score": score}} for score in (0, 40, 0, 0)],
}
_LEAST_SEEN: Final = 0.9

_TO_THE_LAST_TILE: Final = """() => {
  for (const each of document.querySelectorAll('.tray-rows')) each.scrollLeft = each.scrollWidth;
}"""
"""Scrolls as a tap on a tile does: another screen makes the tiles larger."""

_BEYOND: Final = """() => {
  const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const scrolls = of => /auto|scroll/.test(getComputedStyle(of).overflowX);
  const isScrolled = of => of !== null && (scrolls(of) || isScrolled(of.parentElement));
  const found = [];
  while (walker.nextNode()) {
    const { currentNode: node, currentNode: { parentElement: within } } = walker;
    const isSeen = within.checkVisibility() && !within.closest('.unseen, svg');
    if (!node.textContent.trim() || !isSeen || isScrolled(within)) continue;
    range.selectNodeContents(node);
    if ([...range.getClientRects()].some(({ right }) => right > innerWidth + 1)) found.push(node.textContent);
  }
  return found;
}"""
"""Texts that leave the screen, where the page cuts them and nothing scrolls to them."""

_HIDDEN: Final = """([selectors, least]) => selectors.filter(selector => {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility()) return true;
  const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
  let box = [Math.max(left, 0), Math.min(right, innerWidth), Math.max(top, 0), Math.min(bottom, innerHeight)];
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(each);
    const around = each.getBoundingClientRect();
    if (overflowX !== 'visible') box = [Math.max(box[0], around.left), Math.min(box[1], around.right), box[2], box[3]];
    if (overflowY !== 'visible') box = [box[0], box[1], Math.max(box[2], around.top), Math.min(box[3], around.bottom)];
  }
  const [l, r, t, b] = box;
  if (r - l < least * width || b - t < least * height) return true;
  const above = document.elementFromPoint((l + r) / 2, (t + b) / 2);
  return !element.contains(above) && !above.contains(element);
})"""
"""Which of these are not on the screen, or not as much of them: cut by what scrolls, or below something else."""


@pytest.fixture(params=["de", "en", "nl"])
def small(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Phone]:
    with phone_of(browser, served.origin, "block", _SMALL[0], request.param) as phone:
        yield phone


def _faults(page: Page, screen: str, *needed: str) -> list[str]:
    """What is hidden of a screen, leaves its key or overlaps, on each phone and in each size of text."""
    found = []
    for phone in _SMALL:
        page.set_viewport_size(phone)
        for size in _SIZES:
            with text_size(page, size):
                picture(page, f"{screen}-{phone['width']}-{size}")
                page.evaluate(_TO_THE_LAST_TILE)
                hidden = page.evaluate(_HIDDEN, [needed, _LEAST_SEEN])
                faults = [*(f"{each} is hidden" for each in hidden), *overlaps(page)]
                faults += [f"{each} leaves the screen" for each in page.evaluate(_BEYOND)]
                faults += [f"{overflow(page)} px too wide"] if overflow(page) > 0 else []
            found += [f"{screen} at {phone['width']}, {size} %: {each}" for each in faults]
    page.set_viewport_size(_SMALL[0])
    return found


def _open_hand(phone: Phone, ruleset: str) -> None:
    phone.sit(ruleset, _KEPT, players=_NAMES)
    phone.start_deal(0)
    phone.tap(phone.page.locator("label[data-value='wall']"))


def test_a_typed_score_and_what_is_wrong_with_it_are_seen_above_the_digits(small: Phone) -> None:
    page = small.page
    _open_hand(small, "bmja")
    small.tap(page.locator(".ways label[data-value='score']"))
    for digit in "45":
        small.tap(page.locator(f"[data-digit='{digit}']"))
    needed = (
        ".back",
        ".tab",
        ".stated-score",
        ".doubt",
        "[data-digit='7']",
        "[data-digit='0']",
        ".take-back",
        "[data-keep]",
    )
    page.locator(".doubt").wait_for()
    found = _faults(page, "score", *needed)
    small.tap(page.locator(".hand label[data-value='true']"))
    small.tap(page.locator("[data-digit='3']"))
    page.locator(".doubt").wait_for()
    page.locator(".hand-side").evaluate("each => { each.scrollTop = 0; }")
    found += _faults(page, "points", *needed, "[data-doubles='0']")
    assert found == []


def test_what_was_told_of_washed_tiles_and_who_washes_them_are_seen_above_the_keys(small: Phone) -> None:
    page = small.page
    small.sit("harr-1923-limit", _KEPT, players=_NAMES)
    small.tap(page.locator(".dock [aria-expanded]"))
    small.tap(page.locator(".others button").first)
    small.tap(page.locator(".people label").nth(1))
    for tile in ("1m", "9m", "1p", "9p", "1z"):
        small.tap(page.locator(f"[data-tile='{tile}']"))
    expect(page.locator(".tray .group")).to_have_count(5)
    needed = (".back", ".people label", ".stated-tiles", "[data-tile='1m']", ".take-back", "[data-keep]")
    assert _faults(page, "washed", *needed) == []


def test_of_the_last_hand_the_tiles_and_the_score_are_seen_above_the_keys(small: Phone) -> None:
    page = small.page
    _open_hand(small, "harr-1923-limit")
    found = _faults(
        page, "first-hand", ".back", ".tab[aria-current='true']", ".count", "[data-tile='1m']", ".next-hand"
    )
    small.tap(page.locator(".ways label[data-value='score']"))
    for player in (0, 1, 2):
        small.tap(page.locator(f"[data-of='{player}'] [data-score='20']"))
    small.tap(page.locator(".ways label[data-value='tiles']"))
    small.enter_hand(WORKED_DEALS[0]["hands"]["north"])
    small.checked()
    expect(page.locator(".dock .amounts dd")).to_have_count(len(_NAMES))
    last = ".tray-row:last-child .group:last-child .tiles"
    needed = (".back", ".tab[aria-current='true']", ".change-sets", ".count", last, "[data-tile='1m']", "[data-keep]")
    assert found + _faults(page, "last-hand", *needed) == []


def test_the_keys_of_a_hand_by_itself_hold_their_words(small: Phone) -> None:
    page = small.page
    page.goto(f"{small.origin}/#worth")
    page.locator("[data-tile]").first.wait_for()
    found = _faults(page, "one-hand", "[data-tile='1m']", ".take-back")
    small.enter_hand({"concealed": "666z222m77p", "exposed": ["999s", "123p"]})
    page.locator(".folded-keys [data-anew]").wait_for()
    assert found + _faults(page, "whole-hand", ".change-sets", ".folded-keys [data-anew]") == []


def test_what_else_happened_can_be_closed_and_long_words_stay_on_the_screen(small: Phone) -> None:
    page = small.page
    page.goto(small.origin)
    small.tap(page.locator("details.rules > summary"))
    small.tap(page.locator(".help-choose summary"))
    found = _faults(page, "help-choose")
    page.goto(f"{small.origin}/#help")
    page.locator(".help").wait_for()
    found += _faults(page, "words", ".back")
    small.sit("harr-1923-limit", _KEPT, players=_NAMES)
    small.tap(page.locator(".dock [aria-expanded]"))
    found += _faults(page, "more", ".dock [aria-expanded]", ".dock .end")
    assert not found, "\n".join(found)
