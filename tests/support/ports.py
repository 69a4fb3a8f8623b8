"""Ports for servers under test."""

import socket
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from random import SystemRandom

HOST = "127.0.0.1"
_PORTS = range(10_240, 32_768)
"""Ports below the range from which the system assigns ephemeral ones."""


def free_port() -> int:
    """A port without a listener; random, so that parallel tests seldom choose the same one."""
    while True:
        port = SystemRandom().choice(_PORTS)
        try:
            socket.create_server((HOST, port)).close()
        except OSError:
            continue
        return port


def await_answer(port: int) -> None:
    """Wait for any HTTP response on a port of this machine. Raises TimeoutError after a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with suppress(OSError, HTTPException), closing(HTTPConnection(HOST, port, timeout=5)) as connection:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing answers on port {port}")
