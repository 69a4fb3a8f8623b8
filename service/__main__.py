"""The command line: `python -m service settle deals.jsonl` settles a file of deals without HTTP."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from errno import EINVAL
from functools import partial
from typing import BinaryIO, Final, NoReturn

from tqdm import tqdm

from service.ops.settings import from_environment
from service.requests.own_rulebooks import WrongRulebooks, add_own
from service.usecases.files import settle_file

NAMED: Final = 5
"""Lines that the summary names one by one."""
STANDARD: Final = "-"
"""Stands for standard input and output."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its status is 0, 1 where a line was refused, 2 where a file or a setting could not be used."""
    asked = _parser().parse_args(arguments)
    try:
        settings = from_environment()
        prepare = partial(add_own, settings.rulebooks) if settings.rulebooks else tuple
        prepare()
    except (ValueError, WrongRulebooks) as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    try:
        return _settle(asked, settings.max_body, prepare)
    except BrokenPipeError:  # whoever read the results has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        sys.stderr.write(f"{error.filename or 'settle'}: {error.strerror or error}\n")
        return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m service", description="Settles deals of Pung Chow.")
    commands = parser.add_subparsers(required=True, metavar="command")
    settle = commands.add_parser(
        "settle",
        help="settle a file of deals, one JSON deal a line",
        description="Settles a file of deals, one JSON deal a line, and writes one JSON result a line, in order: "
        "`line`, `status` and `answer`, or `problem` where a line is refused, which stops nothing.",
        epilog="Exit status: 0 all settled, 1 some lines refused, 2 a file could not be read or written.",
    )
    settle.add_argument("deals", help="the file, or - for standard input")
    settle.add_argument("--workers", type=_some, default=1, metavar="N", help="processes to settle with (1)")
    settle.add_argument("--output", default=STANDARD, metavar="FILE", help="where results go (standard output)")
    return parser


def _some(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def _settle(arguments: Namespace, longest: int, prepare: Callable[[], object]) -> int:
    settled = unnamed = 0
    refused: list[int] = []
    with _reading(arguments.deals) as source, _writing(arguments.output, source) as target, _progress(source) as bar:
        for results in settle_file(source, longest, arguments.workers, prepare):
            target.write(results.text)
            settled += results.settled
            named = results.refused[: NAMED - len(refused)]
            refused += named
            unnamed += len(results.refused) - len(named)
            bar.update(results.size)
        target.flush()
    sys.stderr.write(_summary(settled, refused, unnamed))
    return 1 if refused else 0


@contextmanager
def _reading(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD:
        yield sys.stdin.buffer
    else:
        with open(name, "rb") as file:
            yield file


@contextmanager
def _writing(name: str, source: BinaryIO) -> Iterator[BinaryIO]:
    if name == STANDARD:
        yield sys.stdout.buffer
    elif os.path.exists(name) and os.path.samestat(os.stat(name), os.fstat(source.fileno())):
        raise OSError(EINVAL, "the results would overwrite the deals", name)
    else:
        with open(name, "wb") as file:
            yield file


def _progress(source: BinaryIO) -> "tqdm[NoReturn]":
    """How much of the file is done; no bar unless standard error is a terminal (None), no end of what only flows."""
    size = os.fstat(source.fileno()).st_size or None
    return tqdm(total=size, unit="B", unit_scale=True, disable=None, leave=False)


def _summary(settled: int, refused: Sequence[int], unnamed: int) -> str:
    summary = f"{settled} settled"
    if refused:
        lines = ", ".join(map(str, refused)) + (f" and {unnamed} more" if unnamed else "")
        summary += f", {len(refused) + unnamed} refused (line{'s' if len(refused) > 1 else ''} {lines})"
    return summary + "\n"


if __name__ == "__main__":
    sys.exit(main())
