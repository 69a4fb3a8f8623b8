"""Each body that the pages print is sent to the service; if that accepts it, the contract does too.

A part of a body (a hand, an entry, house rules, a rule, a member) is sent in a request that has a place for it.
"""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.contract import CONTRACT
from tests.support.pages import PAGES, blocks, spans
from tests.test_printed import ANSWERED

Json = Any
CURL: Final = re.compile(r"curl -s '?http://[^/]+(?P<path>/[^\s']+)'?.* -d '(?P<body>.*)'", re.DOTALL)
RESPONSES: Final = {"docs/response.md", "docs/operating.md"}
"""Their blocks are parts of responses, and a line of the log: tests/test_printed.py."""
OWN_CONDITIONS: Final = {"docs/adding-a-condition.md"}
"""Its rule needs the condition that the page adds: tests/rulebooks/test_adding_a_rulebook.py."""
SECTIONS: Final = {"title", "rules", "settlement", "legality", "penalties", "fines", "options"}
HAND: Final = {"concealed": "1m", "partial": True}
SHOWN: Final = {printed for _, _, printed in ANSWERED}
"""The responses of commands: tests/test_printed.py."""
PLAYERS: Final = ["Ann", "Ben", "Cleo", "Dan"]


def resolved(**house_rules: Json) -> tuple[str, Json]:
    return "/v1/rulesets/resolve", {"ruleset": "bmja", "house_rules": house_rules}


def drawn(hand: Json) -> tuple[str, Json]:
    others = {seat: {"counted": {"score": 0}} for seat in ("south", "west", "north")}
    return "/v1/settlements", {
        "ruleset": "bmja", "round_wind": "east", "winner": None, "hands": {"east": hand, **others},
    }  # fmt: skip


def sheet(**members: Json) -> tuple[str, Json]:
    return "/v1/scoresheets", {"ruleset": "harr-1923", "players": PLAYERS, **members}


def of_a_rule(part: Json) -> tuple[str, Json]:
    rule = {"text": "A rule"} if "layout" in part else {"text": "A rule", "find": "no-chow"}
    worth = {} if {"doubles", "score", "limit_share"} & part.keys() else {"points": 10}
    return resolved(rules={"house:a-rule": {**rule, **worth, **part}})


def won(count: Json) -> tuple[str, Json]:
    hand = {"counted": count}
    return "/v1/scores", {
        "ruleset": "bmja", "round_wind": "east", "seat": "south", "win": {"source": "wall"}, "hand": hand,
    }  # fmt: skip


def of_a_win(win: Json) -> tuple[str, Json]:
    seat = "east" if win["source"] == "original-hand" else "south"
    tiles = {"concealed": "345m55s111777z222p"} if seat == "east" else {"concealed": "345m55s", "exposed": ["777z"]}
    kong = {} if seat == "east" else {"concealed_kongs": ["1111s", "2222p"]}
    return "/v1/scores", {"ruleset": "bmja", "round_wind": "east", "seat": seat, "win": win, "hand": {**tiles, **kong}}


def deal(**members: Json) -> tuple[str, Json]:
    path, body = drawn(HAND)
    return path, {**body, **members}


MEMBERS: Final[Mapping[str, Callable[[Json], tuple[str, Json]]]] = {
    "partial": lambda part: drawn({**HAND, **part}),
    "dead": lambda part: drawn({"concealed": "1m", **part}),
    "concealed": drawn,
    "counted": drawn,
    "limit_hand": won,
    "entries": lambda part: sheet(**part),
    "type": lambda part: sheet(entries=[part]),
    "hand": lambda part: ("/v1/scores", part),
    "replaces": of_a_rule,
    "layout": of_a_rule,
    "doubles": of_a_rule,
    "score": of_a_rule,
    "limit_share": of_a_rule,
    "counts": lambda part: resolved(rules={"mah-jong": part}),
    "after_draw": lambda part: resolved(settlement=part),
    "pictures": lambda part: resolved(settlement=part),
    "stands_for": lambda part: resolved(legality=part),
    "goulash": lambda part: deal(**part),
    "win": lambda part: of_a_win(part["win"]),
    "limit": lambda part: deal(ruleset="harr-1923", options=part),
}
"""By a member that tells what a part is, the request that has a place for it."""


