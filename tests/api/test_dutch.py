"""Dutch: a partial catalogue with the rules of the Dutch tournaments; other texts are English, and say so."""

import re
from typing import Any, Final

import polib
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.texts import CATALOGUES, LANGUAGES, MESSAGES
from tests.api.bodies import against, deal, hand, won
from tests.support.contract import CONTRACT

DUTCH: Final = {"Accept-Language": "nl-NL,nl;q=0.9,en;q=0.5"}
DESCRIBED: Final = {"first-draw", "all-winds-and-dragons"}
"""Hands that are described and have no name."""
NEVER_TRANSLATED: Final = {"HouseRules", "HouseRuleEntry", "RuleChange", "FineChange", "ApiIndex"}
"""Texts of clients, and the name of the service."""
NTS: Final = BUILT_IN.by_id["nts-2002"].rulebook


@pytest.mark.parametrize("rule", NTS.rules, ids=lambda rule: rule.id)
def test_every_rule_of_the_dutch_rulebook_has_a_dutch_text(rule: Any) -> None:
    dutch = LANGUAGES["nl"].text(rule.text)
    assert dutch != rule.text


def test_all_texts_of_the_dutch_rulebook_are_dutch(client: FlaskClient) -> None:
    rulebook = client.get("/v1/rulesets/nts-2002", headers=DUTCH).get_json()
    assert marked(rulebook) == []
    bird = next(rule for rule in rulebook["rules"] if rule["id"] == "bird")
    assert bird["text"].startswith("Pe-ling eet Cake: Kringen 1 wint")
    assert bird["interpretation"].startswith("Kringen 1 is de winnende steen")


def test_a_text_without_a_translation_is_named(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets/harr-1922", headers=DUTCH)
    assert response.headers["Content-Language"] == "nl, en"
    rulebook = response.get_json()
    (drawn,) = (each for each in rulebook["rules"] if each["text"] == "Winnende steen zelf uit de muur gepakt")
    assert drawn["in_english"] == ["interpretation"]
    assert drawn["interpretation"].startswith("A loose tile is drawn too")
    assert "in_english" not in rulebook, "its title and what it is about have translations"


def test_what_is_named_is_the_english_and_nothing_else(client: FlaskClient) -> None:
    for path in ("/v1/rulesets/western", "/v1/rulesets/pamphlet", "/v1/finders"):
        english, dutch = (client.get(path, headers=each).get_json() for each in ({}, DUTCH))
        assert [each for each in marked(dutch) if each not in set(marked_texts(english))] == []
        assert "in_english" not in str(english)


def test_a_text_of_the_table_is_in_its_own_language(client: FlaskClient) -> None:
    house_rules = {"rules": {"house:a": {"find": "no-chow", "doubles": 1, "text": "Zonder chow"}}}
    resolved = client.post(
        "/v1/rulesets/resolve", json={"ruleset": "nts-2002", "house_rules": house_rules}, headers=DUTCH
    )
    rule = next(each for each in resolved.get_json()["rules"] if each["id"] == "house:a")
    assert (rule["text"], "in_english" in rule) == ("Zonder chow", False)


def test_every_sentence_about_a_count_is_dutch() -> None:
    about = [key for key in MESSAGES if key.startswith(("why.", "waits.", "step.", "payment.", "next-deal."))]
    assert len(about) > 100
    assert [key for key in about if not LANGUAGES["nl"].has_message(key)] == []


def test_every_rule_has_a_dutch_name() -> None:
    rules = [rule for each in BUILT_IN.by_id.values() for rule in each.rulebook.rules]
    assert [rule.text for rule in rules if not LANGUAGES["nl"].knows(rule.text, rule.source.book)] == []


def test_the_page_of_a_problem_says_that_it_is_english(client: FlaskClient) -> None:
    response = client.get("/problems/not-found", headers=DUTCH)
    assert response.headers["Content-Language"] == "en"
    assert '<html lang="en">' in response.text


def test_a_complete_language_has_one_tag(client: FlaskClient) -> None:
    assert LANGUAGES["de"].content_language == "de"
    rulebook = client.get("/v1/rulesets/harr-1922", headers={"Accept-Language": "de"}).get_json()
    assert marked(rulebook) == []


TEXTS: Final = {"text", "title", "about", "interpretation", "detail", "of"}


def test_every_schema_with_a_text_can_name_it() -> None:
    schemas = {name: each for name, each in CONTRACT["components"]["schemas"].items() if name not in NEVER_TRANSLATED}
    properties = {name: each["properties"].keys() for name, each in schemas.items() if "properties" in each}
    assert {name for name, each in properties.items() if TEXTS & each and "in_english" not in each} == set()


def objects(answer: Any) -> list[Any]:
    """All objects in a response."""
    if isinstance(answer, dict):
        return [answer, *(each for value in answer.values() for each in objects(value))]
    return [each for value in answer for each in objects(value)] if isinstance(answer, list) else []


def marked(answer: Any) -> list[str]:
    """The texts that a response names as English."""
    return [each[name] for each in objects(answer) for name in each.get("in_english", ())]


def marked_texts(answer: Any) -> list[str]:
    """All texts in an English response."""
    return [each[name] for each in objects(answer) for name in TEXTS & each.keys() if isinstance(each[name], str)]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("winning-tile-drawn", "zelf uit de muur gepakt"),
        ("concealed-pung-of-simples", "Dichte pung"),
        ("loose-tile", "losse steen"),
        ("robbed-kong", "Kongroof"),
        ("one-suit", "Zuiver"),
        ("wind-snake", "Windenslang"),
        ("clean-twins", "Schone tweelingen"),
        ("seven-twins", "Zeven tweelingen"),
        ("imperial-jade", "Jadespel"),
        ("heads-and-tails", "Kop en staart"),
    ],
)
def test_a_rule_has_the_words_of_the_dutch_tables(rule: str, words: str) -> None:
    (found,) = [each for each in NTS.rules if each.id == rule]
    assert words in LANGUAGES["nl"].text(found.text, found.source.book)


