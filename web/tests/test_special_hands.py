"""Special hands and circumstances of modern rulebooks, entered by taps."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.phone import Phone

pytestmark = pytest.mark.night

_WALL = {"source": "wall"}
_NORTHS_DISCARD = {"source": "discard", "discarder": "north"}
_SETS = {"concealed": "22m", "exposed": ["345p", "666s", "111z", "999s"]}

_HANDS: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("millington", "thirteen wonders", "7z", {"concealed": "19m19p19s12345677z"}, _NORTHS_DISCARD),
    ("dmjl", "one of each head", "7z", {"concealed": "19m19p19s12345677z"}, _NORTHS_DISCARD),
    ("bmja", "thirteen unique wonders", "7z", {"concealed": "19m19p19s12345677z"}, _NORTHS_DISCARD),
    ("bmja", "knitting", "9p", {"concealed": "1234579m1234579p"}, _WALL),
    ("bmja", "triple knitting", "9p", {"concealed": "13579m13579p1357s"}, _WALL),
    ("bmja", "all pair honours", "3z", {"concealed": "1199m1199p112233z"}, _WALL),
    ("bmja", "wriggling snake", "4z", {"concealed": "1123456789s1234z"}, _NORTHS_DISCARD),
    (
        "millington",
        "sets of ones and nines",
        "2m",
        {"concealed": "22m", "exposed": ["111m", "345m", "678m", "999m"]},
        _WALL,
    ),
    ("millington", "waiting concealed on", "5m", {"concealed": "11123455678999m"}, _WALL),
    ("bmja", "gates of heaven", "5p", {"concealed": "11123455678999p"}, _WALL),
    ("millington", "green tiles only", "8s", {"concealed": "88s", "exposed": ["234s", "666s", "333s", "666z"]}, _WALL),
]
"""Rulebook, words of the hand's rule on the page, the winning tile, the hand, the win."""


def _keep_and_compare(phone: Phone, ruleset: str, entry: dict[str, Any]) -> None:
    """Save the deal, and compare the totals with the API's."""
    expect(phone.page.locator(".danger-box, .hand-row").first).to_be_visible()
    phone.keep()
    body = json.loads(sheet.exported(ruleset, phone.players, [entry]))
    assert phone.totals() == sheet.totals(phone.origin, body) != [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("ruleset", "name", "tile", "hand", "win"), _HANDS, ids=[f"{each[0]} {each[1]}" for each in _HANDS]
)
def test_a_special_hand_is_entered_by_taps(
    phone: Phone, ruleset: str, name: str, tile: str, hand: dict[str, Any], win: dict[str, Any]
) -> None:
    deal = {"winner": "south", "win": {**win, "tile": tile}, "hands": {"south": hand}}
    phone.sit(ruleset)
    phone.enter_deal(deal)
    phone.checked()
    expect(phone.page.locator(".hand-row").nth(1)).to_contain_text(name, ignore_case=True)
    _keep_and_compare(phone, ruleset, sheet.entry_of(deal))


_CIRCUMSTANCES = [
    ("millington", "last_tile", "It was the last tile of the wall", _WALL),
    ("dmjl", "last_discard", "It was discarded after the last tile of the wall", _NORTHS_DISCARD),
    ("bmja", "last_discard", "It was discarded after the last tile of the wall", _NORTHS_DISCARD),
    ("pamphlet", "standing_hand", "The winner declared at the start that the hand was waiting", _WALL),
    ("millington", "original_call", "The winner declared with the first discard that the hand was waiting", _WALL),
    ("bmja", "original_call", "The winner declared with the first discard that the hand was waiting", _WALL),
    ("outside-the-box", "first_draw", "It was the first tile the winner drew", _WALL),
    ("dmjl", "kong_upon_kong", "A kong upon a kong: the replacement tile of the second", {"source": "loose-tile"}),
    ("bmja", "kong_upon_kong", "A kong upon a kong: the replacement tile of the second", {"source": "loose-tile"}),
]
_FITTING = {
    "standing_hand": {"concealed": "22m345p666s111z999s"},
    "original_call": {"concealed": "22m345p666s111z999s"},
    "first_draw": {"concealed": "22m345p666s111z999s"},
    "kong_upon_kong": {"concealed": "22m", "exposed": ["345p", "111z"], "concealed_kongs": ["9999s", "5555s"]},
}


