"""Choosing a rulebook: modern ones first, the last one chosen, search by typing."""

import re

import pytest
from playwright.sync_api import Locator, expect

from pung_chow_settlement.rulebooks import BUILT_IN
from web.tests.phone import Phone

pytestmark = pytest.mark.night

OF_THE_1920S = [
    each.rulebook.id
    for each in BUILT_IN.by_id.values()
    if any(
        book.id == each.rulebook.source.book and re.search(r"\b192\d", book.edition or "")
        for book in each.rulebook.books
    )
]
MODERN = len(BUILT_IN.by_id) - len(OF_THE_1920S)


@pytest.fixture(autouse=True)
def unfolded(phone: Phone) -> None:
    phone.tap(phone.page.locator(".rules > summary"))


def _visible(phone: Phone) -> Locator:
    return phone.page.locator(".books .offer").locator("visible=true")


def test_rulebooks_of_the_1920s_are_in_a_collapsed_list(phone: Phone) -> None:
    expect(_visible(phone)).to_have_count(MODERN)
    expect(_visible(phone).filter(has_text="192")).to_have_count(0)
    phone.tap(phone.page.locator(".rulebooks summary"))
    expect(_visible(phone)).to_have_count(len(BUILT_IN.by_id))


def test_a_rulebook_is_found_by_the_beginnings_of_its_words(phone: Phone) -> None:
    search = phone.page.get_by_label("Find a rulebook")
    search.fill("rev lim")
    expect(_visible(phone)).to_have_count(2)
    search.fill("german league")
    expect(_visible(phone)).to_have_count(1)
    expect(_visible(phone)).to_contain_text("Deutsche Mah Jongg Liga")
    search.fill("riichi")
    expect(phone.page.get_by_text("No rulebook has that name.")).to_be_visible()


def test_the_last_rulebook_is_chosen_and_first_in_the_list(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.to_sessions()
    phone.press("New game")
    expect(phone.page.locator(".rules > summary")).to_contain_text("revised 1923, without a limit")
    phone.tap(phone.page.locator(".rules > summary"))
    expect(_visible(phone)).to_have_count(MODERN + 1)
    expect(_visible(phone).first).to_contain_text("revised 1923, without a limit")
    expect(_visible(phone).first.locator("input")).to_be_checked()
    phone.press("Start the game")
    phone.counted()


def test_a_new_table_begins_with_the_commonest_rulebook_or_is_helped_to_choose(phone: Phone) -> None:
    rules = phone.page.locator(".rules > summary")
    expect(rules).to_contain_text(BUILT_IN.by_id["bmja"].rulebook.title)
    phone.choose("Where was it learnt?", "Britain")
    phone.choose("Chows in a hand?", "Any number")
    phone.choose("Special hands by name?", "Only a few")
    expect(rules).to_contain_text(BUILT_IN.by_id["millington"].rulebook.title)
    phone.choose("Where was it learnt?", "Germany")
    expect(rules).to_contain_text(BUILT_IN.by_id["dmjl"].rulebook.title)


def test_every_rulebook_that_the_page_proposes_is_one_of_the_service(phone: Phone) -> None:
    rules = phone.page.locator(".rules > summary")
    for place, ruleset in (
        ("Germany", "dmjl"),
        ("The Netherlands", "nts-2002"),
        ("Australia, New Zealand", "western"),
        ("A book of the 1920s", "babcock-1923"),
    ):
        phone.choose("Where was it learnt?", place)
        expect(rules).to_contain_text(BUILT_IN.by_id[ruleset].rulebook.title)


def test_the_rulebook_that_fits_the_answers_is_named_beside_them(phone: Phone) -> None:
    phone.choose("Where was it learnt?", "Germany")
    expect(phone.page.locator(".help-choose [role=status]")).to_have_text(
        "Suggested: Deutsche Mah Jongg Liga, Chinesisch-Klassisch"
    )
