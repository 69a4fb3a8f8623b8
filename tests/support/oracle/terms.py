"""A table's rules as plain data: what each rule is worth, and the terms of settlement.

Read from the `table` that `POST /v1/rulesets/resolve` returns, and from the options that hold.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from tests.support.oracle import answers

Json = dict[str, Any]


@dataclass(frozen=True)
class Worth:
    """What a losing hand scores at least that waits for a rule's hand."""

    share: Fraction
    score: int | None


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule: what it looks for (`data`), whose hands it counts in, what each find is worth."""

    id: str
    data: Json
    applies_to: str
    points: int
    doubles: int
    added: int
    share: Fraction
    score: int | None
    when_limit: bool | None
    replaces: frozenset[str]
    spoiled_by: frozenset[str]
    only_beside: frozenset[str] | None
    bonus: bool
    bonus_apart: bool
    halves: bool
    count_if_more: bool
    waiting: Worth | None

    @property
    def is_special(self) -> bool:
        """True if it says what the whole hand scores."""
        return self.share > 0 or self.score is not None


@dataclass(frozen=True)
class Rounding:
    """To a multiple of what, and how."""

    multiple: int = 1
    how: str = "nearest"

    def of(self, amount: int) -> int:
        below = amount // self.multiple * self.multiple
        if below == amount or self.how == "down":
            return below
        up = self.how == "up" or 2 * (amount - below) >= self.multiple
        return below + self.multiple * up


@dataclass(frozen=True)
class Terms:
    """Who pays whom, what the limit caps, and whose deal is next."""

    limit: int | None
    settled_by: str = "payments"
    losers: str = "difference"
    east_pays: int = 2
    east_receives: int = 2
    discarder_share: int = 1
    others_share: int = 1
    for_all: bool = False
    self_drawn: int = 1
    robbed_kong_as: str = "discard"
    limit_cuts: str = "hand"
    takes_limit: bool = False
    limit_without: int = 0
    pays_above_limit: bool = False
    points_rounding: Rounding = Rounding()
    scores_rounding: Rounding = Rounding()
    payments_rounding: Rounding = Rounding()
    drawn_deal: str = "nothing"
    after_draw: str = "stays"
    after_goulash: str = "as-usual"
    wins_in_a_row: int = 0
    bonus_beside_limit: bool = False
    count_if_more: bool = False
    chrysanthemum_west: bool = False
    dangers: str = "none"
    """Whose dangerous discards count."""
    rounds: bool = True
    rounds_of_three: int = 4

    @property
    def base(self) -> int:
        """What a share of the limit is a share of; 0 if there is neither a limit nor what stands for one."""
        return self.limit_without if self.limit is None else self.limit

    @property
    def in_full(self) -> bool:
        """True if the limit caps payments only; a losing hand then settles by its whole score."""
        return self.limit_cuts == "payment" and self.settled_by == "payments"

    def settles_losers(self, *, won: bool) -> bool:
        """True if those who did not win settle with one another in a deal."""
        return self.losers != "none" if won else self.drawn_deal == "difference"


@dataclass(frozen=True)
class Legality:
    """What may win."""

    chows: int
    exposed_chows: bool
    shown: tuple[Json, ...]
    least_points: int
    least_doubles: int
    least_score: int
    least_instead: bool
    special_only: bool
    short_dead_hand: str = "nothing"
    """What a dead hand with too few tiles scores."""
    goulash: bool = False
    """True if a deal after a drawn one is a goulash."""


@dataclass(frozen=True)
class Table:
    """All of it."""

    rules: tuple[Rule, ...]
    terms: Terms
    legality: Legality


CLEAN: Final = ({"find": "one-suit"}, {"find": "one-suit-with-honours"}, {"find": "honours-only"})
"""What `one_suit_only` requires one of."""


def table_of(resolved: Json) -> Table:
    """The table of an answer of `resolve`."""
    data = resolved["table"]
    limit = answers.limit_of(data)
    return Table(
        tuple(rule_of(name, rule) for name, rule in data["rules"].items()),
        terms_of(data["settlement"], limit),
        legality_of(data["legality"]),
    )


def rule_of(name: str, data: Json) -> Rule:
    return Rule(
        name,
        data,
        data["applies_to"],
        data["points"],
        data["doubles"],
        data["added"],
        answers.share_of(data),
        data.get("score"),
        answers.when_limit_of(data),
        answers.names_in(data, "replaces"),
        answers.names_in(data, "spoiled_by"),
        answers.only_beside_of(data),
        data["bonus"],
        data["bonus_apart"],
        data["halves"],
        data["count_if_more"],
        None if data.get("waiting") is None else Worth(answers.share_of(data["waiting"]), data["waiting"].get("score")),
    )


def terms_of(data: Json, limit: int | None) -> Terms:
    return Terms(
        limit=limit,
        settled_by=data["settled_by"],
        losers=data["losers"],
        east_pays=data["east"]["pays"],
        east_receives=data["east"]["receives"],
        discarder_share=data["discarder"]["share"],
        others_share=data["discarder"]["others_share"],
        for_all=data["discarder"]["for_all"],
        self_drawn=data["self_drawn"],
        robbed_kong_as=data["robbed_kong_as"],
        limit_cuts=data["limit_cuts"],
        takes_limit=data["loser_limit"] == "takes-limit",
        limit_without=data["limit_without"],
        pays_above_limit=data["pays_above_limit"],
        points_rounding=Rounding(data["points_rounded_up_to"], data["points_rounded"]),
        scores_rounding=Rounding(data["scores_rounded_to"], data["scores_rounded"]),
        payments_rounding=Rounding(data["payments_rounded_to"], data["payments_rounded"]),
        drawn_deal=data["drawn_deal"],
        after_draw=data["after_draw"],
        after_goulash=data["after_goulash"],
        wins_in_a_row=data["wins_in_a_row"],
        bonus_beside_limit=data["bonus_beside_limit"],
        count_if_more=data["count_if_more"],
        chrysanthemum_west=data["pictures"] == "chrysanthemum-west",
        dangers=data["dangerous_discard"],
        rounds=data["rounds"],
        rounds_of_three=data["rounds_of_three"],
    )


def legality_of(data: Json) -> Legality:
    return Legality(
        data["chows"],
        data["exposed_chows"],
        tuple(data.get("winner_shows") or (CLEAN if data["one_suit_only"] else ())),
        data["least_points"],
        data["least_doubles"],
        data["least_score"],
        data["least_instead"],
        data["special_only"],
        data["short_dead_hand"],
        data["goulash"],
    )
