"""docs/glossary.md lists names of the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
THE_CODE = re.compile(r"^## The code\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)


def names(path: Path) -> Iterator[str]:
    """The module's own name, and every name that it binds or uses."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text())):
        for field in ("id", "name", "attr", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


def test_every_word_of_the_code_in_the_glossary_is_a_name_in_the_service() -> None:
    (chapter,) = THE_CODE.findall((ROOT / "docs/glossary.md").read_text())
    known = {name for path in (ROOT / "service" / "pung_chow_settlement").rglob("*.py") for name in names(path)}
    words = WORD.findall(chapter)
    assert len(words) > 20
    assert [word for word in words if word not in known] == []
