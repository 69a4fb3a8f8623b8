"""Bodies of a few hundred bytes that would cause much work or long responses are refused before the work is done."""

import gzip
import json
import re
import time
from random import Random
from typing import Any, Final
from unicodedata import category

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement.operations import bounds
from pung_chow_settlement.requests import forms
from tests.conftest import NOT_COMPILED, NOT_TRACED
from tests.support.amounts import amount, cpu_seconds
from tests.support.fuzz.drawn import legal_deal
from tests.support.hostile_bodies import SEATS, batch, deal, own_rules, sheet, waits
from tests.support.sessions import Json

CPU: Final = cpu_seconds(alone=1.0)
"""Bound of processor time of a request, in seconds."""
MAX_SENT: Final = 16 * 1024
"""Bound of these bodies, compressed, in bytes."""
MAX_SCORE: Final = 64 * 1024
"""Bound of a hand's score in a response, in bytes, in any language."""


def compact(value: Any) -> bytes:
    """The value as JSON, as the service serializes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def send(client: FlaskClient, path: str, body: Json, max_sent: int = MAX_SENT, language: str = "en") -> TestResponse:
    compressed = gzip.compress(compact(body), 9)
    assert len(compressed) < max_sent
    headers = {"Content-Encoding": "gzip", "Accept-Language": language}
    return client.post(path, data=compressed, content_type="application/json", headers=headers)


def result(response: TestResponse) -> list[tuple[str, str]]:
    return [(each["pointer"], each["code"]) for each in response.get_json().get("errors", ())]


TEXT: Final = "\x01" * 200
KNOWN: Final = ["no-chow"] * 100
NEAR: Final = ("1123346677889m", "4445567899m258p", "1236789m134569p", "122355m224668p5s")
"""Hands close to these layouts: comparing them takes nearly the most steps that a deal may take."""
LAYOUTS: Final = ("4 p/k of odd, pair of honours", "7 tiles, 2 sets of a, tile of b")
COSTLY: Final[Json] = {
    "rules": {
        f"house:{number}": {"layout": {"tiles": tiles, "exposed": "full"}, "score": 100, "waiting": {"score": 10}}
        for number, tiles in enumerate(LAYOUTS)
    }
}


def combined(number: int, parts: int) -> Json:
    """House rules with many rules, each of many conditions."""
    part = {"find": "named-hand", "parameters": {"hand": "buried-treasure"}}
    return {"rules": {f"house:{each}": {"text": "x", "points": 1, "any_of": [part] * parts} for each in range(number)}}


def own_layouts(table: int) -> Json:
    """House rules with 25 layouts that are costly to compile."""
    return {
        "rules": {
            f"house:{each}": {
                "layout": {"tiles": f"2 mixed chows, 2 pairs of {table + 1} a/b, 4 tiles of {each % 5 + 1}-9 a/wind"}
            }
            for each in range(25)
        }
    }


def compared_deal(house: Json) -> Json:
    """A drawn deal whose hands are close to the layouts."""
    seats = dict(zip(("east", "south", "west", "north"), [{"concealed": hand} for hand in NEAR], strict=True))
    return {"ruleset": "bmja", "house_rules": house, "round_wind": "east", "winner": None, "hands": seats}


def compared_entry() -> Json:
    return {"type": "deal", "winning_player": None, "hands": [{"concealed": hand} for hand in NEAR]}


ATTACKS: Final[dict[str, tuple[str, Json, tuple[str, str]]]] = {
    "a thousand entries with 98 rules": (
        "/v1/scoresheets", sheet(own_rules(98), 1000), ("/entries", "too-many-rules"),
    ),
    "a thousand entries with 98 rules with long texts": (
        "/v1/scoresheets", sheet(own_rules(98, TEXT), 1000), ("/entries", "too-many-rules"),
    ),
    "entries with 98 rules with long texts": (
        "/v1/scoresheets", sheet(own_rules(98, TEXT), 160), ("/house_rules", "answer-too-large"),
    ),
    "a thousand entries with sixteen rules": (
        "/v1/scoresheets", sheet(own_rules(16), 1000), ("/entries", "too-many-score-items"),
    ),
    "a thousand entries with a few rules with long texts": (
        "/v1/scoresheets", sheet(own_rules(2, TEXT), 1000), ("/entries", "answer-too-large"),
    ),
    "deals with five rules": (
        "/v1/settlements/batch", batch(*[own_rules(5, "x", added=1)] * 900), ("/deals", "too-many-score-items"),
    ),
    "deals with 98 rules": (
        "/v1/settlements/batch", batch(*[{"rules": dict.fromkeys(own_rules(98)["rules"])}] * 400),
        ("/deals", "too-many-rules"),
    ),
    "entries with 150 rules of nineteen parts": (
        "/v1/scoresheets", sheet(combined(150, 19), 106), ("/entries", "too-many-rules"),
    ),
    "deals with different rules": (
        "/v1/settlements/batch", batch(*[own_rules(1, points=each) for each in range(33)]),
        ("/deals", "too-many-house-rules"),
    ),
    "a thousand deals that are compared with costly layouts": (
        "/v1/settlements/batch", {"deals": [compared_deal(COSTLY)] * 1000}, ("/deals", "layouts-too-costly"),
    ),
    "a thousand entries that are compared with costly layouts": (
        "/v1/scoresheets",
        {**sheet(COSTLY, 0), "ruleset": "bmja", "entries": [{**compared_entry(), "goulash": False}] * 1000},
        ("/entries", "layouts-too-costly"),
    ),
    "deals with many sets of layouts": (
        "/v1/settlements/batch", batch(*[own_layouts(each) for each in range(9)]), ("/deals", "too-many-house-rules"),
    ),
    "waits with rules with long texts": (
        "/v1/waits",
        waits(own_rules(60, "\x01" * 150, find="shape", parameters={"shape": "four-sets"}, applies_to="winner")),
        ("/house_rules", "answer-too-large"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_a_small_body_that_would_cause_much_work_is_refused(client: FlaskClient, name: str) -> None:
    path, body, refusal = ATTACKS[name]
    response = send(client, path, body)
    assert (response.status_code, result(response)) == (422, [refusal])


@NOT_TRACED
@pytest.mark.parametrize("name", ATTACKS)
def test_refusing_a_small_costly_body_takes_less_than_a_second(client_unchecked: FlaskClient, name: str) -> None:
    path, body, _ = ATTACKS[name]
    started = time.process_time()
    send(client_unchecked, path, body)
    assert time.process_time() - started < CPU


@NOT_TRACED
@pytest.mark.parametrize("member", ["replaces", "spoiled_by", "only_beside"])
def test_rules_that_name_a_hundred_others_cost_less_than_a_second(client_unchecked: FlaskClient, member: str) -> None:
    naming: Json = {member: KNOWN}
    body = sheet(own_rules(80, added=1, points=0, **naming), 200)
    started = time.process_time()
    response = send(client_unchecked, "/v1/scoresheets", body)
    assert time.process_time() - started < CPU
    assert response.status_code in (200, 422)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("characters", [0, 30, 60, 200])
def test_a_score_has_at_most_64_kib_or_is_refused(client: FlaskClient, language: str, characters: int) -> None:
    sizes, refused = [], 0
    for number in range(2, 50, 4):
        house = own_rules(number, "\x01" * characters or "Own")
        if not characters:  # the condition's own text, which is longer in German
            house = {"rules": {name: {**rule, "text": None} for name, rule in house["rules"].items()}}
        response = send(client, "/v1/settlements", deal(house), language=language)
        refused += result(response) == [("/house_rules", "answer-too-large")]
        sizes += [len(compact(hand)) for hand in response.get_json().get("hands", {}).values()]
    assert 0 < max(sizes) <= MAX_SCORE
    assert refused + len(sizes) / 4 == 12


def test_a_deal_that_is_too_long_does_not_affect_others_of_a_batch(client: FlaskClient) -> None:
    results = send(client, "/v1/settlements/batch", batch(own_rules(98, TEXT), own_rules(1))).get_json()["results"]
    assert [each["outcome"] for each in results] == ["refused", "settled"]
    assert [each["code"] for each in results[0]["problem"]["errors"]] == ["answer-too-large"]


@NOT_COMPILED
def test_a_long_name_of_a_player_is_refused_by_its_length_unread(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = 0

    def counted(character: str) -> str:
        nonlocal looked_at
        looked_at += 1
        return category(character)

    monkeypatch.setattr(forms, "category", counted)
    body = {"ruleset": "bmja", "players": ["A" * 500_000, "Ben", "Cleo", "Dan"], "entries": []}
    assert result(send(client, "/v1/scoresheets", body)) == [("/players/0", "too-long")]
    assert 0 < looked_at < 100


@NOT_COMPILED
def test_what_is_within_the_bounds_is_settled(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MAX_RULES", 12)
    monkeypatch.setattr(bounds, "MAX_HOUSES", 2)
    assert send(client, "/v1/scoresheets", sheet(own_rules(6), 2)).status_code == 200
    assert result(send(client, "/v1/scoresheets", sheet(own_rules(7), 2))) == [("/entries", "too-many-rules")]
    assert send(client, "/v1/settlements/batch", batch(own_rules(6), own_rules(3), own_rules(3))).status_code == 200
    assert result(send(client, "/v1/settlements/batch", batch(own_rules(6), own_rules(7)))) == [
        ("/deals", "too-many-rules")
    ]
    assert result(send(client, "/v1/settlements/batch", batch(own_rules(1), own_rules(2), own_rules(3)))) == [
        ("/deals", "too-many-house-rules")
    ]


@NOT_COMPILED
@pytest.mark.parametrize("code", ["too-many-score-items", "answer-too-large"])
def test_items_and_bytes_are_counted_over_all_deals(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    bound = "MAX_ITEMS" if code == "too-many-score-items" else "MAX_ANSWER"
    one = send(client, "/v1/settlements/batch", batch(own_rules(3))).get_json()["results"]
    items = sum(len(hand["items"]) for hand in one[0]["answer"]["hands"].values())
    bound_of_two = 2 * (items if bound == "MAX_ITEMS" else len(compact(one[0])))
    monkeypatch.setattr(bounds, bound, bound_of_two)
    assert send(client, "/v1/settlements/batch", batch(*[own_rules(3)] * 2)).status_code == 200
    assert result(send(client, "/v1/settlements/batch", batch(*[own_rules(3)] * 3))) == [("/deals", code)]


CONDITIONS: Final = (
    "simples-only", "no-chow", "bonus-tiles", "one-suit", "heads-only", "pung-of-dragons", "own-flower", "own-season",
    "pung-of-own-wind", "mah-jong", "honours-only", "pair-of-dragons",
)  # fmt: skip

TWELVE: Final = {f"house:{number:x}": {"find": condition, "points": 2} for number, condition in enumerate(CONDITIONS)}


@pytest.mark.parametrize("book", ["millington", "harr-1923"][: amount(some=1, whole=2)])
def test_a_thousand_legal_deals_with_twelve_house_rules_are_settled(client_unchecked: FlaskClient, book: str) -> None:
    rng, deals = Random(11), list[Json]()
    while len(deals) < 1000:
        request = legal_deal(rng, book)
        if not any("counted" in hand for hand in request["hands"].values()):
            deals.append({**request, "house_rules": request.get("house_rules", {}) | {"rules": TWELVE}})
    response = send(client_unchecked, "/v1/settlements/batch", {"deals": deals}, max_sent=1024 * 1024)
    results = response.get_json()["results"]
    assert [each["outcome"] for each in results] == ["settled"] * 1000
    assert len(response.data) < bounds.MAX_ANSWER
    items = sum(len(hand["items"]) for each in results for hand in each["answer"]["hands"].values())
    assert 20_000 < items < bounds.MAX_ITEMS


@pytest.mark.parametrize("count", [{"score": 10_000_000_000}, {"points": 596, "doubles": 24}])
def test_the_greatest_counts_are_settled(client: FlaskClient, count: Json) -> None:
    """One point more than the first, or than the second before doubling, is refused: tests/cases/refused.yaml."""
    hands = {seat: {"counted": count} for seat in ("east", "south")}
    won = {"ruleset": "harr-1923", "round_wind": "east", "winner": "east", "win": {"source": "wall"}}
    answer = client.post("/v1/settlements", json={**won, "hands": hands})
    score = count.get("score", 596 << 24)
    assert answer.get_json()["settlement"]["net"] == {"east": 2 * score, "south": -2 * score}


_LONG: Final = "x" * 60


@pytest.mark.parametrize(
    "given",
    [
        {"ruleset": _LONG},
        {"round_wind": _LONG},
        {"house_rules": {"rules": {"no-chow": {"replaces": [_LONG]}}}},
        {"house_rules": {"fines": {_LONG: {"points": 1}}}},
        {"hands": {seat: {"counted": {"special": _LONG}} for seat in SEATS}},
        {"fine": _LONG},
    ],
    ids=lambda given: json.dumps(given).replace(_LONG, "..."),
)
def test_a_fault_repeats_at_most_forty_characters_of_a_text(client: FlaskClient, given: Json) -> None:
    path = "/v1/fines" if "fine" in given else "/v1/settlements"
    body = {"ruleset": "outside-the-box", "seat": "east"} if "fine" in given else deal({})
    problem: Any = client.post(path, json={**body, **given}).json
    runs = [len(run) for fault in problem["errors"] for run in re.findall("x{9,}", fault["detail"])]
    assert {*runs} == {40}


def test_rules_that_deals_share_count_with_each_of_them(client_unchecked: FlaskClient) -> None:
    rules = {f"house:{each}": {"find": "mah-jong", "text": "A", "points": 1} for each in range(100)}
    deal = {
        "round_wind": "east",
        "winner": None,
        "hands": {seat: {"counted": {"score": 1}} for seat in ("east", "south")},
    }
    shared = {"ruleset": "dmjl", "house_rules": {"rules": rules}}
    answers = [
        client_unchecked.post("/v1/settlements/batch", json={**shared, "deals": [deal] * number}).get_json()
        for number in (160, 161)
    ]
    assert len(answers[0]["results"]) == 160
    assert [each["message_key"] for each in answers[1]["errors"]] == ["too-many-rules"]
