#!/usr/bin/env python3
"""Asks a server the conformance vectors and tells where its answers differ. Needs nothing but Python 3.9 or newer.

Usage: python conformance/run.py URL [FILE ...] (without files: all beside this script). A vector is a request and what
its answer must hold: its status, and of its JSON every member that the vector names; a server may tell more. Lists have
the same length and order. A vector has its `request` as JSON, or a `body` that is sent as it stands with its
`content_type`. The exit status is 1 where a vector fails.
"""

import json
import sys
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).parent
TIMEOUT = 30


def differences(expected, told, place=""):
    """Where an answer does not hold what a vector names."""
    if isinstance(expected, dict):
        if not isinstance(told, dict):
            return [f"{place or '/'}: {told!r} is no object"]
        missing = [f"{place}/{name}: missing" for name in expected if name not in told]
        both = [(f"{place}/{name}", value, told[name]) for name, value in expected.items() if name in told]
        return missing + [each for path, want, have in both for each in differences(want, have, path)]
    if isinstance(expected, list) and isinstance(told, list) and len(expected) == len(told):
        pairs = enumerate(zip(expected, told))
        return [each for place_in, pair in pairs for each in differences(*pair, f"{place}/{place_in}")]
    same = type(expected) is type(told) and expected == told
    return [] if same else [f"{place or '/'}: {expected!r} is expected, {told!r} is told"]


class Server:
    """The server that is asked, over one connection."""

    def __init__(self, url):
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        self.prefix = parts.path.rstrip("/")

    def ask(self, vector):
        """Status and JSON of the answer to a vector's request."""
        body = json.dumps(vector["request"]) if "request" in vector else vector.get("body")
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = vector.get("content_type", "application/json")
        self.connection.request(vector["method"], self.prefix + vector["path"], body, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, None


def failures(server, vector):
    """Why a server does not agree with a vector; nothing where it does."""
    status, told = server.ask(vector)
    if status != vector["status"]:
        return [f"status {vector['status']} is expected, {status} is told: {json.dumps(told)[:300]}"]
    return differences(vector["answer"], told)


def main(url, files):
    server, asked, failed = Server(url), 0, 0
    for path in files or sorted(HERE.glob("*.json")):
        for vector in json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]:
            asked += 1
            wrong = failures(server, vector)
            failed += bool(wrong)
            for each in wrong[:5]:
                print(f"{Path(path).name}: {vector['name']}: {each}")
    print(f"{asked} vectors, {failed} failed")
    return 1 if failed or not asked else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
