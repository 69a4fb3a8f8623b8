"""One request and its response, within a bound and the time that is left."""

import asyncio
from collections.abc import Callable

import httpx

from pung_chow.calls import Received, TimeLeft
from pung_chow.problems import ProtocolError

Seen = Callable[[httpx.Response], None]


async def async_exchange(
    http: httpx.AsyncClient, request: httpx.Request, left: TimeLeft, most: int, seen: Seen
) -> Received:
    """Send a request, show the head of its response, and read the body, of at most so many bytes."""
    content = bytearray()
    try:
        async with asyncio.timeout(left.seconds):
            response = await http.send(request, stream=True)
            try:
                seen(response)
                async for piece in response.aiter_bytes():
                    _add(content, piece, response, most)
            finally:
                await response.aclose()
    except TimeoutError as late:
        raise httpx.ReadTimeout("the service did not answer in time", request=request) from late
    except httpx.DecodingError as broken:
        raise ProtocolError(response.status_code, f"unreadable: {broken}", response.headers) from broken
    return Received(request, response.status_code, response.headers, bytes(content))


def exchange(http: httpx.Client, request: httpx.Request, left: TimeLeft, most: int, seen: Seen) -> Received:
    """Send a request, show the head of its response, and read the body, of at most so many bytes.

    What is left of the time is known to each step as it begins, and looked at after each piece of the body.
    """
    content = bytearray()
    response = http.send(request, stream=True)
    try:
        seen(response)
        left.check(request)
        for piece in response.iter_bytes():
            _add(content, piece, response, most)
            left.check(request)
    except httpx.DecodingError as broken:
        raise ProtocolError(response.status_code, f"unreadable: {broken}", response.headers) from broken
    finally:
        response.close()
    return Received(request, response.status_code, response.headers, bytes(content))


def _add(content: bytearray, piece: bytes, response: httpx.Response, most: int) -> None:
    if len(content) + len(piece) > most:
        reason = f"{response.request.url} sent more than {most} bytes (max_response_bytes)"
        raise ProtocolError(response.status_code, reason, response.headers)
    content += piece
