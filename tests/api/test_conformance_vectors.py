"""How the vectors are made: each by itself, none that holds nothing, none that hides a refusal."""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from tools import conformance

WITHOUT = ["dmjl", "pamphlet"]
"""Two rulebooks, as if there were no others."""


@pytest.mark.parametrize("requests", [conformance.sheets, conformance.waits])
def test_another_rulebook_changes_no_random_vector(
    requests: Callable[[], Iterator[conformance.Request]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "_rulesets", lambda: WITHOUT[1:])
    alone = [*islice(requests(), 5)]
    monkeypatch.setattr(conformance, "_rulesets", lambda: WITHOUT)
    beside = {name: (path, body) for name, path, body in requests()}
    assert [beside[name] for name, *_ in alone] == [(path, body) for _, path, body in alone]


@pytest.mark.parametrize("name", conformance.FILES)
def test_a_vector_of_an_answer_holds_something(name: str) -> None:
    vectors = json.loads((conformance.OUT / f"{name}.json").read_text())["vectors"]
    assert [vector["name"] for vector in vectors if not vector["response"] and "language" not in vector] == []


def test_a_request_that_was_answered_and_is_refused_now_is_not_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    removed = ("the comparison", "/v1/rulesets/compared", None)
    (tmp_path / "rulebooks.json").write_text('{"vectors": [{"name": "the comparison", "status": 200}]}')
    monkeypatch.setattr(conformance, "OUT", tmp_path)
    monkeypatch.setattr(conformance, "FILES", {"rulebooks": lambda: iter([removed])})
    with pytest.raises(SystemExit, match=r"rulebooks\.json: the comparison"):
        conformance.main()
    assert "404" not in (tmp_path / "rulebooks.json").read_text()
