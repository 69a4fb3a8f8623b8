"""Turns on the threads of a worker: the least costly request first, one large one and one costly one at a time.

A request whose client has left has none.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum

from gevent.event import AsyncResult


class Lane(Enum):
    """The requests of which one has a thread at a time, so that small ones find another."""

    COSTLY = "costly"
    LARGE = "large"
    """A megabyte of JSON takes 35 MB when parsed."""


class Turns:
    """The requests of a worker that have a thread or wait for one. Only the worker's loop uses it: it needs no lock."""

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._taken: set[Lane] = set()
        self._waiting: list[_Request] = []

    @contextmanager
    def turn(self, cost: int, has_left: Callable[[], bool], lane: Lane | None) -> Iterator[bool]:
        """Wait for a thread, for the time of the block; False, without a thread, if the client leaves before."""
        request = _Request(cost, has_left, lane)
        self._waiting.append(request)
        try:
            self._admit()
            yield request.admitted.get()
        finally:
            self._end(request)

    def _admit(self) -> None:
        for left in [each for each in self._waiting if each.has_left()]:
            self._waiting.remove(left)
            left.admitted.set(False)
        while self._free and (request := self._next()):
            self._waiting.remove(request)
            self._free -= 1
            self._taken |= request.lanes
            request.has_thread = True
            request.admitted.set(True)

    def _next(self) -> "_Request | None":
        fitting = [each for each in self._waiting if self._taken.isdisjoint(each.lanes)]
        return min(fitting, key=lambda each: each.cost, default=None)

    def _end(self, request: "_Request") -> None:
        if request in self._waiting:  # an error ended the wait
            self._waiting.remove(request)
        elif request.has_thread:
            self._free += 1
            self._taken -= request.lanes
            self._admit()


class _Request:
    """A request that needs a thread."""

    def __init__(self, cost: int, has_left: Callable[[], bool], lane: Lane | None) -> None:
        self.cost = cost
        self.has_left = has_left
        self.lanes = {lane} if lane else set()
        self.has_thread = False
        self.admitted: AsyncResult[bool] = AsyncResult()
