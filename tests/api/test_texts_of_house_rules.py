"""What the texts of a resolved rulebook say is what is played: whatever house rules change, no text says otherwise."""

from collections.abc import Callable, Iterator
from fnmatch import filter as matching
from itertools import islice, product
from typing import Any, Final, NamedTuple

import pytest
from flask.testing import FlaskClient
from marshmallow.fields import Field

from pung_chow_settlement.requests.house_rules import LegalityChangeSchema
from pung_chow_settlement.requests.read_deal import read_rules
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.schemas.fields import Boolean, ChoiceField, Integer, Keyed, List, Nested
from pung_chow_settlement.schemas.sections import SettlementTermsSchema
from pung_chow_settlement.serializers import amended
from pung_chow_settlement.texts import ENGLISH, LANGUAGES, MESSAGES, Language, Sentence
from tests.api.bodies import hand
from tests.support.amounts import amount

Json = dict[str, Any]
RESOLVE: Final = "/v1/rulesets/resolve"
SHARES: Final = {"share": 1, "others_share": 1, "for_all": False}


class Claim(NamedTuple):
    """Sentences that a row has if something is played, by their keys; `*` stands for any part."""

    rows: str
    sentences: str
    played: Callable[[Json], bool]
    always: bool = True
    """True if a row in the words of house rules must have one of the sentences then."""


def settlement(name: str, *values: Any) -> Callable[[Json], bool]:
    return lambda table: table["settlement"][name] in values


def pays(table: Json) -> bool:
    return bool(table["settlement"]["settled_by"] == "payments")


def scores(table: Json) -> bool:
    return not pays(table)


def both(*played: Callable[[Json], bool]) -> Callable[[Json], bool]:
    return lambda table: all(each(table) for each in played)


def false_call(**members: bool) -> Callable[[Json], bool]:
    return lambda table: members.items() <= {**table["penalties"]["false-mahjong"]}.items()


def short_dead_hand(how: str) -> Callable[[Json], bool]:
    return lambda table: table["legality"]["short_dead_hand"] == how


def east_doubles(table: Json) -> bool:
    return all(table["settlement"]["east"][each] == 2 for each in ("pays", "receives"))


def in_plain_shares(table: Json) -> bool:
    settlement = table["settlement"]
    return bool(SHARES.items() <= settlement["discarder"].items() and settlement["self_drawn"] == 1)


def limit_hands_take_it(table: Json) -> bool:
    return bool(table["settlement"]["loser_limit"] == "takes-limit" and table["settlement"]["losers"] != "none")


