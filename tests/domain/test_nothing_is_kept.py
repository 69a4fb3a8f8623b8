"""Nothing of a past request is kept, and nothing of a rulebook that is gone."""

import gc
import weakref
from dataclasses import fields, replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.deal import Deal
from service.domain.hand import Hand
from service.domain.pipeline import settle_deal
from service.domain.rulebook import ALL, rows
from service.domain.rulebook.harr_1922 import RULEBOOK
from service.domain.rulebook.model import Rule
from service.domain.rulebook.terms import Compiled
from service.domain.seats import BySeat
from service.domain.view import Situation, View
from service.reading.requests import read_deal
from tests.cases import against, deal, hand, won


class WatchedHand(Hand):
    """A hand that can be told to be gone."""


class WatchedRule(Rule):
    """A row that can be told to be gone."""


def won_deal(ruleset: str) -> dict[str, Any]:
    """A win whose pair waits at several places, so that all that may be kept is looked for."""
    winner = hand("22345678s111z", "456p")
    return deal(ruleset, "east", won("discard", "5s", "south"), against("east", winner))


def watched_deal(ruleset: str) -> tuple[Deal, Any]:
    read = read_deal(won_deal(ruleset))
    return read.deal._replace(hands=BySeat(WatchedHand(*each) for each in read.deal.hands)), read.terms


@pytest.mark.parametrize("ruleset", [rulebook.id for rulebook in ALL])
def test_no_cache_keeps_the_hands_of_a_deal(ruleset: str) -> None:
    played, terms = watched_deal(ruleset)
    settled = settle_deal(played, terms)
    hands = [weakref.ref(each) for each in played.hands]
    assert settled.settlement.payments
    del played, settled
    gc.collect()
    assert [each() for each in hands] == [None] * 4


def test_no_request_leaves_a_hand_behind(client: FlaskClient) -> None:
    kinds = (Hand, Deal, Situation, View)
    requests = [won_deal(rulebook.id) for rulebook in ALL]
    faulty = {**won_deal("harr-1922"), "winner": "north"}
    for body in (*requests, faulty, {"deals": requests}):
        client.post("/v1/settlements/batch" if "deals" in body else "/v1/settlements", json=body)
    gc.collect()
    assert [each for each in gc.get_objects() if isinstance(each, kinds)] == []


def test_no_cache_keeps_the_rows_of_a_rulebook_that_is_gone() -> None:
    row = WatchedRule(**{each.name: getattr(rows.MAH_JONG, each.name) for each in fields(Rule)})
    gone = weakref.ref(row)
    compiled = Compiled(replace(RULEBOOK, id="gone", rules=(row, *RULEBOOK.rules[1:])))
    played = read_deal(won_deal("harr-1922")).deal
    assert settle_deal(played, compiled.under({"limit": 500})).scores[0].points
    del row, compiled
    gc.collect()
    assert gone() is None
