"""`python -m tools.bench --before COMMIT`: measure, print the tables, write them to `tools/bench/RESULTS.md`.

Compares this tree with another commit (or a folder) and with the copy that has a compiled core (`make compile`).
"""

import platform
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from os import getloadavg
from pathlib import Path
from typing import Final

from tools.bench import client, inside, served
from tools.bench.trees import trees

RESULTS: Final = Path(__file__).with_name("RESULTS.md")
LIBRARIES: Final = ("flask", "marshmallow", "orjson", "gunicorn")


def main(before: str) -> None:
    """Run all measurements, print the page and write it to `RESULTS`."""
    load, *_ = getloadavg()
    with trees(before) as compared:
        timings = []
        for each in inside.measure(compared):
            timings.append(each)
            print(f"{each.work}, {each.deals}", file=sys.stderr)
        under_load = served.measure(compared)
    text = "\n".join(_page(before, load, timings, under_load))
    RESULTS.write_text(text)
    print(text)


def _page(
    before: str,
    load: float,
    timings: Sequence[inside.Timing],
    under_load: list[served.Served],
) -> Iterator[str]:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    names = list(timings[0].by_tree)
    machine = f"{_processor()}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    yield f"# Results\n\n`make bench` wrote this page on {machine}, {libraries}."
    yield f"Before is {before}; what is compared ran in turn, and figures are medians."
    yield f"The machine's load average was {load:.1f} before: much above 0, it has other work, and rates are too low.\n"
    yield "## In process\n\nMicroseconds of processor time a deal, and as a share of before.\n"
    yield _table(["work", "deals", *names, *(f"{name} / {names[0]}" for name in names[1:])], (
        [each.work, each.deals, *(f"{figure:.0f}" for figure in each.by_tree.values()),
         *(f"{each.ratios[name]:.2f}" for name in names[1:])] for each in timings
    ))  # fmt: skip
    yield "\n## Behind gunicorn\n"
    yield f"{served.WORKERS} workers, wrk over {client.CONNECTIONS} connections on the same cores."
    yield "A core serves so many for each second of processor time that the workers use, without wrk's.\n"
    yield _table(["tree", "connections", "answers a second", "a core serves", "p99 (ms)", "largest worker (MB)"], (
        [each.tree, manner, f"{seen.rate:,.0f}", f"{seen.a_core:,.0f}", f"{seen.p99:.1f}", f"{each.megabytes:.0f}"]
        for each in under_load for manner, seen in each.by_manner.items()
    ))  # fmt: skip
    yield ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows))


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor()}, {len(names)} cores"


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tools.bench", description="Measure this tree beside another commit.")
    parser.add_argument("--before", default="HEAD~1", help="a commit or a folder (HEAD~1)")
    main(parser.parse_args().before)
