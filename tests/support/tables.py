"""Requests whose answers depend on one member of a rulebook each, for comparisons of whole tables."""

from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]
NOTHING: Final[Json] = {"counted": {"score": 0}}
_SEATS: Final = ("east", "south", "west", "north")
_PLAYERS: Final = ["A", "B", "C"]


def _deal(winner: str | None, hand: Json, win: Json | None = None) -> Json:
    hands = {seat: {"counted": {"score": score}} for seat, score in zip(_SEATS, (8, 12, 20, 30), strict=True)}
    if winner is not None:
        hands[winner] = hand
    deal = {"round_wind": "east", "winner": winner, "hands": hands}
    return deal if win is None else {**deal, "win": win}


def played() -> Iterator[tuple[str, Json]]:
    """Paths and bodies."""
    wall = {"source": "wall", "tile": "6p"}
    yield "/v1/settlements", _deal("south", {"concealed": "66p", "exposed": ["777p", "234p", "999p", "111z"]}, wall)
    yield "/v1/settlements", _deal("south", {"concealed": "66p345s", "exposed": ["777p", "234p", "999p"]}, wall)
    yield "/v1/settlements", _deal(None, NOTHING)
    yield "/v1/settlements", _deal("east", {"concealed": "11m123456789s555z"}, {"source": "original-hand"})
    loose = {"source": "loose-tile", "tile": "1s"}
    yield "/v1/settlements", _deal("west", {"concealed": "22m345p11s", "exposed": ["777m", "888m"]}, loose)
    robbed = {"source": "robbed-kong", "tile": "9s", "discarder": "east"}
    yield "/v1/settlements", _deal("west", {"concealed": "19m19p19s12345677z"}, robbed)
    for dead in ("147m258p36s", "147m258p3s", "147m"):
        yield (
            "/v1/scores",
            {"seat": "south", "round_wind": "east", "hand": {"concealed": dead, "exposed": ["999m"], "dead": True}},
        )
    for bonus in ("1234f", "3f", "4f3y"):
        yield (
            "/v1/scores",
            {"seat": "west", "round_wind": "east", "hand": {"concealed": "147m258p369s1347z", "bonus": bonus}},
        )
    lost = {"type": "deal", "winning_player": 1, "win": {"source": "wall"}, "hands": [NOTHING] * 3}
    turns = [{**lost, "winning_player": number % 3} for number in (1, 2, 0)]
    yield "/v1/scoresheets", {"players": _PLAYERS, "entries": [*turns * 3, {**lost, "winning_player": 0}]}
    drawn = {"type": "deal", "winning_player": None, "hands": [NOTHING] * 3}
    yield "/v1/scoresheets", {"players": _PLAYERS, "entries": [drawn, {**lost, "winning_player": 0}, drawn]}
    for exposed in (True, False):
        yield "/v1/false-mahjong", {"seat": "east", "hand_exposed": exposed}
        yield "/v1/false-mahjong", {"seat": "east", "other_callers": ["west"], "hand_exposed": exposed}
