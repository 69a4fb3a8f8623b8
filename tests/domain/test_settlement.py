"""Settlement: under every scheme the factors of a payment multiply out to its amount, each with its source."""

from math import prod
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.responses import answers
from service.rulebooks import BY_ID, LIBRARY
from tests.cases import settle

Json = dict[str, Any]
SEATS = ("east", "south", "west", "north")
HOUSE = "/house_rules/settlement/"
COLUMNS = {"discarder-share": "discarder_share", "others-share": "others_share", "self-drawn-share": "self_drawn"}
PLACES = {
    "discarder_share": "discarder/share",
    "others_share": "discarder/others_share",
    "self_drawn": "self_drawn",
    "east_pays": "east/pays",
    "east_receives": "east/receives",
}


def counted(ruleset: str, settlement: Json, win: Json, scores: dict[str, Json], **more: Any) -> Json:
    """A deal won by South whose hands the players counted themselves."""
    hands = {seat: {"counted": result} for seat, result in scores.items()}
    house = {"house_rules": {"settlement": settlement}} if settlement else {}
    head = {"ruleset": ruleset, "round_wind": "east", "winner": "south", "win": win, "hands": hands}
    return {**head, **house, **more}


def payments_of(request: Json) -> list[Json]:
    result = answers.settlement(settle(request).settlement)
    return list(orjson.loads(orjson.dumps(result))["payments"])


# The schemes


