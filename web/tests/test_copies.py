"""A game that comes from a file or a link, and that this phone has in another state."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone

Json = dict[str, Any]
DRAWN: Json = {"winner": None, "hands": {}}
_RULESET = "harr-1923"


def _file(phone: Phone, *deals: Json) -> str:
    return sheet.exported(_RULESET, phone.players, [sheet.entry_of(each) for each in deals])


def _open_older(phone: Phone) -> None:
    phone.sit(_RULESET, WORKED_DEALS[0], DRAWN)
    phone.page.goto(f"{phone.origin}/#sessions")
    phone.open_file(_file(phone, WORKED_DEALS[0]))
    expect(phone.page.get_by_role("alertdialog")).to_contain_text(
        "This phone has this game with 2 entries; the one you opened has 1 entry."
    )


def _games(phone: Phone) -> list[int]:
    phone.page.goto(f"{phone.origin}/#sessions")
    texts = phone.page.locator(".session").all_inner_texts()
    return sorted(int(re.search(r"(\d+) entr", text)[1]) for text in texts)  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "shown", "games"),
    [
        ("Open the one on this phone", 2, [2]),
        ("Keep both", 1, [1, 2]),
        ("Replace the one on this phone", 1, [1]),
    ],
)
def test_an_older_file_asks_which_of_the_two_it_is_to_be(phone: Phone, key: str, shown: int, games: list[int]) -> None:
    _open_older(phone)
    phone.press(key)
    phone.counted()
    expect(phone.page.locator(".entry")).to_have_count(shown)
    assert _games(phone) == games


def test_a_game_that_went_apart_asks(phone: Phone) -> None:
    phone.sit(_RULESET, WORKED_DEALS[0], DRAWN)
    phone.page.goto(f"{phone.origin}/#sessions")
    phone.open_file(_file(phone, WORKED_DEALS[0], WORKED_DEALS[1]))
    question = phone.page.get_by_role("alertdialog")
    expect(question).to_contain_text("the two differ after entry 1. In all this phone's has 2 entries")


def test_the_same_file_opens_the_game_that_is_here(phone: Phone) -> None:
    phone.sit(_RULESET, WORKED_DEALS[0], DRAWN)
    phone.page.goto(f"{phone.origin}/#sessions")
    phone.open_file(_file(phone, WORKED_DEALS[0], DRAWN))
    phone.counted()
    assert _games(phone) == [2]


def test_its_own_file_is_no_other_game_after_a_draw(phone: Phone) -> None:
    phone.sit(_RULESET, DRAWN, WORKED_DEALS[0])
    file = phone.export()
    phone.open_file(file)
    phone.counted()
    expect(phone.page.get_by_role("alertdialog")).to_have_count(0)
    assert _games(phone) == [2]


@pytest.mark.night
def test_my_games_tell_time_rulebook_and_who_leads(phone: Phone) -> None:
    phone.sit(_RULESET, WORKED_DEALS[0])
    game = phone.page.locator(".session")
    phone.page.goto(f"{phone.origin}/#sessions")
    expect(game).to_contain_text(re.compile(r"\d+:\d\d"))
    expect(game).to_contain_text("Pung Chow, revised 1923")
    expect(game).to_contain_text("leads with 2,880")


def _rate(phone: Phone) -> Locator:
    phone.sit(_RULESET, WORKED_DEALS[0], WORKED_DEALS[1])
    phone.press("End the evening")
    phone.tap(phone.page.get_by_text("Points to money"))
    return phone.page.get_by_label("One point is worth")


def test_what_is_no_amount_is_said(phone: Phone) -> None:
    rate = _rate(phone)
    rate.fill("abc")
    expect(phone.page.get_by_text("This is not an amount")).to_be_visible()
    rate.fill("0.333")
    expect(phone.page.get_by_text("This is not an amount")).to_have_count(0)


def test_money_of_an_evening_adds_up_to_the_cent(phone: Phone) -> None:
    _rate(phone).fill("0.0023")  # each rounded by itself: 16.44 for -2.70, -5.25 and -8.48
    money = re.compile(r"\((\u2212?)([\d,]+\.\d\d)\)")
    expect(phone.page.locator(".ranking")).to_contain_text(money)
    cents = [
        (-1 if sign else 1) * int(re.sub(r"[.,]", "", amount))
        for sign, amount in money.findall(phone.page.locator(".ranking").inner_text())
    ]
    assert len(cents) == 4
    assert sum(cents) == 0
    paid = [
        int(re.sub(r"[.,]", "", amount)) for _, amount in money.findall(phone.page.locator(".payments").inner_text())
    ]
    assert sum(paid) == sum(each for each in cents if each > 0)
