"""The columns of a rulebook: rules, options, settlement and penalties as plain frozen records."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.arrangements import StandIn
from pung_chow_settlement.domain.clauses.clause import BoundCondition, Options, OptionValue, Predicate
from pung_chow_settlement.domain.clauses.of_wins import LAST_WIN_IN_A_ROW
from pung_chow_settlement.domain.clauses.patterns import LAYOUT, WAITING_FOR, awaited_hand, layouts_in, written_in
from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.hand import HAND_SETS
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.layouts.model import Exposed
from pung_chow_settlement.domain.layouts.spec import LayoutSpec
from pung_chow_settlement.domain.seats import SEATS
from pung_chow_settlement.domain.shapes import FOUR_SETS, Pattern
from pung_chow_settlement.domain.tiles import Pictures, Tile

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
MAX_PERCENT: Final = 12 * WHOLE_LIMIT
"""The most per cent of the limit that a rule can be worth."""


# Columns


class Member(NamedTuple):
    """The one declaration of a member of a rulebook, beside the name, type and default of its field.

    What reads it: the forms of files and requests and the JSON Schema (`forms`), digests, comparisons, house
    rules that change it, the answers that have it, and the check of the contract.
    """

    path: tuple[str, ...]
    """Where files and house rules have it, within their section."""
    description: str
    """What it means, in a sentence; the contract's, which is English."""
    least: int = 0
    most: int = 0
    """The bounds of a number."""
    none_word: str | int | None = None
    """The value in house rules for None, since null is absent there."""
    words: Mapping[str, bool | None] | None = None
    """Its values by their words in house rules; None if they are written as they are."""
    stated_in: str = ""
    """The rule of the settlement that states it, by its name in `SettlementSources`."""
    adds: str = ""
    """What that rule says further where it is true."""
    touches: tuple[str, ...] = ()
    """Further rules of the settlement that may speak of it."""
    share_rule: tuple[str, str] | None = None
    """Of a share that players pay the winner: the id of its rule, and the text, without the number."""
    added_later: bool = False
    """Whether digests leave it out at its default, so that digests of rulebooks from before it stay valid."""
    is_worth: bool = False
    """Whether it is what a rule is worth."""
    names_rules: bool = False
    """Whether it names other rules."""
    compared: bool = True
    """Whether a comparison of two rulebooks has it in the words of house rules."""


def member(*path: str, text: str, **further: Any) -> dict[str, Member]:
    """The metadata of a field that is a column."""
    return {"member": Member(path, text, **further)}


@cache
def members_of(record: Any) -> Mapping[str, Member]:
    """The columns of a record, by the names of their fields."""
    return {each.name: each.metadata["member"] for each in fields(record) if "member" in each.metadata}


