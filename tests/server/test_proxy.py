"""The compose file's nginx.conf in front of the service, on loopback, with slow and hostile clients."""

import http.client
import json
import re
import socket
import ssl
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.test_served import DEAL, HEALTH, SETTLE
from tests.support.load import post_request, read_response
from tests.support.pages import blocks
from tests.support.ports import free_port
from tests.support.proxy import NGINX, nginx_conf, proxy
from tests.support.server import REAL, TIMEOUT, Server, ask, running

LAST = HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
BATCH = post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
pytestmark = [pytest.mark.night, pytest.mark.skipif(NGINX is None, reason="nginx is not installed")]


class Proxied(NamedTuple):
    service: Server
    port: int

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT)

    def send(self, raw: bytes) -> bytes:
        """Send bytes and return everything received until the proxy closes the connection."""
        with self.connect() as client:
            client.sendall(raw)
            return read_all(client)

    def responds(self) -> bool:
        try:
            with self.connect() as client:
                client.sendall(HEALTH)
                return read_response(client)[0].startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False


def read_all(client: socket.socket) -> bytes:
    """All bytes until the other side closes or resets the connection."""
    received = b""
    with suppress(ConnectionResetError):
        while more := client.recv(65536):
            received += more
    return received


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    directory = tmp_path_factory.mktemp("proxy")
    directory.chmod(0o755)
    with running(directory, REAL) as service, proxy(directory, service.port) as port:
        yield Proxied(service, port)


def assert_problem(response: bytes, status: int) -> None:
    """It is a problem document, which a page of any origin may read."""
    head, _, body = response.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"Content-Type: application/problem+json" in head
    assert b"Access-Control-Allow-Origin: *" in head
    assert {"type", "code", "title", "status", "detail"} <= json.loads(body).keys()


def test_a_service_that_is_not_there_is_a_problem_document(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with proxy(tmp_path, free_port()) as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(LAST)
        assert_problem(read_all(client), 502)


def test_too_many_connections_of_a_client_are_a_problem_document(proxied: Proxied) -> None:
    """Fifty wait in the midst of a body."""
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(proxied.connect()).sendall(SETTLE[:-100])
        assert_problem(proxied.send(LAST), 429)


def test_a_request_is_forwarded(proxied: Proxied) -> None:
    with proxied.connect() as client:
        client.sendall(SETTLE)
        head, body = read_response(client)
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b'"settlement"' in body


@pytest.mark.parametrize("raw", [HEALTH[:20], SETTLE[:-100]], ids=["half a head", "half a body"])
def test_half_a_request_times_out_and_does_not_reach_the_service(proxied: Proxied, raw: bytes) -> None:
    before = len(proxied.service.requests())
    assert not proxied.send(raw).startswith(b"HTTP/1.1 200 ")
    assert len(proxied.service.requests()) == before


def test_a_body_that_is_too_large_is_refused_by_the_proxy(proxied: Proxied) -> None:
    before = len(proxied.service.requests())
    response = proxied.send(
        post_request("/v1/settlements/batch", b" " * 20)[:-20].replace(b": 20\r\n", b": 2000000\r\n")
    )
    assert_problem(response, 413)
    assert len(proxied.service.requests()) == before


def test_a_response_to_a_slow_reader_is_buffered_in_the_proxy(proxied: Proxied) -> None:
    """The service's connection is free, and the proxy closes the client's after its timeout."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(TIMEOUT)
        client.connect(("127.0.0.1", proxied.port))
        client.sendall(BATCH)
        deadline = time.monotonic() + TIMEOUT
        while connections(proxied.service.port) > 32:  # the proxy keeps up to 32
            assert time.monotonic() < deadline
        assert proxied.responds()
        time.sleep(4)
        assert len(read_all(client)) < 4_000_000, "cut off, not sent to the end"


def connections(port: int) -> int:
    """The open connections to a port of this machine."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[2].endswith(f":{port:04X}") and line.split()[3] == "01" for line in lines)


# Requests whose end two parsers may see at different places; each is followed by another, smuggled one.

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
def test_no_response_to_a_smuggled_request_reaches_another_client(proxied: Proxied, spelling: str) -> None:
    """The next client, on the same connection of the proxy to the service, gets the response to its own request."""
    for length, coding, _ in (each for each in VARIANTS if each[2] == spelling):
        with proxied.connect() as client:
            client.sendall(variant(length, coding, spelling))
            client.shutdown(socket.SHUT_WR)
            result = read_all(client)
        statuses = [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+) ", result)]
        assert 200 not in statuses, result
        with proxied.connect() as other:
            other.sendall(HEALTH)
            head, body = read_response(other)
        assert (head.split()[1], body) == (b"200", b'{"status":"ok"}'), (length, coding, spelling)
    assert ask(proxied.service, "/healthz").status == 200


def test_the_proxy_serves_tls_and_limits_a_client_as_the_page_prints(tmp_path: Path) -> None:
    """The blocks of the page, put where it says, with a certificate that is made here."""
    tmp_path.chmod(0o755)
    names = ("fullchain.pem", "privkey.pem")
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(
        [*made.split(), "-out", names[0], "-keyout", names[1]], cwd=tmp_path, check=True, capture_output=True
    )
    served, shared = (block.text for block in blocks("docs/operating.md") if block.language == "nginx")
    text = nginx_conf().replace("listen 8080;\n", served).replace("access_log off;", shared)
    text = text.replace("/etc/ssl/settlement/", "/tmp/").replace("/var/log/nginx/", "/tmp/")
    trusted = ssl.create_default_context(cafile=str(tmp_path / names[0]))
    with proxy(tmp_path, free_port(), text=text) as port:
        statuses = Counter(status_over_tls(port, trusted) for _ in range(200))
    assert set(statuses) == {502, 429}, "no service is there"
    assert statuses[502] >= 100
    assert (tmp_path / "settlement.log").read_text().startswith("127.0.0.1 ")


def status_over_tls(port: int, trusted: ssl.SSLContext) -> int:
    connection = http.client.HTTPSConnection("localhost", port, context=trusted, timeout=TIMEOUT)
    connection.request("GET", "/healthz")
    try:
        return connection.getresponse().status
    finally:
        connection.close()
