"""A refusal of the service, as an exception."""

from collections.abc import Mapping
from typing import Any

import httpx

from pung_chow import types


class Problem(Exception):  # noqa: N818 - the word of the contract and of RFC 9457
    """What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body."""

    def __init__(self, status: int, document: Mapping[str, Any]) -> None:
        self.status = status
        self.document = document
        """The whole document; empty where a gateway answered something else."""
        self.code: str = document.get("code", "")
        """What went wrong, for programs: `invalid-request`, `other-revision` ..."""
        self.detail: str = document.get("detail", "")
        """What went wrong, for people, in the client's language."""
        self.errors: list[types.Fault] = document.get("errors", [])
        """Every fault of the body, each with the JSON pointer to its member."""
        faults = "; ".join(f"{fault['pointer']}: {fault['detail']}" for fault in self.errors)
        super().__init__(f"{status} {self.code}: {self.detail}{faults and f' ({faults})'}")

    @property
    def by_pointer(self) -> dict[str, str]:
        """The sentence for each place of the body that is at fault."""
        return {fault["pointer"]: fault["detail"] for fault in reversed(self.errors)}


def problem_of(response: httpx.Response) -> Problem:
    """The problem in a response."""
    try:
        document = response.json()
    except ValueError:
        document = {}
    return Problem(response.status_code, document if isinstance(document, dict) else {})
