"""Answers in the language that a client asks for: every text, every header, and English wherever a text is missing."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from flask.testing import FlaskClient

from scripts import conformance, texts
from service import rulebooks
from service.messages import MESSAGES
from service.responses.languages import translated
from service.rulebooks import BY_ID
from service.texts import CATALOGUES, LANGUAGES, Language, Sentence, english, languages_in
from support.contract import operations, resolved

Json = Any
GERMAN = {"Accept-Language": "de"}
ROOT = Path(__file__).parents[2]
FOR_PEOPLE = {"text", "title", "about", "interpretation", "detail", "of"}
THE_SAME_IN_GERMAN = {
    "British Mah-Jong Association",
    "Deutsche Mah Jongg Liga, Chinesisch-Klassisch",
    "Outside the Box",
    "The Game of Mah Jong Illustrated",
    *(book.title for book in BY_ID["harr-1922"].rulebook.books + BY_ID["pamphlet"].rulebook.books),
}
DEAL: Json = {
    "ruleset": "harr-1923",
    "round_wind": "east",
    "winner": "east",
    "win": {"tile": "8m", "source": "wall"},
    "hands": {
        "east": {"concealed": "22555888m", "exposed": ["1111m", "999m"]},
        "south": {"concealed": "1135566777p", "exposed": ["999p"]},
        "west": {"concealed": "7s333555z", "exposed": ["9999s", "888s"]},
        "north": {"concealed": "1122445566p", "exposed": ["888p"]},
    },
}
BAD_DEAL: Json = {**DEAL, "hands": {**DEAL["hands"], "south": {"concealed": "113556677p", "exposed": ["999p"]}}}
SHORT = "12 Steine: diese Hand braucht 13 (0 Kong; Blumen und Jahreszeiten nicht gezählt)"
CATALOGUE = pytest.mark.parametrize("file", sorted(CATALOGUES.glob("*.po")), ids=lambda file: file.stem)


def vectors() -> list[Json]:
    return [
        vector
        for name in conformance.FILES.keys() - {"german"}
        for vector in json.loads((ROOT / "conformance" / f"{name}.json").read_text())["vectors"]
    ]


def asked(client: FlaskClient, vector: Json, language: str | None) -> Json:
    headers = {} if language is None else {"Accept-Language": language}
    return conformance.asked(client, vector, **headers).get_json()


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
    """Whatever a client writes."""
    if isinstance(request, str):
        yield request
    for each in request.values() if isinstance(request, dict) else request if isinstance(request, list) else ():
        yield from strings(each)


def without_prose(answer: Json) -> Json:
    """What programs go by."""
    if isinstance(answer, list):
        return [without_prose(each) for each in answer]
    if isinstance(answer, dict):
        left = {name: value for name, value in answer.items() if name not in FOR_PEOPLE or not isinstance(value, str)}
        return {name: without_prose(value) for name, value in left.items() if name != "request_id"}
    return answer


# Every text


@CATALOGUE
def test_no_catalogue_holds_a_stale_or_a_wrong_translation(file: Path) -> None:
    """One that is missing is a warning until a release."""
    found = texts.faults(texts.read(file), texts.template())
    assert [fault for fault in found if not fault.startswith(f"{texts.LACKS}: ")] == []


@pytest.mark.parametrize(("arguments", "refused"), [(["--check"], 0), (["--check", "--release"], 1)])
def test_a_text_that_is_not_translated_fails_only_a_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], refused: int
) -> None:
    wanted = texts.template()
    wanted.add("A text of a new rulebook")
    monkeypatch.setattr(texts, "template", lambda: wanted)
    assert texts.main(arguments) == refused
    assert "de.po lacks: A text of a new rulebook" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("context", "text", "named"),
    [
        (None, "Pung or kong of dragons", "Pung or kong of dragons"),
        (None, "The body is too large", "The body is too large"),
        *(
            (key, MESSAGES[key], f"{key}: {MESSAGES[key]}")
            for key in ("wrong-number-of-tiles.hand", "first-discard-impossible.kong", "waiting.gain")
        ),
        ("word", "north", "word: north"),
        ("tile", ("{n} tile", "{n} tiles"), "tile: {n} tile"),
    ],
)
def test_a_text_that_is_missing_is_named(context: str | None, text: str, named: str) -> None:
    catalog = texts.read(CATALOGUES / "de.po")
    catalog.delete(text, context)
    assert f"lacks: {named}" in texts.faults(catalog, texts.template())


def test_an_empty_translation_and_a_stale_text_are_named() -> None:
    catalog = texts.read(CATALOGUES / "de.po")
    catalog.add("no text of the service", "kein Text")
    (north,) = [entry for entry in catalog if (entry.context, entry.id) == ("word", "north")]
    north.string = ""
    assert {"lacks: word: north", "is stale: no text of the service"} <= set(texts.faults(catalog, texts.template()))


@pytest.mark.parametrize("told", ["hat diese id", "{entry} {member}", "{entry:Eintrag}", "{entry!x}", "{entry!p}"])
def test_a_translation_with_facts_nouns_or_parts_that_the_english_has_not_is_named(told: str) -> None:
    catalog = texts.read(CATALOGUES / "de.po")
    (entry,) = [each for each in catalog if each.context == "duplicate-id"]
    entry.string = told
    assert texts.faults(catalog, texts.template()) == [f"has other facts: duplicate-id: {entry.id}"]


@pytest.mark.parametrize(("key", "facts"), [("no-such-key", {}), ("duplicate-id", {}), ("duplicate-id", {"id": 1})])
def test_a_sentence_without_its_key_or_a_fact_fails_a_test_but_no_answer(
    monkeypatch: pytest.MonkeyPatch, key: str, facts: Json
) -> None:
    with pytest.raises(AssertionError, match=key):
        english(key, facts)
    monkeypatch.setattr(logging.getLogger("service.texts"), "disabled", True)
    assert english(key, facts) == MESSAGES.get(key, key)


def test_the_sentence_of_a_cleared_hand_has_the_text_of_the_one_option_that_asks_for_it() -> None:
    asking = {option.text for book in rulebooks.ALL for option in book.options if option.requires}
    assert {MESSAGES["not-a-cleared-hand"].partition("(")[2].rstrip(")")} == asking


# German, and English for everybody else


def test_every_vector_is_given_in_german_with_the_same_numbers(client_unchecked: FlaskClient) -> None:
    for vector in vectors():
        english, german = (asked(client_unchecked, vector, language) for language in (None, "de"))
        assert without_prose(german) == without_prose(english), vector["name"]
        same = {one for one, other in zip(prose(english), prose(german), strict=True) if one == other}
        assert same - THE_SAME_IN_GERMAN - set(strings(vector.get("request"))) == set(), vector["name"]


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/compare?a=bmja&b=dmjl"])
def test_no_word_of_the_rulebooks_stays_english(client: FlaskClient, path: str) -> None:
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
def test_the_language_is_the_first_that_the_client_reads(client: FlaskClient, header: str, language: str) -> None:
    answer = client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": header})
    result = {"en": "Winning tile drawn", "de": "Gewinnstein selbst gezogen"}
    assert result[language] in [item["text"] for item in answer.get_json()["hands"]["east"]["items"]]
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]


def test_english_is_the_same_bytes_whoever_asks_for_it(client: FlaskClient) -> None:
    plain = client.post("/v1/settlements", json=DEAL).data
    for header in ("en", "fi", "en-US,en;q=0.9"):
        assert client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": header}).data == plain


def test_faults_are_given_in_german_with_the_facts_as_ever(client: FlaskClient) -> None:
    problem = client.post("/v1/settlements", json=BAD_DEAL, headers=GERMAN).get_json()
    assert (problem["title"], problem["detail"]) == ("Der Inhalt ist wohlgeformt, aber falsch", "1 Fehler")
    (fault,) = problem["errors"]
    assert (fault["detail"], fault["parameters"]["given"]) == (SHORT, 12)


def test_what_stands_within_answers_is_given_in_german_too(client: FlaskClient) -> None:
    batch = client.post("/v1/settlements/batch", json={"deals": [DEAL, BAD_DEAL]}, headers=GERMAN).get_json()["results"]
    assert batch[0]["answer"]["hands"]["east"]["items"][0]["text"] == "Mah-Jongg"
    assert batch[1]["problem"]["errors"][0]["detail"] == SHORT
    entry = {"type": "deal", "winning_player": 0, "win": DEAL["win"], "hands": list(DEAL["hands"].values())}
    sheet: Json = {"ruleset": "harr-1923", "players": ["Text", "B", "C", "D"], "entries": [entry]}
    result = client.post("/v1/scoresheets", json=sheet, headers=GERMAN).get_json()
    assert result["entries"][0]["hands"][0]["items"][0]["text"] == "Mah-Jongg"
    assert result["standings"][0]["name"] == "Text"


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/v1/nothing", "Unter diesem Pfad ist nichts zu finden"),
        ("/v1/rulesets/mine", "ein Regelwerk „mine“ ist nicht bekannt; bekannt sind harr-1922, "),
        ("/v1/rulesets/compare?a=bmja", "1 Fehler in der Abfrage"),
        ("/v1/rulesets?a=1", "1 Fehler in der Abfrage"),
    ],
)
def test_problems_of_any_path_are_given_in_german(client: FlaskClient, path: str, detail: str) -> None:
    answer = client.get(path, headers=GERMAN)
    assert answer.get_json()["detail"].startswith(detail)
    assert answer.headers["Content-Language"] == "de"
    assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("counters=yes", "„yes“ ist hier nicht bekannt; bekannt sind true, false, 1, 0"),
        ("counter=1", "ein solcher Abfrageparameter ist hier nicht bekannt"),
        ("from=x", "„x“ wird nicht angenommen, nur eine ganze Zahl von 1 bis 1001"),
        ("from=1&from=2", "2 angegeben; angenommen werden 0 bis 1"),
    ],
)
def test_a_fault_of_a_parameter_is_given_in_german(client: FlaskClient, query: str, detail: str) -> None:
    problem = client.post(f"/v1/scoresheets?{query}", json={}, headers=GERMAN).get_json()
    assert [fault["detail"] for fault in problem["parameter_errors"]] == [detail]


@pytest.mark.parametrize(("score", "result"), [(10**60, "≥ 10^20"), (-(10**60), "≤ -10^20")])
def test_a_number_too_long_to_be_shown_is_reported_without_an_english_word(
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
        (b"{}", "text/plain", "der Content-Type text/plain wird nicht angenommen, nur application/json"),
        (b"{}", "", "ein Content-Type fehlt; angenommen wird application/json"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_in_german(
    client: FlaskClient, body: bytes, media_type: str, detail: str
) -> None:
    answer = client.post("/v1/scores", data=body, headers={**GERMAN, "Content-Type": media_type})
    assert detail in answer.get_json()["detail"]


def test_the_page_of_a_problem_is_given_in_german(client: FlaskClient) -> None:
    page = client.get("/problems/not-found", headers=GERMAN).text
    assert '<html lang="de">' in page
    assert "<h1>Unter diesem Pfad ist nichts zu finden</h1>" in page


# The contract

OPERATIONS = [pytest.param(path, operation, id=operation["operationId"]) for path, _, operation in operations()]


@pytest.mark.parametrize(("path", "operation"), OPERATIONS)
def test_every_operation_takes_the_reader_s_languages_and_names_which_it_spoke(path: str, operation: Json) -> None:
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
def test_a_language_is_kept_apart_from_another(client: FlaskClient, path: str) -> None:
    english, german = client.get(path), client.get(path, headers=GERMAN)
    assert english.headers["ETag"] != german.headers["ETag"]
    assert "Accept-Language" in german.headers["Vary"]
    tag = german.headers["ETag"]
    kept = client.get(path, headers={**GERMAN, "If-None-Match": tag})
    assert (kept.status_code, kept.headers["ETag"]) == (304, tag)
    assert "Accept-Language" in kept.headers["Vary"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 200


def test_what_has_no_words_does_not_vary(client: FlaskClient) -> None:
    assert "Content-Language" not in client.get("/healthz", headers=GERMAN).headers
    assert "Accept-Language" not in client.get("/openapi.json", headers=GERMAN).headers.get("Vary", "")


# A catalogue


def a_language(tmp_path: Path, *entries: polib.POEntry) -> Language:
    conditions = polib.POFile()
    conditions.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    conditions.extend(entries)
    conditions.save(str(tmp_path / "nl.po"))
    return languages_in(tmp_path)["nl"]


def test_a_third_language_is_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client_unchecked: FlaskClient
) -> None:
    dutch = a_language(tmp_path, polib.POEntry(msgid="Winning tile drawn", msgstr="Winnende steen getrokken"))
    monkeypatch.setitem(LANGUAGES, "nl", dutch)
    answer = client_unchecked.post("/v1/settlements", json=DEAL, headers={"Accept-Language": "nl-BE"})
    result = [item["text"] for item in answer.get_json()["hands"]["east"]["items"]]
    assert answer.headers["Content-Language"] == "nl"
    assert "Winnende steen getrokken" in result
    assert "Mah-Jong" in result, "what is missing is told in English"


FOUND: Json = {"message_key": "too-few-heads", "parameters": {"given": 1, "seat": "east"}, "detail": "one of east"}


@pytest.mark.parametrize(
    ("template", "result"),
    [
        ("{given} van {seat}", "1 van east"),
        ("{given} van {seat!w}", "1 van oost"),
        ("{needed} van {seat}", "one of east"),
        ("{seat:tile}", "one of east"),
        ("{given!x}", "one of east"),
        ("{given", "one of east"),
    ],
)
def test_a_template_that_does_not_fit_the_facts_is_told_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, result: str
) -> None:
    monkeypatch.setattr(logging.getLogger("service.texts"), "disabled", True)
    language = a_language(
        tmp_path,
        polib.POEntry(msgctxt="too-few-heads", msgid=MESSAGES["too-few-heads"], msgstr=template),
        polib.POEntry(msgctxt="word", msgid="east", msgstr="oost"),
        polib.POEntry(msgctxt="tile", msgid="{n} tile", msgid_plural="{n} tiles", msgstr_plural={0: "{n}", 1: "{m}"}),
    )
    assert translated(language, FOUND)["detail"] == result


@pytest.mark.parametrize(("number", "result"), [(0, "0 Steine"), (1, "1 Stein"), (2, "2 Steine")])
def test_a_number_takes_the_plural_of_its_language(number: int, result: str) -> None:
    sentence = Sentence("wrong-number-of-tiles.dead", {"given": number, "needed": 18})
    answer = translated(LANGUAGES["de"], {"detail": sentence})
    assert answer == {"detail": f"{result}: eine tote Hand hat höchstens 18"}


@pytest.mark.parametrize(
    "text", ["our own rule", "our heads", "pays {0} times", "x times y" * 100, "East pays and is paid"]
)
def test_what_a_client_writes_is_not_translated(text: str) -> None:
    answer = {"reason": "Mah-Jong", "name": "Seven pairs", "parameters": {"text": "Mah-Jong"}, "text": text}
    assert translated(LANGUAGES["de"], answer) == answer


HOUSE_RULES: Json = {
    "settlement": {"discarder": {"share": 2, "others_share": 0}, "self_drawn": 5, "east": {"pays": 1, "receives": 3}},
    "penalties": {"false-mahjong": {"points": 250, "shared": True}},
}


@pytest.mark.parametrize(
    "text",
    [
        "Hat jemand abgeworfen, zahlt der Abwerfer den Wert des Gewinners zweimal",
        "Hat jemand abgeworfen, zahlen die anderen dem Gewinner nichts",
        "Hat niemand abgeworfen, zahlt jeder den Wert des Gewinners 5-mal",
        "Ost zahlt einmal und bekommt 3-mal",
        "Wer fälschlich Mah-Jongg ausruft, zahlt den anderen zusammen 250 Punkte",
    ],
)
def test_a_rule_that_a_house_rule_makes_is_reported_with_its_numbers(client: FlaskClient, text: str) -> None:
    body = {"ruleset": "bmja", "house_rules": HOUSE_RULES}
    answer = client.post("/v1/rulesets/resolve", json=body, headers=GERMAN).get_json()
    assert text in [settlement_rule["text"] for settlement_rule in answer["settling"]]
    english = client.post("/v1/rulesets/resolve", json=body).get_json()
    assert answer["table"] == english["table"], "what may be sent again is the same in every language"


@pytest.mark.parametrize(
    "path",
    [
        "/v1/finders",
        "/v1/rulesets",
        "/v1/rulesets/outline",
        "/v1/rulesets/compare?a=bmja&b=dmjl",
        *(f"/v1/rulesets/{book}" for book in BY_ID),
    ],
)
def test_no_text_that_has_a_translation_stays_english(client: FlaskClient, path: str) -> None:
    result = set(strings(client.get(path, headers=GERMAN).get_json()))
    assert {text for text in result if LANGUAGES["de"].text(text) != text} == set()
