"""Load by parallel clients over keep-alive connections, which count the fate of every request sent whole."""

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.server import Server


@dataclass(frozen=True)
class Job:
    """A request as bytes and the expected body of its response."""

    request: bytes
    expected: bytes


def post_request(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def chunk(text: bytes) -> bytes:
    """A chunk of a body with `Transfer-Encoding: chunked`."""
    return b"%x\r\n%b\r\n" % (len(text), text)


@dataclass
class Tally:
    """One client's counts. `lost`: requests sent whole without a response, on a connection that had answered before."""

    answered: int = 0
    lost: int = 0
    wrong: int = 0
    refused: int = 0
    reconnects: int = 0
    announced_closes: int = 0


@dataclass
class Client:
    server: Server
    jobs: Sequence[Job]
    stop: threading.Event
    tally: Tally = field(default_factory=Tally)

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as connection:
                    self.use_connection(connection)
            except OSError:
                self.tally.refused += 1
                time.sleep(0.01)
            self.tally.reconnects += 1

    def use_connection(self, connection: socket.socket) -> None:
        """Send requests on one connection until the server announces that it closes it."""
        proven = False
        while not self.stop.is_set():
            job = self.jobs[self.tally.answered % len(self.jobs)]
            head, body = exchange(connection, job.request)
            if not head:
                self.tally.lost += proven
                return
            self.tally.answered += 1
            self.tally.wrong += not (head.startswith(b"HTTP/1.1 200 ") and body == job.expected)
            if b"connection: close" in head.lower():
                self.tally.announced_closes += 1
                return
            proven = True


def exchange(connection: socket.socket, request: bytes) -> tuple[bytes, bytes]:
    """Send one request and read its response: head and body, both empty if there is none."""
    try:
        connection.sendall(request)
        return read_response(connection)
    except OSError:
        return b"", b""


def read_response(connection: socket.socket) -> tuple[bytes, bytes]:
    data = b""
    while b"\r\n\r\n" not in data:
        data += read_some(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    while len(body) < length:
        body += read_some(connection)
    return head, body


def read_some(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    if not data:
        raise ConnectionResetError
    return data


@contextmanager
def load(server: Server, jobs: Sequence[Job], clients: int) -> Iterator[list[Tally]]:
    """Keep the server busy while the block runs."""
    stop = threading.Event()
    all_clients = [Client(server, jobs, stop) for _ in range(clients)]
    threads = [threading.Thread(target=client.run) for client in all_clients]
    for thread in threads:
        thread.start()
    try:
        yield [client.tally for client in all_clients]
    finally:
        stop.set()
        for thread in threads:
            thread.join()
