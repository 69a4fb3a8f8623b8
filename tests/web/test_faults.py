"""Bad entries: the service's own words, beside the tile that is wrong."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.phone import Phone

_BATCH = "**/v1/settlements/batch"


def _told_after(phone: Phone, action: Any) -> list[dict[str, str]]:
    """The faults that the service found in the whole deal after an action."""
    phone.looked_at()
    with phone.page.expect_response(_BATCH) as response:
        action()
    results = response.value.json()["results"]
    return list(results[0]["problem"]["errors"])


def _words(faults: list[dict[str, str]], pointer: str) -> str:
    return next(fault["detail"] for fault in faults if fault["pointer"] == pointer)


def _row(phone: Phone, place: str) -> Locator:
    return phone.page.locator(f"[data-place='{place}']")


def _type(phone: Phone, tiles: str) -> None:
    """On a keyboard, where the page does not grey out what the box has no more of."""
    phone.page.locator(".typed").evaluate("form => form.style.setProperty('display', 'block')")
    phone.page.get_by_label("Type tiles").fill(tiles)
    phone.page.get_by_label("Type tiles").press("Enter")


@pytest.fixture
def deal(phone: Phone) -> Phone:
    """A deal that East won from the wall, its winner's hand open."""
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    return phone


def test_too_many_of_a_tile_is_reported_beside_each_set_that_holds_it(deal: Phone) -> None:
    deal.enter_hand({"concealed": "", "exposed": ["333m", "999p"]})
    deal.to_hand(1)
    deal.set_mode("pair")
    deal.key("7s")
    expect(deal.page.locator("[data-tile='3m']")).to_have_attribute("aria-disabled", "true")
    faults = _told_after(deal, lambda: _type(deal, "33m"))
    deal.looked_at()

    expect(_row(deal, "concealed").locator(".faults")).to_contain_text(_words(faults, "/hands/south/concealed"))
    expect(_row(deal, "concealed").locator(".group.wrong")).to_have_count(1)
    expect(_row(deal, "concealed").locator(".group.wrong")).to_have_attribute(
        "aria-label", "pair of 3 of Characters: take out"
    )
    deal.to_hand(0)
    expect(_row(deal, "exposed").locator(".faults")).to_contain_text(_words(faults, "/hands/east/exposed/0"))
    expect(_row(deal, "exposed").locator(".group.wrong")).to_have_attribute(
        "aria-label", "pung of 3 of Characters: take out"
    )


def test_a_hand_that_is_not_complete_is_reported_beside_its_tiles(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m55p1s", "exposed": ["111m", "999m", "888s"]})
    faults = _told_after(deal, lambda: deal.choose("Won with", "1 of Bamboos"))
    deal.to_hand(0)
    deal.looked_at()
    words = _words(faults, "/hands/east/concealed")
    assert "from complete" in words
    expect(_row(deal, "concealed").locator(".faults")).to_contain_text(words)


def test_a_winning_tile_that_is_gone_is_reported_beside_the_choice_of_it(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.choose("Won with", "5 of Circles")
    deal.to_hand(0)
    deal.looked_at()
    faults = _told_after(deal, lambda: deal.press("pung of 5 of Circles: take out"))
    deal.looked_at()
    expect(_row(deal, "win-tile").locator(".faults")).to_have_text(_words(faults, "/win/tile"))
    expect(_row(deal, "win-tile").locator(".choice.wrong")).to_be_visible()


def test_a_flower_that_two_players_hold_is_reported_beside_the_flower(deal: Phone) -> None:
    deal.set_mode("flower")
    deal.key("2f")
    deal.to_hand(2)
    deal.set_mode("flower")
    deal.key("1y")
    expect(deal.page.locator("[data-tile='2f']")).to_have_attribute("aria-disabled", "true")
    faults = _told_after(deal, lambda: _type(deal, "2f"))
    deal.looked_at()
    expect(_row(deal, "bonus").locator(".faults")).to_have_text(_words(faults, "/hands/west/bonus"))
    expect(_row(deal, "bonus").locator(".group.wrong")).to_have_count(1)


def test_a_way_of_winning_that_cannot_be_is_reported_and_the_deal_is_not_kept(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.choose("Won with", "2 of Characters")
    deal.press("Deal")
    faults = _told_after(deal, lambda: deal.choose("How?", "On a loose tile"))
    deal.looked_at()
    expect(deal.page.locator(".faults [data-pointer='/win/source']")).to_have_text(_words(faults, "/win/source"))
    expect(deal.button("Keep the deal")).to_be_disabled()
    deal.choose("How?", "Drawn from the wall")
    deal.keep()


def test_a_losing_hand_too_short_is_refused_until_it_is_said_that_only_what_scores_is_reported(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.to_hand(1)
    deal.choose("How it is told", "Whole hand")
    deal.enter_hand({"concealed": "", "exposed": ["777z"]})
    deal.looked_at()
    expect(deal.page.locator(".score-line")).to_contain_text("so far")
    expect(_row(deal, "concealed").locator(".faults .missing")).to_have_count(1)
    deal.choose("How it is told", "Only what scores")
    deal.looked_at()
    expect(deal.page.locator(".faults")).to_have_count(0)
    expect(deal.page.locator(".tab").nth(1)).to_contain_text("8")
    deal.press("Deal")
    deal.keep()