BONUS: Final = "limit-cuts.bonus limit-cuts.above-with-bonus.*"
NONE_LOSE, ADDED = settlement("losers", "none"), settlement("drawn_deal", "difference")
CLAIMS: Final = [
    Claim("dead-hand", "dead-hand.*-score", short_dead_hand("score")),
    Claim("dead-hand", "dead-hand.*-points", short_dead_hand("points")),
    Claim("dead-hand", "dead-hand.*-nothing", short_dead_hand("nothing")),
    Claim("dead-hand", "dead-hand.payments-*", pays),
    Claim("limit-cuts", BONUS, settlement("bonus_beside_limit", True)),
    Claim("limit-cuts", "limit-cuts.above*", settlement("pays_above_limit", True)),
    Claim("limit-cuts", "limit-cuts.count-if-more", settlement("count_if_more", True)),
    Claim("limit-cuts limit", "limit-cuts.hand limit-cuts.scores", settlement("limit_cuts", "hand")),
    Claim("limit-cuts limit", "limit-cuts.payment", settlement("limit_cuts", "payment")),
    Claim("limit limit-cuts", "limit.own-points", settlement("limit_without", 0), always=False),
    Claim("limit limit-cuts", "limit.without(least=1)", settlement("limit_without", 1), always=False),
    Claim("limit limit-cuts", "limit.without(least=1000)", settlement("limit_without", 1000), always=False),
    Claim("east-double", "east-double.scores", scores),
    Claim("east-double", "times.twice", lambda table: 2 in table["settlement"]["east"].values()),
    Claim("winner-collects", "winner-collects.scores", scores),
    Claim("winner-collects", "winner-collects.payments", pays),
    Claim("robbing-a-kong", "robbing-a-kong.self-drawn", settlement("robbed_kong_as", "self-drawn")),
    Claim("others-settle", "others-settle.difference", both(settlement("losers", "difference"), pays)),
    Claim("others-settle", "others-settle.full-ways", both(settlement("losers", "full-ways"), pays)),
    Claim("others-settle", "others-settle.none", both(NONE_LOSE, pays)),
    Claim("others-settle", "others-settle.not-added", both(NONE_LOSE, scores)),
    Claim("loser-limit-hand", "loser-limit-hand.takes-limit", limit_hands_take_it),
    Claim("loser-limit-hand", "loser-limit-hand.*", pays),
    Claim("drawn-deal", "drawn-deal.nothing", both(settlement("drawn_deal", "nothing"), pays)),
    Claim("drawn-deal", "drawn-deal.not-added", both(settlement("drawn_deal", "nothing"), scores)),
    Claim("drawn-deal", "drawn-deal.difference", both(ADDED, pays)),
    Claim("drawn-deal", "drawn-deal.added", both(ADDED, scores)),
    Claim("drawn-deal", "after-draw.stays", settlement("after_draw", "stays")),
    Claim("drawn-deal", "after-draw.keeps-run", settlement("after_draw", "keeps-run")),
    Claim("drawn-deal", "after-draw.counts-as-win", settlement("after_draw", "counts-as-win")),
    Claim("drawn-deal", "after-draw.passes", settlement("after_draw", "passes")),
    Claim("after-goulash", "after-goulash.passes", settlement("after_goulash", "passes")),
    Claim("next-east", "next-east.last-win(wins=1000)", settlement("wins_in_a_row", 1000)),
    Claim("rounds-and-sets", "rounds-of-three", settlement("rounds_of_three", 1, 2, 3)),
    Claim("whose-flowers", "whose-flowers.chrysanthemum-west", settlement("pictures", "chrysanthemum-west")),
    Claim("false-mahjong", "false-mahjong.*-exposed", false_call(exposed_only=True)),
    Claim("false-mahjong", "false-mahjong.doubled", false_call(east_doubles=True)),
    Claim("false-mahjong", "false-mahjong.east-loses*", false_call(passes_the_deal=True)),
    Claim("false-mahjong", "false-mahjong.east-keeps*", false_call(passes_the_deal=False)),
    Claim("false-mahjong", "false-mahjong.*-shared", false_call(shared=True)),
    Claim("false-mahjong", "false-mahjong.taken-back", false_call(exposed_only=True, taken_back=True)),
]
OF_BOOKS: Final = [
    ("limit-cuts limit east-double", "text", east_doubles),
    ("winner-collects", "text", in_plain_shares),
    ("robbing-a-kong", "interpretation", in_plain_shares),
    ("limit limit-cuts", "interpretation", settlement("limit_without", 0)),
    ("limit", "interpretation", lambda table: table["options"]["limit"]["default_integer"] != 0),
]
"""Rows in a book's own words, and what these are about: they stay only where that is as in the book."""
ROWS: Final[dict[str, Callable[[Json], bool]]] = {
    "no-rounds": settlement("rounds", False),
    "rounds-and-sets": settlement("rounds", True),
    "goulash": lambda table: table["legality"]["goulash"],
}
"""Rows that are there only if something is played."""


def values(field: Field[Any]) -> list[Any]:
    """What tests set a member to: all of its words, two least numbers and the greatest, the members of an object."""
    if isinstance(field, Boolean):
        return [False, True]
    if isinstance(field, ChoiceField):
        return list(field.values)
    if isinstance(field, Keyed) and field.value_field is not None:
        return [{}, dict(zip(field.names, values(field.value_field)[1:], strict=False))]
    if isinstance(field, List):
        return [values(field.inner)[:1]]
    if isinstance(field, Nested):
        members = {name: values(each) for name, each in field.schema.fields.items()}
        second = {name: each[1] for name, each in members.items()}
        return [second, *({name: value} for name, each in members.items() for value in each)]
    assert isinstance(field, Integer)
    least, most = field.bounds("least", "most").values()
    return [least, least + 1, most]


