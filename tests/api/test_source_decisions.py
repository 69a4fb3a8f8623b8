"""What the third reading of the sources decided, as requests with the numbers of their answers; the cases are data."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

ROOT = Path(__file__).parents[2]
HOUSE_RULES = ROOT / "house_rules"
CASES = json.loads((ROOT / "tests" / "data" / "numbers.json").read_text())["cases"]


def body_of(case: dict[str, Any]) -> dict[str, Any]:
    """The request of a case, with the house rules of the file that it names."""
    body: dict[str, Any] = case["body"]
    file = case.get("house_rules_file")
    return body if file is None else body | {"house_rules": json.loads((HOUSE_RULES / f"{file}.json").read_text())}


def at(answer: Any, pointer: str) -> Any:
    """The value at a JSON pointer of an answer."""
    for name in pointer.split("/")[1:]:
        answer = answer[int(name) if isinstance(answer, list) else name]
    return answer


@pytest.mark.parametrize("case", CASES, ids=[f"{case['point']} {case['name']}" for case in CASES])
def test_a_decision_of_the_third_reading_holds(client: FlaskClient, case: dict[str, Any]) -> None:
    answer = client.post(case["path"], json=body_of(case))
    assert answer.status_code == case["status"], answer.get_json()
    result = answer.get_json()
    assert {pointer: at(result, pointer) for pointer in case["expect"]} == case["expect"]
