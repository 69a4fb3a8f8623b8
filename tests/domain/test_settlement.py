"""Settlement: under every scheme a payment is the product of its factors, each with its source."""

from dataclasses import replace
from math import prod
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pung_chow_settlement.domain.calls import false_call
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.settlement_sentences import PLACES
from pung_chow_settlement.domain.rulebook.settlement_terms import Factor, LimitCuts, LoserLimit, Losers, RobbedKongAs
from pung_chow_settlement.domain.seats import SEAT_NAMES, SEATS, Seat
from pung_chow_settlement.domain.settlement import PaidShare, Payment
from pung_chow_settlement.domain.statements import statement
from pung_chow_settlement.domain.table_counts import may_be_limit_hand
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import amended, counted, deal, house_rules, rules, settle, won

HOUSE = "/house_rules/settlement/"
ROWS = {"discarder_share": "discarder-share", "others_share": "others-share", "self_drawn": "self-drawn-share"}
"""The row of a factor, by its member of `SettlementTerms`."""


class Scheme(NamedTuple):
    """A deal that South won, and the settlement rules that apply."""

    ruleset: str
    members: dict[str, Any]
    """The members of `SettlementTerms` that house rules change."""
    hands: dict[str, Hand]
    source: str
    discarder: str = ""
    excused: bool | None = None
    limit: int | None = None

    @property
    def deal(self) -> UncheckedDeal:
        options = {} if self.limit is None else {"limit": self.limit}
        house = {"settlement": self.members}
        played_by = house_rules(self.ruleset, house, **options) if self.members else rules(self.ruleset, **options)
        excused = self.excused if played_by.settlement.danger is not None else None
        win = won(self.source, "", self.discarder, excused=excused)
        hands = {seat: _possible(hand, played_by, won=seat == "south") for seat, hand in self.hands.items()}
        return deal(played_by, "south", win, hands)

    def value(self, member: str) -> Any:
        """A member of `SettlementTerms`: the house rules' or the rulebook's value."""
        return self.members.get(member, getattr(BUILT_IN.by_id[self.ruleset].rulebook.settlement, member))

    def page(self, member: str) -> str:
        """The page or pointer that a number of the member cites."""
        easts = BUILT_IN.by_id[self.ruleset].rulebook.settlement.rows.east.source.page
        return HOUSE + "/".join(PLACES[member]) if member in self.members else easts


def _possible(hand: Hand, compiled: CompiledRulebook, *, won: bool) -> Hand:
    """The counted hand, no limit hand where the rules give such a hand none."""
    count = hand.counted
    assert count is not None, "a scheme has counted hands"
    limit_hand = count.limit_hand and may_be_limit_hand(compiled, won=won)
    return replace(hand, counted=count._replace(limit_hand=limit_hand))


def payments_of(scheme: Scheme) -> tuple[Payment, ...]:
    return settle(scheme.deal).settlement.payments


# The schemes

TIMES = st.integers(1, 3)
MEMBERS: dict[str, st.SearchStrategy[Any]] = {
    "losers": st.sampled_from(Losers),
    "east_pays": TIMES,
    "east_receives": TIMES,
    "discarder_share": TIMES,
    "others_share": st.integers(0, 3),
    "discarder_for_all": st.booleans(),
    "self_drawn": TIMES,
    "robbed_kong_as": st.sampled_from(RobbedKongAs),
    "limit_cuts": st.sampled_from(LimitCuts),
    "limit_without": st.sampled_from([None, 1000]),
    "loser_limit": st.sampled_from(LoserLimit),
    "danger": st.sampled_from([None, *BUILT_IN.library.dangers]),
}
COUNTS = st.builds(
    lambda points, limit_hand: counted(points, limit_hand=limit_hand), st.integers(0, 2500), st.booleans()
)


