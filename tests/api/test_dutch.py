"""Dutch: a partial catalogue with the rules of the Dutch tournaments; other texts are English."""

import re
from typing import Any, Final

import polib
import pytest
from flask.testing import FlaskClient

from service.rulebooks import BY_ID
from service.texts import CATALOGUES, LANGUAGES
from tests.api.bodies import against, deal, hand, won

DUTCH: Final = {"Accept-Language": "nl-NL,nl;q=0.9,en;q=0.5"}
NTS: Final = BY_ID["nts-2002"].rulebook
THE_SAME_IN_DUTCH: Final = {"Mah-Jong"}


@pytest.mark.parametrize("rule", NTS.rules, ids=lambda rule: rule.id)
def test_every_rule_of_the_dutch_rulebook_has_a_dutch_text(rule: Any) -> None:
    dutch = LANGUAGES["nl"].text(rule.text)
    assert (dutch == rule.text) is (rule.text in THE_SAME_IN_DUTCH)


def test_a_rulebook_has_dutch_texts_and_english_interpretations(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets/nts-2002", headers=DUTCH)
    assert response.headers["Content-Language"] == "nl"
    bird = next(rule for rule in response.get_json()["rules"] if rule["id"] == "bird")
    assert bird["text"].startswith("Pe-ling eet Cake: een één van Kringen")
    assert bird["interpretation"] == next(rule.interpretation for rule in NTS.rules if rule.id == "bird")


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
        ("imperial-jade", "Jade spel"),
        ("heads-and-tails", "Kop en staart"),
    ],
)
def test_a_rule_has_the_words_of_the_dutch_tables(rule: str, words: str) -> None:
    (text,) = [each.text for each in NTS.rules if each.id == rule]
    assert words in LANGUAGES["nl"].text(text)


def test_no_dutch_text_has_a_word_that_the_tables_do_not_use() -> None:
    dutch = (CATALOGUES / "nl.po").read_text(encoding="utf-8")
    assert [word for word in ("Cirkels", "esloten pung", "esloten kong", "vervangende steen") if word in dutch] == []


def test_german_has_one_spelling_of_each_word() -> None:
    texts = [entry.msgstr for entry in polib.pofile(str(CATALOGUES / "de.po"))]
    assert [text for text in texts if re.search(r"\bPungs?\b(?! Chow)|\bKlub", text)] == []


def test_payments_name_the_seats_in_dutch(client: FlaskClient) -> None:
    body = deal("nts-2002", "west", won("wall", "5z"), against("west", hand("222s55z", "777m", "444p", "999p")))
    payments = client.post("/v1/settlements", json=body, headers=DUTCH).get_json()["settlement"]["payments"]
    assert {payment["text"].split(":")[0].rsplit(" ", 1)[0] for payment in payments} == {
        f"{payer} betaalt West" for payer in ("Oost", "Zuid", "Noord")
    }


def test_a_sentence_without_a_translation_is_english(client: FlaskClient) -> None:
    body = deal("nts-2002", "west", won("wall", "5z"), {"east": hand("1m"), "west": hand("222s55z")})
    dutch, english = (client.post("/v1/settlements", json=body, headers=each) for each in (DUTCH, {}))
    assert dutch.headers["Content-Language"] == "nl"
    assert [each["detail"] for each in dutch.get_json()["errors"]] == [
        each["detail"] for each in english.get_json()["errors"]
    ]


def test_the_german_catalogue_is_not_partial() -> None:
    assert "Partial:" not in (CATALOGUES / "de.po").read_text()