MAX_POINTS: Final = 10_000
"""Most points of a rule or a penalty."""
MAX_DOUBLES: Final = 13
"""Most doubles of a rule."""
MAX_ADDED: Final = 500_000
"""Most points of a rule after doubling: one rulebook adds half the limit."""
MAX_SCORE: Final = 500_000
"""The highest fixed score of a hand, in points."""
MAX_ROUNDED_TO: Final = 1000
"""The greatest number to a multiple of which amounts are rounded."""
MAX_WINS_IN_A_ROW: Final = 1000
"""The greatest number of East's wins in a row that can end his turn."""
MAX_SHARES: Final = 12
"""The greatest factor by which a score is paid."""


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
    applies_to: AppliesTo = field(
        default=AppliesTo.ALL,
        metadata=member(
            "applies_to", text="Whose hands it counts in. Absent, as it was; a new rule counts in the winner's."
        ),
    )
    points: Amount = field(
        default=0,
        metadata=member("points", is_worth=True, text="Points before doubling, for each find.", most=MAX_POINTS),
    )
    doubles: int = field(
        default=0, metadata=member("doubles", is_worth=True, text="Doubles, for each find.", most=MAX_DOUBLES)
    )
    bonus_points: Amount = field(
        default=0,
        metadata=member("added", is_worth=True, text="Points added after doubling, for each find.", most=MAX_ADDED),
    )
    limit_percent: Percent = field(
        default=0,
        metadata=member(
            "limit_percent",
            is_worth=True,
            text="The share of the limit that the hand scores by it, whatever its count; 100 for a limit hand.",
            most=WHOLE_LIMIT,
        ),
    )
    score: int = field(
        default=0,
        metadata=member(
            "score",
            is_worth=True,
            text="What the hand scores in all, before East's double; nothing counts beside it.",
            most=MAX_SCORE,
        ),
    )
    waiting: Worth | None = field(
        default=None,
        metadata=member(
            "waiting",
            is_worth=True,
            text="What a hand scores at least that did not win and lacks one tile of it: a share of the limit, points, "
            "or its count with doubles.",
        ),
    )
    when_limit: bool | None = field(
        default=None,
        metadata=member(
            "when_limit",
            words=WHEN_LIMIT,
            text="Whether it counts only `with` a limit, only `without` one, or `always`.",
        ),
    )
    replaces: tuple[str, ...] = field(
        default=(),
        metadata=member(
            "replaces",
            names_rules=True,
            text="Rules that do not count beside it; `none` alone, all do. Empty, as it was.",
        ),
    )
    spoiled_by: tuple[str, ...] = field(
        default=(),
        metadata=member(
            "spoiled_by",
            names_rules=True,
            text="Rules beside which it does not count; `none` alone, no rule. Empty, as it was.",
        ),
    )
    only_beside: tuple[str, ...] | None = field(
        default=None,
        metadata=member(
            "only_beside",
            names_rules=True,
            none_word="any",
            text="It counts only where every point of the hand comes from these rules and itself; `any` "
            "alone, whatever else counts; `none` alone, where nothing else gives points. Empty, as it "
            "was.",
        ),
    )
    bonus: bool = field(
        default=False,
        metadata=member(
            "bonus", text="Whether it counts flowers and seasons or doubles them, where they are counted apart."
        ),
    )
    counts_bonus_separately: bool = field(
        default=False,
        metadata=member(
            "bonus_apart",
            text="Whether flowers and seasons are counted apart beside it, so that its doubles do not double "
            "them; where the hand without it comes to more, it scores that.",
        ),
    )
    halves: bool = field(
        default=False,
        metadata=member(
            "halves",
            text="Whether a hand in which it is found scores half, rounded down: of its count after doubling, of its "
            "share of the limit, or of its fixed score.",
            added_later=True,
        ),
    )
    count_if_more: bool = field(
        default=False,
        metadata=member(
            "count_if_more",
            text="Whether a winner scores the hand's count where that is more than the share or score of this rule, as "
            "for all rules where the settlement says `count_if_more`.",
            added_later=True,
        ),
    )
    is_waiting_row: bool = False
    """Whether the row is that of a rule for such a hand; such rows occur in scores, never in rulebooks."""
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
        bound = self.condition
        wins = dict(bound.values)["wins"] if bound.condition is LAST_WIN_IN_A_ROW else None
        return wins if isinstance(wins, int) else None

    @property
    def concept_or_id(self) -> str:
        """The common name of the rule across rulebooks."""
        return self.concept or self.id

    @property
    def agreed(self) -> bool:
        """Whether one of its numbers, or its condition, depends on an option."""
        amounts = isinstance(self.points, ShareOf) or isinstance(self.bonus_points, ShareOf)
        return amounts or self.condition.agreed


def waiting_id(rule: ScoringRule) -> str | None:
    """The id of what `waiting` says of a rule of a named hand, as a rule of its own; None unless it is an alias of it.

    Requests that were written before there was the column name such rules.
    """
    name = f"{WAITING_FOR.id}-{rule.id}"
    return name if rule.waiting is not None and name in rule.aliases and awaited_hand(rule.condition) else None


