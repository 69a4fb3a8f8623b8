"""A check for schemathesis: the request of an example of the contract has the response of that example.

`hooks = "conformance/checks.py"` in `schemathesis.toml` adds it. A schema says which numbers may come; an example says
which ones must. Texts for people and members that the example lacks are not compared.
"""

import json
import sys
from pathlib import Path

import schemathesis

sys.path.append(str(Path(__file__).parent))
from run import differences

FOR_PEOPLE = {"text", "title", "about", "detail", "interpretation", "request_id"}
"""Members that may be reworded or that differ between requests."""


@schemathesis.check
def example_response(_context, response, case):
    """The response has what the example of its request says."""
    contract = case.operation.schema.raw_schema
    operation = resolved(contract, case.operation.definition.raw)
    if not as_by_default(contract, operation, case.query):
        return
    answers = examples(contract, operation["responses"].get(str(response.status_code), {}))
    for name, request in examples(contract, operation.get("requestBody", {})).items():
        if name in answers and request == case.body:
            found = differences(data(answers[name]), data(response.json()))
            wrong = [f"{place}: expected {want}, received {have}" for place, want, have in found]
            assert not wrong, f"The example {name} is answered otherwise:\n" + "\n".join(wrong[:5])


def resolved(contract, part):
    """A part of the contract in place of a reference to it."""
    if not isinstance(part, dict) or "$ref" not in part:
        return part
    found = contract
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step.replace("~1", "/")]
    return resolved(contract, found)


def as_by_default(contract, operation, query):
    """True if each parameter of a query has its default."""
    parameters = [resolved(contract, each) for each in operation.get("parameters", [])]
    defaults = {each["name"]: json.dumps(each["schema"].get("default")) for each in parameters}
    return all(str(value).lower() == defaults.get(name) for name, value in (query or {}).items())


def examples(contract, holder):
    """The examples of a body, by name."""
    contents = resolved(contract, holder).get("content", {}).values()
    named = {name: example for content in contents for name, example in content.get("examples", {}).items()}
    return {name: resolved(contract, example)["value"] for name, example in named.items()}


def data(value):
    """A response without texts for people."""
    if isinstance(value, list):
        return [data(each) for each in value]
    if isinstance(value, dict):
        return {name: data(each) for name, each in value.items() if name not in FOR_PEOPLE}
    return value
