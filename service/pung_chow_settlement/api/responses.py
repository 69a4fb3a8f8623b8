"""Build responses: JSON in the client's language, and documents with an ETag."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response

from pung_chow_settlement.api.incoming import JSON, accepts, body_of, language, parsed, rulebooks
from pung_chow_settlement.serializers.languages import JsonObject, to_json
from pung_chow_settlement.texts import ENGLISH, Language


def response_to_one(use_case: Callable[..., Any], **given: Any) -> Response:
    """The response to a body of one deal or hand: the result of a use case, which takes the query's parameters."""
    accepts(JSON)
    return json_response(use_case(rulebooks(), parsed(body_of()), **given))


def response_to_many(respond: Callable[[Any], Response]) -> Response:
    """The response to a body of many deals; `respond` makes it of the JSON value."""
    return respond(parsed(body_of(many=True)))


def language_headers(target: Language | None) -> Mapping[str, str]:
    """The headers of a response in a language (None: English)."""
    return {"Content-Language": ENGLISH if target is None else target.content_language, "Vary": "Accept-Language"}


def json_response(body: JsonObject, status: int = 200, media_type: str = JSON) -> Response:
    """A response in the client's language."""
    target = language()
    return Response(to_json(body, target), status, language_headers(target), content_type=media_type)
