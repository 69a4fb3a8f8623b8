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


def _configured(directory: Path, port: int, services: tuple[int, ...]) -> Path:
    """The configuration, with other ports, another folder and shorter timeouts."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    (server,) = re.findall(r"^ +server service:8000.*\n", text, re.MULTILINE)
    for original, replacement in (
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
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


@contextmanager
def proxy(directory: Path, *services: int) -> Iterator[int]:
    """The proxy before ports of this machine, the replicas of a service; its own port."""
    port = free_port()
    command = [str(NGINX), "-c", str(_configured(directory, port, services)), "-g", "daemon off;"]
    process = subprocess.Popen(command, cwd=directory)
    try:
        wait_until(lambda: not socket.socket().connect_ex(("127.0.0.1", port)))
        yield port
    finally:
        process.terminate()
        process.wait(TIMEOUT)
