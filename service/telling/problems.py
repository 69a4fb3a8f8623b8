"""Problem documents with the game's faults in them."""

from collections.abc import Sequence
from typing import Any, Final

from service import problems
from service.domain.faults import Fault, Path

WITH_FAULTS: Final = "invalid-request"
"""The problem that tells faults."""


def document(
    code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None, path: str | None = None
) -> dict[str, Any]:
    """A problem document in the answer to a path; None where it is not known."""
    problem = problems.document(code, detail, request_id, path)
    return {**problem, "errors": [_error(fault) for fault in faults]} if code == WITH_FAULTS else problem


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
