"""Writes what is made of other files in the clients.

In the Python client these are the contract's types, and the sync client, which is made of the async one. In the
TypeScript client they are the types whose members one of them decides, entries by their `type`; the Python client has
those of a batch's deals and results. `python -m tools.client_types` writes all; with `--check` it fails if a
committed file is not what would be written.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

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
    ("async_exchange", "exchange"),
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


UNIONS: Final = ROOT / "clients" / "typescript" / "src" / "unions.ts"
BATCHES: Final = PACKAGE / "batches.py"
OF_A_KIND: Final = """\
/** Schemas of which one member decides the others. Made of the contract by `python -m tools.client_types`. */

import type { components } from "../contract.cjs";

type Schemas = components["schemas"];

/** A schema whose deciding member has a value: what it always has, what it then needs, and what it may have. */
type Of<All, Decided, Common extends keyof All, Needed extends keyof All, May extends keyof All> = Pick<All, Common> &
  Readonly<Decided> & { readonly [Name in Needed]-?: All[Name] } & { readonly [Name in May]?: All[Name] };
"""
RESULTS: Final = '''\
"""A batch's deals, and their results by `outcome`. Made of the contract by `python -m tools.client_types`."""

from typing import Literal, NotRequired, TypedDict

from pung_chow import types
'''
SHARED: Final = '''
Deal = types.SettlementRequest | types.BatchDeal
"""A deal of a batch: the second leaves out what all share."""


class Shared(TypedDict, total=False):
    """What holds for each deal of a batch that has none of its own."""

'''


class Union(NamedTuple):
    """A schema of which one member decides the others."""

    name: str
    schema: dict[str, Any]

    @property
    def member(self) -> str:
        """The member that decides."""
        return str(self.schema["x-members-by"]["member"])

    @property
    def unless(self) -> str | None:
        """The member beside which none of the others is required, if there is one."""
        unless: str | None = self.schema["x-members-by"].get("unless")
        return unless

    @property
    def values(self) -> dict[str, tuple[list[str], list[str]]]:
        """For each value of the deciding member those that it requires, and those that it allows."""
        by_value = self.schema["x-members-by"]["values"]
        return {value: (each.get("required", []), each.get("optional", [])) for value, each in by_value.items()}

    @property
    def decided(self) -> list[str]:
        """The members that not every value has."""
        return list(dict.fromkeys(each for groups in self.values.values() for group in groups for each in group))

    @property
    def common(self) -> list[str]:
        """The members that every value has."""
        return [each for each in self.schema["properties"] if each not in (*self.decided, self.member, self.unless)]


def _schemas() -> dict[str, Any]:
    schemas: dict[str, Any] = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)["components"][
        "schemas"
    ]
    return schemas


def _unions() -> dict[str, Union]:
    schemas = _schemas()
    return {name: Union(name, schemas[name]) for name in ("Entry", "SettledEntry", "BatchResult")}


def unions() -> str:
    """The schemas as unions that TypeScript's compiler tells apart by the deciding member."""
    return OF_A_KIND + "".join(map(_union, _unions().values()))


def _union(union: Union) -> str:
    lines = []
    for value, (needed, may) in union.values.items():
        decided = f'{{ {union.member}: "{value}"'
        others = [each for each in union.decided if each not in (*needed, *may)] if union.name == "BatchResult" else []
        absent = "".join(f"; {each}?: never" for each in (*others, *filter(None, [union.unless])))
        lines.append(_of(union, decided + absent, needed, may))
        if union.unless:
            lines.append(_of(union, decided, [union.unless], [*needed, *may]))
    said = f" One that is not settled has a `{union.unless}`." if union.unless else ""
    return (
        f'\ntype All{union.name} = Schemas["{union.name}"];\ntype {union.name}Member = {_names(union.common)};\n'
        f"\n/** {union.schema['title']}, by its `{union.member}`.{said} */\nexport type {union.name} =\n"
        + "\n".join(lines)
        + ";\n"
    )


def _of(union: Union, decided: str, needed: list[str], may: list[str]) -> str:
    return f"  | Of<All{union.name}, {decided} }}, {union.name}Member, {_names(needed)}, {_names(may)}>"


def _names(members: list[str]) -> str:
    return " | ".join(f'"{member}"' for member in members) or "never"


def batches() -> str:
    """The results of a batch as typed dictionaries that a type checker tells apart by `outcome`."""
    union = _unions()["BatchResult"]
    names = {value: f"{value.title()}Result" for value in union.values}
    text = RESULTS
    for value, (needed, may) in union.values.items():
        text += f'\n\nclass {names[value]}(TypedDict):\n    """The result of a deal whose outcome is `{value}`."""\n\n'
        text += f'    {union.member}: Literal["{value}"]\n'
        for each in needed:
            text += f"    {each}: {_python(union, each)}\n"
        for each in (*may, *union.common):
            text += f"    {each}: NotRequired[{_python(union, each)}]\n"
    text += f"\n\nBatchResult = {' | '.join(names.values())}\n{SHARED}"
    return text + "".join([f"    {name}: types.{kind}\n" for name, kind in _shared().items()])


def _shared() -> dict[str, str]:
    """The members of a batch that hold for all its deals, and their types."""
    members = _schemas()["BatchRequest"]["properties"]
    return {name: each["$ref"].rpartition("/")[2] for name, each in members.items() if name != "deals"}


def _python(union: Union, member: str) -> str:
    """The type of a member: another schema's, or a text."""
    schema = union.schema["properties"][member]
    return f"types.{schema['$ref'].rpartition('/')[2]}" if "$ref" in schema else {"string": "str"}[schema["type"]]


def main() -> int:
    """Write the files, or compare those that are committed."""
    made = {PACKAGE / "sync_client.py": sync_client(), BATCHES: batches(), UNIONS: unions()}
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
