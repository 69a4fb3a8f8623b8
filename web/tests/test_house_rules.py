"""House rules: edited by taps, used in a session, exported and imported, shared as a link."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.inspect_page import narrow_faults, overlaps, picture, serious_faults
from web.tests.phone import Phone
from web.tests.server import Served
from web.tests.watch import Watch

_RULESET = "millington"
_HOUSE_RULES: dict[str, Any] = {
    "title": "Thursday table",
    "rules": {"mah-jong": {"points": 10}},
    "settlement": {"losers": "none"},
}
_DEAL: dict[str, Any] = {
    "winner": "south",
    "win": {"source": "wall", "tile": "2m"},
    "hands": {
        "south": {"concealed": "22m", "exposed": ["345p", "666s", "111z", "999s"]},
        "west": {"concealed": "", "exposed": ["777z"], "partial": True},
    },
}


def _body(entries: list[dict[str, Any]], house_rules: dict[str, Any] | None = None) -> dict[str, Any]:
    body = json.loads(sheet.exported(_RULESET, ("Ann", "Ben", "Cleo", "Dan"), entries))
    return {**body, **({} if house_rules is None else {"house_rules": house_rules})}


def _edit(phone: Phone) -> None:
    """Edit the house rules by taps and a few typed characters."""
    phone.open_house_rules(_RULESET)
    phone.page.get_by_label("Name of your rules").fill(_HOUSE_RULES["title"])
    phone.choose("What do the players who did not win settle among themselves?", "Nothing")
    phone.page.get_by_label("Find a rule, here or in another book").fill("mah-jong")
    rule = phone.page.locator("[data-rule='mah-jong']")
    phone.tap(rule.locator("summary"))
    rule.get_by_label("Points").fill("10")
    expect(phone.page.locator("footer").get_by_text("2 changes")).to_be_visible()


def _begin(phone: Phone) -> None:
    phone.press("Start the game")
    phone.counted()


def test_house_rules_are_edited_used_exported_and_imported_in_another_browser(
    phone: Phone, other: Phone, served: Served
) -> None:
    for wind, name in zip(("East", "South", "West", "North"), phone.players, strict=True):
        phone.page.get_by_label(f"Name of the first {wind}").fill(name)
    _edit(phone)
    phone.press("Done")
    expect(phone.page.get_by_text("House rules: \u2068Thursday table\u2069, 2 changes")).to_be_visible()
    _begin(phone)
    expect(phone.page.get_by_text("with house rules: \u2068Thursday table\u2069")).to_be_visible()
    phone.play(_DEAL)
    totals = phone.totals()
    entries = [sheet.entry_of(_DEAL)]
    assert totals == sheet.totals(served.origin, _body(entries, _HOUSE_RULES))
    assert totals != sheet.totals(served.origin, _body(entries))

    file = phone.export()
    assert json.loads(file)["house_rules"] == _HOUSE_RULES
    other.open()
    other.press("My games")
    other.open_file(file)
    other.counted()
    assert other.totals() == totals
    expect(other.page.get_by_text("with house rules: \u2068Thursday table\u2069")).to_be_visible()


@pytest.mark.night
def test_scores_are_rounded_where_the_table_says_so(phone: Phone, served: Served) -> None:
    phone.open_house_rules(_RULESET)
    phone.choose("Are scores rounded?", "To the nearest ten")
    phone.press("Done")
    _begin(phone)
    phone.play(_DEAL)
    rounded = {"settlement": {"scores_rounded_to": 10}}
    assert phone.totals() == sheet.totals(served.origin, _body([sheet.entry_of(_DEAL)], rounded))
    assert all(total % 10 == 0 for total in phone.totals())
    assert phone.totals() != sheet.totals(served.origin, _body([sheet.entry_of(_DEAL)]))


def test_house_rules_are_shared_as_a_link(phone: Phone, other: Phone, served: Served) -> None:
    _edit(phone)
    link = phone.share("Share as a link")["url"]
    assert link.startswith(f"{served.origin}/#rules/")
    other.page.goto(link)
    expect(other.page.get_by_text("\u2068Thursday table\u2069, 2 changes")).to_be_visible()
    other.press("Play by these rules")
    expect(other.page.locator(f"label[data-value='{_RULESET}'] input")).to_be_checked()
    _begin(other)
    other.play(_DEAL)
    assert other.totals() == sheet.totals(served.origin, _body([sheet.entry_of(_DEAL)], _HOUSE_RULES))


@pytest.mark.night
def test_a_rule_is_switched_off_and_one_of_another_rulebook_switched_on(phone: Phone, served: Served) -> None:
    phone.open_house_rules("dmjl")
    search = phone.page.get_by_label("Find a rule, here or in another book")
    for query, rule in (("robbed", "robbed-kong"), ("knitting", "knitting")):
        search.fill(query)
        row = phone.page.locator(f"[data-rule='{rule}']")
        phone.tap(row.locator("summary"))
        phone.tap(row.get_by_text("Play this rule"))
    search.fill("")
    expect(phone.page.locator("[data-rule='robbed-kong']")).to_contain_text("not played")
    expect(phone.page.locator("[data-rule='knitting']")).to_contain_text("played here")
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    phone.press("Done")
    _begin(phone)
    hand = {"concealed": "1234579m1234579p"}
    phone.enter_deal({"winner": "south", "win": {"source": "wall", "tile": "9p"}, "hands": {"south": hand}})
    phone.checked()
    expect(phone.page.locator(".hand-row").nth(1)).to_contain_text("Knitting: seven pairs")


_OWN_RULE: dict[str, Any] = {
    "find": "some-concealed-pungs",
    "text": "Two hidden pungs",
    "doubles": 2,
    "parameters": {"least": 2, "claimed_kongs": True},
    "applies_to": "all",
}
_OWN_RULE_DEAL: dict[str, Any] = {
    "winner": "south",
    "win": {"source": "wall", "tile": "2m"},
    "hands": {
        "south": {"concealed": "22m345p666s", "exposed": ["111z", "999s"]},
        "west": {"concealed": "333m777z", "partial": True},
    },
}


@pytest.mark.night
def test_an_own_rule_is_made_of_a_condition_of_the_catalogue(phone: Phone, served: Served) -> None:
    phone.open_house_rules(_RULESET)
    phone.page.get_by_label("What it looks for").select_option("some-concealed-pungs")
    phone.press("Add the rule")
    rule = phone.page.locator("[data-rule='house:some-concealed-pungs']")
    rule.get_by_label("Its name").fill(_OWN_RULE["text"])
    rule.get_by_label("How many").fill("2")
    phone.tap(rule.get_by_text("Whether a kong that was claimed whole counts as concealed"))
    phone.choose("Whose hand it counts in", "In every hand")
    rule.get_by_label("Doubles").fill("2")
    expect(rule.locator("summary")).to_contain_text("2 doubles")
    expect(phone.page.locator(".faults")).to_have_count(0)
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    phone.press("Done")
    _begin(phone)
    phone.play(_OWN_RULE_DEAL)
    entries = [sheet.entry_of(_OWN_RULE_DEAL)]
    house_rules = {"rules": {"house:some-concealed-pungs": _OWN_RULE}}
    assert phone.totals() == sheet.totals(served.origin, _body(entries, house_rules))
    assert phone.totals() != sheet.totals(served.origin, _body(entries))
    phone.tap(phone.page.locator(".entry"))
    why = phone.page.locator(".hand-row > details", has_text="Why").nth(1)
    phone.tap(why)
    expect(why.get_by_text(_OWN_RULE["text"]).first).to_be_visible()

    phone.press("Table")
    phone.press("Settings")
    phone.press(re.compile("^House rules"))
    phone.press("Delete this rule")
    phone.press("Yes, delete the rule")
    expect(phone.page.locator("footer").get_by_text("By the book")).to_be_visible()


def test_faults_of_house_rules_are_reported_at_the_rule(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.open_house_rules("dmjl")
    rule = phone.page.locator("li", has=phone.page.locator("[data-rule='no-chow']"))
    phone.tap(rule.locator("summary"))
    rule.get_by_label("Doubles").fill("99")
    expect(rule.locator(".faults li")).to_contain_text("13")
    phone.press("Play by the book again")
    expect(phone.page.locator("footer").get_by_text("By the book")).to_be_visible()
    expect(phone.page.locator(".faults")).to_have_count(0)
    phone.page.wait_for_load_state("networkidle")


def test_changing_house_rules_in_a_session_shows_the_effects_first(phone: Phone) -> None:
    phone.sit(_RULESET, _DEAL)
    before = phone.totals()
    phone.press("Settings")
    phone.press(re.compile("^House rules"))
    phone.choose("What does East pay and get?", "Like the others")
    phone.press("Done")
    phone.press("Save the settings")
    expect(phone.page.get_by_text("Every entry is counted again:")).to_be_visible()
    phone.press("Yes, count by these rules")
    phone.counted()
    assert phone.totals() != before
    phone.press("Undo")
    phone.counted()
    assert phone.totals() == before


def _payments_to_winner(phone: Phone) -> dict[str, int]:
    """The payments to the winner of the only entry."""
    phone.tap(phone.page.locator(".entry"))
    expect(phone.page.locator(".payments li").first).to_be_visible()
    phone.checked()
    paid = {payer: amount for payer, payee, amount in phone.payments() if payee == phone.players[1]}
    phone.press("Table")
    return paid


def _choose_who_pays(phone: Phone, answer: str) -> None:
    phone.press("Settings")
    phone.press(re.compile("^House rules"))
    phone.choose("Who pays when the winner took a discard?", answer)
    phone.press("Done")
    phone.press("Save the settings")
    phone.press("Yes, count by these rules")
    phone.counted()


@pytest.mark.night
def test_each_choice_of_who_pays_for_a_discard_is_settled_accordingly(phone: Phone) -> None:
    phone.sit(_RULESET, {**_DEAL, "win": {"source": "discard", "tile": "2m", "discarder": "north"}})
    east, _, west, north = phone.players
    alike = _payments_to_winner(phone)
    each = alike[west]
    assert alike == {east: 2 * each, west: each, north: each}
    for answer, paid in (
        ("The discarder double", {east: 2 * each, west: each, north: 2 * each}),
        ("The discarder for everybody", {north: 4 * each}),
        ("Only the discarder, once", {north: each}),
        ("All the same (the book)", alike),
    ):
        _choose_who_pays(phone, answer)
        assert _payments_to_winner(phone) == paid, answer


_TWO_SUITS = "1-6 pairs of a, 1-6 pairs of b"


@pytest.mark.night
def test_an_own_special_hand_is_typed_shared_and_settled(
    phone: Phone, other: Phone, served: Served, watch: Watch
) -> None:
    watch.refusals = True
    phone.open_house_rules("dmjl")
    own = phone.page.locator(".own-hand")
    own.get_by_label("Name of the hand").fill("Two suits of pairs")
    made_of = own.get_by_label("What the hand is made of")
    made_of.fill("1-6 pairs of a, 1-6 pairz of b")
    expect(own.locator("mark")).to_have_text("pairz")
    expect(own.locator(".faults")).to_contain_text("position 21")
    expect(own.get_by_role("button", name="Add the hand")).to_be_disabled()
    made_of.fill("19m19p19s12345677z")
    expect(own.locator("use")).to_have_count(14)
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    made_of.fill(_TWO_SUITS)
    expect(own.locator("mark")).to_have_count(0)
    phone.press("Add the hand")
    expect(phone.page.locator("[data-rule='house:hand-1']")).to_contain_text("the limit")
    link = phone.share("Share as a link")["url"]
    other.page.goto(link)
    other.press("Play by these rules")
    _begin(other)
    deal = {
        "winner": "south",
        "win": {"source": "wall", "tile": "8p"},
        "hands": {"south": {"concealed": "1133557799m2288p"}},
    }
    other.play(deal)
    rules = {"house:hand-1": {"text": "Two suits of pairs", "layout": {"tiles": _TWO_SUITS}, "limit_share": "1"}}
    body = _body([sheet.entry_of(deal)], {"rules": rules}) | {"ruleset": "dmjl"}
    assert other.totals() == sheet.totals(served.origin, body) != [0, 0, 0, 0]


_LADDER = "1-7 of a, pair of dragon, pung of b, pair of wind"


def test_an_own_special_hand_is_tapped_shared_and_settled(
    phone: Phone, other: Phone, served: Served, watch: Watch
) -> None:
    watch.refusals = True
    phone.open_house_rules("dmjl")
    own = phone.page.locator(".own-hand")
    for group, of in (("1-7", "a"), ("pair", "wind"), ("pair", "wind"), ("pair", "dragon"), ("pung", "b")):
        phone.tap(own.locator(f"[data-group='{group}']"))
        phone.tap(own.locator(f"[data-of='{of}']"))
    phone.press("Remove: 2\u00a0× Pair: winds")
    phone.tap(own.locator("[data-group='pair']"))
    phone.tap(own.locator("[data-of='wind']"))
    expect(own.get_by_label("What the hand is made of")).to_have_value(_LADDER)
    expect(own.get_by_text("14 of 14 tiles")).to_be_visible()
    expect(own.locator(".meant .hit")).to_have_count(3)
    expect(own.locator(".meant .miss")).to_have_count(1)
    assert [*serious_faults(phone.page), *narrow_faults(phone.page), *overlaps(phone.page)] == []
    picture(own, "50-own-hand-by-taps")
    own.get_by_label("Name of the hand").fill("Ladder of seven")
    phone.press("Add the hand")
    link = phone.share("Share as a link")["url"]
    other.page.goto(link)
    changes = other.page.locator(".changes-listed li")
    expect(changes).to_have_count(1)
    expect(changes).to_contain_text("Ladder of seven")
    expect(changes).to_contain_text("1 to 7: one suit, Pair: dragons, Pung: a second suit, Pair: winds")
    assert [*serious_faults(other.page), *narrow_faults(other.page)] == []
    other.press("Play by these rules")
    _begin(other)
    hand = {"concealed": "1234567m22z55z888p"}
    deal = {"winner": "south", "win": {"source": "wall", "tile": "8p"}, "hands": {"south": hand}}
    other.play(deal)
    rules = {"house:hand-1": {"text": "Ladder of seven", "layout": {"tiles": _LADDER}, "limit_share": "1"}}
    body = _body([sheet.entry_of(deal)], {"rules": rules}) | {"ruleset": "dmjl"}
    assert other.totals() == sheet.totals(served.origin, body) != [0, 0, 0, 0]


def test_an_own_special_hand_for_half_the_limit_is_tapped_shared_and_settled(
    phone: Phone, other: Phone, served: Served, watch: Watch
) -> None:
    watch.refusals = True
    phone.open_house_rules("millington")
    own = phone.page.locator(".own-hand")
    own.get_by_label("Name of the hand").fill("Ladder of seven")
    own.get_by_label("What the hand is made of").fill(_LADDER)
    phone.press("Add the hand")
    rule = phone.page.locator("[data-rule='house:hand-1']")
    share = rule.get_by_label("Share of the limit")
    expect(share).to_have_value("1")
    share.select_option("50\u00a0% of the limit")
    expect(rule.locator("summary")).to_contain_text("50\u00a0% of the limit")
    assert [*serious_faults(phone.page), *narrow_faults(phone.page), *overlaps(phone.page)] == []
    other.page.goto(phone.share("Share as a link")["url"])
    expect(other.page.locator(".changes-listed li")).to_contain_text("50\u00a0% of the limit")
    other.press("Play by these rules")
    _begin(other)
    hand = {"concealed": "1234567m22z55z888p"}
    deal = {"winner": "south", "win": {"source": "wall", "tile": "8p"}, "hands": {"south": hand}}
    other.play(deal)
    rules = {"house:hand-1": {"text": "Ladder of seven", "layout": {"tiles": _LADDER}, "limit_share": "1/2"}}
    totals = sheet.totals(served.origin, _body([sheet.entry_of(deal)], {"rules": rules}))
    # Half of 1,000: East pays double, the others once.
    assert other.totals() == totals == [-1000, 2000, -500, -500]
    expect(other.page.locator(".joy")).to_contain_text("A special hand: ")


def test_the_defaults_and_fines_of_house_rules_from_a_file_are_shown_and_shared(phone: Phone, other: Phone) -> None:
    house_rules = {
        "options": {"limit": {"default_integer": 500}},
        "fines": {"house:late": {"text": "Late at the table", "points": 20, "to": "one"}},
    }
    phone.page.goto(phone.origin + "/#sessions")
    phone.open_file(json.dumps(_body([], house_rules)))
    phone.counted()
    phone.press("Settings")
    phone.unfold_rules()
    expect(phone.page.get_by_text("Left empty: 500.")).to_be_visible()
    phone.press(re.compile("^House rules"))
    expect(phone.page.get_by_text("Left empty: 500.")).to_be_visible()
    expect(phone.page.get_by_label("Limit: ")).to_have_attribute("placeholder", "usually 500")
    expect(phone.page.locator("#share-rules")).to_contain_text("Other phones cannot open this address")
    other.page.goto(phone.share("Share as a link")["url"])
    changes = other.page.locator(".changes-listed li")
    expect(changes).to_have_count(2)
    expect(changes.first).to_contain_text(re.compile(r"^Limit: .*: 500 \(the book: 1,000\)$"))
    expect(changes.last).to_have_text("\u2068Late at the table\u2069: points 20, paid to one player")


def test_a_limit_typed_as_the_rulebooks_own_counts_where_house_rules_have_another(phone: Phone) -> None:
    phone.page.goto(phone.origin + "/#sessions")
    phone.open_file(json.dumps(_body([], {"options": {"limit": {"default_integer": 500}}})))
    phone.counted()
    phone.press("Settings")
    phone.unfold_rules()
    limit = phone.page.get_by_label("Limit: ")
    expect(limit).to_have_attribute("placeholder", "usually 500")
    limit.fill("1000")
    phone.tap(phone.page.locator(".terms .main"))
    phone.counted()
    assert json.loads(phone.export())["options"] == {"limit": 1000}


def test_a_share_of_a_book_is_shown_changed_and_taken_back(phone: Phone) -> None:
    phone.open_house_rules("outside-the-box")
    rule = phone.page.locator("[data-rule='knitting']")
    share = rule.get_by_label("Share of the limit")
    phone.tap(rule.locator("summary"))
    of_book = "50\u00a0% of the limit"
    expect(share.locator("option").first).to_have_text(f"{of_book} (the book)")
    share.select_option("75\u00a0% of the limit")
    expect(rule.locator("summary")).to_contain_text(f"75\u00a0% of the limit (the book: {of_book})")
    share.select_option("no share of the limit")
    expect(rule.locator("summary")).to_contain_text(f"nothing by itself (the book: {of_book})")
    share.select_option("")
    expect(rule.locator("summary")).not_to_contain_text("the book")
    expect(phone.page.locator("footer").get_by_text("By the book")).to_be_visible()


_FLOWER_GIRL: dict[str, Any] = {
    "rules": {
        "house:flower-girl": {
            "text": "Flower girl",
            "layout": {"tiles": "flower, 13579 of a, 4 pairs of b"},
            "limit_share": "1/2",
            "waiting": {"score": 200},
        }
    }
}


def test_a_hand_of_thirteen_tiles_with_its_flower_is_won_and_saved(phone: Phone, served: Served, watch: Watch) -> None:
    """Another player waits for the same hand with twelve tiles, and scores as a whole hand."""
    watch.refusals = True
    deal: dict[str, Any] = {
        "winner": "south",
        "win": {"source": "wall", "tile": "8p"},
        "hands": {
            "south": {"concealed": "13579m22446688p", "bonus": "3f"},
            "west": {"concealed": "13579s3355779m", "bonus": "2f"},
        },
    }
    phone.page.goto(phone.origin + "/#sessions")
    phone.open_file(json.dumps(_body([], _FLOWER_GIRL)))
    phone.counted()
    phone.enter_result(deal)
    phone.enter_hands(deal, back=False)
    expect(phone.page.get_by_label("Whole hand")).to_be_checked()
    phone.show_hand(1)
    expect(phone.page.locator(".winning-tile")).to_contain_text("Won with 8 of Circles")
    phone.checked()
    expect(phone.page.locator(".score-line .figure")).to_have_text("500")
    phone.press("Deal")
    phone.checked()
    phone.keep()
    assert phone.totals() == sheet.totals(served.origin, _body([sheet.entry_of(deal)], _FLOWER_GIRL)) != [0, 0, 0, 0]


def test_one_hand_of_thirteen_tiles_with_its_flower_has_its_score_and_may_take_a_fourteenth(phone: Phone) -> None:
    phone.page.goto(phone.origin + "/#sessions")
    phone.open_file(json.dumps(_body([], _FLOWER_GIRL)))
    phone.counted()
    phone.page.goto(phone.origin + "/#worth")
    phone.page.locator("[data-tile]").first.wait_for()
    phone.enter_hand({"concealed": "13579m22446688p", "bonus": "3f"})
    phone.checked()
    expect(phone.page.locator(".score-line .figure")).to_have_text("500")
    expect(phone.page.locator(".keypad [data-tile='9s']")).to_be_visible()
    phone.set_mode("one")
    phone.key("9s")
    expect(phone.page.locator(".winning-tile")).to_contain_text("Won with 9 of Bamboos")


def test_a_shared_link_lists_every_change_before_it_is_accepted(phone: Phone, other: Phone, served: Served) -> None:
    phone.open_house_rules("dmjl")
    phone.choose("What does East pay and get?", "Like the others")
    for query, rule, points in (("no chow", "no-chow", None), ("mah-jong", "mah-jong", "30")):
        phone.page.get_by_label("Find a rule, here or in another book").fill(query)
        row = phone.page.locator("li", has=phone.page.locator(f"[data-rule='{rule}']"))
        phone.tap(row.locator("summary"))
        if points is None:
            phone.tap(row.get_by_text("Play this rule"))
        else:
            row.get_by_label("Points").fill(points)
    link = phone.share("Share as a link")["url"]
    other.page.goto(link)
    changes = other.page.locator(".changes-listed li")
    expect(changes).to_have_count(3)
    expect(changes.filter(has_text="not played")).to_have_count(1)
    expect(changes.filter(has_text="points 30 (the book: ")).to_have_count(1)
    expect(changes.filter(has_text="What does East pay and get?")).to_contain_text("Like the others")


@pytest.mark.night
def test_a_share_of_the_limit_is_told_as_it_is_written(phone: Phone) -> None:
    phone.begin("nts-2002")
    phone.press("Settings")
    phone.press("House rules: change what you play differently")
    rules = phone.page.locator(".rule")
    expect(rules.first).to_be_visible()
    expect(rules.filter(has_text="1/8 of the limit").first).to_be_attached()
