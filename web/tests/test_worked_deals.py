"""The 1923 book's four worked deals, entered by taps, within a number of taps."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.support.worked import PRINTED, Worked
from web.tests.phone import Phone
from web.tests.sheet import WINDS

MAX_TAPS = 31
"""Thirty, and one that says the winning tile."""
MAX_TAPS_OF_DRAW = 2
MAX_TAPS_BY_SCORE = 14
_LAYOUTS = pytest.mark.parametrize("deal", PRINTED, ids=lambda deal: deal.name)


@pytest.mark.usefixtures("by_finger")
@_LAYOUTS
def test_a_worked_deal_takes_at_most_thirty_taps_and_has_the_printed_scores_and_payments(
    phone: Phone, deal: Worked, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.begin("harr-1923", ("East", "South", "West", "North"))
    before = phone.taps
    phone.enter_result(deal.request)
    phone.enter_hands(deal.request, back=False)
    taps = phone.taps - before + 1
    with capsys.disabled():
        print(f"\n{deal.name}, from the table to the kept deal: {taps} taps (at most {MAX_TAPS})")
    expect(phone.button("Save the deal")).to_be_enabled()
    assert taps <= MAX_TAPS

    phone.press("Deal")
    phone.checked()
    expect(phone.page.locator(".payments li")).to_have_count(len(deal.payments))
    assert phone.hand_scores() == [deal.scores[wind] for wind in WINDS]
    assert phone.payments() == {
        (payer.capitalize(), payee.capitalize(), amount) for payer, payee, amount in deal.payments
    }
    phone.keep()
    assert phone.totals() == _received(deal)


def test_payments_show_their_calculation(phone: Phone) -> None:
    phone.sit("harr-1923", PRINTED[0].request, players=("East", "South", "West", "North"))
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.locator(".payments li").filter(has_text="South pays East")).to_contain_text(
        "480, East doubles: 960"
    )
    expect(phone.page.locator(".payments li").filter(has_text="South pays West")).to_contain_text("272 \u2212 64 = 208")


def test_a_drawn_deal_takes_two_taps(phone: Phone) -> None:
    phone.sit("harr-1923")
    before = phone.taps
    phone.start_deal(None)
    phone.keep()
    assert phone.taps - before == MAX_TAPS_OF_DRAW
    assert phone.page.locator(".entry").count() == 1


def _enter_score(phone: Phone, player: int, score: int) -> None:
    """Enter a score with its own key if it has one, else digit by digit, which are the chosen player's."""
    own_key = phone.page.locator(f"[data-of='{player}'] [data-score='{score}']")
    if own_key.count():
        phone.tap(own_key)
        return
    phone.show_hand(player)
    for digit in str(score):
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))


def _enter_scores(phone: Phone, deal: Worked) -> None:
    first = WINDS.index(deal.request["winner"])
    for step in range(len(WINDS)):
        player = (first + step) % len(WINDS)
        _enter_score(phone, player, deal.scores[WINDS[player]])


def _received(deal: Worked) -> list[int]:
    received = Counter(dict.fromkeys(WINDS, 0))
    for payer, payee, amount in deal.payments:
        received[payee] += amount
        received[payer] -= amount
    return [received[wind] for wind in WINDS]


@_LAYOUTS
def test_a_worked_deal_entered_by_scores_takes_at_most_fourteen_taps(
    phone: Phone, deal: Worked, capsys: pytest.CaptureFixture[str]
) -> None:
    phone.sit("harr-1923")
    before = phone.taps
    phone.enter_result(deal.request)
    phone.choose("How the hand is entered", "By its score")
    _enter_scores(phone, deal)
    phone.keep()
    taps = phone.taps - before
    with capsys.disabled():
        print(f"\n{deal.name} by its scores, to the kept deal: {taps} taps (at most {MAX_TAPS_BY_SCORE})")
    assert phone.totals() == _received(deal)
    assert taps <= MAX_TAPS_BY_SCORE


def test_entered_scores_survive_a_reload_and_an_edit(phone: Phone) -> None:
    deal = PRINTED[0]
    phone.sit("harr-1923-limit")
    phone.enter_result(deal.request)
    phone.choose("How the hand is entered", "By its score")
    phone.choose("How the hand is entered", "Limit hand")
    phone.press(re.compile("^Next: "))
    for player in (1, 2, 3):
        _enter_score(phone, player, 8)
    phone.keep()
    assert phone.totals() == [1800, -600, -600, -600]
    phone.page.reload()
    phone.counted()
    phone.tap(phone.page.locator(".entry").first)
    expect(phone.page.locator(".hand-row").first).to_contain_text("Limit")
    phone.press("Edit")
    expect(phone.page.locator(".hand-row").nth(1)).to_contain_text("8")
    phone.open_hand(0)
    phone.choose("How the hand is entered", "By tiles")
    phone.enter_hand(deal.request["hands"]["east"])
    phone.say_won_with(deal.request["win"]["tile"])
    phone.checked()
    expect(phone.page.locator(".score-line")).to_contain_text("without the limit")
    phone.choose("How the hand is entered", "By its score")
    expect(phone.page.get_by_role("radio", name="Limit hand")).not_to_be_checked()
