"""The table of the measured claims, as Markdown: ratios first, then what they are made of."""

import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from os import sched_getaffinity
from typing import Final, NamedTuple

from bench.batch import Many
from bench.beside import Claim
from bench.client import CONNECTIONS, WRK
from bench.core import Costs
from bench.corpus import CLASSES, Example
from bench.faults import MOST_WAITED, Beside
from bench.house import Compared as House
from bench.memory import FIRST, THEN
from bench.page import processor, table
from bench.request import Compared
from bench.server import Run, Served
from bench.trees import COMMIT
from bench.waits import Waited
from bench.worst import Taken
from service.reading.schemas import MOST_DEALS
from service.usecases.core import FORM

DECLARED, CONCEALED, ONE_SUIT, *_ = CLASSES
LIBRARIES: Final = ("flask", "marshmallow", "orjson", "gunicorn")
ELSEWHERE: Final = (
    "What a cluster takes for a file stands in [docs/many-deals.md](../docs/many-deals.md) (`make bench-dask`)."
)
WAITS: Final = "What a hand waits for, the worst kind in any rulebook"
SHOWN: Final = 8
"""Of the worst requests."""
MEGABYTE: Final = 1e6


class Measured(NamedTuple):
    """Everything that was measured."""

    load: float
    """The machine's load average before."""
    examples: Sequence[Example]
    core: Sequence[Costs]
    requests: Sequence[Compared]
    house: House
    served: Sequence[Served]
    beside: Sequence[Beside]
    many: Many
    memory: tuple[int, int]
    worst: Sequence[Taken]
    waits: Sequence[Waited]
    against: Sequence[Claim]
    """What is held against other trees: before the worker was written, and with the core compiled."""


def claims(told: Measured) -> list[Claim]:
    """What the service is asked to keep to: ratios first."""
    declared = next(each for each in told.requests if each.kind == DECLARED)
    served = next(each for each in told.served if each.kind == DECLARED)
    many, (first, last) = told.many, told.memory
    return [
        *told.against,
        Claim(f"Request in process, {DECLARED}: times the bare Flask view", declared.ratio, 5),
        Claim(f"House rules that are kept, {DECLARED}: times the plain request", told.house.kept_ratio, 1.1),
        Claim(f"House rules that are new each time, {DECLARED}: times the plain request", told.house.new_ratio, 3),
        Claim(f"Throughput behind gunicorn, {DECLARED}: share of the bare view's", served.ratio, 0.45, at_least=True),
        Claim("File command, one worker: share of the batch's time", many.file_share, 1),
        Claim("File command, two workers: times as fast as one", many.speed_up, 1.8, at_least=True),
        Claim("File command, two workers: share of what two cores give", many.share, 0.97, at_least=True),
        Claim(f"Memory after {THEN:,} requests: share of that after {FIRST:,}", last / first, 1.05),
        Claim(f"Core, {DECLARED}: the slowest rulebook, a deal", _slowest(told, DECLARED), 150, " µs"),
        Claim(f"Core, {CONCEALED}: the slowest rulebook, a deal", _slowest(told, CONCEALED), 300, " µs"),
        Claim(f"Core, {ONE_SUIT}: the worst deal in any rulebook", _worst(told, ONE_SUIT), 600, " µs"),
        Claim(f"Batch of {MOST_DEALS:,}: on top of the core, a deal", many.over_core, 100, " µs"),
        *[Claim(f"A normal client beside {each.fault}: p99", each.p99, MOST_WAITED, " ms") for each in told.beside],
        Claim(
            f"{WAITS}: times one of the 34 requests that try every tile", max(each.of_tries for each in told.waits), 6
        ),
        Claim(f"{WAITS}: times a request for the score of that hand won", max(each.ratio for each in told.waits), 6),
        Claim("The worst request found: CPU for 64 KiB of body", told.worst[0].seconds, 1, " s"),
    ]


def _slowest(told: Measured, kind: str) -> float:
    return max(each.core or 0 for each in told.core if each.kind == kind)


def _worst(told: Measured, kind: str) -> float:
    return max(each.worst or 0 for each in told.core if each.kind == kind)


def document(told: Measured) -> str:
    """The whole report."""
    return "\n\n".join(["# Results", _about(told), *_sections(told)]) + "\n"


