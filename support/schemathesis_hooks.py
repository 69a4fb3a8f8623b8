"""Serializers of JSON lines for schemathesis; conformance/schemathesis.toml loads them."""

from typing import Any

import schemathesis
from schemathesis import DeserializationContext, Response, SerializationContext

LINES = ("application/x-ndjson", "application/jsonl")


@schemathesis.serializer(*LINES)
def serialize(_: SerializationContext, value: Any) -> bytes:
    """The generated body as bytes; one that is not text as Python prints it."""
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@schemathesis.deserializer(*LINES)
def parse(_: DeserializationContext, response: Response) -> str:
    """The text of a response."""
    return response.content.decode()
