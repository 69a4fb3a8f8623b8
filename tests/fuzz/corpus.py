"""The kept bodies of the coverage-guided fuzzer: a path on the first line, the body after it.

`python -m tests.fuzz.corpus` makes the kept ones anew of these and of what the fuzzer found: few that together take
every branch of the service that all of them take, and bring about every fault.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from tests.fuzz import bodies
from tests.fuzz.bodies import Answer
from tests.fuzz.held import wrong_with
from tests.fuzz.service import post

CORPUS = Path(__file__).parent / "corpus"
ONCE_WRONG = Path(__file__).parent / "once_wrong"
"""Bodies that were answered wrongly once; they stay, whatever the others reach."""
FOUND = Path("build/fuzz/corpus")
KNOWN = {200, 400, 413, 422}
"""Statuses that any body may have."""
Reached = frozenset[object]


def as_input(path: str, body: bytes) -> bytes:
    return path.encode() + b"\n" + body


def path_and_body(data: bytes) -> tuple[str, bytes]:
    """What an input asks; one without a path settles a deal."""
    first, _, body = data.partition(b"\n")
    path = first.decode(errors="replace")
    return (path, body) if path in bodies.ALL else (bodies.SETTLE, data)


def value_of(body: bytes) -> Any:
    """The JSON value of a body; None where it is none, or one of those that the judge is not asked about."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def wrong_answer(data: bytes) -> str | None:
    """What is wrong with the answer to an input, if anything."""
    path, body = path_and_body(data)
    told = post(path, body)
    if told.status not in KNOWN:
        return f"{told.status} {path}: {told.data[:500]!r}"
    try:
        told.check(path)
    except Exception as error:
        return f"{path}: not as the contract promises: {error}"
    value = value_of(body)
    if told.status not in (200, 422) or value is None:
        return None
    return next(wrong_with(path, value, Answer(told.status, told.json)), None)


# --- keeping -------------------------------------------------------------------------------------------------------


def reached_by(inputs: Iterable[bytes]) -> dict[bytes, Reached]:
    """For each input the branches of the service that it takes, and the faults that it is told."""
    from coverage import Coverage  # late: what finds bodies keeps none, and has an environment without it

    watch = Coverage(data_file=None, branch=True, source=["service"])
    reached: dict[bytes, Reached] = {}
    for data in inputs:
        path, body = path_and_body(data)
        watch.erase()
        watch.start()
        told = post(path, body)
        watch.stop()
        branches = watch.get_data()
        taken = {(file, arc) for file in branches.measured_files() for arc in branches.arcs(file) or ()}
        problem = told.json if told.status != 200 else {}
        faults = {(path, error["code"]) for error in problem.get("errors", ())} | {(path, problem.get("type"))}
        reached[data] = frozenset(taken | faults)
    return reached


def few_that_reach_all(reached: Mapping[bytes, Reached]) -> list[bytes]:
    """Always the input that brings most that is new, the shortest of equals, until none brings anything."""
    chosen: list[bytes] = []
    left: set[object] = set().union(*reached.values())
    while left:
        best = max(reached, key=lambda data: (len(reached[data] & left), -len(data)))
        chosen.append(best)
        left -= reached[best]
    return chosen


def keep() -> None:
    """Write the kept corpus anew."""
    CORPUS.mkdir(exist_ok=True)
    files = [*CORPUS.iterdir(), *(FOUND.iterdir() if FOUND.exists() else ())]
    known = {file.read_bytes() for file in files}
    post("/v1/settlements", b"{}")  # what is built once at the first request belongs to no input
    chosen = few_that_reach_all(reached_by(sorted(known, key=len)))
    for file in CORPUS.iterdir():
        file.unlink()
    for data in chosen:
        path, _ = path_and_body(data)
        (CORPUS / f"{path.removeprefix('/v1/').replace('/', '-')}-{sha256(data).hexdigest()[:8]}").write_bytes(data)
    print(f"{len(chosen)} of {len(known)} inputs kept, {sum(map(len, chosen))} bytes")


if __name__ == "__main__":
    keep()
