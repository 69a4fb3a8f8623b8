"""What must always hold, on random deals: the core agrees with a brute force, nothing is lost, seats are only names."""

import copy
import random
from collections.abc import Iterator
from functools import cache
from itertools import count, islice, product
from typing import Any

import orjson
import pytest

from service.domain.arrange import Arrangement, WinConditions, arrangements
from service.domain.arranged_hand import ArrangedHand, HandCache, HandContext, arranged_hand, traits_of
from service.domain.deal import Deal
from service.domain.pipeline import settle_deal
from service.domain.rulebook.library import CONDITIONS
from service.domain.rulebook.model import LIMIT, Condition, Predicate
from service.domain.scoring import sets_held
from service.domain.seats import SEAT_NAMES
from service.domain.shapes import ALL as SHAPES
from service.domain.tiles import FIRST_WIND, FLOWERS, SEASONS, parse, write
from service.requests.requests import read_deal
from service.responses import answers
from service.rulebooks import BY_ID
from service.usecases.deals import score
from support.amounts import amount
from support.oracle import brute, deals, modern_deals
from support.oracle.legal_deals import has_no_drawer, legal_deals
from tests.cases import ALL_BOOKS

Json = dict[str, Any]
MODERN = modern_deals.BOOKS
RULESETS = sorted(BY_ID)
CLASSICAL = sorted(ALL_BOOKS)
"""The rulebooks that the brute force of the books knows; the others have a second scorer of their own."""
SETTLED_DEALS = amount(200, 400)
WINNING_HANDS = amount(200, 500)
VALUES = ("points", "doubles", "added", "limit_percent")
COUNTED = ("points", "doubles", "added", "uncapped_score", "score", "capped", "limit_hands")
TOLD_ELSEWHERE = ("source", "factors", "shares", "text")
"""What tests/domain/test_settlement.py and tests/api/test_lean_answers.py hold of a payment."""


def settle(request: Json) -> Json:
    read = read_deal(request)
    return as_sent(answers.settled(read.compiled, read.deal, settle_deal(read.deal, read.compiled)))


def as_sent(answer: Json) -> Json:
    result: Json = orjson.loads(orjson.dumps(answer))
    return result


