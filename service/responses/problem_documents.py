"""Problem documents with the game's faults in them."""

from collections.abc import Sequence
from typing import Any, Final

from service import problems
from service.domain.faults import Fault, Path
from service.texts import Sentence, english

WITH_FAULTS: Final = "invalid-request"
"""The problem that states the faults of a body."""
WITH_PARAMETERS: Final = frozenset({"unknown-parameter", "unknown-ruleset"})
"""The problems that state the faults of parameters, in the query or the path."""
FAILED: Final = "internal-error"
"""The problem of what the service itself failed at."""


def document(
    code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None, path: str | None = None
) -> dict[str, Any]:
    """A problem document in the answer to a path; None if it is not known."""
    problem = problems.document(code, detail, request_id, path)
    if code == WITH_FAULTS:
        problem["errors"] = [{"pointer": pointer(fault.path), **_error(fault)} for fault in faults]
    elif code in WITH_PARAMETERS:
        problem["parameter_errors"] = [{"parameter": fault.path[0], **_error(fault)} for fault in faults]
    elif isinstance(detail, Sentence) and detail.facts:
        problem |= {"message_key": detail.key, "parameters": detail.facts}
    return problem


def failure(request_id: str | None = None, path: str | None = None) -> dict[str, Any]:
    """The problem document of what the service itself failed at, in the answer to a path."""
    return document(FAILED, Sentence(FAILED, {}), (), request_id, path)


def _error(fault: Fault) -> dict[str, Any]:
    """What is wrong, except its place."""
    error = {
        "code": fault.code,
        "message_key": fault.message_key,
        "parameters": fault.facts,
        "detail": english(fault.message_key, fault.facts),
    }
    if fault.suggestion is not None:
        error["suggestion"] = fault.suggestion
    return error


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
