"""Write the list of rulebooks that the page is built with: `make generate`. With `--check` only compare.

It is what `GET /v1/rulesets` responds with in each language of the page, without what the page doesn't read. A new
table can thus be set up as soon as the page is here; the page asks for the list as well.
"""

import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from pung_chow_settlement import create_app
from tests.support.server import ROOT

Json = dict[str, Any]
SOURCES: Final = ROOT / "web/src"
_OPTION: Final = frozenset(("source", "interpretation", "assumed", "usual"))
_BOOK: Final = frozenset(("title", "where"))
_RULEBOOK: Final = frozenset(("revision",))


def _without(members: Collection[str], value: Json) -> Json:
    return {name: each for name, each in value.items() if name not in members}


def _shortened(rulebook: Json) -> Json:
    """A rulebook without what the page doesn't read (`web/src/api/rule-adapter.ts`)."""
    return {
        **_without(_RULEBOOK, rulebook),
        "source": {"book": rulebook["source"]["book"]},
        "books": [_without(_BOOK, book) for book in rulebook["books"] if book["id"] == rulebook["source"]["book"]],
        "options": [_without(_OPTION, option) for option in rulebook["options"]],
    }


def files(sources: Path = SOURCES) -> Iterator[tuple[Path, str]]:
    """The file of each language of the page, with its text."""
    client = create_app().test_client()
    for language in ("en", *sorted(file.stem for file in (sources / "i18n").glob("*.json"))):
        response = client.get("/v1/rulesets", headers={"Accept-Language": language}).get_json()
        shortened = {"rulesets": [_shortened(each) for each in response["rulesets"]]}
        yield sources / f"api/rulebooks/{language}.json", json.dumps(shortened, ensure_ascii=False, indent=2) + "\n"


def main(*, check: bool) -> None:
    """Write the files that differ, or exit with 1."""
    for file, text in files():
        if file.exists() and file.read_text() == text:
            continue
        if check:
            sys.exit(f"{file.relative_to(ROOT)} is not what the service responds with; run `make generate`")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)


if __name__ == "__main__":
    main(check="--check" in sys.argv)
