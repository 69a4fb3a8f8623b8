"""What pages and the contract state in sentences, in cases that would show it untrue."""

import re
from itertools import combinations
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.api.problem_pages import help_texts
from pung_chow_settlement.operations.files import COMMANDS
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.rulebooks import ALL
from tests.support.contract import CONTRACT
from tests.support.pages import ROOT
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
SCHEMAS: Final = CONTRACT["components"]["schemas"]
DEAL: Final[Json] = WORKED_DEALS[0]
LIMIT_300: Final[Json] = {
    "ruleset": "babcock-1923",
    "round_wind": "east",
    "seat": "south",
    "hand": {"concealed": "55m", "exposed": ["777z", "666z", "555z", "222z"]},
    "win": {"tile": "5m", "source": "wall"},
}
"""A hand of 1,600 points, under a limit of 300."""
FINES: Final = {
    "house:late": {"text": "Late at the table", "points": 30, "to": "each"},
    "house:shown": {"text": "Tiles shown", "to": "for-all"},
}


def pointers(client: FlaskClient, path: str, body: Json) -> list[str]:
    """The pointers of the faults of a refused body."""
    response = client.post(path, json=body)
    assert response.status_code == 422
    return [fault["pointer"] for fault in response.get_json()["errors"]]


def with_tiles(**concealed: str) -> Json:
    """The worked deal, with other tiles in the hands of these seats."""
    hands = {
        seat: {**hand, "concealed": concealed.get(seat, hand["concealed"])} for seat, hand in DEAL["hands"].items()
    }
    return {**DEAL, "hands": hands}


def sentences(page: str) -> str:
    return " ".join((ROOT / page).read_text().split())


def test_faults_of_the_game_come_once_the_form_is_right(client: FlaskClient) -> None:
    misspelt = "2255588x"
    short = DEAL["hands"]["west"]["concealed"].removeprefix("7s")
    tiles = {"east": misspelt, "west": short, "north": "1122445566x"}
    assert pointers(client, "/v1/settlements", with_tiles(**tiles)) == [
        "/hands/east/concealed",
        "/hands/north/concealed",
    ]
    assert pointers(client, "/v1/settlements", with_tiles(west=short)) == ["/hands/west/concealed"]
    stated = "every fault of its form or, once the form is right, every fault of the game"
    assert stated in sentences("README.md")
    assert "Faults of the game are found once the form is right." in help_texts()["invalid-request"]["fix"]


def test_faults_of_rules_in_the_rulebook_come_once_their_form_is_right(client: FlaskClient) -> None:
    rules = {"house:x": {"text": "No chow", "find": "no-chow"}, "drawn-x": {"points": 2}}
    misspelt = {"ruleset": "bmja", "house_rules": {"rules": {**rules, "mah-jong": {"pionts": 3}}}}
    right = {"ruleset": "bmja", "house_rules": {"rules": rules}}
    assert pointers(client, "/v1/rulesets/resolve", misspelt) == ["/house_rules/rules/mah-jong/pionts"]
    assert pointers(client, "/v1/rulesets/resolve", right) == [
        "/house_rules/rules/drawn-x",
        "/house_rules/rules/house:x/points",
    ]
    assert "every fault of [one step](errors.md) at its place" in sentences("docs/house-rules.md")


def test_the_problem_pages_name_what_exists() -> None:
    named = [
        (code, words)
        for code, parts in help_texts().items()
        for text in parts.values()
        for words in re.findall(r"`(pung-chow[^`]*|(?:GET|POST) [^`]+)`", text)
    ]
    paths = {f"{method.upper()} {path}" for path, item in CONTRACT["paths"].items() for method in item}
    known = {*paths, *(f"pung-chow {name}" for name in COMMANDS)}
    open_parts = {re.sub(r"\{\w+\}", "{}", each) for each in known}
    assert ("body-too-large", "pung-chow settle") in named
    assert [each for each in named if re.sub(r"\{\w+\}", "{}", each[1]) not in open_parts] == []
    assert "body-too-large" in PROBLEMS


def test_a_fault_names_the_member_and_what_was_meant_as_the_contract_shows(client: FlaskClient) -> None:
    hands = {seat: {"conceald": "1m"} if seat == "east" else hand for seat, hand in DEAL["hands"].items()}
    faults = client.post("/v1/settlements", json={**DEAL, "hands": hands}).get_json()["errors"]
    assert SCHEMAS["Fault"]["examples"] == [fault for fault in faults if fault["code"] == "unknown-member"]


