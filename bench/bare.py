"""The yardstick: a bare Flask view that parses the same body with orjson and returns the same bytes as the service."""

import orjson
from flask import Flask, Response, request

from bench.corpus import corpus
from bench.wsgi import SETTLE, call, without_log
from service import create_app as create_service


def create_app() -> Flask:
    """A view that knows the answer to every body of the corpus."""
    app = Flask("bare", static_folder=None)
    service = create_service()
    with without_log():
        answers = {
            body: call(service.wsgi_app, SETTLE, body) for body in map(body_of, (each.body for each in corpus()))
        }

    @app.post(SETTLE)
    def settle() -> Response:
        body = request.get_data(cache=False)
        orjson.loads(body)
        answer = answers[body]
        return Response(answer.body, answer.status, mimetype=answer.media_type)

    return app


def body_of(deal: object) -> bytes:
    """A deal as it is sent."""
    return orjson.dumps(deal)