def waiting_row(rule: ScoringRule) -> ScoringRule | None:
    """What `waiting` says of a rule, as a rule of its own; None unless it has an id."""
    name, hand = waiting_id(rule), awaited_hand(rule.condition)
    if name is None or hand is None or rule.waiting is None:
        return None
    return ScoringRule(
        id=name,
        text=WAITING_FOR.text,
        condition=WAITING_FOR(hand=hand),
        source=rule.source,
        applies_to=AppliesTo.OTHERS,
        **rule.waiting._asdict(),
        replaces=rule.replaces if rule.waiting.doubles else (),
        counts_bonus_separately=rule.counts_bonus_separately and bool(rule.waiting.doubles),
    )


def last_win_in(rules: Iterable[ScoringRule]) -> ScoringRule | None:
    """The (first) rule of East's win after which the deal passes; None if East stays."""
    rows = [rule for rule in rules if rule.passes_after is not None]
    return min(rows, key=lambda rule: rule.passes_after or 0, default=None)


NAMES_OF_RULES: Final = [name for name, each in members_of(ScoringRule).items() if each.names_rules]
"""The columns of a rule that name other rules."""


def layout_of(rule: ScoringRule) -> LayoutSpec | None:
    """The layout of a rule; None if it has a condition."""
    bound = rule.condition
    return written_in(dict(bound.values)) if bound.condition is LAYOUT else None  # type: ignore[arg-type]


def part_layouts(rule: ScoringRule) -> tuple[LayoutSpec, ...]:
    """The layouts that are parts of a rule's condition and complete a hand; none of a rule that is a layout."""
    bound = rule.condition
    return tuple(layouts_in(bound, completing=True)) if bound.parts else ()


def is_halved(rule: ScoringRule) -> bool:
    """Whether a hand with a claimed set scores half of the rule."""
    layout = layout_of(rule)
    return layout is not None and layout.exposed == Exposed.HALF.value


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


AsDangerous = tuple[Collection[Tile], ...]
"""By a discard: the tiles that would have served as well."""


@dataclass(frozen=True, slots=True)
class DangerPattern:
    """Sets on the table that make a discard dangerous (1922 p.67)."""

    id: str
    text: str
    served: Predicate
    """Whether the winner's sets on the table showed this pattern and the discard completed its hand."""
    as_dangerous: AsDangerous
    """For the excuse 'no choice'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerousDiscard:
    """The penalty for a discard that completes a hand which the sets on the table gave warning of."""

    settlement_rule: SettlementRule
    patterns: tuple[DangerPattern, ...]
    excuses: bool
    """Whether a discarder can be excused."""
    special_only: bool = False
    """Whether only a special hand, one worth a share of the limit or a score, with a set laid down can make it so."""
    during_play: bool = False
    """Whether claims during the deal can make a discarder liable; then the players state who is."""
    complete_honours: int = 2
    """Doubles that excuse a waiting discarder; so does a tile that would give him more than this."""

    @property
    def in_full(self) -> SettlementRule:
        """The rule with its patterns as text, under the letters of the book if it has some."""
        if not self.patterns:
            return self.settlement_rule
        patterns = "; ".join(f"({each.id}) {each.text}" if len(each.id) == 1 else each.text for each in self.patterns)
        return replace(self.settlement_rule, text=f"{self.settlement_rule.text}: {patterns}")

    def judges_as(self, other: "DangerousDiscard") -> bool:
        """Whether both are equal apart from their sources."""
        return replace(self, settlement_rule=other.settlement_rule) == other

    def patterns_served(self, arranged: ArrangedHand) -> tuple[DangerPattern, ...]:
        """The patterns that the winner's sets on the table showed and the discard completed."""
        if arranged.winning.source is not WinSource.DISCARD and not self.during_play:
            return ()
        return tuple(pattern for pattern in self.patterns if pattern.served(arranged))


class SettledBy(StrEnum):
    """How a deal changes the totals."""

    PAYMENTS = "payments"
    """Players pay each other."""
    SCORES = "scores"
    """Nobody pays: scores are only added up."""


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


