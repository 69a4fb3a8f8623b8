"""Problem documents with the faults of a request."""

from collections.abc import Sequence
from typing import Any, Final

from service import problems
from service.domain.faults import Fault, pointer
from service.texts import Sentence, english

WITH_FAULTS: Final = "invalid-request"
"""The problem type that has faults of a body."""
WITH_PARAMETERS: Final = frozenset({"unknown-parameter", "unknown-ruleset"})
"""The problem types that have faults of parameters, in the query or the path."""
FAILED: Final = "internal-error"
"""The problem type of unexpected errors of the service."""


def problem(
    code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None, path: str | None = None
) -> dict[str, Any]:
    """A problem document for a response to `path` (None: unknown)."""
    problem = problems.document(code, detail, request_id, path)
    if code == WITH_FAULTS:
        problem["errors"] = [{"pointer": pointer(fault.path), **_error(fault)} for fault in faults]
    elif code in WITH_PARAMETERS:
        problem["parameter_errors"] = [{"parameter": fault.path[0], **_error(fault)} for fault in faults]
    elif isinstance(detail, Sentence) and detail.facts:
        problem |= {"message_key": detail.key, "parameters": detail.facts}
    return problem


def failure(request_id: str | None = None, path: str | None = None) -> dict[str, Any]:
    """The problem document of an unexpected error, for a response to this path."""
    return problem(FAILED, Sentence(FAILED, {}), (), request_id, path)


def _error(fault: Fault) -> dict[str, Any]:
    """A fault without its path."""
    error = {
        "code": fault.code,
        "message_key": fault.message_key,
        "parameters": fault.facts,
        "detail": english(fault.message_key, fault.facts),
    }
    if fault.suggestion is not None:
        error["suggestion"] = fault.suggestion
    return error
