"""Short ways for the tests: a request of the API in, the domain's result out, in names that a reader knows."""

from collections import Counter
from pathlib import Path
from typing import Any

from service.domain.pipeline import Settled, score_hand, settle_deal
from service.domain.scoring import Score
from service.domain.seats import SEAT_NAMES
from service.domain.tiles import COPIES, FIRST_WIND, parse, write
from service.requests.refusals import Refused
from service.requests.requests import read_deal, read_score

Json = dict[str, Any]

DATA = Path(__file__).parent / "data"
ALL_BOOKS = ["harr-1922", "harr-1922-limit", "harr-1923", "harr-1923-limit", "pamphlet"]
NO_LIMIT_BOOKS = ["harr-1922", "harr-1923"]
LIMIT_BOOKS = ["harr-1922-limit", "harr-1923-limit"]


# Hands and wins


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
    """Everybody's hand: this one and the others, in seat order, worthless where they are not given."""
    seats = [name for name in SEAT_NAMES if name != seat]
    return {seat: its_hand} | {name: hand(shown) for name, shown in zip(seats, others or beside(its_hand), strict=True)}


def beside(its_hand: Json) -> list[str]:
    """Thirteen tiles for each of three others that score nothing: no honours, and no three alike among them."""
    held = Counter(parse("".join([its_hand["concealed"], *its_hand["exposed"], *its_hand["concealed_kongs"]]))[0])
    left = [tile for tile in range(FIRST_WIND) for _ in range(min(2, COPIES[tile] - held[tile]))]
    return [write(left[first::3][:13]) for first in range(3)]


# Results


def settle(request: Json) -> Settled:
    """Settle a deal as the service does."""
    read = read_deal(request)
    return settle_deal(read.deal, read.compiled)


def score(request: Json) -> Score:
    """Score one hand as the service does; a hand that is refused names its faults."""
    try:
        read = read_score(request)
    except Refused as refused:
        refused.add_note("\n".join([f"{fault.code} at {fault.path}: {fault.facts}" for fault in refused.faults]))
        raise
    return score_hand(read.context, read.compiled)


def values(shown: Score, rule: str) -> dict[str, list[int]]:
    """What a rule gave a hand: the values of its items, by kind; empty if it gave nothing."""
    items = [item for item in shown.items if item.rule.id == rule]
    kinds = {
        "points": [item.points for item in items],
        "doubles": [item.doubles for item in items],
        "added": [item.bonus_points for item in items],
    }
    return {kind: given for kind, numbers in kinds.items() if (given := [number for number in numbers if number])}
