"""A digest covers what changes an amount, and no sentence."""

from dataclasses import replace
from typing import Any

import pytest

from pung_chow_settlement.domain.rulebook.digests import digest_of
from pung_chow_settlement.rulebooks import BY_ID
from pung_chow_settlement.schemas.rulebook_files import PatternsField

SUIT = {"served": "three-pungs-of-a-suit-shown", "text": "a sentence"}


def digest(pattern: dict[str, Any]) -> str:
    """The digest of `pamphlet` with this danger pattern alone."""
    rulebook = BY_ID["pamphlet"].rulebook
    assert rulebook.settling.danger is not None
    danger = replace(rulebook.settling.danger, patterns=PatternsField().deserialize({"a": pattern}))
    return digest_of(replace(rulebook, settling=replace(rulebook.settling, danger=danger)), {})


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"served": "nine-of-a-suit-shown"}, False),
        ({"would_serve": "same-tile"}, False),
        ({"text": "another sentence"}, True),
        ({"would_serve": "same-suit"}, True),
    ],
)
def test_a_digest_covers_what_a_danger_pattern_looks_for(change: dict[str, str], same: bool) -> None:
    assert (digest({**SUIT, **change}) == digest(SUIT)) is same
