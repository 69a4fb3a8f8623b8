"""Every rulebook names the books that its rows cite: title, edition or date, and where each can be read."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from pung_chow_settlement.domain.rulebook.check import RulebookError, check
from pung_chow_settlement.domain.table_counts import TABLE
from pung_chow_settlement.requests.own_rulebooks import RESERVED
from pung_chow_settlement.rulebooks import ALL, BUILT_IN

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
RULEBOOK = BUILT_IN.by_id["harr-1922"].rulebook
BOOKS = {
    "harr-1922": ("errata", "Project Gutenberg"),
    "harr-1923": ("1923", "Internet Archive"),
    "pamphlet": ("1920s", "copy"),
    "xmj": ("1.11", "rules.txt"),
    "bmja": ("third edition", "mahjongbritishrules.com"),
    "dmjl": ("2005", "dmjl.de"),
    "dmjl-penalties": ("undated", "patmike45.beepworld.de"),
    "kajongg": ("469a588b", "KDE"),
    "nts-2002": ("pages 22 and 23", "GitHub"),
    "pe-ling": ("undated", "pe-ling.nl"),
    "rode-draak": ("undated", "harthout.home.xs4all.nl"),
    "babcock-1923": ("1923", "Wikisource"),
    "outside-the-box": ("British club", "transcription"),
    "thompson-maloney": ("1997", "978-0-86417-891-6"),
    "mah-jong-illustrated": ("club sheets", "sheets"),
}
"""Words of each book's edition and of where it can be read."""


def cited(result: Json) -> set[str]:
    """The books that the rows of a rulebook cite."""
    rows = [*result["rules"], *result["settling"], *result["options"], result]
    return {row["source"]["book"] for row in rows}


@pytest.mark.parametrize("ruleset", [rulebook.id for rulebook in ALL])
def test_a_rulebook_names_the_books_that_it_cites_and_no_others(client: FlaskClient, ruleset: str) -> None:
    result = client.get(f"/v1/rulesets/{ruleset}").get_json()
    books = {book["id"]: book for book in result["books"]}
    assert books.keys() == cited(result)
    assert [name for name, book in books.items() if not all(book.get(x) for x in ("title", "edition", "where"))] == []


def test_each_book_names_its_edition_and_where_it_can_be_read(client: FlaskClient) -> None:
    rulesets = client.get("/v1/rulesets").get_json()["rulesets"]
    books = {book["id"]: book for result in rulesets for book in result["books"]}
    assert books.keys() >= BOOKS.keys()
    for name, (edition, where) in BOOKS.items():
        assert edition in books[name]["edition"]
        assert where in books[name]["where"]


def test_an_own_rulebook_is_a_book_besides_those_of_its_base(served: FlaskClient) -> None:
    club = served.get("/v1/rulesets/our-club").get_json()
    assert {book["id"] for book in club["books"]} == cited(club) == {"harr-1923", "our-club"}
    assert club["books"][-1] == {"id": "our-club", "title": "The rules of our club"}
    juniors = served.get("/v1/rulesets/our-juniors").get_json()
    assert [book["id"] for book in juniors["books"]] == ["harr-1923", "our-club", "our-juniors"]


def test_a_rulebook_that_does_not_name_what_it_cites_is_refused() -> None:
    with pytest.raises(RulebookError, match="it cites the book harr-1922 and does not name it"):
        check(replace(RULEBOOK, books=()))


def test_a_rulebook_with_a_row_of_an_unnamed_book_is_refused() -> None:
    assert "harr-1923" in {book.id for book in RULEBOOK.books}, (
        "an option of the edition of 1922 stands in that of 1923"
    )
    with pytest.raises(RulebookError, match="it cites the book table and does not name it"):
        check(replace(RULEBOOK, rules=(*RULEBOOK.rules, replace(RULEBOOK.rules[0], id="last", source=TABLE(1)))))


def test_the_page_on_rulebooks_has_every_rulebook_and_every_book() -> None:
    text = (ROOT / "docs" / "rulebooks.md").read_text()
    names = {rulebook.id for rulebook in ALL} | {book.id for rulebook in ALL for book in rulebook.books}
    assert {name for name in names if f"`{name}`" not in text} == set()


NUMBERS = ("Ten", "Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen")


@pytest.mark.parametrize("page", ["README.md", "pyproject.toml"])
def test_a_page_says_how_many_rulebooks_there_are(page: str) -> None:
    (said,) = re.findall(r"\b(\w+) rulebooks are built in", (ROOT / page).read_text())
    assert said == NUMBERS[len(ALL) - 10]


def test_the_contract_names_the_rulebooks_that_a_member_concerns() -> None:
    """The rulebooks and the taken ids; where a false Mah-Jong pays only if exposed; where chows are agreed on."""
    schemas = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)["components"]["schemas"]
    exposed = {book.id for book in ALL if book.false_mahjong is not None and book.false_mahjong.exposed_only}
    chows = {book.id for book in ALL if any(option.name == "chows" for option in book.options)}
    points = {book.id for book in ALL if any(option.name == "mahjong_points" for option in book.options)}
    named = {
        schemas["RulesetId"]["description"]: {book.id for book in ALL} | {*RESERVED},
        schemas["HandExposed"]["description"]: exposed,
        schemas["Options"]["properties"]["chows"]["description"]: chows,
        schemas["Options"]["properties"]["mahjong_points"]["description"]: points,
    }
    for text, expected in named.items():
        assert set(re.findall(r"`([a-z0-9-]+)`", text)) == expected


def test_a_special_hand_shows_its_name_first() -> None:
    for rulebook in (
        BUILT_IN.by_id["bmja"].rulebook,
        BUILT_IN.by_id["outside-the-box"].rulebook,
        BUILT_IN.by_id["western"].rulebook,
    ):
        shown = [rule for rule in rulebook.rules if rule.limit_percent and not rule.id.startswith("first-")]
        words = {rule.id: re.sub("[^a-z ]", "", rule.text.partition(":")[0].lower()).split() for rule in shown}
        wrong = {name for name, text in words.items() if not {*name.split("-")} & {*text}}
        assert wrong == set()


def _is_named(rule: str) -> bool:
    """True if the list of special hands has it: not a circumstance."""
    return not rule.startswith("first-")
