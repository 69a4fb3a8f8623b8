"""The contract as served: openapi.yaml as it stands, and the same document as JSON."""

import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import orjson

_FILE: Final = Path(__file__).parents[2] / "openapi.yaml"


class Document(NamedTuple):
    """Bytes that never change while the service runs."""

    body: bytes
    media_type: str
    etag: str
    headers: Mapping[str, str]


def document(body: bytes, media_type: str, headers: Mapping[str, str] = MappingProxyType({})) -> Document:
    """Bytes with the tag that names them."""
    return Document(body, media_type, sha256(body).hexdigest()[:32], headers)


_TEXT: Final = _FILE.read_bytes()
_VERSION: Final = re.compile(rb"^  version: (\S+)$", re.MULTILINE)
AS_YAML: Final = document(_TEXT, "application/yaml")
VERSION: Final = next(_VERSION.finditer(_TEXT))[1].decode()
"""The contract's own version: `info.version`."""


@cache
def as_json() -> Document:
    """The same document as JSON, made when first asked for: it takes a quarter of a start, and eight megabytes."""
    import yaml

    parsed = yaml.load(AS_YAML.body, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    return document(orjson.dumps(parsed), "application/json")
