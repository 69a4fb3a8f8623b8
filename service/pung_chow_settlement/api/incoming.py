"""Read a request: its body, bounded in size, and the media type and language of the response."""

import zlib
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import current_app, request
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.wsgi import get_content_length

from pung_chow_settlement.requests import bodies
from pung_chow_settlement.requests.forms import MAX_DEALS
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.server.logs import SERVED
from pung_chow_settlement.texts import ENGLISH, LANGUAGES, Language

JSON: Final = "application/json"
RULEBOOKS: Final = "rulebooks"
"""The name by which the application holds them, as an extension."""
MIXED: Final = "mixed"
"""In the log and the metrics: the request names several rulebooks."""
_TAGS: Final = (ENGLISH, *LANGUAGES)
_ANY: Final = "*/*"
_GZIP: Final = "gzip"
_PLAIN: Final = "identity"
_GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
_MAX_SHOWN: Final = 100


def rulebooks() -> Rulebooks:
    """The rulebooks that this application plays."""
    played: Rulebooks = current_app.extensions[RULEBOOKS]
    return played


def accepts(*media_types: str) -> str:
    """The media type of the response; the first if the client accepts any. Raises Refused if it accepts none.

    An empty `Accept` counts as absent (RFC 9110, 12.5.1).
    """
    if request.environ.get("HTTP_ACCEPT", "").strip() in ("", _ANY):
        return media_types[0]
    bare = [(media_type.partition(";")[0], quality) for media_type, quality in request.accept_mimetypes]
    best = MIMEAccept(bare).best_match(media_types)  # these media types have no parameters
    if best is None:
        given, known = request.headers["Accept"][:_MAX_SHOWN], list(media_types)
        raise Refused("not-acceptable", given=given, known=known)
    return best


def accepts_gzip() -> bool:
    """True if the client accepts a response as gzip."""
    return "HTTP_ACCEPT_ENCODING" in request.environ and request.accept_encodings.quality(_GZIP) > 0


def language() -> Language | None:
    """The language of the response; None for English, also if no accepted language is known."""
    if "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return None
    # One at a time, the best first: of several, `best_match` would prefer `en` to a `de-AT` of higher quality.
    matches = (LanguageAccept([each]).best_match(_TAGS) for each in request.accept_languages)
    return LANGUAGES.get(next(filter(None, matches), ENGLISH))


def read_json(*, many: bool = False) -> Any:
    """The JSON value of the body, whose rulebooks are noted; a body of many deals may be longer. Raises Refused."""
    value, known = bodies.parse(_body(many=many), current_app.config["MAX_DEPTH"]), rulebooks().by_id
    for each in _deals_in(value):
        if isinstance(each, dict) and isinstance(ruleset := each.get("ruleset"), str) and ruleset in known:
            note(ruleset)
    return value


def _body(*, many: bool) -> bytes:
    """The decompressed body."""
    environ = request.environ
    if environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise _wrong_media_type(request.mimetype[:_MAX_SHOWN])
    most = current_app.config["MAX_BODY_MANY" if many else "MAX_CONTENT_LENGTH"]
    coding = environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() or _PLAIN
    if coding not in (_PLAIN, _GZIP):
        raise Refused("unsupported-media-type", sentence="coding", given=coding[:_MAX_SHOWN], known=[_GZIP])
    body = _received(environ, most)
    return _unpacked(body, most) if coding == _GZIP else body


def _received(environ: WSGIEnvironment, most: int) -> bytes:
    """The body as it was sent. Werkzeug truncates a chunked body at its limit, so one more byte is read."""
    length = get_content_length(environ)
    if length is not None:
        if length > most:
            raise _too_large(most)
        body: bytes = environ["wsgi.input"].read(length)  # in one call: `get_data` reads 64 KiB at a time
        if len(body) < length:
            raise ClientDisconnected
        return body
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
        return Refused("unsupported-media-type", sentence="none", known=[JSON])
    return Refused("unsupported-media-type", given=given, known=[JSON])


def _unpacked(body: bytes, most: int) -> bytes:
    """Decompress a gzip body. Raises Refused before more than `most` bytes are decompressed."""
    unpacking = zlib.decompressobj(_GZIP_FORMAT)
    try:
        unpacked = unpacking.decompress(body, most + 1)
    except zlib.error:
        raise _bad_gzip("gzip") from None
    if len(unpacked) > most:
        raise _too_large(most)
    if not unpacking.eof or unpacking.unused_data:
        raise _bad_gzip("gzip-end")
    return unpacked


def _bad_gzip(sentence: str) -> Refused:
    return Refused("bad-request", sentence=sentence)


def _too_large(most: int) -> Refused:
    return Refused("body-too-large", most=most)


def _deals_in(body: Any) -> list[Any]:
    """What names rulebooks: the body, and the deals of a batch, as many as it may have."""
    deals = body.get("deals") if isinstance(body, dict) else None
    return [body, *deals[:MAX_DEALS]] if isinstance(deals, list) else [body]


def note(ruleset: str) -> None:
    """Record a rulebook that the request names, for the log and the metrics, also if the request is refused later."""
    served = SERVED.get()
    served.ruleset = ruleset if served.ruleset in (None, ruleset) else MIXED
