"""Write long lines of the case files with one member a line: `python -m tools.case_lines` (`--check` only compares).

Only spaces and line breaks change, and only within collections in brackets, so what a file says stays the same.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FILES: Final = ("tests/cases/*.yaml", "service/pung_chow_settlement/rulebooks/*.cases.yaml")
LONG: Final = 160
FITS: Final = 120
"""A line longer than LONG is broken until its parts fit in this."""
KEY: Final = r"""(?:'[^']+'|[^\s,\[\]{}'"]+): """
IN_BRACKETS: Final = re.compile(rf"(?P<before> *(?:- )*(?:{KEY})?(?:&\w+ )?)(?P<value>[\[{{].*)")
QUOTES: Final = "'\""


def spans(text: str) -> Iterator[tuple[int, str]]:
    """Each bracket and comma outside quotes, with its place. A quote opens only where a value begins."""
    quote, fresh = "", True
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in QUOTES and fresh:
            quote = char
        elif char in "[]{},":
            yield place, char
        fresh = char in "[{," or (char == " " and (fresh or text[place - 1] == ":"))


def closes(text: str) -> int | None:
    """The place of the bracket that closes the first one; None where none does."""
    depth = 0
    for place, char in spans(text):
        depth += (char in "[{") - (char in "]}")
        if depth == 0:
            return place
    return None


def items(inner: str) -> list[str]:
    """The items of a collection, from what stands between its brackets."""
    found, depth, start = [], 0, 0
    for place, char in spans(inner):
        depth += (char in "[{") - (char in "]}")
        if char == "," and depth == 0:
            found.append(inner[start:place].strip())
            start = place + 1
    return [*found, inner[start:].strip()]


def broken(before: str, value: str, after: str, indent: int) -> list[str]:
    """A collection with what stands before and after it, as lines that fit where its items do."""
    if len(before + value + after) <= FITS:
        return [before + value + after]
    lines = [before + value[0]]
    inner = items(value[1:-1])
    for each in inner:
        end = after if each is inner[-1] else ""
        closing = value[-1] + end if each is inner[-1] else ","
        member = IN_BRACKETS.fullmatch(" " * indent + each)
        if member and closes(member["value"]) == len(member["value"]) - 1:
            lines += broken(member["before"], member["value"], closing, indent + 2)
        else:
            lines.append(" " * indent + each + closing)
    return lines


def lines_of(line: str) -> list[str]:
    """A line of a file, broken if it is long and what follows its key is one collection and what closes others."""
    found = IN_BRACKETS.fullmatch(line) if len(line) > LONG else None
    end = closes(found["value"]) if found else None
    if not found or end is None or found["value"][end + 1 :].strip("]},"):
        return [line]
    key = len(re.match(r" *(?:- )*", line)[0])  # type: ignore[index] # it matches the empty text
    return broken(found["before"], found["value"][: end + 1], found["value"][end + 1 :], key + 2)


def written(text: str) -> str:
    """The text of a case file as it is to be written."""
    return "".join(f"{part}\n" for line in text.splitlines() for part in lines_of(line))


def main() -> int:
    """Write the files, or with `--check` name those that would change."""
    parser = argparse.ArgumentParser(prog="python -m tools.case_lines", description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    files = [file for pattern in FILES for file in sorted(ROOT.glob(pattern))]
    changed = {file: new for file in files if (new := written(old := file.read_text())) != old}
    for file, new in changed.items():
        if check:
            print(f"{file.relative_to(ROOT)}: long lines: run python -m tools.case_lines", file=sys.stderr)
        else:
            file.write_text(new)
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