def _about(told: Measured) -> str:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    client = "wrk" if WRK else "a client in Python"
    return (
        f"`make bench` wrote this page: {len(told.examples)} deals of a seeded generator (`bench/corpus.py`), on "
        f"{processor()}, {len(sched_getaffinity(0))} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {libraries}. The core ran as {FORM}. Medians; what is compared was run "
        f"in alternation; before is commit {COMMIT}. µs are of CPU. Load came from {client} over {CONNECTIONS} "
        f"connections on the same cores. The machine's load average was {told.load:.1f} before: much above 0, it has "
        f"other work, and what goes by the "
        f"wall clock (gunicorn, two workers) is told too low."
    )


def _sections(told: Measured) -> list[str]:
    many, (first, last) = told.many, told.memory
    return [
        table(("", "here", "asked", "kept"), (claim.row for claim in claims(told))),
        "## The request in process (µs)",
        table(
            ("class", "ratio", "service", "bare view"),
            ((each.kind, f"{each.ratio:.2f}", f"{each.service:.0f}", f"{each.bare:.0f}") for each in told.requests),
        ),
        f"With house rules of the contract's example, {DECLARED}: plain {told.house.plain:.0f}, with the same ones "
        f"again {told.house.kept:.0f}, with new ones each time {told.house.new:.0f}.",
        "## Behind gunicorn",
        table(
            ("class", "ratio of throughput", "", "answers a second", "p99 (ms)", "workers' CPU for a request (µs)"),
            (row for each in told.served for row in _served(each)),
        ),
        "## A normal client beside faulty ones",
        "A client that settles deals and asks for the health, each on a connection of its own, with two workers.",
        table(
            ("beside", "answers", "median (ms)", "p99 (ms)", "a worker (MB)"),
            map(_beside, told.beside),
        ),
        "## The core (µs a deal)",
        "Core: legality, scoring and settlement of a deal already read. Reading: from bytes to that deal (bad deals: "
        "to the refusal, legality included). Telling: from the result to bytes.",
        table(("class", "rulebook", "core", "its slowest deal", "reading", "telling"), map(_core, told.core)),
        "## What a hand waits for",
        "A request for the waits of a hand, times one for its score when won, and times one of the 34 that try every "
        "tile instead, most of which are refused: the winners of the corpus before their last tile, and hands that "
        "wait for as many tiles as any.",
        table(("hands", "times the hand won", "in the fastest rulebook", "times a try"), _by_kind(told.waits)),
        f"## {MOST_DEALS:,} mixed deals at once",
        table(
            ("", "µs a deal", "deals a second"),
            (
                ("core alone", f"{many.core:.0f}", f"{1e6 / many.core:,.0f}"),
                ("batch", f"{many.batch:.0f}", f"{1e6 / many.batch:,.0f}"),
                ("file command, one worker, start-up apart", f"{many.file:.0f}", f"{1e6 / many.file:,.0f}"),
                ("file command, two workers, by the wall clock", "", f"{many.rate:,.0f}"),
            ),
        ),
        f"Two commands with one worker each, run at once, were {many.most:.2f} times as fast as one: so much two cores "
        "give here.",
        "## Memory",
        f"One process, no body twice: {first / MEGABYTE:.1f} MB after {FIRST:,} requests, {last / MEGABYTE:.1f} MB "
        f"after {THEN:,}.",
        "## The worst requests found (`bench/worst.py`)",
        table(
            ("request", "CPU seconds for 64 KiB", "answer in MB"),
            ((each.name, f"{each.seconds:.3f}", f"{each.answer / MEGABYTE:.1f}") for each in told.worst[:SHOWN]),
        ),
        ELSEWHERE,
    ]


def _served(each: Served) -> list[tuple[str, ...]]:
    return [
        (each.kind, f"{each.ratio:.2f}", "service", *_run(each.service)),
        ("", "", "bare view", *_run(each.bare)),
    ]


def _run(run: Run) -> tuple[str, ...]:
    return f"{run.rate:,.0f}", f"{run.p99:.1f}", f"{run.cpu:.0f}"


def _beside(each: Beside) -> tuple[str, ...]:
    return each.fault, f"{each.answers:,}", *(f"{figure:.1f}" for figure in (each.median, each.p99, each.held))


def _core(each: Costs) -> tuple[str, ...]:
    figures = (each.core, each.worst, each.reading, each.telling)
    return each.kind, each.ruleset, *("-" if figure is None else f"{figure:.0f}" for figure in figures)


def _by_kind(waits: Sequence[Waited]) -> Iterator[tuple[str, ...]]:
    for kind in dict.fromkeys(each.kind for each in waits):
        ratios = [each.ratio for each in waits if each.kind == kind]
        tries = [each.of_tries for each in waits if each.kind == kind]
        yield kind, f"{max(ratios):.2f}", f"{min(ratios):.2f}", f"{max(tries):.2f}"
