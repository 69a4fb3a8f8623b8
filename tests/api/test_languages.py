"""Responses in the client's language: texts, headers, catalogues, and English where a translation is missing."""

import json
import logging
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import polib
import pytest
from babel.messages.catalog import Catalog
from flask.testing import FlaskClient

from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.serializers.languages import to_json
from pung_chow_settlement.texts import CATALOGUES, LANGUAGES, MESSAGES, Language, Sentence, Text, english, languages_in
from tests.conftest import request_named
from tests.support.amounts import amount
from tests.support.contract import operations, resolved
from tools import conformance, texts

Json = Any
GERMAN = {"Accept-Language": "de"}
ROOT = Path(__file__).parents[2]
FOR_PEOPLE = {"text", "title", "about", "interpretation", "detail", "of"}
THE_SAME_IN_GERMAN = {
    "British Mah-Jong Association",
    "Deutsche Mah Jongg Liga, Chinesisch-Klassisch",
    "Outside the Box",
    *("Chop Suey", "Chow Chow", "Chow Mein", "Hachi Ban", "Windfall", "Yin Yang"),
    "The Game of Mah Jong Illustrated",
    *(book.title for book in BUILT_IN.by_id["harr-1922"].rulebook.books + BUILT_IN.by_id["pamphlet"].rulebook.books),
}
DEAL = request_named("layout-1")
BAD_DEAL: Json = {**DEAL, "hands": {**DEAL["hands"], "south": {"concealed": "113556677p", "exposed": ["999p"]}}}
SHORT = (
    "12 Steine: diese Hand braucht 13 (ohne Blumen und Jahreszeiten). Hat sie wirklich eine andere Zahl von Steinen, "
    "`dead`: true senden; sind nicht alle angegeben, `partial`: true"
)
CATALOGUE = pytest.mark.parametrize("file", sorted(CATALOGUES.glob("*.po")), ids=lambda file: file.stem)


def vectors() -> list[Json]:
    return [
        vector
        for name in conformance.FILES.keys() - {"german"}
        for vector in json.loads((ROOT / "conformance" / f"{name}.json").read_text())["vectors"]
    ]


def send(client: FlaskClient, vector: Json, language: str | None) -> Json:
    headers = {} if language is None else {"Accept-Language": language}
    return conformance.send(client, vector, **headers).get_json()


def prose(answer: Json) -> Iterator[str]:
    """Every text for people, in order."""
    if isinstance(answer, list):
        for each in answer:
            yield from prose(each)
    elif isinstance(answer, dict):
        for name, value in answer.items():
            if name in FOR_PEOPLE and isinstance(value, str):
                yield value
            elif name not in ("parameters", "house_rules", "table"):
                yield from prose(value)


def strings(request: Json) -> Iterator[str]:
    """The strings of a request."""
    if isinstance(request, str):
        yield request
    for each in request.values() if isinstance(request, dict) else request if isinstance(request, list) else ():
        yield from strings(each)


def without_prose(answer: Json) -> Json:
    """The answer without texts for people."""
    if isinstance(answer, list):
        return [without_prose(each) for each in answer]
    if isinstance(answer, dict):
        left = {name: value for name, value in answer.items() if name not in FOR_PEOPLE or not isinstance(value, str)}
        return {name: without_prose(value) for name, value in left.items() if name != "request_id"}
    return answer


# Every text


@CATALOGUE
def test_no_catalogue_has_stale_or_wrong_translations(file: Path) -> None:
    """A missing translation is a warning until a release."""
    found = texts.faults(texts.read(file), texts.template())
    assert [fault for fault in found if not fault.startswith(f"{texts.LACKS}: ")] == []


@pytest.mark.parametrize(("arguments", "refused"), [(["--check"], 0), (["--check", "--release"], 1)])
def test_an_untranslated_text_fails_only_a_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], refused: int
) -> None:
    template = texts.template()
    template.add("A text of a new rulebook")
    monkeypatch.setattr(texts, "template", lambda: template)
    assert texts.main(arguments) == refused
    assert "de.po lacks: A text of a new rulebook" in capsys.readouterr().out


