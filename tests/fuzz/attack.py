"""Deals with one tile wrong, handed to the service in every way, each answer held to the judge of legality."""

import json
import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import Any

from tests.fuzz import bodies
from tests.fuzz.bodies import Answer, Json
from tests.fuzz.held import against
from tests.fuzz.near_legal import wrong_deals
from tests.oracle import legality
from tests.oracle.deals import RULESETS

TOGETHER = 50
"""Deals of a batch or a file's chunk."""
SCORED = 3
"""Of so many deals one has its winner's hand scored alone too."""
SHARE = 2_500
"""Deals of one seed."""
SHOWN = 20


@dataclass
class Outcome:
    """What came of an attack."""

    sent: int = 0
    legal: int = 0
    nets_compared: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    disagreements: list[str] = field(default_factory=list)

    def add(self, other: "Outcome") -> None:
        self.sent += other.sent
        self.legal += other.legal
        self.nets_compared += other.nets_compared
        self.codes += other.codes
        self.disagreements = (self.disagreements + other.disagreements)[:SHOWN]


def attack(seed: str, amount: int) -> Outcome:
    """So many wrong deals of a seed, in every way."""
    outcome = Outcome()
    deals = islice(wrong_deals(seed), amount)
    while chunk := list(islice(deals, TOGETHER)):
        told = {way: ask(chunk) for way, ask in bodies.WAYS.items()}
        for index, deal in enumerate(chunk):
            _compare(outcome, deal, {way: answers[index] for way, answers in told.items()})
            if index % SCORED == 0:
                _compare_scores(outcome, deal)
    return outcome


def attack_in_processes(amount: int) -> Outcome:
    """The same in as many processes as there are cores."""
    shares = [f"one tile wrong, {number}" for number in range(amount // SHARE)]
    outcome = Outcome()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        for part in pool.map(_share, shares):
            outcome.add(part)
    return outcome


def _share(seed: str) -> Outcome:
    return attack(seed, SHARE)


def _compare(outcome: Outcome, deal: Json, told: dict[str, Answer]) -> None:
    alone = told["settlement"]
    outcome.sent += 1
    outcome.legal += alone.status == 200
    outcome.codes.update(code for _, code in alone.faults)
    wrong = list(against(legality.settlement(deal), alone)) if deal["ruleset"] in RULESETS else []
    wrong += [f"by {way}: {answer}" for way, answer in told.items() if answer.status not in (200, 422)]
    wrong += [
        f"another answer by {way}"
        for way in ("batch", "file")
        if _without_request(told[way]) != _without_request(alone)
    ]
    sheet = told["scoresheet"]
    if (sheet.status, sorted(sheet.faults)) != (alone.status, sorted(alone.faults)):
        wrong.append(f"other faults by scoresheet: {sheet.status} {sheet.faults} and alone {alone.faults}")
    elif alone.status == 200 and _as_in_a_first_deal(deal):
        outcome.nets_compared += 1
        wrong += [f"another net by scoresheet: {sheet.net}"] if sheet.net != alone.net else []
    outcome.disagreements += [f"{one}\n  {json.dumps(deal)}" for one in wrong]


def _compare_scores(outcome: Outcome, deal: Json) -> None:
    """The winner's hand alone, or East's, where the judge knows the rulebook."""
    if deal["ruleset"] not in RULESETS:
        return
    body = bodies.score_body(deal, deal["winner"] or "east")
    answer = bodies.ask(bodies.SCORE, body)
    outcome.disagreements += [
        f"score: {wrong}\n  {json.dumps(body)}" for wrong in against(legality.score(body), answer)
    ]


def _as_in_a_first_deal(deal: Json) -> bool:
    """Whether a sheet settles it in the same round and run of wins."""
    run: int = deal.get("win", {}).get("consecutive_wins", 1)
    return bool(deal["round_wind"] == "east" and run == 1)


def _without_request(answer: Answer) -> tuple[int, dict[str, Any]]:
    return answer.status, {name: value for name, value in answer.body.items() if name not in ("request_id", "type")}


def report(disagreements: Sequence[str]) -> str:
    return "\n".join(disagreements[:SHOWN])
