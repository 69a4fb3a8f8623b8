"""A goulash: a deal with wild tiles, which replace others in pungs, kongs, pairs and special hands."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pung_chow_settlement.domain.faults import Facts, Fault, Path
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.sets import Kind, Set
from pung_chow_settlement.domain.tiles import NAMES

WILD_TILES: Final = 4
"""Wild tiles of a deal."""
_MOST: Final = {Kind.KONG: 2, Kind.PUNG: 1, Kind.CHOW: 0}
"""The most wild tiles of a set on the table: at least two of its tiles are real."""
_CODE: Final = "wrong-wild-tile"


def too_many_wild_tiles(by_path: list[tuple[Path, Hand]]) -> Iterator[Fault]:
    """A fault for each hand with wild tiles, if the hands have more than a deal."""
    given = sum([len(hand.wild) for _, hand in by_path])
    if given > WILD_TILES:
        for path, _ in by_path:
            yield Fault(_CODE, path, facts={"given": given, "most": WILD_TILES}, sentence="deal")


def faults_of_wild(place: Path, hand: Hand) -> Iterator[Fault]:
    """Faults of a hand in a goulash: a chow on the table, a wild tile that is not in the hand, too many of a tile."""
    for index, each in enumerate(hand.exposed):
        if each.kind is Kind.CHOW:
            yield Fault(_CODE, (*place, "exposed", index), facts={"tiles": each.text}, sentence="chow")
    for tile, wild in sorted(Counter(hand.wild).items()):
        sets, concealed = [each for each in hand.declared if tile in each.tiles], hand.concealed.count(tile)
        most = sum([_MOST[each.kind] for each in sets]) + _most_concealed(concealed)
        facts: Facts = {"tile": NAMES[tile], "given": wild, "most": most}
        if sets and not concealed and all(each.kind is Kind.CHOW for each in sets):
            continue  # these chows are faults themselves
        if not sets and not concealed:
            yield Fault(_CODE, (*place, "wild"), facts=facts, sentence="not-in-hand")
        elif wild > most:
            yield Fault(_CODE, (*place, "wild"), facts=facts, sentence=_where(sets, concealed))


def _most_concealed(alike: int) -> int:
    """The most wild tiles among equal concealed tiles: one in three (a single tile, a pair, a pung), two in six."""
    return (alike + 2) // 3


def _where(sets: list[Set], concealed: int) -> str:
    return str(sets[0].kind) if len(sets) == 1 and not concealed else "concealed"