@st.composite
def schemes(draw: st.DrawFn) -> Scheme:
    """A random deal and scheme; who gave the winning tile may be liable for all."""
    seats = SEAT_NAMES[: draw(st.sampled_from([2, 3, 4]))]
    source, discarder, excused = draw(st.sampled_from(["wall", "discard", "robbed-kong"])), "", None
    if source != "wall":
        discarder = draw(st.sampled_from([seat for seat in seats if seat != "south"]))
    if source == "discard" and draw(st.booleans()):
        excused = draw(st.booleans())
    return Scheme(
        ruleset=draw(st.sampled_from(list(BUILT_IN.by_id))),
        members=draw(st.fixed_dictionaries({}, optional=MEMBERS)),
        hands={seat: draw(COUNTS) for seat in seats},
        source=source,
        discarder=discarder,
        excused=excused,
        limit=draw(st.sampled_from([300, 500, 1000])),
    )


def share_of(scheme: Scheme, payer: Seat) -> str:
    """The member with the factor by which a payer pays the winner."""
    robbed = scheme.source == "robbed-kong" and scheme.members.get("robbed_kong_as") is RobbedKongAs.SELF_DRAWN
    if not scheme.discarder or robbed:
        return "self_drawn"
    return "discarder_share" if scheme.discarder == SEAT_NAMES[payer] else "others_share"


def expected_factors(scheme: Scheme, payer: Seat, payee: Seat) -> list[tuple[str, int, str]]:
    """The factors of a payment: the payer's share, if the winner is paid, and East's double."""
    found = []
    if payee is Seat.SOUTH:
        member = share_of(scheme, payer)
        found.append((ROWS[member], member))
    if Seat.EAST in (payer, payee):
        found.append(("east-double", "east_pays" if payer is Seat.EAST else "east_receives"))
    factors = [(rule, scheme.value(member), scheme.page(member)) for rule, member in found]
    return [factor for factor in factors if factor[1] != 1]


def as_tuples(factors: tuple[Factor, ...]) -> list[tuple[str, int, str]]:
    return [(row.id, times, cite.page) for row, times, cite in factors]


def limit_of(payee: Seat, scheme: Scheme) -> int:
    """The cap of a difference: the limit or, for a winner's limit hand paid in full, its value if more."""
    assert scheme.limit is not None
    count = scheme.hands[SEAT_NAMES[payee]].counted
    assert count is not None
    paid_in_full = BUILT_IN.by_id[scheme.ruleset].rulebook.settlement.pays_above_limit and payee is Seat.SOUTH
    limit_hand = count.limit_hand and may_be_limit_hand(rules(scheme.ruleset), won=True)
    return max(scheme.limit, count.points or 0) if paid_in_full and limit_hand else scheme.limit


def check_product(part: Payment | PaidShare, payee: Seat, scheme: Scheme) -> None:
    assert as_tuples(part.factors) == expected_factors(scheme, part.payer, payee)
    assert part.multiplier == prod(factor.times for factor in part.factors)
    assert part.difference is not None
    assert part.amount == min(part.difference, limit_of(payee, scheme)) * part.multiplier


@given(schemes())
def test_a_payment_is_its_capped_difference_times_its_factors(scheme: Scheme) -> None:
    for payment in payments_of(scheme):
        for part in payment.shares or (payment,):
            check_product(part, payment.payee, scheme)
        if payment.shares:
            assert payment.amount == sum(part.amount for part in payment.shares)
            assert payment.factors == ()


@given(schemes())
def test_a_payment_names_each_rule_that_changed_it_once(scheme: Scheme) -> None:
    for payment in payments_of(scheme):
        expected = {factor.row.id for part in payment.shares or (payment,) for factor in part.factors}
        if "self-drawn-share" in expected and scheme.source == "robbed-kong":
            expected.add("robbing-a-kong")
        named = [*expected, *["limit-cuts"] * payment.capped]
        assert sorted(row.id for row in payment.rows[1:]) == sorted(named)


