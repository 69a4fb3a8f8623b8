"""Worker processes, each with a pipe of its own.

One that is killed in the middle of an answer is noticed so: in the queue that the processes of the standard library's
pool share, their parent would wait for the rest of the answer for ever.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, TypeVar

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that end a command; Windows has no SIGHUP."""
AHEAD: Final = 2
"""Questions in flight for each process: one in progress, one queued."""
Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answers_of(
    make: Callable[[], Callable[[Question], Answer]], questions: Iterable[Question], number: int
) -> Iterator[Answer]:
    """The answers in order, by this many processes, each with the function that it makes; `make` must be picklable.

    Few questions are in flight, so that a slow reader or writer does not fill memory. Raises BrokenExecutor if a
    process ends before its answer.
    """
    context = get_context("spawn")
    pipes = [context.Pipe() for _ in range(number)]
    free: SimpleQueue[Connection] = SimpleQueue()
    with ExitStack() as ending:
        for here, _ in pipes:
            free.put(ending.enter_context(here))
        pool = ending.enter_context(ThreadPoolExecutor(number))
        for _, there in pipes:
            process = context.Process(target=_work, args=(there, make), daemon=True)
            process.start()
            there.close()  # what is read from it ends with the process
            ending.callback(process.join)
            ending.callback(process.kill)
        in_flight: deque[Future[Answer]] = deque()
        for question in questions:
            in_flight.append(pool.submit(_ask, free, question))
            if len(in_flight) == number * AHEAD:
                yield in_flight.popleft().result()
        while in_flight:
            yield in_flight.popleft().result()


def _ask(free: "SimpleQueue[Connection]", question: object) -> Any:
    pipe = free.get()
    try:
        pipe.send(question)
        return pipe.recv()
    except (EOFError, OSError) as ended:
        raise BrokenExecutor("a worker process was ended") from ended
    finally:
        free.put(pipe)


def _work(pipe: Connection, make: Callable[[], Callable[[Question], Answer]]) -> None:
    """Answer until the parent ends; it also ends this process at a signal, which a terminal sends to both."""
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)
    answer = make()
    with suppress(EOFError, OSError):  # the parent has ended
        while True:
            question = pipe.recv()
            result = answer(question)
            pipe.send(result)
