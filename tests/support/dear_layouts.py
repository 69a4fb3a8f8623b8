"""Layouts written by hand to be dear: each once took long, failed, or comes near a bound."""

from itertools import combinations, permutations
from typing import Final

_MOST: Final = 300
_PAIRS_OF_NUMBERS: Final = "/".join(f"{one}{other}" for one, other in combinations(range(1, 10), 2))
_SUITS: Final = "characters/circles/bamboo"


def _within_bounds(head: str, parts: list[str]) -> str:
    """The head and as many of the parts as fit."""
    while len(", ".join([head, *parts])) > _MOST:
        parts.pop()
    return ", ".join([head, *parts])


def _brackets_sought(option: str, before: int, after: int) -> str:
    """Many ways to put brackets around an `or`, none of which makes a hand."""
    ends = [", ".join(["1-9 tile"] * number) for number in (before, after)]
    room = _MOST - sum(map(len, ends)) - len(", , or 999 a")
    options = " or ".join([option] * (room // len(f"{option} or ")))
    return f"{ends[0]}, {options} or 999 a, {ends[1]}"


_RUNS: Final = ", ".join([f"run of 1 n{more}" for more in ("", "/east", "/west", "/wind", "/north")] + ["7 tiles of n"])
_COUNTS: Final = [
    f"(0-9 {one},0-9 {two},0-9 {three})"
    for one, two, three in permutations(["wind", "east", "west", "north", "south", "honour"], 3)
]
DEAR: Final = (
    # not fillable, by trying
    f"{_RUNS}, 1m",
    f"{_RUNS}, 1/2/3/4/5/6/7 circles/bamboo",
    "different tile of 1-3, 4 different tiles of 1-3, 3 different tiles of 1-3/east, 3 different tiles of 1-3/west, "
    "3 different tiles of 1-3/north",
    # dear in one seat only, or in each
    ", ".join(f"own wind/{number}, round wind/{number}" for number in range(1, 8)),
    ", ".join(f"own wind/{number} a, round wind/{number} a" for number in range(1, 8)),
    "0-4 pairs of a, 0-4 pairs of b, 0-4 pairs of c, 0-4 pairs of own wind/round wind/dragon",
    "0-4 sets of a, 0-4 sets of b, 0-4 sets of c, 0-1 sets of own wind, pair",
    # many plans, each with many numbers of tiles by suit
    "tile of n a, tile of m a, 12 tiles of own wind/a/b/c, n in 1-5",
    "tile of n a/own wind, tile of m a/own wind, 12 tiles of a/honour, n in 1-3",
    "tile of n a/own wind, 13 tiles of any",
    "0-9 tiles of 1-8, 0-9 tiles of 2-9, 0-9 tiles of honour/1",
    "7 pairs of n/m/own wind",
    f"{_PAIRS_OF_NUMBERS} of {_SUITS}, 12 tiles of any/own wind",
    f"{_PAIRS_OF_NUMBERS} of {_SUITS}, own wind, 11 tiles",
    f"{_PAIRS_OF_NUMBERS} of {_SUITS}, own wind, 3 mixed triples, 2 tiles",
    # suggestions that are long to seek
    _within_bounds("east or (1f,2f)", _COUNTS),
    *[
        _brackets_sought(option, *ends)
        for option in ("22 a", "3-4 a", "3 p/k of a")
        for ends in ((7, 6), (4, 9), (9, 4))
    ],
    ", ".join(["pxng txle cxow sxit pxir rxn hxnour wxnd dxagon"] * 6)[:_MOST],
    "(" * _MOST,
    ", ".join(["1 a"] * 60),
)