def some(**members: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    """Some of these members, with their values."""
    return st.fixed_dictionaries({}, optional=members)


TIMES = st.integers(1, 3)
SCHEMES = some(
    losers=st.sampled_from(["difference", "none", "full-ways"]),
    east=some(pays=TIMES, receives=TIMES),
    discarder=some(share=TIMES, others_share=st.integers(0, 3), for_all=st.booleans()),
    self_drawn=TIMES,
    robbed_kong_as=st.sampled_from(["discard", "self-drawn"]),
    limit_cuts=st.sampled_from(["hand", "payment"]),
    limit_without=st.sampled_from([0, 1000]),
    loser_limit=st.sampled_from(["score", "takes-limit"]),
    dangerous_discard=st.sampled_from(["none", *LIBRARY.dangers]),
)
COUNTS = st.fixed_dictionaries({"score": st.integers(0, 2500)}, optional={"limit_hand": st.just(True)})


@st.composite
def deals(draw: st.DrawFn) -> Json:
    """A deal under some scheme; one who gave the winning tile may be liable for all."""
    ruleset, settlement = draw(st.sampled_from(list(BY_ID))), draw(SCHEMES)
    seats = SEATS[: draw(st.integers(2, 4))] if draw(st.booleans()) else SEATS
    seats = ("east", "south", "west") if len(seats) == 3 else seats
    limit = draw(st.sampled_from([300, 500, 1000]))
    scores = {seat: draw(COUNTS) for seat in seats}
    win: Json = {"source": draw(st.sampled_from(["wall", "discard", "robbed-kong"]))}
    if win["source"] != "wall":
        win["discarder"] = draw(st.sampled_from([seat for seat in seats if seat != "south"]))
    if win["source"] == "discard" and draw(st.booleans()):
        win |= {"discarder_excused": draw(st.booleans()), "dangerous_discard_by": win["discarder"]}
    return counted(ruleset, {k: v for k, v in settlement.items() if v != {}}, win, scores, options={"limit": limit})


def scheme(request: Json) -> Json:
    """The columns of the scheme, with the pages where those stand that make a factor."""
    result = request.get("house_rules", {}).get("settlement", {})
    settling = BY_ID[request["ruleset"]].rulebook.settling
    columns: Json = {}
    for column, place in PLACES.items():
        outer, _, inner = place.partition("/")
        given_here = result.get(outer, {}).get(inner) if inner else result.get(outer)
        at_home = (getattr(settling, column), settling.rows.east.source.page)
        columns[column] = at_home if given_here is None else (given_here, HOUSE + place)
    return columns


def share_of(request: Json, payer: str) -> str:
    """The column that says how many times a payer pays the winner."""
    win, result = request["win"], request.get("house_rules", {}).get("settlement", {})
    robbed = result.get("robbed_kong_as") == "self-drawn" and win["source"] == "robbed-kong"
    if "discarder" not in win or robbed:
        return "self_drawn"
    return "discarder_share" if win["discarder"] == payer else "others_share"


def expected_factors(request: Json, payer: str, payee: str) -> list[tuple[str, int, str]]:
    """What multiplies what one pays another: the share of who pays the winner, and East's double."""
    columns, names = scheme(request), {column: rule for rule, column in COLUMNS.items()}
    found = []
    if payee == request["winner"]:
        column = share_of(request, payer)
        found.append((names[column], *columns[column]))
    if "east" in (payer, payee):
        found.append(("east-double", *columns["east_pays" if payer == "east" else "east_receives"]))
    return [factor for factor in found if factor[1] != 1]


def told_factors(part: Json) -> list[tuple[str, int, str]]:
    return [(each["rule"], each["times"], each["source"]["page"]) for each in part["factors"]]


def limit_of(payee: str, request: Json) -> int:
    """What cuts the difference: the limit, or all that a winner's limit hand is worth where it is paid in full."""
    limit: int = request["options"]["limit"]
    paid_in_full = BY_ID[request["ruleset"]].rulebook.settling.pays_above_limit and payee == request["winner"]
    count = request["hands"][payee]["counted"]
    return max(limit, count["score"]) if paid_in_full and count.get("limit_hand") else limit


def multiplies_out(part: Json, payer: str, payee: str, request: Json) -> None:
    limit = limit_of(payee, request)
    assert told_factors(part) == expected_factors(request, payer, payee)
    assert part["multiplier"] == prod(each["times"] for each in part["factors"])
    assert part["amount"] == min(part["difference"], limit) * part["multiplier"]


@given(deals())
def test_a_payment_is_its_difference_cut_to_the_limit_times_its_factors(request: Json) -> None:
    for payment in payments_of(request):
        parts = payment.get("shares", [])
        for part in parts:
            multiplies_out(part, part["payer"], payment["payee"], request)
        if parts:
            assert payment["amount"] == sum(part["amount"] for part in parts)
            assert payment["factors"] == []
        else:
            multiplies_out(payment, payment["payer"], payment["payee"], request)


@given(deals())
def test_a_payment_names_each_rule_that_changed_it_once(request: Json) -> None:
    for payment in payments_of(request):
        parts = payment.get("shares", [payment])
        expected = dict.fromkeys(factor["rule"] for part in parts for factor in part["factors"])
        if "self-drawn-share" in expected and request["win"]["source"] == "robbed-kong":
            expected["robbing-a-kong"] = None
        named = [*expected, *["limit-cuts"] * payment["capped"]]
        assert sorted(payment["changed_by"]) == sorted(named)


@given(deals())
def test_a_payment_comes_from_what_says_so(request: Json) -> None:
    result = request.get("house_rules", {}).get("settlement", {})
    for payment in payments_of(request):
        page = payment["source"]["page"]
        if payment["reason"] == "winner":
            for_all = result.get("discarder", {}).get("for_all") and "shares" in payment
            assert payment["rule"] == ("discarder-for-all" if for_all else "winner-collects")
            assert (page == f"{HOUSE}discarder/for_all") is bool(for_all)
        elif page.startswith(HOUSE):
            assert page.removeprefix(HOUSE) in {"losers", "loser_limit", "dangerous_discard"}


@given(deals())
def test_whoever_pays_for_all_pays_what_each_would_have(request: Json) -> None:
    paying = [payment for payment in payments_of(request) if "shares" in payment]
    for payment in paying:
        who = [part["payer"] for part in payment["shares"]]
        assert payment["reason"] in {"winner", "dangerous-discard"}
        assert len(set(who)) == len(who)
        assert set(who) <= request["hands"].keys() - {"south"}
        assert 0 not in [part["amount"] for part in payment["shares"]]


# The three of the issue

SCORES = {"east": {"score": 8}, "south": {"score": 40}, "west": {"score": 20}, "north": {"score": 0}}


def by_payer(request: Json, payee: str = "south") -> dict[str, Json]:
    return {payment["payer"]: payment for payment in payments_of(request) if payment["payee"] == payee}


@pytest.mark.parametrize(("discarder", "other"), [("east", "west"), ("west", "east")])
def test_a_discarders_share_is_named_where_it_was_paid_and_nowhere_else(discarder: str, other: str) -> None:
    """40 from each: the discarder pays twice, East twice, East as the discarder four times."""
    win = {"source": "discard", "discarder": discarder}
    paid = by_payer(counted("harr-1922", {"discarder": {"share": 2}}, win, SCORES))
    share = ("discarder-share", 2, f"{HOUSE}discarder/share")
    east = ("east-double", 2, "13, 25")
    whose = {"east": [east], "west": [], "north": []}
    whose[discarder] = [share, *whose[discarder]]
    assert {seat: told_factors(each) for seat, each in paid.items()} == whose
    assert paid["east"]["amount"] == (160 if discarder == "east" else 80)
    assert paid["west"]["amount"] == (80 if discarder == "west" else 40)
    assert paid[discarder]["changed_by"] == [rule for rule, _, _ in whose[discarder]]
    assert paid[other]["source"] == paid[discarder]["source"] == {"book": "harr-1922", "page": "25"}


def test_what_a_table_changed_is_distinguished_in_what_east_pays_and_is_paid() -> None:
    """East pays 60 times two by the book, and is paid three times by the table."""
    request = counted("harr-1922", {"east": {"receives": 3}}, {"source": "wall"}, {**SCORES, "east": {"score": 30}})
    paid = {(each["payer"], each["payee"]): told_factors(each) for each in payments_of(request)}
    assert paid["east", "south"] == [("east-double", 2, "13, 25")]
    assert paid["north", "east"] == [("east-double", 3, f"{HOUSE}east/receives")]


def test_a_wrong_call_names_its_own_rule_for_easts_double(client: FlaskClient) -> None:
    """Half of 300 to each, all of it to East: the row of the penalty says so itself."""
    answer = client.post("/v1/false-mahjong", json={"ruleset": "harr-1922-limit", "seat": "west"}).get_json()
    doubled, plain, _ = answer["settlement"]["payments"]
    source = {"book": "harr-1922", "page": "67"}
    assert doubled["factors"] == [{"rule": "false-mahjong", "times": 2, "source": source}]
    assert (doubled["changed_by"], plain["factors"], plain["changed_by"]) == (["false-mahjong"], [], [])


def test_every_rule_that_changed_a_payment_is_reported_with_the_rulebook(client: FlaskClient) -> None:
    settlement = {"discarder": {"share": 2, "others_share": 3, "for_all": True}, "self_drawn": 2}
    asked = {"ruleset": "harr-1922", "house_rules": {"settlement": settlement}}
    rows = {row["id"]: row for row in client.post("/v1/rulesets/resolve", json=asked).get_json()["settling"]}
    assert rows["discarder-share"]["text"] == "Where somebody discarded, the discarder pays the winner's score twice"
    assert rows["others-share"]["source"] == {"book": "house", "page": f"{HOUSE}discarder/others_share"}
    assert {"discarder-for-all", "self-drawn-share", "winner-collects"} <= rows.keys()
