#!/usr/bin/env python3
"""Sends the requests of the conformance vectors to a server and reports where its responses differ.

Needs only Python 3.9 or newer. A vector is a request and its expected response: the status, and the members of the JSON
that it names; a server may send more members. Lists have the same length and order. A vector has its `request` as JSON,
or a `body` to send unchanged with its `content_type`; with `accept_language` it has the expected `language`. An
`answer` that is a string is the whole text of the response. The exit status is 1 if a vector fails that is not allowed
to, 2 if no vector was selected.
"""

import argparse
import json
import sys
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from urllib.parse import urlsplit
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).parent
TIMEOUT = 30
MOST_SHOWN = 5
NONE_SELECTED = 2


def differences(expected, actual, place=""):
    """Where a response differs from the expected one."""
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return [f"{place or '/'}: {actual!r} is no object"]
        missing = [f"{place}/{name}: missing" for name in expected if name not in actual]
        both = [(f"{place}/{name}", value, actual[name]) for name, value in expected.items() if name in actual]
        return missing + [each for path, want, have in both for each in differences(want, have, path)]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual))
        return [each for place_in, pair in pairs for each in differences(*pair, f"{place}/{place_in}")]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{place or '/'}: {expected!r} is expected, {actual!r} was received"]


class Server:
    """A server, over one connection, which is opened again if it was dropped."""

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
        return [f"no response: {type(error).__name__}: {error}"]
    if status != vector["status"]:
        return [f"status {vector['status']} is expected, {status} was received: {json.dumps(actual)[:300]}"]
    wrong = differences(vector["answer"], actual)
    if vector.get("language", language) != language:
        wrong.append(f"the language {vector['language']} is expected, {language} was received")
    return wrong


# Which vectors


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


def versions(files):
    """The versions of the contract of the vectors."""
    paths = files or sorted(HERE.glob("*.json"))
    return sorted({json.loads(Path(path).read_text(encoding="utf-8")).get("contract", "?") for path in paths})


# Reports


def as_lines(results):
    """Each failure, and their number."""
    failed = [(name, wrong) for name, wrong, allowed in results if wrong and not allowed]
    for name, wrong in failed:
        yield from (f"{name}: {each}" for each in wrong[:MOST_SHOWN])
    allowed = sum(1 for _, wrong, allowed in results if wrong and allowed)
    yield f"{len(results)} vectors, {len(failed)} failed" + (f", {allowed} failed as allowed" if allowed else "")


def as_tap(results):
    """The Test Anything Protocol, version 13."""
    yield "TAP version 13"
    yield f"1..{len(results)}"
    for number, (name, wrong, allowed) in enumerate(results, 1):
        escaped = name.replace("#", "\\#")
        yield f"{'not ok' if wrong else 'ok'} {number} - {escaped}" + (" # TODO allowed to fail" if allowed else "")
        yield from (f"# {each}" for each in wrong[:MOST_SHOWN])


def as_junit(results):
    """JUnit's XML, for CI systems."""
    failed = sum(1 for _, wrong, allowed in results if wrong and not allowed)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuite name="conformance" tests="{len(results)}" failures="{failed}">'
    for name, wrong, allowed in results:
        kind = "skipped" if allowed else "failure"
        message = quoteattr("; ".join(wrong[:MOST_SHOWN]).encode("ascii", "backslashreplace").decode())
        inner = f"<{kind} message={message}/>" if wrong else ""
        yield f"<testcase classname={quoteattr(name.partition(':')[0])} name={quoteattr(name)}>{inner}</testcase>"
    yield "</testsuite>"


def stale(allowed, results, *, whole):
    """The lines of the allowed failures whose vector passes or, of a whole run, does not exist."""
    failed = {name for name, wrong, _ in results if wrong}
    asked = {name for name, _, _ in results}
    return sorted(name for name in allowed - failed if name.strip() and (whole or name in asked))


REPORTS = {"lines": as_lines, "tap": as_tap, "junit": as_junit}


def options_of(arguments):
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("files", nargs="*", help="files of vectors (default: all beside this script)")
    parser.add_argument("--ruleset", action="append", default=[], help="only vectors of this rulebook; may be repeated")
    parser.add_argument("--operation", action="append", default=[], help="only vectors of this path, as /v1/scores")
    parser.add_argument("--allowed", type=Path, help="a file that names what may fail, a `file: name` a line")
    parser.add_argument(
        "--header", action="append", default=[], help="sent with each request, as 'Authorization: Bearer x'"
    )
    parser.add_argument("--report", choices=sorted(REPORTS), default="lines")
    return parser.parse_args(arguments)


def main(arguments):
    options = options_of(arguments)
    given = [each.partition(":") for each in options.header]
    server = Server(options.url, [(name.strip(), value.strip()) for name, _, value in given])
    allowed = set(options.allowed.read_text(encoding="utf-8").splitlines()) if options.allowed else set()
    results = [(name, failures(server, vector), name in allowed) for name, vector in selected(options)]
    for line in REPORTS[options.report](results):
        print(line)
    for name in stale(allowed, results, whole=not (options.ruleset or options.operation or options.files)):
        print(f"allowed to fail without need: {name}", file=sys.stderr)
    if options.report == "lines":
        print("of the contract", ", ".join(versions(options.files)))
    if not results:
        return NONE_SELECTED
    return 1 if any(wrong and not may for _, wrong, may in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
