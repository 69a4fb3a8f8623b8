"""Ports for servers under test."""

import socket
from random import SystemRandom

HOST = "127.0.0.1"
_BELOW_THE_SYSTEMS = range(10_240, 32_768)
"""Ports that the system gives to no client and to nobody who leaves the choice to it."""


def free_port() -> int:
    """One that nobody listens on; drawn, so that tests that run beside each other hardly ever take the same."""
    while True:
        port = SystemRandom().choice(_BELOW_THE_SYSTEMS)
        try:
            socket.create_server((HOST, port)).close()
        except OSError:
            continue
        return port
