"""A second interpreter of layouts, by brute force, which shares no code with the matcher.

It parses the text itself and takes the tiles of each group from a hand, to check it, or from all tiles, to generate a
hand.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from tests.support.oracle.tiles import DRAGONS, HONOURS, KINDS, WINDS

SUIT_OF = {"characters": "m", "circles": "p", "bamboo": "s"}
NAMED = {
    "any": KINDS,
    "honour": HONOURS,
    "wind": WINDS,
    "dragon": DRAGONS,
    **{name: [f"{number}z"] for number, name in enumerate(("east", "south", "west", "north"), 1)},
    **{f"{name} dragon": [f"{number}z"] for number, name in enumerate(("white", "green", "red"), 5)},
}
DRAGON_OF = {"m": "7z", "p": "5z", "s": "6z"}
DIGITS = {"odd": "13579", "even": "2468", "green": "23468", "red": "1579", "blue": "234589"}
GROUP_KINDS = ("mixed pair", "mixed triple", "mixed chow", "tile", "pair", "pung", "kong", "p/k", "chow", "set")
DECLARED = {"pung": {3}, "kong": {4}, "p/k": {3, 4}, "set": {3, 4}, "chow": {3}}
BONUS = [f"{number}{suit}" for suit in "fy" for number in range(1, 5)]
Env = dict[str, Any]


class Group(NamedTuple):
    """The tiles of a group, taken from a hand."""

    what: str
    tiles: tuple[str, ...]


class Reader:
    """Takes the groups of a layout from tiles; with `rng` it tries the options in random order."""

    def __init__(self, seat: int, kongs: bool = False, rng: random.Random | None = None) -> None:
        self.own = seat
        self.kongs = kongs
        self.rng = rng

    def order(self, options: list[Any]) -> list[Any]:
        if self.rng is None:
            return options
        return self.rng.sample(options, len(options))

    def all_of(
        self, texts: list[str], hand: dict[str, int], declared: list[tuple[str, ...]], env: Env, groups: list[Group]
    ) -> Iterator[Env]:
        if not texts:
            yield env
            return
        for after in self.one(texts[0], hand, declared, env, groups):
            yield from self.all_of(texts[1:], hand, declared, after, groups)

    def one(
        self, text: str, hand: dict[str, int], declared: list[tuple[str, ...]], env: Env, groups: list[Group]
    ) -> Iterator[Env]:
        options = split(text, " or ")
        if len(options) > 1:
            for option in self.order(options):
                yield from self.one(option, hand, declared, env, groups)
            return
        inner, twice = re.fullmatch(r"(.*?)(?: with ([^()]*) twice)?", text).groups()  # type: ignore[union-attr]
        if twice is None:
            yield from self.plain(inner, hand, declared, env, groups)
            return
        before = len(groups)
        for after in self.plain(inner, hand, declared, env, groups):
            had = sorted({tile for each in groups[before:] for tile in each.tiles})
            for allowed, bound in [(had, after)] if twice == "one" else self.kinds(twice, after):
                for tile in self.order([tile for tile in had if tile in allowed]):
                    yield from self.take(Group("twice", (tile,)), hand, bound, groups)

    def plain(
        self, text: str, hand: dict[str, int], declared: list[tuple[str, ...]], env: Env, groups: list[Group]
    ) -> Iterator[Env]:
        if pictures := bonus_of(text):
            for tile in self.order(pictures):
                yield from self.take(Group("bonus", (tile,)), hand, env, groups)
        elif text.startswith("("):
            yield from self.all_of(split(text[1:-1], ","), hand, declared, env, groups)
        elif loose := re.fullmatch(r"([\d/-]+) of ([a-z /]+)", text):
            yield from self.loose(loose[1], loose[2], hand, env, groups)
        elif text.startswith("each "):
            for kinds, after in self.kinds(text[5:], env):
                yield from self.take(Group("loose", tuple(kinds)), hand, after, groups)
        else:
            yield from self.groups(text, hand, declared, env, groups)

    def take(self, group: Group, hand: dict[str, int], env: Env, groups: list[Group]) -> Iterator[Env]:
        if all(hand.get(tile, 0) >= group.tiles.count(tile) for tile in group.tiles):
            for tile in group.tiles:
                hand[tile] -= 1
            groups.append(group)
            yield env
            groups.pop()
            for tile in group.tiles:
                hand[tile] += 1

    def loose(self, numbers: str, suits: str, hand: dict[str, int], env: Env, groups: list[Group]) -> Iterator[Env]:
        if suits == "each suit":
            tiles = tuple(f"{number}{suit}" for suit in "mps" for number in digits(numbers, env))
            yield from self.take(Group("loose", tiles), hand, env, groups)
            return
        for listed in self.order(numbers.split("/")):
            for named in self.order(suits.split("/")):
                for suit, after in self.suits(named, env):
                    tiles = tuple(f"{number}{suit}" for number in digits(listed, env))
                    yield from self.take(Group("loose", tiles), hand, after, groups)

    # Suits, numbers and kinds

    def suits(self, name: str, env: Env) -> Iterator[tuple[str, Env]]:
        """Each suit that a name can mean, with the bindings of the letters."""
        if name in SUIT_OF:
            yield SUIT_OF[name], env
        elif name == "each suit":
            yield env["each"], env
        elif name in env:
            yield env[name], env
        elif name == "any suit":
            yield from ((suit, env) for suit in self.order(["m", "p", "s"]))
        else:
            used = {env[letter] for letter in "abc" if letter in env}
            for suit in self.order([suit for suit in env.get(f"{name} in", "mps") if suit not in used]):
                yield suit, env | {name: suit}

    def letters(self, text: str, env: Env) -> Iterator[Env]:
        """Every assignment of suits and numbers to the letters of a text."""
        free = [letter for letter in re.findall(r"\b[abcnm]\b", text) if letter not in env]
        if not free:
            yield env
        elif free[0] in "abc":
            for _, after in self.suits(free[0], env):
                yield from self.letters(text, after)
        else:
            used = {env[letter] for letter in "nm" if letter in env}
            allowed = env.get(f"{free[0]} in", "123456789")
            for number in self.order([number for number in allowed if number not in used]):
                yield from self.letters(text, env | {free[0]: number})

    def kinds(self, text: str, env: Env) -> Iterator[tuple[list[str], Env]]:
        """The kinds that a text names, for each assignment of its letters."""
        for after in self.letters(text, env):
            named = self.named(text, after)
            yield [kind for kind in KINDS if kind in named], after

    def named(self, text: str, env: Env) -> set[str]:
        found: set[str] = set()
        suits: list[str] | None = None  # of the numbers to the right
        for term in reversed(text.split("/")):
            if term in NAMED or term.split()[0] in ("own", "round", "dragon"):
                suits = None
                found |= set(self.honours(term, env))
                continue
            number, _, suit = term.replace(" of ", " ").partition(" ")
            if number in (*SUIT_OF, "a", "b", "c", "each") or term == "any suit":
                found |= {f"{each}{suit}" for suit in self.meant(term, env) for each in range(1, 10)}
                suits = None
                continue
            suits = self.meant(suit, env) if suit else suits or ["m", "p", "s"]
            found |= {f"{digit}{suit}" for suit in suits for digit in digits(number, env)}
        return found

    def honours(self, term: str, env: Env) -> list[str]:
        if term.startswith("dragon of"):
            return [DRAGON_OF[suit] for suit in self.meant(term[10:], env)]
        return [*NAMED[term]] if term in NAMED else [f"{self.own + 1}z"]

    def meant(self, suit: str, env: Env) -> list[str]:
        return ["m", "p", "s"] if suit == "any suit" else [next(self.suits(suit, env))[0]]

    # Groups

    def groups(
        self, text: str, hand: dict[str, int], declared: list[tuple[str, ...]], env: Env, groups: list[Group]
    ) -> Iterator[Env]:
        if "each suit" in text and "each" not in env:
            for after in self.in_each_suit(text, "mps", hand, declared, env, groups):
                yield {name: value for name, value in after.items() if name != "each"}
            return
        counted = re.fullmatch(r"(?:(\d+)(?:-(\d+))? )?(different )?(.*)", text)
        assert counted is not None
        least, most, different, rest = counted.groups()
        few, many = int(least or 1), int(most or least or 1)
        what, kinds = self.what(rest)
        named = re.sub(r"^each (?!suit)", "", kinds)
        for allowed, after in (found for bound in self.letters(what, env) for found in self.kinds(named, bound)):
            for times in self.order([*range(few, many + 1)]):
                if kinds.startswith("each ") and not kinds.startswith("each suit"):
                    texts = [f"{what} of {tile}" for tile in allowed for _ in range(times)]
                    yield from self.each(texts, hand, declared, after, groups)
                else:
                    options = self.order(self.options(what, allowed, after))
                    yield from self.times(times, what, options, bool(different), hand, declared, after, groups)

    def in_each_suit(
        self,
        text: str,
        suits: str,
        hand: dict[str, int],
        declared: list[tuple[str, ...]],
        env: Env,
        groups: list[Group],
    ) -> Iterator[Env]:
        if not suits:
            yield env
            return
        for after in self.groups(text, hand, declared, env | {"each": suits[0]}, groups):
            yield from self.in_each_suit(text, suits[1:], hand, declared, after, groups)

    def each(
        self, texts: list[str], hand: dict[str, int], declared: list[tuple[str, ...]], env: Env, groups: list[Group]
    ) -> Iterator[Env]:
        if not texts:
            yield env
            return
        what, tile = texts[0].split(" of ")
        for after in self.times(1, what, self.options(what, [tile], env), False, hand, declared, env, groups):
            yield from self.each(texts[1:], hand, declared, after, groups)

    def what(self, text: str) -> tuple[str, str]:
        if run := re.fullmatch(r"(runs? of \d(?: from \w)?)(?: of (.*))?", text):
            return run[1], run[2] or "any"
        for what in GROUP_KINDS:
            if group := re.fullmatch(rf"{what}s?(?: of (.*))?", text):
                return what, group[1] or "any"
        return "tile", text

    def options(self, what: str, kinds: list[str], env: Env) -> list[tuple[str, ...]]:
        allowed = frozenset(kinds)
        return among(re.sub(r" from ([nm])", lambda found: f" from {env[found[1]]}", what), allowed)

    def times(
        self,
        times: int,
        what: str,
        options: list[tuple[str, ...]],
        different: bool,
        hand: dict[str, int],
        declared: list[tuple[str, ...]],
        env: Env,
        groups: list[Group],
    ) -> Iterator[Env]:
        if not times:
            yield env
            return
        if not declared:  # only groups in the hand are possible
            options = [option for option in options if all(hand[tile] for tile in option)]
        for place, option in enumerate(options):
            rest = self.order(options[place + 1 :] if different else options[place:])
            for _ in self.lay(what, option, hand, declared, env, groups):
                yield from self.times(times - 1, what, rest, different, hand, declared, env, groups)

    def lay(
        self,
        what: str,
        option: tuple[str, ...],
        hand: dict[str, int],
        declared: list[tuple[str, ...]],
        env: Env,
        groups: list[Group],
    ) -> Iterator[Env]:
        """Take the group from the concealed tiles, or use a declared set for it."""
        if what != "kong":
            yield from self.take(Group(what, option), hand, env, groups)
        sizes = DECLARED["p/k" if what == "pung" and self.kongs else what] if what in DECLARED else set()
        for place, tiles in enumerate(declared):
            if len(tiles) in sizes and set(tiles) == set(option):
                rest = declared[:place] + declared[place + 1 :]
                before = [*declared]
                declared[:] = rest
                yield env
                declared[:] = before
                break


@lru_cache(maxsize=10_000)
def among(what: str, allowed: frozenset[str]) -> list[tuple[str, ...]]:
    return [option for option in every(what) if allowed.issuperset(option)]


def every(what: str) -> Iterator[tuple[str, ...]]:
    """Every group of this kind."""
    alike = {"tile": 1, "pair": 2, "pung": 3, "p/k": 3, "set": 3, "kong": 3}
    if what in alike:
        yield from ((kind,) * alike[what] for kind in KINDS)
    if what in ("chow", "set"):
        yield from runs(3, None)
    if what.startswith("run"):
        _, length, start = re.fullmatch(r"(runs? of) (\d)(?: from (\w))?", what).groups()  # type: ignore[union-attr]
        yield from runs(int(length), None if start is None else int(start))
    if what == "mixed pair":
        yield from ((f"{n}{one}", f"{n}{two}") for n in range(1, 10) for one, two in ("mp", "ms", "ps"))
    if what == "mixed triple":
        yield from ((f"{n}m", f"{n}p", f"{n}s") for n in range(1, 10))
    if what == "mixed chow":
        for suits in permutations("mps"):
            yield from ((f"{n}{suits[0]}", f"{n + 1}{suits[1]}", f"{n + 2}{suits[2]}") for n in range(1, 8))


def runs(length: int, start: int | None) -> Iterator[tuple[str, ...]]:
    for suit in "mps":
        for first in range(1, 11 - length):
            if start in (None, first):
                yield tuple(f"{number}{suit}" for number in range(first, first + length))


def digits(text: str, env: Env) -> str:
    if text in env:
        return str(env[text])
    if "-" in text:
        first, last = map(int, text.split("-"))
        return "".join(map(str, range(first, last + 1)))
    return DIGITS.get(text, text)


def split(text: str, mark: str) -> list[str]:
    """The text split at a mark, except inside brackets."""
    found, depth, start, place = [], 0, 0, 0
    while place < len(text):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if not depth and text.startswith(mark, place):
            found.append(text[start:place].strip())
            place = start = place + len(mark)
            continue
        place += 1
    return [*found, text[start:].strip()]


def parts_of(text: str) -> tuple[list[str], Env]:
    """The parts of a layout, and the limits of its letters."""
    parts, env = [], {}
    for part in split(text, ","):
        if within := re.fullmatch(r"([abcnm]) in (.*)", part):
            values = within[2].split("/")
            env[f"{within[1]} in"] = "".join(SUIT_OF.get(value) or digits(value, {}) for value in values)
        else:
            parts.append(part)
    return parts, env


def bonus_of(text: str) -> list[str]:
    """The flowers and seasons that a part means; none if it means other tiles."""
    terms = re.sub(r"^tile of ", "", text).split("/")
    suits = {"flower": "f", "season": "y"}
    if any(term not in suits and term not in BONUS for term in terms):
        return []
    return [tile for tile in BONUS if tile in terms or any(suits.get(term) == tile[1] for term in terms)]


def is_complete(text: str, concealed: list[str], declared: list[tuple[str, ...]], seat: int) -> bool:
    """True if the concealed tiles, its flower among them, and the declared sets together are the layout."""
    parts, env = parts_of(text)
    hand = {kind: concealed.count(kind) for kind in (*KINDS, *BONUS)}
    left = [*declared]
    found = Reader(seat).all_of(parts, hand, left, env, [])
    return any(not left and not any(hand.values()) for _ in found)


def random_groups(text: str, seat: int, rng: random.Random) -> list[Group]:
    """The groups of a random complete hand."""
    parts, env = parts_of(text)
    for _ in range(200):
        wall = dict.fromkeys(KINDS, 4) | dict.fromkeys(BONUS, 1)
        groups: list[Group] = []
        reader = Reader(seat, rng=rng)
        reader.lay = lay_any(reader)  # type: ignore[method-assign]
        for _ in reader.all_of(parts, wall, [], env, groups):
            if sum(min(3, len(group.tiles)) if group.what in DECLARED else len(group.tiles) for group in groups) == 14:
                return [*groups]
            break
    raise AssertionError(f"no hand was found for {text!r}")


def lay_any(reader: Reader) -> Callable[..., Iterator[Env]]:
    """A replacement of `Reader.lay` for generating: every group from the wall, a kong with four tiles."""

    def lay(
        what: str,
        option: tuple[str, ...],
        hand: dict[str, int],
        declared: list[tuple[str, ...]],
        env: Env,
        groups: list[Group],
    ) -> Iterator[Env]:
        tiles = option[:1] * 4 if what == "kong" else option
        yield from reader.take(Group(what, tiles), hand, env, groups)

    return lay


def hands_of(text: str, seat: int, most: int) -> set[tuple[int, ...]] | None:
    """Every hand of the layout, as counts by kind; None if there are more than `most` ways."""
    parts, env = parts_of(text)
    wall = dict.fromkeys(KINDS, 4)
    found: set[tuple[int, ...]] = set()
    for number, _ in enumerate(Reader(seat).all_of(parts, wall, [], env, [])):
        if number >= most:
            return None
        if sum(wall.values()) == 4 * len(KINDS) - 14:
            found.add(tuple(4 - wall[kind] for kind in KINDS))
    return found
