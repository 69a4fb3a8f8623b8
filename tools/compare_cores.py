"""Sends the same random requests to two copies of the service in process: responses must have the same bytes.

`python -m tools.compare_cores build/compiled 25000` compares a copy with a compiled core with this checkout.
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
RESPOND: Final = (
    "import sys; sys.path[:1] = ['service', '.']; from tools.compare_cores import respond; respond(int(sys.argv[1]))"
)
"""The program that runs in each copy, and imports its service."""


def respond(number: int) -> None:
    """Write the status and body of each response, without the request id, as a line of standard output."""
    from pung_chow_settlement.operations import FORM
    from tests.support.fuzz.drawn import requests, stored
    from tests.support.fuzz.service import call

    print(FORM, flush=True)
    for each in (*stored().values(), *islice(requests(Random("cores")), number)):
        response = call(each.method, each.path, each.query, each.body)
        before, _, after = response.data.partition(b'"request_id":"')
        text = b"%d %b%b" % (response.status_code, before, after.partition(b'"')[2])
        sys.stdout.buffer.write(orjson.dumps([each.path, repr(each.body), text.decode()]) + b"\n")


def start(copy: Path, number: int) -> "subprocess.Popen[bytes]":
    """Start a process in a copy that writes its responses."""
    return subprocess.Popen([sys.executable, "-c", RESPOND, str(number)], cwd=copy, stdout=subprocess.PIPE)


def lines(run: "subprocess.Popen[bytes]") -> Iterator[bytes]:
    """The output of a process. Raises CalledProcessError if it fails."""
    assert run.stdout is not None
    yield from run.stdout
    if run.wait():
        raise subprocess.CalledProcessError(run.returncode, run.args)


def main(copy: Path, number: int) -> int:
    """Compare; the status is 1 if a response differs, none was compared, or both run the same form of the core."""
    ours, theirs = (lines(start(each, number)) for each in (ROOT, copy))
    forms = [next(ours).decode().strip(), next(theirs).decode().strip()]
    compared = different = 0
    for one, other in zip(ours, theirs, strict=True):
        compared += 1
        if one != other:
            different += 1
            print(one.decode(), other.decode(), sep="")
    print(f"{compared} requests, {' and '.join(forms)}: {different} answered differently")
    return 1 if different or not compared or len(set(forms)) == 1 else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
