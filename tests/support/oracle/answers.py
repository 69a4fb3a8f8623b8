"""The service as the evaluator sees it: what it is asked and what it answers, each member named here alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Protocol

Json = dict[str, Any]
SEATS: Final = ("east", "south", "west", "north")

NO_LIMIT: Final = 0
DEFAULT: Final = "default_integer"
"""What a request has for "no limit"."""
WINS: Final = "consecutive_wins"
WINS_INCLUDE_THIS: Final = True
"""True if East's run in a deal includes this win."""
WHEN_LIMIT: Final = {"with": True, "without": False, "always": None}


class Poster(Protocol):
    """What a test client of Flask and a client of a running service have in common."""

    def post(self, path: str, json: Json) -> Any: ...


@dataclass(frozen=True)
class Item:
    """A line of a score."""

    rule: str
    points: int
    doubles: int
    added: int
    share: Fraction
    waiting: bool
    halved: bool
    rounded: int
    tiles: str | None


@dataclass(frozen=True)
class Scored:
    """A hand's score."""

    points: int
    doubles: int
    added: int
    uncapped: int
    halved: bool
    rounded: int
    score: int
    capped: bool
    limit_hands: tuple[str, ...]
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Paid:
    """A payment: who, whom, how much, and what it is made of."""

    payer: Any
    payee: Any
    amount: int
    difference: int | None
    multiplier: int | None
    rounded: int
    capped: bool
    reason: str
    shares: tuple[tuple[Any, int, int, int], ...]
    """Of a payment for all: payer, amount, difference, multiplier of each share."""


@dataclass(frozen=True)
class Settled:
    """A deal's scores, payments, and who is East next."""

    scores: dict[Any, Scored]
    payments: tuple[Paid, ...]
    added: dict[Any, int]
    """Scores that are added to totals without a payment."""
    net: dict[Any, int]
    liable: Any
    """Who pays for all because of a dangerous discard, or None."""
    next_east: str | None
    passes: bool | None


@dataclass(frozen=True)
class Answer:
    """A body with its status."""

    status: int
    body: Json = field(repr=False)

    @property
    def refused(self) -> bool:
        return self.status == 422

    @property
    def codes(self) -> list[tuple[str, str]]:
        """The faults of a refusal: code and pointer."""
        return [(each["code"], each["pointer"]) for each in self.body.get("errors", [])]


class Service:
    """Asks the service."""

    def __init__(self, client: Poster) -> None:
        self._client = client
        self.asked = 0

    def ask(self, path: str, body: Json, query: str = "") -> Answer:
        """The answer to a request; any status but 200 and 422 is a failure of its own."""
        self.asked += 1
        response = self._client.post(f"/v1/{path}{query}", json=body)
        found = Answer(response.status_code, json.loads(response.data))
        assert found.status in (200, 422), (found.status, found.body, body)
        return found

    def settle(self, body: Json) -> Answer:
        return self.ask("settlements", body)

    def score(self, body: Json) -> Answer:
        return self.ask("scores", body)

    def table(self, body: Json) -> Json | None:
        """The table that house rules make of a rulebook, with its options; None if they are refused."""
        asked: Json = {name: body[name] for name in ("ruleset", "house_rules", "options") if name in body}
        found = self.ask("rulesets/resolve", asked)
        return None if found.refused else found.body


# Writing requests


def as_request(deal: Json, **more: Any) -> Json:
    """A deal of the evaluator as a request of `settlements`: East's run in a row as the service has it."""
    if "run" not in deal.get("win", {}):
        return {**deal, **more}
    win = {name: value for name, value in deal["win"].items() if name != "run"}
    return {**deal, "win": win | {WINS: deal["win"]["run"] - (not WINS_INCLUDE_THIS)}, **more}


def with_limit(limit: int) -> Json:
    """House rules that set the limit."""
    return {"options": {"limit": {DEFAULT: limit}}}


PLAYER: Final = {"discarder": "discarding_player", "liable": "dangerous_discarding_player"}


def by_number(win: Json, seating: Mapping[str, int]) -> Json:
    """A win of an entry, whose players are numbers; the run follows from the entries."""
    return {
        PLAYER.get(name, name): seating[value] if name in PLAYER else value
        for name, value in win.items()
        if name != "run"
    }


# Reading answers


def share_of(data: Mapping[str, Any]) -> Fraction:
    """A share of the limit, of a rule, an item or a penalty."""
    return Fraction(data.get("limit_share", 0))


def limit_of(table: Mapping[str, Any]) -> int | None:
    """The limit of a table that `resolve` returned; None for none."""
    return table["options"]["limit"][DEFAULT] or None


def names_in(data: Mapping[str, Any], member: str) -> frozenset[str]:
    return frozenset(data.get(member) or ())


