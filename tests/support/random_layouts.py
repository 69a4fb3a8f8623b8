"""Random texts of layouts, by the grammar of the language: most can be read, few are a hand, some are hostile."""

from random import Random
from typing import Final

SUITS: Final = ("a", "b", "c", "characters", "circles", "bamboo", "any suit", "each suit")
WINDS: Final = ("wind", "east", "south", "north", "own wind", "round wind")
HONOURS: Final = (*WINDS, "honour", "dragon", "red dragon", "white dragon", "dragon of a", "dragon of each suit")
NUMBERS: Final = ("1", "9", "5", "2-8", "1-3", "1-4", "odd", "even", "n", "m", "green", "1/9", "2/3")
GROUPS: Final = ("tile", "pair", "pung", "kong", "p/k", "chow", "set", "mixed pair", "mixed triple", "mixed chow")
WITHIN: Final = ("a in circles/bamboo", "b in characters", "n in 2-8", "n in odd", "m in 1/9")
PICTURES: Final = ("flower", "season", "1f", "flower/season", "tile of season/2f", "3y/4y")
LOOSE: Final = ("1-9", "2-8", "111", "13579", "1", "2", "12", "1112345678999", "1-7", "1-8/2-9", "11/22/33")


def term(rng: Random) -> str:
    """Kinds of tiles."""
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(SUITS)
    if kind < 0.5:
        return rng.choice(HONOURS)
    if kind < 0.55:
        return "any"
    numbers = rng.choice(NUMBERS)
    if numbers == "green":
        return rng.choice(("green bamboo", "green dragon"))
    return f"{numbers} {rng.choice(SUITS)}" if rng.random() < 0.6 else numbers


def kinds(rng: Random) -> str:
    return "/".join([term(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))])


def group(rng: Random) -> str:
    """Some groups of one kind."""
    count = rng.choice(("", "", "1 ", "2 ", "3 ", "4 ", "7 ", "0-1 ", "1-3 ", "0-9 "))
    different = "different " if rng.random() < 0.2 else ""
    each = "each " if rng.random() < 0.2 else ""
    if rng.random() < 0.15:
        start = rng.choice(("", "", " from n", " from 3"))
        return f"{count}run of {rng.choice('1123459')}{start}{rng.choice(('', f' of {kinds(rng)}'))}"
    if rng.random() < 0.2:
        return f"{count}{different}{each}{kinds(rng)}"
    return f"{count}{different}{rng.choice(GROUPS)}{rng.choice(('', f' of {each}{kinds(rng)}'))}"


def part(rng: Random, deep: int) -> str:
    """A part, with `twice` or not."""
    twice = rng.choice(("", "", "", "", "", " with one twice", " with 2/5/8 twice"))
    kind = rng.random()
    if deep and kind < 0.15:
        return f"({', '.join([item(rng, deep - 1) for _ in range(rng.randint(1, 3))])}){twice}"
    if kind < 0.25:
        return f"{rng.choice(LOOSE)} of {'/'.join([rng.choice(SUITS) for _ in range(rng.choice((1, 1, 2)))])}{twice}"
    if kind < 0.3:
        return rng.choice(("19m", "1234z", "5z", "111m", "19p19s")) + twice
    if kind < 0.33:
        return rng.choice(PICTURES)
    return group(rng) + (twice if kind > 0.8 else "")


def item(rng: Random, deep: int = 3) -> str:
    """An item: a part, or one of several."""
    return " or ".join([part(rng, deep) for _ in range(rng.choice((1, 1, 1, 1, 2, 3)))])


def layout(rng: Random, most: int = 300) -> str:
    """A layout of at most so many characters."""
    items = [item(rng) for _ in range(rng.choice((1, 2, 3, 4, 5, 6, 8, 12)))]
    items += [rng.choice(WITHIN)] * (rng.random() < 0.1)
    while len(", ".join(items)) > most:
        items.pop()
    return ", ".join(items)


def impossible(rng: Random) -> str:
    """Many slots of few kinds: they cannot all be filled, which takes long to find out by trying."""
    tails = ("", "/east", "/west", "/wind", "/north", "/south", "/dragon", "/honour")
    slots = rng.sample(tails, rng.randint(3, 8))
    last = rng.choice(("1m", "1/2/3 circles/bamboo", "1/2/3/4/5/6/7 circles/bamboo"))
    parts = [*[f"run of 1 n{slot}" for slot in slots], f"{max(1, 13 - len(slots))} tiles of n", last]
    return ", ".join(rng.sample(parts, len(parts)))


def by_winds(rng: Random) -> str:
    """Slots that fall together where the own wind is that of the round."""
    numbers = rng.sample(range(1, 10), 7)
    return ", ".join([f"{wind} wind/{number}" for number in numbers for wind in ("own", "round")])


def hostile(rng: Random) -> str:
    """A layout of any kind."""
    return rng.choice((layout, layout, impossible, by_winds))(rng)


def by_own_wind(rng: Random) -> str:
    """A layout of fourteen tiles with the winds of the seat and the round, and others by name."""
    winds = ("own wind", "round wind", "own wind/round wind", "own wind/n a", "round wind/1 a", "wind", "east", "west")
    groups = {"tile": 1, "different tile": 1, "pair": 2, "pung": 3, "set": 3, "p/k": 3}
    left, items = 14, list[str]()
    while left:
        group = rng.choice([each for each, size in groups.items() if size <= left])
        times = rng.randint(1, min(4, left // groups[group]))
        left -= times * groups[group]
        items.append(f"{times} {group} of {rng.choice((*winds, 'a', 'any', 'honour', '2/3 a'))}")
    return ", ".join(items)
