"""What the page asks for and complains of, over a whole test."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request


class Watch:
    """Holds a page to its promises: no other host, no error on the console."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        self._origin = origin
        self.elsewhere: list[str] = []
        self.errors: list[str] = []
        self.away = False
        """Set while the service is stopped: the browser itself then notes each request that found nobody."""
        self.refusals = False
        """Set while an entry is kept that the service refuses: the browser itself then notes the status."""
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._origin, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self._is_the_browsers_note(message.text):
            self.errors.append(message.text)

    def _is_the_browsers_note(self, text: str) -> bool:
        if "Service Worker registration blocked" in text:
            return True
        return (self.away and "net::ERR_" in text) or (self.refusals and "status of 422" in text)

    def check(self) -> None:
        assert not self.elsewhere, self.elsewhere
        assert not self.errors, self.errors
