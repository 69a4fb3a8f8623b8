"""Records what the page requests and logs during a test."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request


class Watch:
    """Fails a test whose page requests another host or logs an error."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._origin = origin
        self.elsewhere: list[str] = []
        self.errors: list[str] = []
        self.away = False
        """Set while the service is stopped: the browser then logs each failed request."""
        self.refusals = False
        """Set while the service refuses an entry: the browser then logs the status."""
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._origin, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_expected(message.text):
            self.errors.append(message.text)

    def _is_expected(self, text: str) -> bool:
        if "Service Worker registration blocked" in text:
            return True
        return (self.away and "net::ERR_" in text) or (self.refusals and "status of 422" in text)

    def check(self) -> None:
        assert not self.elsewhere, self.elsewhere
        assert not self.errors, self.errors
