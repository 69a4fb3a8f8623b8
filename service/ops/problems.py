"""The server's own refusals, before a request reaches the application: problem documents as raw answers."""

from dataclasses import dataclass
from http import HTTPStatus

import orjson
from gunicorn.http import errors

from service import problems
from service.ops.headers import Headers, secure

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A problem's code, known to the service's table, and what to say of it."""

    code: str
    detail: str
    retry_after: int | None = None
    """After how many seconds the same request may be sent again; None where it would be refused again."""

    @property
    def status(self) -> HTTPStatus:
        """The status that goes with the code."""
        return HTTPStatus(problems.PROBLEMS[self.code].status)


class Refused(errors.ParseException):
    """What the server refuses for a reason of its own."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


MALFORMED = Refusal("bad-request", "the bytes received are not an HTTP request")
CUT_SHORT = Refusal("bad-request", "the client stopped sending before its request was whole")
TOO_LARGE = Refusal("body-too-large", "the body is longer than any that is read here")
TOO_SLOW = Refusal("request-timeout", "the request was not complete in time")
LATE = Refusal("overloaded", "the service did not come to answer this request in time", retry_after=1)
INTERNAL = Refusal("internal-error", "the service failed to answer this request")

REFUSALS: dict[type[Exception], Refusal] = {
    errors.LimitRequestLine: Refusal("uri-too-long", "the request line is too long"),
    errors.LimitRequestHeaders: Refusal("headers-too-large", "the header fields are too long or too many"),
    errors.ExpectationFailed: Refusal("expectation-failed", "the only expectation known here is 100-continue"),
    errors.UnsupportedTransferCoding: Refusal(
        "unsupported-transfer-coding", "the only transfer coding known here is chunked"
    ),
    errors.ConfigurationProblem: INTERNAL,
    errors.NoMoreData: MALFORMED,
}


def refusal_for(error: BaseException) -> Refusal:
    """The refusal that answers an exception met while a request was read."""
    if isinstance(error, Refused):
        return error.refusal
    known = (refusal for kind, refusal in REFUSALS.items() if isinstance(error, kind))
    return next(known, MALFORMED if isinstance(error, errors.ParseException) else INTERNAL)


def document(refusal: Refusal, request_id: str, path: str | None = None) -> bytes:
    """The problem document of a refusal in the answer to a path; None where the path could not be read."""
    return orjson.dumps(problems.document(refusal.code, refusal.detail, request_id, path))


def answer(refusal: Refusal, request_id: str, more: Headers) -> bytes:
    """The whole answer as bytes, with more headers such as those of CORS; the connection closes after it."""
    body = document(refusal, request_id)
    headers = [("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body)))]
    headers += [("X-Request-ID", request_id), ("Connection", "close"), *more]
    if refusal.retry_after is not None:
        headers.append(("Retry-After", str(refusal.retry_after)))
    secure(headers)
    lines = [f"{name}: {value}" for name, value in headers]
    first = f"HTTP/1.1 {refusal.status.value} {refusal.status.phrase}"
    return "\r\n".join([first, *lines, "", ""]).encode() + body
