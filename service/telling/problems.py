"""Problem documents with the game's faults in them."""

from collections.abc import Sequence
from typing import Any, Final

from service import problems
from service.domain.faults import Fault, Path

WITH_FAULTS: Final = "invalid-request"
"""The problem that tells faults."""
FAILED: Final = "internal-error"
"""The problem of what the service itself failed at."""


def document(
    code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None, path: str | None = None
) -> dict[str, Any]:
    """A problem document in the answer to a path; None where it is not known."""
    problem = problems.document(code, detail, request_id, path)
    return {**problem, "errors": [_error(fault) for fault in faults]} if code == WITH_FAULTS else problem


def failure(request_id: str | None = None, path: str | None = None) -> dict[str, Any]:
    """The problem document of what the service itself failed at, in the answer to a path."""
    detail = "the service failed to answer; its log tells why, under the request's id"
    return document(FAILED, detail, (), request_id, path)


def _error(fault: Fault) -> dict[str, Any]:
    error = {
        "pointer": pointer(fault.path),
        "code": fault.code,
        "message_key": fault.message_key,
        "parameters": fault.facts,
        "detail": fault.detail,
    }
    if fault.suggestion is not None:
        error["suggestion"] = fault.suggestion
    return error


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
