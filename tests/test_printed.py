"""Each block that the pages print is run as it is printed, and each command in a sentence names what exists."""

import json
import re
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.rulebooks import ALL
from tests.support.contract import CONTRACT, operation_of, operations
from tests.support.pages import PAGES, PROGRAMS, Block, block, blocks, spans
from tests.support.server import REAL, ROOT, running
from tools.printed import MARKED

MADE = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
BLOCKS = [each for page in PAGES for each in blocks(page) if each.language in PROGRAMS]
IN_SENTENCES = sorted({(page, span) for page in PAGES for span in spans(page)})
ANSWERED = [
    (each.page, each.text, following.text)
    for page in PAGES
    for each, following in pairwise(blocks(page))
    if each.text.startswith("curl ") and following.language == "json"
]
"""Each curl of the pages, and the response that the page prints after it, perhaps shortened."""
BEGINNINGS = [
    (each.text, following.text)
    for page in PAGES
    for each, following in pairwise(blocks(page))
    if each.runner == "tests/test_printed.py" and following.language in ("html", "xml", "yaml")
]
"""Each curl of a page or a picture, and the beginning that is printed of it."""
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
    taken = {page for page, _, _ in ANSWERED} if each.runner == "tests/test_printed.py" else set()
    assert each in MARKED or each.page in taken or each.page in (ROOT / each.runner).read_text()


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
        *(module for module in modules if not [*ROOT.glob(f"**/{module.replace('.', '/')}*")]),
        *(file for file in files if not (ROOT / file).exists()),
    ]


def test_every_command_in_a_sentence_names_what_exists() -> None:
    assert [(page, span, found) for page, span in IN_SENTENCES if (found := missing(span))] == []


IN_CODE = re.compile(r"(?:[A-Z]\w+\.)?(_?[a-z]\w+)\(\)|(_[a-z]\w+)")
"""A function as sentences name it, `name()` or `_name`."""


def test_every_function_in_a_sentence_is_one_of_the_code() -> None:
    folders = ("service", "tools", "tests", "web/src", "clients")
    files = (
        file for folder in folders for suffix in ("py", "ts", "js") for file in (ROOT / folder).rglob(f"*.{suffix}")
    )
    known = {*re.findall(r"\w+", "\n".join(file.read_text() for file in files if "node_modules" not in file.parts))}
    named = [(page, span, found[1] or found[2]) for page, span in IN_SENTENCES if (found := IN_CODE.fullmatch(span))]
    assert len(named) > 15
    assert [(page, span) for page, span, name in named if name not in known] == []


NAMES = {
    "L. L. Harr's *Pung Chow* of 1922 and of 1923, each with and without a limit": [
        "harr-1922",
        "harr-1922-limit",
        "harr-1923",
        "harr-1923-limit",
    ],
    "Babcock's Red Book": ["babcock-1923"],
    "a British pamphlet": ["pamphlet"],
    "the British Mah-Jong Association": ["bmja"],
    "the guide of a British club": ["outside-the-box"],
    "Millington": ["millington"],
    "the German league": ["dmjl"],
    "the Dutch tournaments": ["nts-2002"],
    "Thompson and Maloney": ["western"],
}
"""The rulebooks, as the README names them."""


def test_the_readme_names_every_rulebook_and_counts_them() -> None:
    text = " ".join((ROOT / "README.md").read_text().split())
    named = [name for names in NAMES.values() for name in names]
    assert sorted(named) == sorted(book.id for book in ALL)
    assert [name for name in NAMES if name not in text] == []
    assert text.index("Twelve rulebooks") < min(map(text.index, NAMES))
    assert (len(named), text.count("Six from the 1920s: "), text.count("Six played today: ")) == (12, 1, 1)


LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(page: Path) -> set[str]:
    """What links within a page may name: its headings, as hosts of repositories write them."""
    headings = re.findall(
        r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: str) -> list[str]:
    """Links of a page to files or headings that do not exist."""
    found = []
    for name, heading in LINK.findall((ROOT / page).read_text()):
        target = (ROOT / page).parent / name if name else ROOT / page
        if not target.exists() or (heading and heading not in anchors(target)):
            found.append(f"{name}#{heading}")
    return found


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_every_link_leads_to_a_file_and_a_heading(page: str) -> None:
    assert dead_links(page) == []


