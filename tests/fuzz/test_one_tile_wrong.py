"""From legal deals replace, multiply, drop or move one tile: never a 500, and the same faults however it is asked."""

import os

from tests.amounts import amount
from tests.fuzz.attack import Outcome, attack, attack_in_processes, report

AMOUNT = int(os.environ.get("ONE_TILE_WRONG", amount(4000, 5000)))
"""How many; `.ci/run` asks for more than `make test`."""
IN_ONE_PROCESS = 10_000
CODES = {
    "too-many-of-a-tile",
    "wrong-number-of-tiles",
    "incomplete-hand",
    "winning-tile-not-in-hand",
    "not-a-set",
    "not-a-kong",
    "bonus-tile-misplaced",
    "not-a-bonus-tile",
    "not-one-tile",
    "no-pung-to-rob",
    "loose-tile-impossible",
    "first-discard-impossible",
    "original-hand-impossible",
    "standing-hand-impossible",
}
"""What the changes must have brought about."""


def outcome_of(number: int) -> Outcome:
    if number > IN_ONE_PROCESS:
        return attack_in_processes(number)
    return attack("one tile wrong", number)


def test_one_tile_wrong_is_told_alike_by_settlement_batch_sheet_file_and_judge() -> None:
    outcome = outcome_of(AMOUNT)
    assert not outcome.disagreements, report(outcome.disagreements)
    assert outcome.sent >= AMOUNT - AMOUNT % 2500
    assert outcome.legal > outcome.sent / 20
    assert outcome.nets_compared > outcome.sent / 200
    assert set(outcome.codes) >= CODES
