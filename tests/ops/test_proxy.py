"""The compose file's own nginx.conf before the service, on loopback: what slow and hostile clients meet there."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from support.load import posted, read_answer
from support.ports import free_port
from support.server import PATIENCE, REAL, ROOT, Server, ask, running
from tests.ops.test_served import DEAL, HEALTH, SETTLE

NGINX = shutil.which("nginx")
BATCH = posted("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")


class Proxied(NamedTuple):
    service: Server
    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def ended_with(self, raw: bytes) -> bytes:
        """Send bytes, then nothing more, and return everything received until the proxy closed."""
        with self.connect() as client:
            client.sendall(raw)
            return read_all(client)

    def answers(self) -> bool:
        try:
            with self.connect() as client:
                client.sendall(HEALTH)
                return read_answer(client)[0].startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False


def read_all(client: socket.socket) -> bytes:
    """Everything received until the other side closes or resets the connection."""
    read = b""
    with suppress(ConnectionResetError):
        while more := client.recv(65536):
            read += more
    return read


def configured(directory: Path, port: int, service: int) -> Path:
    """The configuration with this test's ports, folder and shorter timeouts, otherwise unchanged."""
    text = (ROOT / "deploy/nginx.conf").read_text()
    for place, here in (
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("server service:8000;", f"server 127.0.0.1:{service};"),
        ("/tmp/", f"{directory}/"),
        ("timeout 10s;", "timeout 2s;"),
        ("worker_processes auto;", "worker_processes 1;"),
    ):
        assert place in text
        text = text.replace(place, here)
    path = directory / "nginx.conf"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    directory = tmp_path_factory.mktemp("proxy")
    directory.chmod(0o755)
    with running(directory, REAL, FORWARDED_ALLOW_IPS="*") as service:
        port = free_port()
        command = [str(NGINX), "-c", str(configured(directory, port, service.port)), "-g", "daemon off;"]
        process = subprocess.Popen(command, cwd=directory)
        try:
            until = time.monotonic() + PATIENCE
            while not Proxied(service, port).answers():
                assert time.monotonic() < until
                time.sleep(0.1)
            yield Proxied(service, port)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def test_a_request_comes_through(proxied: Proxied) -> None:
    with proxied.connect() as client:
        client.sendall(SETTLE)
        head, body = read_answer(client)
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b'"settlement"' in body


@pytest.mark.parametrize("raw", [HEALTH[:20], SETTLE[:-100]], ids=["half a head", "half a body"])
def test_half_a_request_is_cut_off_and_the_service_never_sees_it(proxied: Proxied, raw: bytes) -> None:
    before = len(proxied.service.requests())
    assert not proxied.ended_with(raw).startswith(b"HTTP/1.1 200 ")
    assert len(proxied.service.requests()) == before


def test_a_body_that_is_too_large_is_refused_by_the_proxy(proxied: Proxied) -> None:
    before = len(proxied.service.requests())
    answer = proxied.ended_with(posted("/v1/settlements/batch", b" " * 20)[:-20].replace(b": 20\r\n", b": 2000000\r\n"))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert len(proxied.service.requests()) == before


def test_a_slow_readers_answer_waits_in_the_proxy_and_not_in_the_service(proxied: Proxied) -> None:
    """The service is done with it, and the proxy gives the client up after its time."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(PATIENCE)
        client.connect(("127.0.0.1", proxied.port))
        client.sendall(BATCH)
        until = time.monotonic() + PATIENCE
        while connections(proxied.service.port) > 32:  # kept to the service, by the proxy
            assert time.monotonic() < until
        assert proxied.answers()
        time.sleep(4)
        assert len(read_all(client)) < 4_000_000, "cut off, not sent to the end"


def connections(port: int) -> int:
    """The open connections to a port of this machine."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[2].endswith(f":{port:04X}") and line.split()[3] == "01" for line in lines)


# Requests that two readers may end at different places; behind each stands another, for a path that nobody asked for.

LENGTHS = ("5", "0", "+5", "5, 5", "5 5", "0x5", "05", " 5", "-1")
CODINGS = (
    *("chunked", "Chunked", "chunked, identity", "identity, chunked", "x, chunked", "gzip, chunked"),
    *("\tchunked", "chunked,", '"chunked"', "chunked;a=b", "chunked\x0b", "xchunked"),
)
SPELLINGS = (
    *("Transfer-Encoding:", "Transfer-Encoding :", "Transfer_Encoding:", " Transfer-Encoding:"),
    *("X: y\nTransfer-Encoding:", "Transfer-Encoding:\r\n "),
)
VARIANTS = [*product(LENGTHS, CODINGS, SPELLINGS)]
SMUGGLED = b"0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"


def variant(length: str, coding: str, spelling: str) -> bytes:
    head = f"POST /v1/settlements HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    return f"{head}{spelling} {coding}\r\n\r\n".encode() + SMUGGLED


def test_there_are_648_variants() -> None:
    assert len({variant(*each) for each in VARIANTS}) == 648


@pytest.mark.parametrize("spelling", SPELLINGS, ids=repr)
def test_no_smuggled_request_is_answered_to_another_client(proxied: Proxied, spelling: str) -> None:
    """The next client, on the proxy's kept connection to the service, gets the answer to its own request."""
    for length, coding, _ in (each for each in VARIANTS if each[2] == spelling):
        with proxied.connect() as client:
            client.sendall(variant(length, coding, spelling))
            client.shutdown(socket.SHUT_WR)
            result = read_all(client)
        statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", result)]
        assert 200 not in statuses, result
        with proxied.connect() as other:
            other.sendall(HEALTH)
            head, body = read_answer(other)
        assert (head.split()[1], body) == (b"200", b'{"status":"ok"}'), (length, coding, spelling)
    assert ask(proxied.service, "/healthz").status == 200
