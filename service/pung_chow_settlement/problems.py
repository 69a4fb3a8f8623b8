"""The table of problem types, and problem documents (RFC 9457) made from it.

Imports nothing of the game and no library, so that every package may import it.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class ProblemType(NamedTuple):
    """A problem's status and title."""

    status: int
    title: str


PROBLEMS: Final[Mapping[str, ProblemType]] = {
    "malformed-json": ProblemType(400, "The body is not well-formed JSON"),
    "duplicate-key": ProblemType(400, "An object names a member twice"),
    "not-a-number": ProblemType(400, "NaN and Infinity are not valid JSON"),
    "nested-too-deep": ProblemType(400, "The body is nested too deep"),
    "invalid-parameters": ProblemType(400, "A query parameter or its value is not known here"),
    "bad-request": ProblemType(400, "The request is not understood"),
    "unknown-ruleset": ProblemType(404, "The rulebook is not known here"),
    "not-found": ProblemType(404, "Nothing is found at this path"),
    "method-not-allowed": ProblemType(405, "This path does not answer this method"),
    "not-acceptable": ProblemType(406, "The response has no accepted media type"),
    "request-timeout": ProblemType(408, "The request did not arrive in time"),
    "other-revision": ProblemType(409, "The rulebook has another revision"),
    "body-too-large": ProblemType(413, "The body is too large"),
    "uri-too-long": ProblemType(414, "The request line is too long"),
    "unsupported-media-type": ProblemType(415, "The body has a media type or coding that is not accepted"),
    "expectation-failed": ProblemType(417, "The expectation is not known here"),
    "invalid-request": ProblemType(422, "The request has faults"),
    "headers-too-large": ProblemType(431, "The header fields are too large"),
    "internal-error": ProblemType(500, "The service failed"),
    "unsupported-transfer-coding": ProblemType(501, "The transfer coding is not known here"),
    "not-ready": ProblemType(503, "The service is not ready"),
    "overloaded": ProblemType(503, "The service has more to do than it can"),
}
"""Every problem type, by its code."""
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
"""The problem types of HTTP statuses that Flask raises."""


def document(code: str, detail: str, request_id: str | None = None) -> dict[str, Any]:
    """The problem document of a code, without members that only some types have."""
    kind = PROBLEMS[code]
    problem = {
        "type": f"/problems/{code}",
        "code": code,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
    }
    return problem if request_id is None else {**problem, "request_id": request_id}
