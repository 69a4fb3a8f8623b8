"""Answer many requests of one kind: each input line is a JSON body, each output line its JSON result.

Results are in the order of the lines; each is that of a batch, with the number of the line added. Only a few chunks of
lines are in memory at any time. A blank line is refused, so that there are as many results as lines.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

import orjson

from pung_chow_settlement.operations.batch import one_of_many, settle_one
from pung_chow_settlement.operations.deals import list_waits, resolve_rules, score
from pung_chow_settlement.operations.scoresheets import settle_scoresheet
from pung_chow_settlement.operations.workers import answers_of
from pung_chow_settlement.requests import bodies
from pung_chow_settlement.requests.own_rulebooks import rulebooks_of
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN, Rulebooks
from pung_chow_settlement.serializers.languages import JsonObject, to_json

CHUNK: Final = 400
"""Most lines of a chunk, which is answered together."""
MAX_BYTES: Final = 128 * 1024
"""Bytes after which a chunk is complete: the size of 400 ordinary deals."""
LONGEST: Final = 64 * 1024
"""Most bytes of a line by default."""
_NEWLINE: Final = orjson.OPT_APPEND_NEWLINE

AnswerOne = Callable[[Rulebooks, object, str], JsonObject]
"""Answers a line's JSON value; the text identifies the line in the log."""
ANSWERED: Final = "answered"
"""The outcome of a line that was not refused, other than a deal."""


def _answered(
    operation: Callable[..., bytes], rulebooks: Rulebooks, body: object, _: str, **options: bool
) -> JsonObject:
    return {"outcome": ANSWERED, "answer": orjson.Fragment(operation(rulebooks, body, **options))}


class Command(NamedTuple):
    """A command that answers a file, a request a line."""

    content: str
    """What the file has."""
    done: str
    """The word for an answered line."""
    help: str
    answer: Callable[..., JsonObject]
    """An `AnswerOne`; it takes `items` if `has_items`."""
    has_items: bool = False


COMMANDS: Final[Mapping[str, Command]] = {
    "settle": Command("deals", "settled", "settle deals, one per line", settle_one, has_items=True),
    "score": Command("hands", "scored", "score hands, one per line", partial(_answered, score), has_items=True),
    "waits": Command(
        "hands", "answered", "list what hands wait for, one per line", partial(_answered, list_waits), has_items=True
    ),
    "sheet": Command("sheets", "settled", "settle sessions, one per line", partial(_answered, settle_scoresheet)),
    "resolve": Command(
        "rules",
        "resolved",
        "apply house rules to a rulebook, one table per line",
        partial(_answered, resolve_rules),
    ),
}
"""The operations that can be requested line by line."""


class LineSource(Protocol):
    """A source of lines."""

    def readline(self, most: int, /) -> bytes:
        """Read to the end of the line, but at most this many bytes."""


class Lines(NamedTuple):
    """A few lines of the file."""

    first: int
    """The number of the first."""
    texts: Sequence[bytes]
    """Each line, truncated if it is longer than allowed."""
    size: int
    """Bytes of the lines, before truncation."""


class Results(NamedTuple):
    """The results of a chunk of lines."""

    text: bytes
    """One JSON result a line."""
    settled: int
    refused: tuple[int, ...]
    """The numbers of the refused lines."""
    size: int = 0
    """Bytes of the lines, if they were read from a file."""


def answer_file(
    source: LineSource,
    longest: int,
    workers: int = 1,
    folder: str = "",
    answer: AnswerOne = settle_one,
) -> Generator[Results, None, None]:
    """Answer every line of at most `longest` bytes, in order, with worker processes (one: in this process).

    Each process reads the rulebooks of the folder itself. Raises WrongRulebooks.
    """
    chunks = _chunks_of(source, longest)
    make = partial(_answering, folder, longest, answer)
    yield from map(make(), chunks) if workers == 1 else answers_of(make, chunks, workers)


def _answering(folder: str, longest: int, answer: AnswerOne) -> Callable[[Lines], Results]:
    """The function that answers chunks of lines by the rulebooks of a folder."""
    rulebooks = rulebooks_of(folder)

    def answer_lines(lines: Lines) -> Results:
        return answer_chunk(rulebooks, lines.texts, longest, answer, lines.first)._replace(size=lines.size)

    return answer_lines


def _chunks_of(source: LineSource, longest: int) -> Iterator[Lines]:
    """The lines in chunks; lines longer than `longest` bytes are truncated."""
    lines = _texts(source, longest)
    first = 1
    while texts := list(_some(lines)):
        yield Lines(first, [text for text, _ in texts], sum(size for _, size in texts))
        first += len(texts)


def _some(lines: Iterator[tuple[bytes, int]]) -> Iterator[tuple[bytes, int]]:
    """The lines of the next chunk."""
    number = size = 0
    for text, length in lines:
        yield text, length
        number, size = number + 1, size + len(text)
        if number == CHUNK or size >= MAX_BYTES:
            return


def _texts(source: LineSource, longest: int) -> Iterator[tuple[bytes, int]]:
    """Each line, truncated soon after `longest` bytes, and its full length."""
    while text := source.readline(longest + 2):
        size, end = len(text), text
        while end and not end.endswith(b"\n"):
            end = source.readline(longest)
            size += len(end)
        yield text, size


def answer_chunk(
    rulebooks: Rulebooks,
    lines: Iterable[bytes | str],
    longest: int = LONGEST,
    answer: AnswerOne = settle_one,
    first: int = 1,
) -> Results:
    """Answer the lines of a chunk, numbered from `first` on; a pure function.

    Each result is serialized at once to save memory.
    """

    results: list[bytes] = []
    refused: list[int] = []
    for number, line in enumerate(lines, first):
        result = {"line": number, **_result_of(line, f"line {number}", rulebooks, longest, answer)}
        results.append(to_json(result, None, _NEWLINE))
        if "answer" not in result:
            refused.append(number)
    return Results(b"".join(results), len(results) - len(refused), tuple(refused))


def settle_lines(lines: Iterable[bytes | str | None], *, items: bool = True) -> list[bytes]:
    """Settle deals by the built-in rulebooks, one a line, for an engine that calls a function on parts of a table.

    There is one JSON result for every line, in order. A blank line, or a null in its place, is refused like any other
    that is not a deal. Without `items` the results are brief.
    """
    answer = partial(settle_one, items=items)
    return [to_json(_result_of(line or "", "a line", BUILT_IN, LONGEST, answer)) for line in lines]


def _result_of(line: bytes | str, what: str, rulebooks: Rulebooks, longest: int, answer: AnswerOne) -> JsonObject:
    return one_of_many(what, lambda: answer(rulebooks, _read(line, longest), what))


def _read(line: bytes | str, longest: int) -> Any:
    """The JSON value of a line. Raises Refused if it is not JSON."""
    text = (line.encode() if isinstance(line, str) else line).rstrip(b"\r\n")
    if len(text) > longest:
        raise Refused("body-too-large", sentence="line", most=longest)
    return bodies.parse(text)
