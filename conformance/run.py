#!/usr/bin/env python3
"""Send the requests of the conformance vectors to a server, and report where its responses differ.

Needs only Python 3.9 or newer. A vector is a request and what a client may rely on in the response: the status, and
members of the JSON. A server may send more members. Lists have the same length and order. A vector has its `request` as
JSON, or a `body` to send unchanged, repeated so many `times`, with its `content_type`. With `accept_language` it has
the `language` of the response too. Of every response the media type, the version of the contract and the texts for
people are checked too: that they are there, not what they say. Each document is asked for a second time with its ETag.
The last lines group the failures by what differs. The exit status is 1 if a vector failed, and 2 if no vector was
selected. README.md, next to this file, lists what is checked.
"""

import argparse
import json
import re
import sys
from collections import Counter
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).parent
TIMEOUT = 30
MAX_SHOWN = 5
MAX_GROUPS = 10
NONE_SELECTED = 2
OK, NOT_MODIFIED, FIRST_OF_PROBLEMS = 200, 304, 400
VERSION = re.compile(r"\d+\.\d+\.\d+(\.dev\d+)?")
"""What the header `API-Version` is: the version of the contract."""
TEXTS = {"errors": ("detail",), "items": ("text",), "payments": ("text",)}
"""Texts that each element of these lists has; vectors lack them, since they may be reworded."""
TEXTS_OF_A_PROBLEM = ("type", "title", "detail")
NAMES = ("rule", "id", "pointer", "parameter", "tile", "number")
"""Members that name an element of a list."""
MISSING = object()
"""In place of a member that a response lacks."""


def differences(expected, actual, place=""):
    """Where a response differs from the expected one: the place, the expected value and the other."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            yield from differences(value, actual.get(name, MISSING), f"{place}.{name}".lstrip("."))
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (want, have) in enumerate(zip(expected, actual)):
            yield from differences(want, have, f"{place}[{name_of(want, index)}]")
    elif isinstance(expected, list) and isinstance(actual, list):
        yield from changed_elements(expected, actual, place)
    elif type(expected) is not type(actual) or expected != actual:
        yield place, brief(expected), brief(actual)


def changed_elements(expected, actual, place):
    """The elements that only one of two lists has, by their names."""
    want, have = (Counter(str(name_of(each, "element")) for each in elements) for elements in (expected, actual))
    yield from ((f"{place}[{name}]", "present", "missing") for name in want - have)
    yield from ((f"{place}[{name}]", "missing", "present") for name in have - want)


def name_of(element, otherwise):
    """What names an element of a list."""
    if isinstance(element, dict):
        return next((element[name] for name in NAMES if name in element), otherwise)
    return element if isinstance(element, str) else otherwise


def brief(value):
    """A value in a report."""
    if value is MISSING:
        return "missing"
    return "..." if isinstance(value, (dict, list)) else json.dumps(value, ensure_ascii=False)


class Server:
    """A server, over one connection, which is opened again after it was dropped."""

    def __init__(self, url, headers=()):
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        self.prefix = parts.path.rstrip("/")
        self.headers = dict(headers)

    def send(self, vector, **more):
        """Send the request of a vector, with more headers; returns the status, headers and content of the response."""
        body = json.dumps(vector["request"]) if "request" in vector else vector.get("body")
        headers = {"Accept": "application/json, */*", **self.headers, **more}
        if body is not None:
            body *= vector.get("times", 1)
            headers["Content-Type"] = vector.get("content_type", "application/json")
        if "accept_language" in vector:
            headers["Accept-Language"] = vector["accept_language"]
        try:
            self.connection.request(vector["method"], self.prefix + vector["path"], body, headers)
            response = self.connection.getresponse()
            text = response.read()
        except (HTTPException, OSError):
            self.connection.close()
            raise
        return response.status, response.headers, content(text)


def content(text):
    """The JSON value of a response, or its text if it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text.decode("utf-8", "replace")


def failures(server, vector):
    """How the response of a server differs from a vector; empty if it does not."""
    try:
        status, headers, actual = server.send(vector)
        if status != vector["status"]:
            return [("status", str(vector["status"]), str(status))]
        wrong = [
            *differences(vector["response"], actual),
            *wrong_headers(vector, headers),
            *missing_texts(actual, status),
        ]
        if vector["method"] == "GET" and status == OK:
            wrong += wrong_second_time(server, vector, headers.get("ETag"))
    except (HTTPException, OSError) as error:
        return [("response", "present", type(error).__name__)]
    return wrong


