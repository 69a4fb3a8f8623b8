"""Drivers for Debian's Firefox and WebKit, by their own protocols, with the standard library only."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.support.ports import HOST, free_port

TIMEOUT_S: Final = 30.0
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The WebDriver standard's key of an element."""
_IS_REACHED: Final = """
  const target = document.querySelector(arguments[0]);
  if (!target) return false;
  target.scrollIntoView({block: 'center'});
  const {x, y, width, height} = target.getBoundingClientRect();
  return target.contains(document.elementFromPoint(x + width / 2, y + height / 2));
"""
"""True if a finger would meet it: not while another lies over it, nor just after a change of screen."""
_MINI_BROWSERS: Final = (
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
)


class Driver(Protocol):
    """The operations of a browser that tests use."""

    def go(self, url: str) -> None: ...

    def run(self, script: str, *args: Any) -> Any:
        """Run the body of a function in the page, and return its result."""
        ...

    def click(self, css: str) -> None:
        """Click the first matching element, once it exists and nothing covers it."""
        ...


class _Commands:
    """A driver with the commands that both protocols have."""

    def _call(self, command: str, **parameters: Any) -> Any:
        raise NotImplementedError

    def go(self, url: str) -> None:
        self._call("Navigate", url=url)

    def run(self, script: str, *args: Any) -> Any:
        return self._call("ExecuteScript", script=script, args=list(args))

    def click(self, css: str) -> None:
        until(lambda: self.run(_IS_REACHED, css), css)
        element = self._call("FindElement", using="css selector", value=css)[_ELEMENT]
        self._call("ElementClick", id=element)


def until(poll: Any, what: str) -> Any:
    """The first true result of a function, which may raise RuntimeError or OSError before."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        with suppress(RuntimeError, OSError):
            result = poll()
            if result:
                return result
        time.sleep(0.05)
    raise AssertionError(f"not within {TIMEOUT_S:.0f} s: {what}")


class _Marionette(_Commands):
    """Firefox's protocol Marionette: JSON with its length, over a socket."""

    def __init__(self, port: int) -> None:
        self._socket = until(lambda: socket.create_connection((HOST, port), TIMEOUT_S), "Firefox listens")
        self._read()
        self._count = 0
        self._call("NewSession", capabilities={"alwaysMatch": {}})

    def close(self) -> None:
        """Leave the browser."""
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (byte := self._socket.recv(1)) != b":":
            length += byte
        result = b""
        while len(result) < int(length):
            result += self._socket.recv(int(length) - len(result))
        return json.loads(result)

    def _call(self, command: str, **parameters: Any) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, fault, answer = self._read()
        if fault:
            raise RuntimeError(fault["message"])
        return answer.get("value") if isinstance(answer, dict) and "value" in answer else answer


class _WebDriver(_Commands):
    """The WebDriver standard, over HTTP."""

    _PATHS: Final = {"Navigate": "/url", "ExecuteScript": "/execute/sync", "FindElement": "/element"}

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self._base = f"http://{HOST}:{port}/session"
        result = until(lambda: self._post("", {"capabilities": {"alwaysMatch": capabilities}}), "WebKit has a session")
        self._session = f"/{result['sessionId']}"

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        request = Request(self._base + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=TIMEOUT_S) as response:
                return json.load(response)["value"]
        except HTTPError as refused:
            fault = json.load(refused)["value"]
            raise RuntimeError(f"{fault['error']}: {fault['message']}") from None

    def _call(self, command: str, **parameters: Any) -> Any:
        path = self._PATHS.get(command) or f"/element/{parameters.pop('id')}/click"
        return self._post(self._session + path, parameters)


@contextmanager
def _process(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, **environment})
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


_FIREFOX_PREFERENCES: Final = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}


@contextmanager
def firefox(profile: Path) -> Iterator[Driver]:
    """Firefox without a window, with its own profile."""
    port = free_port()
    preferences = {"marionette.port": port, **_FIREFOX_PREFERENCES}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
    (profile / "user.js").write_text("".join(lines))
    program = str(_firefox())
    with (
        _process(program, "--headless", "--marionette", "--no-remote", "--profile", str(profile), HOME=str(profile)),
        closing(_Marionette(port)) as driver,
    ):
        yield driver


@contextmanager
def _screen() -> Iterator[str]:
    """A virtual display: WebKit has no headless mode."""
    read, write = os.pipe()
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "500x1000x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    ) as server:
        os.close(write)
        try:
            with os.fdopen(read) as result:
                yield f":{result.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def webkit(profile: Path) -> Iterator[Driver]:
    """WebKitGTK's MiniBrowser on a virtual display."""
    port = free_port()
    options = {"binary": _mini_browser(), "args": ["--automation"]}
    with _screen() as display, _process("WebKitWebDriver", f"--port={port}", DISPLAY=display, HOME=str(profile)):
        yield _WebDriver(port, {"webkitgtk:browserOptions": options})


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def _mini_browser() -> str | None:
    return next((path for path in _MINI_BROWSERS if Path(path).exists()), None)


def missing(name: str) -> str | None:
    """Why a browser cannot be driven on this machine, for a skipped test; None if it can."""
    if name == "firefox":
        return None if _firefox() else "Firefox is not installed"
    needed = {"MiniBrowser": _mini_browser(), **{each: shutil.which(each) for each in ("WebKitWebDriver", "Xvfb")}}
    absent = [each for each, path in needed.items() if path is None]
    return f"not installed: {', '.join(absent)}" if absent else None
