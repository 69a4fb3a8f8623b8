"""Writes what is made of other files in the clients.

In the Python client these are the contract's types, and the sync client, which is made of the async one. In the
TypeScript client they are the types of entries. `python -m tools.client_types` writes all; with `--check` it fails if a
committed file is not what would be written.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import yaml

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


ENTRIES: Final = ROOT / "clients" / "typescript" / "src" / "entries.ts"
OF_A_TYPE: Final = """\
/** The entries of a scoresheet by their `type`. Made of the contract by `python -m tools.client_types`. */

import type { components } from "../contract.js";

type Schemas = components["schemas"];

/** An entry of one type: the members of all types, those that it needs, and those that it may have. */
type Of<All, Common extends keyof All, Type, Needed extends keyof All, May extends keyof All> = Pick<All, Common> & {
  readonly type: Type;
} & { readonly [Name in Needed]-?: All[Name] } & { readonly [Name in May]?: All[Name] };
"""


def entries() -> str:
    """The schemas of entries as unions that a compiler tells apart by `type`."""
    schemas = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)["components"]["schemas"]
    return OF_A_TYPE + "".join(_union(name, schemas[name]) for name in ("Entry", "SettledEntry"))


def _union(name: str, schema: dict[str, Any]) -> str:
    by_type, unless = schema["x-members-by"]["values"], schema["x-members-by"].get("unless")
    of_types = {each for members in by_type.values() for group in members.values() for each in group}
    common = [each for each in schema["properties"] if each not in of_types and each not in ("type", unless)]
    lines = []
    for kind, members in by_type.items():
        needed, may = members.get("required", []), members.get("optional", [])
        settled = f'Of<All{name}, {name}Member, "{kind}", {_names(needed)}, {_names(may)}>'
        lines.append(f"  | ({settled} & {{ readonly {unless}?: never }})" if unless else f"  | {settled}")
        if unless:
            lines.append(f'  | Of<All{name}, {name}Member, "{kind}", "{unless}", {_names([*needed, *may])}>')
    said = f" One that is not settled has a `{unless}`." if unless else ""
    return (
        f'\ntype All{name} = Schemas["{name}"];\ntype {name}Member = {_names(common)};\n'
        f"\n/** {'A settled' if unless else 'An'} entry by its `type`.{said} */\nexport type {name} =\n"
        + "\n".join(lines)
        + ";\n"
    )


def _names(members: list[str]) -> str:
    return " | ".join(f'"{each}"' for each in members) or "never"


def main() -> int:
    """Write the files, or compare those that are committed."""
    made = {PACKAGE / "sync_client.py": sync_client(), ENTRIES: entries()}
    if sys.argv[1:] == ["--check"]:
        stale = [file for file, text in made.items() if file.read_text() != text]
        for file in stale:
            print(f"{file.relative_to(ROOT)} is stale: python -m tools.client_types")
        return bool(stale)
    for file, text in made.items():
        file.write_text(text)
    subprocess.run([Path(sys.executable).parent / "datamodel-codegen"], cwd=CLIENT, check=True)  # by its pyproject.toml
    return 0


if __name__ == "__main__":
    sys.exit(main())
