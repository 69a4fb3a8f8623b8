"""The client against the real service, whose address is in PUNG_CHOW_URL, and embedded."""

import asyncio
import copy
import gzip
import json
import os
import pickle
import random
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from pung_chow import AsyncClient, Client, DeprecatedOperation, Problem, ProtocolError, __version__, calls

URL = os.environ["PUNG_CHOW_URL"]
REQUESTS = {
    each["name"]: each["request"]
    for each in json.loads((Path(__file__).parents[3] / "conformance" / "deals.json").read_text())["vectors"]
}
DEAL = REQUESTS["layout-1"]
PATHS = {
    "settle": ("layout-1", "/v1/settlements"),
    "score": ("won-hand", "/v1/scores"),
    "waits": ("waiting-hand", "/v1/waits"),
    "wash": ("ten-heads", "/v1/washed-tiles"),
    "false_mahjong": ("half-the-limit", "/v1/false-mahjong"),
    "fine": ("misnamed-discard", "/v1/fines"),
    "resolve": ("five-rules", "/v1/rulesets/resolve"),
    "scoresheet": ("short-sitting", "/v1/scoresheets"),
}
"""For each method that takes a body the name of one, and its path."""
ASKED = {method: REQUESTS[name] for method, (name, _) in PATHS.items()}


@pytest.fixture(scope="module", params=["over HTTP", "embedded"])
def client(request: pytest.FixtureRequest) -> Iterator[Client]:
    with Client(URL) if request.param == "over HTTP" else Client.embedded() as client:
        yield client


@pytest.mark.parametrize("method", ASKED)
def test_a_method_answers_what_the_service_answers(client: Client, method: str) -> None:
    answer = httpx.post(URL + PATHS[method][1], json=ASKED[method])
    assert getattr(client, method)(ASKED[method]) == answer.raise_for_status().json()


def test_a_drawn_deal_may_leave_out_its_winner(client: Client) -> None:
    drawn = {name: value for name, value in REQUESTS["drawn-deal"].items() if name != "winner"}
    assert client.settle(drawn) == client.settle({**drawn, "winner": None})
    entry = {"type": "deal", "hands": [{"counted": {"score": 8}}] * 4}
    sheet = {"ruleset": "bmja", "players": ["A", "B", "C", "D"], "entries": [entry]}
    assert client.scoresheet(sheet) == client.scoresheet({**sheet, "entries": [{**entry, "winning_player": None}]})


def test_a_deal_is_settled_as_the_book_does(client: Client) -> None:
    assert client.settle(DEAL)["settlement"]["net"] == {"east": 2880, "south": -1120, "west": -496, "north": -1264}


def test_rulebooks_are_told_and_compared(client: Client) -> None:
    assert "bmja" in [each["id"] for each in client.rulesets()["rulesets"]]
    assert client.ruleset("bmja")["id"] == "bmja"
    assert client.compare("bmja", "dmjl")["rules"]
    assert client.finders()["finders"]


def test_parameters_are_those_of_the_operation(client: Client) -> None:
    assert "transfers" not in client.settle(DEAL)["settlement"]
    assert "transfers" in client.settle(DEAL, transfers=True)["settlement"]


@pytest.mark.parametrize(("method", "asked"), [("settle", "countres"), ("waits", "counters"), ("finders", "explain")])
def test_an_argument_that_the_operation_does_not_have_is_a_type_error(client: Client, method: str, asked: str) -> None:
    with pytest.raises(TypeError, match=asked):
        getattr(client, method)(*([ASKED[method]] if method in ASKED else []), **{asked: True})


def test_an_id_stays_one_segment_of_the_path(client: Client) -> None:
    for wrong in ("../finders", "..", "compare?a=bmja", "a/b", "\u00e9"):
        with pytest.raises(Problem) as refused:
            client.ruleset(wrong)
        assert refused.value.status == 404


