"""Each block that the pages print is run as it is printed, and each command in a sentence names what exists."""

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.contract import operation_of
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


PATH = re.compile(r"(?:(GET|POST) )?(/(?:v1|problems|docs|healthz|readyz|openapi|rulebook)\b[^\s*]*)")
"""A path of the service, with the method if the page names one."""
NAMED = {"CODE": "not-found", "{id}": "bmja", "{ruleset}": "bmja"}
"""What stands for the parts of a path that pages leave open."""


def unanswered(client: FlaskClient, span: str) -> bool:
    """Whether a path that a page names, with its method, is none that the service has."""
    found = PATH.fullmatch(span)
    if found is None:
        return False
    path = found[2]
    for part, one in NAMED.items():
        path = path.replace(part, one)
    posted = operation_of(path.partition("?")[0], "POST") is not None
    if found[1] == "POST" or (found[1] is None and posted):
        return not posted
    return client.get(path, follow_redirects=True).status_code != 200


@pytest.mark.parametrize(
    ("span", "is_wrong"),
    [
        ("GET /v1/rulesets", False),
        ("GET /v1/rulesets/{id}", False),
        ("/v1/fines", False),
        ("POST /v1/settle", True),
        ("GET /v1/rulesets/comparison?a=bmja&b=dmjl", True),
        ("GET /v1/rulesets/compare?a=bmja&c=dmjl", True),
        ("/v1/sheets", True),
    ],
)
def test_a_path_of_nothing_is_noticed(client: FlaskClient, span: str, is_wrong: bool) -> None:
    assert unanswered(client, span) is is_wrong


def test_every_path_in_a_sentence_is_one_of_the_service(client_unchecked: FlaskClient) -> None:
    assert [(page, span) for page, span in IN_SENTENCES if unanswered(client_unchecked, span)] == []
    assert len([span for _, span in IN_SENTENCES if PATH.fullmatch(span)]) > 30


def test_a_command_of_a_tool_names_the_environment_that_has_it() -> None:
    """The tools import the service and its tests' libraries: the Python of the machine has neither."""
    page = "CONTRIBUTING.md"
    assert [span for span in spans(page) if re.match(r"python3? -m (tools|tests)", span)] == []


def test_every_block_of_the_pages_names_its_language() -> None:
    fences = {page: (ROOT / page).read_text().count("```") for page in PAGES}
    assert {page: 2 * len(blocks(page)) for page in PAGES} == fences


SHORTENED = [
    (each.text, following.text)
    for page in ("docs/api.md", "docs/errors.md", "docs/evening.md", "docs/payments.md")
    for each, following in pairwise(blocks(page))
    if each.text.startswith("curl ") and following.language == "json"
]
"""Each curl of these pages, and the answer that the page prints after it, perhaps shortened."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("server"), REAL) as served:
        yield f"http://127.0.0.1:{served.port}"


def answer(curl: str, server: str) -> Any:
    text = curl.replace("http://127.0.0.1:8000", server)
    return json.loads(subprocess.run(["bash", "-c", text], check=True, capture_output=True).stdout)


def holds(printed: Any, whole: Any) -> bool:
    """Whether what is printed is left when members and items of the whole are dropped."""
    if isinstance(printed, dict) and isinstance(whole, dict):
        return all(name in whole and holds(value, whole[name]) for name, value in printed.items())
    if isinstance(printed, list) and isinstance(whole, list):
        items = iter(whole)
        return all(any(holds(each, item) for item in items) for each in printed)
    return bool(printed == whole)


def test_a_shortened_answer_with_another_number_is_noticed() -> None:
    whole = {"net": {"east": 1, "south": -1}, "items": [{"rule": "a"}, {"rule": "b"}]}
    assert holds({"items": [{"rule": "b"}]}, whole)
    assert not holds({"net": {"east": 2}}, whole)
    assert not holds({"items": [{"rule": "b"}, {"rule": "a"}]}, whole)


@pytest.mark.parametrize(("curl", "printed"), SHORTENED)
def test_curl_gets_the_answer_that_the_page_prints(server: str, curl: str, printed: str) -> None:
    assert holds(json.loads(printed), answer(curl, server))


def test_the_tour_shows_the_response_to_the_deal_of_the_readme(server: str) -> None:
    whole = answer(block("README.md", "curl "), server)
    shown = [json.loads(each.text) for each in blocks("docs/response.md")]
    assert len(shown) > 5
    assert [each for each in shown if not holds(each, whole)] == []


def test_the_evening_has_the_totals_that_its_page_tells(server: str) -> None:
    curl = block("docs/evening.md", "curl ")
    first, _, body = curl.partition("-d '")
    sheet = json.loads(body.strip().removesuffix("'"))
    sheet["entries"] += [json.loads(each.text) for each in blocks("docs/evening.md") if each.text.startswith('{"type"')]
    result = answer(f"{first}-d @- <<'END'\n{json.dumps(sheet)}\nEND", server)
    told = re.findall(
        r"totals are (?:now )?(-?\d+), (-?\d+), (-?\d+) and (-?\d+)",
        " ".join((ROOT / "docs/evening.md").read_text().split()),
    )
    assert [[int(total) for total in totals] for totals in told] == [result["entries"][at]["totals"] for at in (1, 3)]
    assert [each["paying_player"] for each in result["transfers"]] == [1, 2, 3]
