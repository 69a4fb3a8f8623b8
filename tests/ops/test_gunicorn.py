"""What the worker takes from gunicorn, and what it replaces, as the installed gunicorn has it.

A digest that differs says that gunicorn has changed there: read the new source beside service/ops/worker, then write
the new digest down.
"""

import inspect
import socket
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.http import message, unreader, wsgi
from gunicorn.http.errors import ParseException
from gunicorn.workers import base, workertmp

from service.ops.worker import LoopWorker
from service.ops.worker.answer import Application
from service.ops.worker.request import Request

REPLACED = {"run", "handle_quit"}
"""Of gunicorn's worker; nothing else of gunicorn is replaced."""
READ: dict[str, tuple[Any, str]] = {
    # How a worker starts, lives, and is told to stop
    "Worker.__init__": (base.Worker.__init__, "e0f1de2d6057"),
    "Worker.init_process": (base.Worker.init_process, "114caccd7a0e"),
    "Worker.init_signals": (base.Worker.init_signals, "65442e0602b0"),
    "Worker.handle_exit": (base.Worker.handle_exit, "e2f7159c426d"),
    "Worker.handle_quit": (base.Worker.handle_quit, "2944b4132761"),
    "Worker.handle_abort": (base.Worker.handle_abort, "ca347b2ae368"),
    "Worker.notify": (base.Worker.notify, "7f509bc4046b"),
    "WorkerTmp": (workertmp.WorkerTmp, "2e6b7f316807"),
    "Arbiter.spawn_worker": (Arbiter.spawn_worker, "6abc0d90b0b9"),
    "Arbiter.stop": (Arbiter.stop, "7138b6afd9c4"),
    "Arbiter.murder_workers": (Arbiter.murder_workers, "3f8fbfdf473f"),
    # How a setting is looked up: the worker puts the values into the configuration's own dictionary
    "Config.__getattr__": (Config.__getattr__, "ff80f0fbda2e"),
    # How a head is read
    "Message.__init__": (message.Message.__init__, "14b64a40f29f"),
    "Message.parse_headers": (message.Message.parse_headers, "fe09a6b5e706"),
    "Message.set_body_reader": (message.Message.set_body_reader, "e3ba33f5ac7c"),
    "Message.should_close": (message.Message.should_close, "37c454bfb3e3"),
    "HeaderPolicy": (message.HeaderPolicy, "84bc24b291e7"),
    "Request.parse": (message.Request.parse, "34c084607ae1"),
    "Request._parse_python": (message.Request._parse_python, "ed07ffec5178"),  # type: ignore[attr-defined]
    "Request.parse_request_line": (message.Request.parse_request_line, "77187ebabb46"),
    "IterUnreader": (unreader.IterUnreader, "fa4b976b31bd"),
    # What the environment holds that is the same for all requests
    "base_environ": (wsgi.base_environ, "942494574f2c"),
    # How gunicorn asks an application: the worker does as much, but for what a test below names
    "wsgi.create": (wsgi.create, "2c35d4a2dc62"),
}


def test_only_what_is_named_is_replaced() -> None:
    own = {name for name in vars(LoopWorker) if hasattr(base.Worker, name) and not name.startswith("__")}
    assert own == REPLACED
    assert LoopWorker.__mro__[1] is base.Worker


@pytest.mark.parametrize("name", READ)
def test_gunicorn_is_as_it_was_when_this_was_read(name: str) -> None:
    source, digest = READ[name]
    now = sha256(inspect.getsource(source).encode()).hexdigest()[:12]
    assert now == digest, f"gunicorn has changed {name}: read it beside service/ops/worker, then write {now!r} here"


def test_gunicorn_still_asks_the_worker_about_its_settings() -> None:
    assert "check_config" in inspect.getsource(Arbiter.start)


@pytest.mark.parametrize(("name", "value"), [("keyfile", __file__), ("proxy_protocol", "auto")])
def test_what_is_not_served_is_refused_at_the_start(name: str, value: str) -> None:
    cfg = Config()
    LoopWorker.check_config(cfg, None)
    cfg.set(name, value)
    with pytest.raises(RuntimeError, match="not served here"):
        LoopWorker.check_config(cfg, None)


@pytest.mark.parametrize("setting", ["limit_request_line", "limit_request_fields", "forwarded_allow_ips", "keepalive"])
def test_a_setting_is_found_in_the_configurations_own_dictionary_first(setting: str) -> None:
    cfg = Config()
    vars(cfg)[setting] = "found"
    assert getattr(cfg, setting) == "found"


NOT_TOLD = {"gunicorn.socket", "wsgi.early_hints"}
"""Of gunicorn's environment: nothing here looks at them, and no socket is seen by the application."""


def test_the_environment_is_gunicorns_own() -> None:
    cfg = Config()
    raw = b"POST /a%20b?c=d HTTP/1.1\r\nHost: x\r\nX-A: b\r\nX-A: c\r\nContent-Type: t\r\nContent-Length: 5\r\n\r\n"
    head, server = parsed(raw)(), ("127.0.0.1", 80)
    _, theirs = wsgi.create(head, socket.socket(), ("127.0.0.1", 1), server, cfg)
    asked = Application(lambda *_: [], cfg, frozenset()).asked(Request(head, ("127.0.0.1", 1), b"hello", 99), server)
    ours = asked.environ
    assert ours.pop("wsgi.input").read() == b"hello"
    assert (ours.pop("wsgi.multithread"), theirs.pop("wsgi.multithread")) == (True, False)
    assert type(ours.pop("wsgi.errors")) is type(theirs.pop("wsgi.errors"))
    assert ours == {name: value for name, value in theirs.items() if name not in {*NOT_TOLD, "wsgi.input"}}


def parsed(raw: bytes) -> Callable[[], message.Request]:
    return lambda: message.Request(Config(), unreader.IterUnreader([raw]), ("127.0.0.1", 1))


def test_the_parser_reads_a_head_that_is_given_whole_and_waits_for_nothing() -> None:
    head = parsed(b"POST /a?b=c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")()
    assert (head.method, head.path, head.query, head.version) == ("POST", "/a", "b=c", (1, 1))
    assert ("CONTENT-LENGTH", "5") in head.headers
    assert ("EXPECT", "100-continue") in head.headers


@pytest.mark.parametrize("length", ["-1", "+1", "1,1", "x", "", "1\r\nContent-Length: 1"])
def test_the_parser_lets_no_other_length_than_a_number_pass(length: str) -> None:
    with pytest.raises(ParseException):
        parsed(f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n".encode())()
