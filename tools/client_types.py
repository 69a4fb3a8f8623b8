"""Writes what is made of other files in the Python client: the contract's types, and the sync client of the async one.

`python -m tools.client_types` writes both, with `--check` it fails where the sync client, which is committed, is not
what would be written.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.support.server import ROOT

CLIENT: Final = ROOT / "clients" / "python"
PACKAGE: Final = CLIENT / "src" / "pung_chow"
SYNC: Final = (
    ("The client for asyncio", "The client that waits for each answer"),
    (
        "The sync client, `sync_client.py`, is made of this file by `python -m tools.client_types`.",
        "Made of `async_client.py` by `python -m tools.client_types`.",
    ),
    ("A client of the settlement service for asyncio.", "What a client of the settlement service asks."),
    ("import asyncio\n", "import time\n"),
    ("asyncio.sleep", "time.sleep"),
    ("AsyncBaseTransport", "BaseTransport"),
    ("AsyncIterator", "Iterator"),
    ("async_in_order", "in_order"),
    ("aclosing", "closing"),
    ("AsyncClient", "Client"),
    ("class Client", "class SyncClient"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("aclose", "close"),
    ("async def ", "def "),
    ("async for ", "for "),
    ("async with ", "with "),
    ("await ", ""),
)
"""What the sync client has in place of the async one's words, in this order."""


def sync_client() -> str:
    """The sync client: the async one without waiting."""
    text = (PACKAGE / "async_client.py").read_text()
    for before, after in SYNC:
        text = text.replace(before, after)
    for command in (("check", "--fix", "--exit-zero", "--quiet"), ("format",)):
        ruff = (Path(sys.executable).parent / "ruff", *command, "--stdin-filename", PACKAGE / "sync_client.py", "-")
        text = subprocess.run(ruff, cwd=ROOT, input=text, text=True, check=True, capture_output=True).stdout
    return text


def main() -> int:
    """Write the files, or compare the one that is committed."""
    file, made = PACKAGE / "sync_client.py", sync_client()
    if sys.argv[1:] == ["--check"]:
        if stale := file.read_text() != made:
            print(f"{file.relative_to(ROOT)} is stale: python -m tools.client_types")
        return stale
    file.write_text(made)
    subprocess.run([Path(sys.executable).parent / "datamodel-codegen"], cwd=CLIENT, check=True)  # by its pyproject.toml
    return 0


if __name__ == "__main__":
    sys.exit(main())
