"""The refusal of a body: what stops a request whatever its way."""

from collections.abc import Sequence
from typing import Any, Final

from service.domain.faults import Fault, in_order
from service.texts import Sentence

MOST_ERRORS: Final = 100
"""The most faults that one refusal states."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A request that is answered by a problem: its code, a sentence, and the faults of the body.

    The facts of the sentence are kept for its translation. Its key is the code, with a dot and the name of the sentence
    if the code has several.
    """

    def __init__(self, code: str, detail: str, faults: Sequence[Fault] = (), sentence: str = "", **facts: Any) -> None:
        super().__init__(detail)
        self.code = code
        key = f"{code}.{sentence}" if sentence else code
        self.detail = Sentence(detail, key, facts) if facts else detail
        self.faults = faults


def refused(faults: Sequence[Fault]) -> Refused:
    """The refusal of a well-formed body, with every fault; a body of nonsense is not answered by a book."""
    number, listed = len(faults), in_order(faults)[:MOST_ERRORS]
    detail = "one fault" if number == 1 else f"{number} faults"
    if number > MOST_ERRORS:
        detail += f", the first {MOST_ERRORS} told"
        return Refused("invalid-request", detail, listed, "first", number=number, most=MOST_ERRORS)
    return Refused("invalid-request", detail, listed, number=number)


def shortened(refusal: Refused, most: int) -> Refused:
    """A refusal with so many of its faults at most."""
    if len(refusal.faults) <= most:
        return refusal
    detail = f"{refusal.detail}; here {most}, since those of other deals were told at length"
    return Refused(refusal.code, detail, refusal.faults[:most], "shortened", told=refusal.detail, most=most)
