"""Offline: the page opens, deals are entered, and they are settled once the service is back."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.sheet import WINDS

_DEALS = [(WORKED_DEALS[0], WINDS), (WORKED_DEALS[1], WINDS), (WORKED_DEALS[2], ("north", "east", "south", "west"))]


def _another_tab(installed: Phone) -> tuple[Phone, Page]:
    page = installed.page.context.new_page()
    installed.page.close()
    return Phone(page, installed.origin), page


def test_three_deals_entered_offline_settle_as_those_entered_online(installed: Phone, served: Served) -> None:
    phone, page = _another_tab(installed)
    served.stop()
    page.goto(served.origin + "/?from=elsewhere")
    page.locator("svg.sprite").wait_for(state="attached")
    expect(page.locator(".away")).to_be_visible()
    for deal, seats in _DEALS:
        phone.enter_deal(deal, seats)
        phone.save()
    expect(page.get_by_text("3 deals are not counted yet.")).to_be_visible()
    expect(page.locator("[data-total]").first).to_have_text("0")

    served.start()
    expect(page.locator(".away")).to_have_count(0, timeout=60_000)
    phone.counted()
    entries = [sheet.entry_of(deal, seats) for deal, seats in _DEALS]
    body = {"ruleset": "harr-1923", "players": list(phone.players), "entries": entries}
    assert phone.totals() == sheet.totals(served.origin, body) != [0, 0, 0, 0]


@pytest.mark.night
def test_a_session_is_begun_offline_with_a_cached_rulebook(installed: Phone, served: Served) -> None:
    phone, page = _another_tab(installed)
    served.stop()
    page.goto(served.origin + "/#sessions")
    phone.press("New game")
    phone.choose_rulebook("millington")
    phone.press("Start the game")
    kong = {"concealed": "22m", "exposed": ["345p", "666s", "111z", "9999s"]}
    phone.enter_deal({"winner": "south", "win": {"source": "loose-tile", "tile": "2m"}, "hands": {"south": kong}})
    phone.tap(phone.unfolded(page.get_by_text("A kong upon a kong: the replacement tile of the second")))
    expect(page.get_by_text("It was East's first discard")).to_have_count(0)
    phone.open_hand(1)
    expect(page.get_by_text("claimed with three in the hand")).to_be_visible()
    phone.press("Deal")
    phone.save()
    expect(page.get_by_text("One deal is not counted yet.")).to_be_visible()


@pytest.mark.night
def test_a_deal_with_house_rules_is_entered_offline_and_settles_with_them(installed: Phone, served: Served) -> None:
    phone, page = _another_tab(installed)
    result = {"ruleset": "harr-1923", "players": list(phone.players), "entries": []}
    body = result | {"house_rules": {"rules": {"mah-jong": {"points": 50}}}}
    page.goto(served.origin + "/#sessions")
    phone.open_file(json.dumps(body))
    expect(page.get_by_text("with house rules: 1 change")).to_be_visible()
    served.stop()
    page.reload()
    expect(page.locator(".away")).to_be_visible()
    phone.enter_deal(WORKED_DEALS[0])
    phone.save()
    expect(page.get_by_text("One deal is not counted yet.")).to_be_visible()
    served.start()
    expect(page.locator(".away")).to_have_count(0, timeout=60_000)
    phone.counted()
    entries = [sheet.entry_of(WORKED_DEALS[0])]
    assert phone.totals() == sheet.totals(served.origin, body | {"entries": entries})
    assert phone.totals() != sheet.totals(served.origin, result | {"entries": entries})


def test_the_page_can_be_installed(installed: Phone, served: Served) -> None:
    _, page = _another_tab(installed)
    page.goto(served.origin)
    manifest = page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then(answer => answer.json())")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert manifest["display"] == "standalone"
    icons = [icon["src"] for icon in manifest["icons"]] + [
        page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    ]
    for icon in icons:
        assert page.request.get(served.origin + str(icon)).ok
    assert page.evaluate("navigator.serviceWorker.controller?.scriptURL").endswith("/sw.js")
