"""The service against the independent scorer of the modern rulebooks, on random deals.

    python -m pytest tests/oracle/test_modern.py                        120 deals of each rulebook
    MODERN_DEALS=3000 MODERN_SEED=5000 python -m pytest tests/oracle/test_modern.py

A difference is reported with its request, so that it can be reproduced. Rulebooks that the service lacks are
skipped.
"""

import json
import os
from collections import Counter
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from tests.support.amounts import amount
from tests.support.oracle.modern import Score, Settled, cases_of, settle
from tests.support.oracle.modern_deals import BOOKS, deal

DEALS = int(os.environ.get("MODERN_DEALS", amount(60, 1000)))
SEED = int(os.environ.get("MODERN_SEED", "0"))


@cache
def settled(book: str, seed: int, *, goulash: bool = False) -> tuple[dict[str, Any], Settled]:
    """A deal and its result by the independent scorer."""
    request = deal(book, seed, goulash=goulash)
    return request, settle(request)


@pytest.fixture(scope="module")
def http() -> FlaskClient:
    """A client that does not validate responses, which would double the time."""
    return create_app().test_client()


def differs(ours: Score, theirs: dict[str, Any]) -> list[str]:
    """The differences between the service's score of a hand and ours."""
    found = []
    if theirs["score"] != ours.score:
        found.append(f"score {theirs['score']}, not {ours.score}")
    if theirs["uncapped_score"] != ours.uncapped and (ours.exact or not ours.limit_hands):
        found.append(f"uncapped {theirs['uncapped_score']}, not {ours.uncapped}")
    count = (theirs["points"], theirs["doubles"])
    if ours.exact and count not in ours.ties | {(ours.points, ours.doubles)}:
        found.append(f"count {count}, not {(ours.points, ours.doubles)}")
    named = set(ours.limit_hands) - {"purity"}
    if bool(theirs["limit_hands"]) != bool(named) and len(ours.ties) <= 1:
        found.append(f"names {theirs['limit_hands']}, not {named}")
    return found


def difference(client: FlaskClient, request: dict[str, Any], ours: Settled) -> str | None:
    """The differences between the service's settlement of a deal and ours; None if there are none."""
    response = client.post("/v1/settlements", json=request)
    body = response.get_json()
    if response.status_code != 200:
        return f"{response.status_code} {json.dumps(body)}\n  {json.dumps(request)}"
    found = {seat: differs(score, body["hands"][seat]) for seat, score in ours.hands.items()}
    result = [
        f"{seat}: {', '.join(its)}; {rows(body['hands'][seat])} against {ours.hands[seat].limit_hands}"
        f" {[(r.rule, r.points, r.doubles) for r in ours.hands[seat].rows]}"
        for seat, its in found.items()
        if its
    ]
    if body["settlement"]["net"] != ours.net:
        result.append(f"net {body['settlement']['net']}, not {ours.net}")
    return "\n  ".join([*result, json.dumps(request)]) if result else None


def rows(score: dict[str, Any]) -> str:
    """The items of the service's score, in brief."""
    return f"{score['limit_hands']} {[(i['rule'], i['points'], i['doubles']) for i in score['items']]}"