def test_a_call_has_a_language_a_time_out_and_an_id_of_its_own() -> None:
    seen = []

    def slow(asked: httpx.Request) -> httpx.Response:
        said = [asked.headers.get(name) for name in ("Accept-Language", "X-Request-ID")]
        left = asked.extensions["timeout"].get("read")
        seen.append((left and round(left), *said, asked.url.query))
        return httpx.Response(200, json={})

    with Client(URL, language="nl", timeout=20, transport=httpx.MockTransport(slow)) as client:
        client.finders()
        client.settle(DEAL, language="de", timeout=9, request_id="evening-7", counters=True)
        client.finders(timeout=0)
    expected = [(20, "nl", None, b""), (9, "de", "evening-7", b"counters=true"), (None, "nl", None, b"")]
    assert seen == expected


def test_one_client_answers_in_the_language_of_each_call(client: Client) -> None:
    about = {language: client.ruleset("bmja", language=language)["about"] for language in ("en", "de", "en")}
    assert about["de"] != about["en"]
    with pytest.raises(Problem, match="Fehler"):
        client.settle({}, language="de")


def test_the_id_of_a_request_and_its_headers_are_in_reach() -> None:
    seen: list[httpx.Response] = []
    with Client(URL, on_response=seen.append) as client:
        client.settle(DEAL, request_id="evening-7")
        with pytest.raises(Problem) as refused:
            client.settle({}, request_id="evening-8")
    assert [each.headers["X-Request-ID"] for each in seen] == ["evening-7", "evening-8"]
    assert (refused.value.request_id, refused.value.headers["Content-Type"]) == (
        "evening-8",
        "application/problem+json",
    )


def failing(
    *failures: int | type[httpx.TransportError], after: str | None = "0"
) -> tuple[list[bytes], httpx.MockTransport]:
    """A service that fails so often before it answers, and the bodies that it got."""
    got, left = list[bytes](), list(failures)

    def answer(asked: httpx.Request) -> httpx.Response:
        got.append(asked.content)
        failure = left.pop(0) if left else 200
        if isinstance(failure, int):
            return httpx.Response(failure, json={}, headers={"Retry-After": after} if after else {})
        raise failure("dropped", request=asked)

    return got, httpx.MockTransport(answer)


PASSING: list[int | type[httpx.TransportError]] = [429, 502, 503, 504, httpx.ReadError, httpx.RemoteProtocolError]


@pytest.mark.parametrize("failure", [*PASSING, httpx.ConnectError, httpx.ConnectTimeout])
def test_a_request_that_failed_for_a_time_is_repeated_as_it_was(failure: int | type[httpx.TransportError]) -> None:
    got, transport = failing(failure, failure)
    with Client(URL, transport=transport) as client:
        client.settle(DEAL)
    assert len(got) == 3
    assert {*got} == {got[0]}


def test_a_request_is_repeated_so_many_times_and_a_refusal_never() -> None:
    for retries, failures, sent in ((0, [503] * 9, 1), (2, [503] * 9, 3), (3, [422], 1), (3, [500], 1)):
        got, transport = failing(*failures)
        with Client(URL, transport=transport, retries=retries) as client, pytest.raises(Problem) as refused:
            client.settle(DEAL)
        assert (len(got), refused.value.status) == (sent, failures[0])


def pause(after: str, *, retry_for: float | None = None, timeout: float = 0) -> float | None:
    """The pause before the first repeat of a request that was answered by 503."""
    response = calls.Received(httpx.Request("POST", URL), 503, httpx.Headers({"Retry-After": after}), b"")
    return calls.Repeats(3, retry_for, calls.TimeLeft(timeout)).pause(response)


def test_a_pause_is_random_and_growing() -> None:
    for attempt in range(9):
        repeats = [calls.Repeats(20, None, calls.TimeLeft(0)) for _ in range(50)]
        for each in repeats:
            each._attempt = attempt
        pauses = {each.pause(None) for each in repeats}
        assert len(pauses) == 50
        assert max(pauses) <= min(calls.FIRST_PAUSE * 2**attempt, calls.LONGEST_PAUSE)


