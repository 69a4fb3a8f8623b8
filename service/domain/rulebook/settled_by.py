"""How a table settles by its house rules: the columns of `Settling` changed, and the rows that say so told anew."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from service.domain.rulebook.library import Library
from service.domain.rulebook.model import (
    Cite,
    LimitCuts,
    LoserLimit,
    Losers,
    RobbedKongAs,
    Rulebook,
    Ruling,
    Settling,
    SettlingRows,
    Sitting,
)

PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "losers": ("losers",),
    "east_pays": ("east", "pays"),
    "east_receives": ("east", "receives"),
    "discarder_share": ("discarder", "share"),
    "others_share": ("discarder", "others_share"),
    "discarder_for_all": ("discarder", "for_all"),
    "self_drawn": ("self_drawn",),
    "robbed_kong_as": ("robbed_kong_as",),
    "limit_cuts": ("limit_cuts",),
    "limit_without": ("limit_without",),
    "bonus_beside_limit": ("bonus_beside_limit",),
    "loser_limit": ("loser_limit",),
    "danger": ("dangerous_discard",),
    "rounds": ("rounds",),
}
"""Where house rules have each column of `Settling`, and whether there are rounds."""
_WINNER: Final = {
    False: "The winner collects his score from each other player as many times as the table agreed on",
    True: "The discarder pays the winner what all would have paid",
}
_EAST: Final = {
    (1, 1): "East pays and is paid like everybody",
    (1, 2): "Whatever East is paid is doubled, not what East pays",
    (2, 1): "Whatever East pays is doubled, not what East is paid",
    (2, 2): "Whatever East pays or is paid is doubled",
}
_EAST_OTHERWISE: Final = "East pays and is paid as many times as the table agreed on"
_LOSERS: Final = {
    Losers.DIFFERENCE: "The others settle with each other, pair by pair: the lower pays the higher the difference",
    Losers.NONE: "Those who did not win settle nothing with one another",
    Losers.FULL_WAYS: "Each who did not win pays each other such player his whole score",
}
_LIMIT: Final = {
    LimitCuts.HAND: "The limit cuts the score of every hand; East's double comes after it",
    LimitCuts.PAYMENT: "The limit cuts what one player pays another, before East's double",
}
_ROBBED: Final = {
    RobbedKongAs.DISCARD: "A win by robbing a kong is paid like one on a discard",
    RobbedKongAs.SELF_DRAWN: "A win by robbing a kong is paid like one on a drawn tile",
}
_LOSER_LIMIT: Final = {
    LoserLimit.SCORE: "A limit hand that did not win counts its score",
    LoserLimit.TAKES_LIMIT: "A limit hand that did not win takes the limit from each other who did not win either",
}
FALSE_MAHJONG: Final = {
    False: "A player who calls Mah-Jong wrongly pays each of the others what the table agreed on",
    True: "A player who calls Mah-Jong wrongly pays the others together what the table agreed on",
}
WASHED_TILES: Final = "A player dealt many different heads may call off the deal and collects from each other player"
TEXTS: Final = (
    *_WINNER.values(),
    *_EAST.values(),
    _EAST_OTHERWISE,
    *_LOSERS.values(),
    *_LIMIT.values(),
    *_ROBBED.values(),
    *_LOSER_LIMIT.values(),
    *FALSE_MAHJONG.values(),
    WASHED_TILES,
)
"""What the rows are told in."""
_ROWS: Final[tuple[tuple[str, str, tuple[str, ...]], ...]] = (
    ("winner", "winner-collects", ("discarder_for_all", "discarder_share", "others_share", "self_drawn")),
    ("others", "others-settle", ("losers",)),
    ("east", "east-double", ("east_pays", "east_receives")),
    ("limit", "limit-cuts", ("limit_cuts", "limit_without")),
    ("robbed_kong", "robbing-a-kong", ("robbed_kong_as",)),
    ("loser_limit_hand", "loser-limit-hand", ("loser_limit",)),
)
"""The rows that settle, their ids, and the columns that they tell of."""


def applied(
    base: Rulebook, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]
) -> tuple[Settling, Sitting]:
    """The base's settling and its sitting with what is given."""
    columns = {name: value for name, value in given.items() if name not in ("danger", "rounds")}
    settling = replace(base.settling, **columns)
    settling = replace(settling, rows=_rows(settling, given, cite))
    if "danger" in given:
        danger = None if given["danger"] is None else library.dangers[given["danger"]]
        place = cite("settlement", *PLACES["danger"])
        danger = None if danger is None else replace(danger, ruling=replace(danger.ruling, source=place))
        settling = replace(settling, danger=danger)
    return settling, _sitting(base.sitting, given, library, cite)


def _sitting(base: Sitting, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]) -> Sitting:
    if given.get("rounds", base.rounds) == base.rounds:
        return base
    other = library.sittings[not base.rounds]
    return replace(other, ruling=replace(other.ruling, source=cite("settlement", "rounds")))


def _rows(settling: Settling, given: Mapping[str, Any], cite: Callable[..., Cite]) -> SettlingRows:
    told: dict[str, Ruling] = {}
    for row, name, columns in _ROWS:
        named = [column for column in columns if column in given]
        if named:
            place = cite("settlement", *PLACES[named[0]])
            told[row] = Ruling(id=name, text=_text(row, settling), source=place)
    return replace(settling.rows, **told) if told else settling.rows


def _text(row: str, settling: Settling) -> str:
    texts = {
        "winner": _WINNER[settling.discarder_for_all],
        "others": _LOSERS[settling.losers],
        "east": _EAST.get((settling.east_pays, settling.east_receives), _EAST_OTHERWISE),
        "limit": _LIMIT[settling.limit_cuts],
        "robbed_kong": _ROBBED[settling.robbed_kong_as],
        "loser_limit_hand": _LOSER_LIMIT[settling.loser_limit],
    }
    return texts[row]
