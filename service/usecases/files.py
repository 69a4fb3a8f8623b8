"""Settling a file of deals: one JSON deal a line comes in, one JSON result a line goes out.

Results keep the order of the lines and are those of a batch with the number of the line before them. Only a few chunks
of lines are in memory at any time. Blank lines are passed over, but counted.
"""

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any, BinaryIO, Final, NamedTuple

import orjson

from service.requests import bodies
from service.requests.refusals import Refused
from service.responses.answers import Answer
from service.usecases.batch import SETTLED, one_of_many, settle_one

CHUNK: Final = 400
"""Lines that are settled together."""
AHEAD: Final = 2
"""Chunks in flight for each worker: one that it settles, one that waits for it."""
_NEWLINE: Final = orjson.OPT_APPEND_NEWLINE


class Lines(NamedTuple):
    """A few lines of the file."""

    first: int
    """The number of the first."""
    texts: Sequence[bytes]
    """Each line, its end cut off where it is longer than a deal may be."""
    size: int
    """Bytes of the lines."""


class Results(NamedTuple):
    """The results of a chunk of lines."""

    text: bytes
    """One JSON result a line."""
    settled: int
    refused: tuple[int, ...]
    """The numbers of the lines that could not be settled."""
    size: int
    """Bytes of the lines."""


def settle_file(
    source: BinaryIO, longest: int, workers: int = 1, prepare: Callable[[], object] = tuple
) -> Generator[Results, None, None]:
    """Settle every line of at most so many bytes, in order, by so many worker processes (one: in this process).

    Each worker process is prepared before it settles, by what can be sent to it.
    """
    chunks = _chunks(source, longest)
    settle = partial(settle_chunk, longest=longest)
    yield from map(settle, chunks) if workers == 1 else _shared(settle, chunks, workers, prepare)


def _chunks(source: BinaryIO, longest: int) -> Iterator[Lines]:
    first = 1
    while texts := list(islice(_texts(source, longest), CHUNK)):
        yield Lines(first, [text for text, _ in texts], sum(size for _, size in texts))
        first += len(texts)


def _texts(source: BinaryIO, longest: int) -> Iterator[tuple[bytes, int]]:
    """Each line, its end cut off, and how long it is."""
    while text := source.readline(longest + 2):
        size, end = len(text), text
        while end and not end.endswith(b"\n"):
            end = source.readline(longest)
            size += len(end)
        yield text, size


def _begin(prepare: Callable[[], object]) -> None:
    """Begin a worker process: the parent ends it itself, where it is interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()


def _shared(
    settle: Callable[[Lines], Results],
    chunks: Iterable[Lines],
    workers: int,
    prepare: Callable[[], object],
) -> Iterator[Results]:
    """Settle chunks in other processes, few enough at a time that a slow reader or writer fills no memory."""
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (prepare,)) as pool:
        flying: deque[Future[Results]] = deque()
        for chunk in chunks:
            flying.append(pool.submit(settle, chunk))
            if len(flying) == workers * AHEAD:
                yield flying.popleft().result()
        while flying:
            yield flying.popleft().result()


def settle_chunk(lines: Lines, longest: int) -> Results:
    """Settle a few lines; each result is written at once, so that its parts need not be kept."""
    written: list[bytes] = []
    refused: list[int] = []
    for number, text in enumerate(lines.texts, lines.first):
        if text.isspace():
            continue
        result = _result(number, text, longest)
        written.append(orjson.dumps(result, option=_NEWLINE))
        if result["outcome"] != SETTLED:
            refused.append(number)
    return Results(b"".join(written), len(written) - len(refused), tuple(refused), lines.size)


def _result(number: int, text: bytes, longest: int) -> Answer:
    what = f"line {number}"
    settle = partial(_settled, text.rstrip(b"\r\n"), longest, what)
    return {"line": number, **one_of_many(what, settle)}


def _settled(text: bytes, longest: int, what: str) -> Answer:
    return settle_one(_read(text, longest), what)


def _read(text: bytes, longest: int) -> Any:
    """The JSON value of a line. Raises Refused if there is none."""
    if len(text) > longest:
        raise Refused("body-too-large", f"the line is longer than {longest} bytes", sentence="line", most=longest)
    return bodies.parse(text)
