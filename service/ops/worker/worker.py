"""The loop: it accepts, lets connections read, answers what is small, hands what is not to threads, keeps the time."""

import os
import socket
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from types import FrameType
from typing import Any, Final, cast
from wsgiref.types import WSGIApplication

from gunicorn.config import Config
from gunicorn.workers.base import Worker

from service.ops import health
from service.ops.settings import from_environment
from service.ops.worker import balance
from service.ops.worker.answer import Application, Asked
from service.ops.worker.connection import Connection, Phase
from service.ops.worker.door import Door
from service.ops.worker.request import Request

MOST_HELD: Final = 16 * 1024 * 1024
"""Bytes that requests on their way in and answers on their way out may hold, at least."""
TICK: Final = 0.5
"""Seconds between two looks at what has taken its time."""
STOP_IDLE: Final = 2.0
"""Seconds that a stopping worker waits for a request which its client may be sending already."""


class LoopWorker(Worker):
    """gunicorn's worker, but for its loop, its signals to stop, and how it reads and answers."""

    quits: frozenset[int] = frozenset()

    @classmethod
    def check_config(cls, cfg: Config, _: Any) -> None:
        """Refuse what this worker does not serve. Raises RuntimeError."""
        if cfg.is_ssl or cfg.proxy_protocol != "off" or "h2" in cfg.http_protocols:
            raise RuntimeError("TLS, the PROXY protocol and HTTP/2 are not served here")

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop once the requests that are whole are answered; asked again, at once.

        Ctrl-C reaches a worker twice: from the terminal, and as another signal from the master.
        """
        if sig in self.quits:
            sys.exit(0)
        self.quits |= {sig}
        self.alive = False

    def run(self) -> None:
        """Serve until told to stop, then until every request is answered."""
        self.begin()
        while self.alive or self.connections:
            for key, _ in self.poller.select(self.pause()):
                self.attempt(key.data)
            for _ in range(len(self.calls)):
                self.attempt(self.calls.popleft())
            self.keep_time()
        self.threads.shutdown(wait=False, cancel_futures=True)

    def begin(self) -> None:
        """Make ready what the loop needs."""
        settings = from_environment()
        self.patience = settings.request_timeout
        self.most_body = max(settings.max_body, settings.max_body_many)
        self.most_held = max(MOST_HELD, 4 * self.most_body)
        # gunicorn looks settings up some twenty times a request, each time through two dictionaries and a method.
        vars(self.cfg).update({name: setting.get() for name, setting in self.cfg.settings.items()})
        self.application = Application(cast("WSGIApplication", self.wsgi), self.cfg, frozenset(settings.cors_origins))
        self.long_paths: frozenset[str] = getattr(self.wsgi, "extensions", {}).get("long_paths", frozenset())
        self.threads = ThreadPoolExecutor(self.cfg.threads)
        self.connections: set[Connection] = set()
        self.calls: deque[Callable[[], None]] = deque()
        self.poller = DefaultSelector()
        self.stopping = False
        self.leave_at = inf
        self.surplus = 0  # connections that are better held by a worker which holds fewer, one that started later say
        self.next_look = 0.0
        self.poller.register(self.PIPE[0], EVENT_READ, self.woken)
        self.watch_master()
        self.door = Door(self)
        balance.tell(self.age, 0)
        self.door.open()
        sys.setswitchinterval(0.001)  # the loop waits for its turn beside the threads at each call of the system

    def watch_master(self) -> None:
        """Learn of the master's end at once, where the system tells it; each look at the time tells it too."""
        with suppress(OSError, AttributeError):
            master = os.pidfd_open(self.ppid)
            self.poller.register(master, EVENT_READ, lambda: self.orphaned(master))

    def orphaned(self, master: int) -> None:
        """Stop: nobody else will tell."""
        self.poller.unregister(master)
        self.alive = False

    # The loop

    def pause(self) -> float:
        """Seconds that the loop may sleep."""
        return 0 if self.calls else max(0.0, min(self.next_look, self.door.opens_at) - monotonic())

    def attempt(self, call: Callable[[], None]) -> None:
        """One connection's failure is not another's."""
        try:
            call()
        except Exception:
            self.log.exception("The loop met an error")

    def soon(self, call: Callable[[], None]) -> None:
        """Call something in the loop's next turn."""
        self.calls.append(call)

    def woken(self) -> None:
        """A signal or a thread woke the loop."""
        with suppress(BlockingIOError):
            os.read(self.PIPE[0], 4096)

    def keep_time(self) -> None:
        """Tell the master that this worker lives, and end what has taken its time."""
        if not self.alive and not self.stopping:
            self.stop()
        now = monotonic()
        self.door.open_when_due(now)
        if now < self.next_look:
            return
        self.next_look = now + TICK
        self.notify()
        self.alive = self.alive and os.getppid() == self.ppid
        more = balance.more_than_the_least(self.age)
        self.surplus = more // 2 if more > max(2, len(self.connections) // 2) else 0
        for connection in [each for each in self.connections if each.until < now or self.leave_at < now]:
            self.attempt(connection.expire if self.leave_at > now else connection.close)

    # Connections

    def welcome(self, sock: socket.socket, client: Any, server: Any) -> None:
        """Begin with a connection, which as a rule has brought its first bytes."""
        if len(self.connections) >= self.cfg.worker_connections:
            self.make_room()
        connection = Connection(self, sock, client, server)
        self.connections.add(connection)
        balance.tell(self.age, len(self.connections))
        connection.receive()

    def make_room(self, least: int = 0) -> None:
        """End the connection that has waited longest for its client, of those that hold so many bytes.

        Where none waits, accept none for a moment.
        """
        waiting = [each for each in self.connections if each.phase is not Phase.WORKING and each.held() >= least]
        if not waiting:
            self.door.close(TICK)
            return
        longest = min(waiting, key=lambda each: each.since)
        longest.expire()
        longest.close()

    def keep_within_memory(self) -> None:
        """Make room while connections hold too much."""
        if sum(each.held() for each in self.connections) > self.most_held:
            self.make_room(least=1)

    def forget(self, connection: Connection) -> None:
        """A connection has ended."""
        self.connections.discard(connection)
        if self.alive:
            balance.tell(self.age, len(self.connections))

    def idle_time(self) -> float:
        """Seconds that a connection may wait for its next request."""
        return float(self.cfg.keepalive if self.alive else STOP_IDLE)

    # Requests

    def work(self, connection: Connection, request: Request, asked: Asked) -> None:
        """Have a whole request answered: here if that is quick, else by a thread."""
        self.nr += 1
        if self.nr >= self.max_requests:
            self.alive = False
        if self.surplus > 0 or not self.alive or not health.ready() or not self.cfg.keepalive:
            self.surplus -= 1
            asked = asked._replace(keep=False)
        if request.is_small() and asked.environ["PATH_INFO"] not in self.long_paths:
            connection.tell(self.application.answer(asked))
            return
        connection.watch(0)
        job = connection.job = self.threads.submit(self.application.answer, asked)
        job.add_done_callback(lambda done: self.call_from_thread(lambda: connection.answered(done)))

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Wake the loop for something that a thread has done."""
        self.calls.append(call)
        with suppress(BlockingIOError):  # it is awake
            os.write(self.PIPE[1], b".")

    # The end

    def stop(self) -> None:
        """Accept no more, let the idle ones go, and give the others the grace that the operator set."""
        self.stopping = True
        self.door.close()
        balance.forget(self.age)
        for listener in self.sockets:
            listener.close()
        now = monotonic()
        self.leave_at = now + self.cfg.graceful_timeout
        for connection in list(self.connections):
            if connection.phase is Phase.WAITING:
                connection.until = min(connection.until, now + STOP_IDLE)
            if self.quits and connection.phase not in (Phase.WORKING, Phase.SENDING):
                connection.close()
