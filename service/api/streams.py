"""Many requests in one body, one a line (application/x-ndjson), read, answered and sent in chunks.

Only a few chunks are in memory at a time, so only the length of a line is bounded. What a client sends
ahead, and responses that it does not read, stay in memory while its stream is open, so few may be open at once.
"""

import sys
from collections.abc import Iterator
from errno import ECONNRESET
from functools import partial
from io import BufferedReader, RawIOBase
from threading import BoundedSemaphore
from typing import Final, cast

from flask import Response, current_app, g, request, stream_with_context

from service.api.requests import NDJSON, PLAIN, accepts, check_media_type, coding_of, language
from service.api.responses import spoken
from service.ops import logs
from service.ops.offload import in_thread
from service.requests.refusals import Refused
from service.usecases.files import AnswerOne, Lines, chunks_of, settle_chunk

CHUNK_BYTES: Final = 24 * 1024
"""Bytes after which a chunk takes no further line: its response may wait in memory and is thirty times as long."""
MOST_STREAMS: Final = 16
"""Streams open at once in one worker; a client that does not read holds less than 2.5 MiB with each."""
_free: Final = BoundedSemaphore(MOST_STREAMS)


def answer_lines(answer: AnswerOne) -> Response:
    """Answer each line of the body with one line, in order. Raises Refused if too many streams are open."""
    accepts(NDJSON)
    check_media_type(NDJSON)
    coding_of(PLAIN)
    request.max_content_length = sys.maxsize
    its, longest = language(), current_app.config["MAX_CONTENT_LENGTH"]
    lines = chunks_of(BufferedReader(cast("RawIOBase", request.stream)), longest, CHUNK_BYTES)
    results = stream_with_context(_results(lines, longest, answer))
    response = Response(results, headers=spoken(its), content_type=NDJSON)
    if not _free.acquire(blocking=False):
        raise Refused("overloaded", most=MOST_STREAMS)
    response.call_on_close(_free.release)
    return response


def _results(chunks: Iterator[Lines], longest: int, answer: AnswerOne) -> Iterator[bytes]:
    settle = partial(settle_chunk, deepest=current_app.config["MAX_DEPTH"], language=language(), path=request.path)
    logs.REQUEST_ID.set(g.request_id)
    while chunk := _next(chunks):
        yield in_thread(settle, chunk.texts, longest, answer, chunk.first).text
    logs.REQUEST_ID.set(None)


def _next(chunks: Iterator[Lines]) -> Lines | None:
    """The next chunk; a body that breaks off ends the connection, since the response has begun."""
    try:
        return next(chunks, None)
    except Exception as error:
        raise ConnectionResetError(ECONNRESET, "the body broke off") from error
