"""Load by wrk, bounded in time."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from support.ports import HOST

CONNECTIONS: Final = 8
_SCRIPT: Final = Path(__file__).with_name("wrk.lua")


class Load(NamedTuple):
    """What clients saw: answers a second, and milliseconds within which 99 of 100 came."""

    rate: float
    p99: float


def by_wrk(port: int, sent: Sequence[bytes], seconds: int, *, kept: bool = True) -> Load:
    """Settle the bodies in turn, over kept connections or one for each. Raises ConnectionError where one fails."""
    with TemporaryDirectory() as place:
        lines = Path(place, "bodies")
        lines.write_bytes(b"".join(body + b"\n" for body in sent))
        url = f"http://{HOST}:{port}/v1/settlements"
        command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(_SCRIPT), url, "--", str(lines)]
        run = subprocess.run([*command, "keep-alive" if kept else "close"], capture_output=True, check=True)
    result = json.loads(run.stdout.splitlines()[-1])
    if result["errors"]:
        raise ConnectionError(f"{result['errors']} requests failed")
    return Load(result["answers"] / result["seconds"], result["p99"])
