"""The settlement service: scores and settles deals of 1920s Chinese mahjong over HTTP."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.ops.settings import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """The WSGI application; settings that are not given are the environment's, read now.

    Everything is imported late, so that the domain can be used without any library.
    """
    from service.api.app import create_app as create
    from service.ops.settings import from_environment

    return create(settings or from_environment())
