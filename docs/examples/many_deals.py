"""Settle a file of deals on a Dask cluster: what docs/many-deals.md measures.

python -m docs.examples.many_deals deals.jsonl results --workers 2
python -m docs.examples.many_deals s3://bucket/deals.jsonl s3://bucket/results --scheduler tcp://scheduler:8786
"""

import sys
from argparse import ArgumentParser, Namespace
from functools import partial
from io import BytesIO
from itertools import accumulate
from typing import Final

import fsspec
from distributed import Client
from fsspec.core import url_to_fs
from fsspec.utils import read_block

from service.ops.settings import from_environment
from service.reading.own_rulebooks import add_own
from service.usecases.files import Lines, Results, settle_chunk

MEBIBYTE: Final = 1024 * 1024


def lines_of(source: str, block: int, offset: int) -> BytesIO:
    """The lines of a block: those that begin after its first byte, the last one whole; of the first block all."""
    with fsspec.open(source) as file:
        return BytesIO(read_block(file, offset, block, b"\n"))


def count(source: str, block: int, offset: int) -> int:
    """How many lines belong to a block."""
    return sum(1 for _ in lines_of(source, block, offset))


def settle(source: str, block: int, longest: int, offset: int, first: int, target: str) -> Results:
    """Settle the lines of a block, of which the first has a number, into a file; what is told back has no text."""
    lines = lines_of(source, block, offset).readlines()
    texts, size = [text[: longest + 2] for text in lines], sum(map(len, lines))
    results = settle_chunk(Lines(first, texts, size), longest)
    with fsspec.open(target, "wb") as file:  # a block that a lost worker began is written again, to the same bytes
        file.write(results.text)
    return results._replace(text=b"")


def settle_all(client: Client, source: str, target: str, block: int) -> list[Results]:
    """Settle a file into a folder, a part for each block, in the order of the lines."""
    settings = from_environment()
    if settings.rulebooks:  # on each worker, also on those that join later
        client.register_worker_callbacks(partial(add_own, settings.rulebooks))
    offsets = range(0, url_to_fs(source)[0].size(source), block)
    counts = client.gather(client.map(partial(count, source, block), offsets, pure=False))
    firsts = list(accumulate(counts[:-1], initial=1))[: len(offsets)]
    targets = [f"{target}/part-{number:06}.jsonl" for number in range(len(offsets))]
    work = partial(settle, source, block, settings.max_body)
    results: list[Results] = client.gather(client.map(work, offsets, firsts, targets, pure=False))
    return results


def main() -> int:
    """Settle; the status is 1 where a line was refused or the folder is not empty."""
    asked = _arguments()
    files, folder = url_to_fs(asked.results)
    files.makedirs(folder, exist_ok=True)
    if files.ls(folder):
        sys.exit(f"{asked.results} is not empty: what lies there would be taken for parts of the results")
    own = {"n_workers": asked.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(asked.scheduler) if asked.scheduler else Client(**own) as client:
        results = settle_all(client, asked.deals, asked.results, asked.block)
    refused = [number for each in results for number in each.refused]
    named = f" (lines {', '.join(map(str, refused[:5]))}{' and more' if refused[5:] else ''})" if refused else ""
    sys.stderr.write(f"{sum(each.settled for each in results)} settled, {len(refused)} refused{named}\n")
    return 1 if refused else 0


def _arguments() -> Namespace:
    parser = ArgumentParser(description="Settles a file of deals, one JSON deal a line, on a Dask cluster.")
    parser.add_argument("deals", help="the file, a path or an address that fsspec reads and every worker reaches")
    parser.add_argument("results", help="an empty or new folder for the parts of the results")
    parser.add_argument("--block", type=int, default=MEBIBYTE, help="bytes that are settled at once (1 MiB)")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", help="a cluster that runs; without it, one of this machine is started")
    where.add_argument("--workers", type=int, default=2, help="processes of the cluster that is started (2)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
