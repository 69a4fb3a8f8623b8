"""The 1923 book's four illustrations of settling, entered by taps alone."""

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.layouts import PRINTED
from tests.web.phone import WINDS, Phone

MOST_TAPS = 30
MOST_TAPS_OF_A_DRAW = 2
_LAYOUTS = pytest.mark.parametrize("deal", PRINTED, ids=[deal["id"] for deal in PRINTED])


@_LAYOUTS
def test_a_printed_layout_gives_the_printed_scores_and_payments(phone: Phone, deal: dict[str, Any]) -> None:
    phone.begin("harr-1923", ("East", "South", "West", "North"))
    phone.enter_deal(deal["request"])
    phone.looked_at()

    expect(phone.page.locator(".payments li")).to_have_count(len(deal["payments"]))
    assert phone.hand_scores() == [deal["scores"][wind] for wind in WINDS]
    assert phone.payments() == {
        (each["payer"].capitalize(), each["payee"].capitalize(), each["amount"]) for each in deal["payments"]
    }


@_LAYOUTS
def test_a_printed_layout_takes_at_most_thirty_taps_from_table_to_table(
    phone: Phone, deal: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    phone.begin("harr-1923")
    before = phone.taps
    phone.enter_result(deal["request"])
    phone.enter_hands(deal["request"], back=False)
    phone.keep()
    taken = phone.taps - before
    with capsys.disabled():
        print(f"\n{deal['id']}, from the table to the kept deal: {taken} taps (at most {MOST_TAPS})")
    received = Counter(dict.fromkeys(WINDS, 0))
    for payment in deal["payments"]:
        received[payment["payee"]] += payment["amount"]
        received[payment["payer"]] -= payment["amount"]
    assert phone.totals() == [received[wind] for wind in WINDS]
    assert taken <= MOST_TAPS


def test_a_drawn_deal_takes_two_taps(phone: Phone) -> None:
    phone.begin("harr-1923")
    before = phone.taps
    phone.start_deal(None)
    phone.keep()
    assert phone.taps - before == MOST_TAPS_OF_A_DRAW
    assert phone.page.locator(".entry").count() == 1
