"""The refusal of a body: what stops a request whatever its way."""

from collections.abc import Sequence
from typing import Any, Final

from service.domain.faults import Fault, in_order
from service.texts import Sentence

MOST_ERRORS: Final = 100
"""The most faults that one refusal states."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A request that is answered by a problem: its code, a sentence, and the faults of the body.

    The sentence stands in service/messages.py: its key is the code, and where a code has several a dot and which of
    them it is. `detail` is another text.
    """

    def __init__(
        self, code: str, faults: Sequence[Fault] = (), *, detail: str = "", sentence: str = "", **facts: Any
    ) -> None:
        key = f"{code}.{sentence}" if sentence else code
        self.code = code
        self.detail = detail or Sentence(key, facts)
        self.faults = faults
        super().__init__(self.detail)


def refused(faults: Sequence[Fault]) -> Refused:
    """The refusal of a well-formed body, with every fault; a body of nonsense is not answered by a book."""
    number, listed = len(faults), in_order(faults)[:MOST_ERRORS]
    if number > MOST_ERRORS:
        return Refused("invalid-request", listed, sentence="first", number=number, most=MOST_ERRORS)
    return Refused("invalid-request", listed, number=number)


def shortened(refusal: Refused, most: int) -> Refused:
    """A refusal with so many of its faults at most."""
    if len(refusal.faults) <= most:
        return refusal
    return Refused(refusal.code, refusal.faults[:most], sentence="shortened", summary=refusal.detail, most=most)