SETTINGS: Final[dict[str, dict[str, list[Any]]]] = {
    "settlement": {
        name: values(each) for name, each in SettlementTermsSchema().fields.items() if name != "dangerous_discard"
    }
    | {"dangerous_discard": ["none", "harr-1923-limit", "dmjl"]},
    "legality": {name: values(each) for name, each in LegalityChangeSchema().fields.items() if name != "winner_shows"},
    "penalties": {
        "false-mahjong": [
            None,
            *(
                {
                    "points": 100,
                    "shared": shared,
                    "east_doubles": east,
                    "exposed_only": exposed,
                    "passes_the_deal": passes,
                }
                for shared, east, exposed, passes in product((False, True), repeat=4)
            ),
        ],
        "washed-tiles": [None, {"by_heads": {str(heads): heads for heads in range(9, 14)}}],
    },
    "options": {"limit": [{"default_integer": 0}, {"default_integer": 700}]},
}
"""What house rules can change, and to what."""
BESIDE: Final[dict[str, Json]] = {
    "rounds_of_three": {"rounds": True},
    "points_rounded": {"points_rounded_up_to": 10},
    "scores_rounded": {"scores_rounded_to": 10},
    "payments_rounded": {"payments_rounded_to": 10},
    "least_instead": {"least_points": 20, "winner_shows": [{"find": "no-kong"}]},
}
"""What a member needs beside it to have an effect."""
ELSEWHERE: Final[dict[str, Json]] = {"after_goulash": {"legality": {"goulash": True}}}
"""What it needs in another part."""


def changes() -> Iterator[Json]:
    yield {}
    for part, settings in SETTINGS.items():
        for name, values in settings.items():
            yield from ({**ELSEWHERE.get(name, {}), part: {**BESIDE.get(name, {}), name: value}} for value in values)
    for name, value in product(("shared", "east_doubles", "exposed_only", "passes_the_deal"), (False, True)):
        yield {"penalties": {"false-mahjong": {"limit_share": "1/4", name: value}}}
    for (paid, much), to in product((("points", 77), ("limit_share", "77/100")), ("each", "shared", "one")):
        yield {"fines": {"house:a": {paid: much, "to": to}}}
    yield {"fines": {"house:a": {"to": "for-all"}}}
    for settled_by in ("payments", "scores"):
        limit = {"pays_above_limit": True, "bonus_beside_limit": True}
        yield {"settlement": {"settled_by": settled_by, **limit}}
    yield {"penalties": {"false-mahjong": {"points": 100, "exposed_only": True, "taken_back": True}}}
    yield {"settlement": {"losers": "none", "loser_limit": "takes-limit"}}
    yield {"settlement": {"settled_by": "scores", "losers": "none", "drawn_deal": "difference"}}
    yield {"settlement": {"settled_by": "scores", "pays_above_limit": True, "after_draw": "passes"}}
    yield {"settlement": {"settled_by": "scores"}, "legality": {"short_dead_hand": "points"}}


def test_every_setting_that_house_rules_can_change_is_among_them(client: FlaskClient) -> None:
    table = resolved(client, "harr-1922-limit", {})["table"]
    assert {part: table[part].keys() for part in ("settlement", "legality", "penalties")} == {
        part: SETTINGS[part].keys() for part in ("settlement", "legality", "penalties")
    }


def resolved(client: FlaskClient, ruleset: str, house_rules: Json) -> Json:
    answer = client.post(RESOLVE, json={"ruleset": ruleset, "house_rules": house_rules})
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def document_of(ruleset: str, house_rules: Json) -> Json:
    """A resolved rulebook whose texts still have the keys of their sentences."""
    rules = read_rules(BUILT_IN, {"ruleset": ruleset, "house_rules": house_rules})
    return dict(amended.resolved(rules, BUILT_IN.library))


def sentences(text: object) -> Iterator[str]:
    """The keys of a sentence and of those that are its facts, without `rule.` and also with each number."""
    if isinstance(text, Sentence):
        key = text.key.removeprefix("rule.")
        yield from (key, *(f"{key}({name}={fact})" for name, fact in text.facts.items() if isinstance(fact, int)))
        for fact in text.facts.values():
            yield from sentences(fact)


