"""Write rulebook.schema.json from the form of a rulebook: `make generate`. With `--check` only compare."""

import json
import sys

from pung_chow_settlement.rulebooks import FOLDER
from pung_chow_settlement.schemas.rulebook_files import json_schema

WIDTH = 110
"""The longest line that a value is put on."""
FILE = FOLDER / "rulebook.schema.json"


def written(value: object, margin: str) -> str:
    """JSON with each value on one line where it fits, else with each member on its own."""
    line = json.dumps(value)
    if len(margin) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    deeper, (opening, closing) = f"{margin}  ", "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {written(each, deeper)}" for name, each in value.items()]
    else:
        items = [written(each, deeper) for each in value]
    return f"{opening}\n{deeper}" + f",\n{deeper}".join(items) + f"\n{margin}{closing}"


def main(*, check: bool) -> None:
    """Write the file if it differs, or exit with 1."""
    text = written(json_schema(), "") + "\n"
    if FILE.read_text() == text:
        return
    if check:
        sys.exit(f"{FILE.name} does not match the form; run `make generate`")
    FILE.write_text(text)


if __name__ == "__main__":
    main(check="--check" in sys.argv)
