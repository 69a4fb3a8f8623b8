#!/usr/bin/env python3
"""Send the requests of the conformance vectors to a server, and report where its responses differ.

Needs only Python 3.9 or newer. A vector is a request and what a client may rely on in the response: the status, and
members of the JSON. A server may send more members. Lists have the same length and order. A vector has its `request` as
JSON, or a `body` to send unchanged, repeated so many `times`, with its `content_type`. With `accept_language` it has
the `language` of the response too. The last lines group the failures by what differs. The exit status is 1 if a vector
failed, and 2 if no vector was selected.
"""

import argparse
import json
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

    def send(self, vector):
        """Send the request of a vector; returns the status, language and content of the response."""
        body = json.dumps(vector["request"]) if "request" in vector else vector.get("body")
        headers = {"Accept": "application/json, */*", **self.headers}
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
        return response.status, response.headers.get("Content-Language"), content(text)


def content(text):
    """The JSON value of a response, or its text if it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text.decode("utf-8", "replace")


def failures(server, vector):
    """How the response of a server differs from a vector; empty if it does not."""
    try:
        status, language, actual = server.send(vector)
    except (HTTPException, OSError) as error:
        return [("response", "present", type(error).__name__)]
    if status != vector["status"]:
        return [("status", str(vector["status"]), str(status))]
    wrong = list(differences(vector["response"], actual))
    if vector.get("language", language) != language:
        wrong.append(("language", vector["language"], str(language)))
    return wrong


def selected(options):
    """The selected vectors, each with its name in reports."""
    for path in options.files or sorted(HERE.glob("*.json")):
        for vector in json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]:
            if fits(vector, options.ruleset, options.operation):
                yield f"{Path(path).name}: {vector['name']}", vector


def fits(vector, rulesets, operations):
    """Whether a vector is of these rulebooks and operations; empty lists select all."""
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
