"""Files, sent whole: the contract promises no parts of them."""

from pathlib import Path

from flask import Response, send_from_directory

from service.api.responses import AN_HOUR, tagged


def send(folder: Path, name: str, max_age: int = AN_HOUR) -> Response:
    """A file, tagged by its content: replicas that were built apart agree on that, as they would not on its time."""
    response = send_from_directory(folder, name, max_age=max_age, conditional=False, etag=False)
    response.direct_passthrough = False
    response.make_sequence()
    return tagged(response)
