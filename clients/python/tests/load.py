"""Calls of some threads until a file appears: `load.py URL FILE SETTINGS DEAL`; how many were answered or lost."""

import json
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
from pung_chow import Client, Problem, ProtocolError

THREADS = 4
BETWEEN = 0.005


def main(url: str, end: str, settings: str, deal: str) -> None:
    """Settle the deal again and again; what is not its right answer is lost."""
    fates, lock = Counter[str](), threading.Lock()
    stop = Path(end)

    def calls(client: Client) -> None:
        while not stop.exists():
            try:
                fate = "answered" if client.settle(json.loads(deal))["settlement"]["net"]["east"] == 2880 else "wrong"
            except (httpx.HTTPError, Problem, ProtocolError) as error:
                fate = f"{type(error).__name__} {getattr(error, 'status', '')}".strip()
            with lock:
                fates[fate] += 1
            time.sleep(BETWEEN)

    with Client(url, **json.loads(settings)) as client:
        threads = [threading.Thread(target=calls, args=(client,)) for _ in range(THREADS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    sys.stdout.write(json.dumps(fates))


if __name__ == "__main__":
    main(*sys.argv[1:])
