"""The settlement service: scores and settles deals of 1920s Chinese mahjong over HTTP."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def create_app() -> "Flask":
    """The WSGI application. Imported late, so that the domain can be used without any library."""
    from service.api.app import create_app as create

    return create()
