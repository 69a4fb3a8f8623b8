"""Answering a POST with a JSON body."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from threading import Lock
from typing import Any, Final

from flask import Response, current_app

from service.api.requests import JSON, accepts, body_of, note, parsed
from service.api.responses import answer
from service.responses.lean import MEDIA_TYPE

_in_turn: Final = Lock()
"""Large bodies are answered one at a time: a megabyte of JSON takes 35 MB as values, and threads share one core."""


def answer_one(use_case: Callable[..., Any], **given: Any) -> Response:
    """Answer the body of one deal or hand by a use case, in JSON."""
    media_type = media_type_of(given)
    return answer(use_case(parsed(body_of()), note=note, **given), media_type=media_type)


def media_type_of(given: Mapping[str, Any]) -> str:
    """The media type of the response to a query. Raises Refused if the client does not accept it.

    A client that asks for `items=false` need not accept the lean media type.
    """
    accepts(JSON) if given.get("items", True) else accepts(MEDIA_TYPE, JSON)
    return JSON if given.get("items", True) else MEDIA_TYPE


def answer_many(respond: Callable[[Any], Response]) -> Response:
    """Answer a body of many deals; `respond` makes the response of its JSON value."""
    body = body_of(many=True)
    with _in_turn if len(body) > current_app.config["MAX_CONTENT_LENGTH"] else nullcontext():
        return respond(parsed(body))