def test_every_page_in_docs_is_in_its_index() -> None:
    index = (ROOT / "docs/README.md").read_text()
    names = [page.removeprefix("docs/") for page in PAGES if page.startswith("docs/")]
    assert [name for name in names if f"({name})" not in index and name != "README.md"] == []


def test_the_page_has_every_key_that_the_guide_for_clubs_names() -> None:
    texts = [
        text for file in (ROOT / "web/src/i18n/en").glob("*.json") for text in json.loads(file.read_text()).values()
    ]
    shown = re.compile("|".join(re.sub(r"\\\{\d\\\}", ".+", re.escape(text)) for text in texts))
    keys = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", (ROOT / "docs/club.md").read_text())
    assert len(keys) > 20
    assert [key for key in keys if not shown.fullmatch(" ".join(key.split()))] == []


PATH = re.compile(r"(?:(GET|POST) )?(/(?:v1|problems|docs|healthz|readyz|openapi|rulebook)\b[^\s*]*)")
"""A path of the service, with the method if the page names one."""
NAMED = {"CODE": "not-found", "{id}": "bmja", "{code}": "not-found", "{ruleset}": "bmja", "{a}": "bmja", "{b}": "dmjl"}
"""What stands for the parts of a path that pages leave open."""


def unanswered(client: FlaskClient, span: str) -> bool:
    """True if a path that a page names, with its method, is none that the service has."""
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


LEFT_OUT = "…"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("server"), REAL) as served:
        yield f"http://127.0.0.1:{served.port}"


def output(curl: str, server: str) -> str:
    text = curl.replace("http://127.0.0.1:8000", server)
    return subprocess.run(["bash", "-c", text], check=True, capture_output=True, text=True).stdout


def answer(curl: str, server: str) -> Any:
    return json.loads(output(curl, server))


def shows(printed: Any, whole: Any) -> bool:
    """True if a page shows a response: whole, or with "…" exactly where members or items are left out."""
    if isinstance(printed, dict) and isinstance(whole, dict):
        named = {name: value for name, value in printed.items() if name != LEFT_OUT}
        is_complete = named.keys() == whole.keys()
        return is_complete is (named == printed) and all(
            name in whole and shows(value, whole[name]) for name, value in named.items()
        )
    if isinstance(printed, list) and isinstance(whole, list):
        if LEFT_OUT not in printed:
            return len(printed) == len(whole) and all(map(shows, printed, whole))
        return _shows_some(printed, whole)
    return bool(printed == whole)


def _shows_some(printed: list[Any], whole: list[Any]) -> bool:
    """True if the items between each "…" follow one another in the whole, and each "…" stands for something."""
    if not printed:
        return not whole
    first, *rest = printed
    if first == LEFT_OUT:
        return any(_shows_some(rest, whole[at:]) for at in range(1, len(whole) + 1))
    return bool(whole) and shows(first, whole[0]) and _shows_some(rest, whole[1:])


@pytest.mark.parametrize(
    ("printed", "is_shown"),
    [
        ({"net": {"east": 1, "south": -1}, "items": [{"rule": "a"}, {"rule": "b"}]}, True),
        ({"items": [{"rule": "a"}, {"rule": "b"}], "…": "…"}, True),
        ({"items": ["…", {"rule": "b"}], "…": "…"}, True),
        ({"items": [{"rule": "a"}, "…"], "…": "…"}, True),
        ({"items": [{"rule": "a"}, {"rule": "b"}]}, False),
        ({"items": [{"rule": "b"}], "…": "…"}, False),
        ({"items": [{"rule": "b"}, "…"], "…": "…"}, False),
        ({"items": [{"rule": "a"}, {"rule": "b"}, "…"], "…": "…"}, False),
        ({"net": {"east": 1, "south": -1, "…": "…"}, "…": "…"}, False),
        ({"net": {"east": 2, "…": "…"}, "…": "…"}, False),
        ({"net": {"west": 1, "…": "…"}, "…": "…"}, False),
    ],
)
def test_a_shortened_response_shows_where_something_is_left_out(printed: Any, is_shown: bool) -> None:
    whole = {"net": {"east": 1, "south": -1}, "items": [{"rule": "a"}, {"rule": "b"}]}
    assert shows(printed, whole) is is_shown


@pytest.mark.parametrize(("page", "curl", "printed"), ANSWERED)
def test_curl_gets_the_response_that_the_page_prints(server: str, page: str, curl: str, printed: str) -> None:
    assert shows(json.loads(printed), answer(curl, server)), page


