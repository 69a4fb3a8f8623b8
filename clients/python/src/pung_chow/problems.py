"""What a client raises besides httpx's errors: a refusal of the service, and a response that is not the service's."""

from collections.abc import Mapping
from typing import Any, cast

import httpx

from pung_chow import types


class Problem(Exception):  # noqa: N818 - the word of the contract and of RFC 9457
    """A request was refused: by the service, with a problem document (RFC 9457), or by a gateway in its own form.

    Members of the document that are not what the contract has count as absent. It can be pickled and copied.
    """

    def __init__(
        self, status: int, document: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, document, headers)
        self.status = status
        self.document: Mapping[str, Any] = document or {}
        """The whole document; empty where a gateway sent something else than a JSON object."""
        self.headers = httpx.Headers(headers)
        self.request_id = self.headers.get("X-Request-ID", "")
        """The request's id in the service's log; empty if a gateway answered."""
        self.code = _text(self.document.get("code"))
        """What went wrong, for programs: `invalid-request`, `other-revision` ..."""
        self.detail = _text(self.document.get("detail"))
        """What went wrong, for people, in the language of the call."""
        self.errors = _faults(self.document.get("errors"))
        """Every fault, of the body with the JSON pointer to its member, of the query with its parameter."""

    def __str__(self) -> str:
        said = f"{self.status} {self.code}".rstrip() + (self.detail and f": {self.detail}")
        faults = "; ".join(
            f"{fault.get('pointer', fault.get('parameter'))}: {fault['detail']}" for fault in self.errors
        )
        return f"{said} ({faults})" if faults else said

    @property
    def by_pointer(self) -> dict[str, list[str]]:
        """The sentences for each place of the body that is at fault."""
        found: dict[str, list[str]] = {}
        for fault in self.errors:
            if isinstance(fault.get("pointer"), str):
                found.setdefault(fault["pointer"], []).append(fault["detail"])
        return found


class ProtocolError(Exception):
    """A response that is not the service's: a redirect, the page of a captive portal, broken JSON, too many bytes."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, reason, headers)
        self.status = status
        self.reason = reason
        self.headers = httpx.Headers(headers)

    def __str__(self) -> str:
        return f"{self.status}: {self.reason}"


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _faults(value: object) -> list[types.Fault]:
    """Those of a list that are objects with a sentence: gateways have members of this name, too."""
    faults = value if isinstance(value, list) else []
    return [
        cast("types.Fault", each) for each in faults if isinstance(each, dict) and isinstance(each.get("detail"), str)
    ]
