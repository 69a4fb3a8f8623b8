"""While a hand is entered no key moves, whatever the size of the screen and of the text."""

import pytest
from playwright.sync_api import ViewportSize

from web.tests.inspect_page import text_size
from web.tests.phone import Phone

_SCREENS = (
    (390, 844, 200),
    (390, 844, 100),
    (360, 640, 200),
    (820, 1180, 100),
    (820, 1180, 200),
    (844, 390, 200),
    (1280, 800, 200),
)
_BOXES = """() => Object.fromEntries(
  [...document.querySelectorAll('.keypad button, .dock .keep-row > button')]
    .filter(each => each.checkVisibility())
    .map((each, at) => [each, each.getBoundingClientRect(), at])
    .map(([each, { x, y, width, height }, at]) =>
      [each.dataset.tile ?? each.ariaLabel ?? `${each.className} ${at}`, [x, y, width, height].map(Math.round)])
)"""
"""Where each key that is seen lies."""
_Boxes = dict[str, list[int]]


def _key(phone: Phone, tile: str) -> None:
    """A tap on a tile, in large text after one on its suit."""
    suit = phone.page.locator(f"[data-parts='{tile[-1] if tile[-1] in 'mpsz' else 'f'}']")
    if suit.is_visible() and suit.get_attribute("aria-pressed") != "true":
        phone.tap(suit)
    phone.key(tile)


def _moved(before: _Boxes, after: _Boxes) -> list[str]:
    return [f"{name}: {box} to {after[name]}" for name, box in before.items() if after.get(name, box) != box]


def _enter(phone: Phone, tiles: tuple[str, ...], height: int) -> list[str]:
    """The keys that moved, with each tap and each answer of the service, or are not on the screen."""
    found: list[str] = []
    seen: _Boxes = phone.page.evaluate(_BOXES)
    for tile in tiles:
        _key(phone, tile)
        for is_answered in (False, True):
            if is_answered:
                phone.checked()
            boxes: _Boxes = phone.page.evaluate(_BOXES)
            found += _moved(seen, boxes)
            seen |= boxes
    return found + [
        f"{name}: {box} of {height}" for name, box in seen.items() if box[1] < 0 or box[1] + box[3] > height
    ]


@pytest.mark.parametrize(("width", "height", "size"), _SCREENS)
def test_no_key_moves_while_a_hand_is_entered(phone: Phone, width: int, height: int, size: int) -> None:
    phone.sit("bmja")
    phone.start_deal(0)
    phone.choose("How?", "Drawn from the wall")
    phone.page.locator(".keypad").wait_for()
    phone.page.set_viewport_size(ViewportSize(width=width, height=height))
    with text_size(phone.page, size):
        phone.still()
        found = _enter(phone, ("2s", "5s", "7p", "9m"), height)
        phone.to_next(1)
        phone.still()
        found += _enter(phone, ("1z", "2f", "3s"), height)
    assert not found, "\n".join(found)


@pytest.mark.night
def test_in_large_text_a_suit_is_shown_at_a_time_with_large_tiles(phone: Phone) -> None:
    phone.sit("bmja")
    phone.start_deal(0)
    phone.choose("How?", "Drawn from the wall")
    with text_size(phone.page, 200):
        shown = phone.page.locator("[data-tile]:visible")
        assert shown.evaluate_all("all => all.map(each => each.dataset.tile)") == [f"{rank}m" for rank in range(1, 10)]
        least = shown.evaluate_all("all => Math.min(...all.map(each => each.getBoundingClientRect().height))")
        assert least >= 70
        _key(phone, "2s")
        assert shown.count() == 9
        _key(phone, "1z")
        assert shown.count() == 7
        rows = phone.page.locator(".groups .group").evaluate_all(
            "all => [...new Set(all.map(each => each.getBoundingClientRect().y))].length"
        )
        assert rows == 1


def test_the_tile_keys_lie_alike_for_each_hand_of_a_deal(phone: Phone) -> None:
    """At the last hand it is told what each gets: there is room for it before."""
    phone.sit("harr-1923")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    tops = []
    for player in (1, 2, 3, 0):
        phone.show_hand(player)
        phone.checked()
        box = phone.page.locator("[data-tile='1m']").bounding_box()
        assert box is not None
        tops.append(box["y"])
    assert tops == tops[:1] * 4
