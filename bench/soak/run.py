"""The run: the service with two workers, all clients beside it, its workers renewed again and again."""

import signal
import sys
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from bench.soak.clients import Held, Job, Manner, Tally, sending, total
from bench.soak.jobs import jobs
from bench.soak.processes import Watch, watching
from bench.wsgi import SETTLE
from tests.ops import faults
from tests.ops.server import REAL, Server, running

FLAT: Final = 1.05
"""Memory may be so many times what it was early in the run."""
QUARTER: Final = 0.25
PLAIN: Final = ("kept alive", "a connection each", "seldom, kept alive")
"""Clients that ask for little and are ready for it at once."""
LOOK_SECONDS: Final = 2.0
REQUEST_LINES_NOWHERE: Final = "exec >/dev/null"
"""The server's own lines go to standard error, and are looked at."""


class Plan(NamedTuple):
    """How long a run lasts, in seconds, and how hard it is."""

    seconds: float = 1800.0
    reload: float = 60.0
    """Between two reloads."""
    patience: float = 30.0
    """The service's REQUEST_TIMEOUT."""
    hostile: int = 64 * 1024
    """Bytes of a hostile body."""

    def prompt(self) -> float:
        """Seconds within which a plain client has its answer, whoever is beside it."""
        return self.patience / 3

    def warm(self) -> float:
        """Seconds after which a worker has seen every kind of request, before it is renewed."""
        return self.reload * 0.75


class Account(NamedTuple):
    """What a run has shown."""

    plan: Plan
    reloads: int
    """As the server has logged them: a signal that comes before the last renewal has ended joins the one after it."""
    kinds: dict[str, Tally]
    uncounted: int
    """Settlements that the service counts beyond those whose answers clients have read."""
    watch: Watch
    log: list[dict[str, Any]]
    """What the server said at a level above info."""

    def tally(self) -> Tally:
        """All clients."""
        return total(list(self.kinds.values()))

    def faults(self) -> list[str]:
        """What is not as it should be, memory aside."""
        tally = self.tally()
        found = tally.lost + tally.wrong
        if self.uncounted:
            found.append(f"{self.uncounted} settlements were answered that no client has read")
        found += [f"{name}: waited {told.longest:.1f} seconds" for name, told in self.kinds.items() if self._late(name)]
        return found + [f"the server logged {line}" for line in self.log]

    def _late(self, kind: str) -> bool:
        return kind in PLAIN and self.kinds[kind].longest > self.plan.prompt()

    def growth(self) -> dict[str, float]:
        """How many times as much memory the last quarter of a run has as the first; workers at the same age."""
        return {
            "master": _growth([look.resident for look in self.watch.of_master()]),
            "workers": _growth([look.resident for look in self.watch.of_workers_at(self.plan.warm())]),
        }


def _growth(figures: Sequence[int]) -> float:
    part = int(len(figures) * QUARTER)
    return median(figures[-part:]) / median(figures[:part]) if part else 1.0


def soak(plan: Plan) -> Account:
    """Run it and draw up the account."""
    manners = _manners(jobs(plan.hostile), plan)
    with (
        TemporaryDirectory() as place,
        running(Path(place), REAL, before=REQUEST_LINES_NOWHERE, REQUEST_TIMEOUT=str(plan.patience)) as server,
    ):
        with (
            watching(server.process.pid, min(LOOK_SECONDS, plan.reload / 8)) as watch,
            sending(server.port, manners, _held(plan)) as tallies,
        ):
            _renew(server, plan, tallies)
        counted = sum(value for key, value in server.metrics().items() if 'total{operation="settleDeal"' in key)
        lines = server.lines()
    kinds = _by_kind(manners, tallies)
    reloads = sum("Hang up" in str(line.get("message")) for line in lines)
    uncounted = int(counted) - sum(each.paths[SETTLE] for each in tallies)
    return Account(plan, reloads, kinds, uncounted, watch, [line for line in lines if _is_told(line)])


def _is_told(line: dict[str, Any]) -> bool:
    return line["level"] not in ("debug", "info")


def _renew(server: Server, plan: Plan, tallies: Sequence[Tally]) -> None:
    """Send SIGHUP at each interval until the time is over."""
    started = monotonic()
    for number in range(1, ceil(plan.seconds / plan.reload)):
        _sleep_until(started + number * plan.reload)
        now = total(tallies)
        print(f"{number} reloads, {now.sent} sent, {len(now.lost)} lost, {len(now.wrong)} wrong", file=sys.stderr)
        server.signal(signal.SIGHUP)
    _sleep_until(started + plan.seconds)


def _sleep_until(when: float) -> None:
    sleep(max(0.0, when - monotonic()))


def _by_kind(manners: Sequence[Manner], tallies: Sequence[Tally]) -> dict[str, Tally]:
    left = iter(tallies)
    return {each.name: total([next(left) for _ in range(each.clients)]) for each in manners}


# Who sends


def _manners(sent: dict[str, list[Job]], plan: Plan) -> list[Manner]:
    """The clients: some two hundred requests a second in all, where the machine has nothing else to do."""
    plain = sent["settle"] + sent["examples"] + sent["read"]
    slow = sent["settle"] + sent["batch"]
    return [
        Manner("kept alive", 4, 0.03, plain),
        Manner("a connection each", 2, 0.06, plain, fresh=True),
        Manner("seldom, kept alive", 6, plan.reload / 6, plain),
        Manner("batches", 1, 0.5, sent["batch"]),
        Manner("batches of 1,000", 1, min(15.0, plan.seconds / 4), sent["large"]),
        Manner("scoresheets", 1, 0.3, sent["sheet"]),
        Manner("refused", 2, 0.1, sent["refused"]),
        Manner("hostile bodies", 2, min(6.0, plan.seconds / 4), sent["hostile"]),
        Manner("slow to send", 4, 0.1, slow, sending=plan.patience / 5),
        Manner("slow to read", 1, 0.1, sent["batch"], reading=plan.patience / 200),
    ]


def _held(plan: Plan) -> list[Held]:
    """Clients that misbehave; few enough readers that no worker parts with one which reads after all."""
    seconds = plan.reload * 0.7
    return [
        Held(faults.silent, 20, seconds),
        Held(faults.kept_alive, 20, seconds),
        Held(faults.never_closing, 4, seconds),
        Held(faults.slow_headers, 4, seconds),
        Held(faults.slow_body, 4, seconds),
        Held(faults.slow_reader, 1, seconds),
    ]
