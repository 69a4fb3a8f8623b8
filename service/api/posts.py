"""Answering a POST with a JSON body."""

from collections.abc import Callable
from contextlib import nullcontext
from threading import Lock
from typing import Any, Final

from flask import Response, current_app

from service.api.requests import JSON, accepts, body_of, note, parsed
from service.api.responses import answer

_in_turn: Final = Lock()
"""Large bodies wait for each other: a megabyte of JSON is thirty-five of values, and threads share one core anyhow."""


def answer_one(use_case: Callable[..., Any], **given: Any) -> Response:
    """Answer the body of one deal or hand by a use case, in JSON."""
    accepts(JSON)
    return answer(use_case(parsed(body_of()), note=note, **given))


def answer_many(respond: Callable[[Any], Response]) -> Response:
    """Answer the body of many deals by what responds to its JSON value."""
    body = body_of(many=True)
    with _in_turn if len(body) > current_app.config["MAX_CONTENT_LENGTH"] else nullcontext():
        return respond(parsed(body))
