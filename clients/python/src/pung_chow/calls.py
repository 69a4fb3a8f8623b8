"""What the sync and the async client share: the parameters of a call, pauses before it is repeated, and its answer."""

import json
import random
import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, TypedDict
from urllib.parse import quote

import httpx

from pung_chow import types
from pung_chow.problems import Problem, ProtocolError

REPEATED: Final = frozenset({429, 502, 503, 504})
"""Statuses after which the same request is sent again: no operation changes anything."""
DROPPED: Final = (httpx.NetworkError, httpx.RemoteProtocolError)
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds before a request is repeated: at most the first, doubled each time; `Retry-After` up to the longest."""
JSON_TYPE: Final = "application/json"
BATCH: Final = "/v1/settlements/batch"
CHUNK_BYTES: Final = 256 * 1024
"""The length of a chunk of `settle_many` that is sent though it has fewer deals."""


class DeprecatedOperation(DeprecationWarning):
    """An operation that the next major version of the service drops; the text has its dates."""


class Call(TypedDict, total=False):
    """What every call takes."""

    timeout: float
    """Seconds that connecting, sending and each wait for bytes may take, in place of the client's."""
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

    discards: bool
    items: bool


class Batching(Call, total=False):
    """What a call that settles many deals takes; without `items`, scores and payments only."""

    items: bool


class Keeping(Call, total=False):
    """What a call that settles a session takes; without `items`, scores, payments and totals only."""

    counters: bool
    items: bool


def headers(language: str | None, token: str | None) -> dict[str, str]:
    """The headers of every request."""
    given = {"Accept-Language": language, "Authorization": token and f"Bearer {token}"}
    return {name: value for name, value in given.items() if value}


def asked(given: Mapping[str, Any], known: type[Any], *more: str) -> dict[str, Any]:
    """The arguments of httpx for those of a call. Raises TypeError for an argument that the call does not have."""
    for name in given:
        if name not in known.__optional_keys__ and name not in more:
            raise TypeError(f"unexpected argument {name!r}")
    query = {name: json.dumps(value) for name, value in given.items() if name not in Call.__optional_keys__}
    arguments: dict[str, Any] = {"params": query}
    if "timeout" in given:
        arguments["timeout"] = given["timeout"]
    if "request_id" in given:
        arguments["headers"] = {"X-Request-ID": given["request_id"]}
    return arguments


def segment(text: str) -> str:
    """A text as one segment of a path, whatever it contains."""
    return quote(text, safe="").replace(".", "%2E")


class Repeats:
    """The repeats of one request: at most so many or, with `seconds`, for so long."""

    def __init__(self, retries: int, seconds: float | None) -> None:
        self._retries, self._attempt = retries, 0
        self._until = None if seconds is None else time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Whether the request is not sent again."""
        return self._attempt >= self._retries if self._until is None else time.monotonic() >= self._until

    def pause(self, response: httpx.Response | None) -> float:
        """Seconds before the request is sent again: what the service asks for, or a random part of a growing span."""
        asked = retry_after(response)
        longest = min(FIRST_PAUSE * 2**self._attempt, LONGEST_PAUSE)
        seconds = min(asked, LONGEST_PAUSE) if asked is not None else random.uniform(0, longest)  # noqa: S311 - no secret
        self._attempt += 1
        return seconds if self._until is None else min(seconds, max(self._until - time.monotonic(), 0))


def retry_after(response: httpx.Response | None) -> float | None:
    """The seconds for which a response asks in `Retry-After`, as a number or a date; None without."""
    asked = "" if response is None else response.headers.get("Retry-After", "")
    if asked.isdecimal():
        return float(asked)
    try:
        return max((parsedate_to_datetime(asked) - datetime.now(UTC)).total_seconds(), 0)
    except (TypeError, ValueError):
        return None


def checked(response: httpx.Response) -> httpx.Response:
    """The response, if it is JSON. Raises Problem or ProtocolError; warns of a deprecated operation."""
    if not response.is_success:
        raise Problem(response)
    if response.headers.get("Content-Type", "").partition(";")[0].strip() != JSON_TYPE:
        raise ProtocolError(response)
    if "Deprecation" in response.headers:
        dates = ", ".join(
            f"{name} {response.headers[name]}" for name in ("Deprecation", "Sunset") if name in response.headers
        )
        warnings.warn(f"{response.request.url.path}: {dates}", DeprecatedOperation, stacklevel=5)
    return response


def answer(response: httpx.Response) -> Any:
    """The JSON of a response. Raises Problem or ProtocolError."""
    try:
        return checked(response).json()
    except ValueError as wrong:
        raise ProtocolError(response) from wrong


def chunks(deals: Iterable[types.SettlementRequest], size: int) -> Iterator[bytes]:
    """The bodies of batches of so many deals each."""
    chunk, length = list[str](), 0
    for deal in deals:
        chunk.append(json.dumps(deal))
        length += len(chunk[-1])
        if len(chunk) == size or length >= CHUNK_BYTES:
            yield _batch(chunk)
            chunk, length = [], 0
    if chunk:
        yield _batch(chunk)


def _batch(deals: list[str]) -> bytes:
    return f'{{"deals": [{", ".join(deals)}]}}'.encode()
