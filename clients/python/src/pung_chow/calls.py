"""What the sync and the async client share: the parameters of a call, pauses before it is repeated, and its answer."""

import json
import random
import warnings
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
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
JSON_TYPE, LEAN_TYPE = "application/json", "application/vnd.pung-chow.lean+json"
CSV_TYPE = "text/csv"
BLOCK = 200
"""Deals that are sent together by `settle_many`."""


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
    """What a call that settles a deal takes."""

    explain: bool


class Scoring(Call, total=False):
    """What a call that scores a hand takes."""

    explain: bool


class Waiting(Call, total=False):
    """What a call that asks for waits takes."""

    discards: bool


class Keeping(Call, total=False):
    """What a call that settles a sitting takes."""

    counters: bool


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


def pause(response: httpx.Response | None, attempt: int) -> float:
    """Seconds before a request is sent again: what the service asks for, or a random part of a growing span."""
    after = response.headers.get("Retry-After", "") if response is not None else ""
    if after.isdecimal():
        return min(float(after), LONGEST_PAUSE)
    return random.uniform(0, min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE))  # noqa: S311 - no secret


def checked(response: httpx.Response, *kinds: str) -> httpx.Response:
    """The response, of one of these media types. Raises Problem or ProtocolError; warns of a deprecated operation."""
    if not response.is_success:
        raise Problem(response)
    if response.headers.get("Content-Type", "").partition(";")[0].strip() not in kinds:
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
        return checked(response, JSON_TYPE, LEAN_TYPE).json()
    except ValueError as wrong:
        raise ProtocolError(response) from wrong


def blocks(deals: Iterable[types.BatchedDeal]) -> Iterator[list[types.BatchedDeal]]:
    """Deals, so many at a time."""
    left = iter(deals)
    while block := list(islice(left, BLOCK)):
        yield block
