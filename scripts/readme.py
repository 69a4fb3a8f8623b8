"""Writes the README's tables from the data that they tell: `make readme`. With `--check` it only compares."""

import re
import sys
from pathlib import Path

from service.domain.rulebook.model import Option, Rulebook
from service.domain.rulebooks import ALL
from service.ops import settings

README = Path(__file__).parents[1] / "README.md"


def rulebooks() -> str:
    """Every rulebook with its options."""
    rows = [f"| `{book.id}` | {book.title} | {_options(book)} |" for book in ALL]
    return "\n".join(["| id | rulebook | options |", "| --- | --- | --- |", *rows])


def _options(book: Rulebook) -> str:
    return "; ".join(f"`{option.name}` ({_default(option)})" for option in book.options)


def _default(option: Option) -> str:
    if option.is_boolean:
        return "true" if option.default else "false"
    told = "null" if option.default is None else str(option.default)
    if option.default_by is not None:
        other, values = option.default_by
        told += "".join(
            f", {default} with {other} {value}" for value, default in values.items() if default != option.default
        )
    return told


def rendered(text: str) -> str:
    """The README with its tables written anew."""
    for name, table in (("rulebooks", rulebooks()), ("settings", settings.table())):
        start = re.search(rf"<!-- {name}: [^>]*-->\n", text)
        if start is None:
            sys.exit(f"README.md: the table {name} has no place")
        end = text.index(f"<!-- /{name} -->", start.end())
        text = f"{text[: start.end()]}{table}\n{text[end:]}"
    return text


if __name__ == "__main__":
    before = README.read_text()
    after = rendered(before)
    if "--check" in sys.argv:
        sys.exit("README.md: its tables are not those of the data; run `make readme`" if before != after else 0)
    README.write_text(after)
