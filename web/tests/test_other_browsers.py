"""The page in Firefox and WebKit, if installed: a worked deal, a reload, and the service stopped."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.worked import WORKED_DEALS
from web.tests.drivers import Driver, firefox, missing, until, webkit
from web.tests.phone import Tap, number, taps_of
from web.tests.server import Served
from web.tests.sheet import WINDS

pytestmark = [pytest.mark.browser, pytest.mark.night]
_DRIVEN = {"firefox": firefox, "webkit": webkit}
_SECOND_TAP_S = 0.6
"""A second tap on the same key is taken for a slip before."""
_ERRORS = """
  window.errors = [];
  addEventListener('error', event => window.errors.push(event.message));
  addEventListener('unhandledrejection', event => window.errors.push(String(event.reason)));
"""
_IS_CACHED = """
  window.kept ??= 'asked';
  if (window.kept === 'asked') {
    window.kept = 'waiting';
    caches.keys().then(async names => {
      const pages = names[0] ? await (await caches.open(names[0])).keys() : [];
      window.kept = pages.length >= 6 && navigator.serviceWorker.controller ? 'kept' : 'asked';
    });
  }
  return window.kept === 'kept';
"""


@pytest.fixture(params=_DRIVEN)
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    absent = missing(request.param)
    if absent:
        pytest.skip(absent)
    with _DRIVEN[request.param](tmp_path) as driver:
        yield driver


def _matches(driver: Driver, css: str) -> bool:
    return bool(driver.run("return document.querySelector(arguments[0]) !== null", css))


def _enter_group(driver: Driver, tap: Tap) -> None:
    if tap.place and not _matches(driver, f"[data-onto='{tap.place}'][aria-pressed='true']"):
        driver.click(f"[data-onto='{tap.place}']")
    if tap.kind != "flower" and not _matches(driver, f"[data-kind='{tap.kind}'][aria-pressed='true']"):
        driver.click(f"[data-kind='{tap.kind}']")
    driver.click(f"[data-tile='{tap.tile}']")


def _enter(driver: Driver, deal: dict[str, Any]) -> None:
    """Enter a deal that East won from the wall, from the table to the kept entry."""
    driver.click("[data-winner='0']")
    driver.click(f"label[data-value='{deal['win']['source']}']")
    until(lambda: _matches(driver, ".tab-row .tab"), "the winner's hand opens by itself")
    for player, wind in enumerate(WINDS):
        tab = f".tab-row .tab:nth-child({player + 1})"
        if not _matches(driver, f"{tab}[aria-current='true']"):
            driver.click(tab)
        before = ""
        for tap in taps_of(deal["hands"][wind]):
            if tap.tile == before:
                time.sleep(_SECOND_TAP_S)
            _enter_group(driver, tap)
            before = tap.tile
        if player == 0:
            driver.click(f"[data-won='{deal['win']['tile']}']")
    driver.click(".dock .main:not(:disabled):not(.next-hand)")
    driver.click(".save-check [data-save]:not(:disabled)")


def _totals(driver: Driver) -> list[int]:
    texts = "return [...document.querySelectorAll('.players:not(.stale) [data-total]')].map(each => each.textContent)"
    return [number(each) for each in until(lambda: driver.run(texts), "totals")]


def test_a_worked_deal_survives_a_reload_and_the_stop_of_the_service(driver: Driver, served: Served) -> None:
    driver.go(served.origin)
    driver.run(_ERRORS)
    driver.click(".rules > summary")
    driver.click(".rulebooks summary")
    driver.click("label[data-value='harr-1923']")
    driver.click(".dock .main:not(:disabled)")
    _enter(driver, WORKED_DEALS[0])
    until(lambda: _matches(driver, ".entry"), "the kept entry")
    assert _totals(driver) == [2880, -1120, -496, -1264]
    assert driver.run("return window.errors") == []

    driver.go(served.origin)
    assert _totals(driver) == [2880, -1120, -496, -1264]
    if not driver.run("return 'serviceWorker' in navigator"):
        pytest.skip("this browser has no service workers here: the rest holds")
    until(lambda: driver.run(_IS_CACHED), "the page kept for when the service is away")
    served.stop()
    driver.go(served.origin)
    until(lambda: _matches(driver, ".away"), "the page says that the service is away")
    assert _matches(driver, ".entry")
