"""Which form of the core runs: the same files, compiled (`make compile`, the image) or as they are."""

from typing import Final

from service.domain import pipeline

FORM: Final = "plain Python" if pipeline.__file__.endswith(".py") else "compiled code"
"""What the log and the bench say of it."""