class AfterDraw(StrEnum):
    """Who is East after a deal that nobody won, and what becomes of East's run of wins."""

    STAYS = "stays"
    """East stays East; his run of wins ends."""
    KEEPS_RUN = "keeps-run"
    """East stays East; his run of wins is what it was."""
    COUNTS_AS_WIN = "counts-as-win"
    """The deal counts as one more win of East's in a row."""
    PASSES = "passes"
    """The deal passes, as if East had lost."""


class TurnRules(NamedTuple):
    """What ends East's turn, besides another's win."""

    wins_in_a_row: int | None = None
    """East's wins in a row after which the deal passes; None if it never passes while he wins."""
    after_draw: AfterDraw = AfterDraw.STAYS
    or_more: bool = False
    """Whether more wins in a row end it too, which East has if the table agrees on fewer during a sitting; a rule that
    looks for the last win says just so many."""


UNENDING: Final = TurnRules()
"""East's turn ends by another's win only."""


class Rounded(StrEnum):
    """Which multiple an amount is rounded to."""

    UP = "up"
    DOWN = "down"
    NEAREST = "nearest"
    """Half-way, the higher."""


class Rounding(NamedTuple):
    """How an amount is rounded."""

    to: int
    how: Rounded

    def change(self, amount: int) -> int:
        """What rounding adds to the amount; negative if it takes."""
        if self.how is Rounded.UP:
            return -amount % self.to
        over = (amount + self.to // 2) % self.to - self.to // 2 if self.how is Rounded.NEAREST else amount % self.to
        return -over


class HandRounding(NamedTuple):
    """How a hand's count is rounded."""

    points: Rounding | None
    score: Rounding | None

    def of_points(self, points: int) -> int:
        """What rounding adds to the points; negative if it takes."""
        return 0 if self.points is None else self.points.change(points)

    def of_score(self, score: int) -> int:
        """What rounding adds to the score after doubling; negative if it takes."""
        return 0 if self.score is None else self.score.change(score)


class RobbedKongAs(StrEnum):
    """How the shares treat a win by robbing a kong."""

    DISCARD = "discard"
    SELF_DRAWN = "self-drawn"


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
class SettlementSources:
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
    rounded_scores: SettlementRule | None = None
    """How scores are rounded after doubling."""
    rounded_payments: SettlementRule | None = None
    """How payments are rounded."""
    flowers: SettlementRule | None = None
    """Whose the flowers are, where house rules say it."""
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
        scoring = (*winner, self.losers, self.loser_limit_hand, self.east, self.limit, self.rounding)
        rounding = (self.rounded_scores, self.rounded_payments)
        rows = (*scoring, *rounding, self.flowers, self.robbed_kong, self.drawn_deal, self.next_east, self.seats)
        return [row for row in rows if row is not None]


class Factor(NamedTuple):
    """A factor of a payment, with its rule and source."""

    row: SettlementRule
    times: int
    source: Cite


def factor(row: SettlementRule, times: int, source: Cite | None = None) -> Factor | None:
    """A factor; None if it changes nothing."""
    return None if times == 1 else Factor(row, times, source or row.source)


_OF_THE_WINNER: Final = ("winner", "limit", "robbed_kong")
"""The rules of the settlement that may speak of a share that the winner is paid."""


def _of_east(end: str, text: str) -> dict[str, Member]:
    """How many times East pays or is paid."""
    return member("east", end, text=text, least=1, most=MAX_SHARES, stated_in="east", touches=("limit",))


def _share_member(*path: str, text: str, rule: tuple[str, str], least: int = 1) -> dict[str, Member]:
    """A share that players pay the winner."""
    return member(*path, text=text, least=least, most=MAX_SHARES, touches=_OF_THE_WINNER, share_rule=rule)


def _rounded_to(name: str, stated_in: str, text: str) -> dict[str, Member]:
    """The number to a multiple of which amounts are rounded."""
    return member(name, text=text, least=1, most=MAX_ROUNDED_TO, stated_in=stated_in, added_later=True)


def _rounded(name: str, stated_in: str, what: str) -> dict[str, Member]:
    """How amounts are rounded."""
    text = f"Whether {what} are rounded `up`, `down`, or to the `nearest` multiple, half-way up."
    return member(name, text=text, stated_in=stated_in, added_later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementTerms:
    """How a deal is settled: payment = score x discarder's or drawn share x East's double, cut by the limit."""

    rows: SettlementSources
    settled_by: SettledBy = field(
        default=SettledBy.PAYMENTS,
        metadata=member(
            "settled_by",
            text="How a deal is settled: by `payments` of the players to each other, or by `scores` alone. Then nobody "
            "pays for a deal, and each player's score is added to his total: the losers' scores too, unless `losers` "
            "is `none`, and those of a drawn deal if `drawn_deal` is `difference`.",
            stated_in="winner",
            touches=("losers", "east", "limit", "drawn_deal"),
            added_later=True,
        ),
    )
    losers: Losers = field(
        default=Losers.DIFFERENCE,
        metadata=member(
            "losers",
            text="What those who did not win settle with one another: the `difference` of their scores, `none`, or "
            "`full-ways`, each paying each other his whole score.",
            stated_in="losers",
            touches=("limit",),
        ),
    )
    east_pays: int = field(default=EAST_DOUBLE, metadata=_of_east("pays", text="Times that East pays."))
    east_receives: int = field(default=EAST_DOUBLE, metadata=_of_east("receives", text="Times that East is paid."))
    discarder_share: int = field(
        default=1,
        metadata=_share_member(
            "discarder",
            "share",
            text="Times the winner's score that the discarder pays.",
            rule=("discarder-share", "Where somebody discarded, the discarder pays the winner's score"),
        ),
    )
    others_share: int = field(
        default=1,
        metadata=_share_member(
            "discarder",
            "others_share",
            text="Times the winner's score that the others pay.",
            rule=("others-share", "Where somebody discarded, each of the others pays the winner's score"),
            least=0,
        ),
    )
    discarder_for_all: bool = field(
        default=False,
        metadata=_share_member(
            "discarder",
            "for_all",
            text="Whether the discarder pays what all would have paid.",
            rule=("discarder-for-all", "The discarder pays the winner for all, what each would have paid"),
        ),
    )
    self_drawn: int = field(
        default=1,
        metadata=_share_member(
            "self_drawn",
            text="How many times the winner's score everybody pays where nobody discarded.",
            rule=("self-drawn-share", "Where nobody discarded, each pays the winner's score"),
        ),
    )
    robbed_kong_as: RobbedKongAs = field(
        default=RobbedKongAs.DISCARD,
        metadata=member("robbed_kong_as", text="What a win by robbing a kong is paid like.", stated_in="robbed_kong"),
    )
    limit_cuts: LimitCuts = field(
        default=LimitCuts.PAYMENT,
        metadata=member(
            "limit_cuts",
            text="Whether the limit cuts every `hand`'s score, or each `payment` before East's double.",
            stated_in="limit",
        ),
    )
    loser_limit: LoserLimit = field(
        default=LoserLimit.SCORE,
        metadata=member(
            "loser_limit",
            text="What a limit hand is worth that did not win: its `score`, or it `takes-limit` from each other who "
            "did not win either. A hand that scores a smaller share of the limit settles by its score.",
            stated_in="loser_limit_hand",
        ),
    )
    limit_without: int | None = field(
        default=None,
        metadata=member(
            "limit_without",
            text="What a limit hand scores at least where no limit is set; 0, its count.",
            most=1_000_000,
            none_word=0,
            stated_in="limit",
        ),
    )
    pays_above_limit: bool = field(
        default=False,
        metadata=member(
            "pays_above_limit",
            text="Whether a hand that one rule makes worth more than the limit is paid in full, with its flowers.",
            stated_in="limit",
            added_later=True,
        ),
    )
    points_rounded_up_to: int = field(
        default=1,
        metadata=_rounded_to(
            "points_rounded_up_to",
            "rounding",
            "Points before doubling are rounded up to a multiple of it, or as `points_rounded` says; 1, not at all.",
        ),
    )
    points_rounded: Rounded = field(
        default=Rounded.UP, metadata=_rounded("points_rounded", "rounding", "points before doubling")
    )
    scores_rounded_to: int = field(
        default=1,
        metadata=_rounded_to(
            "scores_rounded_to",
            "rounded_scores",
            "What a hand counts is rounded to a multiple of it after doubling, before the limit; 1, not at all.",
        ),
    )
    scores_rounded: Rounded = field(
        default=Rounded.NEAREST, metadata=_rounded("scores_rounded", "rounded_scores", "scores after doubling")
    )
    payments_rounded_to: int = field(
        default=1,
        metadata=_rounded_to(
            "payments_rounded_to",
            "rounded_payments",
            "What one player pays another for a deal is rounded to a multiple of it at last; 1, not at all.",
        ),
    )
    payments_rounded: Rounded = field(
        default=Rounded.NEAREST, metadata=_rounded("payments_rounded", "rounded_payments", "payments")
    )
    drawn_deal: DrawnDeal = field(
        default=DrawnDeal.NOTHING,
        metadata=member(
            "drawn_deal",
            text="What is paid where nobody won: `nothing`, or all settle the `difference`.",
            stated_in="drawn_deal",
            added_later=True,
        ),
    )
    after_draw: AfterDraw = field(
        default=AfterDraw.STAYS,
        metadata=member(
            "after_draw",
            text="Who is East after a deal that nobody won. East `stays` East, and his run of wins ends; or he "
            "`keeps-run`, the wins in a row that he has; or the deal `counts-as-win`, one more in his run; or the deal "
            "`passes`, as if he had lost.",
            stated_in="drawn_deal",
            added_later=True,
        ),
    )
    wins_in_a_row: int | None = field(
        default=None,
        metadata=member(
            "wins_in_a_row",
            text="How many wins in a row end East's turn; 0: no number does. By default, that of the rule that looks "
            "for `last-win-in-a-row`.",
            most=MAX_WINS_IN_A_ROW,
            stated_in="next_east",
            added_later=True,
            compared=False,
        ),
    )
    """None: as the rule says that looks for the last win in a row."""
    bonus_beside_limit: bool = field(
        default=False,
        metadata=member(
            "bonus_beside_limit",
            text="Whether flowers and seasons are counted apart and added to a share of the limit, which a winner then "
            "scores even where the hand's count is more.",
            stated_in="limit",
        ),
    )
    count_if_more: bool = field(
        default=False,
        metadata=member(
            "count_if_more",
            text="Whether a winner scores the hand's count where it is more than such a share, or than a rule's fixed "
            "score.",
            stated_in="limit",
            adds="; a winner scores the count where it is more",
            added_later=True,
        ),
    )
    pictures: Pictures = field(
        default=Pictures.BAMBOO_WEST,
        metadata=member(
            "pictures",
            text="Whose the Bamboo (`3f`) and the Chrysanthemum (`4f`) are: `bamboo-west`, West's and North's; "
            "`chrysanthemum-west`, North's and West's, as on sets whose Chrysanthemum bears the 3.",
            stated_in="flowers",
            added_later=True,
        ),
    )
    danger: DangerousDiscard | None = field(
        default=None,
        metadata=member(
            "dangerous_discard",
            text="The rulebook that says which discards are dangerous and who pays for them; `none`, none are.",
            none_word="none",
            compared=False,
        ),
    )

    @property
    def rounding(self) -> HandRounding | None:
        """How a hand's count is rounded; None if it is not."""
        found = HandRounding(self.rounding_in("rounding"), self.rounding_in("rounded_scores"))
        return found if any(found) else None

    def rounding_in(self, row: str) -> Rounding | None:
        """How amounts are rounded by this rule, given by its name in `SettlementSources`; None if not at all."""
        to, how = [getattr(self, name) for name, each in members_of(SettlementTerms).items() if each.stated_in == row]
        return None if to == 1 else Rounding(to, how)


_DEFAULTS: Final[Mapping[str, Any]] = {each.name: each.default for each in fields(SettlementTerms)}
PLAIN_SHARES: Final[Mapping[str, int]] = {
    name: _DEFAULTS[name] for name, each in members_of(SettlementTerms).items() if each.share_rule
}
"""The columns of `SettlementTerms` with the shares that players pay the winner, at their neutral values."""


_THREE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """How one deal follows another."""

    settlement_rule: SettlementRule
    rounds: bool = field(
        metadata=member(
            "rounds",
            text="Whether the deals make up rounds, and four rounds a set. Rules that look for the wind of "
            "the round score "
            "either way, until they are left out.",
            compared=False,
        )
    )
    rounds_of_three: int = field(
        default=len(SEATS),
        metadata=member(
            "rounds_of_three",
            text="How many rounds a set has when three play: 3, if they leave out North's round.",
            least=1,
            most=len(SEATS),
            compared=False,
        ),
    )

    def rounds_of(self, players: int) -> int:
        """The rounds of a game of so many players."""
        return self.rounds_of_three if players == _THREE else len(SEATS)


@dataclass(frozen=True, slots=True, kw_only=True)
class WashedTiles:
    """Calling off the deal with many different terminals and honours."""

    settlement_rule: SettlementRule
    points: Mapping[int, int]
    """Points from each other player, by the number of different terminals and honours."""


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
    shared: bool = field(
        default=False,
        metadata=member(
            "shared",
            text="Whether that is what the others are paid together, not each. Each is paid an equal part, "
            "rounded down to a whole point before East's double: of 100 points each of three gets 33, "
            "so that 99 are paid.",
        ),
    )
    east_doubles: bool = field(metadata=member("east_doubles", text="Whether it is doubled to and from East."))
    exposed_only: bool = field(
        default=False, metadata=member("exposed_only", text="Whether only a hand that was completely exposed pays.")
    )
    passes_the_deal: bool = field(
        default=False,
        metadata=member("passes_the_deal", text="Whether an East who called loses the deal, of a hand that pays."),
    )
    taken_back: bool = field(
        default=False,
        metadata=member(
            "taken_back",
            text="Whether a call that does not pay, as no hand was exposed, is taken back, so that the same "
            "deal goes on.",
        ),
    )
    by_callers: Mapping[int, int] = field(default_factory=dict)
    """Where several called: the payment of each to each of the others, in points, by the number who called."""


class FinePaid(StrEnum):
    """Who is paid a fine."""

    EACH = "each"
    """Each of the others the whole of it."""
    SHARED = "shared"
    """The others together, in equal parts, rounded down."""
    ONE = "one"
    """One player, whom the table names."""
    FOR_ALL = "for-all"
    """One player what all would have paid him of a score that the table names, as if he had won the deal by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine:
    """What a player pays for an act that a table fines."""

    settlement_rule: SettlementRule
    amount: int | PercentOfLimit
    """In points or as a share of the limit; 0 if the call has a score of which all is paid."""
    to: FinePaid = field(
        default=FinePaid.EACH,
        metadata=member(
            "to",
            text="Who is paid: `each` of the others; the others together, in equal parts rounded down (`shared`); "
            "`one` whom the table names; or one, `for-all`, what all would have paid him of the score that the table "
            "names, as if he had won the deal by it.",
        ),
    )
    east_doubles: bool = field(
        default=False, metadata=member("east_doubles", text="Whether it is doubled to and from East.")
    )

    @property
    def id(self) -> str:
        """The name of the fine."""
        return self.settlement_rule.id

    @property
    def names_payee(self) -> bool:
        """Whether the table names who is paid."""
        return self.to in (FinePaid.ONE, FinePaid.FOR_ALL)


class Goulash(NamedTuple):
    """A deal with wild tiles and without chows, played after a drawn one."""

    settlement_rule: SettlementRule
    without: tuple[str, ...]
    """Ids of rules that do not count in it."""


class HouseRulesInfo(NamedTuple):
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
    settling: SettlementTerms
    sitting: Sitting
    shapes: tuple[Pattern, ...] = (FOUR_SETS,)
    """The shapes of a complete hand."""
    shapes_agreed: tuple[tuple[str, Pattern], ...] = ()
    """Further shapes, each with the boolean option that allows it."""
    dealt_kongs: bool = field(
        default=False,
        metadata=member("dealt_kongs", text="Whether East's hand as dealt may have made up concealed kongs."),
    )
    robs_concealed: tuple[Pattern, ...] = ()
    """The shapes that may be completed by robbing a concealed kong."""
    most_chows: Amount = field(
        default=HAND_SETS,
        metadata=member(
            "chows",
            text="Chows that four sets and a pair may hold; where an option of the rulebook says so, its default.",
            most=HAND_SETS,
        ),
    )
    goulash: Goulash | None = None
    """How a deal with wild tiles is played; None if there is none."""
    stand_ins: tuple[StandIn, ...] = ()
    """Tiles that can win in place of another one, completing its pair."""
    winner_shows: tuple[BoundCondition, ...] = ()
    """A winner must meet one of these conditions, unless his hand is a layout; empty: any complete hand may win."""
    exposed_chows: bool = True
    """Whether a winner's hand that is no layout may have claimed chows."""
    least_points: int = field(
        default=0,
        metadata=member(
            "least_points",
            text="Points before doubling that a winner needs, where he has no share of the limit.",
            most=MAX_POINTS,
        ),
    )
    least_doubles: int = field(
        default=0,
        metadata=member(
            "least_doubles", text="Doubles that a winner needs, where he has no share of the limit.", most=MAX_DOUBLES
        ),
    )
    least_score: int = field(
        default=0,
        metadata=member(
            "least_score",
            text="What a winner's hand needs to count after doubling, where he has no share of the limit.",
            most=MAX_SCORE,
            added_later=True,
        ),
    )
    special_only: bool = field(
        default=False,
        metadata=member(
            "special_only",
            text="Whether only a hand may win that a rule makes worth a share of the limit or a fixed score.",
            added_later=True,
        ),
    )
    least_instead: bool = field(
        default=False,
        metadata=member(
            "least_instead",
            text="Whether a winner with the least points, doubles and score needs none of `winner_shows`, and one who "
            "has one of these needs no least.",
            added_later=True,
        ),
    )
    short_dead_hand_scores: bool = field(
        default=False,
        metadata=member(
            "short_dead_hand_scores",
            text="Whether a dead hand with too few tiles counts like any other hand that did not win.",
        ),
    )
    washed_tiles: WashedTiles | None = None
    false_mahjong: FalseMahjong | None = None
    fines: tuple[Fine, ...] = ()
    """Further acts for which a player pays."""
    house: HouseRulesInfo | None = None
    """The house rules that were applied to it; None if none were."""

    @property
    def has_minimum(self) -> bool:
        """Whether a winner needs a minimum of points, doubles or score, or a special hand."""
        return bool(self.least_points or self.least_doubles or self.least_score or self.special_only)

    @property
    def shows_or_least(self) -> bool:
        """Whether a winner must meet one of some conditions or have the minimum."""
        return self.least_instead and self.has_minimum and bool(self.winner_shows)

    @property
    def last_win(self) -> ScoringRule | None:
        """The (first) rule of East's win after which the deal passes; None if East stays."""
        return last_win_in(self.rules)

    @property
    def turn(self) -> TurnRules:
        """What ends East's turn."""
        given, by_rule = self.settling.wins_in_a_row, self.last_win
        wins = (None if by_rule is None else by_rule.passes_after) if given is None else given or None
        return TurnRules(wins, self.settling.after_draw, or_more=given is not None)

    @property
    def looks_at(self) -> tuple[str, ...]:
        """The members of a win or hand that matter under this rulebook, besides tiles and source."""
        scoring = [member for rule in self.rules for member in rule.condition.win_members]
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
        fines = ("fine",) if self.fines else ()
        return ("deal", *washed, *false_call, *fines, "correction", "house-rules")

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
        settlement_rules += [(each.settlement_rule, {}) for each in self.fines]
        return settlement_rules
