"""Every sentence of locales/en.po occurs in a response to a real request, with the facts that it needs."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.serializers import explained, payments
from pung_chow_settlement.texts import ENGLISH, LANGUAGES, MESSAGES, Language
from tests.support import cases
from tests.support.rulebook_cases import rule_cases
from tools import conformance

Json = Any
CONFORMANCE = Path(__file__).parents[2] / "conformance"
OF_LAYOUTS = ("impossible-layout", "layout-too-costly", "layouts-too-costly", "unreadable-layout")
"""Covered by tests/domain/test_layout_language.py and tests/api/test_layouts.py."""
OF_RULES = ("rule", "number")
"""Covered by tests/api/test_texts_of_house_rules.py, and numbers in words, of which these requests have some."""
TOO_LARGE = {
    "answer-too-large", "answer-too-large.hand", "body-too-large.line", "too-many-rules", "too-many-score-items",
}  # fmt: skip
"""Caused only by large requests: tests/api/test_bounds.py."""
WITHOUT_FACTS = {f"seat.{name}" for name in SEAT_NAMES} | {"next-deal.passes", "next-deal.stays"}
"""Formatted without facts."""
OF_THE_SERVICE = {
    "bad-request.host",
    "internal-error",
    "malformed-json.encoding",
    "method-not-allowed",
    "not-ready",
    "overloaded",
    "rules-failed",
    "unknown-value.known-id",
    "wrong-type.cite",
    "wrong-type.id",
}
"""In no response to these requests: see the tests of failures, own rulebooks and hostile bodies, and tests/server."""


def requests() -> Iterator[Callable[..., object]]:
    """What sends the requests of the conformance vectors, of the cases and of the rule cases."""
    for name in conformance.FILES:
        for vector in json.loads((CONFORMANCE / f"{name}.json").read_text())["vectors"]:
            yield partial(conformance.send, vector=vector)
    for subject in cases.subjects():
        for case in cases.cases_of(subject):
            yield partial(cases.send, case=case)
    for row in rule_cases():
        for body in (row.hit, row.miss):
            yield partial(cases.send, case={"path": "/v1/scores?explain=true", "body": body})


@pytest.mark.night
def test_every_sentence_occurs_with_its_facts_in_every_language(
    client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, sentence = defaultdict(set), Language.sentence

    def recorded(language: Language, key: str, *rest: Any) -> str:
        used[language.tag].add(key)
        return sentence(language, key, *rest)  # tests/conftest.py fails the test if the facts do not fit

    monkeypatch.setattr(Language, "sentence", recorded)
    for cached in (payments._how, explained._reason, explained._not_counted):
        cached.cache_clear()  # other tests may have filled them
    telling = []
    for send in requests():
        before = len(used[ENGLISH])
        send(client_unchecked)
        telling += [send] * (len(used[ENGLISH]) > before)
    for language in LANGUAGES:
        for send in telling:  # only those with a new sentence
            send(client_unchecked, **{"Accept-Language": language})
    apart = {key for key in MESSAGES if key.partition(".")[0] in OF_LAYOUTS + OF_RULES}
    elsewhere = TOO_LARGE | WITHOUT_FACTS | OF_THE_SERVICE
    parts = {key for key in MESSAGES if key.rpartition(".")[0] in MESSAGES}
    assert (used[ENGLISH] ^ MESSAGES.keys()) - apart == elsewhere
    for tag, each in LANGUAGES.items():
        translated = {key for key in MESSAGES if each.has_message(key)}
        assert translated - parts - used[tag] <= elsewhere | apart, tag
