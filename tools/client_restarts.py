"""Restarts the service under the load of both clients, and counts the calls that each of them lost.

Two replicas behind the shipped nginx restart in turn: no call is lost. A single instance restarts: none is lost with
`retry_for`. `python -m tools.client_restarts` uses what `python -m tools.client_packages` has built and installed.
"""

import json
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from tests.support.ports import free_port
from tests.support.proxy import NGINX, proxy
from tests.support.server import REAL, ROOT, TIMEOUT, Server, running
from tools.example import deal

PACKAGES: Final = ROOT / "build" / "packages"
PYTHON: Final = (str(PACKAGES / "empty-python" / "bin" / "python"), str(ROOT / "clients/python/tests/load.py"))
NODE: Final = ("node", str(PACKAGES / "node" / "load.mjs"))
RETRY_FOR: Final = 25
"""Seconds: a busy machine takes longer than ten to start the service."""
PATIENT: Final = ({"retry_for": RETRY_FOR}, {"retryFor": RETRY_FOR * 1000})
BEFORE: Final = 2.0
"""Seconds of load before each restart, and after the last."""

Fates = dict[str, int]


@contextmanager
def load(url: str, settings: tuple[object, object], found: dict[str, Fates]) -> Iterator[None]:
    """Calls of both clients during the block; how they ended is added to what is found."""
    with tempfile.TemporaryDirectory() as work:
        end = Path(work) / "end"
        clients = {
            name: subprocess.Popen(
                [*command, url, str(end), json.dumps(given), json.dumps(deal())], stdout=subprocess.PIPE, text=True
            )
            for (name, command), given in zip({"Python": PYTHON, "TypeScript": NODE}.items(), settings, strict=True)
        }
        try:
            time.sleep(BEFORE)
            yield
            time.sleep(BEFORE)
        finally:
            end.touch()
            for name, process in clients.items():
                output, _ = process.communicate(timeout=TIMEOUT)
                found[name] = json.loads(output)


class Replica:
    """A service on a port of its own, which can be stopped and started again."""

    def __init__(self, directory: str, stack: ExitStack) -> None:
        self.port = free_port()
        self._directory, self._stack = Path(directory), stack
        self._running = stack.enter_context(ExitStack())
        self._start()

    def _start(self) -> None:
        self.server: Server = self._running.enter_context(
            running(self._directory, REAL, PORT=str(self.port), DRAIN="1", LOG_REQUESTS="false")
        )

    def restart(self) -> float:
        """Stop it as a supervisor does, and start it; the seconds until it answers again."""
        began = time.monotonic()
        self._running.close()
        self._start()
        return time.monotonic() - began


def of_two(settings: tuple[object, object]) -> tuple[dict[str, Fates], float]:
    """Two replicas behind nginx, restarted in turn."""
    found: dict[str, Fates] = {}
    with ExitStack() as stack:
        replicas = [Replica(stack.enter_context(tempfile.TemporaryDirectory()), stack) for _ in range(2)]
        readable = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        readable.chmod(0o755)  # the proxy's processes have another user
        port = stack.enter_context(proxy(readable, *(replica.port for replica in replicas)))
        with load(f"http://127.0.0.1:{port}", settings, found):
            first = replicas[0].restart()
            time.sleep(BEFORE)
            seconds = first + replicas[1].restart()
    return found, seconds


def of_one(settings: tuple[object, object]) -> tuple[dict[str, Fates], float]:
    """A single instance, restarted once."""
    found: dict[str, Fates] = {}
    with ExitStack() as stack:
        replica = Replica(stack.enter_context(tempfile.TemporaryDirectory()), stack)
        with load(f"http://127.0.0.1:{replica.port}", settings, found):
            seconds = replica.restart()
    return found, seconds


def lost(title: str, restart: Callable[[], tuple[dict[str, Fates], float]]) -> int:
    """Print how the calls of each client ended; the number that was lost."""
    found, seconds = restart()
    all_lost = 0
    for name, fates in found.items():
        answered = fates.pop("answered", 0)
        assert answered, fates
        not_answered = sum(fates.values())
        all_lost += not_answered
        print(f"{title} ({seconds:.1f} s): {name}: {answered} calls answered, {not_answered} lost {fates or ''}")
    return all_lost


def check_restarts() -> None:
    """Restart both ways; with what the READMEs say no call may be lost."""
    if NGINX is None:
        print("not tried: two replicas behind nginx, which is not installed")
    else:
        lost("two replicas behind nginx, no repeats", lambda: of_two(({"retries": 0}, {"retries": 0})))
        assert lost("two replicas behind nginx, three repeats", lambda: of_two(({}, {}))) == 0
    lost("a single instance, three repeats", lambda: of_one(({}, {})))
    assert lost(f"a single instance, repeats for {RETRY_FOR} s", lambda: of_one(PATIENT)) == 0


if __name__ == "__main__":
    check_restarts()
