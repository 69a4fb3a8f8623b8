"""Creates a rulebook: `python -m tools.new_rulebook ID` writes its file, or lists what is still missing."""

import sys
from pathlib import Path
from typing import Any, Final

from pung_chow_settlement.rulebooks import BUILT_IN, FOLDER
from pung_chow_settlement.schemas.rulebook_files import filled_in, rulebook
from pung_chow_settlement.schemas.yaml_files import read_yaml
from tests.support.rulebook_cases import SUFFIX, deals, rule_cases
from tools.enumerations import filled

ROOT: Final = Path(__file__).parents[1]
CONTRACT: Final = ROOT / "openapi.yaml"
SHARED: Final = ("seats", "winner", "losers", "east", "limit", "next_east", "drawn_deal", "rounds")
SKELETON: Final = """# yaml-language-server: $schema=rulebook.schema.json
id: {id}
title: The title of the rulebook
about: What it is or who plays it, in a line
revision: 1
source: {{{id}: all}}
books:
  {id}: {{title: The title of the book, edition: Its edition or date, where: Where it can be read}}
  harr-1922: {{from: harr-1922}}
options:
  limit: {{from: harr-1922, source: {{{id}: 1}}}}
rules:
  mah-jong: {{from: common, source: {{{id}: 1}}}}
  exposed-pung-of-simples: {{from: common, source: {{{id}: 1}}}}
legality:
  shapes: [four-sets]
  dead_hand: {{from: harr-1922, source: {{{id}: 1}}}}
settlement:
  rounds: true
  rules:
{rows}
"""


CASES: Final = """cases:
- rule: mah-jong
  why: for going Mah-Jong; a hand that did not win has nothing of it
  hit:
    seat: north
    round_wind: west
    hand: {concealed: 677889m222p22z, exposed: [567m]}
    win: {source: discard, tile: 2p}
    expect: {points: 20, times: 1}
  miss: {seat: north, round_wind: west, hand: {concealed: 677889m22p22z, exposed: [567m]}}
deals: []
"""


def main(name: str) -> None:
    """Write the file and its line of the index if there is none, and print what is missing."""
    file, index = FOLDER / f"{name}.yaml", FOLDER / "index.yaml"
    if not file.exists():
        rows = "\n".join(
            f"    {row}: {{from: {'harr-1922-limit' if row == 'rounds' else 'harr-1922'}}}" for row in SHARED
        )
        file.write_text(SKELETON.format(id=name, rows=rows))
        (FOLDER / f"{name}{SUFFIX}").write_text(CASES)
        index.write_text(f"{index.read_text()}- {name}\n")
        print(f"wrote {file.relative_to(ROOT)}, its cases and its line of {index.relative_to(ROOT)}")
    for line in missing(read_yaml(file.read_bytes())):
        print(f"missing: {line}")


def missing(data: dict[str, Any]) -> list[str]:
    """What a rulebook still needs outside its file. Raises RulebookError if the file is wrong."""
    built = rulebook(filled_in(data, BUILT_IN.files))
    tested = {case.rule for case in rule_cases() if case.ruleset == built.id}
    settled = {deal["request"]["ruleset"] for deal in deals()}
    return [
        *(
            ["the contract's lists of ids: make generate"]
            if filled(CONTRACT.read_text()) != CONTRACT.read_text()
            else []
        ),
        *[f"a hit and a near miss of {rule.id}" for rule in built.rules if rule.id not in tested],
        *[f"`expect` of the case {case.name}" for case in rule_cases() if case.ruleset == built.id and not case.expect],
        *([] if built.id in settled else [f"a deal in {built.id}{SUFFIX}"]),
        *([] if f"`{built.id}`" in (ROOT / "docs/rulebooks.md").read_text() else ["docs/rulebooks.md: make generate"]),
        *([] if built.id in (ROOT / "CHANGELOG.md").read_text() else ["a line of CHANGELOG.md"]),
    ]


if __name__ == "__main__":
    main(sys.argv[1])
