"""Every sentence of service/messages.py, said by a real request: its facts have the names that its texts ask for."""

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
from service.responses import answers, explanations, languages
from service.texts import ENGLISH, LANGUAGES, Language
from support.rulebook_cases import rule_cases

Json = Any
DATA = Path(__file__).parents[1] / "data"
CONFORMANCE = Path(__file__).parents[2] / "conformance"
OF_LAYOUTS = ("impossible-layout", "layout-too-costly", "layouts-too-costly", "unreadable-layout")
"""What tests/domain/test_layout_language.py and tests/api/test_layouts.py ask for."""
TOO_LARGE = {
    "answer-too-large", "answer-too-large.hand", "body-too-large.line", "too-many-house-rules",
    "too-many-house-rules.layouts", "too-many-rules", "too-many-score-items",
}  # fmt: skip
"""What only megabytes of a request lead to: tests/api/test_bounds.py."""
WITHOUT_FACTS = (
    {"incomplete-hand.far", "waits.far"}
    | {f"seat.{name}" for name in SEAT_NAMES}
    | {"next-deal.passes", "next-deal.stays"}
)
"""What only layouts lead to that took all their steps, and what has nothing to fill in."""
OF_THE_SERVICE = {"internal-error", "not-ready", "overloaded", "unknown-value.known-id", "wrong-type.id"}
"""What no request is answered with: tests/api/test_failures.py, test_own_rulebooks.py and tests/ops."""


def requests() -> Iterator[dict[str, Json]]:
    """The requests of the conformance vectors, of the deals with faults and of the rule cases."""
    for name in conformance.FILES:
        yield from json.loads((CONFORMANCE / f"{name}.json").read_text())["vectors"]
    for file in ("faults_of_deals.json", "faults_of_bodies.json"):
        for case in json.loads((DATA / file).read_text())["cases"]:
            yield {"method": "POST", "path": case["path"], "request": case["body"]}
    for case in rule_cases():
        for hand, ruleset in product((case["hit"], case["miss"]), case["rulesets"][-1:]):
            asked = {name: value for name, value in hand.items() if name != "expect"}
            yield {"method": "POST", "path": "/v1/scores?explain=true", "request": {**asked, "ruleset": ruleset}}


def further(client: FlaskClient, language: str) -> None:
    for each in json.loads((DATA / "sentences.json").read_text()):
        headers = {**each.get("headers", {}), "Accept-Language": language}
        if "json" in each or "body" in each:
            client.post(each["path"], json=each.get("json"), data=each.get("body"), headers=headers)
        else:
            client.get(each["path"], headers=headers)


def test_every_sentence_is_said_with_its_own_facts_in_every_language(
    client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, say = defaultdict(set), Language.sentence

    def noted(language: Language, key: str, *rest: Any) -> str:
        said[language.tag].add(key)
        return say(language, key, *rest)  # tests/conftest.py fails the test where it does not fit

    monkeypatch.setattr(Language, "sentence", noted)
    for kept in (answers._how, explanations._reason, explanations._not_counted, languages._kept_part):
        kept.cache_clear()  # what other tests have asked for is said again
    telling = []
    for vector in requests():
        before = len(said[ENGLISH])
        conformance.asked(client_unchecked, vector)
        telling += [vector] * (len(said[ENGLISH]) > before)
    for language in (ENGLISH, *LANGUAGES):
        for vector in telling:  # only what said something for the first time
            conformance.asked(client_unchecked, vector, **{"Accept-Language": language})
        further(client_unchecked, language)
    of_layouts = {key for key in MESSAGES if key.partition(".")[0] in OF_LAYOUTS}
    elsewhere = TOO_LARGE | WITHOUT_FACTS | OF_THE_SERVICE
    parts = {key for key in MESSAGES if key.rpartition(".")[0] in MESSAGES}
    assert (said[ENGLISH] ^ MESSAGES.keys()) - of_layouts == elsewhere
    for tag in LANGUAGES:
        assert MESSAGES.keys() - parts - said[tag] <= elsewhere | of_layouts, tag
