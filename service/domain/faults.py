"""What is wrong with a deal: a stable code, the place and a sentence with the facts."""

from typing import NamedTuple

Path = tuple[str | int, ...]
"""The way to a member from the body's root: names of members and indices of lists."""


class Fault(NamedTuple):
    """One thing that is wrong: a stable code, the path of the member at fault, and a sentence."""

    code: str
    at: Path
    detail: str
    suggestion: str | None = None