@pytest.mark.parametrize(("language", "asked"), [("en", "is 'pung' meant?"), ("de", "ist „pung“ gemeint?")])
def test_what_was_meant_is_asked_once(client: FlaskClient, language: str, asked: str) -> None:
    rule = {"text": "A pung", "layout": {"tiles": "1-9 of a, pug of a, pair of a"}, "limit_share": "1"}
    body = {"ruleset": "bmja", "house_rules": {"rules": {"house:x": rule}}}
    response = client.post("/v1/rulesets/resolve", json=body, headers={"Accept-Language": language})
    (fault,) = response.get_json()["errors"]
    assert fault["suggestion"] == "pung"
    assert fault["detail"].endswith(asked)


def test_an_arrangement_names_its_shape_and_a_step_its_limit(client: FlaskClient) -> None:
    explanation = client.post("/v1/scores?explain=true", json=LIMIT_300).get_json()["hand"]["explanation"]
    texts = [step["text"] for step in explanation["steps"]]
    assert SCHEMAS["Reason"]["properties"]["text"]["examples"] == [texts[-1]]
    shapes = {each["shape"] for each in explanation["arrangements"]}
    shape = SCHEMAS["WeighedArrangement"]["properties"]["shape"]
    assert shape["examples"] == [*shapes]
    assert shape["description"].startswith("The shape ")


def test_the_header_link_has_the_relations_that_the_contract_lists(client: FlaskClient) -> None:
    relations = re.findall(r'rel="([\w-]+)"', client.get("/v1").headers["Link"])
    rel = SCHEMAS["Link"]["properties"]["rel"]
    assert [*dict.fromkeys(relations)] == rel["x-extensible-enum"]
    header = CONTRACT["components"]["headers"]["Link"]
    described = f"{header['description']} {rel['description']} {SCHEMAS['Link']['description']}"
    assert {*re.findall(r"RFC \d+", described)} == {"RFC 8631"}
    assert all(each in client.get("/v1").headers["Link"] for each in header["schema"]["examples"])


def test_a_difference_of_settling_has_one_of_the_forms_that_the_contract_describes(
    client_unchecked: FlaskClient,
) -> None:
    found: dict[str, set[str]] = {}
    for one, other in combinations((book.id for book in ALL), 2):
        compared = client_unchecked.get(f"/v1/rulesets/compare?a={one}&b={other}").get_json()
        for difference in compared["settlement"]:
            for side in ("a", "b"):
                found.setdefault(difference["member"], set()).add(difference.get(side, "absent"))
    values = {value for each in found.values() for value in each}
    forms = {"digits": r"\d+", "truth": "true|false", "word": r"[a-z]+(-[a-z]+)*"}
    assert [value for value in values if not any(re.fullmatch(form, value) for form in forms.values())] == []
    assert [name for name, form in forms.items() if not any(re.fullmatch(form, value) for value in values)] == []
    assert {*found} <= {*SCHEMAS["SettlementDifference"]["properties"]["member"]["x-extensible-enum"]}
    described = " ".join(SCHEMAS["SettlementDifference"]["properties"]["a"]["description"].split())
    assert "a number in digits, `true` or `false`, or a word such as `hand`; absent for none" in described


def test_the_limit_is_described_alike_where_it_is_sent_and_where_it_is_named() -> None:
    """It caps hands in some rulebooks and payments in others, so both stand there."""
    sent, named = (
        " ".join(SCHEMAS[schema]["properties"]["limit"]["description"].split())
        for schema in ("Options", "AgreedOptions")
    )
    first = re.split(r"[;:]", named)[0]
    assert first == "The most that a hand scores or one player pays another, before East's double"
    assert sent.startswith(first)
    assert {book.settlement.limit_cuts for book in ALL} == {"hand", "payment"}


@pytest.mark.parametrize(
    ("fine", "more", "deal"), [("house:late", {}, 1), ("house:shown", {"receiving_player": 1, "score": 20}, 2)]
)
def test_the_deal_goes_on_except_after_a_fine_for_all(client: FlaskClient, fine: str, more: Json, deal: int) -> None:
    sheet = {"ruleset": "bmja", "players": ["Ann", "Ben", "Cem", "Dot"], "house_rules": {"fines": FINES}}
    entry = {"type": "fine", "fine": fine, "player": 0, **more}
    following = client.post("/v1/scoresheets", json={**sheet, "entries": [entry]}).get_json()["next_deal"]
    assert following["deal"] == deal
    stated = "The deal goes on, except after a `for-all` fine."
    assert stated in sentences("docs/evening.md")
    assert stated.lower().removeprefix("the ") in " ".join(
        CONTRACT["paths"]["/v1/fines"]["post"]["description"].lower().split()
    )


