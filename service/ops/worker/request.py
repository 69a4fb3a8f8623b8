"""A connection's bytes in, whole requests out. Nothing here waits, and nothing is read twice.

gunicorn's parser reads the head; the body is kept until it is whole, so that no one waits for bytes later.
"""

import re
from typing import Final, NamedTuple

from gunicorn.config import Config
from gunicorn.http import errors, message
from gunicorn.http.unreader import IterUnreader

from service.ops.problems import TOO_LARGE, Refused

Peer = tuple[str, int]

SMALL: Final = 4 * 1024
"""Bytes of a request that the loop answers itself."""
MOST_MEMBERS: Final = 64
"""Members of JSON in such a request: faults cost by their number, and a whole deal has fewer than forty."""
PIECE: Final = 16 * 1024
"""Bytes read at once where their end is not known: so much of a chunked body is taken apart in 6 ms at worst."""
LARGE_PIECE: Final = 256 * 1024
"""Bytes read at once of a body of known length."""
MOST_FRAMING: Final = 64 * 1024
"""Bytes that the sizes of a chunked body's chunks may take."""
_MOST_LINE: Final = 8190
_END_OF_HEAD: Final = re.compile(rb"\n\r?\n")  # a bare line feed ends no head: the parser refuses it at once
_CHUNK: Final = re.compile(rb"([0-9A-Fa-f]{1,15})(?:[ \t]*;[\t -~\x80-\xff]*)?")
_ORIGIN: Final = re.compile(rb"\r\norigin:[ \t]*([!-~]{1,300})[ \t]*\r\n", re.IGNORECASE)


class Request(NamedTuple):
    """A request that has come whole."""

    head: message.Request
    peer: Peer
    body: bytes
    size: int
    """Bytes that it took on the connection."""

    def is_small(self) -> bool:
        """Whether it may be answered at once: nothing holds the loop for more than 10 ms."""
        return self.size <= SMALL and self.body.count(b":") <= MOST_MEMBERS


class Reader:
    """Collects what comes on one connection; a body may have so many bytes."""

    def __init__(self, cfg: Config, peer: Peer, most: int) -> None:
        self.cfg = cfg
        self.peer = peer
        self.most = most
        self.most_head = cfg.limit_request_line + cfg.limit_request_fields * (cfg.limit_request_field_size + 2)
        self.buffer = bytearray()
        self._begin()

    def _begin(self) -> None:
        self.head: message.Request | None = None
        self.searched = 0
        self.start = 0
        self.length = 0
        self.chunks: Chunks | None = None
        self.waits = False

    def wants(self) -> int:
        """How many bytes are best read next."""
        return min(max(self.start + self.length - len(self.buffer), PIECE), LARGE_PIECE)

    def take(self) -> Request | None:
        """The next request, once it is whole. Raises ParseException where it is to be refused."""
        head = self.head or self._read_head()
        if head is None:
            return None
        if self.chunks is not None:
            return self._take_chunked(head, self.chunks)
        end = self.start + self.length
        if len(self.buffer) < end:
            return None
        return self._taken(head, bytes(self.buffer[self.start : end]), end)

    def _take_chunked(self, head: message.Request, chunks: "Chunks") -> Request | None:
        if chunks.whole(self.buffer):
            return self._taken(head, b"".join(chunks.parts), chunks.at)
        if len(self.buffer) - self.start > self.most + MOST_FRAMING:
            raise Refused(TOO_LARGE)
        return None

    def _taken(self, head: message.Request, body: bytes, end: int) -> Request:
        del self.buffer[:end]
        self._begin()
        return Request(head, self.peer, body, end)

    def _read_head(self) -> message.Request | None:
        found = _END_OF_HEAD.search(self.buffer, self.searched)
        if found is None:
            self.searched = max(0, len(self.buffer) - 2)
            if len(self.buffer) > self.most_head:
                raise errors.LimitRequestHeaders("max buffer headers")
            return None
        self.start = found.end()
        head = self.head = message.Request(self.cfg, IterUnreader([bytes(self.buffer[: self.start])]), self.peer)
        codings = [value for name, value in head.headers if name == "TRANSFER-ENCODING"]
        if codings:
            if ",".join(codings).lower() != "chunked":  # gunicorn lets gzip pass, and hands it on as it came
                raise errors.UnsupportedTransferCoding(",".join(codings))
            self.chunks = Chunks(self.start)
        self.length = next((int(value) for name, value in head.headers if name == "CONTENT-LENGTH"), 0)
        self.waits = head.version != (1, 0) and any(name == "EXPECT" for name, _ in head.headers)
        if self.length > self.most:
            raise Refused(TOO_LARGE)
        return head

    def awaits_continue(self) -> bool:
        """Whether the client waits to be told that it may send the body; true once for each request."""
        waits, self.waits = self.waits, False
        return waits

    def origin(self) -> str:
        """The web origin of a request that is refused, as far as it was read."""
        found = _ORIGIN.search(self.buffer, 0, self.start or len(self.buffer))
        return found[1].decode("ascii") if found else ""


class Chunks:
    """A chunked body, taken apart as it comes; extensions and trailers are passed over."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.parts: list[bytes] = []
        self.last = False

    def whole(self, buffer: bytearray) -> bool:
        """Read on; whether the body has ended, at `at`. Raises ParseException where it is not well-formed."""
        while not self.last:
            if not self._chunk(buffer):
                return False
        end = self._find(buffer, b"\r\n\r\n")
        if end >= 0:
            self.at = end + 4
        return end >= 0

    def _chunk(self, buffer: bytearray) -> bool:
        """Read a chunk, if it has come."""
        end = self._find(buffer, b"\r\n")
        if end < 0:
            return False
        line = _CHUNK.fullmatch(buffer, self.at, end)
        if line is None:
            raise errors.InvalidChunkSize(bytes(buffer[self.at : end][:40]))
        size = int(line[1], 16)
        if size == 0:
            self.last, self.at = True, end  # the line's end is the first half of what ends the trailers
            return True
        start, end = end + 2, end + 2 + size
        if len(buffer) < end + 2:
            return False
        if buffer[end : end + 2] != b"\r\n":
            raise errors.ChunkMissingTerminator(bytes(buffer[end : end + 2]))
        self.parts.append(bytes(buffer[start:end]))
        self.at = end + 2
        return True

    def _find(self, buffer: bytearray, mark: bytes) -> int:
        found = buffer.find(mark, self.at, self.at + _MOST_LINE)
        if found < 0 and len(buffer) - self.at >= _MOST_LINE:
            raise errors.InvalidChunkSize(b"a line or a trailer that does not end")
        return found
