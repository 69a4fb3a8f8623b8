"""Which form of the core runs: compiled (`make compile`, the image) or plain Python."""

from typing import Final

from pung_chow_settlement.domain import scoring

FORM: Final = "plain Python" if scoring.__file__.endswith(".py") else "compiled code"
"""The name of that form in the log and the bench."""