@pytest.mark.parametrize(
    ("ruleset", "member", "label", "win"), _CIRCUMSTANCES, ids=[f"{each[0]} {each[1]}" for each in _CIRCUMSTANCES]
)
def test_a_circumstance_of_the_rulebook_is_entered_by_a_tap(
    phone: Phone, ruleset: str, member: str, label: str, win: dict[str, Any]
) -> None:
    hand = _FITTING.get(member, _SETS)
    deal = {"winner": "south", "win": {**win, "tile": "2m"}, "hands": {"south": hand}}
    phone.sit(ruleset)
    phone.enter_deal(deal)
    phone.toggle(label)
    phone.checked()
    result = {**deal, "win": {**win, "tile": "2m", member: True}}
    _keep_and_compare(phone, ruleset, sheet.entry_of(result))


@pytest.mark.parametrize("ruleset", ["harr-1923", "bmja"])
def test_a_circumstance_that_the_rulebook_does_not_look_at_is_not_offered(phone: Phone, ruleset: str) -> None:
    kong = {"concealed": "22m", "exposed": ["345p", "666s", "111z", "9999s"]}
    phone.sit(ruleset)
    phone.enter_deal({"winner": "south", "win": {**_WALL, "tile": "2m"}, "hands": {"south": kong}})
    offered = phone.page.locator(".toggle").all_inner_texts()
    assert not any("first discard" in each for each in offered) or ruleset == "bmja"
    expect(phone.page.get_by_text("Whose discard allowed the dangerous set?")).to_have_count(0)
    phone.open_hand(1)
    expect(phone.page.get_by_text("claimed with three in the hand")).to_have_count(0)


def test_a_claimed_kong_is_entered_by_a_tap_where_it_matters(phone: Phone) -> None:
    hand = {"concealed": "33555m777p", "exposed": ["222s"]}
    deal = {
        "winner": "south",
        "win": {**_WALL, "tile": "3m"},
        "hands": {"south": {**hand, "exposed": ["222s", "9999s"]}},
    }
    phone.sit("dmjl")
    phone.enter_result(deal)
    phone.enter_hands(deal, back=False)
    phone.show_hand(1)
    phone.tap(phone.page.get_by_text("Kong of 9 of Bamboos: claimed with three in the hand"))
    expect(phone.page.get_by_text("Kongs claimed with three in the hand")).to_be_visible()
    phone.press("Deal")
    phone.checked()
    claimed = {**hand, "claimed_kongs": ["9999s"]}
    entry = sheet.entry_of({**deal, "hands": {"south": claimed}})
    _keep_and_compare(phone, "dmjl", entry)
    plain = json.loads(sheet.exported("dmjl", phone.players, [sheet.entry_of(deal)]))
    assert phone.totals() != sheet.totals(phone.origin, plain), "three concealed pungs need the claimed kong"


def test_the_player_named_liable_pays_for_all(phone: Phone) -> None:
    hand = {"concealed": "22m", "exposed": ["345m", "666m", "111m", "999m"]}
    deal = {"winner": "south", "win": {**_NORTHS_DISCARD, "tile": "2m"}, "hands": {"south": hand}}
    phone.sit("millington")
    phone.enter_deal(deal)
    phone.choose("Whose discard allowed the dangerous set?", phone.players[2])
    phone.checked()
    expect(phone.page.locator(".danger-box")).to_be_visible()
    entry = sheet.entry_of(deal)
    entry["win"]["dangerous_discarding_player"] = 2
    _keep_and_compare(phone, "millington", entry)
    first, winner, liable, last = phone.totals()
    assert (first, liable, last) == (0, -winner, 0)


def test_circumstances_survive_a_reload_and_an_edit(phone: Phone) -> None:
    deal = {"winner": "south", "win": {**_NORTHS_DISCARD, "tile": "2m"}, "hands": {"south": _SETS}}
    phone.sit("dmjl")
    phone.enter_deal(deal)
    phone.toggle("It was discarded after the last tile of the wall")
    phone.choose("Whose discard allowed the dangerous set?", phone.players[0])
    phone.checked()
    phone.keep()
    before = phone.totals()
    phone.page.reload()
    phone.counted()
    assert phone.totals() == before
    phone.tap(phone.page.locator(".entry").first)
    expect(phone.page.get_by_text("It was discarded after the last tile of the wall")).to_be_visible()
    expect(phone.page.get_by_text("discarded the tile for a dangerous set")).to_contain_text(phone.players[0])
    phone.press("Edit")
    expect(phone.page.get_by_label("It was discarded after the last tile of the wall")).to_be_checked()
    group = phone.page.get_by_role("group", name="Whose discard allowed the dangerous set?", include_hidden=True)
    expect(group.get_by_label(phone.players[0])).to_be_checked()
