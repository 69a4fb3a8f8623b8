"""What the pages for people print: blocks of programs, and the commands in their sentences."""

import re
import shlex
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = tuple(
    str(page.relative_to(ROOT))
    for pattern in ("*.md", "docs/*.md", "clients/README.md", "clients/*/README.md", "web/README.md", ".github/*.md")
    for page in sorted(ROOT.glob(pattern))
    if page.name != "CHANGELOG.md"
)
"""The pages; the changelog tells what was."""
SHELL: Final = "sh"
PROGRAMS: Final = ("python", "js")
_BLOCK: Final = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_COMMENT: Final = re.compile(r"\s+#.*$")
_COMMAND: Final = re.compile(
    r"""([A-Z_]+=\S+\ )*
    ( (make|python3?|pip|pipx|npm|npx|pung-chow|pytest|cat|curl|docker|git|grep|touch|schemathesis)\ \S
    | (tools/|\.ci/)\w+$ )""",
    re.VERBOSE,
)


class Printed(NamedTuple):
    """A command, or a program in the language."""

    page: str
    language: str
    text: str


def blocks(page: str, *languages: str) -> list[str]:
    """The page's blocks in these languages, without the margin of a list."""
    found = _BLOCK.findall((ROOT / page).read_text())
    return [textwrap.dedent(text) for language, text in found if language in languages]


def block(page: str, beginning: str) -> str:
    """The page's one block that begins so."""
    (found,) = (text for text in blocks(page, SHELL, *PROGRAMS, "json", "toml") if text.startswith(beginning))
    return found


def command(page: str, beginning: str) -> str:
    """The page's command that is so, else its one that begins so."""
    begin = {each.text for each in printed() if each.page == page and each.text.startswith(beginning)}
    (found,) = begin & {beginning} or begin
    return found


def printed() -> Iterator[Printed]:
    """All programs and commands of the pages."""
    for page in PAGES:
        for language in PROGRAMS:
            yield from (Printed(page, language, text) for text in blocks(page, language))
        prose = _BLOCK.sub("", (ROOT / page).read_text())
        spans = (" ".join(text.split()) for text in _SPAN.findall(prose))
        found = [*_commands(page), *(text for text in spans if _COMMAND.match(text))]
        yield from (Printed(page, SHELL, text) for text in dict.fromkeys(found))


def _commands(page: str) -> Iterator[str]:
    """The commands of the page's blocks, most of which are a line."""
    for text in blocks(page, SHELL):
        begun = ""
        for line in text.splitlines():
            begun += line
            if _whole(begun):
                yield begun if "\n" in begun else _COMMENT.sub("", begun)
                begun = ""
            else:
                begun += "\n"
        assert not begun, f"{page} has half of a command: {begun}"


def _whole(text: str) -> bool:
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return not text.endswith("\\")
