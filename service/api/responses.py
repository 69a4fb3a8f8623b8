"""Build responses: answers in the client's language, and documents with an ETag."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import orjson
from flask import Response, request

from service.api.requests import JSON, accepts, language
from service.responses.answers import Answer
from service.responses.languages import translated
from service.texts import ENGLISH, Language

AN_HOUR: Final = 3600


@cache
def spoken(its: Language | None) -> Mapping[str, str]:
    """The headers of a response in a language (None: English)."""
    return {"Content-Language": ENGLISH if its is None else its.tag, "Vary": "Accept-Language"}


def answer(body: Answer, status: int = 200, media_type: str = JSON) -> Response:
    """A response in the client's language."""
    its = language()
    return in_language(its, translated(its, body), status, media_type)


def in_language(its: Language | None, body: Answer, status: int = 200, media_type: str = JSON) -> Response:
    """A response whose body is in this language already."""
    return Response(orjson.dumps(body), status, spoken(its), content_type=media_type)


def document(body: Answer) -> Response:
    """A document with texts for people; it changes only with a new version of the service."""
    accepts(JSON)
    return _kept(answer(body))


def fixed(content: bytes | str, media_type: str, headers: Mapping[str, str] | None = None) -> Response:
    """A document that is sent unchanged."""
    accepts(media_type)
    return _kept(Response(content, headers=headers, mimetype=media_type))


def _kept(response: Response) -> Response:
    response.cache_control.public = True
    response.cache_control.max_age = AN_HOUR
    return tagged(response)


def tagged(response: Response) -> Response:
    """The response with an ETag of its content, or 304 if the client still has it.

    The ETag is weak, since the compressed form has it too.
    """
    response.add_etag(weak=True)
    request.environ.pop("HTTP_IF_MATCH", None)  # precondition of a change; documents are read-only
    response.make_conditional(request)
    return response
