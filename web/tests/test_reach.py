"""Keys within the thumb's reach, and names that are not cut, on a small phone and on a tablet."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from web.tests.inspect_page import MIN_TARGET_PX, text_size
from web.tests.phone import Phone

_NAMES: Final = ("Annelies", "Bernadette", "Christine", "Dorothea")
_SMALL: Final[ViewportSize] = {"width": 360, "height": 640}
_TABLET: Final[ViewportSize] = {"width": 820, "height": 1180}
_CUT: Final = """selector => [...document.querySelectorAll(selector)]
  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.innerText)"""
_WIDTHS: Final = "all => all.map(each => each.getBoundingClientRect().width)"
_BEYOND: Final = """() => {
  const chart = document.querySelector('.chart svg');
  const edge = chart.getBoundingClientRect().right;
  return [...chart.querySelectorAll('text')].filter(each => each.getBoundingClientRect().right > edge + 1)
    .map(each => each.textContent);
}"""
_BROKEN: Final = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.getElementById('page'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node, currentNode: { parentElement: within } } = walker;
    if (!within.checkVisibility() || !within.closest(':is(.players, .people, .ways-won, .scoresheet) .name')) continue;
    for (const { 0: word, index } of node.textContent.matchAll(/\\p{L}+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) found.push(word);
    }
  }
  return found;
}"""
"""The names of seats, of keys and of the sheet that are broken within a word."""
_LONG: Final = ("Annemarie", "Bernhardine", "Cleo", "Maximilianus")
_WON: Final[dict[str, Any]] = {
    "type": "deal",
    "winning_player": 1,
    "win": {"source": "wall"},
    "hands": [{"counted": {"score": score}} for score in (0, 40, 0, 0)],
}


@pytest.mark.night
@pytest.mark.parametrize("size", [_SMALL, _TABLET], ids=("small", "tablet"))
def test_how_a_deal_was_won_is_asked_within_the_thumbs_reach(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    phone.sit("bmja", players=_NAMES)
    phone.start_deal(1)
    first = phone.page.locator(".ways-won .offer").first
    expect(first).to_be_visible()
    box = first.bounding_box()
    assert box is not None
    assert box["y"] > size["height"] * 0.5


@pytest.mark.night
def test_names_at_the_table_and_in_the_chart_are_not_cut_on_a_small_phone(phone: Phone) -> None:
    phone.page.set_viewport_size(_SMALL)
    phone.sit("bmja", _WON, players=_NAMES)
    assert phone.page.evaluate(_CUT, ".seat .name") == []
    phone.page.locator(".chart svg text").first.wait_for()
    assert phone.page.evaluate(_BEYOND) == []


@pytest.mark.night
@pytest.mark.parametrize("percent", [100, 125, 200])
def test_names_in_tabs_and_amounts_are_not_cut_on_a_small_phone(phone: Phone, percent: int) -> None:
    phone.page.set_viewport_size(_SMALL)
    phone.sit("bmja", _WON, players=_NAMES)
    with text_size(phone.page, percent):
        assert phone.page.evaluate(_CUT, ".scoresheet .name") == []
        phone.start_deal(1)
        phone.choose("How?", "Drawn from the wall")
        phone.key("1m")
        phone.checked()
        assert phone.page.evaluate(_CUT, ".tab .name") == []
        phone.choose("How the hand is entered", "By its score")
        phone.tap(phone.page.locator("[data-of='1'] [data-score='40']"))
        phone.checked()
        assert phone.page.evaluate(_CUT, ".name") == []


@pytest.mark.night
def test_the_key_to_the_hand_at_fault_holds_its_words_on_a_small_phone(phone: Phone) -> None:
    phone.page.set_viewport_size(_SMALL)
    phone.sit("bmja", players=_NAMES)
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": "22m456p", "exposed": ["888m"]})
    phone.press("Deal")
    phone.page.locator(".problem .quiet").wait_for()
    assert phone.page.evaluate(_CUT, ".problem .quiet") == []


@pytest.mark.night
def test_keys_of_tiles_leave_no_room_between_and_those_of_a_whole_hand_are_44_px_wide(phone: Phone) -> None:
    phone.page.set_viewport_size(_SMALL)
    phone.sit("bmja", players=_NAMES)
    phone.start_deal(1)
    phone.choose("How?", "Drawn from the wall")
    widths = phone.page.locator("[data-tile$='m']").evaluate_all(_WIDTHS)
    assert widths == [_SMALL["width"] / 9] * 9
    phone.enter_hand({"concealed": "22m 345p", "exposed": ["666s", "111z", "999s"]})
    won = phone.page.locator(".tile-key")
    expect(won).to_have_count(5)
    assert min(won.evaluate_all(_WIDTHS)) >= MIN_TARGET_PX


def _broken(page: Page, screen: str) -> list[str]:
    found = []
    for width in (320, 360, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        for percent in (100, 150, 200):
            with text_size(page, percent):
                found += [f"{screen}, {width} px, {percent} %: {each}" for each in page.evaluate(_BROKEN)]
    return found


@pytest.mark.night
def test_no_name_of_a_seat_or_a_key_is_broken_within_a_word(phone: Phone) -> None:
    page = phone.page
    phone.sit("outside-the-box", _WON, players=_LONG)
    phone.counted()
    found = _broken(page, "table")
    phone.start_deal(0)
    page.locator(".ways-won").wait_for()
    found += _broken(page, "how it was won")
    page.goto(f"{phone.origin}/#table")
    page.reload()
    phone.new("Fine")
    phone.choose("Who is fined?", _LONG[1])
    assert found + _broken(page, "fine") == []