@pytest.mark.parametrize(("curl", "printed"), BEGINNINGS)
def test_curl_gets_a_page_that_begins_as_printed(server: str, curl: str, printed: str) -> None:
    beginning, left_out = printed.splitlines()
    assert left_out == LEFT_OUT
    assert output(curl, server).startswith(beginning)


def test_the_reference_shows_every_operation() -> None:
    headings = re.findall(r"^`(GET|POST) ([^`?]+)\S*` \(", (ROOT / "docs/operations.md").read_text(), re.MULTILINE)
    assert sorted(headings) == sorted((method, path) for path, method, _ in operations())
    shown = [printed for page, _, printed in ANSWERED if page == "docs/operations.md"]
    assert len(shown) + len(BEGINNINGS) == len(headings)


def test_the_guides_print_requests_with_their_responses() -> None:
    guides = ("api", "errors", "evening", "house-rules", "operations", "payments", "tutorial")
    assert {f"docs/{guide}.md" for guide in guides} == {page for page, _, _ in ANSWERED if page.startswith("docs/")}


def test_the_tour_shows_the_response_to_the_deal_of_the_readme(server: str) -> None:
    whole = answer(block("README.md", "curl "), server)
    shown = [json.loads(each.text) for each in blocks("docs/response.md")]
    assert len(shown) > 5
    assert [each for each in shown if not shows(each, whole)] == []


def test_the_evening_has_the_totals_that_its_page_tells(server: str) -> None:
    curl = next(each.text for each in blocks("docs/evening.md") if each.text.startswith("curl "))
    first, _, body = curl.partition("-d '")
    sheet = json.loads(body.strip().removesuffix("'"))
    sheet["entries"] += [json.loads(each.text) for each in blocks("docs/evening.md") if each.text.startswith('{"type"')]
    result = answer(f"{first}-d @- <<'END'\n{json.dumps(sheet)}\nEND", server)
    shown = re.findall(
        r"totals are (?:now )?(-?\d+), (-?\d+), (-?\d+) and (-?\d+)",
        " ".join((ROOT / "docs/evening.md").read_text().split()),
    )
    assert [[int(total) for total in totals] for totals in shown] == [result["entries"][at]["totals"] for at in (1, 3)]
    assert [each["paying_player"] for each in result["transfers"]] == [1, 2, 3]


def test_the_log_has_the_line_that_the_page_prints(tmp_path: Path) -> None:
    """With the same members; of a refused deal, the same values but for its own."""
    printed = json.loads(next(each.text for each in blocks("docs/operating.md") if each.language == "json"))
    with running(tmp_path, REAL) as served:
        deal = {"ruleset": "bmja", "round_wind": "east", "winner": None, "hands": {"east": {"concealed": "1m"}}}
        send = ["curl", "-s", f"http://127.0.0.1:{served.port}/v1/settlements", "-H", "Content-Type: application/json"]
        subprocess.run([*send, "-d", json.dumps(deal)], check=True, capture_output=True)
        line = next(each for each in served.lines() if each.get("operation") == "settleDeal")
    assert line.keys() == printed.keys()
    own = {"pid", "id", "ms", "time"}
    assert {name: line[name] for name in line.keys() - own} == {name: printed[name] for name in printed.keys() - own}


def reachable(name: str, seen: set[str]) -> set[str]:
    """The members of a schema of the contract, and of all schemas that it refers to."""
    text = json.dumps(CONTRACT["components"]["schemas"][name])
    seen.add(name)
    named = {*re.findall(r"#/components/schemas/(\w+)", text)} - seen
    own = {*CONTRACT["components"]["schemas"][name].get("properties", {})}
    return own.union(*(reachable(each, seen) for each in sorted(named) if each not in seen))


def test_the_table_of_members_has_every_member_of_house_rules() -> None:
    rows = re.findall(r"^\| [^|]+ \| `([a-z_.]+)` \| ", (ROOT / "docs/members.md").read_text(), re.MULTILINE)
    listed = {name for row in rows for name in row.split(".")}
    members = reachable("HouseRules", set())
    assert members - listed == {"settlement", "legality"}, "these two are sections of the table"
    assert listed <= members
    assert len(rows) > 100