def rows_of(document: Json) -> dict[str, Json]:
    """The rows that say something, by their id or name."""
    return {
        **{each["id"]: each for each in (*document["rules"], *document["settling"])},
        **{each["name"]: each for each in document["options"]},
    }


def untrue(document: Json, book: Json) -> list[tuple[str, str]]:
    """The rows, and the sentences in them, that say what is not played, or do not say what is; beside the book's."""
    rows, of_book, table = rows_of(document), rows_of(book), document["table"]
    found = [(name, "") for name, played in ROWS.items() if name in rows and not played(table)]
    for claim in CLAIMS:
        for row in [rows[name] for name in claim.rows.split() if name in rows]:
            keys = [key for member in ("text", "interpretation") for key in sentences(row.get(member))]
            said, played = any(matching(keys, each) for each in claim.sentences.split()), claim.played(table)
            must = claim.always and isinstance(row["text"], Sentence) and "id" in row
            if said > played or (must and said < played):
                found.append((row.get("id", "limit"), claim.sentences))
    for names, member, played_in in (*((each.rows, "text", each.played) for each in CLAIMS), *OF_BOOKS):
        for name in [name for name in names.split() if name in rows and name in of_book]:
            before, now = ((row["source"], row.get(member)) for row in (of_book[name], rows[name]))
            if before == now and now[1] and played_in(table) != played_in(book["table"]):
                found.append((name, now[1]))
    return found


@pytest.mark.parametrize("ruleset", sorted(BUILT_IN.by_id))
def test_no_text_says_what_house_rules_have_changed(ruleset: str) -> None:
    book = document_of(ruleset, {})
    for house_rules in islice(changes(), 0, None, amount(6, 1)):
        document = document_of(ruleset, house_rules)
        assert untrue(document, book) == [], (house_rules, document["settling"], document["options"])
        assert document["legality"] == document["table"]["legality"]


# A false Mah-Jong


def called(client: FlaskClient, ruleset: str, penalty: Json, seat: str = "south", **more: Any) -> Json:
    body = {"ruleset": ruleset, "seat": seat, "house_rules": {"penalties": {"false-mahjong": penalty}}, **more}
    answer = client.post("/v1/false-mahjong", json=body)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def test_a_shared_penalty_is_rounded_down_for_each_before_easts_double(client: FlaskClient) -> None:
    penalty = {"points": 100, "shared": True, "east_doubles": True}
    assert called(client, "dmjl", penalty)["settlement"]["net"] == {"east": 66, "south": -132, "west": 33, "north": 33}


def test_the_conditions_of_a_false_call_are_all_stated(client: FlaskClient) -> None:
    penalty = {"points": 100, "shared": True, "east_doubles": True, "exposed_only": True, "passes_the_deal": True}
    rows = {
        each["id"]: each for each in resolved(client, "dmjl", {"penalties": {"false-mahjong": penalty}})["settling"]
    }
    assert rows["false-mahjong"]["text"] == (
        "A player who calls Mah-Jong wrongly pays 100 points to the others together, in equal parts rounded down, "
        "twice to and from East; an East who called loses the deal; if no hand has been exposed, nothing is paid, "
        "and East keeps the deal"
    )
    for exposed in (False, True):
        answer = called(client, "dmjl", penalty, seat="east", hand_exposed=exposed)
        assert answer["settlement"]["net"]["east"] == (-198 if exposed else 0)
        assert answer["next_deal"]["east_keeps_the_deal"] is not exposed


