"""The option sets that xmj is asked to play with, and what this service is asked to settle them by."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.peers.deals import Asked, Json

RULEBOOK: Final = "millington"
LIMIT: Final = 1000
HOUSE_RULES: Final = Path(__file__).parents[2] / "house_rules"
DOUBLE: Final = 10_000
"""xmj writes a rule's worth as points + 10,000 x doubles."""


@dataclass(frozen=True)
class Scheme:
    """How an option set settles."""

    losers: bool = True
    """Whether losers pay each other the difference."""
    east: int = 2
    discarder_pays_more: bool = False
    """Whether the discarder pays the winner double, and everybody for a tile that the winner took himself."""


@dataclass(frozen=True)
class OptionSet:
    """Some of xmj's options with other values than it has by itself; the rulebook's own options or house rules."""

    xmj: Mapping[str, int] = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    scheme: Scheme = field(default_factory=Scheme)
    house: bool = False


OPTION_SETS: Final = MappingProxyType({
    "default": OptionSet(),
    "limit300": OptionSet({"ScoreLimit": 300}, {"limit": 300}),
    "nolimit": OptionSet({"NoLimit": 1}, {"limit": None}),
    "mj10": OptionSet({"MahJongScore": 10}, {"mahjong_points": 10}),
    "kong3": OptionSet(
        {"MahJongScore": 10, "DeadWall16": 1, "KongHas3Types": 1},
        {"mahjong_points": 10, "claimed_kong_concealed": True},
    ),
    "pairs": OptionSet({"SevenPairs": 1}, {"seven_pairs": True}),
    "noflowers": OptionSet({"Flowers": 0}),
    "concealed": OptionSet({"ConcealedFully": 3 * DOUBLE, "ConcealedAlmost": DOUBLE}, house=True),
    "disc": OptionSet(
        {"EastDoubles": 0, "LosersSettle": 0, "DiscDoubles": 1},
        scheme=Scheme(losers=False, east=1, discarder_pays_more=True),
        house=True,
    ),
    "flowers": OptionSet(
        {"FlowersOwnEach": DOUBLE, "FlowersOwnBoth": 0, "FlowersBouquet": 2 * DOUBLE}, house=True
    ),
    "noeast": OptionSet({"EastDoubles": 0}, scheme=Scheme(east=1), house=True),
    "nosettle": OptionSet({"LosersSettle": 0}, scheme=Scheme(losers=False), house=True),
    "purity": OptionSet({"LosersPurity": 1}, house=True),
})  # fmt: skip
SELF_DRAWN: Final = ("wall", "loose", "dealt", "robbed-kong")
"""What xmj takes as the winner's own tile where the discarder pays more: a robbed kong too."""
LIMIT_HANDS: Final = MappingProxyType({
    "Heaven's Blessing": "heaven",
    "Earth's Blessing": "earth",
    "Gathering Plum Blossom from the Roof": "plum-blossom",
    "Catching the Moon from the Bottom of the Sea": "moon",
    "Scratching a Carrying Pole": "carrying-pole",
    "Kong upon Kong": "kong-upon-kong",
    "Fourfold Plenty": "four-kongs",
    "Buried Treasure": "buried-treasure",
    "Three Great Scholars": "three-great-scholars",
    "Four Blessing o'er the Door": "four-blessings",
    "All Honours": "all-honours",
    "Heads and Tails": "heads-and-tails",
    "Imperial Jade": "imperial-jade",
    "Nine Gates": "nine-gates",
    "Wriggling Snake": "wriggling-snake",
    "Concealed Clear Suit": "concealed-clear-suit",
    "Thirteen Unique Wonders": "thirteen-wonders",
    "East's 13th consecutive win": "thirteenth-win",
})  # fmt: skip
"""xmj's names of limit hands and the rulebook's."""
OWN: Final = tuple(name for name, each in OPTION_SETS.items() if not each.house)
"""The sets that the rulebook's own options tell."""
_KINDS: Final = {"ScoreLimit": "nat", "MahJongScore": "score"}


def asked_for(name: str) -> Asked:
    """How a settlement by an option set is asked for."""
    told = OPTION_SETS[name]
    house = json.loads((HOUSE_RULES / f"xmj-{name}.json").read_text()) if told.house else None
    return Asked(RULEBOOK, told.options, house)


def scheme_of(name: str) -> Scheme:
    """How an option set settles."""
    return OPTION_SETS[name].scheme


def cut(name: str, score: int) -> int:
    """A score cut to the limit of an option set."""
    limit = OPTION_SETS[name].options.get("limit", LIMIT)
    return score if limit is None else min(score, limit)


def option_file(name: str) -> str:
    """An option set as the lines of `mj-server --option-file`."""
    return "".join(
        f"GameOption 0 {each} {_kind(each)} 0 1 {value} -\n" for each, value in OPTION_SETS[name].xmj.items()
    )


def _kind(option: str) -> str:
    if option.startswith(("Concealed", "FlowersOwn", "FlowersBouquet")):
        return "score"
    return _KINDS.get(option, "bool")
