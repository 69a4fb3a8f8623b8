"""What schemathesis does not know of this contract: bodies of JSON lines, which conformance/schemathesis.toml loads."""

from typing import Any

import schemathesis
from schemathesis import DeserializationContext, Response, SerializationContext

NDJSON = "application/x-ndjson"


@schemathesis.serializer(NDJSON)
def lines_sent(_: SerializationContext, value: Any) -> bytes:
    """The bytes of a body that was drawn; of one that is no text, as Python writes it."""
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@schemathesis.deserializer(NDJSON)
def lines_answered(_: DeserializationContext, response: Response) -> str:
    """The text of a response."""
    return response.content.decode()