@cache
def random_deals(ruleset: str, number: int, players: tuple[int, ...] = (2, 3, 4, 4)) -> list[Json]:
    """Deals that several tests look at; none changes them."""
    if ruleset in MODERN:
        made = (modern_deals.deal(ruleset, seed) for seed in count())
        return list(islice((request for request in made if len(request["hands"]) in players), number // 4))
    if has_no_drawer(ruleset):
        return list(islice(legal_deals(ruleset, players), number // 4))
    rng = random.Random(f"{ruleset} deals")
    return [deals.deal(rng, ruleset, players=rng.choice(players)) for _ in range(number)]


def as_told(arrangement: list[Json]) -> list[tuple[Any, ...]]:
    return sorted(tuple(each.values()) for each in arrangement)


def expected_sets(sets: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(tuple(each) for each in sets)


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_no_arrangement_of_a_winning_hand_is_beaten_by_brute_force(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} winning hands")
    for number in range(WINNING_HANDS):
        style = deals.STYLES[number % len(deals.STYLES)]
        request = deals.as_settlement(deals.winning_hand(rng, style, ruleset))
        result, expected = score_winner(request), brute.score_hand(request, request["winner"])
        assert {name: result[name] for name in COUNTED} == {name: expected[name] for name in COUNTED}, request
        assert as_told(result["arrangement"]) == expected_sets(expected["sets"]), request


def limits(result: Json) -> list[str]:
    """The rules by which the score is the limit."""
    return [item["rule"] for item in result["items"] if item["limit_percent"] == 100]


def score_winner(request: Json) -> Json:
    one: Json = {
        name: request[name] for name in ("ruleset", "options", "round_wind", "win", "discards") if name in request
    }
    answer = as_sent(score({**one, "seat": request["winner"], "hand": request["hands"][request["winner"]]}))
    result: Json = answer["score"]
    return result


@pytest.mark.parametrize("ruleset", CLASSICAL)
def test_a_deal_is_scored_and_settled_as_by_brute_force(ruleset: str) -> None:
    for request in random_deals(ruleset, SETTLED_DEALS):
        answer, expected = settle(request), brute.settle(request)
        for seat, result in answer["hands"].items():
            by_hand = brute.score_hand(request, seat)
            assert limits(result) == by_hand["limit_items"], (seat, request)
            assert {name: result[name] for name in COUNTED} == {name: by_hand[name] for name in COUNTED}, (
                seat,
                request,
            )
            assert as_told(result["arrangement"]) == expected_sets(by_hand["sets"]), (seat, request)
        result = answer["settlement"]["payments"]
        payments = [{name: each[name] for name in each if name not in TOLD_ELSEWHERE} for each in result]
        assert payments == expected["payments"], request
        assert answer["settlement"]["net"] == expected["net"], request
        assert judged(answer["settlement"].get("dangerous_discard")) == judged(expected.get("dangerous_discard")), (
            request
        )


def judged(danger: Json | None) -> tuple[list[str], bool] | None:
    return None if danger is None else (list(danger["letters"]), danger["excused"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_one_receives_another_pays(ruleset: str) -> None:
    for request in random_deals(ruleset, SETTLED_DEALS):
        settlement = settle(request)["settlement"]
        matrix, net = settlement["matrix"], settlement["net"]
        assert all(matrix[one][other] == -matrix[other][one] for one in matrix for other in matrix)
        assert net == {seat: sum(row.values()) for seat, row in matrix.items()}
        assert sum(net.values()) == 0
        paid = sum(payment["amount"] for payment in settlement["payments"])
        assert paid * 2 == sum(abs(amount) for row in matrix.values() for amount in row.values())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_items_add_up_to_the_score_that_they_explain(ruleset: str) -> None:
    for request in random_deals(ruleset, SETTLED_DEALS):
        for hand in settle(request)["hands"].values():
            for value in ("points", "doubles", "added"):
                assert sum(item[value] for item in hand["items"]) == hand[value]
            assert all(sum(item[value] != 0 for value in VALUES) == 1 for item in hand["items"])
            assert hand["points"] * 2 ** hand["doubles"] + hand["added"] == hand["uncapped_score"]


# Exchanging two seats that are not East


def exchanged(request: Json, one: str, other: str) -> Json:
    """The same deal with two seats exchanged, their winds' tiles, flowers, seasons and the round wind too."""
    swapped = {one: other, other: one}
    index = {SEAT_NAMES.index(seat): SEAT_NAMES.index(partner) for seat, partner in swapped.items()}
    tiles = {
        first + seat: first + partner
        for first in (FIRST_WIND, FLOWERS[0], SEASONS[0])
        for seat, partner in index.items()
    }

    def retold(text: str) -> str:
        return write(tiles.get(tile, tile) for tile in parse(text)[0])

    def renamed(value: Any) -> Any:
        return swapped.get(value, value) if isinstance(value, str) else value

    after = copy.deepcopy(request)
    after["hands"] = {renamed(seat): hand_retold(hand, retold) for seat, hand in request["hands"].items()}
    after["hands"] = {seat: after["hands"][seat] for seat in SEAT_NAMES if seat in after["hands"]}
    after["round_wind"], after["winner"] = renamed(request["round_wind"]), renamed(request["winner"])
    if "discards" in after:
        after["discards"] = retold(after["discards"])
    for member, change in (("tile", retold), ("discarder", renamed), ("dangerous_discard_by", renamed)):
        if member in after.get("win", {}):
            after["win"][member] = change(after["win"][member])
    return after


def hand_retold(hand: Json, retold: Any) -> Json:
    return {
        member: [retold(text) for text in value] if isinstance(value, list)
        else retold(value) if isinstance(value, str)
        else value
        for member, value in hand.items()
    }  # fmt: skip


def arranged_hands(deal: Deal, win_conditions: WinConditions) -> Iterator[ArrangedHand]:
    """Every hand in every arrangement."""
    for seat, hand in deal.hands.of():
        win = deal.win if seat is deal.winner else None
        context = HandContext(hand, seat, deal.round_wind, win, deal.hands, deal.discards, win_conditions, HandCache())
        held = [Arrangement(sets_held(hand), None, ())] if win is None else arrangements(hand, win, win_conditions)
        for arrangement in held:
            yield arranged_hand(context, arrangement, traits_of(hand))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_that_is_not_looked_at_would_have_found_nothing(ruleset: str) -> None:
    plain, unlimited = BY_ID[ruleset].plain, BY_ID[ruleset].under({LIMIT: None})
    rows = {True: {*plain.winner.rows, *unlimited.winner.rows}, False: {*plain.losers.rows, *unlimited.losers.rows}}
    passed_over = set()
    for request in random_deals(ruleset, SETTLED_DEALS):
        for arranged in arranged_hands(read_deal(request).deal, plain.win_conditions):
            won = arranged.context.win is not None
            for where, predicate, row in rows[won]:
                if not where & arranged.features:
                    passed_over.add(row.rule.id)
                    assert not predicate(arranged), (row.rule.id, request)
    assert len(passed_over) >= len(plain.rulebook.rules) / 2


def made_in_every_way(condition: Condition) -> Iterator[tuple[dict[str, Any], int, Predicate]]:
    """A condition with each of its parameters, with where it is asked and what looks."""
    values = [
        each.choices or range(each.least, min(each.most, each.least + 5) + 1) for each in condition.parameters.values()
    ]
    for chosen in product(*values):
        parameters = dict(zip(condition.parameters, chosen, strict=True))
        yield parameters, int(condition.where(**parameters)), condition.make(**parameters)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whatever_a_house_rule_may_look_for_is_not_there_where_it_is_not_looked_for(ruleset: str) -> None:
    made = [(condition, *way) for condition in CONDITIONS.values() for way in made_in_every_way(condition)]
    for request in random_deals(ruleset, SETTLED_DEALS // 4):
        for arranged in arranged_hands(read_deal(request).deal, WinConditions(SHAPES)):
            won = arranged.context.win is not None
            for condition, parameters, where, predicate in made:
                if not where & arranged.features and (won or not condition.winner_only):
                    assert not predicate(arranged), (condition.id, parameters, request)


@pytest.mark.parametrize("pair", [("south", "west"), ("west", "north"), ("south", "north")], ids="-".join)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_exchanging_two_seats_exchanges_the_result(ruleset: str, pair: tuple[str, str]) -> None:
    swapped = dict([pair, pair[::-1]])
    for request in random_deals(ruleset, SETTLED_DEALS // 4, players=(4,)):
        before, after = settle(request), settle(exchanged(request, *pair))
        for seat, hand in before["hands"].items():
            same_hand = after["hands"][swapped.get(seat, seat)]
            assert {name: hand[name] for name in COUNTED} == {name: same_hand[name] for name in COUNTED}, request
        matrix = after["settlement"]["matrix"]
        for one, row in before["settlement"]["matrix"].items():
            for other, value in row.items():
                assert matrix[swapped.get(one, one)][swapped.get(other, other)] == value, request
