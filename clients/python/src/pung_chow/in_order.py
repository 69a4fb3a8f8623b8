"""Several requests in flight, with their results in the order of what was sent."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


async def async_in_order(
    send: Callable[[Part], Coroutine[Any, Any, Result]], parts: Iterable[Part], in_flight: int
) -> AsyncGenerator[Result, None]:
    """Send each part, at most so many at a time, and yield their results."""
    sent = deque[asyncio.Task[Result]]()
    try:
        for part in parts:
            sent.append(asyncio.create_task(send(part)))
            if len(sent) == in_flight:
                yield await sent.popleft()
        while sent:
            yield await sent.popleft()
    finally:
        for task in sent:
            task.cancel()
        await asyncio.gather(*sent, return_exceptions=True)


def in_order(send: Callable[[Part], Result], parts: Iterable[Part], in_flight: int) -> Generator[Result, None, None]:
    """Send each part, at most so many at a time, and yield their results."""
    sent = deque[Future[Result]]()
    with ThreadPoolExecutor(in_flight) as threads:
        try:
            for part in parts:
                sent.append(threads.submit(send, part))
                if len(sent) == in_flight:
                    yield sent.popleft().result()
            while sent:
                yield sent.popleft().result()
        finally:
            for future in sent:
                future.cancel()
