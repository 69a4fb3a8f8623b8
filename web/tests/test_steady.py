"""What is tapped stays where it is as the service answers, goes away and comes back."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.support.amounts import amount
from tests.support.worked import WORKED_DEALS
from web.tests.conftest import TIMEOUT_MS
from web.tests.inspect_page import text_size
from web.tests.phone import Phone
from web.tests.played import DANGEROUS
from web.tests.watch import Watch

pytestmark = pytest.mark.night

_NORTH_WON = WORKED_DEALS[1]
_NORTH = _NORTH_WON["hands"]["north"]
_TOO_SHORT: dict[str, Any] = {
    **_NORTH_WON,
    "hands": {**_NORTH_WON["hands"], "north": {**_NORTH, "exposed": _NORTH["exposed"][1:]}},
}
_DEALS = {"sound": _NORTH_WON, "too short": _TOO_SHORT, "dangerous": DANGEROUS}
_SHOWN_AT = {"sound": ".payments", "too short": ".dock .problem", "dangerous": ".danger-box"}
_Shown = Sequence[tuple[ViewportSize, int]]
"""Screens, each with a size of text."""
_SMALL, _PHONE, _DESK = (ViewportSize(width=w, height=h) for w, h in ((320, 568), (390, 844), (1280, 800)))
_LOW = ViewportSize(width=390, height=520)
"""Where the hands of a deal have to be scrolled."""
_USUAL: _Shown = ((_PHONE, 100), (_SMALL, 100), (_DESK, 100))[: amount(1, 3)]
_LARGE: _Shown = (*_USUAL, *((_SMALL, 200), (_PHONE, 130))[: amount(1, 2)])
_POLL_MS = 20
_DEAL, _RESOLVED, _EVERYTHING = "**/v1/settlements/batch", "**/v1/rulesets/*", "**/v1/**"

_REMEMBER = """() => {
  const all = [...document.querySelectorAll('#page :is(button, summary, input, select, a), .keypad, .dock')]
    .filter(each => !each.closest('[inert]'));
  window.before = all.map(each => [each, each.getBoundingClientRect()]);
}"""
_MOVED = """() => window.before.flatMap(([each, was]) => {
  const now = each.getBoundingClientRect();
  const by = ['x', 'y', 'width', 'height'].map(side => Math.round(now[side] - was[side]));
  const name = each.innerText || each.ariaLabel || each.className;
  return each.isConnected ? (by.some(Boolean) ? [`${name} by ${by}`] : []) : [`${name} is another element`];
})"""


class _HeldRequests:
    """Requests of the page, held back until they are answered."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._page, self._pattern = page, pattern
        self._routes: list[Route] = []
        self._away = False
        page.route(pattern, self._hold)

    def _hold(self, route: Route) -> None:
        if self._away:
            route.abort()
        else:
            self._routes.append(route)

    def until_requested(self) -> None:
        for _ in range(TIMEOUT_MS // _POLL_MS):
            if self._routes:
                return
            self._page.wait_for_timeout(_POLL_MS)
        raise AssertionError(f"{self._pattern} was not requested")

    def answer(self) -> None:
        for route in self._routes:
            route.continue_()
        self._page.unroute(self._pattern)

    def refuse(self) -> None:
        """As if nobody were there, now and until the service is back."""
        self._away = True
        for route in self._routes:
            route.abort()

    def back(self) -> None:
        self._page.unroute(self._pattern)


def _remember(page: Page) -> None:
    page.evaluate(_REMEMBER)


def _moved(page: Page) -> list[str]:
    """What could be tapped when it was remembered and now lies elsewhere, or is another element."""
    return list(page.evaluate(_MOVED))


def _waiting(phone: Phone, pattern: str = _DEAL) -> _HeldRequests:
    """The screen as it is after a reload, before the service has answered."""
    held = _HeldRequests(phone.page, pattern)
    phone.page.reload()
    phone.page.locator("h1").wait_for(state="attached")
    held.until_requested()
    return held


def _at_each_size(phone: Phone, pattern: str, shown: _Shown, moved: Callable[[_HeldRequests], list[str]]) -> list[str]:
    """What has moved on each screen since before the service has answered."""
    found = []
    for screen, size in shown:
        phone.page.set_viewport_size(screen)
        held = _waiting(phone, pattern)
        with text_size(phone.page, size):
            found += [f"on {screen['width']}, {size} %: {each}" for each in moved(held)]
    return found


@pytest.mark.parametrize("deal", _DEALS)
def test_no_hand_and_no_button_of_a_deal_moves_as_it_becomes_known_what_each_gets(phone: Phone, deal: str) -> None:
    def moved(held: _HeldRequests) -> list[str]:
        phone.page.locator(".hand-row").nth(2).scroll_into_view_if_needed()
        _remember(phone.page)
        held.answer()
        phone.checked()
        expect(phone.page.locator(_SHOWN_AT[deal]).first).to_be_visible()
        return _moved(phone.page)

    phone.sit("harr-1923-limit")
    phone.enter_deal(_DEALS[deal])
    found = _at_each_size(phone, _DEAL, _LARGE, moved)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("hand", [1, 2], ids=["the last", "before the last"])
def test_no_key_of_a_hand_moves_as_it_becomes_known_that_the_deal_can_be_kept(phone: Phone, hand: int) -> None:
    def moved(held: _HeldRequests) -> list[str]:
        _remember(phone.page)
        held.answer()
        expect(phone.button("Save the deal")).to_be_enabled()
        return _moved(phone.page)

    phone.sit("harr-1923-limit")
    phone.enter_deal(_NORTH_WON)
    phone.show_hand(hand)
    found = _at_each_size(phone, _DEAL, _USUAL, moved)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("deal", "more"), [("sound", ""), ("too short", ""), ("sound", "33m")])
