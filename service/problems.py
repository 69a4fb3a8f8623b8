"""The problems that the service answers: one table, and problem documents (RFC 9457) made of it.

Nothing here knows the game or a library, so that every room may use it.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


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
    "unknown-ruleset": Kind(404, "The rulebook is not known here"),
    "not-found": Kind(404, "Nothing is found at this path"),
    "method-not-allowed": Kind(405, "This path does not answer this method"),
    "not-acceptable": Kind(406, "The answer cannot be given in an accepted media type"),
    "request-timeout": Kind(408, "The request did not arrive in time"),
    "other-revision": Kind(409, "The rulebook has another revision"),
    "body-too-large": Kind(413, "The body is too large"),
    "uri-too-long": Kind(414, "The request line is too long"),
    "unsupported-media-type": Kind(415, "The body is not application/json"),
    "expectation-failed": Kind(417, "The expectation is not known here"),
    "invalid-request": Kind(422, "The body is well-formed but wrong"),
    "headers-too-large": Kind(431, "The header fields are too large"),
    "internal-error": Kind(500, "The service failed"),
    "unsupported-transfer-coding": Kind(501, "The transfer coding is not known here"),
    "not-ready": Kind(503, "The service is not ready"),
    "overloaded": Kind(503, "The service has more to do than it can"),
}
"""Every problem that the service answers, by its code."""
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
"""The problems that a bare status stands for."""


def document(code: str, detail: str, request_id: str | None = None, path: str | None = None) -> dict[str, Any]:
    """The problem document of a code, without what a kind of problem tells beside, in the answer to a path.

    None: the path is not known.
    """
    kind = PROBLEMS[code]
    problem = {"type": _type(code, path), "code": code, "title": kind.title, "status": kind.status, "detail": detail}
    return problem if request_id is None else {**problem, "request_id": request_id}


def _type(code: str, path: str | None) -> str:
    """A reference from the path to the problem's page, which so is found below a gateway's prefix too."""
    return f"/problems/{code}" if path is None else "../" * (path.count("/") - 1) + f"problems/{code}"
