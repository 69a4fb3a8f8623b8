"""A sentence of a fault names members that the body can have, and no list that is empty."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from flask.testing import FlaskClient

from pung_chow_settlement.texts import MESSAGES
from tests.support import cases
from tests.support.contract import CONTRACT, operation_of, resolved

Json = dict[str, Any]
NAME: Final = re.compile(r"`([a-z_.]+)`")
OF_LAYOUTS: Final = ("impossible-layout", "unreadable-layout")
"""Their sentences also quote words of the layout."""


def words(part: Any, seen: set[str]) -> Iterator[str]:
    """The members and the words that a part of the contract names, also through references."""
    if isinstance(part, list):
        for each in part:
            yield from words(each, seen)
    if not isinstance(part, dict):
        return
    if (reference := part.get("$ref")) is not None:
        if reference in seen:
            return
        seen.add(reference)
        yield from words(resolved(part), seen)
    yield from part.get("properties", ())
    yield from map(str, part.get("enum", ()))
    yield from map(str, part.get("x-extensible-enum", ()))
    if "const" in part:
        yield str(part["const"])
    for each in part.values():
        yield from words(each, seen)


@cache
def accepted(path: str) -> frozenset[str]:
    """What the body and the query of an operation can have."""
    found = operation_of(path.partition("?")[0], "POST")
    assert found is not None, path
    operation = CONTRACT["paths"][found[0]]["post"]
    names = [resolved(each)["name"] for each in operation["parameters"]]
    return frozenset([*names, *words(operation["requestBody"], set())])


def unknown_words(path: str, detail: str) -> list[str]:
    """The names in a sentence that the operation does not have; a name with dots leads into an object."""
    return [name for found in NAME.findall(detail) for name in found.split(".") if name and name not in accepted(path)]


def refused() -> Iterator[Json]:
    """A case for each fault of each operation."""
    seen: set[tuple[str, str]] = set()
    for subject in cases.subjects():
        for case in cases.cases_of(subject):
            keys = {
                (case["path"].partition("?")[0], fault.split(" ")[1])
                for fault in case.get("faults", ())
                if " " in fault
            }
            if keys - seen:
                seen |= keys
                yield case


def empty_lists(fault: Json) -> list[str]:
    """The lists of a sentence that are empty where it shows them."""
    return [
        name
        for name, value in fault["facts"].items()
        if value == [] and f"{{{name}}}" in MESSAGES[fault["message_key"]]
    ]


def test_each_sentence_names_members_of_its_own_body(client_unchecked: FlaskClient) -> None:
    wrong, faults = set(), 0
    for case in refused():
        for fault in cases.send(client_unchecked, case).get_json().get("errors", ()):
            faults += 1
            sent = fault["pointer"].split("/") if "pointer" in fault else [fault["parameter"]]
            named = [] if fault["code"] in OF_LAYOUTS else unknown_words(case["path"], fault["detail"])
            wrong |= {
                (case["path"], fault["message_key"], each)
                for each in (*empty_lists(fault), *named)
                if each not in (*sent, fault.get("suggestion"))
            }
    assert faults > 300
    assert sorted(wrong) == []
