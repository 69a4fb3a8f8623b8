"""One program's part: lines of JSON come in and go out. What is measured begins with the program's own form of a hand.

The first line brings hands and asks which the program scores; the second names those that count; each further one is
a round of so many passes over them, which is answered with its seconds of CPU.
"""

import json
import sys
from collections.abc import Callable
from time import process_time

from bench.peers.hands import Hand

Score = Callable[[], object]
"""Scores one hand; None where it is worth nothing."""


def serve(prepare: Callable[[Hand], Score]) -> None:
    """Answer until nothing more comes."""
    scores = [prepare(hand) for hand in json.loads(sys.stdin.readline())]
    _tell([score() is not None for score in scores])
    scores = [scores[index] for index in json.loads(sys.stdin.readline())]
    for line in sys.stdin:
        _tell(_seconds(scores, passes=json.loads(line)))


def _seconds(scores: list[Score], passes: int) -> float:
    started = process_time()
    for _ in range(passes):
        for score in scores:
            score()
    return process_time() - started


def _tell(value: object) -> None:
    print(json.dumps(value), flush=True)
