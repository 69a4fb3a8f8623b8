"""Short ways to write the bodies of requests in the notation of tiles."""

from collections import Counter
from typing import Any

from service.domain.seats import SEAT_NAMES
from service.domain.tiles import COPIES, FIRST_WIND, parse, write

Json = dict[str, Any]


def hand(concealed: str, *exposed: str, kongs: tuple[str, ...] = (), bonus: str = "", **more: Any) -> Json:
    """One hand of a request; the sets after the concealed tiles are the exposed ones."""
    return {"concealed": concealed, "exposed": [*exposed], "concealed_kongs": [*kongs], "bonus": bonus, **more}


def won(source: str, tile: str | None = None, discarder: str | None = None, **more: Any) -> Json:
    """How a hand was won."""
    shown = {"source": source, "tile": tile, "discarder": discarder}
    return {name: value for name, value in shown.items() if value is not None} | more


def deal(ruleset: str, winner: str | None, win: Json | None, hands: Json, **more: Any) -> Json:
    """A settlement request; the round is East's where nothing else is given."""
    request = {"ruleset": ruleset, "round_wind": "east", "winner": winner, "hands": hands, **more}
    return request if win is None else request | {"win": win}


def against(seat: str, its_hand: Json, *others: str) -> Json:
    """Everybody's hand: this one and the others, in seat order; without `others` theirs score nothing."""
    seats = [name for name in SEAT_NAMES if name != seat]
    return {seat: its_hand} | {name: hand(shown) for name, shown in zip(seats, others or beside(its_hand), strict=True)}


def beside(its_hand: Json) -> list[str]:
    """Thirteen tiles for each of three others that score nothing: no honours, and no three alike among them."""
    held = Counter(parse("".join([its_hand["concealed"], *its_hand["exposed"], *its_hand["concealed_kongs"]]))[0])
    left = [tile for tile in range(FIRST_WIND) for _ in range(min(2, COPIES[tile] - held[tile]))]
    return [write(left[first::3][:13]) for first in range(3)]
