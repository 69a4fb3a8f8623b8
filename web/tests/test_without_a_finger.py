"""The page with a keyboard only, and its accessibility tree."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.worked import WORKED_DEALS
from web.tests.phone import Phone

MAX_STOPS: Final = 12
_FOCUSED = """() => {
  const element = document.activeElement;
  const label = element.closest('label');
  const name = element.getAttribute('aria-label') ?? label?.innerText ?? element.innerText ?? '';
  return `${element.tagName} ${name}`.replace(/\\s+/g, ' ');
}"""


def tab_to(page: Page, what: str) -> int:
    """Press Tab until something is focused; the number of stops."""
    for stops in range(1, 60):
        page.keyboard.press("Tab")
        if re.search(what, page.evaluate(_FOCUSED)):
            return stops
    raise AssertionError(f"{what} is not reached with Tab")


def _arrow_to(page: Page, what: str) -> None:
    """Focus an element of a group with the arrow keys."""
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    for _ in range(40):
        if re.search(what, page.evaluate(_FOCUSED)):
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"{what} is not reached with arrow keys")


def _key(page: Page, what: str) -> None:
    _arrow_to(page, what)
    page.keyboard.press("Enter")


def test_a_deal_is_entered_with_a_keyboard(phone: Phone) -> None:
    phone.begin("harr-1923")
    page = phone.page
    tab_to(page, "^BUTTON .*Dan")
    page.keyboard.press("Enter")
    tab_to(page, "^INPUT .*Drawn from the wall")
    page.keyboard.press("Space")
    expect(page.locator("h1")).to_have_text("East's round, deal 1")
    expect(page.locator("h1")).to_be_focused()
    tab_to(page, "^BUTTON .*Dan")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()

    tab_to(page, "Type tiles") if page.get_by_label("Type tiles").is_visible() else None
    tab_to(page, "^BUTTON (pung|pair) of 1 of Characters")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    _key(page, "Laid down")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for tile in ("9 of Circles", "2 of Circles", "North Wind"):
        _key(page, f"pung of {tile}, on the table")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    _key(page, "In the hand")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    _key(page, "pung of Red Dragon, in the hand")
    expect(page.locator("[data-kind=pair]")).to_have_attribute("aria-pressed", "true")
    _key(page, "pair of South Wind")
    phone.won_tile("2z").press("Enter")
    expect(page.locator(".score-line")).to_contain_text("416")
    tab_to(page, "Next: Ann")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text(re.compile("Ann.*, East"))
    for _ in ("Ann", "Ben", "Cleo"):
        tab_to(page, "0 points")
        page.keyboard.press("Enter")
    page.locator(".save-check").wait_for()
    tab_to(page, "^BUTTON Save")
    page.keyboard.press("Enter")
    phone.counted()
    assert phone.totals()[3] == -sum(phone.totals()[:3]) > 0


@pytest.mark.night
def test_fewer_than_twelve_tab_stops_lead_from_one_hand_to_the_next(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.enter_hand(WORKED_DEALS[0]["hands"]["east"])
    phone.checked()
    phone.page.locator("h1").focus()
    stops = tab_to(phone.page, "Next: Ben")
    print(f"{stops} tab stops from one hand to the next")
    assert stops < MAX_STOPS


def test_arrows_move_over_the_keys_and_backspace_takes_back(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.page.locator("[data-tile='1m']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp"):
        phone.page.keyboard.press(key)
    expect(phone.page.locator("[data-tile='3m']")).to_be_focused()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".group")).to_have_count(1)
    phone.page.keyboard.press("Backspace")
    expect(phone.page.locator(".group")).to_have_count(0)
    phone.page.wait_for_timeout(600)  # a second tap at once would do nothing
    phone.page.keyboard.press("Enter")
    phone.button("Change sets").press("Enter")
    phone.page.get_by_label(re.compile(": remove$")).press("Enter")
    expect(phone.page.locator(".group")).to_have_count(0)
    assert phone.page.evaluate("document.activeElement !== document.body"), (
        "the focus is not lost when a group is removed"
    )


def test_a_deal_has_an_accessibility_tree(phone: Phone) -> None:
    phone.sit("harr-1923", players=("Ann", "שרה", "Cleo", "Dan"))
    expect(phone.page.get_by_role("list", name="Totals")).to_match_aria_snapshot("""
        - list "Totals":
          - listitem:
            - button "Ann won, East, 0"
          - listitem:
            - button "שרה won, South, 0"
          - listitem:
            - button "Cleo won, West, 0"
          - listitem:
            - button "Dan won, North, 0"
    """)
    phone.enter_deal(WORKED_DEALS[0])
    phone.checked()
    expect(phone.page.locator(".hand-rows")).to_match_aria_snapshot("""
        - list:
          - listitem:
            - button /East Ann Winner. 8 of Characters.* 480 60 points, doubled 3 times/
          - listitem:
            - button /South שרה.* 64 8 points, doubled 3 times/
          - listitem:
            - button /West Cleo.* 272 34 points, doubled 3 times/
          - listitem:
            - button /North Dan.* 16 2 points, doubled 3 times/
    """)
    phone.keep()
    expect(phone.page.locator(".scoresheet tbody")).to_match_aria_snapshot("""
        - row /Ann.* won from the wall \\+2,880/
    """)


_LONG = ("Bartholomew Featherstonehaugh", "Wilhelmina van der Bruggen", "محمد عبد الرحمن", "Ann")


@pytest.mark.night
def test_long_names_wrap_and_right_to_left_names_are_isolated(
    phone: Phone,
) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.begin("harr-1923", _LONG)
    cut = """() => [...document.querySelectorAll('.name')].filter(each => each.checkVisibility()).filter(each => {
      const box = each.getBoundingClientRect();
      const around = each.closest('button, li, div').getBoundingClientRect();
      if (each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline') return true;
      return box.right > around.right + 1 || box.bottom > around.bottom + 1;
    }).map(each => each.textContent)"""
    assert phone.page.evaluate(cut) == []
    phone.enter_result({"winner": "west", "win": {"source": "discard", "discarder": "east"}})
    assert phone.page.evaluate(cut) == []
    phone.press("Deal")
    assert phone.page.evaluate(cut) == []
    assert phone.page.evaluate("[...document.querySelectorAll('.name')].every(each => each.tagName === 'BDI')")
    phone.press("Table")


_COVERED = """() => {
  const focused = document.activeElement;
  const over = [...document.querySelectorAll('.notices, .dock')].filter(each => !each.contains(focused));
  const is = (focused.closest('label') ?? focused).getBoundingClientRect();
  return over.some(each => {
    const its = each.getBoundingClientRect();
    return is.top < its.bottom - 1 && is.bottom > its.top + 1;
  });
}"""


@pytest.mark.night
@pytest.mark.parametrize("key", ["Tab", "Shift+Tab"])
def test_nothing_that_stays_at_an_edge_covers_what_has_the_focus(phone: Phone, key: str) -> None:
    phone.open_house_rules("dmjl")
    page = phone.page
    page.locator(".own-hand").wait_for()
    page.get_by_label("Name of your rules" if key == "Tab" else "Name of the hand").focus()
    covered = []
    for _ in range(40):
        page.keyboard.press(key)
        if page.evaluate(_COVERED):
            covered.append(page.evaluate(_FOCUSED))
    assert covered == []


def test_a_screen_reader_hears_the_question_first_and_then_who_won(phone: Phone) -> None:
    phone.sit("bmja", players=("Anna", "Ben", "Cleo", "Dan"))
    tree = phone.page.locator(".round").aria_snapshot()
    names = [
        name.replace("\u2068", "").replace("\u2069", "") for name in re.findall(r'(?:heading|button) "([^"]*)"', tree)
    ]
    assert names == [
        "Who won?", "Anna won, East, 0", "Ben won, South, 0", "Cleo won, West, 0", "Dan won, North, 0", "Nobody",
    ]  # fmt: skip
