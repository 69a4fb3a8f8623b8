"""Tiles, sets and every reading of a hand, by brute force, for the scorer of the modern rulebooks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tests.support.oracle.tiles import KINDS, MAJORS, parse

GREEN = ("2s", "3s", "4s", "6s", "8s", "6z")
GATES = Counter({"1": 3, "2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 3})
CACHED = 1 << 14
"""Size of the cache of readings, by concealed tiles: the completing tiles are computed again for each reading."""


def suits_of(some: list[str]) -> set[str]:
    """The suits of some tiles, without honours."""
    return {t[1] for t in some} - {"z"}


@dataclass(frozen=True)
class Meld:
    """A chow, pung, kong or pair; `exposed` if made with a claimed tile, `whole` for a claimed kong."""

    kind: str
    tiles: tuple[str, ...]
    exposed: bool
    whole: bool = False

    @property
    def first(self) -> str:
        """Its tile; of a chow, the lowest."""
        return self.tiles[0]

    @property
    def is_three(self) -> bool:
        """True if it is a pung or kong."""
        return self.kind in ("pung", "kong")


@dataclass(frozen=True)
class Form:
    """One reading of a complete hand: its shape, its sets, and which of them the winning tile completed."""

    shape: str
    melds: tuple[Meld, ...]
    won_in: int | None

    @property
    def pairs(self) -> list[Meld]:
        """Its pairs."""
        return [m for m in self.melds if m.kind == "pair"]

    @property
    def chows(self) -> list[Meld]:
        """Its chows."""
        return [m for m in self.melds if m.kind == "chow"]

    @property
    def threes(self) -> list[Meld]:
        """Its pungs and kongs."""
        return [m for m in self.melds if m.is_three]

    @property
    def kongs(self) -> list[Meld]:
        """Its kongs."""
        return [m for m in self.melds if m.kind == "kong"]


def meld_of(text: str, exposed: bool, whole: bool = False) -> Meld:
    """The set of a text such as `456m`."""
    its = parse(text)
    if len(set(its)) > 1:
        return Meld("chow", its, exposed)
    return Meld({2: "pair", 3: "pung", 4: "kong"}[len(its)], its, exposed, whole)


def _without(left: Counter[str], some: tuple[str, ...]) -> Counter[str] | None:
    rest = left.copy()
    for tile in some:
        if rest[tile] == 0:
            return None
        rest[tile] -= 1
    return +rest


def _candidates(tile: str) -> list[Meld]:
    found = [Meld("pung", (tile,) * 3, False)]
    if tile[1] != "z" and int(tile[0]) <= 7:
        found.append(Meld("chow", tuple(f"{int(tile[0]) + k}{tile[1]}" for k in range(3)), False))
    return found


def decompositions(left: Counter[str], pair_wanted: bool = True) -> Iterator[list[Meld]]:
    """Every decomposition of tiles into chows, pungs and, if wanted, one pair."""
    if not left:
        if not pair_wanted:
            yield []
        return
    lowest = min(left, key=KINDS.index)
    options = _candidates(lowest)
    if pair_wanted:
        options.append(Meld("pair", (lowest,) * 2, False))
    for meld in options:
        rest = _without(left, meld.tiles)
        if rest is not None:
            for others in decompositions(rest, pair_wanted and meld.kind != "pair"):
                yield [meld, *others]


def standard(concealed: list[str], declared: list[Meld]) -> list[list[Meld]]:
    """Every reading as four sets and a pair, declared sets first; none if the hand is not complete."""
    if len(concealed) + 3 * len(declared) != 14:
        return []
    return [[*declared, *found] for found in _divided(tuple(sorted(concealed)))]


@lru_cache(CACHED)
def _divided(concealed: tuple[str, ...]) -> list[list[Meld]]:
    return list(decompositions(Counter(concealed)))


def seven_pairs(concealed: list[str], declared: list[Meld]) -> list[Meld] | None:
    """The hand as seven pairs, four alike as two of them; None if it is none."""
    count = Counter(concealed)
    if declared or len(concealed) != 14 or any(n % 2 for n in count.values()):
        return None
    return [Meld("pair", (t, t), False) for t in sorted(count) for _ in range(count[t] // 2)]


def thirteen_heads(concealed: list[str], declared: list[Meld]) -> bool:
    """One of each one, nine, wind and dragon, and one of them twice."""
    return not declared and len(concealed) == 14 and set(concealed) == set(MAJORS)


def nine_gates_form(concealed: list[str], declared: list[Meld]) -> bool:
    """True if thirteen tiles are 1112345678999 of a suit."""
    return (
        not declared
        and len(suits_of(concealed)) == 1
        and all(t[1] != "z" for t in concealed)
        and Counter(t[0] for t in concealed) == GATES
    )


def placed(melds: list[Meld], declared: int, tile: str | None, claimed: bool, shape: str) -> list[Form]:
    """The reading once for each set that the winning tile may have completed; a claimed tile exposes that set."""
    if tile is None:
        return [Form(shape, tuple(melds), None)]
    forms = []
    for i in range(declared, len(melds)):
        if tile in melds[i].tiles:
            its = list(melds)
            its[i] = replace(melds[i], exposed=claimed)
            forms.append(Form(shape, tuple(its), i))
    return forms


def losing(concealed: list[str], declared: list[Meld]) -> Form:
    """The sets that a losing hand counts: declared ones, concealed pungs (of three or four tiles) and pairs."""
    melds = list(declared)
    for tile, n in sorted(Counter(concealed).items()):
        if n >= 3:
            melds.append(Meld("pung", (tile,) * 3, False))
        if n == 2:
            melds.append(Meld("pair", (tile,) * 2, False))
    return Form("losing", tuple(melds), None)
