"""Who has the next thread of a worker: the least costly, one large at a time, nobody who has left."""

from typing import Any

import gevent
import pytest
from gevent.event import Event

from pung_chow_settlement.ops.turns import Lane, Turns


class Asked:
    """Requests, each in a greenlet, and the order in which they had a thread."""

    def __init__(self, threads: int) -> None:
        self.turns = Turns(threads)
        self.served: list[int] = []
        self.left: set[int] = set()
        self.answered: dict[int, Event] = {}
        self.greenlets: list[Any] = []

    def ask(self, cost: int, lane: Lane | None = None) -> None:
        self.answered[cost] = Event()

        def run() -> bool:
            with self.turns.turn(cost, lambda: cost in self.left, lane) as has_thread:
                if has_thread:
                    self.served.append(cost)
                    self.answered[cost].wait()
                return has_thread

        self.greenlets.append(gevent.spawn(run))
        gevent.sleep(0)

    def answer(self, *costs: int) -> None:
        for cost in costs:
            self.answered[cost].set()
            gevent.sleep(0.01)


def test_the_least_costly_request_has_the_next_thread() -> None:
    asked = Asked(1)
    for cost in (5, 30, 10, 20):
        asked.ask(cost)
    asked.answer(5, 10, 20, 30)
    assert asked.served == [5, 10, 20, 30]


@pytest.mark.parametrize("lane", Lane)
def test_one_request_of_a_lane_has_a_thread_at_a_time(lane: Lane) -> None:
    asked = Asked(2)
    for cost in (1000, 1001):
        asked.ask(cost, lane)
    asked.ask(1)
    assert asked.served == [1000, 1], "the other waits beside a free thread"
    asked.answer(1, 1000)
    assert asked.served == [1000, 1, 1001]


def test_a_request_whose_client_has_left_has_no_thread() -> None:
    asked = Asked(1)
    for cost in (1, 2, 3):
        asked.ask(cost)
    asked.left.add(2)
    asked.answer(1, 3)
    assert asked.served == [1, 3]
    assert [each.get(timeout=5) for each in asked.greenlets] == [True, False, True]


def test_a_request_that_fails_while_it_waits_or_runs_frees_its_place() -> None:
    asked = Asked(1)
    for cost in (1, 2, 3):
        asked.ask(cost)
    running, waiting, _ = asked.greenlets
    waiting.kill()
    running.kill()
    gevent.sleep(0.01)
    assert asked.served == [1, 3]
