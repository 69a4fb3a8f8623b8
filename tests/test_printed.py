"""Each block that the pages print is run as it is printed, and each command in a sentence names what exists."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.pages import PAGES, PROGRAMS, Block, block, blocks, spans
from tests.support.server import REAL, ROOT, running
from tools.printed import MARKED

MADE = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
BLOCKS = [each for page in PAGES for each in blocks(page) if each.language in PROGRAMS]
IN_SENTENCES = sorted({(page, span) for page in PAGES for span in spans(page)})
SCRIPTS = [
    script
    for folder in ("web", "clients/typescript")
    for script in json.loads((ROOT / folder / "package.json").read_text())["scripts"]
]


def test_the_pages_are_read() -> None:
    assert {"README.md", "CONTRIBUTING.md", "docs/api.md", "clients/python/README.md", "web/README.md"} <= {*PAGES}
    assert len(BLOCKS) > 20
    assert MARKED


@pytest.mark.parametrize("each", BLOCKS, ids=lambda each: f"{each.page}: {each.text.splitlines()[0]}")
def test_a_block_names_who_runs_it_as_printed(each: Block) -> None:
    """By `<!-- run: FILE -->` on the line before; the file takes the block from the page, or is CI's own."""
    assert each.runner, "no marker"
    assert each in MARKED or each.page in (ROOT / each.runner).read_text()


def missing(command: str) -> list[str]:
    """What a command names that does not exist: targets of make, scripts of npm, tools, tests and modules."""
    words = [word for word in command.split() if "=" not in word]
    if words[:1] == ["make"]:
        return [word for word in words[1:] if word not in MADE]
    if words[:2] == ["npm", "run"]:
        return [word for word in words[2:3] if word not in SCRIPTS]
    modules = re.findall(r"-m (tools[.\w]*|pung_chow_settlement)", command)
    files = [word for word in words if re.match(r"(tools|tests|\.ci)/[\w./-]+\w$", word)]
    return [
        *(each for each in modules if not [*ROOT.glob(f"**/{each.replace('.', '/')}*")]),
        *(each for each in files if not (ROOT / each).exists()),
    ]


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("make no-such-thing", ["no-such-thing"]),
        ("WHOLE=1 make test ARGS=tests/oracle", []),
        ("npm run no-such-script", ["no-such-script"]),
        ("python -m tools.no_such_tool", ["tools.no_such_tool"]),
        ("tools/no_such_tool", ["tools/no_such_tool"]),
        ("pytest tests/no_such_test.py", ["tests/no_such_test.py"]),
    ],
)
def test_a_command_of_nothing_is_noticed(command: str, wrong: list[str]) -> None:
    assert missing(command) == wrong


def test_every_command_in_a_sentence_names_what_exists() -> None:
    assert [(page, span, found) for page, span in IN_SENTENCES if (found := missing(span))] == []


def test_every_block_of_the_pages_names_its_language() -> None:
    fences = {page: (ROOT / page).read_text().count("```") for page in PAGES}
    assert {page: 2 * len(blocks(page)) for page in PAGES} == fences


def test_curl_gets_the_answer_that_the_page_prints(tmp_path: Path) -> None:
    with running(tmp_path, REAL) as server:
        text = block("docs/api.md", "curl ").replace("http://127.0.0.1:8000", f"http://127.0.0.1:{server.port}")
        answer = subprocess.run(["bash", "-c", text], check=True, capture_output=True).stdout
    assert json.loads(block("docs/api.md", '{"ruleset": "harr-1923", "revision": 2, "seat"')) == json.loads(answer)
