"""A rulebook: rules, options, settlement, penalties and legality as plain frozen records."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.arrangements import StandIn
from pung_chow_settlement.domain.clauses.clause import BoundCondition
from pung_chow_settlement.domain.hand import HAND_SETS
from pung_chow_settlement.domain.rulebook.members import MAX_DOUBLES, MAX_POINTS, MAX_SCORE, Member, member
from pung_chow_settlement.domain.rulebook.penalties import (
    FALSE_MAHJONG_MEMBERS,
    FINE_MEMBERS,
    FalseMahjong,
    Fine,
    WashedTiles,
)
from pung_chow_settlement.domain.rulebook.rules import (
    LIMIT,
    RULE_MEMBERS,
    Amount,
    Book,
    Cite,
    Option,
    ScoringRule,
    SettlementRule,
    ShareOf,
)
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    DANGEROUS_DISCARD_BY,
    DISCARDER_EXCUSED,
    SETTLEMENT_MEMBERS,
    SettlementTerms,
)
from pung_chow_settlement.domain.seats import SEATS
from pung_chow_settlement.domain.shapes import FOUR_SETS, Pattern
from pung_chow_settlement.domain.statements import Statement, statement

_THREE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """How one deal follows another."""

    settlement_rule: SettlementRule
    rounds: bool
    rounds_of_three: int = len(SEATS)

    def rounds_of(self, players: int) -> int:
        """The rounds of a game of so many players."""
        return self.rounds_of_three if players == _THREE else len(SEATS)


SESSION_MEMBERS: Final[Mapping[str, Member]] = {
    "rounds": member(
        "rounds",
        text=(
            "True if the deals make up rounds, and four rounds a game. Rules about the round wind "
            "score either way, until they are left out."
        ),
        compared=False,
    ),
    "rounds_of_three": member(
        "rounds_of_three",
        text="How many rounds a game has when three play: 3, if they leave out North's round.",
        least=1,
        most=len(SEATS),
        compared=False,
    ),
}
"""The members of a session that files and house rules have, by their fields."""


class Goulash(NamedTuple):
    """A deal with wild tiles and without chows, played after a drawn one."""

    settlement_rule: SettlementRule
    without: tuple[str, ...]
    """Ids of rules that do not count in it."""


class ShortDeadHand(StrEnum):
    """What a dead hand with too few tiles scores."""

    NOTHING = "nothing"
    POINTS = "points"
    """Its points, without doubles, added points, and what a rule makes a hand worth in all."""
    SCORE = "score"
    """What any other losing hand scores."""


class HouseRulesInfo(NamedTuple):
    """The house rules that a rulebook has adopted."""

    title: str | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rulebook:
    """One way to play, with its sources."""

    id: str
    title: str
    about: str | None = None
    """What it is or who plays it, in one line."""
    source: Cite
    books: tuple[Book, ...]
    """The books that its rules cite."""
    revision: int
    """Raised with each change of this rulebook's results."""
    options: tuple[Option, ...]
    rules: tuple[ScoringRule, ...]
    """In the order of a score's items."""
    dead_hand: SettlementRule
    settlement: SettlementTerms
    session: Session
    shapes: tuple[Pattern, ...] = (FOUR_SETS,)
    """The shapes of a complete hand."""
    shapes_agreed: tuple[tuple[str, Pattern], ...] = ()
    """Further shapes, each with the boolean option that allows it."""
    dealt_kongs: bool = False
    robs_concealed: tuple[Pattern, ...] = ()
    """The shapes that may be completed by robbing a concealed kong."""
    most_chows: Amount = HAND_SETS
    goulash: Goulash | None = None
    """How a deal with wild tiles is played; None if there is none."""
    stand_ins: tuple[StandIn, ...] = ()
    winner_shows: tuple[BoundCondition, ...] = ()
    """A winner must meet one of these conditions, unless his hand is a layout; empty: any complete hand may win."""
    exposed_chows: bool = True
    least_points: int = 0
    least_doubles: int = 0
    least_score: int = 0
    special_only: bool = False
    least_instead: bool = False
    short_dead_hand: ShortDeadHand = ShortDeadHand.NOTHING
    washed_tiles: WashedTiles | None = None
    false_mahjong: FalseMahjong | None = None
    fines: tuple[Fine, ...] = ()
    """Further acts for which a player pays."""
    house: HouseRulesInfo | None = None
    """The house rules that were applied to it; None if none were."""

    @property
    def has_least(self) -> bool:
        """True if a winner needs a minimum of points, doubles or score."""
        return bool(self.least_points or self.least_doubles or self.least_score)

    @property
    def has_minimum(self) -> bool:
        """True if a winner needs a minimum of points, doubles or score, or a special hand."""
        return self.has_least or self.special_only

    @property
    def shows_or_least(self) -> bool:
        """True if a winner must meet one of some conditions or have the minimum."""
        return self.least_instead and self.has_least and bool(self.winner_shows)

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The members of a win or hand that matter under this rulebook, besides tiles and source."""
        scoring = [member for rule in self.rules for member in rule.condition.win_members]
        danger = self.settlement.danger
        of_danger = () if danger is None else (DANGEROUS_DISCARD_BY if danger.during_play else DISCARDER_EXCUSED,)
        wild = () if self.goulash is None else ("wild",)
        return tuple(dict.fromkeys([*scoring, *of_danger, *wild]))

    @property
    def options_with_effect(self) -> set[str]:
        """The options that something depends on: a rule, what may win, or, of the limit, what is paid."""
        required = [option.name for option in self.options if option.requires]
        chows = [self.most_chows.option] if isinstance(self.most_chows, ShareOf) else []
        shapes = [option for option, _ in self.shapes_agreed]
        return {LIMIT, *required, *chows, *shapes, *[name for rule in self.rules for name in rule.options]}

    @property
    def cited(self) -> set[str]:
        """The ids of the books that it cites."""
        rows: tuple[ScoringRule | Option | SettlementRule, ...] = (
            *self.rules,
            *self.options,
            *[row for row, _ in self.settlement_rules],
        )
        return {self.source.book, *[row.source.book for row in rows]}

    @property
    def entries(self) -> tuple[str, ...]:
        """The types of entries that a scoresheet under it may have."""
        washed = () if self.washed_tiles is None else ("washed-tiles",)
        false_call = () if self.false_mahjong is None else ("false-mahjong",)
        fines = ("fine",) if self.fines else ()
        return ("deal", *washed, *false_call, *fines, "correction", "house-rules")

    @property
    def settlement_rules(self) -> list[tuple[SettlementRule, Mapping[Statement, int]]]:
        """The rules that settle, each with its numbers by name."""
        plain = [*self.settlement.rows.in_order, self.session.settlement_rule, self.dead_hand]
        settlement_rules: list[tuple[SettlementRule, Mapping[Statement, int]]] = [
            (settlement_rule, {}) for settlement_rule in plain
        ]
        if self.goulash is not None:
            settlement_rules.append((self.goulash.settlement_rule, {}))
        if self.settlement.danger is not None:
            settlement_rules.append((self.settlement.danger.in_full, {}))
        if self.washed_tiles is not None:
            points = self.washed_tiles.points
            settlement_rules.append(
                (
                    self.washed_tiles.settlement_rule,
                    {statement("value.heads", heads=heads): points[heads] for heads in points},
                )
            )
        if self.false_mahjong is not None:
            by_callers = self.false_mahjong.by_callers
            several = {statement("value.callers", callers=callers): by_callers[callers] for callers in by_callers}
            settlement_rules.append((self.false_mahjong.settlement_rule, several))
        settlement_rules += [(fine.settlement_rule, {}) for fine in self.fines]
        return settlement_rules


RULEBOOK_MEMBERS: Final[Mapping[str, Member]] = {
    "dealt_kongs": member("dealt_kongs", text="True if East's hand as dealt may have contained concealed kongs."),
    "most_chows": member(
        "chows",
        text="Maximum chows in four sets and a pair. If the rulebook has the option `chows`, this is its default.",
        most=HAND_SETS,
    ),
    "stand_ins": member(
        "stands_for",
        text=(
            "Tiles that can win in place of another tile and complete its pair, each with the tile that it stands for. "
            "The object replaces the rulebook's; `{}` means that no tile does."
        ),
    ),
    "exposed_chows": member(
        "exposed_chows", text="True if a winner's hand may have exposed chows. A hand that is a layout always may."
    ),
    "least_points": member(
        "least_points",
        text="Minimum points before doubling of a winner without a share of the limit.",
        most=MAX_POINTS,
    ),
    "least_doubles": member(
        "least_doubles", text="Minimum doubles of a winner without a share of the limit.", most=MAX_DOUBLES
    ),
    "least_score": member(
        "least_score",
        text="Minimum score after doubling of a winner without a share of the limit.",
        most=MAX_SCORE,
    ),
    "special_only": member(
        "special_only",
        text=(
            "True if only special hands may win: those that a rule makes worth a share of the limit or a fixed score."
        ),
    ),
    "least_instead": member(
        "least_instead",
        text=(
            "True if meeting the minimum points, doubles and score replaces `winner_shows`, and the other way round."
        ),
    ),
    "short_dead_hand": member(
        "short_dead_hand",
        text=(
            "The score of a dead hand with too few tiles: `nothing`, its `points` without doubles and limit hands, or "
            "the `score` of any other losing hand."
        ),
    ),
}
"""The members of a rulebook itself that files and house rules have, by their fields."""
MEMBERS: Final[Mapping[Any, Mapping[str, Member]]] = {
    ScoringRule: RULE_MEMBERS,
    SettlementTerms: SETTLEMENT_MEMBERS,
    FalseMahjong: FALSE_MAHJONG_MEMBERS,
    Fine: FINE_MEMBERS,
    Session: SESSION_MEMBERS,
    Rulebook: RULEBOOK_MEMBERS,
}
"""The members of each record, in the order of its fields."""


def members_of(record: Any) -> Mapping[str, Member]:
    """The members of a record, by the names of their fields."""
    return MEMBERS[record]
