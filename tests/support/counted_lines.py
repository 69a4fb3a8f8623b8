"""Count the lines of Python that a call runs: as many on a slow machine as on a fast one."""

import sys
from types import FrameType, TracebackType
from typing import Any


class CountedLines:
    """Counts the lines that are run within `with`, each pass of a loop or comprehension anew, in whatever module."""

    def __init__(self) -> None:
        self.number = 0

    def _trace(self, _: FrameType, event: str, __: Any) -> Any:
        self.number += event == "line"
        return self._trace

    def __enter__(self) -> "CountedLines":
        sys.settrace(self._trace)
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        sys.settrace(None)
