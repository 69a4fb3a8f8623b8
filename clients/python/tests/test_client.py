"""The client against the real service, whose address is in PUNG_CHOW_URL, and embedded."""

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pung_chow import AsyncClient, Client, Problem, __version__

URL = os.environ["PUNG_CHOW_URL"]
REQUESTS = {
    each["name"]: each["request"]
    for each in json.loads((Path(__file__).parents[3] / "tests" / "data" / "requests.json").read_text())
}
DEAL = REQUESTS["layout-1"]
PATHS = {
    "settle": ("layout-1", "/v1/settlements"),
    "score": ("won-hand", "/v1/scores"),
    "waits": ("waiting-hand", "/v1/waits"),
    "wash": ("ten-heads", "/v1/washed-tiles"),
    "false_mahjong": ("half-the-limit", "/v1/false-mahjong"),
    "resolve": ("five-rules", "/v1/rulesets/resolve"),
    "scoresheet": ("short-sitting", "/v1/scoresheets"),
}
"""For each method that takes a body the name of one, and its path."""
ASKED = {method: REQUESTS[name] for method, (name, _) in PATHS.items()}


@pytest.fixture(scope="module", params=["over HTTP", "embedded"])
def client(request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(URL) if request.param == "over HTTP" else Client.embedded() as client:
        yield client


@pytest.mark.parametrize("method", ASKED)
def test_a_method_answers_what_the_service_answers(client: Client, method: str) -> None:
    answer = httpx.post(URL + PATHS[method][1], json=ASKED[method])
    assert getattr(client, method)(ASKED[method]) == answer.raise_for_status().json()


def test_a_deal_is_settled_as_the_book_does(client: Client) -> None:
    assert client.settle(DEAL)["settlement"]["net"] == {"east": 2880, "south": -1120, "west": -496, "north": -1264}


def test_rulebooks_are_told_and_compared(client: Client) -> None:
    ids = [each["id"] for each in client.rulesets()["rulesets"]]
    assert ids == [each["id"] for each in client.outline()["rulesets"]]
    assert client.ruleset("bmja")["id"] == "bmja"
    assert client.compare("bmja", "dmjl")["rules"]
    assert client.finders()["finders"]


def test_parameters_are_those_of_the_operation(client: Client) -> None:
    assert "transfers" not in client.settle(DEAL)["settlement"]
    assert "transfers" in client.settle(DEAL, transfers=True)["settlement"]
    with pytest.raises(Problem) as refused:
        client.settle(DEAL, no_such=True)
    assert (refused.value.status, refused.value.code) == (400, "unknown-parameter")


def test_without_items_the_numbers_are_answered(client: Client) -> None:
    whole, lean = client.settle(DEAL), client.settle(DEAL, items=False)
    assert lean == httpx.post(f"{URL}/v1/settlements?items=false", json=DEAL).raise_for_status().json()
    assert lean["settlement"]["net"] == whole["settlement"]["net"]
    assert "items" not in lean["hands"]["east"]
    assert "items" not in client.score(ASKED["score"], items=False)["score"]
    sheet = ASKED["scoresheet"]
    assert client.scoresheet(sheet, items=False)["standings"] == client.scoresheet(sheet)["standings"]
    assert client.settle_batch([DEAL], items=False)[0]["answer"] == lean
    assert [each["answer"] for each in client.settle_many([DEAL], items=False)] == [lean]


def test_a_sheet_is_told_from_an_entry_on_and_as_a_table(client: Client) -> None:
    sheet = REQUESTS["short-sitting"]
    assert [each["number"] for each in client.scoresheet(sheet, first=4)["entries"]] == [4]
    assert client.scoresheet_csv(sheet).startswith("number,type,")


def test_every_fault_is_told_at_its_place_in_the_clients_language() -> None:
    with Client(URL, language="de") as client, pytest.raises(Problem) as refused:
        client.settle({**DEAL, "winner": "nobody", "hands": {}})
    assert refused.value.code == "invalid-request"
    assert {"/winner", "/hands"} <= set(refused.value.by_pointer)
    assert "Fehler" in refused.value.detail


def many(number: int) -> Iterator[Any]:
    return ({**DEAL, "id": str(each)} if each % 10 else {"id": str(each)} for each in range(number))


def test_deals_are_settled_in_blocks_and_a_bad_one_spoils_only_itself(client: Client) -> None:
    results = [(each["line"], each["id"], each["outcome"]) for each in client.settle_many(many(950))]
    assert results == [(n + 1, str(n), "settled" if n % 10 else "refused") for n in range(950)]
    assert [each["outcome"] for each in client.settle_batch([*many(2)])] == ["refused", "settled"]


def test_deals_are_asked_for_as_results_are_taken(client: Client) -> None:
    deals = many(10_000)
    assert next(client.settle_many(deals))["line"] == 1
    assert int(next(deals)["id"]) <= 400


def test_the_async_client_answers_the_same() -> None:
    async def ask() -> list[Any]:
        async with AsyncClient(URL) as client:
            answers = [await getattr(client, method)(body) for method, body in ASKED.items()]
            answers += [await client.ruleset("bmja"), await client.compare("bmja", "dmjl")]
            answers += [await client.settle_batch([*many(2)]), await client.scoresheet_csv(ASKED["scoresheet"])]
            answers += [await client.settle(DEAL, items=False), await client.score(ASKED["score"], items=False)]
            return [*answers, [each async for each in client.settle_many(many(450))]]

    with Client(URL) as client:
        answers = [getattr(client, method)(body) for method, body in ASKED.items()]
        answers += [client.ruleset("bmja"), client.compare("bmja", "dmjl")]
        answers += [client.settle_batch([*many(2)]), client.scoresheet_csv(ASKED["scoresheet"])]
        answers += [client.settle(DEAL, items=False), client.score(ASKED["score"], items=False)]
        assert asyncio.run(ask()) == [*answers, [*client.settle_many(many(450))]]


def test_the_body_of_a_gateway_is_a_problem_too() -> None:
    gateway = httpx.MockTransport(lambda _: httpx.Response(502, text="<html>"))
    with Client(URL, transport=gateway) as client, pytest.raises(Problem) as refused:
        client.settle(DEAL)
    assert (refused.value.status, refused.value.code, refused.value.errors) == (502, "", [])


def test_a_token_is_sent_to_the_gateway() -> None:
    gateway = httpx.MockTransport(lambda asked: httpx.Response(200, json=dict(asked.headers)))
    with Client(URL, token="secret", transport=gateway) as client:
        assert client.outline()["authorization"] == "Bearer secret"


def test_a_service_that_is_away_is_httpxs_error() -> None:
    with Client("http://127.0.0.1:9", timeout=1) as client, pytest.raises(httpx.HTTPError):
        client.outline()


def test_the_version_is_the_contracts(client: Client) -> None:
    assert client.http.get("/healthz").headers["API-Version"] == __version__
