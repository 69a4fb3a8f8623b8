"""Properties on random deals: agreement with brute force, zero-sum payments, symmetry of seats."""

import random
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from pung_chow_settlement.domain.arrangements import Arrangement
from pung_chow_settlement.domain.danger import Danger
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.pipeline import score_hand
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import Set, set_of
from pung_chow_settlement.domain.settlement import Payment
from pung_chow_settlement.domain.tiles import FIRST_WIND, FLOWERS, SEASONS, Tiles, write
from pung_chow_settlement.requests.read_deal import read_score
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.conftest import ALL_BOOKS
from tests.domain.builders import deal_of, settle
from tests.support.amounts import amount
from tests.support.oracle import brute, deals
from tests.support.oracle.legal_deals import random_deals

Json = dict[str, Any]
RULESETS = sorted(BUILT_IN.by_id)
CLASSICAL = sorted(ALL_BOOKS)
"""The rulebooks of the brute-force scorer; the others have an independent scorer of their own."""
SETTLED_DEALS = amount(200, 400)
WINNING_HANDS = amount(200, 500)
COUNTED = ("points", "doubles", "added", "uncapped_score", "score", "capped", "limit_hands", "sets")


@cache
def some_deals(ruleset: str, number: int, players: tuple[int, ...] = (2, 3, 4, 4)) -> list[Json]:
    """Random deals as requests, shared by several tests, which must not change them."""
    fewer = number if ruleset in CLASSICAL else number // 4
    return list(islice(random_deals(ruleset, "deals", players), fewer))


# The second scorer of the books


def counted(score: Score, hand: Hand, win: Win | None) -> Json:
    """A hand's score in the second scorer's form."""
    return {
        "points": score.points,
        "doubles": score.doubles,
        "added": score.bonus_points,
        "uncapped_score": score.uncapped_score,
        "score": score.score,
        "capped": score.capped,
        "limit_hands": [*score.limit_hands],
        "sets": arranged(score.arrangement, hand, win),
    }


def arranged(arrangement: Arrangement, hand: Hand, win: Win | None) -> list[tuple[str, str, bool, bool]]:
    """The sets of an arrangement: kind, tiles, whether exposed, whether won; a hand without sets counts as one."""
    sets, won, _, shape = arrangement
    if not shape.has_sets:
        assert win is not None
        declared = [(str(each.kind), each.text, each.exposed, False) for each in hand.declared]
        return sorted([*declared, (shape.id, write(hand.concealed), win.claimed, win.tile is not None)])
    place = None if won is None else sets.index(won)
    return sorted((str(each.kind), each.text, each.exposed, number == place) for number, each in enumerate(sets))


def by_brute_force(request: Json, seat: str) -> Json:
    expected = brute.score_hand(request, seat)
    return {**expected, "sets": sorted(expected["sets"])}


def payment(one: Payment) -> Json:
    """A payment in the second scorer's form."""
    row, *changes = one.rows
    return {
        "payer": SEAT_NAMES[one.payer],
        "payee": SEAT_NAMES[one.payee],
        "amount": one.amount,
        "difference": one.difference,
        "multiplier": one.multiplier,
        "capped": one.capped,
        "reason": str(one.reason),
        "rule": row.id,
        "changed_by": [change.id for change in changes],
    }


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_no_arrangement_of_a_winning_hand_is_beaten_by_brute_force(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} winning hands")
    for number in range(WINNING_HANDS):
        style = deals.STYLES[number % len(deals.STYLES)]
        request = deals.as_settlement(deals.winning_hand(rng, style, ruleset))
        seat = request["winner"]
        body = {name: value for name, value in request.items() if name not in ("winner", "hands")}
        context, rules = read_score(BUILT_IN, {**body, "seat": seat, "hand": request["hands"][seat]})
        expected = by_brute_force(request, seat)
        assert counted(score_hand(context, rules), context.hand, context.win) == {
            name: expected[name] for name in COUNTED
        }, request


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_a_deal_is_scored_and_settled_as_by_brute_force(ruleset: str) -> None:
    for request in some_deals(ruleset, SETTLED_DEALS):
        result, expected = settle(deal_of(request)), brute.settle(request)
        for context, score in zip(result.contexts, result.scores, strict=True):
            by_hand = by_brute_force(request, SEAT_NAMES[context.seat])
            limit_items = [item.rule.id for item in score.items if item.limit_percent == 100]
            assert limit_items == by_hand["limit_items"], request
            assert counted(score, context.hand, context.win) == {name: by_hand[name] for name in COUNTED}, request
        assert [payment(each) for each in result.settlement.payments] == expected["payments"], request
        assert judged(result.settlement.danger) == expected["dangerous_discard"], request


