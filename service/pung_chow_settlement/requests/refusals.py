"""The exception that refuses a request, and what stands for an item of one that failed unexpectedly."""

import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.faults import Fault, in_order
from pung_chow_settlement.schemas.rulebook_files import format_fault
from pung_chow_settlement.texts import Sentence

_LOG = logging.getLogger("service")
MAX_ERRORS: Final = 100
"""Most faults in one refusal."""


class Refused(Exception):  # noqa: N818 - a response, not an error of the program
    """The refusal of a request: the code of the problem, a sentence, and the faults of the body.

    The sentence is in locales/en.po; its key is the code and, if it has several sentences, a dot and the variant.
    `detail` replaces the sentence.
    """

    def __init__(
        self, code: str, faults: Sequence[Fault] = (), *, detail: str = "", sentence: str = "", **facts: Any
    ) -> None:
        key = f"{code}.{sentence}" if sentence else code
        self.code = code
        self.detail = detail or Sentence(key, facts)
        self.faults = faults
        super().__init__(self.detail)

    def __str__(self) -> str:
        """For whoever reads a log or a failed test: the sentence, and each fault at its pointer."""
        return "\n".join([str(self.detail), *map(format_fault, self.faults)])


def invalid_request(faults: Sequence[Fault]) -> Refused:
    """The refusal of a body with faults, of which it has at most MAX_ERRORS."""
    number, listed = len(faults), in_order(faults)[:MAX_ERRORS]
    if number > MAX_ERRORS:
        return Refused("invalid-request", listed, sentence="first", number=number, most=MAX_ERRORS)
    return Refused("invalid-request", listed, number=number)


def shortened(refusal: Refused, most: int) -> Refused:
    """The refusal with at most `most` of its faults."""
    if len(refusal.faults) <= most:
        return refusal
    return Refused(refusal.code, refusal.faults[:most], sentence="shortened", summary=refusal.detail, most=most)


class Failure(NamedTuple):
    """An item that failed with an unexpected error, in place of its result."""


def failed_at(what: str) -> Failure:
    """Log the exception that is being handled."""
    _LOG.exception("failed at %s", what)
    return Failure()
