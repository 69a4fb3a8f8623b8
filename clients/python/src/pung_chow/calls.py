"""What the sync and the async client share: the parameters of a call, when it is repeated, and what is kept of it."""

import json
import random
import threading
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple, TypedDict
from urllib.parse import quote

import httpx

from pung_chow.batches import Deal, Shared
from pung_chow.problems import Problem, ProtocolError

RETRIES: Final = 3
TIMEOUT: Final = 30.0
"""Seconds that a call may take, with its repeats."""
MAX_RESPONSE_BYTES: Final = 16 * 1024 * 1024
"""Length of a response, unpacked, beyond which it is not read further; the service sends at most 12 MiB."""
REPEATED: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request is sent again: no operation changes anything."""
DROPPED: Final = (httpx.NetworkError, httpx.RemoteProtocolError, httpx.ConnectTimeout)
CONNECT_TIMEOUT: Final = 5.0
"""Seconds after which an attempt to connect is given up, so that the call can try again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds before a request is repeated: at most the first, doubled each time, up to the longest."""
JSON_TYPE: Final = "application/json"
BATCH: Final = "/v1/settlements/batch"
CHUNK_DEALS, CHUNK_BYTES, IN_FLIGHT = 200, 256 * 1024, 4
"""What `settle_many` sends: deals in a request, fewer if they are longer than this, and requests at a time."""
MAX_KEPT, MAX_KEPT_BYTES = 64, 1024 * 1024
"""How many responses a client keeps for conditional requests, and the length of the longest."""
NOT_MODIFIED: Final = 304


class DeprecatedOperation(DeprecationWarning):
    """An operation that the next major version of the service drops; the text has its dates."""


class Call(TypedDict, total=False):
    """What every call takes."""

    language: str
    """The language of texts for people, in place of the client's: "de"."""
    timeout: float
    """Seconds that the call may take, with its repeats, in place of the client's; 0: no limit."""
    request_id: str
    """The name of the request in the service's log: 1 to 64 letters, digits, `.`, `_` and `-`."""


class Settling(Call, total=False):
    """What a call that settles something takes."""

    counters: bool
    transfers: bool


class SettlingDeal(Settling, total=False):
    """What a call that settles a deal takes; without `items`, scores and payments only."""

    explain: bool
    items: bool


class Scoring(Call, total=False):
    """What a call that scores a hand takes; without `items`, what it scores only."""

    explain: bool
    items: bool


class Waiting(Call, total=False):
    """What a call that lists waits takes; without `items`, the tiles only."""

    each_discard: bool
    items: bool


class Batching(Call, total=False):
    """What a call that settles many deals takes; without `items`, scores and payments only."""

    items: bool


class Keeping(Call, total=False):
    """What a call that settles a session takes; without `items`, scores, payments and totals only."""

    counters: bool
    items: bool


def headers(language: str | None, token: str | None = None, request_id: str | None = None) -> dict[str, str]:
    """The headers that say so much."""
    given = {"Accept-Language": language, "Authorization": token and f"Bearer {token}", "X-Request-ID": request_id}
    return {name: value for name, value in given.items() if value}


class Asked(NamedTuple):
    """The arguments of one call, as a request has them."""

    query: dict[str, str]
    headers: dict[str, str]
    timeout: float | None
    """None: the client's."""


def asked(given: Mapping[str, Any], known: type[Any], **more: str | int) -> Asked:
    """Read the arguments of a call; `more` are parameters of its query.

    Raises TypeError for an argument that the call does not have.
    """
    for name in given:
        if name not in known.__optional_keys__:
            raise TypeError(f"unexpected argument {name!r}")
    flags = {name: json.dumps(value) for name, value in given.items() if name not in Call.__optional_keys__}
    query = {name: str(value) for name, value in more.items()} | flags
    return Asked(query, headers(given.get("language"), None, given.get("request_id")), given.get("timeout"))


def segment(text: str) -> str:
    """A text as one segment of a path, whatever it contains."""
    return quote(text, safe="").replace(".", "%2E")


class TimeLeft(dict[str, float | None]):
    """httpx's time-outs of a request's steps. Each step has what is left of the call, so they end with it."""

    def __init__(self, timeout: float) -> None:
        self._until = time.monotonic() + timeout if timeout else None
        super().__init__({step: self.get(step) for step in ("connect", "read", "write", "pool")})

    @property
    def seconds(self) -> float | None:
        """Seconds that are left of the call; None if it has no limit."""
        return None if self._until is None else max(self._until - time.monotonic(), 0)

    def get(self, step: str, default: object = None) -> float | None:  # noqa: ARG002
        """Seconds that a step may take, which begins now."""
        left = self.seconds
        if step == "connect":
            return CONNECT_TIMEOUT if left is None else min(left, CONNECT_TIMEOUT)
        return left

    def check(self, request: httpx.Request) -> None:
        """Raise httpx.ReadTimeout if nothing is left."""
        if self.seconds == 0:
            raise httpx.ReadTimeout("the service did not answer in time", request=request)