AMOUNT: Final = re.compile(r"([\d,]+)\D*$")


def test_the_two_rulebooks_of_the_payments_page_pay_what_its_table_says(client: FlaskClient) -> None:
    rows = re.findall(r"^\| (\w+) to (\w+) \| (.+) \| (.+) \|$", (ROOT / "docs/payments.md").read_text(), re.MULTILINE)
    assert len(rows) == 6
    hands = {
        seat: {"counted": {"score": score}}
        for seat, score in (("east", 160), ("south", 1600), ("west", 8), ("north", 2000))
    }
    win = {"source": "discard", "discarder": "west"}
    deal = {"round_wind": "east", "winner": "south", "win": win, "hands": hands, "options": {"limit": 1000}}
    for column, book in ((2, "bmja"), (3, "harr-1922-limit")):
        paid = client.post("/v1/settlements", json={"ruleset": book, **deal}).get_json()["settlement"]["payments"]
        printed = {}
        for row in rows:
            amount = AMOUNT.search(row[column])
            assert amount
            printed[row[0].lower(), row[1].lower()] = int(amount[1].replace(",", ""))
        assert {(each["payer"], each["payee"]): each["amount"] for each in paid} == printed


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "correction", "amounts": [8, -8, 0, 0, 0], "reason": "a flower"},
        {"type": "house-rules", "house_rules": {"options": {"limit": {"default_integer": 500}}}},
    ],
    ids=lambda entry: str(entry["type"]),
)
def test_nobody_sits_for_a_correction_or_a_change_of_house_rules(client: FlaskClient, entry: Json) -> None:
    assert "Only a correction and a change of house rules, for which nobody sits," in sentences("docs/evening.md")
    body = {"ruleset": "bmja", "players": ["Ann", "Ben", "Cem", "Dot", "Eve"], "entries": [entry]}
    assert client.post("/v1/scoresheets", json=body).status_code == 200
    body["entries"] = [{**entry, "sits_out": 4}]
    assert pointers(client, "/v1/scoresheets", body) == ["/entries/0/sits_out"]


def test_the_rulebooks_with_washed_tiles_are_named_and_others_can_have_them(client: FlaskClient) -> None:
    rulebooks = client.get("/v1/rulesets").get_json()["rulesets"]
    names = [f"`{each['id']}`" for each in rulebooks if "washed-tiles" in each["entry_types"]]
    assert f"Only {' and '.join(names)} have washed tiles" in sentences("docs/evening.md")
    assert "from the least to 13, such as 9 to 13" in sentences("docs/house-rules.md")
    rules = {"penalties": {"washed-tiles": {"by_heads": {str(heads): heads for heads in range(9, 14)}}}}
    resolved = client.post("/v1/rulesets/resolve", json={"ruleset": "bmja", "house_rules": rules}).get_json()
    assert "washed-tiles" in resolved["entry_types"]


def test_who_pays_stands_in_sentences_and_by_value_in_a_resolved_rulebook(client: FlaskClient) -> None:
    resolved = client.post("/v1/rulesets/resolve", json={"ruleset": "bmja", "house_rules": {}}).get_json()
    assert "settlement" not in resolved
    assert resolved["settling"][0]["text"]
    assert {"losers", "discarder"} <= set(resolved["table"]["settlement"])


def test_a_refused_east_does_not_ask_to_leave_the_check_out(client: FlaskClient) -> None:
    """The guide sends `east_player` so that a substitute on the wrong side is noticed."""
    deal = {"type": "deal", "winning_player": None, "hands": [{"concealed": "", "partial": True}] * 4, "sits_out": 4}
    body = {"ruleset": "bmja", "players": ["A", "B", "C", "D", "E"], "entries": [{**deal, "east_player": 2}]}
    response = client.post("/v1/scoresheets", json=body)
    (fault,) = response.get_json()["errors"]
    assert fault["code"] == "east-player-contradicts"
    assert "the order of `players`; leave `east_player` out only if it was a guess" in fault["detail"]
