"""The settlement service: scores and settles deals of classical Chinese mahjong over HTTP."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

    from pung_chow_settlement.server.settings import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """Return the WSGI application; `settings` defaults to those of the environment.

    Everything is imported late, so that the domain can be used without any library.
    """
    from pung_chow_settlement.api.app import create_app as create
    from pung_chow_settlement.server.settings import from_environment

    return create(settings or from_environment())


def settle_lines(lines: "Iterable[bytes | str | None]", *, items: bool = True) -> list[bytes]:
    """Settle deals without a server: one JSON result for every line, in order, also for blank and null ones.

    For engines such as Dask, Spark and DuckDB: docs/many-deals.md. Without `items` the results are brief.
    """
    from pung_chow_settlement.operations.files import settle_lines as settle

    return settle(lines, items=items)
