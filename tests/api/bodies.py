"""Builders of request bodies from the notation of tiles."""

from collections import Counter
from typing import Any

from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.domain.tiles import COPIES, FIRST_WIND, parse, write

Json = dict[str, Any]


def hand(concealed: str, *exposed: str, kongs: tuple[str, ...] = (), bonus: str = "", **more: Any) -> Json:
    """A hand of a request; the sets after the concealed tiles are exposed."""
    return {"concealed": concealed, "exposed": [*exposed], "concealed_kongs": [*kongs], "bonus": bonus, **more}


def won(source: str, tile: str | None = None, discarder: str | None = None, **more: Any) -> Json:
    """A win of a request, without absent members."""
    members = {"source": source, "tile": tile, "discarder": discarder}
    return {name: value for name, value in members.items() if value is not None} | more


def deal(ruleset: str, winner: str | None, win: Json | None, hands: Json, **more: Any) -> Json:
    """A settlement request, by default in East's round."""
    request = {"ruleset": ruleset, "round_wind": "east", "winner": winner, "hands": hands, **more}
    return request if win is None else request | {"win": win}


def against(seat: str, its_hand: Json, *others: str) -> Json:
    """All hands of a deal: this one and the others in seat order, by default hands that score nothing."""
    seats = [name for name in SEAT_NAMES if name != seat]
    return {seat: its_hand} | {
        name: hand(text) for name, text in zip(seats, others or _worthless(its_hand), strict=True)
    }


def _worthless(its_hand: Json) -> list[str]:
    """Three hands of thirteen tiles that score nothing: no honours, and no three alike."""
    held = Counter(parse("".join([its_hand["concealed"], *its_hand["exposed"], *its_hand["concealed_kongs"]]))[0])
    left = [tile for tile in range(FIRST_WIND) for _ in range(min(2, COPIES[tile] - held[tile]))]
    return [write(left[first::3][:13]) for first in range(3)]
