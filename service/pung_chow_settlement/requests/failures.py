"""Unexpected errors in one of many items: logged, and reported in place of its result."""

import logging
from typing import NamedTuple

_LOG = logging.getLogger("service")


class Failure(NamedTuple):
    """An item that failed with an unexpected error."""


def failed_at(what: str) -> Failure:
    """Log the exception that is being handled."""
    _LOG.exception("failed at %s", what)
    return Failure()