def test_nothing_tapped_in_a_winners_hand_moves_as_it_becomes_known_what_it_scores(
    phone: Phone, deal: str, more: str
) -> None:
    """Nor the keys that change its sets, of which one is at fault where another player has more of its tile."""

    def moved(held: _HeldRequests) -> list[str]:
        phone.press("Change sets")
        _remember(phone.page)
        held.answer()
        phone.checked()
        expect(phone.page.locator(".items, .hand .faults, .hand > p.soft").first).to_be_attached()
        return _moved(phone.page)

    phone.sit("harr-1923-limit")
    phone.enter_deal(_DEALS[deal])
    phone.show_hand(1)
    phone.type_tiles(more)
    phone.show_hand(3)
    found = _at_each_size(phone, _DEAL, _USUAL, moved)
    assert not found, "\n".join(found)


_TAKES_TOUCH = """box => {
  const { x, y, width, height } = box.getBoundingClientRect();
  return box.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_what_is_wrong_is_seen_over_the_end_of_a_long_hand_and_takes_no_touch_from_it(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.sit("harr-1923-limit")
    phone.enter_deal(_NORTH_WON)
    phone.show_hand(1)
    phone.type_tiles("33m")
    phone.show_hand(3)
    phone.checked()
    expect(phone.page.locator(".hand .faults .wrong").first).to_be_in_viewport(ratio=1)
    assert phone.page.locator(".stated-faults").evaluate(_TAKES_TOUCH) is False


_DRAWN: Any = {"winner": "east", "win": {"source": "wall"}}
_UNSAID = "22m345p666s111z999s"
"""A hand that scores more with some winning tiles than with others."""


def test_no_tile_moves_as_it_becomes_known_what_it_gives_as_the_winning_tile(phone: Phone) -> None:
    def moved(held: _HeldRequests) -> list[str]:
        _remember(phone.page)
        held.answer()
        expect(phone.page.locator(".dearer").first).to_be_attached()
        return _moved(phone.page)

    phone.sit("harr-1923")
    phone.enter_result(_DRAWN)
    phone.enter_hand({"concealed": _UNSAID})
    found = _at_each_size(phone, _DEAL, _LARGE, moved)
    assert not found, "\n".join(found)


def test_a_tile_touched_as_it_becomes_known_what_it_gives_is_the_winning_tile(phone: Phone) -> None:
    """The finger lies near the upper edge of the tile, and is lifted once the service has answered."""
    phone.sit("harr-1923")
    phone.enter_result(_DRAWN)
    held = _HeldRequests(phone.page, _DEAL)
    phone.enter_hand({"concealed": _UNSAID})
    held.until_requested()
    phone.still()
    box = phone.won_tile("2m").bounding_box()
    assert box is not None
    with phone.touch(box["x"] + box["width"] / 2, box["y"] + 6):
        held.answer()
        expect(phone.page.locator(".dearer").first).to_be_attached()
    expect(phone.won_tile("2m")).to_have_attribute("aria-pressed", "true")


def test_nothing_moves_as_it_becomes_known_which_hands_the_rulebook_names(phone: Phone) -> None:
    def moved(held: _HeldRequests) -> list[str]:
        _remember(phone.page)
        held.answer()
        expect(phone.page.locator(".named-hands")).to_be_attached()
        return _moved(phone.page)

    phone.sit("bmja")
    phone.enter_result(_DRAWN)
    phone.choose("How the hand is entered", "By its score")
    phone.checked()
    found = _at_each_size(phone, _RESOLVED, _USUAL, moved)
    assert not found, "\n".join(found)


def _asked_without_the_service(phone: Phone, watch: Watch, hand: dict[str, Any]) -> _HeldRequests:
    """What is asked before a deal is kept that the service cannot look at."""
    watch.away = True
    phone.sit("harr-1923")
    phone.enter_result(_DRAWN)
    phone.enter_hand(hand)
    held = _HeldRequests(phone.page, _EVERYTHING)
    phone.press("Deal")
    phone.page.reload()
    held.until_requested()
    held.refuse()
    expect(phone.page.locator(".away")).to_be_visible()
    phone.press("Save the deal, count later")
    expect(phone.page.get_by_role("alertdialog")).to_be_visible()
    phone.still()
    return held


def test_no_tile_of_a_question_moves_as_the_service_comes_back(phone: Phone, watch: Watch) -> None:
    held = _asked_without_the_service(phone, watch, {"concealed": _UNSAID})
    _remember(phone.page)
    held.back()
    expect(phone.page.locator(".away")).to_have_count(0)
    phone.checked()
    assert _moved(phone.page) == []
    phone.tap(phone.page.locator(".tiles-asked [data-won='2m']"))
    phone.checked()
    phone.confirm()
    phone.counted()


def test_a_deal_that_the_service_refuses_as_it_comes_back_is_not_saved(phone: Phone, watch: Watch) -> None:
    held = _asked_without_the_service(phone, watch, {"concealed": _UNSAID[:-4]})
    held.back()
    phone.checked()
    expect(phone.page.locator("[data-save]")).to_be_disabled()
    expect(phone.page.locator("[data-zero='all']")).to_be_visible()


def test_a_button_that_keeps_a_deal_stays_the_same_as_it_becomes_known_who_sits_where(phone: Phone) -> None:
    phone.sit("harr-1923")
    held = _HeldRequests(phone.page, "**/v1/scoresheets*")
    phone.start_deal(None)
    phone.press("Save the deal")
    phone.start_deal(None)
    held.until_requested()
    expect(phone.page.locator("h1")).to_have_text("A deal")
    expect(phone.button("Save the deal")).to_be_disabled()
    _remember(phone.page)
    held.answer()
    expect(phone.page.locator("h1")).to_contain_text("round, deal 2")
    phone.checked()
    expect(phone.button("Save the deal")).to_be_enabled()
    assert _moved(phone.page) == []


def test_nothing_moves_as_the_rulebooks_come_for_the_first_time(phone: Phone, watch: Watch) -> None:
    watch.away = True
    phone.page.evaluate("localStorage.clear()")
    held = _waiting(phone, _EVERYTHING)
    _remember(phone.page)
    held.answer()
    expect(phone.button("Start the game")).to_be_enabled()
    assert _moved(phone.page) == []


def test_no_player_moves_as_it_becomes_known_who_is_east(phone: Phone) -> None:
    held = _HeldRequests(phone.page, "**/v1/scoresheets*")
    phone.press("Start the game")
    held.until_requested()
    _remember(phone.page)
    held.answer()
    phone.counted()
    expect(phone.page.locator(".east")).to_be_visible()
    assert _moved(phone.page) == []


@pytest.mark.parametrize("screen", ["how", "hand"])
def test_no_key_moves_as_it_becomes_known_who_sits_where(phone: Phone, screen: str) -> None:
    """A deal is begun before the one before it is counted."""
    phone.sit("harr-1923")
    held = _HeldRequests(phone.page, "**/v1/scoresheets*")
    phone.start_deal(None)
    phone.press("Save the deal")
    phone.start_deal(0)
    if screen == "hand":
        phone.choose("How?", "Drawn from the wall")
        phone.page.locator(".hand-screen").wait_for()
        phone.enter_hand({"concealed": _UNSAID})
    held.until_requested()
    _remember(phone.page)
    held.answer()
    expect(phone.page.locator("main .badge").first).to_be_attached()
    phone.checked()
    assert _moved(phone.page) == []


_ROUTES = {
    "": (_LARGE, ".badge"),
    "terms": (_LARGE, "input"),
    "seen/0": (_LARGE, ".badge"),
    "end": (_USUAL, ".ranking"),
    "entry": (_LARGE, ".badge"),
    "hand/3": (_USUAL, ".badge"),
}
"""By screen: the sizes, and the element that shows that the page remembers the last response.

