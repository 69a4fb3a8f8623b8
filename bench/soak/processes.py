"""What the processes of a running gunicorn take: memory, descriptors, threads, looked at while it runs."""

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

MIB: Final = 1024 * 1024
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Look(NamedTuple):
    """One process at one time."""

    at: float
    """Seconds since the first look."""
    pid: int
    age: float
    """Seconds since this process was first seen."""
    resident: int
    """Bytes."""
    descriptors: int
    threads: int


class Watch:
    """Looks at a master and at its workers."""

    def __init__(self, master: int) -> None:
        self.master = master
        self.started = monotonic()
        self.first_seen: dict[int, float] = {}
        self.looks: list[Look] = []

    def look(self) -> None:
        """Look at every process once."""
        for pid in (self.master, *workers(self.master)):
            with suppress(OSError):  # it has ended meanwhile
                look = self._look(pid)
                if look.resident:  # else it is about to end
                    self.looks.append(look)

    def _look(self, pid: int) -> Look:
        place = Path(f"/proc/{pid}")
        at = monotonic() - self.started
        age = at - self.first_seen.setdefault(pid, at)
        resident = int((place / "statm").read_text().split()[1]) * _PAGE
        return Look(at, pid, age, resident, len(list((place / "fd").iterdir())), len(list((place / "task").iterdir())))

    def of_master(self) -> list[Look]:
        """The master, in the order of time."""
        return [look for look in self.looks if look.pid == self.master]

    def of_workers(self) -> list[Look]:
        """All workers, in the order of time."""
        return [look for look in self.looks if look.pid != self.master]

    def of_workers_at(self, age: float) -> list[Look]:
        """Each worker at the first look at which it had this age in seconds, the oldest first."""
        warm: dict[int, Look] = {}
        for look in self.of_workers():
            if look.age >= age:
                warm.setdefault(look.pid, look)
        return list(warm.values())


def workers(master: int) -> list[int]:
    """The process ids of a master's children."""
    return [int(pid) for pid in Path(f"/proc/{master}/task/{master}/children").read_text().split()]


def spread(figures: Sequence[float]) -> tuple[float, float]:
    """The least and the most, 0 where there are none."""
    return min(figures, default=0), max(figures, default=0)


@contextmanager
def watching(master: int, every: float) -> Iterator[Watch]:
    """Look again and again, after so many seconds each, while the block runs."""
    watch = Watch(master)
    stop = threading.Event()

    def run() -> None:
        while not stop.wait(every):
            watch.look()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield watch
    finally:
        stop.set()
        thread.join()
