"""Build hands and wins from their validated members."""

from collections.abc import Mapping
from typing import Any

from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand, HandCount


def hand_of(data: Mapping[str, Any]) -> Hand:
    """The hand from its members."""
    return Hand(**{"concealed": (), **data})


def count_of(data: Mapping[str, Any]) -> HandCount:
    """The count from its members; a score stands for points without doubles."""
    others = {name: value for name, value in data.items() if name not in ("points", "score")}
    return HandCount(data.get("points", data.get("score")), **others)


def win_from(data: Mapping[str, Any]) -> Win:
    """The win from its members."""
    given = {name: value for name, value in data.items() if name not in BITS}
    return Win(**given, circumstances=sum(BITS[name] for name in data.keys() & BITS if data[name]))
