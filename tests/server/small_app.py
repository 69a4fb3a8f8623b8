"""A small Flask application with the service's hooks, for tests of `service/pung_chow_settlement/server` alone."""

import time

from flask import Flask, request

from pung_chow_settlement.api import hooks
from pung_chow_settlement.api.incoming import note
from pung_chow_settlement.server import readiness
from pung_chow_settlement.server.offload import Offload
from pung_chow_settlement.server.settings import from_environment


def create_app() -> Flask:
    app = Flask(__name__)

    @app.get("/healthz", endpoint="getHealth")
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/readyz", endpoint="getReadiness")
    def readyz() -> tuple[dict[str, str], int]:
        return ({"status": "ready"}, 200) if readiness.ready() else ({"status": "stopping"}, 503)

    @app.post("/echo/<int:number>", endpoint="echo")
    def echo(number: int) -> dict[str, object]:
        note("harr-1923")
        return {"number": number, "length": len(request.get_data())}

    @app.get("/slow", endpoint="slow")
    def slow() -> dict[str, str]:
        time.sleep(float(request.args.get("seconds", "0.3")))
        return {"status": "slow"}

    @app.get("/page", endpoint="page")
    def page() -> str:
        return "<!doctype html><title>page</title>"

    @app.get("/broken", endpoint="broken")
    def broken() -> str:
        raise RuntimeError("a secret of the code")

    settings = from_environment()
    hooks.init_app(app, settings)
    app.wsgi_app = Offload(app.wsgi_app, settings, ["/slow"])  # type: ignore[method-assign]
    return app
