"""What a client raises besides httpx's errors: a refusal of the service, and an answer that is not the service's."""

from collections.abc import Mapping
from typing import Any

import httpx

from pung_chow import types


class Problem(Exception):  # noqa: N818 - the word of the contract and of RFC 9457
    """What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.request_id: str = response.headers.get("X-Request-ID", "")
        """What names the request in the service's log; empty where a gateway answered."""
        self.document = _document(response)
        """The whole document; empty where a gateway answered something else."""
        self.code: str = self.document.get("code", "")
        """What went wrong, for programs: `invalid-request`, `other-revision` ..."""
        self.detail: str = self.document.get("detail", "")
        """What went wrong, for people, in the client's language."""
        self.errors: list[types.Fault] = self.document.get("errors", [])
        """Every fault, of the body with the JSON pointer to its member, of the query with its parameter."""
        faults = "; ".join(
            f"{fault.get('pointer', fault.get('parameter'))}: {fault['detail']}" for fault in self.errors
        )
        super().__init__(f"{self.status} {self.code}: {self.detail}{faults and f' ({faults})'}")

    @property
    def by_pointer(self) -> dict[str, list[str]]:
        """The sentences for each place of the body that is at fault."""
        found: dict[str, list[str]] = {}
        for fault in self.errors:
            if "pointer" in fault:
                found.setdefault(fault["pointer"], []).append(fault["detail"])
        return found


class ProtocolError(Exception):
    """A response of success that is not the service's: the page of a captive portal or of another server."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        kind = response.headers.get("Content-Type", "no media type")
        super().__init__(f"{response.request.url} answered {kind}, not what the contract has: {response.text[:80]!r}")


def _document(response: httpx.Response) -> Mapping[str, Any]:
    try:
        document = response.json()
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}
