"""A rulebook without a base: it settles as the same file built in, and the start refuses what its schema refuses."""

import copy
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import jsonschema_rs
import pytest

from pung_chow_settlement import create_app, rulebooks
from pung_chow_settlement.domain.rulebook.amend.patch import Unresolved
from pung_chow_settlement.domain.rulebook.check import RulebookError
from pung_chow_settlement.requests.own_rulebooks import rulebooks_of, without_base
from pung_chow_settlement.schemas.yaml_files import read_yaml
from pung_chow_settlement.server.settings import from_environment
from tests.support.amounts import amount
from tests.support.own_rulebooks import whole
from tests.support.random_houses import holder, places
from tools.conformance import held, send

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]
COPY: Final = "copy-of-"
VALIDATOR: Final = jsonschema_rs.validator_for(json.loads(rulebooks.SCHEMA))
VECTORS: Final[list[tuple[str, Json]]] = [
    (path.stem, vector)
    for path in sorted(ROOT.glob("conformance/*.json"))
    for vector in json.loads(path.read_text())["vectors"]
    if "ruleset" in (vector.get("request") or {})
]
VALUES: Final[tuple[Any, ...]] = (
    -1,
    0,
    1,
    14,
    10**6,
    10**30,
    None,
    "x",
    True,
    [],
    {},
    [13],
    {"x": 1},
    "nothing",
    "1/0",
    "1/2",
    5.0,
)
"""Values, most of which are wrong in most places."""


def text_of(name: str) -> str:
    return (rulebooks.FOLDER / f"{name}.yaml").read_text().replace(f"\nid: {name}\n", f"\nid: {COPY}{name}\n")


def as_yaml(name: str) -> str:
    return text_of(name)


def as_json(name: str) -> str:
    return json.dumps(read_yaml(text_of(name).encode()))


@pytest.mark.parametrize(("ending", "written"), [("yaml", as_yaml), ("json", as_json)])
def test_a_whole_rulebook_settles_as_the_same_file_built_in(folder: Path, ending: str, written: Any) -> None:
    names = [each.id for each in rulebooks.ALL]
    for name in names:
        (folder / f"{name}.{ending}").write_text(written(name))
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    digests = {name: each.default.digest for name, each in rulebooks_of(str(folder)).by_id.items()}
    assert [name for name in names if digests[name] != digests[COPY + name]] == []
    known = [(kind, each) for kind, each in VECTORS if each["request"]["ruleset"] in names]
    assert len(known) > 2000
    for kind, vector in known[:: amount(4, 1)]:
        request = {**vector["request"], "ruleset": COPY + vector["request"]["ruleset"]}
        own = json.dumps(held(send(client, {**vector, "request": request}).get_json(), kind, vector["name"])).replace(
            COPY, ""
        )
        assert (vector["name"], json.loads(own)) == (vector["name"], vector["response"])


def starts_with(data: Json) -> list[str] | None:
    """The faults of a whole rulebook; None if it starts."""
    try:
        without_base(rulebooks.BUILT_IN, data)
    except RulebookError as wrong:
        return wrong.faults
    except Unresolved as wrong:
        return [str(fault) for fault in wrong.faults]
    return None


def documents() -> dict[str, Json]:
    files = {each.id: as_json(each.id) for each in rulebooks.ALL}
    return {name: json.loads(text) for name, text in files.items()} | {"club": dict(read_yaml(whole().encode()))}


DRAWN = amount(some=40, whole=120)


def test_what_the_schema_refuses_stops_the_start_and_nothing_raises_an_exception_of_python() -> None:
    """In each rulebook places drawn at random get values drawn at random."""
    rng, tried, refused = random.Random(46), 0, 0
    for name, document in documents().items():
        assert VALIDATOR.is_valid(document)
        for place in rng.choices([path for path in places(document) if path], k=DRAWN):
            value = rng.choice(VALUES)
            changed = copy.deepcopy(document)
            holder(changed, place)[place[-1]] = value
            faults, tried = starts_with(changed), tried + 1
            if not VALIDATOR.is_valid(changed):
                refused += 1
                assert faults, (name, place, value)
    assert tried == len(documents()) * DRAWN
    assert refused > tried / 2


@pytest.mark.parametrize(
    ("part", "instead", "fault"),
    [
        ("doubles: 1", "doubles: -1", "/rules/all-simples/doubles out-of-range"),
        ("doubles: 1", "doubles: 1000000000", "/rules/all-simples/doubles out-of-range"),
        ("doubles: 1", "points: -1000", "/rules/all-simples/points out-of-range"),
        ("doubles: 1", "doubles: 1, aliases: [13]", "/rules/all-simples/aliases/0 wrong-type"),
        ("doubles: 1", "limit_share: 1/2, score: 5", "/rules/all-simples/score unexpected-member"),
        ("doubles: 1", "doubles: 1, layout: [x]", "/rules/all-simples/layout wrong-type"),
        ("revision: 1", "revision: -1", "/revision out-of-range"),
        ("{club: 1}", "{}", "wrong-type: send one book and a page"),
    ],
)
def test_a_wrong_value_of_a_whole_rulebook_is_reported_at_its_pointer(part: str, instead: str, fault: str) -> None:
    text = whole()
    assert part in text
    faults = starts_with(dict(read_yaml(text.replace(part, instead, 1).encode())))
    assert any(fault in each for each in faults or []), faults


@pytest.mark.parametrize(
    ("part", "instead", "fault"),
    [
        ("  shapes: [four-sets]", "  shapes: [four-sets]\n  shapes_agreed: {pairs: seven-pairs}", "the option pairs"),
        ("  shapes: [four-sets]", "  shapes: [four-sets]\n  chows: {option: chows}", "the option chows"),
    ],
)
def test_an_option_that_is_not_there_is_named(part: str, instead: str, fault: str) -> None:
    assert part in whole()
    faults = starts_with(dict(read_yaml(whole().replace(part, instead, 1).encode())))
    assert any(fault in each for each in faults or []), faults
