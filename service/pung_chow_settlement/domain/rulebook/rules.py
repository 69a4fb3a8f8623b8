"""Rules that score, options, and the rules that settle: what they cite and what they are worth."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final, NamedTuple

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Options, OptionValue
from pung_chow_settlement.domain.clauses.of_wins import LAST_WIN_IN_A_ROW
from pung_chow_settlement.domain.clauses.patterns import WAITING_FOR, hand_waited_for, layouts_in
from pung_chow_settlement.domain.layouts.parts import Exposed
from pung_chow_settlement.domain.layouts.spec import ReadLayout
from pung_chow_settlement.domain.rulebook.members import MAX_ADDED, MAX_DOUBLES, MAX_POINTS, MAX_SCORE, Member, member
from pung_chow_settlement.domain.statements import RuleText

LIMIT: Final = "limit"
"""The option that every rulebook has: the cap, before East's double, on each hand or each payment; or None."""
WHOLE_LIMIT: Final = 100
"""Per cent of the limit that a limit hand scores."""
Percent = int | Fraction
"""A share of the limit in per cent: a whole number or an exact fraction (12 1/2 for an eighth)."""
MAX_ONLY_BESIDE: Final = 12
"""Most rules of a rulebook that count only beside others: 3^4 sets of them, at most, are compared for a hand."""
MAX_BONUS_APART: Final = 4
"""Most rules of a rulebook that count flowers and seasons separately: a hand is scored with and without each."""


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
    """The worth of a hand by one rule: a share of the limit, points, or doubles of its count."""

    limit_percent: Percent = 0
    score: int = 0
    doubles: int = 0

    @property
    def half(self) -> "Worth":
        """Half of the worth, points rounded down; doubles are not halved."""
        return self._replace(limit_percent=percent_of(Fraction(self.limit_percent) / 2), score=self.score // 2)


def percent_of(percent: Fraction) -> Percent:
    """The percentage as an integer if it is whole, else as a fraction."""
    return percent.numerator if percent.denominator == 1 else percent


def written_percent(percent: Percent) -> int | str:
    """A percentage as a fact: 12 1/2 for an eighth."""
    whole, rest = divmod(Fraction(percent), 1)
    return f"{whole} {rest}" if rest else whole


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

    def with_options(self, options: Options) -> int:
        """The number under these options (0 if the option is null)."""
        return (options[self.option] or 0) // self.divided_by


Amount = int | ShareOf


def amount_under(value: Amount, options: Options) -> int:
    """The value of an amount under these options."""
    return value.with_options(options) if isinstance(value, ShareOf) else value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoringRule:
    """One row of a rulebook's table: a condition, its worth and the source."""

    id: str
    text: str
    condition: BoundCondition
    source: Cite
    applies_to: AppliesTo = AppliesTo.ALL
    points: Amount = 0
    doubles: int = 0
    bonus_points: Amount = 0
    limit_percent: Percent = 0
    score: int | None = None
    waiting: Worth | None = None
    when_limit: bool | None = None
    replaces: tuple[str, ...] = ()
    spoiled_by: tuple[str, ...] = ()
    only_beside: tuple[str, ...] | None = None
    bonus: bool = False
    counts_bonus_separately: bool = False
    halves: bool = False
    count_if_more: bool = False
    is_waiting_row: bool = False
    """True if the row is that of a rule for such a hand; such rows occur in scores, never in rulebooks."""
    aliases: tuple[str, ...] = ()
    """Other names of the rule."""
    concept: str | None = None
    """The common name of the rule across rulebooks; None if it is the id."""
    interpretation: str | None = None
    """How the book is interpreted if it is silent or contradicts itself."""
    assumed: bool = False
    """True if the interpretation assumes what the book does not say."""

    @property
    def is_for_waiting_hands_only(self) -> bool:
        """True if it is worth something only to a losing hand that waits for it."""
        own = self.points, self.doubles, self.bonus_points, self.limit_percent, self.halves
        return self.waiting is not None and self.score is None and not any(own)

    @property
    def limit_hand(self) -> bool:
        """True if the hand scores the limit regardless of its count."""
        return self.limit_percent == WHOLE_LIMIT

    @property
    def passes_after(self) -> int | None:
        """East's wins in a row after which the deal passes; None if the rule has another condition."""
        bound = self.condition
        wins = dict(bound.values)["wins"] if bound.definition is LAST_WIN_IN_A_ROW else None
        return wins if isinstance(wins, int) else None

    @property
    def concept_or_id(self) -> str:
        """The common name of the rule across rulebooks."""
        return self.concept or self.id

    @property
    def agreed(self) -> bool:
        """True if one of its numbers, or its condition, depends on an option."""
        return bool(self.options)

    @property
    def options(self) -> set[str]:
        """The options that one of its numbers, or its condition, depends on."""
        amounts = [each.option for each in (self.points, self.bonus_points) if isinstance(each, ShareOf)]
        return {*amounts, *self.condition.options}


RULE_MEMBERS: Final[Mapping[str, Member]] = {
    "applies_to": member(
        "applies_to",
        text=(
            "Optional. Whose hands the rule counts in. Without it, as in the rulebook; a new rule "
            "counts in the winner's."
        ),
    ),
    "points": member("points", is_worth=True, text="Points before doubling, for each find.", most=MAX_POINTS),
    "doubles": member("doubles", is_worth=True, text="Doubles, for each find.", most=MAX_DOUBLES),
    "bonus_points": member("added", is_worth=True, text="Points added after doubling, for each find.", most=MAX_ADDED),
    "limit_percent": member(
        "limit_share",
        is_worth=True,
        text="The share of the limit that a winner scores by it, whatever the count; a losing hand scores at least "
        "that. A fraction, `1/2`, or whole limits: `1` for a limit hand. It is rounded down to a whole point. Without "
        "a limit, by the option `limit` or `settlement.limit_without`, a deal is refused (`limit-required`).",
    ),
    "score": member(
        "score",
        is_worth=True,
        text="The whole score of the hand, winner or loser, before East's double. If `bonus_beside_limit` is true, "
        "flowers and seasons are added to it. With 0 the hand scores nothing, whatever it has.",
        most=MAX_SCORE,
    ),
    "waiting": member(
        "waiting",
        is_worth=True,
        text=(
            "Minimum score of a losing hand that is one tile short of this hand: a share of the "
            "limit, points, or its own score with doubles."
        ),
    ),
    "when_limit": member(
        "when_limit",
        words=WHEN_LIMIT,
        text="When the rule counts: only `with` a limit, only `without` one, or `always`.",
    ),
    "replaces": member(
        "replaces",
        names_rules=True,
        text="Rules that this rule replaces. `[]` clears the list.",
    ),
    "spoiled_by": member(
        "spoiled_by",
        names_rules=True,
        text="Rules that keep this rule from counting. `[]` clears the list.",
    ),
    "only_beside": member(
        "only_beside",
        names_rules=True,
        text=(
            "The rule counts only if every point of the hand comes from these rules and itself. If it names "
            "only itself, nothing else may give points. If two such rules exclude each other, the one that "
            "gives the hand the higher score counts. At most 12 rules of a table have it. `[]` lifts this."
        ),
    ),
    "bonus": member(
        "bonus", text="True if it counts or doubles flowers and seasons in tables that count these separately."
    ),
    "counts_bonus_separately": member(
        "bonus_apart",
        text=(
            "True if flowers and seasons are counted separately, so that this rule's doubles do not "
            "double them. If the hand scores more without the rule, it scores that. At most 4 rules of a "
            "table have it."
        ),
    ),
    "halves": member(
        "halves",
        text=(
            "True if the hand scores half, rounded down: half of its score after doubling, of its "
            "share of the limit, or of its fixed score."
        ),
    ),
    "count_if_more": member(
        "count_if_more",
        text=(
            "True if a hand scores its own points if those are more than this rule's score or, for a "
            "winner, its share of the limit. `count_if_more` of the settlement does this for all "
            "rules."
        ),
    ),
}
"""The members of a rule that files and house rules have, by their fields."""


def waiting_id(rule: ScoringRule) -> str | None:
    """The id of what `waiting` says of a rule of a named hand, as a rule of its own; None unless it is an alias of it.

    Requests that were written before there was the member name such rules.
    """
    name = f"{WAITING_FOR.id}-{rule.id}"
    return name if rule.waiting is not None and name in rule.aliases and hand_waited_for(rule.condition) else None


def waiting_row(rule: ScoringRule) -> ScoringRule | None:
    """What `waiting` says of a rule, as a rule of its own; None unless it has an id."""
    name, hand = waiting_id(rule), hand_waited_for(rule.condition)
    if name is None or hand is None or rule.waiting is None:
        return None
    return ScoringRule(
        id=name,
        text=WAITING_FOR.text,
        condition=WAITING_FOR(hand=hand),
        source=rule.source,
        applies_to=AppliesTo.OTHERS,
        limit_percent=rule.waiting.limit_percent,
        score=rule.waiting.score or None,
        doubles=rule.waiting.doubles,
        count_if_more=bool(rule.waiting.score),
        replaces=rule.replaces if rule.waiting.doubles else (),
        counts_bonus_separately=rule.counts_bonus_separately and bool(rule.waiting.doubles),
    )


NAMES_OF_RULES: Final = [name for name, each in RULE_MEMBERS.items() if each.names_rules]
"""The members of a rule that name other rules."""


def layout_of(rule: ScoringRule) -> ReadLayout | None:
    """The layout of a rule; None if it has a condition."""
    return rule.condition.layout


def part_layouts(rule: ScoringRule) -> tuple[ReadLayout, ...]:
    """The layouts that are parts of a rule's condition and complete a hand; none of a rule that is a layout."""
    bound = rule.condition
    return tuple(layouts_in(bound, completing=True)) if bound.parts else ()


def is_halved(rule: ScoringRule) -> bool:
    """True if a hand with a claimed set scores half of the rule."""
    layout = layout_of(rule)
    return layout is not None and layout.layout.exposed is Exposed.HALF


MIN_LIMIT: Final = 10
MAX_LIMIT: Final = 1_000_000
NO_LIMIT: Final = 0
"""What requests, files and responses have for no limit; here it is None."""


def written_value(value: object) -> object:
    """The value of an option as responses have it: 0 for no limit. Compiled, an `int` here makes booleans numbers."""
    return NO_LIMIT if value is None else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A number that the rulebook leaves to the players."""

    name: str
    text: RuleText
    source: Cite
    default: OptionValue
    default_by: tuple[str, Mapping[OptionValue, OptionValue]] | None = None
    """Another option, and this one's default by the value of that one."""
    unlimited: bool = False
    """True if it may be 0, which is no limit; its value is None then."""
    minimum: int | None = None
    maximum: int | None = None
    multiple_of: int | None = None
    choices: tuple[int, ...] | None = None
    usual: tuple[int, ...] = ()
    """Values that the book mentions, if others are accepted too."""
    requires: tuple[BoundCondition, ...] = ()
    """Of a boolean option that is on: a winner must meet one of these conditions."""
    interpretation: RuleText | None = None
    assumed: bool = False
    """True if the interpretation assumes what the book does not say."""

    @property
    def is_boolean(self) -> bool:
        """True if its value is true or false."""
        return isinstance(self.default, bool)

    def accepts(self, number: int) -> bool:
        """True if a number is within the option's range."""
        if self.choices is not None:
            return number in self.choices
        low, high, step = self.minimum or 0, self.maximum or number, self.multiple_of or 1
        return low <= number <= high and number % step == 0

    def for_house_rules(self) -> "Option":
        """The option as house rules may set it: any limit or none, without the steps of a rulebook's book."""
        if self.name != LIMIT:
            return self
        return replace(self, unlimited=True, minimum=MIN_LIMIT, maximum=MAX_LIMIT, multiple_of=None)

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
    text: RuleText
    source: Cite
    interpretation: RuleText | None = None
    assumed: bool = False
    """True if the interpretation assumes what the book does not say."""
