"""Fixtures for browser tests: the service, and pages on a phone of 390 by 844 pixels with touch."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect, sync_playwright

from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.watch import Watch

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TIMEOUT_MS = int(os.environ.get("TIMEOUT_MS", "60000"))
"""A busy machine delays a browser."""
expect.set_options(timeout=TIMEOUT_MS)
SCREEN: ViewportSize = {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser; by day each such test runs with its first row of parameters."""
    seen = set()
    for item in items:
        if browser.__name__ in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            name = item.nodeid.partition("[")[0]
            if name in seen:
                item.add_marker(pytest.mark.night)
            seen.add(name)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    server = Served()
    yield server
    server.stop()


@pytest.fixture
def served(server: Served) -> Served:
    """The service, started if an earlier test has stopped it; it has no state."""
    server.start()
    return server


@pytest.fixture(params=["light"])
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport=SCREEN,
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
        color_scheme="dark" if request.param == "dark" else "light",
        forced_colors="active" if request.param == "forced" else "none",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


@contextmanager
def phone_of(
    browser: Browser,
    origin: str,
    service_workers: Literal["allow", "block"],
    screen: ViewportSize = SCREEN,
    language: str | None = None,
) -> Iterator[Phone]:
    """A phone with empty storage, the page not yet opened."""
    context = browser.new_context(
        viewport=screen,
        has_touch=True,
        is_mobile=True,
        locale=language,
        reduced_motion="reduce",
        service_workers=service_workers,
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield Phone(context.new_page(), origin)
    context.close()


@pytest.fixture
def other(browser: Browser, served: Served) -> Iterator[Phone]:
    """A second phone."""
    with phone_of(browser, served.origin, "block") as other:
        yield other


@pytest.fixture
def installed(browser: Browser, served: Served) -> Iterator[Phone]:
    """A phone with a session and a service worker, which has cached the page."""
    with phone_of(browser, served.origin, "allow") as phone:
        phone.open()
        phone.begin("harr-1923")
        phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        phone.page.wait_for_function(
            "() => caches.keys().then(async names => (await (await caches.open(names[0])).keys()).length >= 6)"
        )
        yield phone


@pytest.fixture
def watch(context: BrowserContext, served: Served) -> Watch:
    """Records requests and console messages, from before the page is opened."""
    return Watch(context, served.origin)


@pytest.fixture
def by_finger(phone: Phone) -> None:
    """Enter hands by real touches."""
    phone.by_finger = True


@pytest.fixture
def phone(context: BrowserContext, served: Served, watch: Watch) -> Iterator[Phone]:
    phone = Phone(context.new_page(), served.origin)
    phone.open()
    yield phone
    watch.check()
