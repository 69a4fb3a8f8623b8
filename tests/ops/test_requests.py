"""Requests read from bytes as they come, without a server; and that no small one holds up a loop."""

import json
from collections.abc import Iterator
from itertools import islice
from string import ascii_lowercase
from time import process_time
from typing import Any

import pytest
from flask.testing import FlaskClient
from gunicorn.config import Config
from gunicorn.http import errors

from service import create_app
from service.api.app import LONG_PATHS
from service.ops.worker.request import PIECE, Reader, Request
from tests.conftest import NOT_TRACED, worked

HEAD = b"POST /v1/settlements HTTP/1.1\r\nHost: x\r\n"
PLAIN = HEAD + b"Content-Length: 5\r\n\r\nhello"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n3;a=b\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n"
BARE = b"GET /healthz HTTP/1.0\r\n\r\n"
DEAL = worked("deals")[0]["request"]
HOLD = 0.010
"""Seconds of CPU that one request may hold the loop."""


def reader(most: int = 1000) -> Reader:
    cfg = Config()
    cfg.set("forwarded_allow_ips", "")
    return Reader(cfg, ("127.0.0.1", 1), most)


def fed(own: Reader, *pieces: bytes) -> Iterator[Request]:
    for piece in pieces:
        own.buffer += piece
        while (request := own.take()) is not None:
            yield request


@pytest.mark.parametrize(
    ("raw", "body"), [(PLAIN, b"hello"), (CHUNKED, b"hello"), (BARE, b"")], ids=["plain", "chunked", "no body"]
)
def test_a_request_is_the_same_in_whatever_pieces_it_comes(raw: bytes, body: bytes) -> None:
    for cut in range(len(raw)):
        (request,) = fed(reader(), raw[:cut], raw[cut:])
        assert (request.body, request.size) == (body, len(raw))
    one_by_one = [raw[place : place + 1] for place in range(len(raw))]
    own = reader()
    assert [each.body for each in fed(own, *one_by_one * 3)] == [body] * 3
    assert not own.buffer


def test_what_follows_a_request_is_the_next_one() -> None:
    (*requests,) = fed(reader(), PLAIN + CHUNKED + BARE + PLAIN)
    assert [each.body for each in requests] == [b"hello", b"hello", b"", b"hello"]
    assert [each.head.version for each in requests] == [(1, 1), (1, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize(
    "raw",
    [
        b"GET / HTTP/1.1\n\n",
        b"GET / HTTP/1.1\r\nA: b\n\r\n",
        b"\n\n",
        b"\r\n\r\n",
        CHUNKED.replace(b"0\r\n", b"0\n"),
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"5\r\nhello0\r\n\r\n",
        HEAD + b"Content-Length: 1001\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 20_000,
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200_000,
    ],
    ids=range(9),
)
def test_what_cannot_become_a_request_is_refused_and_not_waited_for(raw: bytes) -> None:
    with pytest.raises((errors.ParseException, errors.NoMoreData)):
        list(fed(reader(), raw + b"\r\n" * 5000))


@NOT_TRACED
def test_a_piece_of_the_smallest_chunks_is_taken_apart_in_time() -> None:
    tiny = b"1\r\nx\r\n" * (PIECE // 6)

    def seconds() -> float:
        own = reader(1_000_000)
        list(fed(own, HEAD + b"Transfer-Encoding: chunked\r\n\r\n"))
        started = process_time()
        assert list(fed(own, tiny)) == []
        return process_time() - started

    assert min(seconds() for _ in range(20)) < HOLD


def test_a_whole_deal_is_small() -> None:
    raw = json.dumps(DEAL | {"discards": "123456789m" * 8}).encode()
    (request,) = fed(reader(), HEAD + b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
    assert request.is_small()
    assert request.body.count(b":") < 40


def near(name: str, number: int) -> dict[str, int]:
    """Slips of the pen: names that are nearly this one."""
    slips = (name[:place] + letter + name[place + 1 :] for place in range(len(name)) for letter in ascii_lowercase)
    return dict.fromkeys(islice((each for each in slips if each != name), number), 0)


HOSTILE: dict[str, tuple[str, Any]] = {
    "slips beside a deal's members": ("/v1/settlements", DEAL | near("discards", 40)),
    "slips beside a hand's members": (
        "/v1/settlements",
        DEAL | {"hands": DEAL["hands"] | {"east": {"concealed": "1m"} | near("concealed_kongs", 40)}},
    ),
    "slips beside a score's members": ("/v1/scores", near("round_wind", 64)),
    "slips beside the options": ("/v1/settlements", DEAL | {"options": near("cleared_hands", 38)}),
    "a long string of no tiles": (
        "/v1/settlements",
        DEAL | {"hands": DEAL["hands"] | {"east": {"concealed": "0m" * 1500}}},
    ),
    "many sets of no tiles": (
        "/v1/settlements",
        DEAL | {"hands": DEAL["hands"] | {"east": {"concealed": "1m", "exposed": ["0m"] * 500}}},
    ),
    "a long name of no rulebook": ("/v1/settlements", DEAL | {"ruleset": "harr-1923-limi" * 200}),
    "a discard of everything": ("/v1/settlements", DEAL | {"discards": "123456789m123456789p123456789s" * 100}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_small_request_holds_the_loop_for_long(client_of_service: FlaskClient, name: str) -> None:
    path, body = HOSTILE[name]
    raw = json.dumps(body, separators=(",", ":")).encode()
    (request,) = fed(reader(4096), HEAD + b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
    assert request.is_small()

    def seconds() -> float:
        started = process_time()
        client_of_service.post(path, data=raw, content_type="application/json")
        return process_time() - started

    assert min(seconds() for _ in range(12)) < HOLD


def test_what_may_take_long_with_a_small_body_is_left_to_threads() -> None:
    assert create_app().extensions["long_paths"] == frozenset(LONG_PATHS)
