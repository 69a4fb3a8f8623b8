"""Send files as a whole: the contract has no range requests."""

from pathlib import Path
from typing import Final

from flask import Response, send_from_directory

from pung_chow_settlement.api.responses import AN_HOUR, tagged

_UNSAID: Final = ("Content-Disposition", "Expires", "Last-Modified")
"""Headers that Flask adds: what the address, `Cache-Control` and `ETag` say already, in each of the page's files."""


def send(folder: Path, name: str, max_age: int = AN_HOUR) -> Response:
    """A file with an ETag of its content, which replicas built separately share, unlike its time."""
    response = send_from_directory(folder, name, max_age=max_age, conditional=False, etag=False)
    response.direct_passthrough = False
    response.make_sequence()
    for header in _UNSAID:
        response.headers.pop(header)
    return tagged(response)
