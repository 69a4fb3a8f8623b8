"""Legal deals from eight clients to two workers: the answers are the core's own, and the contract's."""

import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import orjson
import pytest

from service.usecases.deals import settle
from tests.amounts import amount
from tests.contract import validator
from tests.ops.load import Job, exchange, posted
from tests.ops.server import REAL, Server, running
from tests.oracle.deals import RULESETS, deal

DEALS = amount(600, 2000)
CLIENTS = 8
ANSWER = ("paths", "/v1/settlements", "post", "responses", "200", "content", "application/json", "schema")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("service"), REAL) as server:
        yield server


def random_deals() -> list[dict[str, Any]]:
    rng = Random(1923)
    return [deal(rng, RULESETS[number % len(RULESETS)], rng.choice((4, 4, 4, 3, 2))) for number in range(DEALS)]


def send_all(server: Server, jobs: list[Job]) -> Iterator[tuple[int, bytes]]:
    """Ask on one connection, and on another where the answer says that the first closes: a worker gave it up."""
    left = iter(jobs)
    while True:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            for job in left:
                head, body = exchange(connection, job.request)
                yield int(head.split()[1]), body
                if b"connection: close" in head.lower():
                    break
            else:
                return


def test_parallel_clients_get_exactly_the_answers_of_the_core(
    service: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = random_deals()
    jobs = [Job(posted("/v1/settlements", orjson.dumps(each)), orjson.dumps(settle(each))) for each in deals]
    shares = [jobs[start::CLIENTS] for start in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as clients:
        answers = [
            (status, body, job.answer)
            for share, told in zip(
                shares, clients.map(lambda share: list(send_all(service, share)), shares), strict=True
            )
            for job, (status, body) in zip(share, told, strict=True)
        ]
    statuses = Counter(status for status, _, _ in answers)
    with capsys.disabled():
        print(f"\nlegal deals served, by status: {dict(statuses)}")
    assert statuses == {200: DEALS}
    assert all(body == expected for _, body, expected in answers)
    promised = validator(ANSWER)
    for _, body, _ in answers:
        promised.validate(orjson.loads(body))
    assert {line["pid"] for line in service.requests()} == service.workers()