def new_faults(catalog: Catalog) -> list[str]:
    """Without those of the catalogue as it is: a text that waits for its translation is none of what was changed."""
    before = texts.faults(texts.read(CATALOGUES / "de.po"), texts.template())
    return [fault for fault in texts.faults(catalog, texts.template()) if fault not in before]


def test_missing_untranslated_and_stale_texts_of_a_catalogue_are_reported() -> None:
    catalog = texts.read(CATALOGUES / "de.po")
    catalog.delete("The body is too large")
    catalog.delete(MESSAGES["waiting.gain"], "waiting.gain")
    catalog.delete(("{n} tile", "{n} tiles"), "tile")
    catalog.add("no text of the service", "kein Text")
    (north,) = [entry for entry in catalog if (entry.context, entry.id) == ("word", "north")]
    north.string = ""
    assert new_faults(catalog) == [
        "is stale: no text of the service",
        "lacks: The body is too large",
        "lacks: tile: {n} tile",
        f"lacks: waiting.gain: {MESSAGES['waiting.gain']}",
        "lacks: word: north",
    ]


@pytest.mark.parametrize("text", ["hat diese id", "{entry} {member}", "{entry:Eintrag}", "{entry!x}", "{entry!p}"])
def test_a_translation_with_other_facts_nouns_or_parts_is_reported(text: str) -> None:
    catalog = texts.read(CATALOGUES / "de.po")
    (entry,) = [each for each in catalog if each.context == "duplicate-id"]
    entry.string = text
    assert new_faults(catalog) == [f"has other facts: duplicate-id: {entry.id}"]


@pytest.mark.parametrize(("key", "facts"), [("no-such-key", {}), ("duplicate-id", {}), ("duplicate-id", {"id": 1})])
def test_a_sentence_without_its_key_or_a_fact_fails_a_test_but_no_response(
    monkeypatch: pytest.MonkeyPatch, key: str, facts: Json
) -> None:
    with pytest.raises(AssertionError, match=key):
        english(key, facts)
    monkeypatch.setattr(logging.getLogger("pung_chow_settlement.texts"), "disabled", True)
    assert english(key, facts) == MESSAGES.get(key, key)


# German and English


def test_every_vector_has_the_same_numbers_in_german(client_unchecked: FlaskClient) -> None:
    for vector in islice(vectors(), 0, None, amount(4, 1)):
        english, german = (send(client_unchecked, vector, language) for language in (None, "de"))
        assert without_prose(german) == without_prose(english), vector["name"]
        same = {one for one, other in zip(prose(english), prose(german), strict=True) if one == other}
        assert same - THE_SAME_IN_GERMAN - set(strings(vector.get("request"))) == set(), vector["name"]


RULESETS = ["/v1/rulesets", *(f"/v1/rulesets/{each.id}" for each in ALL), "/v1/rulesets/compare?a=bmja&b=dmjl"]


@pytest.mark.parametrize("path", RULESETS)
def test_all_texts_of_the_rulebooks_are_translated(client: FlaskClient, path: str) -> None:
    english, german = (list(prose(client.get(path, headers=headers).get_json())) for headers in ({}, GERMAN))
    left = {one for one, other in zip(english, german, strict=True) if one == other}
    assert left - THE_SAME_IN_GERMAN == set()
    assert len(english) > 20


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("de-AT", "de"),
        ("de-AT, en;q=0.8", "de"),
        ("en-GB, de;q=0.1", "en"),
        ("fi,de;q=0.5", "de"),
        ("en;q=0.4, de;q=0.5", "de"),
        ("en;q=0, de", "de"),
        ("fi", "en"),
        ("fi-FI,fi;q=0.9", "en"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("de;q=0", "en"),
        ("*", "en"),
        ("", "en"),
        ("de;q=0, *", "en"),
        ("deutsch", "en"),
        (";;,=,\x01", "en"),
    ],
)
def test_the_language_is_negotiated_from_accept_language(client: FlaskClient, header: str, language: str) -> None:
    response = client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": header})
    result = {"en": "Winning tile drawn", "de": "Schlussstein selbst gezogen"}
    assert result[language] in [item["text"] for item in response.get_json()["hands"]["east"]["items"]]
    assert response.headers["Content-Language"] == language
    assert "Accept-Language" in response.headers["Vary"]