@pytest.mark.parametrize("goulash", [False, True], ids=["plain", "goulash"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_service_settles_random_deals_like_the_independent_scorer(
    book: str, goulash: bool, http: FlaskClient
) -> None:
    if http.get(f"/v1/rulesets/{book}").status_code == 404:
        pytest.skip(f"the service does not serve {book}")
    result = [difference(http, *settled(book, seed, goulash=goulash)) for seed in range(SEED, SEED + DEALS)]
    wrong = [t for t in result if t is not None]
    assert not wrong, f"{len(wrong)} of {DEALS} deals differ\n" + "\n".join(wrong[:8])


REACHED = {
    "millington": """
        mah-jong winning-tile-drawn only-place fishing-the-eyes seven-pairs pung kong pair bonus-tile pung-of-dragons
        own-wind round-wind own-flower-and-season bouquet little-three-dragons big-three-dragons little-four-winds
        big-four-winds three-concealed-pungs no-score-hand no-chow concealed-hand one-suit-with-honours one-suit
        all-majors all-honours all-terminals loose-tile last-tile last-discard robbed-kong original-call
        heaven earth plum-blossom moon carrying-pole kong-upon-kong four-kongs buried-treasure three-great-scholars
        four-blessings heads-and-tails imperial-jade nine-gates wriggling-snake concealed-clear-suit thirteen-wonders
        thirteenth-win""",
    "bmja": """
        mah-jong winning-tile-drawn pung kong pair bonus-tile pung-of-dragons own-wind round-wind own-bonus-tile bouquet
        original-call no-chow one-suit-with-honours all-majors-with-honours concealed loose-tile last-tile last-discard
        robbed-kong purity all-pair-honours knitting triple-knitting buried-treasure fourfold-plenty heads-and-tails
        gates-of-heaven wriggling-snake all-winds-and-dragons imperial-jade thirteen-unique-wonders three-great-scholars
        four-blessings heavens-blessing earths-blessing plum-blossom moon twofold-fortune""",
    "dmjl": """
        mah-jong winning-tile-drawn completed-pair only-place pung kong pair bonus-tile pung-of-dragons own-wind
        round-wind own-flower-and-season bouquet little-three-dragons big-three-dragons little-four-winds big-four-winds
        three-concealed-pungs zero-point-hand no-chow concealed one-suit-with-honours one-suit all-majors only-honours
        loose-tile last-tile last-discard robbed-kong original-call nine-gates thirteen-orphans squirming-snake heaven
        earth twofold-fortune east-nine-times concealed-true-color hidden-treasure heads-and-tails fourfold-plenty
        three-great-scholars four-blessings imperial-jade plum-blossom moon carrying-pole""",
}
ALL_DEALS = pytest.mark.skipif(DEALS < 1000, reason="thousands of deals are tried with WHOLE=1 only")
WAITED_FOR = """purity all-pair-honours knitting triple-knitting buried-treasure fourfold-plenty heads-and-tails
    gates-of-heaven wriggling-snake all-winds-and-dragons imperial-jade thirteen-unique-wonders three-great-scholars
    four-blessings"""


@ALL_DEALS
@pytest.mark.parametrize("book", BOOKS)
def test_three_thousand_random_deals_reach_every_rule(book: str) -> None:
    left = set(REACHED[book].split())
    for seed in range(3000):
        for score in settled(book, seed)[1].hands.values():
            left -= {r.rule for r in score.rows} | set(score.limit_hands)
        if not left:
            break
    assert not left


@ALL_DEALS
def test_a_thousand_random_deals_wait_for_every_special_hand() -> None:
    waited_for: set[str] = set()
    for seed in range(1000):
        request, ours = settled("bmja", seed)
        waited_for |= {n for seat, s in ours.hands.items() if seat != request["winner"] for n in s.limit_hands}
    assert waited_for == set(WAITED_FOR.split())


@pytest.mark.parametrize("goulash", [False, True], ids=["plain", "goulash"])
@pytest.mark.parametrize("book", BOOKS)
def test_no_tile_is_dealt_more_than_four_times_and_every_hand_has_the_right_number(book: str, goulash: bool) -> None:
    for seed in range(amount(40, 120)):
        request, _ = settled(book, seed, goulash=goulash)
        cases = cases_of(request)
        held = sum((case.hand.real for case in cases.values()), Counter[str]())
        assert goulash <= sum(len(case.hand.wild) for case in cases.values()) <= 4 * goulash
        bonus = Counter(t for case in cases.values() for t in case.hand.bonus)
        assert max(held.values()) <= 4
        assert max(bonus.values(), default=0) <= 1
        for case in cases.values():
            hand = case.hand
            if not (hand.dead or hand.partial):
                assert len(hand.concealed) + 3 * len(hand.declared) == 13 + (case.win is not None)
