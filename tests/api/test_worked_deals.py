"""The books' worked deals from nothing but the scores that the book prints: in each way the same payments."""

from io import BytesIO
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.operations.files import answer_file
from tests.support.fuzz.bodies import sheet_body
from tests.support.worked import PRINTED, Worked

Json = dict[str, Any]
EACH = pytest.mark.parametrize("printed", PRINTED, ids=lambda printed: printed.name)


def post(client: FlaskClient, path: str, body: Json) -> Json:
    response = client.post(path, json=body)
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


def paid(settlement: Json) -> set[tuple[str, str, int]]:
    return {(each["payer"], each["payee"], each["amount"]) for each in settlement["payments"]}


def by_scores_alone(printed: Worked) -> Json:
    win = {name: value for name, value in printed.request["win"].items() if name != "tile"}
    hands = {seat: {"counted": {"score": score}} for seat, score in printed.scores.items()}
    return {**printed.request, "win": win, "hands": hands}


@EACH
def test_a_counted_deal_has_the_printed_scores_and_payments(client: FlaskClient, printed: Worked) -> None:
    answer = post(client, "/v1/settlements", by_scores_alone(printed))
    assert {seat: hand["score"] for seat, hand in answer["hands"].items()} == printed.scores
    assert paid(answer["settlement"]) == printed.payments


def test_counted_deals_settle_so_in_a_batch_and_a_file(client: FlaskClient) -> None:
    requests = [by_scores_alone(printed) for printed in PRINTED]
    results = post(client, "/v1/settlements/batch", {"deals": requests})["results"]
    assert [paid(result["answer"]["settlement"]) for result in results] == [each.payments for each in PRINTED]
    lines = BytesIO(b"".join(orjson.dumps(request) + b"\n" for request in requests))
    assert [each.settled for each in answer_file(lines, 10_000)] == [len(PRINTED)]


@EACH
def test_a_counted_deal_settles_so_in_a_sitting(client: FlaskClient, printed: Worked) -> None:
    sheet = sheet_body(by_scores_alone(printed))
    payments = post(client, "/v1/scoresheets", sheet)["entries"][0]["payments"]
    assert {
        (SEAT_NAMES[payment["paying_player"]], SEAT_NAMES[payment["receiving_player"]], payment["amount"])
        for payment in payments
    } == printed.payments