def test_english_responses_have_the_same_bytes_for_any_header(client: FlaskClient) -> None:
    plain = client.post("/v1/settlements", json=DEAL).data
    for header in ("en", "fi", "en-US,en;q=0.9"):
        assert client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": header}).data == plain


def test_faults_are_translated_and_their_facts_unchanged(client: FlaskClient) -> None:
    problem = client.post("/v1/settlements", json=BAD_DEAL, headers=GERMAN).get_json()
    assert (problem["title"], problem["detail"]) == ("Die Anfrage enthält Fehler", "1 Fehler, siehe `errors`")
    (fault,) = problem["errors"]
    assert (fault["detail"], fault["facts"]["given"]) == (SHORT, 12)


def test_texts_in_batches_and_sheets_are_translated(client: FlaskClient) -> None:
    batch = client.post("/v1/settlements/batch", json={"deals": [DEAL, BAD_DEAL]}, headers=GERMAN).get_json()["results"]
    assert batch[0]["answer"]["hands"]["east"]["items"][0]["text"] == "Mah-Jongg"
    assert batch[1]["problem"]["errors"][0]["detail"] == SHORT
    entry = {"type": "deal", "winning_player": 0, "win": DEAL["win"], "hands": list(DEAL["hands"].values())}
    sheet: Json = {"ruleset": "harr-1923", "players": ["Text", "B", "C", "D"], "entries": [entry]}
    result = client.post("/v1/scoresheets", json=sheet, headers=GERMAN).get_json()
    assert result["entries"][0]["hands"][0]["items"][0]["text"] == "Mah-Jongg"
    assert result["standings"][0]["name"] == "Text"


@pytest.mark.parametrize(("score", "result"), [(10**60, "≥ 10^20"), (-(10**60), "≤ -10^20")])
def test_a_number_too_long_to_be_shown_is_reported_without_english_words(
    client: FlaskClient, score: int, result: str
) -> None:
    counted: Json = {"counted": {"score": score}}
    deal = {"ruleset": "bmja", "round_wind": "east", "winner": None, "hands": {**DEAL["hands"], "east": counted}}
    problem = client.post("/v1/settlements", json=deal, headers=GERMAN).get_json()
    fault = next(each for each in problem["errors"] if each["pointer"] == "/hands/east/counted/score")
    assert fault["detail"].startswith(f"{result} liegt nicht im Bereich von 0 bis")


@pytest.mark.parametrize(
    ("body", "media_type", "detail"),
    [
        (b"{", "application/json", "(Zeile 1, Spalte 1)"),
        (b"{}", "text/plain", "Der `Content-Type` text/plain wird nicht angenommen: application/json senden"),
        (b"{}", "", "`Content-Type` fehlt: application/json senden"),
    ],
)
def test_the_detail_of_a_malformed_body_is_translated(
    client: FlaskClient, body: bytes, media_type: str, detail: str
) -> None:
    response = client.post("/v1/scores", data=body, headers={**GERMAN, "Content-Type": media_type})
    assert detail in response.get_json()["detail"]


def test_the_page_of_a_problem_is_translated(client: FlaskClient) -> None:
    page = client.get("/problems/not-found", headers=GERMAN).text
    assert '<html lang="de">' in page
    assert "<h1>Unter diesem Pfad ist nichts zu finden</h1>" in page


# The contract

OPERATIONS = [pytest.param(path, operation, id=operation["operationId"]) for path, _, operation in operations()]


@pytest.mark.parametrize(("path", "operation"), OPERATIONS)
def test_every_operation_documents_its_language_headers(path: str, operation: Json) -> None:
    names = [resolved(parameter)["name"] for parameter in operation["parameters"]]
    assert "Accept-Language" in names
    for status, result in operation["responses"].items():
        whole = resolved(result)
        words = "application/problem+json" in whole.get("content", {}) and "API-Version" in whole.get("headers", {})
        if words or (status == "200" and path.startswith("/v1/") and not path.endswith("/csv")):
            assert {"Content-Language", "Vary"} <= whole["headers"].keys(), status


# Caches


