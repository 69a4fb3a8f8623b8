"""The command line: `pung-chow serve` serves; `pung-chow settle deals.jsonl` answers a file of requests without HTTP.

`python -m pung_chow_settlement` is the same in a checkout.
"""

import os
import signal
import stat
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from errno import EBADF, EINVAL
from functools import partial
from io import BufferedReader
from typing import BinaryIO, Final, NoReturn, TextIO

from tqdm import tqdm

from pung_chow_settlement.operations.files import COMMANDS, Command, answer_file
from pung_chow_settlement.operations.workers import ENDING
from pung_chow_settlement.requests.own_rulebooks import WrongRulebooks, escaped, rulebooks_of
from pung_chow_settlement.server.descriptors import secure_descriptors
from pung_chow_settlement.server.root import VERSION
from pung_chow_settlement.server.settings import Settings, from_environment

SERVE: Final = "serve"
MAX_LINES_LISTED: Final = 5
"""Most line numbers that the summary lists."""
_DESCRIPTION: Final = (
    "Reads a file of JSON lines, each a body as the API has it, to {}. Writes one JSON result a line, in order: "
    "`line`, `outcome` and `answer`, or `problem` if a line is refused; the others go on."
)
_STATUS: Final = (
    "Exit status: 0 all answered, 1 some lines refused, 2 a file could not be read or written, or a process ended."
)
_OF_SERVE: Final = ("HOST", "PORT")
"""Settings that are options of `serve` too."""
STANDARD: Final = "-"
"""The file name of standard input and output."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status, as in `_STATUS`."""
    secure_descriptors()
    if sys.stderr is None:  # it was closed
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for the whole process
    options = _options(sys.argv[1:] if arguments is None else arguments)
    serves = options.command == SERVE
    if serves:
        os.environ |= {name: value for name in _OF_SERVE if (value := getattr(options, name.lower()))}
    try:
        settings = from_environment()
    except ValueError as wrong:  # gunicorn reads some variables before its configuration, and names none that is wrong
        _say(_as_log_line(str(wrong)) if serves else f"{wrong}\n")
        return 2
    if serves:
        config = "python:pung_chow_settlement.server.gunicorn_conf"
        gunicorn = ("-m", "gunicorn", "--config", config, "pung_chow_settlement.api.app:served_app()")
        os.execv(sys.executable, [sys.executable, *gunicorn])  # noqa: S606 - this process becomes the server
    return _run(options, settings)


def _run(options: Namespace, settings: Settings) -> int:
    """Answer a file; 2 if that fails."""
    try:
        with _ended_by_signals() as ending:
            rulebooks_of(settings.rulebooks)  # wrong ones are reported before a file is opened
            return _answer(options, settings, ending)
    except WrongRulebooks as wrong:
        _say(f"{wrong}\n")
        return 2
    except Ended as ended:
        _say(f"{options.command}: ended by {ended.signal.name}; every line that was written is whole\n")
        return 128 + ended.signal
    except BrokenPipeError:  # the reader of the results has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except BrokenExecutor:
        _say(f"{options.command}: a worker process was ended\n")
        return 2
    except OSError as error:
        _say(f"{escaped(error.filename or options.command)}: {error.strerror or error}\n")
        return 2


