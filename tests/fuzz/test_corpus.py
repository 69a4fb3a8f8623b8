"""What the coverage-guided fuzzer kept is answered as promised, every time the tests run."""

from pathlib import Path

import pytest

from tests.fuzz.corpus import CORPUS, wrong_answer

KEPT = sorted(CORPUS.iterdir())


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_a_kept_body_is_answered_as_the_contract_and_the_judge_say(kept: Path) -> None:
    assert wrong_answer(kept.read_bytes()) is None
