"""Writes what is made of other files in the Python client: the contract's types, and the sync client of the async one.

`python -m scripts.client_types` writes both, with `--check` it fails where they are not what would be written.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from support.server import ROOT

PACKAGE: Final = ROOT / "clients" / "python" / "src" / "pung_chow"
SYNC: Final = (
    ("The client for asyncio", "The client that waits for each answer"),
    (
        "The sync client, `sync_client.py`, is made of this file by `python -m scripts.client_types`.",
        "Made of `async_client.py` by `python -m scripts.client_types`.",
    ),
    ("A client of the settlement service for asyncio.", "What a client of the settlement service asks."),
    ("import asyncio\n", "import time\n"),
    ("asyncio.sleep", "time.sleep"),
    ("AsyncBaseTransport", "BaseTransport"),
    ("AsyncIterator", "Iterator"),
    ("AsyncClient", "Client"),
    ("class Client", "class SyncClient"),
    ("__aenter__", "__enter__"),
    ("__aexit__", "__exit__"),
    ("aclose", "close"),
    ("async def ", "def "),
    ("await ", ""),
)
"""What the sync client has in place of the async one's words, in this order."""


def types() -> str:
    """The contract's schemas as typed dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "types.py"
        subprocess.run(
            [
                *(Path(sys.executable).parent / "datamodel-codegen", "--input", "openapi.yaml"),
                *("--input-file-type", "openapi", "--output", output, "--output-model-type", "typing.TypedDict"),
                *("--target-python-version", "3.11", "--no-use-closed-typed-dict", "--disable-timestamp"),
                *("--use-schema-description", "--formatters", "builtin"),
            ],
            cwd=ROOT,
            check=True,
        )
        return output.read_text()


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
    """Write the files, or compare them."""
    made = {"types.py": types(), "sync_client.py": sync_client()}
    if sys.argv[1:] != ["--check"]:
        for name, text in made.items():
            (PACKAGE / name).write_text(text)
        return 0
    stale = [name for name, text in made.items() if (PACKAGE / name).read_text() != text]
    for name in stale:
        print(f"{PACKAGE.relative_to(ROOT) / name} is stale: python -m scripts.client_types")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