def one_more(what: str) -> tuple[str, Any]:
    """A path and a body with one more of it than the API guide allows."""
    most = int(
        re.findall(rf"^\| {what} \| ([\d,]+)", (ROOT / "docs/api.md").read_text(), re.MULTILINE)[0].replace(",", "")
    )
    sheet = {"ruleset": "bmja", "players": ["Ann", "Ben"], "entries": []}
    bodies: dict[str, tuple[str, Any]] = {
        "bytes of a body": ("scores", " " * (most - 1) + "{}"),
        "bytes of a batch or a scoresheet": ("scoresheets", " " * (most - 1) + "{}"),
        "levels of nesting": ("scores", "[" * (most + 1) + "]" * (most + 1)),
        "deals of a batch": ("settlements/batch", {"deals": [{}] * (most + 1)}),
        "entries of a scoresheet": ("scoresheets", {**sheet, "entries": [{"type": "deal"}] * (most + 1)}),
        "players of a scoresheet": ("scoresheets", {**sheet, "players": [f"Player {at}" for at in range(most + 1)]}),
    }
    return bodies[what]


LIMITS = re.findall(
    r"^\| ([\w ]+) \| [\d,]+[^|]* \| (\d+) `([\w-]+)` \|$", (ROOT / "docs/api.md").read_text(), re.MULTILINE
)


def test_one_more_than_a_limit_of_the_api_guide_is_refused_as_it_says(client_unchecked: FlaskClient) -> None:
    assert len(LIMITS) == 6
    for what, status, code in LIMITS:
        path, body = one_more(what)
        text = body if isinstance(body, str) else json.dumps(body)
        response = client_unchecked.post(f"/v1/{path}", data=text, content_type="application/json")
        problem = response.get_json()
        codes = {problem["code"], *(fault["code"] for fault in problem.get("errors", ()))}
        assert (response.status_code, code in codes) == (int(status), True), (what, problem["code"])


def test_the_generators_have_the_versions_that_we_run_each_night() -> None:
    """Of the two that are named with a major version; the rest of tools/generated_clients runs the commands."""
    printed = re.findall(r"([\w-]+)@(\d+)", block("clients/README.md", "npm install openapi-fetch"))
    pinned = json.loads((ROOT / "tools/clients/package.json").read_text())["devDependencies"]
    assert dict(printed) == {name: pinned[name].partition(".")[0] for name in ("openapi-typescript", "typescript")}


def test_the_table_of_retries_has_each_status_with_its_codes() -> None:
    rows = re.findall(r"^\| (\d[\d, ]*) \| `([\w-]+)`", (ROOT / "docs/errors.md").read_text(), re.MULTILINE)
    statuses = {code: [int(each) for each in listed.split(", ")] for listed, code in rows}
    assert [code for code, listed in statuses.items() if PROBLEMS[code].status not in listed] == []
    own = {problem.status for problem in PROBLEMS.values()}
    assert own <= {status for listed in statuses.values() for status in listed}
    assert {"malformed-json", "invalid-parameters"} <= {*statuses}, "both are 400, for the body and for the query"


def test_the_hands_and_entries_of_the_pages_are_accepted(client: FlaskClient) -> None:
    """A hand in a sentence, as West's of a drawn deal; entries without a sheet, as those of four players."""
    hands = [hand for page, span in IN_SENTENCES if page.startswith("docs/") and (hand := hand_in(span))]
    assert {"concealed": "", "dead": True} in hands
    assert {"counted": {"score": 120}} in hands
    counted = {"counted": {"score": 0}}
    for each in hands:
        hands_of_deal = {"east": counted, "south": counted, "west": each, "north": counted}
        deal = {"ruleset": "bmja", "round_wind": "east", "winner": None, "hands": hands_of_deal}
        response = client.post("/v1/settlements", json=deal)
        assert response.status_code == 200, (each, response.get_json())
    (entries,) = (
        each.text for each in blocks("docs/evening.md") if each.text.startswith('{"entries": [{"type": "house')
    )
    sheet = {"ruleset": "bmja", "players": ["Ann", "Ben", "Cem", "Dot"], **json.loads(entries)}
    assert client.post("/v1/scoresheets", json=sheet).status_code == 200


def hand_in(span: str) -> Any:
    """The hand that a span is; None if it is something else."""
    if not span.startswith(('{"concealed', '{"counted')):
        return None
    return json.loads(span)