class Received(NamedTuple):
    """A response: its head, and the bytes of its body."""

    request: httpx.Request
    status: int
    headers: httpx.Headers
    content: bytes

    def json(self) -> Any:
        """The body's JSON. Raises ValueError if it is none."""
        try:
            return json.loads(self.content)
        except RecursionError as deep:
            raise ValueError("nested too deeply") from deep


class Repeats:
    """The repeats of one request: at most `retries` or, with `retry_for`, for so many seconds, in the call's time."""

    def __init__(self, retries: int, retry_for: float | None, left: TimeLeft) -> None:
        self._retries, self._attempt, self._left = retries, 0, left
        self._until = None if retry_for is None else time.monotonic() + retry_for

    def pause(self, response: Received | None) -> float | None:
        """Seconds before the request is sent again; None if it is not.

        They are what the service asks for or, without that, a random part of a growing span, cut to the end of
        `retry_for`. A longer pause than there is time for is not begun, nor one longer than `LONGEST_PAUSE`.
        """
        retrying = None if self._until is None else self._until - time.monotonic()
        if self._attempt >= self._retries if retrying is None else retrying <= 0:
            return None
        asked = retry_after(response)
        if asked is None:
            seconds = random.uniform(0, min(FIRST_PAUSE * 2**self._attempt, LONGEST_PAUSE))  # noqa: S311 - no secret
            seconds = seconds if retrying is None else min(seconds, retrying)
        elif asked > (LONGEST_PAUSE if retrying is None else min(LONGEST_PAUSE, retrying)):
            return None
        else:
            seconds = asked
        self._attempt += 1
        left = self._left.seconds
        return None if left is not None and seconds >= left else seconds


def retry_after(response: Received | None) -> float | None:
    """The seconds for which a response asks in `Retry-After`, as a number or a date; None without."""
    asked = "" if response is None else response.headers.get("Retry-After", "")
    if asked.isdecimal():
        return float(asked)
    try:
        return max((parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds(), 0)
    except (TypeError, ValueError):
        return None


class Kept:
    """The last responses that had an ETag, by URL and language; any thread may use it."""

    def __init__(self) -> None:
        self._responses: dict[tuple[str, str], Received] = {}
        self._lock = threading.Lock()

    def condition(self, request: httpx.Request) -> Received | None:
        """Let a request ask for changes only; the response that is kept, if there is one."""
        kept = self._responses.get(_key(request))
        if kept:
            request.headers["If-None-Match"] = kept.headers["ETag"]
        return kept

    def keep(self, received: Received) -> None:
        """Keep a response for the next request, in place of the oldest if there are too many."""
        if "ETag" not in received.headers or len(received.content) > MAX_KEPT_BYTES:
            return
        with self._lock:
            self._responses.pop(_key(received.request), None)
            self._responses[_key(received.request)] = received
            if len(self._responses) > MAX_KEPT:
                del self._responses[next(iter(self._responses))]


def _key(request: httpx.Request) -> tuple[str, str]:
    return str(request.url), request.headers.get("Accept-Language", "")


def answer(received: Received) -> Any:
    """The JSON of a response. Raises Problem or ProtocolError; warns of a deprecated operation."""
    request, status, headers, content = received
    if httpx.codes.is_redirect(status) and status != NOT_MODIFIED:
        where = headers.get("Location", "another address")
        raise ProtocolError(status, f"{request.url} redirects to {where}: use that address", headers)
    if not httpx.codes.is_success(status):
        raise Problem(status, _document(received), headers)
    kind = headers.get("Content-Type", "no media type")
    try:
        if kind.partition(";")[0].strip() != JSON_TYPE:
            raise ValueError(kind)
        body = received.json()
    except ValueError as wrong:
        began = content[:80].decode(errors="replace")
        reason = f"{request.url} sent {kind}, not JSON as the contract has it: {began!r}"
        raise ProtocolError(status, reason, headers) from wrong
    _warn(received)
    return body


def _document(received: Received) -> Mapping[str, Any]:
    try:
        document = received.json()
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _warn(received: Received) -> None:
    headers = received.headers
    if "Deprecation" in headers:
        dates = ", ".join(f"{name} {headers[name]}" for name in ("Deprecation", "Sunset") if name in headers)
        warnings.warn(f"{received.request.url.path}: {dates}", DeprecatedOperation, stacklevel=5)


def chunks(deals: Iterable[Deal], size: int, shared: Shared | None) -> Iterator[bytes]:
    """The bodies of batches of so many deals each, all with the same shared members."""
    before = json.dumps({**(shared or {}), "deals": []})[: -len("]}")]
    chunk, length = list[str](), 0
    for deal in deals:
        chunk.append(json.dumps(deal))
        length += len(chunk[-1])
        if len(chunk) == size or length >= CHUNK_BYTES:
            yield _batch(before, chunk)
            chunk, length = [], 0
    if chunk:
        yield _batch(before, chunk)


def _batch(before: str, deals: list[str]) -> bytes:
    return f"{before}{', '.join(deals)}]}}".encode()
