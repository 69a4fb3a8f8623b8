"""Batches, counters, refusals, documents, links and ETags."""

import copy
import re
from hashlib import sha1
from html import unescape
from typing import Any
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement.api.problem_pages import help_texts
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.rulebooks import SCHEMA
from tests.support.contract import CONTRACT, operations
from tests.support.worked import WORKED_DEALS
from tools import problem_examples

Json = dict[str, Any]
CODES = CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"]
LAYOUT = WORKED_DEALS[0]


def layout(**changes: Any) -> Json:
    return {**copy.deepcopy(LAYOUT), **changes}


def errors(response: Any) -> set[tuple[str, str]]:
    return {(error["pointer"], error["code"]) for error in response.get_json()["errors"]}


# Batches


def test_a_batch_has_results_in_order_and_a_bad_deal_does_not_affect_others(client: FlaskClient) -> None:
    deals = [layout(id="first"), layout(winner="west"), 7, None, layout(id="last")]
    results = client.post("/v1/settlements/batch", json={"deals": deals}).get_json()["results"]
    assert [result["outcome"] for result in results] == ["settled", "refused", "refused", "refused", "settled"]
    assert [result.get("id") for result in results] == ["first", None, None, None, "last"]
    alone = client.post("/v1/settlements", json=LAYOUT).get_json()
    assert results[0]["answer"] == {"id": "first", **alone}
    assert results[4]["answer"] == {"id": "last", **alone}
    assert results[1]["problem"]["errors"][0]["pointer"].startswith("/")
    assert results[2]["problem"]["errors"] == results[3]["problem"]["errors"]


@pytest.mark.parametrize(("number", "code"), [(0, "too-few-items"), (1001, "too-many-items")])
def test_a_batch_has_one_to_a_thousand_deals(client: FlaskClient, number: int, code: str) -> None:
    response = client.post("/v1/settlements/batch", json={"deals": [{}] * number})
    assert errors(response) == {("/deals", code)}


# Counters and drawn deals


def piles(counters: Json) -> dict[int, int]:
    return {pile["value"]: pile["count"] for pile in counters["piles"]}


def test_a_payment_is_made_of_the_fewest_counters(client: FlaskClient) -> None:
    answer = client.post("/v1/settlements?counters=true", json=WORKED_DEALS[1]).get_json()
    counters = {payment["amount"]: payment["counters"] for payment in answer["settlement"]["payments"]}
    assert piles(counters[5112]) == {1000: 5, 100: 1, 10: 1, 2: 1}
    assert piles(counters[8]) == {2: 4}
    assert all(counter["remainder"] == 0 for counter in counters.values())


# Refusals of the body


def test_a_long_wrong_string_has_few_faults(client: FlaskClient) -> None:
    response = client.post("/v1/settlements", json=layout(discards="?" * 400))
    reported = [error for error in response.get_json()["errors"] if error["pointer"] == "/discards"]
    assert len(reported) < 10
    assert any("392 more" in error["detail"] for error in reported)


# Refusals before the body is read


def test_a_colon_or_backslash_in_a_string_is_no_duplicate(client: FlaskClient) -> None:
    answer = client.post("/v1/settlements/batch", json={"deals": [layout(id='a:b "c" \\ d')]}).get_json()
    assert answer["results"][0]["id"] == 'a:b "c" \\ d'


def test_a_charset_beside_the_media_type_is_accepted(client: FlaskClient) -> None:
    response = client.post("/v1/settlements", json=LAYOUT, headers={"Content-Type": "application/json; charset=utf-8"})
    assert response.status_code == 200


@pytest.mark.parametrize("accept", ["text/html", "image/png;q=0.5"])
def test_an_unacceptable_media_type_is_refused(client: FlaskClient, accept: str) -> None:
    response = client.post("/v1/settlements", json=LAYOUT, headers={"Accept": accept})
    assert response.get_json()["code"] == "not-acceptable"


@pytest.mark.parametrize(
    ("method", "path", "allowed"), [("GET", "/v1/settlements", "POST"), ("POST", "/healthz", "GET, HEAD")]
)
def test_a_wrong_method_is_refused_with_allowed_ones(client: FlaskClient, method: str, path: str, allowed: str) -> None:
    response = client.open(path, method=method)
    assert (response.status_code, response.headers["Allow"]) == (405, allowed)


# Documents


@pytest.mark.parametrize(
    "path", ["/v1/rulesets", "/v1/rulesets/compare?a=bmja&b=dmjl", "/openapi.yaml", "/openapi.json"]
)
def test_an_unchanged_document_is_not_sent_again(client: FlaskClient, path: str) -> None:
    first = client.get(path)
    assert "max-age" in first.headers["Cache-Control"]
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_pages_hashed_files_are_kept_for_a_year_and_the_others_for_an_hour(client: FlaskClient) -> None:
    script = re.search(r"/static/assets/[^\"]+\.js", client.get("/static/index.html").text)
    assert script is not None
    kept = {path: client.get(path).headers["Cache-Control"] for path in (script[0], "/static/icon.svg")}
    assert "max-age=31536000" in kept[script[0]]
    assert "max-age=3600" in kept["/static/icon.svg"]