def judged(danger: Danger | None) -> Json | None:
    return None if danger is None else {"letters": [*danger.patterns], "excused": danger.excused}


# Sums


@pytest.mark.parametrize("ruleset", RULESETS)
def test_payments_sum_to_zero(ruleset: str) -> None:
    for request in some_deals(ruleset, SETTLED_DEALS):
        settlement = settle(deal_of(request)).settlement
        matrix = settlement.matrix
        assert all(matrix[one][other] == -matrix[other][one] for one in matrix for other in matrix)
        assert sum(sum(row.values()) for row in matrix.values()) == 0
        paid = sum(each.amount for each in settlement.payments)
        assert paid * 2 == sum(abs(amount) for row in matrix.values() for amount in row.values())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_items_add_up_to_the_score_that_they_explain(ruleset: str) -> None:
    for request in some_deals(ruleset, SETTLED_DEALS):
        for score in settle(deal_of(request)).scores:
            items = [(item.points, item.doubles, item.bonus_points, item.limit_percent) for item in score.items]
            assert all(values[3] or sum(value != 0 for value in values) == 1 for values in items)
            limit_hands = {item.rule.id for item in score.items if item.limit_percent}
            assert len(limit_hands) == sum(item.rule.id in limit_hands for item in score.items)
            points, doubles, added = (sum(values[kind] for values in items) for kind in range(3))
            assert (points, doubles, added) == (score.points, score.doubles, score.bonus_points)
            assert points * 2**doubles + added == score.uncapped_score


# Exchanging two seats that are not East


def exchanged(played: UncheckedDeal, one: Seat, other: Seat) -> UncheckedDeal:
    """The deal with two seats exchanged, and their wind tiles, flowers, seasons and the round wind too."""
    swapped = {one: other, other: one}
    winds = {first + seat: first + swapped[seat] for first in (FIRST_WIND, FLOWERS[0], SEASONS[0]) for seat in swapped}

    def seat_of(seat: Seat | None) -> Seat | None:
        return seat if seat is None else swapped.get(seat, seat)

    def exchanged_tiles(tiles: Tiles) -> Tiles:
        return tuple(sorted(winds.get(tile, tile) for tile in tiles))

    def sets(each: tuple[Set, ...]) -> tuple[Set, ...]:
        return tuple(new for one in each if (new := set_of(exchanged_tiles(one.tiles), exposed=one.exposed)))

    hands = {
        swapped.get(seat, seat): replace(
            hand,
            concealed=exchanged_tiles(hand.concealed),
            exposed=sets(hand.exposed),
            claimed_kongs=sets(hand.claimed_kongs),
            concealed_kongs=sets(hand.concealed_kongs),
            bonus=exchanged_tiles(hand.bonus),
        )
        for seat, hand in played.hands.items()
    }
    win = played.win
    if win is not None:
        win = win._replace(
            tile=None if win.tile is None else winds.get(win.tile, win.tile),
            discarder=seat_of(win.discarder),
            dangerous_discard_by=seat_of(win.dangerous_discard_by),
        )
    return replace(
        played,
        hands=dict(sorted(hands.items())),
        winner=seat_of(played.winner),
        win=win,
        round_wind=swapped.get(played.round_wind, played.round_wind),
        discards=exchanged_tiles(played.discards),
    )


@pytest.mark.parametrize("pair", [("south", "west"), ("west", "north"), ("south", "north")], ids="-".join)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_two_seats_exchanges_the_result(ruleset: str, pair: tuple[str, str]) -> None:
    one, other = (Seat[name.upper()] for name in pair)
    names = dict([pair, pair[::-1]])
    for request in some_deals(ruleset, SETTLED_DEALS // 4, players=(4,)):
        played = deal_of(request)
        before, after = settle(played), settle(exchanged(played, one, other))
        for seat, score in before.scores.of():
            same_hand = after.scores[{one: other, other: one}.get(seat, seat)]
            assert numbers(score) == numbers(same_hand), request
        matrix = after.settlement.matrix
        for payee, row in before.settlement.matrix.items():
            for payer, value in row.items():
                assert matrix[names.get(payee, payee)][names.get(payer, payer)] == value, request


def numbers(score: Score) -> tuple[Any, ...]:
    return score.points, score.doubles, score.bonus_points, score.uncapped_score, score.score, score.limit_hands
