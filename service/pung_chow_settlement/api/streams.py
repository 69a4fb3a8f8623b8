"""Many requests in one body, one a line (application/x-ndjson), read, answered and sent in chunks.

Only a few chunks are in memory at a time, so only the length of a line is bounded. `ops/lines.py` reads ahead.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from errno import ECONNRESET
from functools import partial
from io import BufferedReader, RawIOBase
from time import monotonic
from typing import Any, Final, TypeVar, cast

from flask import Response, current_app, g, request, stream_with_context

from pung_chow_settlement.api.incoming import JSONL, NDJSON, PLAIN, accepts, check_media_type, coding_of, language
from pung_chow_settlement.api.responses import language_headers
from pung_chow_settlement.ops import logs
from pung_chow_settlement.ops.lines import MOST_STREAMS, LineReader
from pung_chow_settlement.ops.offload import LINES
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.usecases.files import AnswerOne, Lines, answer_chunk, chunks_of

BYTES_OF_A_STREAM: Final = 96 * 1024
"""Bytes after which a chunk takes no further line: its response may wait in memory and is thirty times as long. Between
two chunks the thread waits for the worker's loop: at a quarter of this a stream took a seventh longer."""
SLICE: Final = 0.025
"""Seconds after which a thread takes no further line of a stream if another request may wait for one."""
Result = TypeVar("Result")


class _Whole:
    """The lines of a body that need not be waited for: the server is not the one in `ops`."""

    def __init__(self) -> None:
        self.readline = BufferedReader(cast("RawIOBase", request.stream)).readline

    def admitted(self) -> bool:
        return True

    def at_hand(self) -> bool:
        return True

    def others_wait(self) -> bool:
        return False

    def begin(self, call: Callable[..., Result], *given: Any) -> Callable[[], Result]:
        return partial(call, *given)


def answer_lines(answer: AnswerOne) -> Response:
    """Answer each line of the body with one line, in order. Raises Refused if too many streams are open."""
    media_type = accepts(NDJSON, JSONL)
    check_media_type(NDJSON, JSONL)
    coding_of(PLAIN)
    request.max_content_length = sys.maxsize
    its, longest = language(), current_app.config["MAX_CONTENT_LENGTH"]
    lines: LineReader | _Whole = request.environ.get(LINES) or _Whole()
    if not lines.admitted():
        raise Refused("overloaded", most=MOST_STREAMS)
    results = stream_with_context(_results(lines, longest, answer))
    return Response(results, headers=language_headers(its), content_type=media_type)


def _results(lines: LineReader | _Whole, longest: int, answer: AnswerOne) -> Iterator[bytes]:
    """A slice is answered while the results of the one before are sent; what a client waits for is sent at once."""
    settle = partial(answer_chunk, deepest=current_app.config["MAX_DEPTH"], language=language())
    logs.REQUEST_ID.set(g.request_id)
    chunks, has_begun = chunks_of(lines, longest, BYTES_OF_A_STREAM, lines.at_hand), False
    left: deque[bytes] = deque()
    following, text = 1, b""
    while True:
        if text and not left and not lines.at_hand():
            yield text
            text = b""
        if not left:
            chunk = _next(chunks, has_begun=has_begun)
            if chunk is None:
                break
            left.extend(chunk.texts)
            following = chunk.first + len(left)
        result = lines.begin(settle, _for_a_slice(left, lines.others_wait), longest, answer, following - len(left))
        if text:
            yield text
        text = result().text
        has_begun = has_begun or bool(text)
    if text:
        yield text
    logs.REQUEST_ID.set(None)


def _for_a_slice(lines: deque[bytes], others_wait: Callable[[], bool]) -> Iterator[bytes]:
    """Take lines, for `SLICE` seconds if others wait, at least one."""
    end = monotonic() + SLICE
    while lines:
        yield lines.popleft()
        if monotonic() > end and others_wait():
            return


def _next(chunks: Iterator[Lines], *, has_begun: bool) -> Lines | None:
    """The next chunk; a body that breaks off ends the connection if the response has begun."""
    try:
        return next(chunks, None)
    except Exception as error:
        if not has_begun:
            raise
        raise ConnectionResetError(ECONNRESET, "the body broke off") from error
