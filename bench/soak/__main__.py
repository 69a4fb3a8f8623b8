"""Usage: python -m bench.soak [--minutes 30] [--reload SECONDS].

Prints the account as JSON; the exit status is 1 where an answer was lost, wrong or late, or where memory grew.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from bench.soak.processes import MIB, Look, spread
from bench.soak.run import FLAT, Account, Plan, soak


def told(account: Account) -> dict[str, Any]:
    """The account as figures; memory in MiB."""
    tally, watch = account.tally(), account.watch
    warm = watch.of_workers_at(account.plan.warm())
    return {
        "seconds": account.plan.seconds,
        "reloads": account.reloads,
        "workers seen": len({look.pid for look in watch.of_workers()}),
        "sent": tally.sent,
        "answered as expected": tally.answered,
        "refused as expected": tally.refused,
        "lost": len(tally.lost),
        "wrong": len(tally.wrong),
        "unexpected 5xx": tally.server_errors,
        "retried on a kept connection": tally.retried,
        "kept connections found closed": tally.found_closed,
        "told to close": tally.told_to_close,
        "settlements counted and not read": account.uncounted,
        "by kind": {name: each.sent for name, each in account.kinds.items()},
        "longest wait by kind": {name: round(each.longest, 2) for name, each in account.kinds.items()},
        "master": _processes(watch.of_master()),
        "workers": _processes(watch.of_workers()),
        "workers when warm": _processes(warm),
        "growth": {name: round(times, 3) for name, times in account.growth().items()},
        "resident of each worker when warm": str([round(look.resident / MIB, 1) for look in warm]),
        "not as expected": account.faults()[:20],
    }


def _processes(looks: Sequence[Look]) -> dict[str, str]:
    """The least and the most."""
    return {
        "resident": "{:.1f} to {:.1f}".format(*spread([look.resident / MIB for look in looks])),
        "descriptors": "{} to {}".format(*spread([look.descriptors for look in looks])),
        "threads": "{} to {}".format(*spread([look.threads for look in looks])),
    }


def main() -> int:
    """Run and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--reload", type=float, default=60.0, help="seconds between two reloads")
    given = parser.parse_args()
    account = soak(Plan(given.minutes * 60, given.reload))
    print(json.dumps(told(account), indent=2))
    return bool(account.faults()) or max(account.growth().values()) > FLAT


if __name__ == "__main__":
    sys.exit(main())
