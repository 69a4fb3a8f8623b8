"""What the texts of a resolved rulebook say is what is played: whatever house rules change, no text says otherwise."""

import re
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any, Final, NamedTuple

import pytest
from flask.testing import FlaskClient
from marshmallow.fields import Field

from pung_chow_settlement.requests.house_rules import LegalityChangeSchema
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.schemas.fields import Boolean, ChoiceField, Integer, Keyed, List, Nested
from pung_chow_settlement.schemas.sections import SettlementTermsSchema
from pung_chow_settlement.texts import ENGLISH, LANGUAGES, MESSAGES, Language
from tests.api.bodies import hand
from tests.support.amounts import amount

Json = dict[str, Any]
RESOLVE: Final = "/v1/rulesets/resolve"
SHARES: Final = {"share": 1, "others_share": 1, "for_all": False}


class Claim(NamedTuple):
    """Words of a row that only what is played may have; `always`: that a row of the house must have then."""

    rows: str
    words: str
    played: Callable[[Json], bool]
    always: bool = False


def settlement(name: str, *values: Any) -> Callable[[Json], bool]:
    return lambda table: table["settlement"][name] in values


def pays(table: Json) -> bool:
    return bool(table["settlement"]["settled_by"] == "payments")


def false_call(name: str) -> Callable[[Json], bool]:
    return lambda table: table["penalties"]["false-mahjong"][name] is True


def short_dead_hand(scores: str) -> Callable[[Json], bool]:
    return lambda table: table["legality"]["short_dead_hand"] == scores


def east_doubles(table: Json) -> bool:
    return all(table["settlement"]["east"][each] == 2 for each in ("pays", "receives"))


def in_plain_shares(table: Json) -> bool:
    settlement = table["settlement"]
    return bool(SHARES.items() <= settlement["discarder"].items() and settlement["self_drawn"] == 1)


def limit_hands_take_it(table: Json) -> bool:
    return bool(table["settlement"]["loser_limit"] == "takes-limit" and table["settlement"]["losers"] != "none")


def rounds_score(table: Json) -> bool:
    return any("round-wind" in rule for rule in table["rules"])


CLAIMS: Final = [
    Claim("dead-hand", "too few tiles it still counts", short_dead_hand("score"), always=True),
    Claim("dead-hand", "too few tiles it still scores its points", short_dead_hand("points"), always=True),
    Claim("dead-hand", "it cannot win$", short_dead_hand("nothing")),
    Claim("limit-cuts", "flowers and seasons", settlement("bonus_beside_limit", True), always=True),
    Claim("limit-cuts", "is paid in full|are paid beyond|counts in full", settlement("pays_above_limit", True),
          always=True),
    Claim("limit-cuts limit", "every hand|most that a hand scores", settlement("limit_cuts", "hand"), always=True),
    Claim("limit-cuts limit", "one player pays another|nobody pays another", settlement("limit_cuts", "payment")),
    Claim("limit-cuts limit", "East's double|more than twice|twice the limit|before East", east_doubles),
    Claim("limit", "1,000 or its count", settlement("limit_without", 1000)),
    Claim("limit", "their face value", settlement("limit_without", 0)),
    Claim("limit limit-cuts", "a limit hand scores its own points", settlement("limit_without", 0)),
    Claim("limit limit-cuts", "a limit hand scores 1 at least", settlement("limit_without", 1)),
    Claim("three-winds-and-pair three-dragons", "takes the limit", limit_hands_take_it),
    Claim("three-winds-and-pair three-dragons", "face value", settlement("limit_without", 0)),
    Claim("limit", "there is always one", lambda table: table["options"]["limit"]["default_integer"] != 0),
    Claim("east-double", "is doubled", east_doubles),
    Claim("winner-collects", "whole score of the winning hand from each", in_plain_shares),
    Claim("winner-collects", "A dangerous discard costs its player nothing", settlement("dangerous_discard", "none")),
    Claim("robbing-a-kong", "nobody pays for all", in_plain_shares),
    Claim("others-settle", "difference", lambda table: settlement("losers", "difference")(table) and pays(table),
          always=True),
    Claim("others-settle", "are not added", lambda table: settlement("losers", "none")(table) and not pays(table),
          always=True),
    Claim("winner-collects", "Nobody pays for a deal", lambda table: not pays(table), always=True),
    Claim("winner-collects east-double loser-limit-hand", "is paid|collects", pays),
    Claim("dead-hand", "pays everybody", pays),
    Claim("loser-limit-hand", "takes the limit", limit_hands_take_it, always=True),
    Claim("drawn-deal", "nobody pays", lambda table: settlement("drawn_deal", "nothing")(table) and pays(table),
          always=True),
    Claim("drawn-deal", "no score is added",
          lambda table: settlement("drawn_deal", "nothing")(table) and not pays(table), always=True),
    Claim("drawn-deal", "East stays East$", settlement("after_draw", "stays"), always=True),
    Claim("drawn-deal", "keeps the run", settlement("after_draw", "keeps-run"), always=True),
    Claim("drawn-deal", "as if East had won", settlement("after_draw", "counts-as-win"), always=True),
    Claim("drawn-deal", "the deal passes", settlement("after_draw", "passes"), always=True),
    Claim("after-goulash", "After a goulash the deal passes", settlement("after_goulash", "passes"), always=True),
    Claim("next-east", "1000 times in a row", settlement("wins_in_a_row", 1000), always=True),
    Claim("rounds-and-sets", "three players", settlement("rounds_of_three", 1, 2, 3), always=True),
    Claim("whose-flowers", "West's flower is the Chrysanthemum", settlement("pictures", "chrysanthemum-west")),
    Claim("no-rounds", "", settlement("rounds", False)),
    Claim("rounds-and-sets", "", settlement("rounds", True)),
    Claim("no-rounds rounds-and-sets", "(^T|; t)he wind of the round scores nothing",
          lambda table: not rounds_score(table)),
    Claim("goulash", "", lambda table: table["legality"]["goulash"]),
    Claim("false-mahjong", "exposed|opened", false_call("exposed_only"), always=True),
    Claim("false-mahjong", "twice to and|whole limit to or", false_call("east_doubles"), always=True),
    Claim("false-mahjong", "who called loses", false_call("passes_the_deal"), always=True),
    Claim("false-mahjong", "East keeps the deal\\.?$", lambda table: not false_call("passes_the_deal")(table)
          or false_call("exposed_only")(table)),
    Claim("false-mahjong", "together, in equal parts", false_call("shared"), always=True),
]  # fmt: skip


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
    yield {"rules": {"pung-of-round-wind": {}}}


