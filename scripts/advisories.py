"""Checks the locked libraries for known advisories, which deploy/supply/advisories.json has in OSV's format.

`python -m scripts.advisories` needs no network: it prints the age of the newest advisory, and fails if one affects a
locked version. `python -m scripts.advisories take DIRECTORY ...` updates the file from checkouts of databases in that
format (github.com/pypa/advisory-database, github.com/github/advisory-database); both are CC BY 4.0.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import chain
from pathlib import Path
from typing import Any, Final

import yaml
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parents[1]
DATABASE: Final = ROOT / "deploy" / "supply" / "advisories.json"
LOCKS: Final = tuple(sorted((ROOT / "requirements").glob("*.txt")))
OLD: Final = 30
"""Days after which the database is reported as old."""
_PINNED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)

Json = dict[str, Any]


def locked(lock: Path) -> dict[str, Version]:
    """The version of each library in a lock."""
    return {canonicalize_name(name): Version(version) for name, version in _PINNED.findall(lock.read_text())}


def affected_by(advisory: Json, versions: dict[str, Version]) -> list[str]:
    """The locked libraries that an advisory affects."""
    return [
        f"{affected['name']} {versions[affected['name']]}"
        for affected in advisory["affected"]
        if affected["name"] in versions and _is_affected(affected["events"], versions[affected["name"]])
    ]


def _is_affected(events: Iterable[Json], version: Version) -> bool:
    """Whether a version is in an OSV range, whose events are in the order of their versions."""
    affected = False
    for event in events:
        ((kind, at),) = event.items()
        if kind == "introduced" and version >= Version(at):
            affected = True
        elif (kind == "fixed" and version >= Version(at)) or (kind == "last_affected" and version > Version(at)):
            affected = False
    return affected


def newest(advisories: Iterable[Json]) -> date:
    """The date of the latest change of an advisory."""
    return max(datetime.fromisoformat(each["modified"]).date() for each in advisories)


def scan(database: Path = DATABASE, locks: Iterable[Path] = LOCKS) -> list[str]:
    """A line for every advisory that affects a locked version."""
    advisories = json.loads(database.read_text())["advisories"]
    found = []
    for lock in locks:
        versions = locked(lock)
        for advisory in advisories:
            names = ", ".join([advisory["id"], *advisory["aliases"]])
            found += [f"{lock.name}: {library}: {names}" for library in affected_by(advisory, versions)]
    return found


# Updating


def take(checkouts: Iterable[Path], names: set[str]) -> list[Json]:
    """The advisories of these libraries in checkouts of databases, sorted by id."""
    records = chain.from_iterable(_records(checkout) for checkout in checkouts)
    found = (found for record in records if not record.get("withdrawn") and (found := _converted(record, names)))
    return sorted(found, key=lambda advisory: str(advisory["id"]))


def _records(checkout: Path) -> Iterator[Json]:
    for path in sorted(checkout.rglob("*")):
        if path.suffix in (".yaml", ".json") and re.match(r"(PYSEC|GHSA)-", path.name):
            yield yaml.safe_load(path.read_text())  # JSON is YAML


def _converted(record: Json, names: set[str]) -> Json | None:
    affected = [
        {"name": canonicalize_name(each["package"]["name"]), "events": events["events"]}
        for each in record["affected"]
        if each["package"]["ecosystem"] == "PyPI" and canonicalize_name(each["package"]["name"]) in names
        for events in each.get("ranges", [])
        if events["type"] == "ECOSYSTEM"
    ]
    if not affected:
        return None
    modified = str(record["modified"])[:10]
    return {"id": record["id"], "aliases": record.get("aliases", []), "modified": modified, "affected": affected}


def main(arguments: list[str]) -> None:
    """Scan, after updating the database if told to."""
    if arguments[:1] == ["take"]:
        names = {name for lock in LOCKS for name in locked(lock)}
        advisories = take(map(Path, arguments[1:]), names)
        DATABASE.write_text(json.dumps({"advisories": advisories}, indent=1) + "\n")
    advisories = json.loads(DATABASE.read_text())["advisories"]
    age = (datetime.now(UTC).date() - newest(advisories)).days
    print(f"{len(advisories)} advisories, the newest of {newest(advisories)}, {age} days ago")
    if age > OLD:
        print("The database is old: renew it with `python -m scripts.advisories take` and checkouts of its sources.")
    if found := scan():
        sys.exit("\n".join(found))
    print("none of them concerns a locked version")


if __name__ == "__main__":
    main(sys.argv[1:])
