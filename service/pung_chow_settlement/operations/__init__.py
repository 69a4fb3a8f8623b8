"""The operations of the service: a body in, a response out. No HTTP, no rules of the game."""

from typing import Final

from pung_chow_settlement.domain import scoring

FORM: Final = "plain Python" if scoring.__file__.endswith(".py") else "compiled code"
"""Which form of the core runs, as the log and the bench name it; `make compile` and the image have the compiled one."""
