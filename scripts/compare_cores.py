"""Asks two copies of the service the same drawn requests in process: every answer must have the same bytes.

`python -m scripts.compare_cores build/compiled 25000` holds a copy with a compiled core against this checkout.
"""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import orjson

ROOT: Final = Path(__file__).parents[1]
ANSWER: Final = "import sys; sys.path[0] = '.'; from scripts.compare_cores import answer; answer(int(sys.argv[1]))"
"""Run in each copy, which imports its own service."""


def answer(number: int) -> None:
    """Write status and body of each answer on a line of standard output, the request's own id taken out."""
    from service.usecases.core import FORM
    from support.fuzz.drawn import kept, requests
    from support.fuzz.service import call

    print(FORM, flush=True)
    for each in (*kept().values(), *islice(requests(Random("cores")), number)):
        result = call(each.method, each.path, each.query, each.body)
        before, _, after = result.data.partition(b'"request_id":"')
        text = b"%d %b%b" % (result.status_code, before, after.partition(b'"')[2])
        sys.stdout.buffer.write(orjson.dumps([each.path, repr(each.body), text.decode()]) + b"\n")


def answers(copy: Path, number: int) -> "subprocess.Popen[bytes]":
    """A process of a copy that answers."""
    return subprocess.Popen([sys.executable, "-c", ANSWER, str(number)], cwd=copy, stdout=subprocess.PIPE)


def lines(run: "subprocess.Popen[bytes]") -> Iterator[bytes]:
    """What a process writes. Raises CalledProcessError where it fails."""
    assert run.stdout is not None
    yield from run.stdout
    if run.wait():
        raise subprocess.CalledProcessError(run.returncode, run.args)


def main(copy: Path, number: int) -> int:
    """Compare; the status is 1 where an answer differs or both copies run the same form of the core."""
    ours, theirs = (lines(answers(each, number)) for each in (ROOT, copy))
    forms = [next(ours).decode().strip(), next(theirs).decode().strip()]
    asked = different = 0
    for one, other in zip(ours, theirs, strict=True):
        asked += 1
        if one != other:
            different += 1
            print(one.decode(), other.decode(), sep="")
    print(f"{asked} requests, {' and '.join(forms)}: {different} answered differently")
    return 1 if different or len(set(forms)) == 1 else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
