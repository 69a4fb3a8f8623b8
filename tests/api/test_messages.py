"""Every sentence of service/messages.py occurs in a response to a real request, with the facts that it needs."""

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scripts import conformance
from service.domain.seats import SEAT_NAMES
from service.messages import MESSAGES
from service.responses import answers, explanations
from service.texts import ENGLISH, LANGUAGES, Language
from support.rulebook_cases import rule_cases

Json = Any
DATA = Path(__file__).parents[1] / "data"
CONFORMANCE = Path(__file__).parents[2] / "conformance"
OF_LAYOUTS = ("impossible-layout", "layout-too-costly", "layouts-too-costly", "unreadable-layout")
"""Covered by tests/domain/test_layout_language.py and tests/api/test_layouts.py."""
TOO_LARGE = {
    "answer-too-large", "answer-too-large.hand", "body-too-large.line", "too-many-house-rules",
    "too-many-house-rules.layouts", "too-many-rules", "too-many-score-items",
}  # fmt: skip
"""Caused only by large requests: tests/api/test_bounds.py."""
WITHOUT_FACTS = {"waits.far"} | {f"seat.{name}" for name in SEAT_NAMES} | {"next-deal.passes", "next-deal.stays"}
"""Caused only by layouts that used up their steps, or without facts."""
OF_THE_SERVICE = {
    "internal-error",
    "malformed-json.encoding",
    "not-ready",
    "overloaded",
    "overloaded.bodies",
    "unknown-value.known-id",
    "wrong-type.cite",
    "wrong-type.id",
}
"""In no response to these requests: see the tests of failures, own rulebooks and hostile bodies, and tests/ops."""


def requests() -> Iterator[dict[str, Json]]:
    """The requests of the conformance vectors, of the deals with faults and of the rule cases."""
    for name in conformance.FILES:
        yield from json.loads((CONFORMANCE / f"{name}.json").read_text())["vectors"]
    for file in ("faults_of_deals.json", "faults_of_bodies.json"):
        for case in json.loads((DATA / file).read_text())["cases"]:
            yield {"method": "POST", "path": case["path"], "request": case["body"]}
    for case in rule_cases():
        for hand, ruleset in product((case["hit"], case["miss"]), case["rulesets"][-1:]):
            body = {name: value for name, value in hand.items() if name != "expect"}
            yield {"method": "POST", "path": "/v1/scores?explain=true", "request": {**body, "ruleset": ruleset}}


def send_more(client: FlaskClient, language: str) -> None:
    for each in json.loads((DATA / "sentences.json").read_text()):
        headers = {**each.get("headers", {}), "Accept-Language": language}
        if "json" in each or "body" in each:
            client.post(each["path"], json=each.get("json"), data=each.get("body"), headers=headers)
        else:
            client.get(each["path"], headers=headers)


def test_every_sentence_occurs_with_its_facts_in_every_language(
    client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, sentence = defaultdict(set), Language.sentence

    def recorded(language: Language, key: str, *rest: Any) -> str:
        used[language.tag].add(key)
        return sentence(language, key, *rest)  # tests/conftest.py fails the test if the facts do not fit

    monkeypatch.setattr(Language, "sentence", recorded)
    for cached in (answers._how, explanations._reason, explanations._not_counted):
        cached.cache_clear()  # other tests may have filled them
    vectors = []
    for vector in requests():
        before = len(used[ENGLISH])
        conformance.send(client_unchecked, vector)
        vectors += [vector] * (len(used[ENGLISH]) > before)
    for language in (ENGLISH, *LANGUAGES):
        for vector in vectors:  # only those with a new sentence
            conformance.send(client_unchecked, vector, **{"Accept-Language": language})
        send_more(client_unchecked, language)
    of_layouts = {key for key in MESSAGES if key.partition(".")[0] in OF_LAYOUTS}
    elsewhere = TOO_LARGE | WITHOUT_FACTS | OF_THE_SERVICE
    parts = {key for key in MESSAGES if key.rpartition(".")[0] in MESSAGES}
    assert (used[ENGLISH] ^ MESSAGES.keys()) - of_layouts == elsewhere
    for tag in LANGUAGES:
        assert MESSAGES.keys() - parts - used[tag] <= elsewhere | of_layouts, tag
