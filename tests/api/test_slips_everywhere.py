"""A slip is reported in the same way by every operation that takes what was meant."""

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.bodies import Json
from tests.support.contract import operations, resolved

BATCH = "/v1/settlements/batch"
SHEETS = ("/v1/scoresheets",)


@cache
def examples() -> dict[str, Json]:
    """A request of each operation with a body, by its path: the first that the contract prints."""
    found = {}
    for path, _, operation in operations():
        content = resolved(operation["requestBody"])["content"] if "requestBody" in operation else {}
        if printed := content.get("application/json", {}).get("examples"):
            found[path] = resolved(next(iter(printed.values())))["value"]
    return found


PATHS = sorted(examples())


def members(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Each member in a body: the path of its object, and its name."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        if isinstance(step, str):
            yield path, step
        yield from members(each, (*path, step))


def renamed(body: Json, path: tuple[str | int, ...], name: str, other: str) -> Json:
    changed = copy.deepcopy(body)
    inner: Any = changed
    for step in path:
        inner = inner[step]
    inner[other] = inner.pop(name)
    return changed


def faults(client: FlaskClient, path: str, body: Any) -> list[Json]:
    """The faults of a body; in a batch those of the deals."""
    answer: Any = client.post(path, json=body).get_json()
    results = answer["results"] if path == BATCH and "results" in answer else answer
    problems = (
        [result["problem"] for result in results if "problem" in result] if isinstance(results, list) else [results]
    )
    return [each for problem in problems for each in problem.get("errors", [])]


SLIPS = [
    pytest.param(path, within, name, id=f"{path}-{'.'.join(map(str, (*within, name)))}")
    for path in PATHS
    for within, name in members(examples()[path])
    if "_" in name
]


def test_the_slips_are_of_every_operation_that_takes_a_round_wind() -> None:
    tried = {path for path, _, name in (slip.values for slip in SLIPS) if name == "round_wind"}
    assert tried == {"/v1/settlements", "/v1/scores", "/v1/waits", BATCH}


@pytest.mark.parametrize(("path", "within", "name"), SLIPS)
def test_a_member_without_its_underscore_is_recognised(
    client_unchecked: FlaskClient, path: str, within: tuple[str | int, ...], name: str
) -> None:
    slip = name.replace("_", "")
    found = faults(client_unchecked, path, renamed(examples()[path], within, name, slip))
    suggested = [each.get("suggestion") for each in found if each["pointer"].endswith(f"/{slip}")]
    assert suggested == [name]


@pytest.mark.parametrize("path", SHEETS)
@pytest.mark.parametrize("slip", ["winner", "winning", "roundwind"])
def test_an_entry_of_a_sheet_suggests_its_own_members(client_unchecked: FlaskClient, path: str, slip: str) -> None:
    body = copy.deepcopy(examples()[path])
    first = next(index for index, entry in enumerate(body["entries"]) if entry["type"] == "deal")
    body["entries"][first][slip] = 0
    meant = "round_wind" if slip == "roundwind" else "winning_player"
    (found,) = [
        fault for fault in faults(client_unchecked, path, body) if fault["pointer"] == f"/entries/{first}/{slip}"
    ]
    assert (found["code"], found["suggestion"]) == ("unknown-member", meant)


@pytest.mark.parametrize("path", PATHS)
def test_a_byte_order_mark_is_ignored_or_named(client_unchecked: FlaskClient, path: str) -> None:
    media_type, text = "application/json", json.dumps(examples()[path])
    plain = client_unchecked.post(path, data=text.encode(), content_type=media_type)
    marked = client_unchecked.post(path, data=text.encode("utf-8-sig"), content_type=media_type)
    assert plain.status_code == 200
    assert marked.data == plain.data
    problem = client_unchecked.post(path, data=text.encode("utf-16"), content_type=media_type).get_json()
    assert (problem["code"], problem["detail"].count("UTF-16")) == ("malformed-json", 1)


@pytest.mark.parametrize("path", [each for each in PATHS if each != "/v1/rulesets/resolve"])
def test_an_option_that_is_null_says_why_it_is_refused(client_unchecked: FlaskClient, path: str) -> None:
    body = copy.deepcopy(examples()[path])
    for each in body["deals"] if path == BATCH else [body]:
        each["ruleset"], each["options"] = "harr-1923-limit", {"limit": 0}
        each.pop("revision", None)
    found = [fault for fault in faults(client_unchecked, path, body) if fault["pointer"].endswith("/options/limit")]
    assert found
    assert all("needs a limit" in each["detail"] and "Leave `limit` out" in each["detail"] for each in found)


TWELVE = {"concealed": "1357m246p2468s1z"}


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("/v1/scores", {"seat": "east", "hand": TWELVE}, "/hand/concealed"),
        ("/v1/settlements", {"winner": None, "hands": {"east": TWELVE}}, "/hands/east/concealed"),
        (BATCH, {"winner": None, "hands": {"east": TWELVE}}, "/deals/0/hands/east/concealed"),
        *(
            (
                path,
                {
                    "players": ["A", "B"],
                    "entries": [{"type": "deal", "winning_player": None, "hands": [TWELVE, TWELVE]}],
                },
                "/entries/0/hands/0/concealed",
            )
            for path in SHEETS
        ),
    ],
)
def test_a_hand_short_of_a_tile_is_told_of_dead_and_partial(
    client_unchecked: FlaskClient, path: str, body: Json, pointer: str
) -> None:
    deal = {"ruleset": "bmja", **({} if path in SHEETS else {"round_wind": "east"}), **body}
    found = faults(client_unchecked, path, {"deals": [deal]} if path == BATCH else deal)
    (short,) = [each for each in found if pointer.endswith(each["pointer"])]
    assert (short["code"], "dead" in short["detail"], "partial" in short["detail"]) == (
        "wrong-number-of-tiles",
        True,
        True,
    )