@pytest.mark.parametrize("ruleset", ["harr-1922", "harr-1923", "nts-2002", "babcock-1923"])
@pytest.mark.parametrize(
    ("penalty", "faults"),
    [
        ({}, ["/points missing-member.penalty"]),
        ({"counts": True}, ["/points missing-member.penalty"]),
        ({"east_doubles": True}, ["/points missing-member.penalty"]),
        ({"limit_share": "9"}, ["/limit_share out-of-range.share"]),
        ({"points": "x"}, ["/points wrong-type.whole-number"]),
        ({"points": 0}, []),
    ],
)
def test_a_penalty_that_the_rulebook_does_not_have_needs_an_amount(
    client: FlaskClient, ruleset: str, penalty: Json, faults: list[str]
) -> None:
    body = {"ruleset": ruleset, "house_rules": {"penalties": {"false-mahjong": penalty}}}
    found = client.post(RESOLVE, json=body).get_json().get("errors", [])
    place = "/house_rules/penalties/false-mahjong"
    assert [f"{each['pointer'].removeprefix(place)} {each['message_key']}" for each in found] == faults


@pytest.mark.parametrize("ruleset", ["dmjl", "bmja"])
def test_a_penalty_of_the_rulebook_keeps_its_amount(client: FlaskClient, ruleset: str) -> None:
    house_rules = {"penalties": {"false-mahjong": {"east_doubles": True}}}
    base, own = (resolved(client, ruleset, rules)["table"]["penalties"] for rules in ({}, house_rules))
    assert own["false-mahjong"] == {**base["false-mahjong"], "east_doubles": True}


# What the texts say is what is scored


def score(client: FlaskClient, ruleset: str, house_rules: Json, **body: Any) -> int:
    request = {"ruleset": ruleset, "round_wind": "east", "seat": "south", "house_rules": house_rules, **body}
    answer = client.post("/v1/scores", json=request)
    assert answer.status_code == 200, answer.get_json()
    return int(answer.get_json()["hand"]["score"])


@pytest.mark.parametrize(("ruleset", "whole"), [("harr-1923-limit", 28), ("dmjl", 56)])
def test_a_short_dead_hand_scores_as_its_row_says(client: FlaskClient, ruleset: str, whole: int) -> None:
    for scored, worth in (("nothing", 0), ("points", 14), ("score", whole)):
        rules = {"legality": {"short_dead_hand": scored}}
        row = rows_of(document_of(ruleset, rules))["dead-hand"]
        assert list(sentences(row["text"])) == [f"dead-hand.payments-{scored}"]
        assert score(client, ruleset, rules, hand={**hand("55566z", "111z"), "dead": True}) == worth
        assert row["source"] == {"book": "house", "page": "/house_rules/legality/short_dead_hand"}


OF_HOUSE_RULES: Final = {key for key in MESSAGES if key.startswith("rule.")}
"""The sentences of rules that house rules change."""


def test_every_sentence_of_a_changed_rule_occurs_in_every_language(
    client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, sentence = set(), Language.sentence

    def recorded(language: Language, key: str, *rest: Any) -> str:
        used.add((language.tag, key))
        return sentence(language, key, *rest)  # tests/conftest.py fails the test if the facts do not fit

    monkeypatch.setattr(Language, "sentence", recorded)
    for house_rules, language in product(changes(), (ENGLISH, *LANGUAGES)):
        for ruleset in ("millington", "harr-1923-limit"):  # with amounts by callers; with dead hands that score
            body = {"ruleset": ruleset, "house_rules": house_rules}
            assert client_unchecked.post(RESOLVE, json=body, headers={"Accept-Language": language}).status_code == 200
    for tag in (ENGLISH, *(each.tag for each in LANGUAGES.values() if each.is_complete)):
        assert {key for key in OF_HOUSE_RULES if (tag, key) not in used} == set(), tag


def test_a_table_states_no_fine_that_the_service_states(client: FlaskClient) -> None:
    """So that a stored table says it in the reader's language, and with its own numbers."""
    fines = {"house:a": {"points": 50}, "house:b": {"points": 50, "text": "For talking"}}
    table, stored = (
        resolved(client, "bmja", house_rules)["table"]
        for house_rules in ({"fines": fines}, {"fines": {"house:a": {"points": 50, "to": "each"}}})
    )
    assert [fine.get("text") for fine in table["fines"].values()] == [None, "For talking"]
    assert resolved(client, "bmja", table)["settling"][-2]["text"] == "A fine of 50 points, paid to each of the others"
    assert stored["fines"]["house:a"] == table["fines"]["house:a"]
