"""One program's part: lines of JSON come in and go out. What is measured begins with the program's own form of a hand.

The first line brings hands and asks which the program scores; the second names those that count; each further one is
a round, which is answered with its seconds of CPU.
"""

import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Final

from bench.peers.hands import Hand

PASSES: Final = 5
"""Times that a round scores each hand; `probe.js` has the same."""
Score = Callable[[], object]
"""Scores one hand; None where it is worth nothing."""


def serve(prepare: Callable[[Hand], Score]) -> None:
    """Answer until nothing more comes."""
    scores = [prepare(hand) for hand in json.loads(sys.stdin.readline())]
    _tell([score() is not None for score in scores])
    scores = [scores[index] for index in json.loads(sys.stdin.readline())]
    for _ in sys.stdin:
        _tell(_seconds(scores))


def _seconds(scores: list[Score]) -> float:
    started = process_time()
    for _ in range(PASSES):
        for score in scores:
            score()
    return process_time() - started


def _tell(value: object) -> None:
    print(json.dumps(value), flush=True)