class Ended(BaseException):
    """A signal ends the command."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = signal.Signals(number)


class _Ending:
    """Ends the command at a signal, but not while results are written; a second signal ends it at once."""

    def __init__(self) -> None:
        self._writes = False
        self._waiting = 0

    def __call__(self, number: int, _: object) -> None:
        """Handle a signal."""
        signal.signal(number, signal.SIG_DFL)
        if not self._writes:
            raise Ended(number)
        self._waiting = number

    def write(self, target: BinaryIO, text: bytes) -> None:
        """Write lines whole. Raises Ended if a signal has come meanwhile."""
        self._writes = True
        target.write(text)
        target.flush()
        self._writes = False
        if self._waiting:
            raise Ended(self._waiting)


@contextmanager
def _ended_by_signals() -> Iterator[_Ending]:
    """While the block runs, each signal of `ENDING` ends it, unless it was ignored before, as `nohup` does."""
    ending = _Ending()
    before = {each: signal.getsignal(each) for each in ENDING}
    handled = [each for each in ENDING if before[each] != signal.SIG_IGN]
    for each in handled:
        signal.signal(each, ending)
    try:
        yield ending
    finally:
        for each in handled:
            signal.signal(each, before[each])


def _as_log_line(message: str) -> str:
    from pung_chow_settlement.server.logs import critical  # late: a file command needs no metrics

    return f"{critical(message)}\n"


def _say(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(text)


def _options(arguments: Sequence[str]) -> Namespace:
    """Read the arguments; a misspelt command gets a suggestion."""
    parser = ArgumentParser(prog="pung-chow", description="Settles deals of Pung Chow.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="command", dest="command")
    serve = commands.add_parser(SERVE, help="serve over HTTP, by settings of the environment (docs/operating.md)")
    for variable in _OF_SERVE:
        serve.add_argument(f"--{variable.lower()}", help=f"in place of the environment's {variable}")
    for name, command in COMMANDS.items():
        _add(
            commands.add_parser(name, help=command.help, description=_DESCRIPTION.format(command.help), epilog=_STATUS),
            command,
        )
    first = next(iter(arguments), "-")
    known = (SERVE, *COMMANDS)
    if not first.startswith("-") and first not in known and (near := get_close_matches(first, known, n=1)):
        parser.error(f"there is no command {first!r}; did you mean {near[0]!r}?")
    return parser.parse_args(arguments)


def _add(parser: ArgumentParser, command: Command) -> None:
    parser.add_argument("file", metavar=command.content, help="the file, or - for standard input")
    if command.has_items:
        parser.add_argument("--items", choices=("true", "false"), default="true", help="false: scores only")
    parser.add_argument("--workers", type=_positive, default=1, metavar="N", help="processes to work with (1)")
    parser.add_argument("--output", default=STANDARD, metavar="FILE", help="where results go (standard output)")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of 1 or more")
    return int(text)


def _answer(options: Namespace, settings: Settings, ending: _Ending) -> int:
    longest = settings.max_body_many if options.command == "sheet" else settings.max_body
    command, answered, unlisted = COMMANDS[options.command], 0, 0
    refused: list[int] = []
    answer = partial(command.answer, items=False) if command.has_items and options.items == "false" else command.answer
    with _reading(options.file) as source, _writing(options.output, source) as target, _progress(source) as bar:
        if _is_spread_over_lines(source):
            _say(f"{options.file}: write each body on one line, as `jq --compact-output` does\n")
            return 2
        for results in answer_file(source, longest, options.workers, settings.rulebooks, answer):
            ending.write(target, results.text)
            answered += results.settled
            listed = results.refused[: MAX_LINES_LISTED - len(refused)]
            refused += listed
            unlisted += len(results.refused) - len(listed)
            bar.update(results.size)
    _say(_summary(f"{answered} {command.done}", refused, unlisted))
    return 1 if refused else 0


def _is_spread_over_lines(source: BinaryIO) -> bool:
    """True if the file begins with a line that only opens a JSON value, as a program for people writes it."""
    begins = source.peek() if isinstance(source, BufferedReader) else b""
    return begins.lstrip().partition(b"\n")[0].rstrip() in (b"{", b"[")


def _opened(file: TextIO | None, name: str) -> TextIO:
    if file is None:
        raise OSError(EBADF, "it is closed", name)
    return file


@contextmanager
def _reading(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD:
        yield _opened(sys.stdin, "standard input").buffer
    else:
        with open(name, "rb") as file:
            yield file


@contextmanager
def _writing(name: str, source: BinaryIO) -> Iterator[BinaryIO]:
    if name == STANDARD:
        output = _opened(sys.stdout, "standard output").buffer
        _check_not_same(source, os.fstat(1), "standard output")
        yield output
    else:
        if os.path.exists(name):
            _check_not_same(source, os.stat(name), name)
        with open(name, "wb") as file:
            yield file


def _check_not_same(source: BinaryIO, target: os.stat_result, name: str) -> None:
    """Raises OSError if results would go into the file that is read."""
    read = os.fstat(source.fileno())
    if stat.S_ISREG(read.st_mode) and os.path.samestat(target, read):
        raise OSError(EINVAL, "the results would go into the file that is read; name another file", name)


def _progress(source: BinaryIO) -> "tqdm[NoReturn]":
    """A progress bar; none unless standard error is a terminal, and without a total if the input is a pipe."""
    size = os.fstat(source.fileno()).st_size or None
    return tqdm(total=size, unit="B", unit_scale=True, disable=None, leave=False)


def _summary(summary: str, refused: Sequence[int], unlisted: int) -> str:
    if refused:
        lines = ", ".join(map(str, refused)) + (f" and {unlisted} more" if unlisted else "")
        summary += f", {len(refused) + unlisted} refused (line{'s' if len(refused) > 1 else ''} {lines})"
    return summary + "\n"


if __name__ == "__main__":
    sys.exit(main())
