"""Dutch: a partial catalogue with the rules of the Dutch tournaments; other texts are English."""

from typing import Any, Final

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
    assert bird["text"].startswith("De vogel, een één van Cirkels")
    assert bird["interpretation"] == next(rule.interpretation for rule in NTS.rules if rule.id == "bird")


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