@given(schemes())
def test_a_payment_cites_the_rule_that_makes_it(scheme: Scheme) -> None:
    for payment in payments_of(scheme):
        row = payment.rows[0]
        if payment.reason == "winner":
            for_all = bool(scheme.members.get("discarder_for_all") and payment.shares)
            assert row.id == ("discarder-for-all" if for_all else "winner-collects")
            assert (row.source.page == f"{HOUSE}discarder/for_all") is for_all
        elif row.source.page.startswith(HOUSE):
            assert row.source.page.removeprefix(HOUSE) in {"losers", "loser_limit", "dangerous_discard"}


@given(schemes())
def test_who_pays_for_all_pays_the_shares_of_different_losers(scheme: Scheme) -> None:
    for payment in [payment for payment in payments_of(scheme) if payment.shares]:
        who = [part.payer for part in payment.shares]
        assert payment.reason in {"winner", "dangerous-discard"}
        assert len(set(who)) == len(who)
        assert set(who) <= set(SEATS[: len(scheme.hands)]) - {Seat.SOUTH}
        assert 0 not in [part.amount for part in payment.shares]


# A discarder's share, and East's numbers

COUNTED = {"east": counted(8), "south": counted(40), "west": counted(20), "north": counted(0)}


@pytest.mark.parametrize(("discarder", "other"), [("east", "west"), ("west", "east")])
def test_a_discarders_share_is_named_only_where_it_was_paid(discarder: str, other: str) -> None:
    """40 from each: the discarder pays double, East double, East as the discarder four times."""
    scheme = Scheme("harr-1922", {"discarder_share": 2}, COUNTED, "discard", discarder)
    paid = {SEAT_NAMES[each.payer]: each for each in payments_of(scheme) if each.payee is Seat.SOUTH}
    share, east = ("discarder-share", 2, f"{HOUSE}discarder/share"), ("east-double", 2, "13, 25")
    whose = {"east": [east], "west": [], "north": []}
    whose[discarder] = [share, *whose[discarder]]
    assert {seat: as_tuples(each.factors) for seat, each in paid.items()} == whose
    assert paid["east"].amount == (160 if discarder == "east" else 80)
    assert paid["west"].amount == (80 if discarder == "west" else 40)
    assert [row.id for row in paid[discarder].rows[1:]] == [rule for rule, _, _ in whose[discarder]]
    assert paid[other].rows[0].source == paid[discarder].rows[0].source == ("harr-1922", "25")


def test_a_changed_number_for_east_receiving_leaves_easts_paying_to_the_book() -> None:
    """East pays double by the book, and receives three times by the house rules."""
    scheme = Scheme("harr-1922", {"east_receives": 3}, COUNTED | {"east": counted(30)}, "wall")
    paid = {(each.payer, each.payee): as_tuples(each.factors) for each in payments_of(scheme)}
    assert paid[Seat.EAST, Seat.SOUTH] == [("east-double", 2, "13, 25")]
    assert paid[Seat.NORTH, Seat.EAST] == [("east-double", 3, f"{HOUSE}east/receives")]


def test_a_wrong_call_names_its_own_rule_for_easts_double() -> None:
    """Half of 300 to each, doubled for East by the row of the penalty."""
    called = false_call(rules("harr-1922-limit"), 4, [Seat.WEST], exposed=True)
    doubled, plain, _ = called.settlement.payments
    assert as_tuples(doubled.factors) == [("false-mahjong", 2, "67")]
    assert ([row.id for row in doubled.rows[1:]], plain.factors, len(plain.rows)) == (["false-mahjong"], (), 1)


def test_every_rule_that_changed_a_payment_is_a_rule_of_the_rulebook() -> None:
    members = {"discarder_share": 2, "others_share": 3, "discarder_for_all": True, "self_drawn": 2}
    rows = {row.id: row for row, _ in amended("harr-1922", {"settlement": members}).settlement_rules}
    assert rows["discarder-share"].text == statement("discarder-share.times", times=statement("times.twice"))
    assert rows["others-share"].source == ("house", f"{HOUSE}discarder/others_share")
    assert {"discarder-for-all", "self-drawn-share", "winner-collects"} <= rows.keys()
