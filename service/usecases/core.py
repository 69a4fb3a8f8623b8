"""Which form of the core runs: the same files, compiled (`make compile`, the image) or as they are."""

from typing import Final

from service.domain import scoring

FORM: Final = "plain Python" if scoring.__file__.endswith(".py") else "compiled code"
"""What the log and the bench say of it."""
