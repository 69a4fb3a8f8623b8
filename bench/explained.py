"""`LOG_REQUESTS=false python -m bench.explained [TIMES]`: what `?explain=true` costs.

Processor time of requests within this process, with and without it in turn, for every hit and near miss of the row
cases, by rulebook.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from bench.probe import answered, application

CASES = Path(__file__).parents[1] / "tests" / "data"
ASKS = ("", "explain=true")


def main(times: int = 15) -> None:
    """Measure and print."""
    app = application()
    bodies: dict[str, list[bytes]] = defaultdict(list)
    for ruleset, asked in requests():
        bodies[ruleset].append(json.dumps({**asked, "ruleset": ruleset}).encode())
    for ruleset, sent in sorted(bodies.items()):
        rounds = [[seconds(app, sent, query) for query in ASKS] for _ in range(times + 1)][1:]
        shown, explained = (median(each) / len(sent) * 1e6 for each in zip(*rounds, strict=True))
        share = median(told / plain for plain, told in rounds)
        print(f"{ruleset:16} {len(sent):4} requests  {shown:5.0f} us  explained {explained:5.0f} us  {share:.2f} times")


def requests() -> Iterator[tuple[str, dict[str, Any]]]:
    """The hits and near misses, each with its rulebook."""
    for file in sorted(CASES.glob("rule_cases*.json")):
        for case in json.loads(file.read_text())["cases"]:
            for hand in (case["hit"], case["miss"]):
                asked = {name: value for name, value in hand.items() if name != "expect"}
                yield from ((ruleset, asked) for ruleset in case["rulesets"])


def seconds(app: Any, bodies: Sequence[bytes], query: str) -> float:
    """Processor time of these requests."""
    began = process_time()
    for body in bodies:
        answered(app, "/v1/scores", body, query)
    return process_time() - began


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
