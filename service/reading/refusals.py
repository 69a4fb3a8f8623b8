"""The refusal of a body: what stops a request whatever its way."""

from collections.abc import Sequence
from typing import Final

from service.domain.faults import Fault, in_order

MOST_ERRORS: Final = 100
"""The most faults that one refusal tells."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A request that is answered by a problem: its code, a sentence, and where a body was at fault its faults."""

    def __init__(self, code: str, detail: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.faults = faults


def refused(faults: Sequence[Fault]) -> Refused:
    """The refusal of a well-formed body, with every fault; a body of nonsense is not answered by a book."""
    number = len(faults)
    detail = "one fault" if number == 1 else f"{number} faults"
    if number > MOST_ERRORS:
        detail += f", the first {MOST_ERRORS} told"
    return Refused("invalid-request", detail, in_order(faults)[:MOST_ERRORS])


def shortened(refusal: Refused, most: int) -> Refused:
    """A refusal with so many of its faults at most."""
    if len(refusal.faults) <= most:
        return refusal
    detail = f"{refusal.detail}; here {most}, since those of other deals were told at length"
    return Refused(refusal.code, detail, refusal.faults[:most])