def wrong_headers(vector, headers):
    """How the headers of a response differ: its media type, the version of the contract, its language."""
    media_type = "application/problem+json" if vector["status"] >= FIRST_OF_PROBLEMS else "application/json"
    if headers.get_content_type() != media_type:
        yield "Content-Type", media_type, headers.get_content_type()
    version = headers.get("API-Version", "missing")
    if not VERSION.fullmatch(version):
        yield "API-Version", "a version", version
    language = headers.get("Content-Language")
    if vector.get("language", language) != language:
        yield "language", vector["language"], str(language)


def wrong_second_time(server, vector, etag):
    """How a document is answered that the client has already: with its ETag, and then with 304."""
    if etag is None:
        return [("ETag", "present", "missing")]
    status = server.send(vector, **{"If-None-Match": etag})[0]
    return [] if status == NOT_MODIFIED else [("status with If-None-Match", str(NOT_MODIFIED), str(status))]


def missing_texts(value, status=OK, place=""):
    """The texts for people that a response lacks."""
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield from missing_texts(each, place=f"{place}[{name_of(each, index)}]")
    if isinstance(value, dict):
        wanted = TEXTS_OF_A_PROBLEM if status >= FIRST_OF_PROBLEMS else ()
        wanted = TEXTS.get(re.sub(r".*\.|\[.*", "", place), wanted) if place.endswith("]") else wanted
        yield from ((f"{place}.{name}".lstrip("."), "a text", "missing") for name in wanted if not value.get(name))
        for name, each in value.items():
            yield from missing_texts(each, place=f"{place}.{name}".lstrip("."))


def selected(options):
    """The selected vectors, each with its name in reports."""
    for path in options.files or sorted(HERE.glob("*.json")):
        for vector in json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]:
            if fits(vector, options.ruleset, options.operation):
                yield f"{Path(path).name}: {vector['name']}", vector


def fits(vector, rulesets, operations):
    """True if a vector is of these rulebooks and operations; empty lists select all."""
    path = vector["path"].partition("?")[0]
    return (not operations or path in operations) and (not rulesets or bool(named(vector) & set(rulesets)))


def named(value):
    """The rulebooks that a request names, in its body or its path."""
    if isinstance(value, list):
        return set().union(*map(named, value))
    if not isinstance(value, dict):
        return set()
    found = set(value.get("path", "").replace("?", "/").split("/")) if "method" in value else set()
    inner = [each for name, each in value.items() if name in ("request", "deals")]
    own = value.get("ruleset")
    return found.union([own] if isinstance(own, str) else [], *map(named, inner))


def report(results):
    """The lines of a report: each failure, the totals, and the failures grouped by what differs."""
    failed = [(name, wrong) for name, wrong in results if wrong]
    for name, wrong in failed:
        yield from (f"{name}: {place}: expected {want}, received {have}" for place, want, have in wrong[:MAX_SHOWN])
    yield f"{len(results)} vectors, {len(failed)} failed"
    groups = Counter(each for _, wrong in failed for each in sorted({*map(short, wrong)}))
    for (place, want, have), times in groups.most_common(MAX_GROUPS):
        yield f"`{place}` {want} -> {have}: {times} vector{'s' * (times > 1)}"
    if len(groups) > MAX_GROUPS:
        yield f"and {len(groups) - MAX_GROUPS} other differences"


def short(difference):
    """A difference that is the same in all hands: its place begins at the last list."""
    place, *values = difference
    start = place.rfind(".", 0, place.rfind("[")) + 1 if "[" in place else 0
    return (place[start:], *values)


def options_of(arguments):
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("files", nargs="*", help="files of vectors (default: all beside this script)")
    parser.add_argument("--ruleset", action="append", default=[], help="only vectors of this rulebook; may be repeated")
    parser.add_argument("--operation", action="append", default=[], help="only vectors of this path, as /v1/scores")
    parser.add_argument(
        "--header", action="append", default=[], help="sent with each request, as 'Authorization: Bearer x'"
    )
    return parser.parse_args(arguments)


def main(arguments):
    options = options_of(arguments)
    given = [each.partition(":") for each in options.header]
    server = Server(options.url, [(name.strip(), value.strip()) for name, _, value in given])
    results = [(name, failures(server, vector)) for name, vector in selected(options)]
    for line in report(results):
        print(line)
    if not results:
        return NONE_SELECTED
    return 1 if any(wrong for _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
