"""The layouts of the rulebooks, of the named hands and of layouts.yaml, parsed and compiled."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from pung_chow_settlement.domain.layouts.compile import compile_layout
from pung_chow_settlement.domain.layouts.grammar import parse, parse_completes
from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.layouts.parts import Completes, Exposed, FromWall, Layout
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.rulebooks import BUILT_IN

FILE = Path(__file__).with_name("layouts.yaml")
OWN, ROUND = Seat.SOUTH, Seat.WEST


class SpecialHand(NamedTuple):
    """A special hand as its file has it."""

    book: str
    row: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.book}/{self.row['id']}"

    @property
    def text(self) -> str:
        return str(self.row["tiles"])


def special_hands() -> list[SpecialHand]:
    """The special hands of the tests' file, then those of the service with other layouts."""
    books = yaml.safe_load(FILE.read_text())
    listed = [SpecialHand(book, row) for book, rows in books.items() for row in rows]
    known = {layout_of(each.row) for each in listed}
    return listed + [each for each in of_the_service() if layout_of(each.row) not in known]


def of_the_service() -> Iterator[SpecialHand]:
    """Every special hand of the rulebooks with a layout, and every named hand."""
    for book, file in BUILT_IN.files.items():
        for name, rule in file["rules"].items():
            if "layout" in rule:
                row = rule["layout"] if isinstance(rule["layout"], dict) else {"tiles": rule["layout"]}
                yield SpecialHand(f"{book} file", {"id": name, **row})
    for each in NAMED.values():
        yield SpecialHand("named", {"id": each.id, **each.sent._asdict()})


def layout_of(row: dict[str, Any]) -> Layout:
    parts, faults = parse(row["tiles"])
    assert not faults, faults
    return Layout(
        parts=parts,
        exposed=Exposed(row.get("exposed", "never")),
        kongs=row.get("kongs", False),
        from_wall=FromWall(row.get("from_wall", "nothing")),
        winning=_completes(row.get("winning", "")),
        claimed=_completes(row.get("claimed", "")),
    )


def _completes(text: str) -> Completes:
    result, faults = parse_completes(text) if text else (Completes(), [])
    assert not faults, faults
    return result


def matcher(row: dict[str, Any], own: Seat = OWN, round_wind: Seat = ROUND) -> Matcher:
    form, faults = compile_layout(layout_of(row), own, round_wind)
    assert form is not None, faults
    return Matcher(form)


@cache
def matchers() -> dict[str, Matcher]:
    return {hand.name: matcher(hand.row) for hand in special_hands()}


def of_book(book: str) -> Iterator[Matcher]:
    return (result for name, result in matchers().items() if name.startswith(f"{book}/"))
