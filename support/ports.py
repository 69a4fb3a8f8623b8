"""Ports for servers under test."""

import socket
from random import SystemRandom

HOST = "127.0.0.1"
_BELOW_THE_SYSTEMS = range(10_240, 32_768)
"""Ports below the range from which the system assigns ephemeral ones."""


def free_port() -> int:
    """A port that nobody listens on; random, so that parallel tests hardly ever choose the same one."""
    while True:
        port = SystemRandom().choice(_BELOW_THE_SYSTEMS)
        try:
            socket.create_server((HOST, port)).close()
        except OSError:
            continue
        return port
