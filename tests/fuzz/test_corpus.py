"""What the coverage-guided fuzzer kept, and what was answered wrongly once: answered as promised at every run."""

from pathlib import Path

import pytest

from tests.fuzz.corpus import CORPUS, ONCE_WRONG, wrong_answer

KEPT = sorted([*CORPUS.iterdir(), *ONCE_WRONG.iterdir()])


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_a_kept_body_is_answered_as_the_contract_and_the_judge_say(kept: Path) -> None:
    assert wrong_answer(kept.read_bytes()) is None
