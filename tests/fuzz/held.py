"""An answer held to the judge of legality, whatever the operation."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.fuzz import bodies
from tests.fuzz.bodies import Answer
from tests.oracle import legality
from tests.oracle.legality import Verdict

TOLD_AT_MOST = 100
"""Faults that one answer tells."""
VERDICTS: dict[str, Callable[[Any], Verdict]] = {
    bodies.SETTLE: legality.settlement,
    bodies.SCORE: legality.score,
    bodies.SHEET: legality.scoresheet,
    bodies.WASH: legality.washed_tiles,
    bodies.CALL: legality.false_mahjong,
    bodies.WAIT: legality.waiting_hand,
}


def wrong_with(path: str, body: Any, answer: Answer) -> Iterator[str]:
    """What the judge holds against the answer to a JSON body; mostly nothing."""
    if path != bodies.BATCH:
        yield from against(VERDICTS[path](body), answer)
        return
    verdict, deals = legality.batch(body)
    yield from against(verdict, answer)
    for its, result in zip(deals, answer.body.get("results", ()), strict=verdict.legal):
        yield from against(its, bodies.of_result(result))


def against(verdict: Verdict, answer: Answer) -> Iterator[str]:
    """Where a verdict and an answer disagree."""
    if answer.status not in (200, 422):
        yield f"status {answer.status}: {answer.body}"
        return
    if verdict.legal != (answer.status == 200) and not verdict.undecided:
        yield f"the judge says {'legal' if verdict.legal else 'illegal'}, the service {answer.status} {answer.faults}"
    disagreement = verdict.disagreement(set(answer.faults))
    if disagreement and len(answer.faults) < TOLD_AT_MOST:
        yield disagreement
