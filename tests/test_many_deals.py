"""The programs in docs/many-deals.md settle a file like the file command."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pung_chow_settlement import settle_lines
from pung_chow_settlement.operations.files import answer_chunk
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.pages import block
from tests.support.server import ROOT
from tests.support.worked import WORKED_DEALS

IN_PARTS = block("docs/many-deals.md", "split ")
LINES = [json.dumps(deal).encode() + b"\n" for deal in WORKED_DEALS] * 3 + [b"?\n"]
ENVIRONMENT = os.environ | {
    "PYTHONPATH": str(ROOT / "service"),
    "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deals.jsonl").write_bytes(b"".join(LINES))
    return tmp_path


def unnumbered(text: bytes) -> list[dict[str, Any]]:
    """Results without line numbers, which count within a part, and without relative references."""
    results = [{**json.loads(line), "line": None} for line in text.splitlines()]
    for problem in (result["problem"] for result in results if "problem" in result):
        del problem["type"]
    return results


EXPECTED = unnumbered(answer_chunk(BUILT_IN, LINES).text)


def run(folder: Path, *command: str) -> None:
    """Run a command in the folder."""
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, timeout=120, check=True, capture_output=True)


def test_a_file_settled_in_parts_has_the_same_results(folder: Path) -> None:
    run(folder, "bash", "-c", IN_PARTS.replace("pung-chow ", "python -m pung_chow_settlement "))
    assert unnumbered((folder / "results.jsonl").read_bytes()) == EXPECTED


def test_the_lines_of_a_chunk_may_be_bytes_or_text() -> None:
    text = [line.decode().rstrip("\n") for line in LINES]
    assert answer_chunk(BUILT_IN, iter(text)) == answer_chunk(BUILT_IN, LINES)
    assert answer_chunk(BUILT_IN, [LINES[0], b"", "\n", LINES[1]], first=7).text.count(b'"line":7,') == 1
    blank, settled = map(json.loads, answer_chunk(BUILT_IN, ["", LINES[1]], first=7).text.splitlines())
    assert (blank["line"], blank["outcome"], settled["line"]) == (7, "refused", 8)
    assert answer_chunk(BUILT_IN, [LINES[0]], 10).refused == (1,)


def test_every_line_has_a_result_blank_and_null_ones_too() -> None:
    results = [json.loads(line) for line in settle_lines([LINES[0], "", None, b"\n", LINES[1].decode()])]
    assert [result["outcome"] for result in results] == ["settled", "refused", "refused", "refused", "settled"]
    assert {result["problem"]["code"] for result in results if "problem" in result} == {"malformed-json"}
    assert settle_lines([]) == []


def test_a_line_is_settled_as_in_a_chunk_and_may_be_brief() -> None:
    (whole,), (brief,) = settle_lines(LINES[:1]), settle_lines(LINES[:1], items=False)
    assert unnumbered(whole) == EXPECTED[:1]
    hands = json.loads(brief)["answer"]["hands"]
    assert {name: hand["score"] for name, hand in hands.items()} == {
        name: hand["score"] for name, hand in json.loads(whole)["answer"]["hands"].items()
    }
    assert all("items" not in hand for hand in hands.values())