def test_a_pause_is_what_the_service_asks_for_unless_it_is_longer_than_there_is_time_for() -> None:
    assert [pause("7"), pause("7", timeout=9), pause("7", retry_for=9)] == [7, 7, 7]
    assert [pause("7", timeout=5), pause("7", retry_for=5), pause("31"), pause("100000")] == [None] * 4


def test_the_service_may_ask_for_a_pause_until_a_date() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=9)
    assert 7 < (pause(format_datetime(soon, usegmt=True)) or 0) <= 9
    assert pause("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert (pause("soon") or 0) <= calls.FIRST_PAUSE


@pytest.mark.parametrize("given", [{"timeout": 2}, {"timeout": 0, "retry_for": 2}])
def test_a_longer_pause_than_there_is_time_for_ends_at_once_with_the_problem(given: dict[str, float]) -> None:
    got, transport = failing(503, after="60")
    began = time.monotonic()
    with Client(URL, transport=transport, **given) as client, pytest.raises(Problem) as refused:
        client.settle(DEAL)
    assert (refused.value.status, len(got)) == (503, 1)
    assert time.monotonic() - began < 1


@contextmanager
def server(*pieces: bytes, between: float = 0.0) -> Iterator[tuple[str, list[bytes]]]:
    """A server that sends the same pieces to everyone, with pauses between them, and what it got: URL, heads."""
    heads = list[bytes]()

    def serve() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=send, args=(connection,), daemon=True).start()

    def send(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            heads.append(connection.recv(65536))
            for piece in pieces:
                connection.sendall(piece)
                time.sleep(between)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", heads
        listener.shutdown(socket.SHUT_RDWR)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 56\r\n\r\n"


async def slow_finders(url: str) -> Any:
    async with AsyncClient(url, timeout=1) as client:
        return await client.finders()


def sync_finders(url: str) -> Any:
    with Client(url, timeout=1) as client:
        return client.finders()


@pytest.mark.parametrize("pieces", [(HEAD, *[b"["] * 50), (b"", HEAD)], ids=["a slow body", "no answer"])
@pytest.mark.parametrize("ask", [sync_finders, lambda url: asyncio.run(slow_finders(url))], ids=["sync", "async"])
def test_the_time_out_is_that_of_the_whole_call(pieces: tuple[bytes, ...], ask: Callable[[str], Any]) -> None:
    """A wait for each piece alone would never be too long."""
    with server(*pieces, between=3 if pieces[0] == b"" else 0.3) as (url, _):
        began = time.monotonic()
        with pytest.raises(httpx.TimeoutException):
            ask(url)
        assert 0.9 < time.monotonic() - began < 2.5


def test_a_response_that_is_cut_off_in_the_middle_is_asked_for_again() -> None:
    with server(HEAD, b'{"net":') as (url, heads), Client(url) as client, pytest.raises(httpx.RemoteProtocolError):
        client.settle(DEAL)
    assert len(heads) == 4


def test_an_attempt_to_connect_leaves_time_for_another() -> None:
    times = calls.TimeLeft(20)
    assert (times["connect"], times.get("connect")) == (calls.CONNECT_TIMEOUT, calls.CONNECT_TIMEOUT)
    assert calls.TimeLeft(2).get("connect") < 2 < calls.CONNECT_TIMEOUT


def test_no_redirect_is_followed() -> None:
    """A deal and the names at the table are not sent to another server."""
    with server(b"HTTP/1.1 200 OK\r\n\r\n") as (other, heads):
        moved = f"HTTP/1.1 307 Moved\r\nLocation: {other}/v1/settlements\r\nContent-Length: 0\r\n\r\n"
        with (
            server(moved.encode()) as (url, _),
            Client(url) as client,
            pytest.raises(ProtocolError, match=other) as seen,
        ):
            client.settle(DEAL)
    assert (heads, seen.value.status) == ([], 307)


def test_no_more_is_read_than_the_bound() -> None:
    bomb = gzip.compress(b" " * 10_000_000)
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\n\r\n"
    endless = [b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", *[b" " * 1000] * 5000]
    for pieces in ([head, bomb], endless):
        with server(*pieces) as (url, _), Client(url, max_response_bytes=1_000_000) as client:  # noqa: SIM117 - too long
            with pytest.raises(ProtocolError, match="more than 1000000 bytes"):
                client.settle(DEAL)


def test_a_service_that_is_away_for_a_time_is_asked_until_it_is_back() -> None:
    """As long as `retry_for` says, and its last attempt is at the end: three repeats would end in 1.8 seconds."""
    back = time.monotonic() + 2.2

    def answer(asked: httpx.Request) -> httpx.Response:
        if time.monotonic() < back:
            raise httpx.ConnectError("refused", request=asked)
        return httpx.Response(200, json={})

    with Client(URL, transport=httpx.MockTransport(answer)) as client, pytest.raises(httpx.ConnectError):
        client.settle(DEAL)
    with Client(URL, transport=httpx.MockTransport(answer), retry_for=2.3) as client:
        assert client.settle(DEAL) == {}
    back = time.monotonic() + 60
    with Client(URL, transport=httpx.MockTransport(answer), retry_for=0.5) as client, pytest.raises(httpx.ConnectError):
        client.settle(DEAL)
    assert time.monotonic() < back - 55


def test_a_page_in_place_of_an_answer_is_a_protocol_error() -> None:
    broken = ("<html>", "[" * 100_000, '{"net": "\udcff')
    for kind, text in (("text/html", "<html>"), *(("application/json", each) for each in broken)):
        portal = httpx.MockTransport(
            lambda _, kind=kind, text=text: httpx.Response(
                200, content=text.encode(errors="surrogateescape"), headers={"Content-Type": kind}
            )
        )
        with Client(URL, transport=portal) as client, pytest.raises(ProtocolError, match=re.escape(text[:5])):
            client.settle(DEAL)


def test_a_deprecated_operation_warns_with_its_dates() -> None:
    dates = {"Deprecation": "@1798761600", "Sunset": "Wed, 30 Jun 2027 00:00:00 GMT"}
    old = httpx.MockTransport(lambda _: httpx.Response(200, json={}, headers=dates))
    with Client(URL, transport=old) as client, pytest.warns(DeprecatedOperation, match="Sunset Wed, 30 Jun 2027"):
        client.finders()


def test_without_items_the_numbers_are_answered(client: Client) -> None:
    whole, lean = client.settle(DEAL), client.settle(DEAL, items=False)
    assert lean == httpx.post(f"{URL}/v1/settlements?items=false", json=DEAL).raise_for_status().json()
    assert lean["settlement"]["net"] == whole["settlement"]["net"]
    assert "items" not in lean["hands"]["east"]
    assert "items" not in client.score(ASKED["score"], items=False)["hand"]
    sheet = ASKED["scoresheet"]
    assert client.scoresheet(sheet, items=False)["standings"] == client.scoresheet(sheet)["standings"]
    assert client.settle_batch([DEAL], items=False)[0]["answer"] == lean
    assert [each["answer"] for each in client.settle_many([DEAL], items=False)] == [lean]


def test_a_sheet_is_told_from_an_entry_on(client: Client) -> None:
    sheet = REQUESTS["short-sitting"]
    assert [each["number"] for each in client.scoresheet(sheet, first=4)["entries"]] == [4]


def test_every_fault_is_told_at_its_place_in_the_clients_language() -> None:
    with Client(URL, language="de") as client, pytest.raises(Problem) as refused:
        client.settle({**DEAL, "winner": "nobody", "round_wind": "up"})
    assert refused.value.code == "invalid-request"
    assert {"/winner", "/round_wind"} <= set(refused.value.by_pointer)
    assert all(sentences for sentences in refused.value.by_pointer.values())
    assert "Fehler" in refused.value.detail


def test_two_faults_at_a_place_are_both_there() -> None:
    faults = [{"pointer": "/win", "detail": each} for each in ("a", "b")] + [{"pointer": "/hands", "detail": "c"}]
    assert Problem(422, {"errors": faults}).by_pointer == {"/win": ["a", "b"], "/hands": ["c"]}


GATEWAYS: list[Any] = [["Unauthorized"], [{"message": "no"}], None, {"a": 1}, "no", 7, [{"detail": 7}], [[]]]
"""What gateways have in a member `errors`."""


@pytest.mark.parametrize("errors", GATEWAYS)
def test_the_errors_of_a_gateway_are_a_problem_without_faults(errors: Any) -> None:
    gateway = httpx.MockTransport(lambda _: httpx.Response(401, json={"errors": errors, "code": 16, "detail": ["no"]}))
    with Client(URL, transport=gateway) as client, pytest.raises(Problem) as refused:
        client.settle(DEAL)
    problem = refused.value
    assert (problem.errors, problem.by_pointer, problem.code, problem.detail) == ([], {}, "", "")
    assert (str(problem), problem.document["errors"]) == ("401", errors)


def test_a_fault_without_a_readable_pointer_has_no_place() -> None:
    problem = Problem(400, {"errors": [{"detail": "a", "pointer": ["x"]}, "b", {"detail": "c", "pointer": "/win"}]})
    assert (len(problem.errors), problem.by_pointer) == (2, {"/win": ["c"]})


def test_a_refusal_can_be_pickled_and_copied() -> None:
    with Client(URL) as client, pytest.raises(Problem) as refused:
        client.settle({}, request_id="evening-9")
    html = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with Client(URL, transport=html) as client, pytest.raises(ProtocolError) as strange:
        client.settle(DEAL)
    for error in (refused.value, strange.value):
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
            assert type(again) is type(error)
            assert (str(again), vars(again)) == (str(error), vars(error))
    assert pickle.loads(pickle.dumps(refused.value)).request_id == "evening-9"


def test_a_rulebook_is_asked_for_conditionally_and_kept() -> None:
    seen: list[httpx.Response] = []
    with Client(URL, on_response=seen.append) as client:
        first = client.ruleset("bmja")
        first["id"] = "spoilt"
        assert [client.ruleset("bmja")["id"], client.rulesets()["rulesets"][0]["id"]] == ["bmja", "harr-1922"]
        german = client.ruleset("bmja", language="de")
        assert german["about"] == client.ruleset("bmja", language="de")["about"] != first["about"]
        client.settle(DEAL)
        client.settle(DEAL)
    assert [each.status_code for each in seen] == [200, 304, 200, 200, 304, 200, 200]


def test_what_is_kept_is_bounded() -> None:
    body = b'{"text": "%s"}' % (b"x" * calls.MAX_KEPT_BYTES)
    sent = list[str | None]()

    def answer(asked: httpx.Request) -> httpx.Response:
        sent.append(asked.headers.get("If-None-Match"))
        headers = {"ETag": '"a"', "Content-Type": "application/json"}
        return httpx.Response(200, content=body if "long" in asked.url.path else b"{}", headers=headers)

    with Client(URL, transport=httpx.MockTransport(answer)) as client:
        for each in (*map(str, range(calls.MAX_KEPT + 1)), "long", "0", "long", str(calls.MAX_KEPT)):
            client.ruleset(each)
    assert sent[-4:] == [None, None, None, '"a"']


def many(number: int) -> Iterator[Any]:
    return ({**DEAL, "id": str(each)} if each % 10 else {"id": str(each)} for each in range(number))


@pytest.mark.parametrize("chunk_size", [1000, 200, 7])
def test_many_deals_are_settled_in_order_and_a_bad_one_spoils_only_itself(client: Client, chunk_size: int) -> None:
    results = [(each["id"], each["outcome"]) for each in client.settle_many(many(450), chunk_size=chunk_size)]
    assert results == [(str(n), "settled" if n % 10 else "refused") for n in range(450)]
    assert [each["outcome"] for each in client.settle_batch([*many(2)])] == ["refused", "settled"]


def test_no_deals_are_settled_by_no_request() -> None:
    with Client("http://127.0.0.1:9") as client:
        assert [*client.settle_many([])] == []


class Service:
    """A service whose batches take a random time, of which one fails once, and how many were in flight."""

    def __init__(self) -> None:
        self.chunks, self.most, self.failed = list[int](), 0, False
        self._now, self._lock = 0, threading.Lock()

    def answer(self, asked: httpx.Request) -> httpx.Response:
        deals = json.loads(asked.content)["deals"]
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            fails, self.failed = not self.failed and deals[0]["id"] == "20", self.failed or deals[0]["id"] == "20"
        time.sleep(random.uniform(0, 0.02))
        with self._lock:
            self._now -= 1
            self.chunks.append(len(deals))
        if fails:
            return httpx.Response(503, headers={"Retry-After": "0"})
        return httpx.Response(200, json={"results": deals})


def test_chunks_are_in_flight_together_and_one_that_failed_is_sent_again() -> None:
    service = Service()
    with Client(URL, transport=httpx.MockTransport(service.answer)) as client:
        results = [*client.settle_many(many(95), chunk_size=10, in_flight=3)]
    assert [each["id"] for each in results] == [str(each) for each in range(95)]
    assert (service.most, sorted(service.chunks)) == (3, [5, *[10] * 10])
    assert service.failed


def test_deals_with_long_house_rules_make_short_chunks() -> None:
    service = Service()
    long = {"id": "x" * (calls.CHUNK_BYTES // 2)}
    with Client(URL, transport=httpx.MockTransport(service.answer)) as client:
        assert len([*client.settle_many([long] * 5)]) == 5
    assert sorted(service.chunks) == [1, 2, 2]


def test_a_chunk_that_is_refused_is_a_problem_after_the_results_before_it() -> None:
    def answer(asked: httpx.Request) -> httpx.Response:
        deals = json.loads(asked.content)["deals"]
        return httpx.Response(422 if deals[0]["id"] == "10" else 200, json={"results": deals})

    with Client(URL, transport=httpx.MockTransport(answer)) as client:
        results = client.settle_many(many(95), chunk_size=10)
        assert [next(results)["id"] for _ in range(10)] == [str(each) for each in range(10)]
        with pytest.raises(Problem):
            next(results)


SHARED: Any = {
    "ruleset": "millington",
    "house_rules": {"rules": {"mah-jong": {"points": 30}}},
    "options": {"limit": 500},
}
"""What all deals of a batch may have."""


def test_what_all_deals_share_is_sent_once_and_a_deals_own_wins(client: Client) -> None:
    bare = {name: value for name, value in DEAL.items() if name not in ("ruleset", "house_rules", "options")}
    own = {**bare, "ruleset": "harr-1923", "house_rules": {"title": "The book"}, "options": {"limit": 0}}
    whole = [{"outcome": "settled", "answer": client.settle(each)} for each in ({**bare, **SHARED}, own)]
    assert [each["answer"]["ruleset"] for each in whole] == ["millington", "harr-1923"]
    assert client.settle_batch([bare, own], shared=SHARED) == whole
    assert [*client.settle_many([bare, own] * 3, shared=SHARED, chunk_size=2)] == whole * 3
    other = client.settle_batch([bare], shared={**SHARED, "revision": 99})[0]
    assert other["outcome"] == "refused"
    assert other["problem"]["code"] == "other-revision"


def test_every_chunk_has_what_all_deals_share_and_none_has_a_deal_twice() -> None:
    bodies = list[Any]()

    def answer(asked: httpx.Request) -> httpx.Response:
        bodies.append(json.loads(asked.content))
        return httpx.Response(200, json={"results": bodies[-1]["deals"]})

    with Client(URL, transport=httpx.MockTransport(answer)) as client:
        assert len([*client.settle_many(many(25), shared=SHARED, chunk_size=10, in_flight=1)]) == 25
        client.settle_batch([*many(1)], shared=SHARED)
    assert [len(each.pop("deals")) for each in bodies] == [10, 10, 5, 1]
    assert bodies == [SHARED] * 4


def test_deals_are_asked_for_as_results_are_taken(client: Client) -> None:
    deals = many(10_000)
    results = client.settle_many(deals, chunk_size=10, in_flight=2)
    assert next(results)["id"] == "0"
    results.close()
    assert int(next(deals)["id"]) == 20


def test_the_async_client_answers_the_same() -> None:
    async def ask() -> list[Any]:
        async with AsyncClient(URL) as client:
            answers = [await getattr(client, method)(body) for method, body in ASKED.items()]
            answers += [await client.ruleset("bmja"), await client.compare("bmja", "dmjl")]
            answers += [await client.settle_batch([*many(2)], shared=SHARED)]
            answers += [await client.settle(DEAL, items=False), await client.score(ASKED["score"], items=False)]
            return [*answers, [each async for each in client.settle_many(many(95), chunk_size=10)]]

    with Client(URL) as client:
        answers = [getattr(client, method)(body) for method, body in ASKED.items()]
        answers += [client.ruleset("bmja"), client.compare("bmja", "dmjl")]
        answers += [client.settle_batch([*many(2)], shared=SHARED)]
        answers += [client.settle(DEAL, items=False), client.score(ASKED["score"], items=False)]
        assert asyncio.run(ask()) == [*answers, [*client.settle_many(many(95))]]


def test_the_async_clients_chunks_are_in_flight_together_and_end_with_the_results() -> None:
    service = Service()

    async def answer(asked: httpx.Request) -> httpx.Response:
        return await asyncio.to_thread(service.answer, asked)

    async def ask() -> list[Any]:
        deals = many(10_000)
        async with AsyncClient(URL, transport=httpx.MockTransport(answer)) as client:
            results = [each async for each in client.settle_many(many(95), chunk_size=10, in_flight=3)]
            left = client.settle_many(deals, chunk_size=10, in_flight=2)
            first = await anext(left)
            await left.aclose()
        assert len(asyncio.all_tasks()) == 1
        return [[each["id"] for each in results], first["id"], next(deals)["id"]]

    assert asyncio.run(ask()) == [[str(each) for each in range(95)], "0", "20"]
    assert service.most == 3


def test_the_body_of_a_gateway_is_a_problem_too() -> None:
    gateway = httpx.MockTransport(lambda _: httpx.Response(502, text="<html>"))
    with Client(URL, transport=gateway, retries=0) as client, pytest.raises(Problem) as refused:
        client.settle(DEAL)
    assert (refused.value.status, refused.value.code, refused.value.errors) == (502, "", [])


def test_a_token_is_sent_to_the_gateway() -> None:
    gateway = httpx.MockTransport(lambda asked: httpx.Response(200, json=dict(asked.headers)))
    with Client(URL, token="secret", transport=gateway) as client:
        assert client.finders()["authorization"] == "Bearer secret"


def test_a_service_that_is_away_is_httpxs_error() -> None:
    with Client("http://127.0.0.1:9", timeout=1, retries=1) as client, pytest.raises(httpx.HTTPError):
        client.finders()


def test_the_version_is_the_contracts(client: Client) -> None:
    assert client.http.get("/healthz").headers["API-Version"] == __version__
