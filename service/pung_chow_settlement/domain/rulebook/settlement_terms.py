"""How a rulebook settles a deal: the terms, the rules that state them, and the penalty for a dangerous discard."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.clauses.clause import Predicate
from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.rulebook.members import MAX_ROUNDED_TO, MAX_SHARES, Member, member
from pung_chow_settlement.domain.rulebook.rules import Cite, ScoringRule, SettlementRule
from pung_chow_settlement.domain.tiles import Pictures, Tile

DANGEROUS_DISCARD_BY: Final = "dangerous_discard_by"
DISCARDER_EXCUSED: Final = "discarder_excused"
EAST_DOUBLE: Final = 2
"""The factor by which East pays and is paid, unless a rulebook has another."""
MAX_WINS_IN_A_ROW: Final = 1000
"""The greatest number of East's wins in a row that can end his turn."""


def last_win_in(rules: Iterable[ScoringRule]) -> ScoringRule | None:
    """The (first) rule of East's win after which the deal passes; None if East stays."""
    rows = [rule for rule in rules if rule.passes_after is not None]
    return min(rows, key=lambda rule: rule.passes_after or 0, default=None)


AsDangerous = tuple[Collection[Tile], ...]
"""By a discard: the tiles that would have served as well."""


@dataclass(frozen=True, slots=True)
class DangerPattern:
    """Sets on the table that make a discard dangerous (1922 p.67)."""

    id: str
    text: str
    served: Predicate
    """True if the winner's sets on the table showed this pattern and the discard completed its hand."""
    as_dangerous: AsDangerous
    """For the excuse 'no choice'."""
    pattern: str = ""
    """The id under which `served` is known, if the rulebook gives the pattern another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerousDiscard:
    """The penalty for a discard that completes a hand which the sets on the table gave warning of."""

    settlement_rule: SettlementRule
    patterns: tuple[DangerPattern, ...]
    excuses: bool
    """True if a discarder can be excused."""
    special_only: bool = False
    """True if only a special hand, one worth a share of the limit or a score, with a set laid down can make it so."""
    during_play: bool = False
    """True if claims during the deal can make a discarder liable; then the players state who is."""
    complete_honours: int = 2
    """Doubles that excuse a waiting discarder; so does a tile that would give him more than this."""

    @property
    def in_full(self) -> SettlementRule:
        """The rule with its patterns as text, under the letters of the book if it has some."""
        if not self.patterns:
            return self.settlement_rule
        patterns = "; ".join(
            f"({pattern.id}) {pattern.text}" if len(pattern.id) == 1 else pattern.text for pattern in self.patterns
        )
        return replace(self.settlement_rule, text=f"{self.settlement_rule.text}: {patterns}")

    def judges_as(self, other: "DangerousDiscard") -> bool:
        """True if both are equal apart from their sources."""
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


class AfterGoulash(StrEnum):
    """Who is East after a goulash."""

    AS_USUAL = "as-usual"
    """As after any other deal."""
    PASSES = "passes"
    """The deal passes, whoever won it."""


class TurnRules(NamedTuple):
    """What ends East's turn, besides another's win."""

    wins_in_a_row: int | None = None
    """East's wins in a row after which the deal passes; None if it never passes while he wins.

    It passes after more wins too, which East has if the table agrees on fewer during a session. The limit hand of that
    win is the n-th alone.
    """
    after_draw: AfterDraw = AfterDraw.STAYS
    after_goulash: AfterGoulash = AfterGoulash.AS_USUAL


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
    after_goulash: SettlementRule | None = None
    """Who is East after a goulash, where it is not as usual."""
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
    """The rules of the members of PLAIN_SHARES that change payments."""
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
        turns = (self.drawn_deal, self.next_east, self.after_goulash)
        rows = (*scoring, *rounding, self.flowers, self.robbed_kong, *turns, self.seats)
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
class SettlementTerms:
    """How a deal is settled: payment = score x discarder's or drawn share x East's double, cut by the limit."""

    rows: SettlementSources
    settled_by: SettledBy = SettledBy.PAYMENTS
    losers: Losers = Losers.DIFFERENCE
    east_pays: int = EAST_DOUBLE
    east_receives: int = EAST_DOUBLE
    discarder_share: int = 1
    others_share: int = 1
    discarder_for_all: bool = False
    self_drawn: int = 1
    robbed_kong_as: RobbedKongAs = RobbedKongAs.DISCARD
    limit_cuts: LimitCuts = LimitCuts.PAYMENT
    loser_limit: LoserLimit = LoserLimit.SCORE
    limit_without: int | None = None
    pays_above_limit: bool = False
    points_rounded_up_to: int = 1
    points_rounded: Rounded = Rounded.UP
    scores_rounded_to: int = 1
    scores_rounded: Rounded = Rounded.NEAREST
    payments_rounded_to: int = 1
    payments_rounded: Rounded = Rounded.NEAREST
    drawn_deal: DrawnDeal = DrawnDeal.NOTHING
    after_draw: AfterDraw = AfterDraw.STAYS
    after_goulash: AfterGoulash = AfterGoulash.AS_USUAL
    wins_in_a_row: int | None = None
    """None: as the rule says that looks for the last win in a row."""
    bonus_beside_limit: bool = False
    count_if_more: bool = False
    pictures: Pictures = Pictures.BAMBOO_WEST
    danger: DangerousDiscard | None = None

    @property
    def rounding(self) -> HandRounding | None:
        """How a hand's count is rounded; None if it is not."""
        found = HandRounding(self.rounding_in("rounding"), self.rounding_in("rounded_scores"))
        return found if any(found) else None

    def rounding_in(self, row: str) -> Rounding | None:
        """How amounts are rounded by this rule, given by its name in `SettlementSources`; None if not at all."""
        to, how = [getattr(self, name) for name, each in SETTLEMENT_MEMBERS.items() if each.stated_in == row]
        return None if to == 1 else Rounding(to, how)