def test_no_dutch_text_has_a_word_that_the_tables_do_not_use() -> None:
    dutch = (CATALOGUES / "nl.po").read_text(encoding="utf-8")
    assert (
        re.findall(
            r"Cirkels|Karakters|esloten (?:pung|kong)|vervangende|weggegooid|opgevraagd|honneur|rondewind", dutch
        )
        == []
    )


def test_german_has_one_spelling_of_each_word() -> None:
    texts = [entry.msgstr for entry in polib.pofile(str(CATALOGUES / "de.po"))]
    others = (
        r"\bPong|\bKlub|Mah-Jong$|[Bb]esondere[nr]? H[aä]nd|[»«]|\baufgenommen|Gewinnstein|Grundziffer|Ehrenstein|"
        r"Abw[uü]rf|\bS[aä]tze?\b|[Aa]usruf|Urhand|\bvollende|gekürzt|Mitglied|\d\.\d{3}"
    )
    assert [text for text in texts if re.search(others, text)] == []


@pytest.mark.parametrize("book", ["western", "outside-the-box", "bmja"])
def test_a_named_hand_keeps_its_name_in_german(book: str) -> None:
    named = [rule for rule in BUILT_IN.by_id[book].rulebook.rules if rule.limit_percent and rule.id not in DESCRIBED]
    assert len(named) > 15
    names = {each.id: each.text.partition(":")[0] for each in named}
    without = [each.id for each in named if names[each.id].lower() not in LANGUAGES["de"].text(each.text).lower()]
    assert without == []


@pytest.mark.parametrize("book", ["millington", "dmjl", "harr-1922-limit", "pamphlet"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_dangerous_discard_is_told_without_keys(client: FlaskClient, book: str, language: str) -> None:
    settling = client.get(f"/v1/rulesets/{book}", headers={"Accept-Language": language}).get_json()["settling"]
    (text,) = (each["text"] for each in settling if each["id"] == "dangerous-discard")
    assert ":" in text
    assert re.findall(r"[:;] \w+\. ", text) == []


def test_payments_name_the_seats_in_dutch(client: FlaskClient) -> None:
    body = deal("nts-2002", "west", won("wall", "5z"), against("west", hand("222s55z", "777m", "444p", "999p")))
    payments = client.post("/v1/settlements", json=body, headers=DUTCH).get_json()["settlement"]["payments"]
    assert {payment["text"].split(":")[0].rsplit(" ", 1)[0] for payment in payments} == {
        f"{payer} betaalt West" for payer in ("Oost", "Zuid", "Noord")
    }


def test_the_german_catalogue_is_not_partial() -> None:
    assert "Partial:" not in (CATALOGUES / "de.po").read_text()
