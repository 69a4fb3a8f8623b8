"""What the pages for people print: blocks of programs and data, and the commands in their sentences.

A program's block is preceded by `<!-- run: FILE -->`, which names the test or the step of CI that runs it as printed.
"""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = tuple(
    str(page.relative_to(ROOT))
    for pattern in (
        "*.md",
        "docs/*.md",
        "conformance/README.md",
        "clients/README.md",
        "clients/*/README.md",
        "web/README.md",
        ".github/*.md",
    )
    for page in sorted(ROOT.glob(pattern))
    if page.name != "CHANGELOG.md"
)
"""The pages; the changelog tells what was."""
PROGRAMS: Final = ("sh", "python", "js")
_BLOCK: Final = re.compile(
    r"^(?: *<!-- run: (?P<runner>\S+) -->\n)? *```(?P<language>\w+)\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL
)
_SPAN: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_COMMENT: Final = re.compile(r"\s+#.*$")


class Block(NamedTuple):
    """A block; a program's has the file that runs it, if the page names one."""

    page: str
    language: str
    text: str
    runner: str | None


def blocks(page: str) -> list[Block]:
    """The page's blocks, without the margin of a list."""
    found = _BLOCK.finditer((ROOT / page).read_text())
    return [Block(page, each["language"], textwrap.dedent(each["text"]), each["runner"]) for each in found]


def block(page: str, beginning: str) -> str:
    """The page's one block that begins so."""
    (found,) = (each.text for each in blocks(page) if each.text.startswith(beginning))
    return found


def spans(page: str) -> list[str]:
    """What the page's sentences have between backticks."""
    return [" ".join(text.split()) for text in _SPAN.findall(_BLOCK.sub("", (ROOT / page).read_text()))]


def command(page: str, beginning: str) -> str:
    """The page's command that is so, else its one that begins so: a line of a block, or in a sentence."""
    begin = {each for each in (*_lines(page), *spans(page)) if each.startswith(beginning)}
    (found,) = begin & {beginning} or begin
    return found


def _lines(page: str) -> Iterator[str]:
    for each in blocks(page):
        if each.language == "sh":
            yield from (_COMMENT.sub("", line) for line in each.text.replace("\\\n", "").splitlines())
