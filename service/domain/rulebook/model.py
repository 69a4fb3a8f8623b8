"""The columns of a rulebook: rules, options, settlement and penalties as plain frozen records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from service.domain.arranged_hand import ArrangedHand
from service.domain.deal import Source
from service.domain.faults import Fact
from service.domain.hand import HAND_SETS
from service.domain.sets import Feature
from service.domain.shapes import FOUR_SETS, WinShape
from service.domain.stand_ins import StandIn
from service.domain.tiles import Tile, Tiles

Evidence = Sequence[Tiles]
"""The result of a predicate: for each time the rule applies the tiles that earn it, empty if no particular ones do."""
Predicate = Callable[[ArrangedHand], Evidence]
Value = str | int | bool
"""The value of a condition's parameter."""


class Reason(NamedTuple):
    """Why a rule does not count."""

    key: str
    """The message key of its sentence."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """The facts of the sentence, by name."""
    lacks: int = 1
    """The distance: roughly the number of tiles, sets or facts of the win that would have to change."""


Check = Callable[[ArrangedHand], Reason | None]
"""Returns why a condition, or a part of one, does not hold; None if it holds, or the reason is unknown."""

OptionValue = int | None
Options = Mapping[str, OptionValue]
"""Every option of a rulebook by name, defaults filled in (booleans count as integers)."""

CLAIMED_KONGS: Final = "claimed_kongs"
DANGEROUS_DISCARD_BY: Final = "dangerous_discard_by"
DISCARDER_EXCUSED: Final = "discarder_excused"
LIMIT: Final = "limit"
"""The option that every rulebook has: the most that one player pays another before East's double, or None."""
WHOLE_LIMIT: Final = 100
"""Per cent of the limit that a limit hand scores."""
EAST_DOUBLE: Final = 2
"""The factor by which East pays and is paid, unless a rulebook has another."""
Percent = int | Fraction
"""A share of the limit in per cent: a whole number or an exact fraction (12 1/2 for an eighth)."""
MOST_PERCENT: Final = 12 * WHOLE_LIMIT
"""The most per cent of the limit that a rule can be worth."""


# Conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a condition: one of several words, a boolean, a whole number within bounds, or a text."""

    text: str
    choices: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0
    characters: int = 0
    """The longest text, in characters; 0: the parameter is not a text."""

    def accepts(self, value: object) -> bool:
        """Whether the value is allowed."""
        if self.choices:
            return any(type(value) is type(each) and value == each for each in self.choices)
        if self.characters:
            return isinstance(value, str) and len(value) <= self.characters
        return type(value) is int and self.least <= value <= self.most

    @property
    def accepted(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            return ", ".join(str(each).lower() if isinstance(each, bool) else str(each) for each in self.choices)
        return f"{self.least} to {self.most}"


def _no_members(**_: "Value | Agreed") -> tuple[str, ...]:
    return ()


FilteredPredicate = tuple[Feature, Predicate]
"""A predicate, and the features as its prefilter: without one of them it returns no evidence."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Condition:
    """A condition that a rule can have: an entry of the catalogue."""

    id: str
    text: str
    make: Callable[..., Predicate]
    """Returns the predicate; called with the arguments by name."""
    where: Callable[..., Feature]
    """Returns the features, one of which a hand must have; called with the same arguments."""
    parameters: Mapping[str, Parameter]
    winner_only: bool
    """Whether it applies only to hands that won."""
    win_members: Callable[..., tuple[str, ...]] = _no_members
    """Returns the members of a win or hand that it depends on, besides tiles and source; same arguments as `make`."""
    shape_in: str | None = None
    """The parameter with the shape that a hand must have; None if there is none."""
    passes_after: str | None = None
    """The parameter with the number of East's wins in a row after which the deal passes."""
    reason: Callable[..., Check] | None = None
    """Returns the check that finds why it does not hold; called with the same arguments; None: see `reasons.py`."""
    combine: "Callable[[Sequence[FilteredPredicate]], FilteredPredicate] | None" = None
    """Combines the predicates of its parts, if it combines other conditions."""

    def __call__(self, **values: "Value | Agreed") -> "BoundCondition":
        """Bind these arguments."""
        return BoundCondition(self, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Agreed:
    """An argument that depends on a boolean option."""

    option: str


class BoundCondition(NamedTuple):
    """A condition with its arguments, as rules have it."""

    condition: Condition
    values: tuple[tuple[str, Value | Agreed], ...] = ()
    parts: "tuple[BoundCondition, ...]" = ()
    """The conditions that it combines."""

    def under(self, options: Options) -> FilteredPredicate:
        """Its features and predicate, with arguments that depend on options filled in."""
        if self.condition.combine is not None:
            return self.condition.combine([part.under(options) for part in self.parts])
        values = self.values_under(options)
        return self.condition.where(**values), self.condition.make(**values)

    def values_under(self, options: Options) -> dict[str, Value]:
        """The arguments by name, with those that depend on options filled in."""
        return {
            name: bool(options[value.option]) if isinstance(value, Agreed) else value for name, value in self.values
        }

    @property
    def win_members(self) -> tuple[str, ...]:
        """The members of a win or hand that it depends on, besides tiles and source."""
        of_parts = [member for part in self.parts for member in part.win_members]
        return (*self.condition.win_members(**dict(self.values)), *of_parts)

    @property
    def winner_only(self) -> bool:
        """Whether it, or a part of it, applies only to hands that won."""
        return self.condition.winner_only or any(part.winner_only for part in self.parts)

    @property
    def agreed(self) -> bool:
        """Whether it depends on an option."""
        return any(isinstance(value, Agreed) for _, value in self.values) or any(part.agreed for part in self.parts)

    def evidence(self, arranged: ArrangedHand) -> Evidence:
        """The evidence in an arranged hand; callable only if no argument depends on an option."""
        return self.under({})[1](arranged)


class Cite(NamedTuple):
    """A page of a book."""

    book: str
    page: str


@dataclass(frozen=True, slots=True)
class Book:
    """A source; call it with a page to cite that page."""

    id: str
    title: str
    _: KW_ONLY
    edition: str | None = None
    """Its edition or date; None for a table's or an operator's own rules."""
    where: str | None = None
    """Where it can be read; None for a table's or an operator's own rules."""

    def __call__(self, page: int | str) -> Cite:
        """Cite a page of this book."""
        return Cite(self.id, str(page))


class Worth(NamedTuple):
    """The fixed worth of a hand by one rule: a share of the limit, or points."""

    limit_percent: Percent = 0
    score: int = 0

    @property
    def half(self) -> "Worth":
        """Half of the worth, points rounded down."""
        return Worth(percent_of(Fraction(self.limit_percent) / 2), self.score // 2)


def percent_of(percent: Fraction) -> Percent:
    """The percentage as an integer if it is whole, else as a fraction."""
    return percent.numerator if percent.denominator == 1 else percent


class AppliesTo(StrEnum):
    """The hands in which a rule counts."""

    ALL = "all"
    WINNER = "winner"
    OTHERS = "others"


WHEN_LIMIT: Final[Mapping[str, bool | None]] = {"with": True, "without": False, "always": None}
"""By the words of house rules: whether a rule counts only with a limit, only without one, or always (None)."""


@dataclass(frozen=True, slots=True)
class ShareOf:
    """A number that depends on an option: its value, divided."""

    option: str
    divided_by: int = 1

    def under(self, options: Options) -> int:
        """The number under these options (0 if the option is null)."""
        return (options[self.option] or 0) // self.divided_by


Amount = int | ShareOf


def amount_under(value: Amount, options: Options) -> int:
    """The value of an amount under these options."""
    return value.under(options) if isinstance(value, ShareOf) else value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoringRule:
    """One row of a rulebook's table: a condition, its worth and the source."""

    id: str
    text: str
    looks_for: BoundCondition
    source: Cite
    points: Amount = 0
    """Points before doubling, each time the rule applies."""
    doubles: int = 0
    """Doubles, each time the rule applies."""
    bonus_points: Amount = 0
    """Points added after doubling."""
    limit_percent: Percent = 0
    """The share of the limit that the hand scores regardless of its count, in points rounded down; 100: the limit."""
    score: int = 0
    """The fixed score of the hand; nothing else counts except bonus tiles that are counted separately."""
    waiting: Worth | None = None
    """The least that a hand scores which did not win and is one tile short of this one."""
    lacks_one: bool = False
    """Whether the row is that of a rule for such a hand; such rows occur in scores, never in rulebooks."""
    bonus: bool = False
    """Whether it counts or doubles flowers and seasons, also when these are counted separately."""
    bonus_apart: bool = False
    """Whether its hand counts flowers and seasons separately, if that scores more than the hand without this rule."""
    applies_to: AppliesTo = AppliesTo.ALL
    when_limit: bool | None = None
    """Whether it counts only with a limit (True) or only without one (False)."""
    replaces: tuple[str, ...] = ()
    """Rules that do not count together with this one."""
    spoiled_by: tuple[str, ...] = ()
    """Rules together with which this one does not count."""
    only_beside: tuple[str, ...] | None = None
    """It counts only if all points of the hand are from these rules (doubles do not matter)."""
    aliases: tuple[str, ...] = ()
    """Other names of the rule."""
    concept: str | None = None
    """The common name of the rule across rulebooks; None if it is the id."""
    interpretation: str | None = None
    """How the book is interpreted if it is silent or contradicts itself."""
    assumed: bool = False
    """Whether the interpretation assumes what the book does not say."""

    @property
    def limit_hand(self) -> bool:
        """Whether the hand scores the limit regardless of its count."""
        return self.limit_percent == WHOLE_LIMIT

    @property
    def passes_after(self) -> int | None:
        """East's wins in a row after which the deal passes; None if the rule has another condition."""
        parameter = self.looks_for.condition.passes_after
        wins = None if parameter is None else dict(self.looks_for.values)[parameter]
        return wins if isinstance(wins, int) else None

    @property
    def concept_or_id(self) -> str:
        """The common name of the rule across rulebooks."""
        return self.concept or self.id

    @property
    def agreed(self) -> bool:
        """Whether one of its numbers, or its condition, depends on an option."""
        amounts = isinstance(self.points, ShareOf) or isinstance(self.bonus_points, ShareOf)
        return amounts or self.looks_for.agreed


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A number that the rulebook leaves to the players."""

    name: str
    text: str
    source: Cite
    default: OptionValue
    default_by: tuple[str, Mapping[OptionValue, OptionValue]] | None = None
    """Another option, and this one's default by the value of that one."""
    nullable: bool = False
    minimum: int | None = None
    maximum: int | None = None
    multiple_of: int | None = None
    choices: tuple[int, ...] | None = None
    usual: tuple[int, ...] = ()
    """Values that the book mentions, if others are accepted too."""
    requires: tuple[BoundCondition, ...] = ()
    """Of a boolean option that is on: a winner must meet one of these conditions."""
    interpretation: str | None = None
    assumed: bool = False
    """Whether the interpretation assumes what the book does not say."""

    @property
    def is_boolean(self) -> bool:
        """Whether its value is true or false."""
        return isinstance(self.default, bool)

    def accepts(self, number: int) -> bool:
        """Whether a number is within the option's range."""
        if self.choices is not None:
            return number in self.choices
        low, high, step = self.minimum or 0, self.maximum or number, self.multiple_of or 1
        return low <= number <= high and number % step == 0

    @property
    def range_text(self) -> str:
        """The range of a number, in words."""
        if self.choices is not None:
            return " or ".join(str(choice) for choice in self.choices)
        step = f", a multiple of {self.multiple_of}" if self.multiple_of else ""
        return f"{self.minimum} to {self.maximum}{step}"

    def default_under(self, given: Options) -> OptionValue:
        """The default, given the other options."""
        if self.default_by is None:
            return self.default
        other, values = self.default_by
        return values.get(given.get(other), self.default)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementRule:
    """A rule that settles: the sentence and source that payments cite."""

    id: str
    text: str
    source: Cite
    interpretation: str | None = None
    assumed: bool = False
    """Whether the interpretation assumes what the book does not say."""


# Settling


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerPattern:
    """Sets on the table that make a discard dangerous (1922 p.67)."""

    id: str
    text: str
    served: Callable[[ArrangedHand], object]
    """Whether the winner's sets on the table showed this pattern and the discard completed its hand."""
    would_serve: Callable[[Tile, Tile], bool]
    """Whether a tile would have served as well as the discard (second argument), for the excuse 'no choice'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerousDiscard:
    """The penalty for a discard that completes a hand which the sets on the table gave warning of."""

    settlement_rule: SettlementRule
    patterns: tuple[DangerPattern, ...]
    excuses: bool
    """Whether a discarder can be excused."""
    during_play: bool = False
    """Whether claims during the deal can make a discarder liable; then the players state who is."""
    complete_honours: int = 2
    """Doubles that excuse a waiting discarder; so does a tile that would give him more than this."""

    @property
    def in_full(self) -> SettlementRule:
        """The rule with its patterns as text."""
        if not self.patterns:
            return self.settlement_rule
        patterns = "; ".join(f"{pattern.id}. {pattern.text}" for pattern in self.patterns)
        return replace(self.settlement_rule, text=f"{self.settlement_rule.text}: {patterns}")

    def judges_as(self, other: "DangerousDiscard") -> bool:
        """Whether both are equal apart from their sources."""
        return replace(self, settlement_rule=other.settlement_rule) == other

    def patterns_served(self, arranged: ArrangedHand) -> tuple[DangerPattern, ...]:
        """The patterns that the winner's sets on the table showed and the discard completed."""
        if arranged.winning.source is not Source.DISCARD and not self.during_play:
            return ()
        return tuple(pattern for pattern in self.patterns if pattern.served(arranged))


class Losers(StrEnum):
    """How the losers settle with one another."""

    DIFFERENCE = "difference"
    """The lower pays the higher the difference of their scores."""
    NONE = "none"
    FULL_WAYS = "full-ways"
    """Each pays each other his whole score."""


class DrawnDeal(StrEnum):
    """What is paid if nobody won."""

    NOTHING = "nothing"
    DIFFERENCE = "difference"
    """Each pair settles the difference of their scores."""


class RobbedKongAs(StrEnum):
    """How the shares treat a win by robbing a kong."""

    DISCARD = "discard"
    SELF_DRAWN = "self-drawn"


PLAIN_SHARES: Final[Mapping[str, int]] = {
    "discarder_for_all": False,
    "discarder_share": 1,
    "others_share": 1,
    "self_drawn": 1,
}
"""The columns of `Settling` with the shares that players pay the winner, at their neutral values."""


class LimitCuts(StrEnum):
    """What the limit cuts, before East's double."""

    HAND = "hand"
    """Every hand's score."""
    PAYMENT = "payment"
    """What one player pays another."""


class LoserLimit(StrEnum):
    """What a loser's limit hand is worth."""

    SCORE = "score"
    TAKES_LIMIT = "takes-limit"
    """The limit from each other player who did not win either; two such hands settle nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingRows:
    """The rules that settle: every payment, and who is East next, cites one."""

    seats: SettlementRule
    """The seats of two and three players."""
    winner: SettlementRule
    """What the winner collects."""
    losers: SettlementRule
    """What those who did not win settle with one another."""
    east: SettlementRule
    """What East pays and receives."""
    limit: SettlementRule
    """What the limit cuts."""
    next_east: SettlementRule
    """Who is East next after a deal that somebody won."""
    drawn_deal: SettlementRule
    """What is paid, and who is East, after a drawn deal."""
    loser_limit_hand: SettlementRule | None = None
    """What a loser's limit hand takes."""
    rounding: SettlementRule | None = None
    """How points are rounded before doubling."""
    robbed_kong: SettlementRule | None = None
    """How a win by robbing a kong is settled, unless a scoring rule states it."""
    shares: Mapping[str, SettlementRule] = field(default_factory=dict)
    """The rules of the columns of PLAIN_SHARES that change payments."""
    east_pays: Cite | None = None
    """The source of what East pays; None: that of the rule."""
    east_receives: Cite | None = None
    """The source of what East is paid; None: that of the rule."""

    @property
    def in_order(self) -> list[SettlementRule]:
        """The rules that the rulebook has, in the order of responses."""
        winner = (self.winner, *self.shares.values())
        scoring = (*winner, self.losers, self.loser_limit_hand, self.east, self.limit, self.rounding, self.robbed_kong)
        rows = (*scoring, self.drawn_deal, self.next_east, self.seats)
        return [row for row in rows if row is not None]


class Factor(NamedTuple):
    """A factor of a payment, with its rule and source."""

    row: SettlementRule
    times: int
    source: Cite


def factor(row: SettlementRule, times: int, source: Cite | None = None) -> Factor | None:
    """A factor; None if it changes nothing."""
    return None if times == 1 else Factor(row, times, source or row.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """How a deal is settled: payment = score x discarder's or drawn share x East's double, cut by the limit."""

    rows: SettlingRows
    losers: Losers = Losers.DIFFERENCE
    east_pays: int = EAST_DOUBLE
    """The factor by which East pays."""
    east_receives: int = EAST_DOUBLE
    """The factor by which East is paid."""
    discarder_share: int = 1
    """The factor by which the discarder pays the winner's score."""
    others_share: int = 1
    """The factor by which the others pay the winner's score if somebody discarded."""
    discarder_for_all: bool = False
    """Whether the discarder always pays for all losers."""
    self_drawn: int = 1
    """The factor by which everybody pays the winner's score if nobody discarded."""
    robbed_kong_as: RobbedKongAs = RobbedKongAs.DISCARD
    limit_cuts: LimitCuts = LimitCuts.PAYMENT
    loser_limit: LoserLimit = LoserLimit.SCORE
    limit_without: int | None = None
    """The least that a limit hand scores if no limit is set; None: its count."""
    pays_above_limit: bool = False
    """Whether a hand that is worth more than the limit by one rule is paid in full, with its flowers and seasons; else
    the limit cuts it."""
    points_rounded_up_to: int = 1
    """Points before doubling are rounded up to a multiple of this."""
    drawn_deal: DrawnDeal = DrawnDeal.NOTHING
    bonus_beside_limit: bool = False
    """Whether flowers and seasons are counted separately and added to a share of the limit, which is then what a winner
    scores even where his count is more."""
    danger: DangerousDiscard | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """How one deal follows another."""

    settlement_rule: SettlementRule
    rounds: bool
    """Whether there are rounds, four of which are a game; otherwise the deal passes without end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WashedTiles:
    """Calling off the deal with many different majors."""

    settlement_rule: SettlementRule
    points: Mapping[int, int]
    """Points from each other player, by the number of different majors."""


@dataclass(frozen=True, slots=True)
class PercentOfLimit:
    """A share of the limit, in per cent."""

    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseMahjong:
    """Calling Mah-Jong with a hand that is not complete."""

    settlement_rule: SettlementRule
    to_each: int | PercentOfLimit
    """The payment to each of the others, in points or as a share of the limit."""
    shared: bool = False
    """Whether `to_each` is the total, shared equally by the others."""
    east_doubles: bool
    """Whether East's share is doubled."""
    exposed_only: bool = False
    """Whether only a call after which a hand was exposed pays."""
    passes_the_deal: bool = False
    """Whether an East who pays loses the deal."""
    taken_back: bool = False
    """Whether a call that does not pay, as no hand was exposed, is taken back, so that the same deal goes on."""
    by_callers: Mapping[int, int] = field(default_factory=dict)
    """Where several called: the payment of each to each of the others, in points, by the number who called."""


class Goulash(NamedTuple):
    """A deal with wild tiles and without chows, played after a drawn one."""

    settlement_rule: SettlementRule
    without: tuple[str, ...]
    """Ids of rules that do not count in it."""


class Adopted(NamedTuple):
    """The house rules that a rulebook has adopted."""

    title: str | None
    digest: str
    """Digest of everything that affects results: equal digests mean equal results."""


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
    settling: Settling
    sitting: Sitting
    shapes: tuple[WinShape, ...] = (FOUR_SETS,)
    """The shapes of a complete hand."""
    shapes_agreed: tuple[tuple[str, WinShape], ...] = ()
    """Further shapes, each with the boolean option that allows it."""
    dealt_kongs: bool = False
    """Whether East's hand as dealt may have concealed kongs."""
    robs_concealed: tuple[WinShape, ...] = ()
    """The shapes that may be completed by robbing a concealed kong."""
    most_chows: Amount = HAND_SETS
    """The most chows in four sets and a pair."""
    goulash: Goulash | None = None
    """How a deal with wild tiles is played; None if there is none."""
    stand_ins: tuple[StandIn, ...] = ()
    """Tiles that can win in place of another one, completing its pair."""
    winner_shows: tuple[BoundCondition, ...] = ()
    """A winner must meet one of these conditions, unless his hand is a layout; empty: any complete hand may win."""
    least_points: int = 0
    """Points before doubling that a winner needs, unless he has a share of the limit."""
    least_doubles: int = 0
    """Doubles that a winner needs, unless he has a share of the limit."""
    short_dead_hand_scores: bool = False
    """Whether a dead hand with too few tiles counts like any other losing hand."""
    washed_tiles: WashedTiles | None = None
    false_mahjong: FalseMahjong | None = None
    house: Adopted | None = None
    """The house rules that were applied to it; None if none were."""

    @property
    def has_minimum(self) -> bool:
        """Whether a winner needs a minimum of points or doubles."""
        return bool(self.least_points or self.least_doubles)

    @property
    def last_win(self) -> ScoringRule | None:
        """The (first) rule of East's win after which the deal passes; None if East stays."""
        rows = [rule for rule in self.rules if rule.passes_after is not None]
        return min(rows, key=lambda rule: rule.passes_after or 0, default=None)

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The members of a win or hand that matter under this rulebook, besides tiles and source."""
        scoring = [member for rule in self.rules for member in rule.looks_for.win_members]
        danger = self.settling.danger
        settling = () if danger is None else (DANGEROUS_DISCARD_BY if danger.during_play else DISCARDER_EXCUSED,)
        wild = () if self.goulash is None else ("wild",)
        return tuple(dict.fromkeys([*scoring, *settling, *wild]))

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
        return ("deal", *washed, *false_call, "correction")

    @property
    def settlement_rules(self) -> list[tuple[SettlementRule, Mapping[str, int]]]:
        """The rules that settle, each with its numbers by name."""
        plain = [*self.settling.rows.in_order, self.sitting.settlement_rule, self.dead_hand]
        settlement_rules: list[tuple[SettlementRule, Mapping[str, int]]] = [
            (settlement_rule, {}) for settlement_rule in plain
        ]
        if self.goulash is not None:
            settlement_rules.append((self.goulash.settlement_rule, {}))
        if self.settling.danger is not None:
            settlement_rules.append((self.settling.danger.in_full, {}))
        if self.washed_tiles is not None:
            points = self.washed_tiles.points
            settlement_rules.append(
                (self.washed_tiles.settlement_rule, {f"{heads} heads": points[heads] for heads in points})
            )
        if self.false_mahjong is not None:
            several = {f"{callers} callers": points for callers, points in self.false_mahjong.by_callers.items()}
            settlement_rules.append((self.false_mahjong.settlement_rule, several))
        return settlement_rules
