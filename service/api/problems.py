"""Errors on their way out: one table of problems, and problem documents (RFC 9457) made of it."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from service.domain.legality import Fault, Path


class Kind(NamedTuple):
    """A problem's status and title."""

    status: int
    title: str


PROBLEMS: Final[Mapping[str, Kind]] = {
    "malformed-json": Kind(400, "The body is not well-formed JSON"),
    "duplicate-key": Kind(400, "An object names a member twice"),
    "not-a-number": Kind(400, "NaN and Infinity are no JSON numbers"),
    "nested-too-deep": Kind(400, "The body is nested too deep"),
    "unknown-parameter": Kind(400, "A query parameter or its value is not known here"),
    "bad-request": Kind(400, "The request is not understood"),
    "not-found": Kind(404, "Nothing is found at this path"),
    "method-not-allowed": Kind(405, "This path does not answer this method"),
    "not-acceptable": Kind(406, "The answer cannot be given in an accepted media type"),
    "request-timeout": Kind(408, "The request did not arrive in time"),
    "body-too-large": Kind(413, "The body is too large"),
    "uri-too-long": Kind(414, "The request line is too long"),
    "unsupported-media-type": Kind(415, "The body is not application/json"),
    "expectation-failed": Kind(417, "The expectation is not known here"),
    "invalid-request": Kind(422, "The body is well-formed but wrong"),
    "headers-too-large": Kind(431, "The header fields are too large"),
    "internal-error": Kind(500, "The service failed"),
    "unsupported-transfer-coding": Kind(501, "The transfer coding is not known here"),
    "not-ready": Kind(503, "The service is not ready"),
}
"""Every problem that the service answers, by the last part of its type."""
MOST_ERRORS: Final = 100
"""The most faults that one problem tells."""
BY_STATUS: Final = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    408: "request-timeout",
    413: "body-too-large",
    414: "uri-too-long",
    415: "unsupported-media-type",
    417: "expectation-failed",
    431: "headers-too-large",
    501: "unsupported-transfer-coding",
    503: "not-ready",
}


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A request that is answered by a problem."""

    def __init__(self, code: str, detail: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.faults = faults


def refused(faults: Sequence[Fault]) -> Refused:
    """The refusal of a well-formed body, with every fault; a body of nonsense is not answered by a book."""
    number = len(faults)
    detail = "one fault" if number == 1 else f"{number} faults"
    if number > MOST_ERRORS:
        detail += f", the first {MOST_ERRORS} told"
    return Refused("invalid-request", detail, in_order(faults)[:MOST_ERRORS])


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """The faults in the order of their places, so that the answer never changes from call to call."""
    return sorted(faults, key=lambda fault: [(type(step) is str, step) for step in fault.at])


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def document(code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None) -> dict[str, Any]:
    """A problem document."""
    kind = PROBLEMS[code]
    told: dict[str, Any] = {"type": f"/problems/{code}", "title": kind.title, "status": kind.status, "detail": detail}
    if request_id is not None:
        told["request_id"] = request_id
    if kind.status == 422:
        told["errors"] = [_error(fault) for fault in faults]
    return told


def _error(fault: Fault) -> dict[str, str]:
    told = {"pointer": pointer(fault.at), "code": fault.code, "detail": fault.detail}
    if fault.suggestion is not None:
        told["suggestion"] = fault.suggestion
    return told


def page(code: str) -> str:
    """The short page behind a problem's type."""
    kind = PROBLEMS[code]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(kind.title)}</title>'
        f"<h1>{escape(kind.title)}</h1><p><code>{code}</code>, answered with status {kind.status}.</p>"
        "<p>The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
        "tell what was wrong and where.</p></html>"
    )
