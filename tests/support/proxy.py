"""The compose file's nginx.conf in front of services on loopback."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.support.ports import free_port
from tests.support.server import ROOT, TIMEOUT, wait_until

NGINX: Final = shutil.which("nginx")
"""The program; None if it is not installed."""


def nginx_conf() -> str:
    """The configuration for compose."""
    return (ROOT / "deploy/nginx.conf").read_text()


def _configured(text: str, directory: Path, port: int, services: tuple[int, ...]) -> Path:
    """A configuration, with other ports, another folder and shorter timeouts."""
    (server,) = re.findall(r"^ +server service:8000.*\n", text, re.MULTILINE)
    for original, replacement in (
        (_listens(text), f"listen 127.0.0.1:{port}"),
        (server, "".join(server.replace("service:8000", f"127.0.0.1:{service}") for service in services)),
        ("/tmp/", f"{directory}/"),
        ("timeout 10s;", "timeout 2s;"),
        ("worker_processes auto;", "worker_processes 1;"),
    ):
        assert original in text
        text = text.replace(original, replacement)
    path = directory / "nginx.conf"
    path.write_text(text)
    return path


def _listens(text: str) -> str:
    (found,) = re.findall(r"^ *listen \d+", text, re.MULTILINE)
    return str(found)


def _listens_on(port: int) -> bool:
    with socket.socket() as probe:
        return not probe.connect_ex(("127.0.0.1", port))


@contextmanager
def proxy(directory: Path, *services: int, text: str | None = None) -> Iterator[int]:
    """The proxy before ports of this machine, the replicas of a service; its own port. `text` is its configuration."""
    port = free_port()
    command = [str(NGINX), "-c", str(_configured(text or nginx_conf(), directory, port, services)), "-g", "daemon off;"]
    process = subprocess.Popen(command, cwd=directory)
    try:
        wait_until(lambda: _listens_on(port))
        yield port
    finally:
        process.terminate()
        process.wait(TIMEOUT)
