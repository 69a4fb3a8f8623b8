"""Kajongg's way to write a hand, read into the members of a request.

    RB1B1B1B2B2B2B3B4 wnwnwn c4c4c4C4 fe yw me LB4B2B3B4

Two characters a tile, group and value (`b3`, `wn`, `dr`, `fe`): a small group letter is exposed, a capital concealed.
`R` are tiles that may be arranged, each other part is a set as it lies, four of a kind with the last one capital a
claimed kong, with the middle two capital a concealed one. `m` states the last tile's source and what was announced, `L`
the last tile and the set that it completed. Own wind, round and who won stand outside.
"""

from typing import Final

from support.oracle.brute import parse
from support.oracle.brute import written as write
from tests.vectors.adapters import Json

GROUPS: Final = {"c": "m", "s": "p", "b": "s"}
"""Characters, stones and bamboos."""
HONOURS: Final = {"we": "1z", "ws": "2z", "ww": "3z", "wn": "4z", "db": "5z", "dg": "6z", "dr": "7z"}
BONUS: Final = {"f": "f", "y": "y"}
BY_WIND: Final = {"e": "1", "s": "2", "w": "3", "n": "4"}
SOURCES: Final = {
    "w": "wall",
    "d": "discard",
    "e": "loose_tile",
    "z": "last_wall_tile",
    "Z": "last_discard",
    "k": "robbed_kong",
    "1": "as_dealt_or_first_discard",
    ".": "unknown",
}
ANNOUNCED: Final = {"a": "original_call", "t": "twofold_fortune"}
LISTS: Final = ("exposed", "claimed_kongs", "concealed_kongs", "concealed_sets")
FROM: Final[dict[str, Json]] = {
    "wall": {"source": "wall"},
    "discard": {"source": "discard"},
    "loose_tile": {"source": "loose-tile"},
    "robbed_kong": {"source": "robbed-kong"},
    "last_wall_tile": {"source": "wall", "last_tile": True},
    "last_discard": {"source": "discard", "last_discard": True},
}
"""A source in a request."""


def tile_of(written: str) -> str:
    """A tile in the README's notation: `b3` or `B3` is 3s."""
    lower = written.lower()
    if lower in HONOURS:
        return HONOURS[lower]
    if lower[0] in BONUS:
        return BY_WIND[lower[1]] + BONUS[lower[0]]
    return lower[1] + GROUPS[lower[0]]


def split(written: str) -> list[str]:
    """The tiles of a part."""
    return [written[first : first + 2] for first in range(0, len(written), 2)]


def read(written: str) -> tuple[Json, Json | None]:
    """The hand and win of a string, as far as it states them; the win is None if it states none."""
    hand: dict[str, list[str]] = {}
    win: Json = {}
    for part in written.split():
        if part[0] == "R":
            hand.setdefault("concealed", []).extend(map(tile_of, split(part[1:])))
        elif part[0] == "m":
            win |= _circumstances(part[1:])
        elif part[0] == "L":
            win |= _last(split(part[1:]))
        else:
            member, tiles = _laid(split(part))
            hand.setdefault(member, []).extend(tiles)
    result: Json = {name: tiles if name in LISTS else write(tiles) for name, tiles in hand.items()}
    return result, win or None


def _laid(tiles: list[str]) -> tuple[str, list[str]]:
    """The member of a hand to which a part belongs, and its value."""
    if tiles[0][0] in BONUS:
        return "bonus", [tile_of(tile) for tile in tiles]
    written = write(map(tile_of, tiles))
    capital = "".join("C" if tile[0].isupper() else "s" for tile in tiles)
    if capital in ("sssC", "sCCs"):
        return ("claimed_kongs" if capital == "sssC" else "concealed_kongs"), [written]
    if "C" in capital:
        return "concealed_sets", [written]
    alone = {1: "exposed_tiles", 2: "exposed_pair"}.get(len(tiles))
    return (alone, [tile_of(tile) for tile in tiles]) if alone else ("exposed", [written])


def _circumstances(letters: str) -> Json:
    announced = [ANNOUNCED[letter] for letter in letters[1:]]
    return {"source": SOURCES[letters[0]]} | ({"announced": announced} if announced else {})


def _last(tiles: list[str]) -> Json:
    result: Json = {"tile": tile_of(tiles[0]), "claimed": tiles[0][0].islower()}
    return result | ({"set": write(map(tile_of, tiles[1:]))} if tiles[1:] else {})


# As a request


def score_request(ruleset: str, case: Json) -> Json:
    """A case of kajongg_cases.json as a request for a score: a long hand that does not win is dead."""
    hand, win = read(case["hand_kajongg"])
    wins = case["expected"]["won"]
    completed = (win or {}).get("set") if wins and (win or {}).get("claimed") else None
    request: Json = {
        "ruleset": ruleset,
        "round_wind": case["round_wind"],
        "seat": case["own_wind"],
        "hand": _hand(hand, completed),
    }
    if wins:
        return request | {"win": _win(win or {}, case["own_wind"], request["hand"])}
    request["hand"] |= {"fourteen": {"dead": True}, "short": {"partial": True}}.get(case["size"], {})
    return request


def _hand(result: Json, completed: str | None) -> Json:
    """The hand for a request; the set that a claimed tile completed becomes concealed tiles again."""
    exposed = list(result.get("exposed", []))
    if completed in exposed:
        exposed.remove(completed)
    else:
        completed = None
    standing = [*result.get("concealed_sets", []), result.get("exposed_pair", ""), result.get("exposed_tiles", "")]
    concealed = "".join([result.get("concealed", ""), *standing, completed or ""])
    laid: Json = {name: result[name] for name in ("claimed_kongs", "concealed_kongs", "bonus") if name in result}
    return {"concealed": write(parse(concealed)), "exposed": exposed, **laid}


def _win(result: Json, seat: str, hand: Json) -> Json:
    """The win for a request; without a source the tile was drawn if it is concealed."""
    announced = result.get("announced", ())
    flags = {"original_call": "original_call" in announced, "kong_upon_kong": "twofold_fortune" in announced}
    win = {
        **_source(result, seat, twofold=flags["kong_upon_kong"]),
        **{name: True for name, true in flags.items() if true},
    }
    if win["source"] != "original-hand":
        win["tile"] = result.get("tile") or parse(hand["concealed"])[-1]
    return win


def _source(result: Json, seat: str, *, twofold: bool) -> Json:
    source = result.get("source", "unknown")
    if source in FROM:
        return FROM[source]
    if source == "as_dealt_or_first_discard":
        first = {"source": "discard", "discarder": "east", "first_discard": True}
        return {"source": "original-hand"} if seat == "east" else first
    if twofold:
        return FROM["loose_tile"]
    return FROM["discard" if result.get("claimed") else "wall"]
