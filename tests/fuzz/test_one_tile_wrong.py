"""Deals with one wrong tile have the same faults and results alone, in a batch, in a file and in a scoresheet."""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.support.amounts import amount
from tests.support.fuzz import bodies
from tests.support.fuzz.bodies import Answer, Json
from tests.support.fuzz.drawn import RULESETS, legal_deal, one_tile_wrong

AMOUNT = int(os.environ.get("ONE_TILE_WRONG", amount(600, 30_000)))
OF_EACH_DEAL = 20
"""Wrong deals made from one legal deal: generating costs more than settling."""
ROBBED = 5
CODES = {
    "too-many-of-a-tile",
    "wrong-number-of-tiles",
    "incomplete-hand",
    "winning-tile-not-in-hand",
    "not-a-set",
    "not-a-kong",
    "bonus-tile-misplaced",
    "not-a-bonus-tile",
    "not-one-tile",
    "no-pung-to-rob",
}
"""Faults that the changes must have caused."""


def test_a_deal_with_one_wrong_tile_has_the_same_result_in_settlement_batch_file_and_sheet() -> None:
    rng, codes, settled, nets = Random("one tile wrong"), Counter[str](), 0, 0
    for legal in legal_deals(rng):
        wrong = [one_tile_wrong(rng, legal) for _ in range(OF_EACH_DEAL)]
        for deal, *answers in zip(wrong, *(ask(wrong) for ask in bodies.WAYS.values()), strict=True):
            alone, in_batch, in_file, on_sheet = answers
            assert alone.status in (200, 422), (alone, deal)
            assert result(alone) == result(in_batch) == result(in_file), deal
            assert (alone.status, sorted(alone.faults)) == (on_sheet.status, sorted(on_sheet.faults)), deal
            codes.update(code for _, code in alone.faults)
            settled += alone.status == 200
            if alone.status == 200 and is_first(deal):
                nets += 1
                assert alone.net == on_sheet.net, deal
    assert set(codes) >= CODES
    assert settled > AMOUNT / 20
    assert nets > AMOUNT / 200


def legal_deals(rng: Random) -> Iterator[Json]:
    """Deals of all rulebooks, then some that were won by robbing a kong, which are rare."""
    for number in range(AMOUNT // OF_EACH_DEAL):
        yield legal_deal(rng, RULESETS[number % len(RULESETS)])
    for _ in range(ROBBED):
        deal: Json = {}
        while deal.get("win", {}).get("source") != "robbed-kong":
            deal = legal_deal(rng, rng.choice(RULESETS))
        yield deal


def result(answer: Answer) -> tuple[int, Json]:
    return answer.status, {name: value for name, value in answer.body.items() if name not in ("request_id", "type")}


def is_first(deal: Json) -> bool:
    """True if a deal can be the first of a sheet: in East's round, without earlier wins."""
    return bool(deal["round_wind"] == "east" and deal.get("win", {}).get("consecutive_wins", 1) == 1)
