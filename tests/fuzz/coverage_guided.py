"""Bodies found by coverage: `python -m tests.fuzz.coverage_guided --seconds 600`, or `make fuzz`.

The fuzzer (atheris) sees which branches of the service an input reaches and goes on from those that reach new ones. It
changes JSON as JSON most of the time, by the changes of `changes.py` and `near_legal.py`, and bytes as bytes otherwise.
It stops at the first answer that is a 500, is not as the contract promises, or that the judge of legality gainsays; the
input is then `build/fuzz/wrong`, and `--input` answers it again. What it finds is in `build/fuzz/corpus`;
`python -m tests.fuzz.corpus` keeps what is worth it.
"""

import argparse
import sys
from pathlib import Path
from random import Random

import atheris
import orjson

with atheris.instrument_imports(include=["service"], enable_loader_override=False):
    from tests.fuzz import bodies, changes, service

    service.application()  # whose rooms are imported only now

from tests.fuzz.corpus import CORPUS, FOUND, ONCE_WRONG, as_input, path_and_body, value_of, wrong_answer
from tests.fuzz.near_legal import one_tile_wrong
from tests.oracle.deals import RULESETS

LONGEST = 20_000
"""Bytes of an input: longer ones reach nothing new."""
WRONG = FOUND.parent / "wrong"
"""The input that was answered wrongly; the fuzzer itself does not always come to write one when it ends."""
SLOWEST = 120
"""Seconds by the clock after which an input counts as a fault: it may have a small share of a busy machine."""


class WrongAnswerError(Exception):
    """An answer that no body may have."""


def answer(data: bytes) -> None:
    """Send an input. Raises WrongAnswerError where the answer is none that it may have."""
    wrong = wrong_answer(data)
    if wrong:
        WRONG.write_bytes(data)
        raise WrongAnswerError(wrong)


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """Another input made of one."""
    rng = Random(seed)
    path, body = path_and_body(data)
    value = value_of(body)
    if not isinstance(value, dict) or rng.random() < 0.2:
        return as_input(path, atheris.Mutate(body, max(len(body) * 2, 64)))[:longest]
    if rng.random() < 0.05:
        path = rng.choice(bodies.ALL)
    return as_input(path, orjson.dumps(_changed(rng, path, value)))[:longest]


def _changed(rng: Random, path: str, value: dict[str, object]) -> object:
    try:
        if path == bodies.SETTLE and rng.random() < 0.4:
            return one_tile_wrong(rng, value)
        if path == bodies.SHEET and rng.random() < 0.3:
            return changes.retiled_sheet(rng, value)
        if rng.random() < 0.3:
            return changes.retiled(rng, value)
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError):
        pass  # no deal any more; any member of it can still be changed
    return changes.changed(rng, value)


def write_seeds(into: Path) -> None:
    """Legal bodies of every operation and rulebook to start from."""
    rng = Random("seeds")
    for ruleset in RULESETS:
        for path, body in changes.legal_bodies(rng, ruleset):
            name = f"{path.removeprefix('/v1/').replace('/', '-')}-{ruleset}-{rng.randrange(10**6)}"
            (into / name).write_bytes(as_input(path, orjson.dumps(body)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--input", type=Path, help="answer this input only")
    told = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    if told.input:
        answer(told.input.read_bytes())
        return
    if not any(FOUND.iterdir()):
        write_seeds(FOUND)
    flags = [f"-max_total_time={told.seconds}", f"-max_len={LONGEST}", f"-timeout={SLOWEST}"]
    fuzz(
        [
            *flags,
            f"-artifact_prefix={FOUND.parent}/",
            "-print_final_stats=1",
            "-rss_limit_mb=2048",
            *map(str, (FOUND, CORPUS, ONCE_WRONG)),
        ]
    )


def fuzz(arguments: list[str]) -> None:
    atheris.Setup([sys.argv[0], *arguments], answer, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