In large text a hand scrolls with its keys, and the unconfirmed figures at the end of an evening wrap differently."""


@pytest.mark.parametrize("screen", _ROUTES)
def test_nothing_moves_as_the_service_goes_away_and_comes_back(phone: Phone, watch: Watch, screen: str) -> None:
    shown, remembered = _ROUTES[screen]

    def moved(held: _HeldRequests) -> list[str]:
        phone.page.locator(remembered).first.wait_for(state="attached")
        _remember(phone.page)
        held.refuse()
        expect(phone.page.locator(".away")).to_be_visible()
        found = _moved(phone.page)
        held.back()
        expect(phone.page.locator(".away")).to_have_count(0)
        phone.checked()
        return found + _moved(phone.page)

    watch.away = True
    phone.sit("harr-1923-limit", WORKED_DEALS[0])
    phone.enter_deal(_NORTH_WON)
    phone.page.goto(f"{phone.origin}/#{screen}")
    found = _at_each_size(phone, _EVERYTHING, shown, moved)
    assert not found, "\n".join(found)


_AT_THE_TOP = "document.elementFromPoint(innerWidth / 2, 4).closest('.notices') !== null"


def test_the_line_that_says_that_the_service_is_away_comes_over_nothing_that_can_be_tapped(
    phone: Phone, watch: Watch
) -> None:
    watch.away = True
    phone.page.set_viewport_size(_LOW)
    phone.sit("harr-1923")
    phone.enter_deal(_NORTH_WON)
    held = _waiting(phone)
    phone.page.locator(".hand-row").last.scroll_into_view_if_needed()
    phone.page.wait_for_function("scrollY > 100")
    assert phone.page.evaluate(_AT_THE_TOP)
    held.refuse()
    expect(phone.page.locator(".away")).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(_AT_THE_TOP)


_SCROLL_ABOVE = """(row, dock) => scrollBy(0, row.getBoundingClientRect().bottom - dock.getBoundingClientRect().top)"""


def test_a_hand_touched_as_it_becomes_known_what_each_gets_opens(phone: Phone) -> None:
    """The finger lies just above what stays at the lower edge, and is lifted once the service has answered."""
    phone.page.set_viewport_size(_LOW)
    phone.sit("harr-1923")
    phone.enter_deal(_NORTH_WON)
    held = _waiting(phone)
    row, dock = phone.page.locator(".hand-row").nth(2), phone.page.locator(".dock")
    row.evaluate(_SCROLL_ABOVE, dock.element_handle())
    box = dock.bounding_box()
    assert box is not None
    with phone.touch(box["x"] + box["width"] / 2, box["y"] - 20):
        held.answer()
        phone.checked()
    expect(phone.tab(2)).to_have_attribute("aria-current", "true")


def test_a_button_touched_as_it_becomes_known_what_each_gets_keeps_the_deal(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_deal(_NORTH_WON)
    held = _waiting(phone)
    box = phone.button("Save the deal").bounding_box()
    assert box is not None
    with phone.touch(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2):
        held.answer()
        phone.checked()
    expect(phone.page.locator(".save-check")).to_be_visible()


@pytest.mark.parametrize("screen", [_SMALL, _PHONE], ids=["small", "phone"])
def test_no_digit_moves_as_the_first_score_is_entered(phone: Phone, screen: ViewportSize) -> None:
    phone.page.set_viewport_size(screen)
    phone.sit("harr-1923")
    phone.start_deal(0)
    phone.choose("How?", "Drawn from the wall")
    phone.choose("How the hand is entered", "By its score")
    phone.checked()
    keys = phone.page.locator("[data-digit]")
    before = [each.bounding_box() for each in keys.all()]
    phone.tap(phone.page.locator("[data-digit='8']"))
    phone.checked()
    expect(phone.button("Save the deal")).to_be_enabled()
    assert [each.bounding_box() for each in keys.all()] == before


def test_no_key_moves_as_another_is_chosen(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 740, "height": 360})
    phone.sit("harr-1923")
    phone.start_deal(0)
    phone.choose("How?", "Drawn from the wall")
    keys = phone.page.locator("[data-tile='1m'], [data-kind]")
    before = [each.bounding_box() for each in keys.all()]
    phone.set_place("table")
    assert [each.bounding_box() for each in keys.all()] == before


def test_the_button_that_adds_a_hand_stays_as_it_gets_its_name_and_as_it_becomes_known_what_it_means(
    phone: Phone,
) -> None:
    phone.open_house_rules("dmjl")
    held = _HeldRequests(phone.page, _DEAL)
    own = phone.page.locator(".own-hand")
    own.get_by_label("What the hand is made of").fill("1-7 of a, pair of dragon, pung of b, pair of wind")
    held.until_requested()
    name = own.get_by_label("Name of the hand")
    name.focus()
    _remember(phone.page)
    judged = _HeldRequests(phone.page, _RESOLVED)
    name.fill("Ladder of seven")
    expect(phone.button("Add the hand")).to_be_enabled()
    assert _moved(phone.page) == []
    judged.back()
    held.answer()
    expect(own.locator(".meant .hit").first).to_be_visible()
    assert not [each for each in _moved(phone.page) if each.startswith("Add the hand")]
    phone.press("Add the hand")
    expect(phone.page.locator("[data-rule='house:hand-1']")).to_be_visible()


def test_nothing_moves_as_rules_of_which_one_cannot_be_get_their_name(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.open_house_rules("dmjl")
    rule = phone.page.locator("li", has=phone.page.locator("[data-rule='mah-jong']"))
    phone.tap(rule.locator("summary"))
    rule.get_by_label("Points").fill("99999")
    expect(rule.locator(".faults")).to_be_visible()
    title = phone.page.get_by_label("Name of your rules")
    title.focus()
    _remember(phone.page)
    held = _HeldRequests(phone.page, _RESOLVED)
    title.fill("Thursday table")
    held.until_requested()
    assert _moved(phone.page) == []
    held.answer()
    rule.get_by_label("Points").fill("9")
    expect(rule.locator(".faults")).to_have_count(0)
