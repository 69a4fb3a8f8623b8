"""The client that waits for each answer, also of a service within this process."""

from typing import Any, Self

import httpx

from pung_chow.sync_client import SyncClient


class Client(SyncClient):
    """A client of the settlement service."""

    @classmethod
    def embedded(cls, app: Any = None, **given: Any) -> Self:
        """A client of a service within this process, without a network: any WSGI application.

        None: the service's own, of the installed package `pung-chow-settlement`.
        """
        if app is None:
            from pung_chow_settlement import create_app  # type: ignore[import-not-found, import-untyped, unused-ignore]

            app = create_app()
        return cls("http://embedded", transport=httpx.WSGITransport(app=app), **given)