def test_every_setting_that_house_rules_can_change_is_among_them(client: FlaskClient) -> None:
    table = resolved(client, "harr-1922-limit", {})["table"]
    assert {part: table[part].keys() for part in ("settlement", "legality", "penalties")} == {
        part: SETTINGS[part].keys() for part in ("settlement", "legality", "penalties")
    }


def resolved(client: FlaskClient, ruleset: str, house_rules: Json) -> Json:
    answer = client.post(RESOLVE, json={"ruleset": ruleset, "house_rules": house_rules})
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def untrue(document: Json) -> list[tuple[str, str]]:
    """The rows, and the words in them, that say what is not played, or do not say what is."""
    rows = {
        **{each["id"]: each for each in (*document["rules"], *document["settling"])},
        **{each["name"]: each for each in document["options"]},
    }
    found = []
    for claim in CLAIMS:
        for name in claim.rows.split():
            row = rows.get(name)
            if row is None:
                continue
            played = claim.played(document["table"])
            said = any(re.search(claim.words, row.get(member, "")) for member in ("text", "interpretation"))
            own = row["source"]["book"] == "house" and name != "limit"
            if said > played or (claim.always and own and said < played):
                found.append((name, claim.words))
    return found


@pytest.mark.parametrize("ruleset", sorted(BUILT_IN.by_id))
def test_no_text_says_what_house_rules_have_changed(client_unchecked: FlaskClient, ruleset: str) -> None:
    for house_rules in islice(changes(), 0, None, amount(6, 1)):
        document = resolved(client_unchecked, ruleset, house_rules)
        assert untrue(document) == [], (house_rules, document["settling"], document["options"])
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


def test_the_conditions_of_a_wrong_call_are_all_told(client: FlaskClient) -> None:
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
    for scored, says in (("nothing", ""), ("points", "still scores its points"), ("score", "it still counts")):
        rules = {"legality": {"short_dead_hand": scored}}
        row = next(each for each in resolved(client, ruleset, rules)["settling"] if each["id"] == "dead-hand")
        short = {**hand("55566z", "111z"), "dead": True}
        found = score(client, ruleset, rules, hand=short)
        assert found == {"nothing": 0, "points": 14, "score": whole}[scored]
        assert ("too few tiles" in row["text"]) == bool(says)
        assert says in row["text"]
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
