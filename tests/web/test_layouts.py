"""The 1923 book's four illustrations of settling, entered by taps alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.layouts import PRINTED
from tests.web.phone import WINDS, Phone

MOST_TAPS = 60
"""For the four hands of layout 1."""


@pytest.mark.parametrize("deal", PRINTED, ids=[deal["id"] for deal in PRINTED])
def test_a_printed_layout_gives_the_printed_scores_and_payments(phone: Phone, deal: dict[str, Any]) -> None:
    phone.begin("harr-1923", ("East", "South", "West", "North"))
    phone.enter_deal(deal["request"])
    phone.looked_at()

    expect(phone.page.locator(".payments li")).to_have_count(len(deal["payments"]))
    assert phone.hand_scores() == [deal["scores"][wind] for wind in WINDS]
    assert phone.payments() == {
        (each["payer"].capitalize(), each["payee"].capitalize(), each["amount"]) for each in deal["payments"]
    }


def test_layout_1_takes_at_most_sixty_taps(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    phone.begin("harr-1923")
    before = phone.taps
    phone.enter_deal(PRINTED[0]["request"])
    taken = phone.taps - before
    with capsys.disabled():
        print(f"\nlayout 1, from 'New deal' to the last tile: {taken} taps (at most {MOST_TAPS})")

    phone.looked_at()
    assert phone.hand_scores() == [480, 64, 272, 16]
    assert taken <= MOST_TAPS
