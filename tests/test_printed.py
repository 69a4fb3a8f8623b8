"""Each program and command that the pages print is run as it is printed, by a test or by a step of CI."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.pages import PAGES, SHELL, Printed, block, blocks, printed
from tests.support.server import REAL, ROOT, running
from tools.printed import ELSEWHERE, Elsewhere, left, run_by


def test_the_pages_are_read() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/api.md", "clients/python/README.md", "web/README.md"} <= {*PAGES}
    assert len([*printed()]) > 80


def test_a_program_that_nobody_runs_is_noticed() -> None:
    assert run_by(Printed("docs/api.md", "python", "import pung_chow")) is None
    assert run_by(Printed("docs/many-deals.md", SHELL, "python -m tools.bench.lines")) is None, (
        "which is more than `bench`"
    )
    assert run_by(Printed("docs/api.md", SHELL, "make check")) == Elsewhere("make check", ".ci/run")


def test_what_nobody_else_runs_is_run_each_night() -> None:
    assert "-m tools.printed" in (ROOT / ".ci/nightly").read_text()
    assert [each for each in left() if each.language != SHELL] == []


@pytest.mark.parametrize("row", ELSEWHERE, ids=lambda row: row.beginning.splitlines()[0])
def test_what_is_run_elsewhere_is_still_printed_and_run_there(row: Elsewhere) -> None:
    assert [each for each in printed() if run_by(each) == row]
    assert (row.as_ or row.beginning.replace("\n", "\\n")) in (ROOT / row.file).read_text()


def test_every_block_of_the_pages_names_its_language() -> None:
    fences = {page: (ROOT / page).read_text().count("```") for page in PAGES}
    languages = ("sh", "python", "js", "json", "yaml", "toml", "text", "mermaid")
    assert {page: 2 * len(blocks(page, *languages)) for page in PAGES} == fences


def test_no_page_prints_commands_in_an_indented_block() -> None:
    """They would not be found."""
    lines = {(page, line) for page in PAGES for line in (ROOT / page).read_text().splitlines()}
    assert [line for line in lines if line[1].startswith(("    make ", "    npm ", "    pip ", "    python "))] == []


def test_curl_gets_the_answer_that_the_page_prints(tmp_path: Path) -> None:
    with running(tmp_path, REAL) as server:
        text = block("docs/api.md", "curl ").replace("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}")
        answer = subprocess.run(["bash", "-c", text], check=True, capture_output=True).stdout
    assert json.loads(block("docs/api.md", '{"ruleset": "harr-1923", "revision": 2, "seat"')) == json.loads(answer)
