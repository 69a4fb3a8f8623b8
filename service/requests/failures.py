"""What the service fails at in one of many: its place says so, the log says why, and no other suffers."""

import logging
from typing import NamedTuple

_LOG = logging.getLogger("service")


class Failure(NamedTuple):
    """One of many that the service failed at."""


def failed_at(what: str) -> Failure:
    """Log the exception that is being handled."""
    _LOG.exception("failed at %s", what)
    return Failure()
