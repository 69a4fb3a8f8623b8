"""What a failed test or a log says of a refusal."""

import pytest

from pung_chow_settlement.domain.rulebook.amend.patch import Unresolved
from pung_chow_settlement.domain.rulebook.amend.resolve import resolve
from pung_chow_settlement.operations.deals import score
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN


def test_a_refusal_prints_each_fault_at_its_pointer() -> None:
    body = {"ruleset": "bmja", "round_wind": "east", "seat": "sout", "hand": {"concealed": "12k"}}
    with pytest.raises(Refused) as refused:
        score(BUILT_IN, body)
    assert str(refused.value).splitlines() == [
        "2 faults, see `errors`",
        "/hand/concealed unknown-character: 'k' at position 3 is not part of a tile",
        "/seat unknown-value: 'sout' is not accepted here: send one of east, south, west, north: did you mean south?",
    ]


def test_house_rules_that_cannot_be_applied_print_each_fault() -> None:
    with pytest.raises(Unresolved, match=r"^/rules/no-chow/replaces/0 unknown-value\.rule$"):
        resolve(
            BUILT_IN.by_id["bmja"].rulebook, {"rules": {"no-chow": {"replaces": ("nowhere",)}}}, BUILT_IN.library,
            lambda *_: None,
        )  # fmt: skip
