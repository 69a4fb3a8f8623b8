"""What a request asks for beside its path: parameters, media types, and its body within bounds."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import cache, lru_cache
from threading import Lock
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Request
from werkzeug.wsgi import get_input_stream

from service.http.packing import GZIP, unpacked
from service.http.whole import Whole
from service.reading import bodies
from service.reading.refusals import Refused
from service.texts import ENGLISH, LANGUAGES, Language, Sentence

JSON: Final = "application/json"
CSV: Final = "text/csv"
CSV_IN_UTF8: Final = f"{CSV}; charset=utf-8"
_FLAGS: Final = {"false": False, "true": True}
Parameter = Callable[[str], Any]
"""From the text of a query parameter to its value; ValueError tells what it must be."""
_in_turn: Final = Lock()


class Limits(NamedTuple):
    """What a body may measure."""

    body: int
    """Bytes of a body."""
    many: int
    """Bytes of the body of a batch or a scoresheet."""
    depth: int
    """The deepest nesting."""


def flag(text: str) -> bool:
    """True or false."""
    if text not in _FLAGS:
        raise ValueError(Sentence("true or false", "parameter.flag", {}))
    return _FLAGS[text]


def number(least: int, most: int) -> Parameter:
    """A whole number within these bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
            words = f"a whole number from {least} to {most}"
            raise ValueError(Sentence(words, "parameter.whole-number", {"least": least, "most": most}))
        return int(text)

    return read


def parameters(environ: WSGIEnvironment, **known: Parameter) -> dict[str, Any]:
    """The query parameters that are known here; another one, a wrong one, or one that stands twice is refused."""
    if not environ.get("QUERY_STRING"):
        return {}
    read = {}
    for name, (text, *more) in Request(environ).args.lists():
        if name not in known:
            raise Refused("unknown-parameter", f"no query parameter {name[:40]!r} is known here", name=name[:40])
        try:
            read[name] = known[name](text)
        except ValueError as error:
            detail = f"the query parameter {name!r} must be {error}, given once"
            raise Refused("unknown-parameter", detail, sentence="value", name=name, expected=error.args[0]) from error
        if more:
            detail = f"the query parameter {name!r} is given {len(more) + 1} times"
            raise Refused("unknown-parameter", detail, sentence="several", name=name, times=len(more) + 1)
    return read


def accepted(environ: WSGIEnvironment, *media_types: str) -> str:
    """The media type to answer in. Raises Refused where the client accepts none of these."""
    accept = environ.get("HTTP_ACCEPT", "*/*")
    if accept in ("", "*/*", media_types[0]):
        return media_types[0]
    best = Request(environ).accept_mimetypes.best_match(media_types)
    if best is None:
        raise Refused("not-acceptable", f"the answer comes as {' or '.join(media_types)}", known=media_types)
    return best


_HEADERS_KEPT: Final = 128
"""Headers that are read once: a browser sends the same one with each request, and few differ."""


def language_of(environ: WSGIEnvironment) -> Language | None:
    """The language to answer in; None: English, also where the client reads none that is known here."""
    accept = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    return _best_language(accept) if accept else None


@lru_cache(_HEADERS_KEPT)
def _best_language(accept: str) -> Language | None:
    """The first range, by its quality, that names a language known here (RFC 4647, lookup)."""
    for tag, quality in parse_accept_header(accept, LanguageAccept):
        subtags = tag.lower().replace("_", "-").split("-")
        for length in range(len(subtags), 0, -1):
            known = "-".join(subtags[:length])
            if quality > 0 and (known == ENGLISH or known in LANGUAGES):
                return LANGUAGES.get(known)
    return None


@cache
def spoken(language: Language | None) -> Mapping[str, str]:
    """The headers of an answer in a language (None: English)."""
    return {"Content-Language": ENGLISH if language is None else language.tag, "Vary": "Accept-Language"}


def json_body(environ: WSGIEnvironment, limits: Limits) -> Any:
    """The JSON value of the body of one deal. Raises Refused."""
    return bodies.parse(_body(environ, limits.body), limits.depth)


def of_many(environ: WSGIEnvironment, limits: Limits, answer: Callable[[Any], Whole]) -> Whole:
    """Answer the JSON value of the body of many deals. Raises Refused.

    Long ones wait for each other: threads share the process's one core anyhow, and four megabytes of JSON are a hundred
    and forty of values.
    """
    body = _body(environ, limits.many)
    with _in_turn if len(body) > limits.body else nullcontext():
        return answer(bodies.parse(body, limits.depth))


def _body(environ: WSGIEnvironment, most: int) -> bytes:
    if environ.get("CONTENT_TYPE") != JSON and Request(environ).mimetype != JSON:
        raise Refused("unsupported-media-type", f"the body is sent as {JSON}", known=JSON)
    announced = int(environ.get("CONTENT_LENGTH") or 0)
    body = b"" if announced > most else get_input_stream(environ).read(most + 1)
    if body and environ.get("HTTP_CONTENT_ENCODING") == GZIP:
        body = unpacked(body, most)
    if max(len(body), announced) > most:
        raise Refused("body-too-large", f"the body is longer than {most} bytes", most=most)
    return body
