"""Reads all that the project prints as an editor would: `python -m tools.prose [FILE ...]`, by default every text.

textlint reads them by the patterns, terms and lengths in tools/prose/. The texts of the contract, the rulebooks and the
catalogues are written as Markdown first; faults are printed at their source. `--commits RANGE` reads
the subjects of commits instead.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import yaml

ROOT: Final = Path(__file__).parents[1]
LINTER: Final = ROOT / "tools" / "prose"
PACKAGE: Final = ROOT / "service" / "pung_chow_settlement"
PAGES: Final = (
    "*.md",
    ".github/*.md",
    "docs/*.md",
    "clients/*.md",
    "clients/*/README.md",
    "conformance/*.md",
    "web/*.md",
)
PROSE: Final = frozenset({"description", "summary", "title", "about", "text", "interpretation"})
"""The members of the contract and of rulebooks whose values are English."""
PATTERNS: Final = re.compile(r"[:;] (?=\([a-z]\) )")
"""What stands before each pattern of a dangerous discard, which a book gives by letters."""
MAX_SUBJECT: Final = 60
ABSTRACT: Final = re.compile(r"(Say|Let|Keep|Tell|Ask|Give|Hold|Take|Call|Name|Know)\b")


class Text(NamedTuple):
    """An English text, and the place where it can be changed."""

    place: str
    english: str


def texts(path: Path) -> Iterator[Text]:
    """The texts of a contract or a rulebook."""
    pending = [yaml.compose(path.read_text(), Loader=yaml.CSafeLoader)]
    while pending:
        node = pending.pop()
        if isinstance(node, yaml.SequenceNode):
            pending += node.value
        if isinstance(node, yaml.MappingNode):
            members = [(key.value, value) for key, value in node.value if key.value not in {"example", "examples"}]
            pending += [value for _, value in members]
            for name, value in members:
                if name in PROSE and isinstance(value, yaml.ScalarNode):
                    yield Text(f"{path.relative_to(ROOT)}:{value.start_mark.line + 1}", value.value)


def translated() -> Iterator[Text]:
    """The texts that catalogues translate: sentences by key, and the texts of records that are Python."""
    from tools.texts import template

    for message in template():
        for english in (message.id,) if isinstance(message.id, str) else message.id:
            shown = PATTERNS.sub("\n- ", english)  # the patterns of a rule are a list
            yield Text(f"{', '.join(message.auto_comments)} “{english[:40]}…”", shown)


def lint(*files: Path) -> list[dict[str, object]]:
    """What textlint finds in some Markdown files."""
    command = ("npx", "textlint", "--format", "json", *map(str, files))
    done = subprocess.run(command, cwd=LINTER, capture_output=True, text=True, check=False)
    if done.returncode > 1 or not done.stdout:
        raise SystemExit(done.stderr)
    found: list[dict[str, object]] = json.loads(done.stdout)
    return found


def read(some: Iterable[Text]) -> list[str]:
    """Faults of texts, each at its first place."""
    lines: list[str] = []
    places: list[str] = []
    first = {text.english: text for text in reversed([*some])}
    for text in reversed(first.values()):
        written = [*text.english.splitlines(), ""]
        lines += written
        places += [text.place] * len(written)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "texts.md")
        page.write_text("\n".join(lines))
        return [
            f"{places[message['line'] - 1]}: {' '.join(message['message'].split())}"
            for file in lint(page)
            for message in file["messages"]  # type: ignore[attr-defined]
        ]


def read_pages(pages: Iterable[Path]) -> list[str]:
    """Faults of pages."""
    return [
        f"{Path(str(file['filePath'])).relative_to(ROOT)}:{message['line']}: {' '.join(message['message'].split())}"
        for file in lint(*pages)
        for message in file["messages"]  # type: ignore[attr-defined]
    ]


def commits(span: str) -> list[str]:
    """Subjects that are long, or that begin with a word that names no effect."""
    done = subprocess.run(("git", "log", "--format=%h %s", span), cwd=ROOT, capture_output=True, text=True, check=True)
    subjects = [line.split(" ", 1) for line in done.stdout.splitlines()]
    return [
        f"{commit}: “{subject}”: at most {MAX_SUBJECT} characters, beginning with “Add”, “Fix”, “Remove” or the like"
        for commit, subject in subjects
        if len(subject) > MAX_SUBJECT or ABSTRACT.match(subject)
    ]


def main(arguments: list[str]) -> None:
    """Print what is found, and fail if there is any."""
    if arguments[:1] == ["--commits"]:
        faults = commits(arguments[1])
    else:
        named = [Path(argument).resolve() for argument in arguments] or [*_every_page(), *_every_source()]
        pages = [path for path in named if path.suffix == ".md"]
        faults = read_pages(pages) if pages else []
        sources = [text for path in named if path.suffix != ".md" for text in texts(path)]
        faults += read([*sources, *([] if arguments else translated())])
    print(*faults, f"{len(faults)} faults", sep="\n")
    sys.exit(bool(faults))


def _every_page() -> list[Path]:
    return sorted(path for pattern in PAGES for path in ROOT.glob(pattern))


def _every_source() -> list[Path]:
    return [ROOT / "openapi.yaml", *sorted((PACKAGE / "rulebooks").glob("*.yaml"))]


if __name__ == "__main__":
    main(sys.argv[1:])