@pytest.mark.parametrize(
    "path", ["/v1/rulesets", "/v1/rulesets/bmja", "/v1/rulesets/compare?a=bmja&b=dmjl", "/problems/not-found"]
)
def test_a_cache_distinguishes_languages(client: FlaskClient, path: str) -> None:
    english, german = client.get(path), client.get(path, headers=GERMAN)
    assert english.headers["ETag"] != german.headers["ETag"]
    assert "Accept-Language" in german.headers["Vary"]
    tag = german.headers["ETag"]
    cached = client.get(path, headers={**GERMAN, "If-None-Match": tag})
    assert (cached.status_code, cached.headers["ETag"]) == (304, tag)
    assert "Accept-Language" in cached.headers["Vary"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_a_response_without_texts_does_not_vary_by_language(client: FlaskClient) -> None:
    assert "Content-Language" not in client.get("/healthz", headers=GERMAN).headers
    assert "Accept-Language" not in client.get("/openapi.json", headers=GERMAN).headers.get("Vary", "")


# Catalogues


def language_with(tmp_path: Path, *entries: polib.POEntry) -> Language:
    conditions = polib.POFile()
    conditions.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    conditions.extend(entries)
    conditions.save(str(tmp_path / "nl.po"))
    return languages_in(tmp_path)["nl"]


def test_a_new_language_needs_only_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client_unchecked: FlaskClient
) -> None:
    dutch = language_with(tmp_path, polib.POEntry(msgid="Winning tile drawn", msgstr="Winnende steen getrokken"))
    monkeypatch.setitem(LANGUAGES, "nl", dutch)
    response = client_unchecked.post("/v1/settlements", json=DEAL, headers={"Accept-Language": "nl-BE"})
    result = [item["text"] for item in response.get_json()["hands"]["east"]["items"]]
    assert response.headers["Content-Language"] == "nl, en"
    assert "Winnende steen getrokken" in result
    assert "Mah-Jong" in result, "a missing text is English"


SIZE: Final = "wrong-number-of-tiles.hand"
A_HAND: Final = {"given": 9, "needed": 13, "kongs": 0}


def french(tmp_path: Path, **others: str) -> Language:
    """A language with one sentence, and other entries by their context."""
    sentence = polib.POEntry(msgctxt=SIZE, msgid=MESSAGES[SIZE], msgstr="{given:#tile} sur {kongs!p}{needed:#}")
    more = [polib.POEntry(msgctxt=key, msgid=MESSAGES[key], msgstr=text) for key, text in others.items()]
    return language_with(tmp_path, sentence, *more)


TILES: Final = polib.POEntry(
    msgctxt="tile", msgid="{n} tile", msgid_plural="{n} tiles", msgstr_plural={0: "{n} tuile", 1: "{n} tuiles"}
)


def said(language: Language, facts: Json = A_HAND) -> Json:
    return json.loads(to_json({"text": Sentence(SIZE, facts)}, language))


def test_a_sentence_without_its_noun_is_english_as_a_whole_and_is_named(tmp_path: Path) -> None:
    assert said(french(tmp_path)) == {"text": english(SIZE, A_HAND), "in_english": ["text"]}


def test_a_sentence_without_one_of_its_parts_is_english_as_a_whole(tmp_path: Path) -> None:
    facts = {**A_HAND, "kongs": 1}
    language = with_tiles(tmp_path)
    assert said(language, facts) == {"text": english(SIZE, facts), "in_english": ["text"]}


def test_a_number_without_a_word_is_written_in_digits(tmp_path: Path) -> None:
    assert said(with_tiles(tmp_path)) == {"text": "9 tuiles sur 13"}


def test_a_number_with_a_word_is_written_in_words(tmp_path: Path) -> None:
    assert said(with_tiles(tmp_path, **{"number.9": "neuf"})) == {"text": "neuf tuiles sur 13"}


def with_tiles(tmp_path: Path, **others: str) -> Language:
    """French with the noun of tiles too."""
    french(tmp_path, **others)
    catalogue = polib.pofile(str(tmp_path / "nl.po"))
    catalogue.metadata["Plural-Forms"] = "nplurals=2; plural=(n > 1);"
    catalogue.append(TILES)
    catalogue.save(str(tmp_path / "nl.po"))
    return languages_in(tmp_path)["nl"]


