"""The contract as served: openapi.yaml as it stands, and the same document as JSON, read once."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import orjson
import yaml

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


def _load() -> tuple[dict[str, Any], Document, Document]:
    text = _FILE.read_bytes()
    parsed = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - a safe loader
    return parsed, document(text, "application/yaml"), document(orjson.dumps(parsed), "application/json")


CONTRACT, AS_YAML, AS_JSON = _load()
VERSION: Final[str] = CONTRACT["info"]["version"]
