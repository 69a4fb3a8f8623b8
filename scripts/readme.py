"""Write the generated tables of README.md and docs/operating.md: `make readme`. With `--check` only compare."""

import re
import sys
from pathlib import Path

from service.domain.rulebook.model import Option, Rulebook
from service.ops import settings
from service.rulebooks import ALL

ROOT = Path(__file__).parents[1]
TABLES = {"README.md": "rulebooks", "docs/operating.md": "settings"}
"""The generated table of each page."""


def rulebooks() -> str:
    """Every rulebook with its options."""
    rows = [f"| `{book.id}` | {book.title} | {_options(book)} |" for book in ALL]
    return "\n".join(["| id | rulebook | options |", "| --- | --- | --- |", *rows])


def _options(book: Rulebook) -> str:
    return "; ".join(f"`{option.name}` ({_default(option)})" for option in book.options)


def _default(option: Option) -> str:
    if option.is_boolean:
        return "true" if option.default else "false"
    result = "null" if option.default is None else str(option.default)
    if option.default_by is not None:
        other, values = option.default_by
        result += "".join(
            f", {default} with {other} {value}" for value, default in values.items() if default != option.default
        )
    return result


def rendered(page: str, text: str) -> str:
    """The text of a page with its table regenerated. Raises SystemExit if its markers are missing."""
    name = TABLES[page]
    table = rulebooks() if name == "rulebooks" else settings.table()
    start = re.search(rf"<!-- {name}: [^>]*-->\n", text)
    if start is None:
        sys.exit(f"{page}: no marker for the table {name}")
    end = text.index(f"<!-- /{name} -->", start.end())
    return f"{text[: start.end()]}{table}\n{text[end:]}"


def main(*, check: bool) -> None:
    """Write every page that differs, or name it and exit with 1."""
    for page in TABLES:
        before = (ROOT / page).read_text()
        after = rendered(page, before)
        if before != after and check:
            sys.exit(f"{page}: its table does not match the data; run `make readme`")
        if before != after:
            (ROOT / page).write_text(after)


if __name__ == "__main__":
    main(check="--check" in sys.argv)
