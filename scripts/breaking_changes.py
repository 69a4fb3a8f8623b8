"""Compares the contract with that of the last release: a change that breaks clients needs a new major version.

`python -m scripts.breaking_changes` fails if openapi.yaml breaks clients of the last release in deploy/releases/ with
the same major version; with `--release` it stores openapi.yaml's schemas there as the new release, compressed.
"""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
CONTRACT = ROOT / "openapi.yaml"
RELEASES = ROOT / "deploy" / "releases"
SUFFIX = ".yaml.gz"

Json = dict[str, Any]
BOUNDS = {"minimum": -1, "minLength": -1, "minItems": -1, "maximum": 1, "maxLength": 1, "maxItems": 1}
"""Bounds in requests, and the direction in which they widen."""
TEXTS = {"description", "summary", "example", "examples", "title"}


class Comparison:
    """Walks through two contracts in parallel; `read` is true in what the service reads, false in its responses."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old = old
        self.new = new
        self.seen: set[tuple[str, str, bool]] = set()

    def breaks(self) -> list[str]:
        """Every change that breaks clients, with its place, sorted."""
        return sorted(set(self._paths()))

    def _paths(self) -> Iterator[str]:
        for path, item in self.old["paths"].items():
            for method, operation in item.items():
                where = f"{method.upper()} {path}"
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{where} is gone"
                else:
                    yield from self._operation(where, operation, now)

    def _operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: its operationId changed"
        yield from self._parameters(where, old, new)
        yield from self._content(f"{where} request", old.get("requestBody", {}), new.get("requestBody", {}), read=True)
        for status, result in old["responses"].items():
            now = new["responses"].get(status, new["responses"].get("default") if status >= "400" else None)
            if now is None:
                yield f"{where}: the status {status} is gone"
            else:
                yield from self._content(f"{where} {status}", result, now, read=False)

    def _parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before = {each["name"]: each for each in (resolved(self.old, each) for each in old.get("parameters", []))}
        after = {each["name"]: each for each in (resolved(self.new, each) for each in new.get("parameters", []))}
        yield from (f"{where}: the parameter {name} is gone" for name in before.keys() - after.keys())
        for name, parameter in after.items():
            if parameter.get("required") and not before.get(name, {}).get("required"):
                yield f"{where}: the parameter {name} became required"
            elif name in before:
                yield from self._schema(f"{where} ?{name}", before[name]["schema"], parameter["schema"], read=True)

    def _content(self, where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
        before, after = resolved(self.old, old), resolved(self.new, new)
        for media_type, content in before.get("content", {}).items():
            if media_type not in after.get("content", {}):
                yield f"{where}: {media_type} is gone"
            else:
                now = after["content"][media_type].get("schema", {})
                yield from self._schema(where, content.get("schema", {}), now, read=read)

    def _schema(self, where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
        pair = (old.get("$ref", ""), new.get("$ref", ""), read)
        if all(pair[:2]):
            if pair in self.seen:
                return
            self.seen.add(pair)
            where = old["$ref"].rpartition("/")[2]
        before, after = resolved(self.old, old), resolved(self.new, new)
        yield from _values(where, before, after, read=read)
        yield from _members(where, before, after, read=read)
        for name, member in before.get("properties", {}).items():
            if name in after.get("properties", {}):
                yield from self._schema(f"{where}.{name}", member, after["properties"][name], read=read)
        if "items" in before and "items" in after:
            yield from self._schema(f"{where}[]", before["items"], after["items"], read=read)
        for union in ("oneOf", "anyOf"):
            yield from self._union(where, before.get(union, []), after.get(union, []), read=read)

    def _union(self, where: str, old: list[Json], new: list[Json], *, read: bool) -> Iterator[str]:
        if len(new) != len(old) and (read == (len(new) < len(old))):
            yield f"{where}: {len(old)} forms became {len(new)}"
        for before, after in zip(old, new, strict=False):
            yield from self._schema(where, before, after, read=read)


def _values(where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
    """Types, values and bounds: in requests they may only widen; responses keep their types and lose no value."""
    before, after = _types(old), _types(new)
    if before and after and (before - after if read else before != after and not after <= before):
        yield f"{where}: the type {sorted(before)} became {sorted(after)}"
    words = _words(old)
    gone = words - (_words(new) or words)
    yield from (f"{where}: the value {value!r} is gone" for value in gone)
    if not read:
        if "enum" in new and "enum" not in old:
            yield f"{where}: nothing can be added any more"
        return
    yield from _narrowed(where, old, new)


def _narrowed(where: str, old: Json, new: Json) -> Iterator[str]:
    """Bounds in requests that exclude what was accepted before."""
    for bound, widens in BOUNDS.items():
        bound_before = _bound(old, bound)
        if bound in new and (bound_before is None or (new[bound] - bound_before) * widens < 0):
            yield f"{where}: {bound} became narrower"
    for strict in ("pattern", "multipleOf", "const"):
        if strict in new and new[strict] != old.get(strict):
            yield f"{where}: {strict} changed"
    if "enum" in new and "enum" not in old:
        yield f"{where}: only some values are left"
    if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
        yield f"{where}: other members are no longer read"


def _bound(schema: Json, bound: str) -> int | None:
    """The bound of a schema; of listed numbers the outermost, so that a range may replace the list."""
    listed: list[int] = [value for value in schema.get("enum", []) if type(value) is int]
    if bound in schema or not listed:
        return schema.get(bound)
    return {"minimum": min, "maximum": max}[bound](listed) if bound in ("minimum", "maximum") else None


def _words(schema: Json) -> set[Any]:
    """The values that a schema lists, in a closed or an extensible list."""
    return {*schema.get("enum", ()), *schema.get("x-extensible-enum", ())}


def _types(schema: Json) -> set[str]:
    result = schema.get("type", [])
    types = set(result if isinstance(result, list) else [result])
    return types | {"integer"} if "number" in types else types


def _members(where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    yield from (f"{where}: the member {name} is gone" for name in before.keys() - after.keys())
    was, became = set(old.get("required", [])), set(new.get("required", []))
    if read:
        yield from (f"{where}: the member {name} became required" for name in became - was)
    else:
        yield from (f"{where}: the member {name} may be missing" for name in was - became)


def resolved(document: Json, part: Json) -> Json:
    """A part of a contract with its reference resolved; siblings of the reference are kept."""
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found | {name: value for name, value in part.items() if name != "$ref"}
    return part


def without_texts(part: Any, *, names: bool = False) -> Any:
    """A contract without texts and examples; with `names`, the keys are names, not keywords."""
    if isinstance(part, list):
        return [without_texts(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: without_texts(value, names=key in ("properties", "schemas", "responses", "parameters", "headers"))
        for key, value in part.items()
        if names or key not in TEXTS
    }


def version_of(release: Path) -> str:
    """The version in a release's file name."""
    return release.name.removesuffix(SUFFIX)


def last_release() -> Path:
    """The file of the newest release."""
    return max(RELEASES.glob(f"*{SUFFIX}"), key=lambda path: [int(part) for part in version_of(path).split(".")])


def main() -> None:
    """Compare, or store a release."""
    new = yaml.load(CONTRACT.read_text(), Loader=yaml.CSafeLoader)
    version = new["info"]["version"]
    if "--release" in sys.argv:
        text = yaml.safe_dump(without_texts(new), sort_keys=False, width=120)
        (RELEASES / f"{version}{SUFFIX}").write_bytes(gzip.compress(text.encode(), mtime=0))
        return
    released = last_release()
    old = yaml.load(gzip.decompress(released.read_bytes()), Loader=yaml.CSafeLoader)
    breaks = Comparison(old, new).breaks()
    if breaks and version.split(".")[0] == version_of(released).split(".")[0]:
        sys.exit("\n".join([f"openapi.yaml {version} breaks clients of {version_of(released)}:", *breaks]))
    print(f"openapi.yaml {version}: {len(breaks)} changes break clients of {version_of(released)}")


if __name__ == "__main__":
    main()
