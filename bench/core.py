"""The core by itself: legality, scoring and settlement of deals already read; reading and telling beside it."""

from collections.abc import Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

import orjson

from bench.bare import body_of
from bench.clock import Work, cost
from bench.corpus import Example
from service.domain.legality import Case, LegalDeal, divisions_of_winner, faults_of
from service.domain.pipeline import Settled, settle_deal
from service.reading import bodies
from service.reading.refusals import Refused
from service.reading.requests import read_deal
from service.telling import answers
from service.usecases.deals import settle

PASSES = 7
ROUNDS = 3


class Costs(NamedTuple):
    """Microseconds of CPU for a deal of a class in a rulebook."""

    kind: str
    ruleset: str
    core: float | None
    """Legality, scoring, settlement; None where the deals are refused while they are read."""
    worst: float | None
    """The core for the slowest deal."""
    reading: float
    """From bytes to the deal, or to its refusal; legality left out where it is part of the core."""
    telling: float | None
    """From the result to bytes."""


def costs(examples: Sequence[Example]) -> list[Costs]:
    """The costs of each class in each rulebook: medians of passes, so that a busy second falls on one."""
    grouped = groupby(examples, lambda each: (each.kind, each.ruleset))
    groups = [(kind, ruleset, list(some)) for (kind, ruleset), some in grouped]
    passes = [[_once(*group) for group in groups] for _ in range(PASSES)]
    return [_median(each) for each in zip(*passes, strict=True)]


def _once(kind: str, ruleset: str, some: list[Example]) -> Costs:
    return (_refused if kind == "bad" else _settled)(kind, ruleset, some)


def _median(passes: Sequence[Costs]) -> Costs:
    kind, ruleset, *_ = passes[0]
    figures = zip(*(each[2:] for each in passes), strict=True)
    return Costs(kind, ruleset, *(None if None in each else median(each) for each in figures))  # type: ignore[arg-type]


def _settled(kind: str, ruleset: str, some: list[Example]) -> Costs:
    sent = [body_of(each.body) for each in some]
    read = [_read(each) for each in sent]
    cases = [case_of(request) for request in read]
    results = [settle_deal(request.deal, request.terms) for request in read]
    legality = cost(lambda: [faults_of(case) for case in cases], len(some), ROUNDS)
    return Costs(
        kind,
        ruleset,
        core=cost(lambda: [core(*each) for each in zip(read, cases, strict=True)], len(some), ROUNDS),
        worst=max(_cost_of_one(*each) for each in zip(read, cases, strict=True)),
        reading=cost(lambda: [_read(body) for body in sent], len(some), ROUNDS) - legality,
        telling=cost(
            lambda: [
                orjson.dumps(answers.settled(legal.terms, legal.deal, result))
                for legal, result in zip(read, results, strict=True)
            ],
            len(some),
            ROUNDS,
        ),
    )


def _refused(kind: str, ruleset: str, some: list[Example]) -> Costs:
    sent = [body_of(each.body) for each in some]
    return Costs(kind, ruleset, None, None, cost(lambda: [_refuse(body) for body in sent], len(some), ROUNDS), None)


def _refuse(body: bytes) -> Refused:
    try:
        settle(bodies.parse(body))
    except Refused as refusal:
        return refusal
    raise AssertionError("a deal of this class is bad")


def _read(body: bytes) -> LegalDeal:
    return read_deal(bodies.parse(body))


def core(request: LegalDeal, case: Case) -> Settled:
    """Settle a deal that was read, its legality included."""
    complete = divisions_of_winner(case)
    assert not faults_of(case, complete)
    return settle_deal(request.deal, request.terms, complete)


def _cost_of_one(request: LegalDeal, case: Case) -> float:
    return cost(lambda: core(request, case), 1, ROUNDS)


def case_of(request: LegalDeal) -> Case:
    """What legality is asked about a deal."""
    deal = request.deal
    return Case(
        hands=dict(deal.hands.of()),
        seats=deal.hands.seats,
        winner=deal.winner,
        win=deal.win,
        round_wind=deal.round_wind,
        discards=deal.discards,
        terms=request.terms,
    )


def core_of(examples: Sequence[Example]) -> Work:
    """The core of all these deals, already read."""
    read = [_read(body_of(each.body)) for each in examples]
    cases = [case_of(request) for request in read]
    return lambda: [core(*each) for each in zip(read, cases, strict=True)]
