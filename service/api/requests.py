"""What a request sends and asks for: its body within bounds, the media type and the language of the response."""

from typing import Any, Final
from zlib import MAX_WBITS, decompressobj
from zlib import error as NotCompressed  # noqa: N812 - zlib's own name says nothing

from flask import current_app, g, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import get_content_length

from service.requests import bodies
from service.requests.refusals import Refused
from service.texts import ENGLISH, LANGUAGES, Language

JSON: Final = "application/json"
MIXED: Final = "mixed"
"""Stands, in the log and the metrics, for the several rulebooks that one request names."""
_ANY: Final = "*/*"
_GZIP: Final = "gzip"
_PLAIN: Final = "identity"
_GZIP_FORMAT: Final = 16 + MAX_WBITS
_LONGEST_SHOWN: Final = 100


def accepts(*media_types: str) -> str:
    """The media type to answer in, the first where the client does not mind. Raises Refused where it accepts none."""
    if request.environ.get("HTTP_ACCEPT", _ANY) == _ANY:
        return media_types[0]
    best = request.accept_mimetypes.best_match(media_types)
    if best is None:
        given, known = request.headers["Accept"][:_LONGEST_SHOWN], list(media_types)
        raise Refused("not-acceptable", f"the answer comes as {' or '.join(known)}", given=given, known=known)
    return best


def language() -> Language | None:
    """The language to answer in; None: English, also where the client reads none that is known here."""
    if "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return None
    return LANGUAGES.get(request.accept_languages.best_match([ENGLISH, *LANGUAGES], ENGLISH))


def body_of(*, many: bool = False) -> bytes:
    """The body, unpacked: that of many deals may be longer. Raises Refused."""
    environ = request.environ
    if environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise _wrong_media_type(request.mimetype[:_LONGEST_SHOWN])
    most = current_app.config["MAX_BODY_MANY" if many else "MAX_CONTENT_LENGTH"]
    coding = environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() or _PLAIN
    if coding not in (_PLAIN, _GZIP):
        raise _wrong_coding(coding[:_LONGEST_SHOWN])
    body = _received(most)
    return _unpacked(body, most) if coding == _GZIP else body


def _received(most: int) -> bytes:
    """The body as it was sent. Werkzeug cuts a chunked one at its limit, so that one byte more is asked for."""
    length = get_content_length(request.environ)
    if length is not None:
        if length > most:
            raise _too_large(most)
        return request.input_stream.read(length)  # at once: `get_data` reads 64 KiB after 64 KiB
    request.max_content_length = most + 1
    try:
        body = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise _too_large(most) from None
    if len(body) > most:
        raise _too_large(most)
    return body


def _wrong_media_type(given: str) -> Refused:
    if not given:
        return Refused(
            "unsupported-media-type", f"no Content-Type is given; {JSON} is accepted", (), "none", known=[JSON]
        )
    detail = f"the Content-Type {given} is not accepted; {JSON} is"
    return Refused("unsupported-media-type", detail, given=given, known=[JSON])


def _wrong_coding(given: str) -> Refused:
    detail = f"the Content-Encoding {given} is not accepted; {_GZIP} is"
    return Refused("unsupported-media-type", detail, (), "coding", given=given, known=[_GZIP])


def _unpacked(body: bytes, most: int) -> bytes:
    """A body that was sent as gzip. Raises Refused, before more than it may have is unpacked."""
    unpacking = decompressobj(_GZIP_FORMAT)
    try:
        unpacked = unpacking.decompress(body, most + 1)
    except NotCompressed:
        raise _not_gzip() from None
    if len(unpacked) > most:
        raise _too_large(most)
    if not unpacking.eof or unpacking.unused_data:
        raise _not_gzip()
    return unpacked


def _not_gzip() -> Refused:
    return Refused("bad-request", "the body is said to be gzip, and is none")


def _too_large(most: int) -> Refused:
    return Refused("body-too-large", f"the body is longer than {most} bytes", most=most)


def parsed(body: bytes) -> Any:
    """The JSON value of a body. Raises Refused."""
    return bodies.parse(body, current_app.config["MAX_DEPTH"])


def note(ruleset: str) -> None:
    """Note a rulebook that the request names for the log and the metrics, also where the request is then refused."""
    if g.setdefault("ruleset", ruleset) != ruleset:
        g.ruleset = MIXED
