"""File descriptors of a process: the standard ones are open, and there are enough."""

import os

OWN = 32
"""Descriptors that a worker needs besides those of its connections."""
FEWEST = 8
"""Fewest connections of a worker."""


def secure_descriptors() -> None:
    """Open descriptors 0, 1 and 2 if they are closed; else a socket could get the number and receive the log."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(opened, True)
    os.close(opened)


def connections_for(wanted: int) -> int:
    """The connections that a worker can have, at most `wanted`; raises the limit of descriptors as far as it may.

    Raises ValueError if they are fewer than `FEWEST`.
    """
    import resource  # late: Windows has none, and the commands for files run there

    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted + OWN if most == resource.RLIM_INFINITY else min(most, wanted + OWN)
    if allowed < FEWEST + OWN:
        raise ValueError(f"{most} file descriptors are too few: {FEWEST + OWN} or more are needed (ulimit -n)")
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return allowed - OWN
