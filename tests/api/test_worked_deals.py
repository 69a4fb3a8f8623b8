"""The books' worked deals over HTTP: by their tiles, and by nothing but the scores that the book prints."""

import copy
from io import BytesIO
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.usecases.files import answer_file
from support.fuzz.bodies import sheet_body
from tests.conftest import worked

Json = dict[str, Any]
DEALS = worked("deals")
EACH = pytest.mark.parametrize("printed", DEALS, ids=lambda printed: printed["id"])
PRINTED = ("payer", "payee", "amount")


def post(client: FlaskClient, path: str, body: Json) -> Json:
    response = client.post(path, json=body)
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


def paid(settlement: Json) -> list[Json]:
    return [{member: each[member] for member in PRINTED} for each in settlement["payments"]]


def in_order(payments: list[Json]) -> list[Json]:
    """Payments by payer, then payee, as seats follow each other."""
    return sorted(payments, key=lambda each: (SEAT_NAMES.index(each["payer"]), SEAT_NAMES.index(each["payee"])))


def by_scores_alone(printed: Json) -> Json:
    request = copy.deepcopy(printed["request"])
    del request["win"]["tile"]
    return {**request, "hands": {seat: {"counted": {"score": score}} for seat, score in printed["scores"].items()}}


@EACH
def test_a_deal_answers_with_the_printed_scores_and_payments_in_order(client: FlaskClient, printed: Json) -> None:
    answer = post(client, "/v1/settlements", printed["request"])
    assert {seat: hand["score"] for seat, hand in answer["hands"].items()} == printed["scores"]
    assert paid(answer["settlement"]) == in_order(printed["payments"])


def test_counted_deals_settle_so_in_a_batch_and_a_file(client: FlaskClient) -> None:
    requests = [by_scores_alone(printed) for printed in DEALS]
    results = post(client, "/v1/settlements/batch", {"deals": requests})["results"]
    assert [paid(each["answer"]["settlement"]) for each in results] == [in_order(each["payments"]) for each in DEALS]
    lines = BytesIO(b"".join(orjson.dumps(each) + b"\n" for each in requests))
    assert [each.settled for each in answer_file(lines, 10_000)] == [len(DEALS)]


@EACH
def test_a_counted_deal_settles_so_in_a_sitting(client: FlaskClient, printed: Json) -> None:
    sheet = sheet_body(by_scores_alone(printed))
    result = [
        {"payer": SEAT_NAMES[each["paying_player"]], "payee": SEAT_NAMES[each["receiving_player"]],
         "amount": each["amount"]}
        for each in post(client, "/v1/scoresheets", sheet)["entries"][0]["payments"]
    ]  # fmt: skip
    assert in_order(result) == in_order(printed["payments"])
    rows = client.post("/v1/scoresheets/csv", json=sheet).get_data(as_text=True).splitlines()
    assert len(rows) == 2