def only_beside_of(data: Mapping[str, Any]) -> frozenset[str] | None:
    """The rules that may give points beside this one; None for any."""
    return names_in(data, "only_beside") or None


def when_limit_of(data: Mapping[str, Any]) -> bool | None:
    """True if a rule counts only with a limit, False if only without one, None if always."""
    return WHEN_LIMIT[data.get("when_limit", "always")]


def item_of(data: Json) -> Item:
    return Item(
        data["rule"],
        data["points"],
        data["doubles"],
        data.get("added", 0),
        share_of(data),
        data.get("waiting", False),
        data.get("halved", False),
        data.get("rounded", 0),
        data.get("tiles"),
    )


def scored_of(data: Json) -> Scored:
    return Scored(
        data["points"],
        data["doubles"],
        data["added"],
        data["uncapped_score"],
        data.get("halved", False),
        data.get("rounded", 0),
        data["score"],
        data["capped"],
        tuple(data["limit_hands"]),
        tuple(item_of(each) for each in data["items"]),
    )


def scored_hand(answer: Answer) -> Scored:
    """The score in an answer of `scores`."""
    return scored_of(answer.body["hand"])


def _paid(data: Json) -> Paid:
    payer = "payer" if "payer" in data else "paying_player"
    payee = "payee" if "payee" in data else "receiving_player"
    shares = tuple(
        (each[payer], each["amount"], each["difference"], each["multiplier"]) for each in data.get("shares") or ()
    )
    return Paid(
        data[payer],
        data[payee],
        data["amount"],
        data.get("difference"),
        data.get("multiplier"),
        data.get("rounded", 0),
        data["capped"],
        data["reason"],
        shares,
    )


def _liable(settlement: Json) -> Any:
    """Who is to pay for all; a discard that somebody else is liable for has that payer in its payment."""
    return next((payment.payer for payment in _payments(settlement) if payment.reason == "dangerous-discard"), None)


def _payments(settlement: Json) -> tuple[Paid, ...]:
    return tuple(_paid(each) for each in settlement["payments"])


def settled_of(body: Json) -> Settled:
    """A settled deal of `settlements`."""
    settlement = body["settlement"]
    next_deal = body["next_deal"]
    return Settled(
        {seat: scored_of(each) for seat, each in body["hands"].items()},
        _payments(settlement),
        {each["seat"]: each["amount"] for each in settlement.get("scores_added") or ()},
        settlement["net"],
        _liable(settlement),
        next_deal["next_east"],
        not next_deal["east_keeps_the_deal"],
    )


@dataclass(frozen=True)
class SheetRow:
    """A settled entry: where it stood, and what it changed."""

    place: Json
    net: list[int]
    totals: list[int]


@dataclass(frozen=True)
class SettledSheet:
    """A settled session."""

    rows: list[SheetRow]
    standings: list[tuple[int, int, int]]
    transfers: list[tuple[int, int, int]]
    next_deal: Json
    game_over: bool


PLACE: Final = {"round_wind": "round_wind", "deal": "deal", "seating": "seating", "game": "game", "round": "round",
                "sits_out": "sits_out"}  # fmt: skip
"""The members that say where an entry stood, and what they are called here."""


def sheet_of(body: Json) -> SettledSheet:
    rows = [
        SheetRow(
            {ours: each[its] for its, ours in PLACE.items() if each.get(its) is not None}, each["net"], each["totals"]
        )
        for each in body["entries"]
    ]
    following = body["next_deal"]
    return SettledSheet(
        rows,
        [(each["player"], each["total"], each["rank"]) for each in body["standings"]],
        [(each["paying_player"], each["receiving_player"], each["amount"]) for each in body["transfers"]],
        {"east": following["east_player"], "run": following["wins_before"], "wind": following["round_wind"],
         "deal": following["deal"]},
        following["round_over"],
    )  # fmt: skip


@dataclass(frozen=True)
class Reason:
    """Why some rules do not count."""

    key: str
    rules: tuple[str, ...]
    facts: Json


def reasons_of(hand: Json) -> list[Reason]:
    """The reasons of a hand's `explanation`."""
    return [
        Reason(each.get("message_key", ""), tuple(each["rules"]), each.get("facts") or {})
        for each in hand["explanation"]["not_counted"]
    ]


def waits_of(body: Json) -> dict[tuple[str, str], int]:
    """The scores of the tiles that complete a hand, drawn and claimed."""
    return {
        (each["tile"], way): each[way]["score"]
        for each in body["waits"]
        for way in ("drawn", "claimed")
        if each.get(way) is not None
    }


def result_of(data: Json) -> Json:
    """A result of a batch or of a file as an answer of its own."""
    found: Json = data["answer"] if data["outcome"] == "settled" else data["problem"]
    return found