def test_the_schema_of_a_rulebook_is_served(client: FlaskClient) -> None:
    response = client.get("/rulebook.schema.json")
    assert (response.status_code, response.content_type) == (200, "application/schema+json")
    assert response.data == SCHEMA


@pytest.mark.parametrize("code", sorted({*PROBLEMS, *CODES}))
def test_a_problem_and_a_fault_have_a_page_with_an_example(client: FlaskClient, code: str) -> None:
    response = client.get(f"/problems/{code}")
    assert response.mimetype == "text/html"
    assert (PROBLEMS[code].title if code in PROBLEMS else code) in response.text
    assert f'"code": "{code}"' in unescape(response.text)
    assert re.findall(r"<p><b>(.+?):</b> \S", response.text) == ["Meaning", "Usual cause", "How to fix it"]


def test_the_page_of_a_fault_has_the_meaning_that_the_contract_gives() -> None:
    table = CONTRACT["components"]["schemas"]["FaultCode"]["description"]
    rows = re.findall(r"^\| (`.+?) \| (.+?) \|$", table, re.MULTILINE)
    meanings = {code: meaning for codes, meaning in rows for code in re.findall(r"`(.+?)`", codes)}
    assert meanings == {code: help_texts()[code]["meaning"] for code in CODES}


def test_the_examples_of_the_problem_pages_are_up_to_date(client: FlaskClient) -> None:
    assert problem_examples.OUT.read_text() == problem_examples.file_text(client)


def test_the_example_of_a_problem_page_is_translated(client: FlaskClient) -> None:
    page = client.get("/problems/too-many-of-a-tile", headers={"Accept-Language": "de"}).text
    assert "<h2>Zum Beispiel</h2>" in page
    assert '"detail": "2 Fehler, siehe `errors`"' in unescape(page)


def links_of(response: TestResponse) -> dict[str, str]:
    """The paths of the `Link` header by relation; of several, the last."""
    found = re.findall(r'<([^>]*)>; rel="([^"]*)"', response.headers["Link"])
    return {rel: urljoin(response.request.path, path) for path, rel in found}


@pytest.mark.parametrize("path", ["/", "/v1"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_entry_points_link_to_the_description_of_the_service(client: FlaskClient, path: str, method: str) -> None:
    links = links_of(client.open(path, method=method))
    assert {"service-desc", "service-doc"} <= links.keys()
    assert [client.get(link).status_code for link in links.values()] == [200] * len(links)


def test_the_index_names_every_operation_of_the_api(client: FlaskClient) -> None:
    named = client.get("/v1").get_json()["operations"]
    assert {(each["operation"], each["method"], f"/{each['path']}") for each in named} == {
        (operation["operationId"], method, path) for path, method, operation in operations() if path.startswith("/v1/")
    }


def test_the_same_request_has_the_same_response(client: FlaskClient) -> None:
    request = layout(a=1, b=2, c=3, winner="nobody")
    bodies = [client.post("/v1/settlements", json=request, headers={"X-Request-ID": "same"}).data for _ in range(3)]
    assert len(set(bodies)) == 1


def test_if_match_is_ignored(client: FlaskClient) -> None:
    assert client.get("/v1/rulesets", headers={"If-Match": '"another"'}).status_code == 200


def test_no_route_needs_a_redirect(client: FlaskClient) -> None:
    assert [rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.endswith("/")] == ["/"]


@pytest.mark.parametrize("headers", [{"Connection": "Upgrade", "Upgrade": "h2c"}, {"Host": "another.example:1"}])
def test_an_upgrade_or_another_host_changes_nothing(client: FlaskClient, headers: Json) -> None:
    assert client.post("/v1/settlements", json=LAYOUT, headers=headers).status_code == 200


def test_a_websocket_is_refused(client: FlaskClient) -> None:
    response = client.post("/v1/settlements", json=LAYOUT, headers={"Connection": "Upgrade", "Upgrade": "websocket"})
    assert (response.status_code, response.get_json()["code"]) == (400, "bad-request")


def test_a_path_with_a_trailing_slash_is_not_found(client: FlaskClient) -> None:
    assert client.post("/v1/settlements/", json=LAYOUT).status_code == 404


TAGGED = ["/", "/docs", "/tiles.svg", "/docs/start.js", "/docs/swagger-ui.css", "/static/index.html"]


@pytest.mark.parametrize("path", TAGGED)
def test_the_etag_of_a_page_is_the_hash_of_its_content(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    tag = f'W/"{sha1(response.data).hexdigest()}"'
    assert response.headers["ETag"] == tag
    assert not {"Last-Modified", "Expires", "Content-Disposition"} & {*response.headers.keys()}  # said already
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(
    "name", ["assets/../icon.svg", "./icon.svg", "/icon.svg", "icon.svg/", "assets%2f..%2ficon.svg"]
)
def test_a_file_of_the_page_has_one_address(client: FlaskClient, name: str) -> None:
    assert client.get("/static/icon.svg").status_code == 200
    assert client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/docs", "/tiles.svg"])
def test_range_and_if_match_are_ignored_for_pages(client: FlaskClient, path: str) -> None:
    for name, value in (("Range", "bytes=0-9"), ("If-Match", '"another"')):
        assert client.get(path, headers={name: value}).status_code == 200
