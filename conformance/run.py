#!/usr/bin/env python3
"""Asks a server the conformance vectors and reports where its answers differ. Needs nothing but Python 3.9 or newer.

A vector is a request and what its answer must hold: its status, and of its JSON every member that the vector names; a
server may send more. Lists have the same length and order. A vector has its `request` as JSON, or a `body` that is sent
as it stands with its `content_type`; with `accept_language` it names the `language` of the answer. An `answer` that is
a string is the whole text of the answer. The exit status is 1 where a vector fails that is not allowed to, 2 where none
was asked.
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
NONE_ASKED = 2


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
    """The server that is asked, over one connection, which is opened again where it was dropped."""

    def __init__(self, url, headers=()):
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        self.prefix = parts.path.rstrip("/")
        self.headers = dict(headers)

    def ask(self, vector):
        """Status, language and content of the answer to a vector's request."""
        body = json.dumps(vector["request"]) if "request" in vector else vector.get("body")
        headers = {"Accept": "application/json, */*", **self.headers}
        if body is not None:
            headers["Content-Type"] = vector.get("content_type", "application/json")
        if "accept_language" in vector:
            headers["Accept-Language"] = vector["accept_language"]
        try:
            self.connection.request(vector["method"], self.prefix + vector["path"], body, headers)
            answer = self.connection.getresponse()
            text = answer.read()
        except (HTTPException, OSError):
            self.connection.close()
            raise
        return answer.status, answer.headers.get("Content-Language"), content(text)


def content(text):
    """The JSON value of an answer, or its text where it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text.decode("utf-8", "replace")


def failures(server, vector):
    """Why a server does not agree with a vector; nothing where it does."""
    try:
        status, language, told = server.ask(vector)
    except (HTTPException, OSError) as error:
        return [f"no answer: {type(error).__name__}: {error}"]
    if status != vector["status"]:
        return [f"status {vector['status']} is expected, {status} is told: {json.dumps(told)[:300]}"]
    wrong = differences(vector["answer"], told)
    if vector.get("language", language) != language:
        wrong.append(f"the language {vector['language']} is expected, {language} is told")
    return wrong


# Which vectors


def asked_of(options):
    """The vectors that are asked for, each with the name that reports give it."""
    for path in options.files or sorted(HERE.glob("*.json")):
        for vector in json.loads(Path(path).read_text(encoding="utf-8"))["vectors"]:
            if fits(vector, options.ruleset, options.operation):
                yield f"{Path(path).name}: {vector['name']}", vector


def fits(vector, rulesets, operations):
    """Whether a vector is of these rulebooks and operations; of any where none are named."""
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
    """The versions of the contract that the vectors are of."""
    paths = files or sorted(HERE.glob("*.json"))
    return sorted({json.loads(Path(path).read_text(encoding="utf-8")).get("contract", "?") for path in paths})


# Reports


def as_lines(results):
    """Each failure, and how many there were."""
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
        told = name.replace("#", "\\#")
        yield f"{'not ok' if wrong else 'ok'} {number} - {told}" + (" # TODO allowed to fail" if allowed else "")
        yield from (f"# {each}" for each in wrong[:MOST_SHOWN])


def as_junit(results):
    """JUnit's XML, as CI systems read it."""
    failed = sum(1 for _, wrong, allowed in results if wrong and not allowed)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuite name="conformance" tests="{len(results)}" failures="{failed}">'
    for name, wrong, allowed in results:
        kind = "skipped" if allowed else "failure"
        said = quoteattr("; ".join(wrong[:MOST_SHOWN]).encode("ascii", "backslashreplace").decode())
        inner = f"<{kind} message={said}/>" if wrong else ""
        yield f"<testcase classname={quoteattr(name.partition(':')[0])} name={quoteattr(name)}>{inner}</testcase>"
    yield "</testsuite>"


REPORTS = {"lines": as_lines, "tap": as_tap, "junit": as_junit}


def options_of(arguments):
    """What is asked of whom."""
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
    results = [(name, failures(server, vector), name in allowed) for name, vector in asked_of(options)]
    for line in REPORTS[options.report](results):
        print(line)
    if options.report == "lines":
        print("of the contract", ", ".join(versions(options.files)))
    if not results:
        return NONE_ASKED
    return 1 if any(wrong and not may for _, wrong, may in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
