"""Compares the contract with that of the last release: a change needs another version, a breaking one a major version.

`python -m tools.breaking_changes` fails if openapi.yaml breaks clients of the last release in conformance/releases/
with the same major version, or if the contract or a rulebook's revision has changed and the version has not. After a
release of 1.0.0 the next version is 1.1.0.dev0, until it is released. With `--release` the command stores the contract
and the revisions there as the new release, compressed.

What it does not know is refused: a keyword without a rule here may only stay as it is.
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

from pung_chow_settlement.rulebooks import ALL

ROOT = Path(__file__).parents[1]
CONTRACT = ROOT / "openapi.yaml"
RELEASES = ROOT / "conformance" / "releases"
SUFFIX = ".yaml.gz"
REVISIONS: Final = "x-revisions"
"""The member of a stored release with the revisions of the rulebooks, by id."""
RELEASED: Final = re.compile(r"\d+\.\d+\.\d+")

Json = dict[str, Any]
METHODS: Final = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
LEAST: Final = {"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"}
MOST: Final = {"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"}
WORDS: Final = re.compile(r"\^\((\w+(?:\|\w+)*)\)\$")
UNIONS: Final = ("oneOf", "anyOf")
TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
TEXTS: Final = {"description", "summary", "example", "examples", "title"}
NAMED: Final = {"properties", "schemas", "responses", "parameters", "headers"}
"""Keywords whose value has names as its keys."""
HARMLESS: Final = {"deprecated", "tags", "x-members-by", "x-extensible-pattern"}
"""Keywords that say nothing of what is sent: a warning, a heading, the members of options by rulebook, the form of
values that an extensible list leaves out."""

KNOWN_IN_SCHEMAS: Final = {
    *("$ref", "type", "enum", "x-extensible-enum", "const", "pattern", "multipleOf", "uniqueItems"),
    *("format", "discriminator"),
    *("properties", "required", "additionalProperties", "items"),
    *(*LEAST, *MOST, *UNIONS),
}


class Comparison:
    """Walks through two contracts in parallel; `read` is true in what the service reads, false in its responses."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old: Json = without_texts(old)
        self.new: Json = without_texts(new)
        self.seen: set[tuple[str, str, bool]] = set()

    def breaks(self) -> list[str]:
        """Every change that breaks clients, with its place, sorted."""
        known = {"openapi", "info", "servers", "tags", "paths", "components", "security"}
        return sorted({*_others("the contract", self.old, self.new, known), *self._paths()})

    def _paths(self) -> Iterator[str]:
        for path, item in self.old["paths"].items():
            after = self.new["paths"].get(path, {})
            yield from _others(path, item, after, METHODS)
            for method in METHODS & item.keys():
                where = f"{method.upper()} {path}"
                if method in after:
                    yield from self._operation(where, item[method], after[method])
                else:
                    yield f"{where} is gone"

    def _operation(self, where: str, old: Json, new: Json) -> Iterator[str]:
        yield from _others(where, old, new, {"parameters", "requestBody", "responses", "security"})
        before, after = (
            part.get("security", whole.get("security")) for part, whole in ((old, self.old), (new, self.new))
        )
        if after and after != before and {} not in after:
            yield f"{where}: security became required"
        yield from self._parameters(where, old, new)
        yield from self._body(f"{where} request", old.get("requestBody", {}), new.get("requestBody", {}))
        for status, result in old["responses"].items():
            its, default = f"{where} {status}", new["responses"].get("default")
            if status in new["responses"]:
                yield from self._response(its, result, new["responses"][status])
            elif status >= "400" and default is not None:  # promises no header: a proxy may answer
                yield from self._content(its, resolved(self.old, result), resolved(self.new, default), read=False)
            else:
                yield f"{where}: the status {status} is gone"

    def _parameters(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before = {(each["in"], each["name"]): each for each in self._resolved(self.old, old.get("parameters", []))}
        after = {(each["in"], each["name"]): each for each in self._resolved(self.new, new.get("parameters", []))}
        yield from (f"{where}: the parameter {name} is gone" for _, name in before.keys() - after.keys())
        for place, now in after.items():
            parameter, its = before.get(place, {}), f"{where} ?{place[1]}"
            yield from _became_required(its, parameter, now)
            if parameter:
                yield from _others(its, parameter, now, {"schema", "required"})
                yield from self._schema(its, parameter.get("schema", {}), now.get("schema", {}), read=True)

    @staticmethod
    def _resolved(document: Json, parts: list[Json]) -> list[Json]:
        return [resolved(document, part) for part in parts]

    def _body(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before, after = resolved(self.old, old), resolved(self.new, new)
        yield from _became_required(where, before, after)
        yield from _others(where, before, after, {"content", "required"})
        yield from self._content(where, before, after, read=True)

    def _response(self, where: str, old: Json, new: Json) -> Iterator[str]:
        before, after = resolved(self.old, old), resolved(self.new, new)
        yield from _others(where, before, after, {"content", "headers"})
        yield from self._content(where, before, after, read=False)
        headers = after.get("headers", {})
        for name, header in before.get("headers", {}).items():
            if name not in headers:
                yield f"{where}: the header {name} is gone"
                continue
            was, now = resolved(self.old, header), resolved(self.new, headers[name])
            if was.get("required") and not now.get("required"):
                yield f"{where}: the header {name} may be missing"
            yield from _others(f"{where} {name}", was, now, {"schema", "required"})
            yield from self._schema(f"{where} {name}", was.get("schema", {}), now.get("schema", {}), read=False)

    def _content(self, where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
        now = new.get("content", {})
        for media_type, content in old.get("content", {}).items():
            if media_type not in now:
                yield f"{where}: {media_type} is gone"
            else:
                yield from _others(f"{where} {media_type}", content, now[media_type], {"schema"})
                yield from self._schema(where, content.get("schema", {}), now[media_type].get("schema", {}), read=read)

    def _schema(self, where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
        pair = (old.get("$ref", ""), new.get("$ref", ""), read)
        if all(pair[:2]):
            if pair in self.seen:
                return
            self.seen.add(pair)
            where = old["$ref"].rpartition("/")[2]
        before, after = (listed(joined(each, resolved(each, it))) for each, it in ((self.old, old), (self.new, new)))
        yield from _values(where, before, after, read=read)
        yield from _bounds(where, before, after, read=read)
        yield from _members(where, before, after, read=read)
        yield from _others(where, before, after, KNOWN_IN_SCHEMAS)
        for name, member in before.get("properties", {}).items():
            if name in after.get("properties", {}):
                yield from self._schema(f"{where}.{name}", member, after["properties"][name], read=read)
        yield from self._rest(f"{where}[]", before.get("items", {}), after.get("items", {}), read=read)
        others = [part.get("additionalProperties", True) for part in (before, after)]
        yield from self._rest(f"{where}.*", *(other if isinstance(other, dict) else {} for other in others), read=read)
        for union in UNIONS:
            if union in before and union in after:
                yield from self._union(where, before[union], after[union], read=read)
            elif union in before or union in after:
                yield from self._one_of_a_choice(where, before, after, union, read=read)

    def _one_of_a_choice(self, where: str, old: Json, new: Json, union: str, *, read: bool) -> Iterator[str]:
        """Where a choice of forms came, or is gone, one of them must be what was there, or what is left."""
        came = union in new
        rest = {name: value for name, value in (new if came else old).items() if name != union}
        for form in (new if came else old)[union]:
            pair = (old, rest | form) if came else (rest | form, new)
            if not any(Comparison(self.old, self.new)._schema(where, *pair, read=read)):
                return
        yield f"{where}: {union} {'came' if came else 'is gone'}"

    def _rest(self, where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
        """What holds for all items, or for all members without a name of their own; {} says nothing of them."""
        if old or new:
            yield from self._schema(where, old, new, read=read)

    def _union(self, where: str, old: list[Json], new: list[Json], *, read: bool) -> Iterator[str]:
        """Forms may come in another order: a form is compared with that of the same name, or else the same content."""
        left = list(new)
        unmatched = []
        for form in old:
            same = next((each for each in left if each == form or each.get("$ref", "") == form.get("$ref")), None)
            if same is None:
                unmatched.append(form)
            else:
                left.remove(same)
                yield from self._schema(where, form, same, read=read)
        if len(unmatched) != len(left) and read == (len(left) < len(unmatched)):
            yield f"{where}: {len(old)} forms became {len(new)}"
        for before, after in zip(unmatched, left, strict=False):
            yield from self._schema(where, before, after, read=read)


def _others(where: str, old: Json, new: Json, known: set[str]) -> Iterator[str]:
    """Keywords that differ and have no rule of their own."""
    for key in sorted((old.keys() | new.keys()) - known - HARMLESS):
        if old.get(key) != new.get(key):
            yield f"{where}: {key} changed"


def _became_required(where: str, old: Json, new: Json) -> Iterator[str]:
    if new.get("required") and not old.get("required"):
        yield f"{where} became required"


def _values(where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
    """Types and values: in requests they may only widen; responses keep their types and lose no value."""
    before, after = _types(old), _types(new)
    if not (before <= after if read else after <= before):
        yield f"{where}: the type {sorted(before)} became {sorted(after)}"
    words = _words(old)
    gone = words - (_words(new) or words)
    yield from (f"{where}: the value {value!r} is gone" for value in gone)
    if "enum" in new and "enum" not in old:
        yield f"{where}: only some values are left" if read else f"{where}: nothing can be added any more"
    told_by, tells = old.get("discriminator", {}), new.get("discriminator", {})
    yield from _others(f"{where} discriminator", told_by, tells, {"mapping"})
    if not told_by.get("mapping", {}).items() <= tells.get("mapping", {}).items():
        yield f"{where}: the discriminator lost forms"
    if "format" in old and old["format"] != new.get("format"):
        yield f"{where}: the format {old['format']} became {new.get('format')}"


def _bounds(where: str, old: Json, new: Json, *, read: bool) -> Iterator[str]:
    """Bounds: of requests they may only widen, of responses only narrow."""
    wide, narrow = (old, new) if read else (new, old)
    for bound in sorted(LEAST | MOST):
        allowed, kept = _bound(wide, bound), _bound(narrow, bound)
        if kept is not None and (allowed is None or (kept < allowed if bound in MOST else kept > allowed)):
            yield f"{where}: {bound} became {'narrower' if read else 'wider'}"
    for strict in ("pattern", "multipleOf", "const", "uniqueItems"):
        if narrow.get(strict) and narrow[strict] != wide.get(strict):
            yield f"{where}: {strict} changed"
    if read and new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
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
    """The types of a schema, all of them where it names none."""
    result = schema.get("type", list(TYPES))
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


def joined(document: Json, part: Json) -> Json:
    """A choice between forms of different types as the one schema with all these types, which says the same."""
    forms = [resolved(document, form) for form in part.get("oneOf", ())]
    if not forms or len({str(form.get("type")) for form in forms} - {"None"}) < len(forms):
        return part
    rest = {name: value for name, value in part.items() if name != "oneOf"}
    said = {name: value for form in forms for name, value in form.items()}
    return said | {"type": [form["type"] for form in forms]} | rest


def listed(part: Json) -> Json:
    """A pattern that lists words as the list of them, which says the same."""
    words = WORDS.fullmatch(part.get("pattern", ""))
    if words is None:
        return part
    return {name: value for name, value in part.items() if name != "pattern"} | {"enum": words[1].split("|")}


def without_texts(part: Any, *, names: bool = False) -> Any:
    """A contract without texts and examples; with `names`, the keys are names, not keywords."""
    if isinstance(part, list):
        return [without_texts(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: without_texts(value, names=not names and key in NAMED)
        for key, value in part.items()
        if names or key not in TEXTS
    }


def version_of(release: Path) -> str:
    """The version in a release's file name."""
    return release.name.removesuffix(SUFFIX)


def last_release() -> Path:
    """The file of the newest release."""
    return max(RELEASES.glob(f"*{SUFFIX}"), key=lambda path: [int(part) for part in version_of(path).split(".")])


def record(contract: Json, revisions: dict[str, int]) -> Json:
    """What a release keeps: the contract without texts, and the revisions of the rulebooks."""
    kept: Json = without_texts(contract)
    return {**kept, REVISIONS: revisions}


def faults(released: Json, now: Json) -> list[str]:
    """What is wrong with the version of a contract that follows a release; both are records."""
    before, version = released["info"]["version"], now["info"]["version"]
    if released != now and version == before:
        return [f"{version} is released, and the contract or a revision has changed: the version is 1.x.0.dev0 now"]
    if version.split(".")[0] != before.split(".")[0]:
        return []
    old, new = ({name: part for name, part in each.items() if name != REVISIONS} for each in (released, now))
    return Comparison(old, new).breaks()


def main() -> None:
    """Compare, or store a release."""
    contract = yaml.load(CONTRACT.read_text(), Loader=yaml.CSafeLoader)
    now = record(contract, {each.id: each.revision for each in ALL})
    version = now["info"]["version"]
    if "--release" in sys.argv:
        if not RELEASED.fullmatch(version):
            sys.exit(f"{version} is no version of a release")
        text = yaml.safe_dump(now, sort_keys=False, width=120)
        RELEASES.mkdir(exist_ok=True)
        (RELEASES / f"{version}{SUFFIX}").write_bytes(gzip.compress(text.encode(), mtime=0))
        return
    if not any(RELEASES.glob(f"*{SUFFIX}")):
        print(f"openapi.yaml {version}: nothing is released yet")
        return
    released = last_release()
    old = yaml.load(gzip.decompress(released.read_bytes()), Loader=yaml.CSafeLoader)
    if found := faults(old, now):
        sys.exit("\n".join([f"openapi.yaml {version} beside {version_of(released)}:", *found]))
    print(f"openapi.yaml {version} keeps what {version_of(released)} has")


if __name__ == "__main__":
    main()
