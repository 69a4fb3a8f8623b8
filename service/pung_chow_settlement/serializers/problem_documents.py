"""Problem documents with the faults of a request."""

from collections.abc import Sequence
from typing import Any, Final

from pung_chow_settlement import problems
from pung_chow_settlement.domain.faults import Fault, pointer
from pung_chow_settlement.serializers.languages import sentence_by_texts
from pung_chow_settlement.texts import Sentence, Text

WITH_FAULTS: Final = "invalid-request"
"""The problem type that has faults of a body."""
WITH_PARAMETERS: Final = frozenset({"invalid-parameters", "unknown-ruleset"})
"""The problem types that have faults of parameters, in the query or the path."""
FAILED: Final = "internal-error"
"""The problem type of unexpected errors of the service."""


def problem(code: str, detail: str, faults: Sequence[Fault] = (), request_id: str | None = None) -> dict[str, Any]:
    """A problem document."""
    marked = detail if isinstance(detail, Sentence) else Text(detail)
    document = problems.document(code, marked, request_id)
    document["title"] = Text(document["title"])
    if code == WITH_FAULTS:
        document["errors"] = [{"pointer": pointer(fault.path), **_error(fault)} for fault in faults]
    elif code in WITH_PARAMETERS:
        document["errors"] = [{"parameter": fault.path[0], **_error(fault)} for fault in faults]
    elif isinstance(detail, Sentence) and detail.facts:
        document |= {"message_key": detail.key, "facts": detail.facts}
    return document


def failure(request_id: str | None = None) -> dict[str, Any]:
    """The problem document of an unexpected error."""
    return problem(FAILED, Sentence(FAILED, {}), (), request_id)


def _error(fault: Fault) -> dict[str, Any]:
    """A fault without its path."""
    error = {"code": fault.code, **sentence_by_texts(fault.message_key, fault.facts, "detail")}
    if fault.suggestion is None:
        return error
    if fault.facts.get("meant") == fault.suggestion:  # the sentence has it
        return {**error, "suggestion": fault.suggestion}
    asked = Sentence("did-you-mean", {"sentence": error["detail"], "suggestion": fault.suggestion})
    return {**error, "detail": asked, "suggestion": fault.suggestion}