def test_a_rule_has_the_words_of_its_book_before_those_of_all(tmp_path: Path) -> None:
    entries = [
        polib.POEntry(msgctxt=book, msgid="Four kongs", msgstr=text) for book, text in (("dmjl", "A"), (None, "B"))
    ]
    dutch = language_with(tmp_path, *entries)
    assert json.loads(to_json([Text("Four kongs", "dmjl"), Text("Four kongs", "nts-2002")], dutch)) == ["A", "B"]


FACTS: Json = {"given": 1, "needed": 9, "seat": "east"}


@pytest.mark.parametrize(
    ("template", "result"),
    [
        ("{given} van {seat}", "1 van east"),
        ("{given} van {seat!w}", "1 van oost"),
        ("{missing} van {seat}", ""),
        ("{seat:tile}", ""),
        ("{given!x}", ""),
        ("{given", ""),
    ],
)
def test_a_template_that_does_not_fit_the_facts_falls_back_to_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, result: str
) -> None:
    monkeypatch.setattr(logging.getLogger("pung_chow_settlement.texts"), "disabled", True)
    language = language_with(
        tmp_path,
        polib.POEntry(msgctxt="too-few-heads", msgid=MESSAGES["too-few-heads"], msgstr=template),
        polib.POEntry(msgctxt="word", msgid="east", msgstr="oost"),
        polib.POEntry(msgctxt="tile", msgid="{n} tile", msgid_plural="{n} tiles", msgstr_plural={0: "{n}", 1: "{m}"}),
    )
    sentence = Sentence("too-few-heads", FACTS)
    assert json.loads(to_json([sentence], language)) == [result or str(sentence)]


@pytest.mark.parametrize(("number", "result"), [(0, "0 Steine"), (1, "1 Stein"), (2, "2 Steine")])
def test_a_number_takes_the_plural_of_its_language(number: int, result: str) -> None:
    sentence = Sentence("wrong-number-of-tiles.dead", {"given": number, "needed": 18})
    answer = json.loads(to_json({"detail": sentence}, LANGUAGES["de"]))
    assert answer == {"detail": f"{result}: eine tote Hand hat höchstens 18"}


@pytest.mark.parametrize(
    "text", ["our own rule", "our heads", "pays {0} times", "x times y" * 100, "East pays and is paid"]
)
def test_texts_of_the_client_are_not_translated(text: str) -> None:
    answer = {"reason": "Mah-Jong", "parameters": {"text": "Mah-Jong"}, "text": Text(text)}
    assert json.loads(to_json(answer, LANGUAGES["de"])) == answer


def test_the_resolved_table_is_not_translated(client: FlaskClient) -> None:
    body = {"ruleset": "bmja", "house_rules": {"settlement": {"self_drawn": 5}}}
    answers = [client.post("/v1/rulesets/resolve", json=body, headers=each).get_json() for each in ({}, GERMAN)]
    assert answers[0]["table"] == answers[1]["table"]
    assert answers[0]["settling"] != answers[1]["settling"]


@pytest.mark.parametrize(
    "path",
    [
        "/v1/finders",
        "/v1/rulesets",
        "/v1/rulesets/compare?a=bmja&b=dmjl",
        *(f"/v1/rulesets/{book}" for book in BUILT_IN.by_id),
    ],
)
def test_no_text_with_a_translation_stays_english(client: FlaskClient, path: str) -> None:
    result = set(strings(client.get(path, headers=GERMAN).get_json()))
    assert {text for text in result if LANGUAGES["de"].text(text) != text} == set()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_the_page_names_the_file_of_a_language_and_a_worker_finds_what_it_keeps_by_the_address(
    client: FlaskClient, language: str
) -> None:
    """A worker keeps the page without the language that Firefox shows of a navigation: `Vary` would part the two."""
    response = client.get("/", headers={"Accept-Language": language})
    assert re.findall(r"assets/first-(\w+)-", response.headers["Link"]) == [language]
    assert "Accept-Language" not in response.vary
    assert response.cache_control.private
