"""Requests and the expected values at JSON pointers of their responses; the cases are data, by sentence."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from support.answer_cases import decided, in_groups

Json = dict[str, Any]


def at(answer: Any, pointer: str) -> Any:
    """The value at a pointer; in a list, `id=x` is the record with that id, and `*id` the list of all ids."""
    for step in pointer.split("/")[1:]:
        name, _, value = step.partition("=")
        if isinstance(answer, dict):
            answer = answer[step]
        elif step.startswith("*"):
            answer = [record[step[1:]] for record in answer]
        else:
            answer = next(each for each in answer if each[name] == value) if value else answer[int(step)]
    return answer


def faults(answer: Json, case: Json, members: int) -> list[list[str]]:
    """The faults: pointer relative to `under`, code and, with three members, message key."""
    found = [[fault[name] for name in ("pointer", "code", "message_key")[:members]] for fault in answer["errors"]]
    return sorted([pointer.removeprefix(case.get("under", "")), *others] for pointer, *others in found)


@pytest.mark.parametrize("case", [*decided(), *in_groups("answers")], ids=lambda case: case["name"])
def test_a_response_has_the_expected_values(client: FlaskClient, case: Json) -> None:
    """`expect`: values at pointers; `has`, `lacks`: their elements; `faults`: all faults; `fault`: one of them."""
    request = {"headers": case.get("headers"), **({"json": case["body"]} if case["body"] else {})}
    response = client.open(case["path"], method="POST" if case["body"] else "GET", **request)
    answer = response.get_json()
    refused = {"faults", "fault"} & case.keys()
    assert response.status_code == case.get("status", 422 if refused else 200), answer
    assert {pointer: at(answer, pointer) for pointer in case.get("expect", ())} == case.get("expect", {})
    assert [pointer for pointer, part in case.get("has", {}).items() if part not in at(answer, pointer)] == []
    assert [pointer for pointer, part in case.get("lacks", {}).items() if part in at(answer, pointer)] == []
    if "faults" in case:
        assert faults(answer, case, len(case["faults"][0])) == sorted(case["faults"])
    if "fault" in case:
        assert case["fault"] in faults(answer, case, len(case["fault"]))
