"""The browser is killed: after a restart, everything entered is there."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserType, Error, expect

from web.tests.conftest import CHROMIUM, FLAGS, SCREEN, TIMEOUT_MS
from web.tests.phone import Phone
from web.tests.server import Served

pytestmark = pytest.mark.night


def _processes_of(profile: Path) -> list[int]:
    """The processes of the browser that was started with this profile."""
    mark = f"--user-data-dir={profile}".encode()
    folders = (folder for folder in Path("/proc").iterdir() if folder.name.isdigit())
    return [int(folder.name) for folder in folders if mark in _command_line(folder)]


def _command_line(folder: Path) -> bytes:
    try:
        return (folder / "cmdline").read_bytes()
    except OSError:
        return b""


def _kill(profile: Path) -> None:
    for process in _processes_of(profile):
        os.kill(process, signal.SIGKILL)


@contextmanager
def started(chromium: BrowserType, profile: Path, origin: str) -> Iterator[Phone]:
    """A browser with a profile on disk, killed at the end of the block."""
    context = chromium.launch_persistent_context(
        str(profile), executable_path=CHROMIUM, args=list(FLAGS), viewport=SCREEN, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(TIMEOUT_MS)
    phone = Phone(context.pages[0] if context.pages else context.new_page(), origin)
    phone.open()
    try:
        yield phone
    finally:
        _kill(profile)
        with suppress(Error):
            context.close()


def await_stored(phone: Phone) -> None:
    expect(phone.page.locator("html[data-written=true]")).to_be_attached()


def _go_on(phone: Phone, groups: int) -> None:
    phone.press("Continue")
    phone.open_hand(0)
    expect(phone.page.locator(".group")).to_have_count(groups)


def _begin(phone: Phone) -> None:
    phone.begin("harr-1923")


def _win(phone: Phone) -> None:
    expect(phone.page.locator(".players")).to_contain_text("Cleo")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})


def _first_pung(phone: Phone) -> None:
    _go_on(phone, 0)
    phone.key("1m")


def _second_pung(phone: Phone) -> None:
    _go_on(phone, 1)
    phone.key("2m")


def _keep(phone: Phone) -> None:
    _go_on(phone, 2)
    phone.key("3m")
    phone.key("4m")
    phone.key("5m")
    phone.say_won_with("5m")
    phone.press("Deal")
    phone.save()
    expect(phone.page.get_by_text("Saved on this phone.")).to_be_visible()


def _check_kept(phone: Phone) -> None:
    expect(phone.page.locator(".entry")).to_have_count(1)


_STEPS = (_begin, _win, _first_pung, _second_pung, _keep, _check_kept)
"""Each begins with a check of the state that the previous one left."""


def test_a_browser_killed_after_any_step_has_the_entered_data(browser: Browser, served: Served, tmp_path: Path) -> None:
    for step in _STEPS:
        with started(browser.browser_type, tmp_path, served.origin) as phone:
            step(phone)
            await_stored(phone)