_OF_THE_WINNER: Final = ("winner", "limit", "robbed_kong")
"""The rules of the settlement that may speak of a share that the winner is paid."""


def _of_east(end: str, text: str) -> Member:
    """How many times East pays or is paid."""
    return member("east", end, text=text, least=1, most=MAX_SHARES, stated_in="east", touches=("limit",))


def _share_member(*path: str, text: str, rule: str, least: int = 1) -> Member:
    """A share that players pay the winner."""
    return member(*path, text=text, least=least, most=MAX_SHARES, touches=_OF_THE_WINNER, share_rule=rule)


def _rounded_to(name: str, stated_in: str, text: str) -> Member:
    """The number to a multiple of which amounts are rounded."""
    return member(name, text=text, least=1, most=MAX_ROUNDED_TO, stated_in=stated_in)


def _rounded(name: str, stated_in: str, what: str) -> Member:
    """How amounts are rounded."""
    text = f"How {what} are rounded: `up`, `down`, or to the `nearest` multiple, halves up."
    return member(name, text=text, stated_in=stated_in)


SETTLEMENT_MEMBERS: Final[Mapping[str, Member]] = {
    "settled_by": member(
        "settled_by",
        text=(
            "How a deal is settled: by `payments` between the players, or by `scores` alone. With "
            "`scores` nobody pays for a deal; each player's score is added to the player's total. "
            "Losers' scores are added unless `losers` is `none`, and those of a drawn deal if "
            "`drawn_deal` is `difference`. The limit caps each score."
        ),
        stated_in="winner",
        touches=("losers", "east", "limit", "drawn_deal"),
    ),
    "losers": member(
        "losers",
        text=(
            "How losers settle with one another: the `difference` of their scores, `none`, or `full-ways`: each pays "
            "each other the whole score of the other's hand."
        ),
        stated_in="losers",
        touches=("limit",),
    ),
    "east_pays": _of_east("pays", text="Factor of what East pays; 2 doubles it."),
    "east_receives": _of_east("receives", text="Factor of what East is paid; 2 doubles it."),
    "discarder_share": _share_member(
        "discarder",
        "share",
        text="How many times the winner's score the discarder pays.",
        rule="discarder-share",
    ),
    "others_share": _share_member(
        "discarder",
        "others_share",
        text="How many times the winner's score each of the others pays.",
        rule="others-share",
        least=0,
    ),
    "discarder_for_all": _share_member(
        "discarder",
        "for_all",
        text=(
            "True if the discarder pays what all would have paid the winner; how losers settle with each other stays "
            "the same."
        ),
        rule="discarder-for-all",
    ),
    "self_drawn": _share_member(
        "self_drawn",
        text="How many times the winner's score everybody pays if nobody discarded the winning tile.",
        rule="self-drawn-share",
    ),
    "robbed_kong_as": member("robbed_kong_as", text="How a win by robbing a kong is paid.", stated_in="robbed_kong"),
    "limit_cuts": member(
        "limit_cuts",
        text=("`hand`: the limit caps each hand's score. `payment`: it caps each payment, before East's double."),
        stated_in="limit",
    ),
    "loser_limit": member(
        "loser_limit",
        text=(
            "How a loser's limit hand settles: by its `score`, or it `takes-limit` from each other "
            "loser, whatever the hands score. A hand worth less than the whole limit, a halved one, and any hand "
            "without a limit settle by their scores."
        ),
        stated_in="loser_limit_hand",
    ),
    "limit_without": member(
        "limit_without",
        text="Minimum score of a limit hand if there is no limit; 0 means the hand's own points.",
        most=1_000_000,
        none_word=0,
        stated_in="limit",
    ),
    "pays_above_limit": member(
        "pays_above_limit",
        text=(
            "True if a hand, winner or loser, that one rule makes worth the limit or more is paid in full, with its "
            "flowers. A hand that its rule makes worth less is capped with its flowers."
        ),
        stated_in="limit",
    ),
    "points_rounded_up_to": _rounded_to(
        "points_rounded_up_to",
        "rounding",
        "Points before doubling are rounded up to a multiple of this, or as `points_rounded` says; 1 turns it off.",
    ),
    "points_rounded": _rounded("points_rounded", "rounding", "points before doubling"),
    "scores_rounded_to": _rounded_to(
        "scores_rounded_to",
        "rounded_scores",
        ("Scores are rounded to a multiple of this after doubling and before the limit; 1 turns rounding off."),
    ),
    "scores_rounded": _rounded("scores_rounded", "rounded_scores", "scores after doubling"),
    "payments_rounded_to": _rounded_to(
        "payments_rounded_to",
        "rounded_payments",
        ("A player's payment to another for a deal is finally rounded to a multiple of this; 1 turns rounding off."),
    ),
    "payments_rounded": _rounded("payments_rounded", "rounded_payments", "payments"),
    "drawn_deal": member(
        "drawn_deal",
        text="The settlement of a drawn deal: `nothing` is paid, or all settle the `difference`.",
        stated_in="drawn_deal",
    ),
    "after_draw": member(
        "after_draw",
        text=(
            "Who is East after a drawn deal: East `stays`, and East's run of wins ends; East "
            "`keeps-run`, the run included; the deal `counts-as-win` in East's run; or the deal "
            "`passes`, as if East had lost."
        ),
        stated_in="drawn_deal",
    ),
    "after_goulash": member(
        "after_goulash",
        text="Who is East after a goulash: `as-usual`, or the deal `passes`, whoever won it and also if nobody did.",
        stated_in="after_goulash",
    ),
    "wins_in_a_row": member(
        "wins_in_a_row",
        text="How many wins in a row end East's turn; every later win ends it too. 0: no number does. By default, that "
        "of the rule that looks for `last-win-in-a-row`, if the rule counts.",
        most=MAX_WINS_IN_A_ROW,
        stated_in="next_east",
        compared=False,
    ),
    "bonus_beside_limit": member(
        "bonus_beside_limit",
        text=(
            "True if flowers and seasons are counted separately and added to a share of the limit. A "
            "winner then scores that share even if the hand's own points come to more."
        ),
        stated_in="limit",
    ),
    "count_if_more": member(
        "count_if_more",
        text=(
            "True if a hand's own points count if they are more than it would score: of a winner, than a share of the "
            "limit; of any hand, than a rule's fixed score."
        ),
        stated_in="limit",
    ),
    "pictures": member(
        "pictures",
        text="Whose the Bamboo (`3f`) and the Chrysanthemum (`4f`) are: `bamboo-west`, West's and North's; "
        "`chrysanthemum-west`, North's and West's, as on sets whose Chrysanthemum bears the 3.",
        stated_in="flowers",
    ),
    "danger": member(
        "dangerous_discard",
        text="The rulebook that says which discards are dangerous and who pays for them; `none`, none are.",
        none_word="none",
        compared=False,
    ),
}
"""The members of the settlement that files and house rules have, by their fields."""
_DEFAULTS: Final[Mapping[str, Any]] = {each.name: each.default for each in fields(SettlementTerms)}
PLAIN_SHARES: Final[Mapping[str, int]] = {
    name: _DEFAULTS[name] for name, each in SETTLEMENT_MEMBERS.items() if each.share_rule
}
"""The members of `SettlementTerms` with the shares that players pay the winner, at their neutral values."""