def placed(part: Json) -> tuple[str, Json] | None:
    """The path and the body of a request with this part; None if it has no place."""
    if all(
        name.startswith("house:") or (name in BUILT_IN.library.first and not isinstance(value, str))
        for name, value in part.items()
    ):
        return resolved(rules=part)
    if SECTIONS & part.keys():
        return resolved(**part)
    if "house_rules" in part:
        return resolved(**part["house_rules"])
    for member, request in MEMBERS.items():
        if member in part:
            return request(part)
    return None


def json_of(text: str) -> Json:
    """What a block or a span is in JSON, with its braces or without; None if it is something else, or a response."""
    for written in (text, f"{{{text}}}"):
        try:
            found = json.loads(written)
        except ValueError:
            continue
        return found if isinstance(found, dict) and found and "…" not in written else None
    return None


def parts() -> list[tuple[str, str]]:
    """The page and the text of each body, or part of one, that is not in a command."""
    found = []
    for page in sorted({*PAGES} - OWN_CONDITIONS):
        printed = (
            [] if page in RESPONSES else [block.text for block in blocks(page) if block.language in ("json", "text")]
        )
        quoted = [span for span in spans(page) if span.startswith(('{"', '"'))]
        found += [(page, text) for text in (*printed, *quoted) if text not in SHOWN and json_of(text) is not None]
    return list(dict.fromkeys(found))


COMMANDS: Final = [
    (block.page, found["path"], json.loads(found["body"]))
    for page in PAGES
    for block in blocks(page)
    if block.language == "sh" and (found := CURL.search(block.text))
]
PARTS: Final = [part for part in parts() if "in_english" not in part[1]]


@cache
def validator(path: str) -> jsonschema_rs.Draft202012Validator:
    """The validator of the bodies that an operation takes."""
    where = f"/paths/{path.replace('/', '~1')}/post/requestBody/content/application~1json/schema"
    return jsonschema_rs.Draft202012Validator({"$ref": f"#{where}", **CONTRACT})


@pytest.mark.parametrize(("page", "path", "body"), COMMANDS)
def test_the_contract_has_each_body_that_a_command_sends_and_the_service_accepts(
    client_unchecked: FlaskClient, page: str, path: str, body: Json
) -> None:
    response = client_unchecked.post(path, json=body)
    assert response.status_code in (200, 422), page
    if response.status_code == 200:
        validator(path.partition("?")[0]).validate(body)


@pytest.mark.parametrize(("page", "text"), PARTS)
def test_each_part_of_a_body_is_accepted_in_its_place(client_unchecked: FlaskClient, page: str, text: str) -> None:
    request = placed(json_of(text))
    assert request is not None, f"{page}: no request of this test has a place for {text}"
    path, body = request
    response = client_unchecked.post(path, json=body)
    assert response.status_code == 200, (page, body, response.get_json())
    validator(path).validate(body)


def test_the_api_guide_prints_a_win_of_each_source() -> None:
    printed = [json_of(text)["win"]["source"] for page, text in PARTS if page == "docs/api.md" and '"win"' in text]
    assert printed == CONTRACT["components"]["schemas"]["WinSource"]["enum"]


def test_the_dutch_example_is_a_rule_with_an_english_text(client_unchecked: FlaskClient) -> None:
    (example,) = (json_of(block.text) for block in blocks("docs/api.md") if "in_english" in block.text)
    books = [f"/v1/rulesets/{ruleset}" for ruleset in BUILT_IN.by_id]
    answers = [client_unchecked.get(path, headers={"Accept-Language": "nl"}).get_json()["rules"] for path in books]
    found = [rule for rules in answers for rule in rules if rule["text"] == example["text"]]
    begins = example["interpretation"].removesuffix("...")
    assert any(
        rule.get("in_english") == example["in_english"] and rule["interpretation"].startswith(begins) for rule in found
    ), found


def test_the_pages_print_bodies_and_parts() -> None:
    assert len(COMMANDS) > 20
    assert len(PARTS) > 40
