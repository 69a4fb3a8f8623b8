"""The worked example of docs/many-deals.md on Dask's local cluster."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

distributed = pytest.importorskip("distributed", reason="an environment without the development tools")

ROOT = Path(__file__).parents[1]
DEALS = [deal["request"] for deal in json.loads((ROOT / "tests/data/worked_deals.json").read_bytes())["deals"]]
LINES = [json.dumps(deal).encode() + b"\n" for deal in DEALS]
GOOD = b"".join(LINES)
EXAMPLE = "docs.examples.many_deals"
OWN = "id: thursday\ntitle: Thursday\nbase: bmja\nrules: {mah-jong: {points: 10}}\n"
LONGEST = 65_536
TOO_LONG = LONGEST + 2
"""Bytes that are read of a line: what lies behind them does not change that it is blank."""


def results_of(deals: Path) -> Path:
    return deals.with_name("results")


def at(cluster: Any) -> tuple[str, str]:
    return "--scheduler", cluster.scheduler_address


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    return tmp_path / "deals.jsonl"


def command(module: str, *arguments: object, **environment: str) -> "subprocess.Popen[bytes]":
    run = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.Popen(run, cwd=ROOT, env={**os.environ, **environment}, stderr=subprocess.PIPE)


def ended(run: "subprocess.Popen[bytes]") -> tuple[int, str]:
    _, told = run.communicate(timeout=60)
    return run.returncode, told.decode().splitlines()[-1]


def by_the_file_command(deals: Path, **environment: str) -> tuple[int, bytes]:
    results = deals.with_name("results.jsonl")
    status, _ = ended(command("service", "settle", deals, "--output", results, **environment))
    return status, results.read_bytes()


def parts(folder: Path) -> bytes:
    return b"".join(part.read_bytes() for part in sorted(folder.iterdir()))


@pytest.mark.parametrize(
    ("text", "block"),
    [
        (GOOD * 40, 10_000),
        ((GOOD + b"?\n\n  \n{}\n").replace(b"\n", b"\r\n") * 3, 999),
        (LINES[0] + b"x" * 200_000 + b"\n" + LINES[1].rstrip(), 1_000),
        (b" " * TOO_LONG + b"x\n" + b" " * LONGEST + b"x\n" + b" " * (LONGEST - 1) + b"x\n" + LINES[0], 30_000),
        (b"".join(line.rstrip().ljust(1023) + b"\n" for line in LINES), 1_024),
        (b"{}\n\n\n" + LINES[0], 1),
        (b"", 1_000),
    ],
    ids=[
        "lines on the edges of blocks",
        "refused lines, blank ones, carriage returns",
        "a line longer than many blocks, and a last one without an end",
        "lines about as long as a deal may be",
        "blocks as long as the lines",
        "a block for each byte",
        "an empty file",
    ],
)
def test_the_parts_in_order_are_the_very_bytes_of_the_file_command(
    cluster: Any, deals: Path, text: bytes, block: int
) -> None:
    deals.write_bytes(text)
    asked = status, output = by_the_file_command(deals)

    given, told = ended(command(EXAMPLE, deals, results_of(deals), "--block", block, *at(cluster)))

    assert (given, parts(results_of(deals))) == asked
    outcomes = [json.loads(line)["outcome"] for line in output.splitlines()]
    assert told.startswith(f"{outcomes.count('settled')} settled, {outcomes.count('refused')} refused")
    assert ("(lines " in told) == bool(status)


def test_a_worker_that_is_killed_costs_time_alone(cluster: Any, deals: Path) -> None:
    deals.write_bytes(GOOD * 500)
    results = results_of(deals)
    run = command(EXAMPLE, deals, results, "--block", 4_096, *at(cluster))
    while not (results.exists() and len(list(results.iterdir())) > 2):
        assert run.poll() is None
        sleep(0.001)
    os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)

    assert ended(run) == (0, f"{500 * len(LINES)} settled, 0 refused")
    assert (0, parts(results)) == by_the_file_command(deals)


def test_workers_serve_the_rulebooks_of_a_table(deals: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "thursday.yaml").write_text(OWN)
    deals.write_bytes(b"".join(json.dumps({**deal, "ruleset": "thursday"}).encode() + b"\n" for deal in DEALS))
    asked = _, output = by_the_file_command(deals, RULEBOOKS=str(folder))

    status, _ = ended(command(EXAMPLE, deals, results_of(deals), "--workers", 1, RULEBOOKS=str(folder)))

    assert (status, parts(results_of(deals))) == asked
    assert b'"thursday"' in output


def test_results_of_another_file_are_not_mixed_in(deals: Path) -> None:
    deals.write_bytes(GOOD)
    results_of(deals).mkdir()
    (results_of(deals) / "part-000007.jsonl").write_bytes(b"{}\n")

    status, told = ended(command(EXAMPLE, deals, results_of(deals)))

    assert (status, "is not empty" in told) == (1, True)
    assert parts(results_of(deals)) == b"{}\n"
