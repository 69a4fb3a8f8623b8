"""What decides money is said and not guessed: with which tile a hand was won, and that the next player is at hand."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from web.tests import sheet
from web.tests.phone import Phone, number

Json = dict[str, Any]
STILL_MS = 400
_WIN: Json = {"source": "discard", "discarder": "north"}
_HAND: Json = {"concealed": "22m456p", "exposed": ["888m", "777z", "222s"]}
"""The winner's hand as it lies on the table."""


def _totals(phone: Phone, ruleset: str, deal: Json) -> list[int]:
    body = {"ruleset": ruleset, "players": list(phone.players), "entries": [sheet.entry_of(deal)]}
    return sheet.totals(phone.origin, body)


def _deal(tile: str, **hand: Any) -> Json:
    return {"winner": "south", "win": {**_WIN, "tile": tile}, "hands": {"south": {**_HAND, **hand}}}


def _enter(phone: Phone, ruleset: str = "bmja", win: Json | None = None, hand: Json | None = None) -> None:
    """Enter a hand that South won, without its winning tile."""
    phone.sit(ruleset)
    phone.enter_result({"winner": "south", "win": win or _WIN})
    phone.enter_hand(hand or _HAND)
    phone.checked()


def _middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _double_tap(phone: Phone, target: Locator) -> None:
    """Two taps at one place, as fast as a finger makes them."""
    phone.still()
    x, y = _middle(target)
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(120)
    phone.page.touchscreen.tap(x, y)


@pytest.mark.night
def test_a_hand_told_whole_stays_until_a_key_leads_on(phone: Phone) -> None:
    _enter(phone)
    phone.say_won_with("2m")
    phone.page.wait_for_timeout(2 * STILL_MS)
    expect(phone.tab(1)).to_have_attribute("aria-current", "true")
    phone.key("1f")
    expect(phone.page.locator("[data-place='bonus'] .group")).to_have_count(1)
    phone.press("Deal")
    phone.checked()
    phone.keep()
    assert phone.totals() == _totals(phone, "bmja", _deal("2m", bonus="1f"))


def test_a_loser_s_whole_hand_stays_until_a_key_leads_on(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": None})
    phone.open_hand(0)
    phone.enter_hand({"concealed": "1m", "exposed": ["888m", "777z", "222s", "333p"]})
    phone.page.wait_for_timeout(2 * STILL_MS)
    expect(phone.tab(0)).to_have_attribute("aria-current", "true")


@pytest.mark.night
def test_two_taps_on_a_usual_score_are_one_player_s(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "south", "win": _WIN})
    phone.choose("How the hand is entered", "By its score")
    _double_tap(phone, phone.page.locator("[data-of='1'] [data-score='20']"))
    phone.page.wait_for_timeout(STILL_MS)
    expect(phone.tab(1)).to_contain_text("20")
    assert [phone.tab(player).locator("b").inner_text() for player in (0, 2, 3)] == ["\u2013"] * 3


_TWICE = """async ([x, y]) => {
  const tap = () => document.elementFromPoint(x, y).closest('button, html').click();
  tap();
  await new Promise(resolve => setTimeout(resolve, 120));
  tap();
}"""
"""Two taps within the page: on a busy machine those of a finger come too late to be fast."""


@pytest.mark.night
def test_two_taps_on_the_key_of_the_next_player_lead_on_by_one(phone: Phone) -> None:
    _enter(phone)
    phone.still()
    phone.page.evaluate(_TWICE, _middle(phone.page.locator(".next-hand")))
    phone.page.wait_for_timeout(STILL_MS)
    expect(phone.tab(2)).to_have_attribute("aria-current", "true")


@pytest.mark.night
def test_two_taps_on_nobody_keep_no_draw(phone: Phone) -> None:
    phone.sit("bmja")
    _double_tap(phone, phone.button("Nobody"))
    phone.page.wait_for_timeout(2 * STILL_MS)
    expect(phone.button("Save the deal")).to_be_visible()
    expect(phone.page.locator(".entry")).to_have_count(0)


@pytest.mark.night
def test_no_key_that_keeps_a_deal_lies_where_the_table_was_tapped(phone: Phone) -> None:
    phone.sit("bmja")
    tapped = [
        phone.button("Nobody").bounding_box(),
        *(phone.page.locator(f"[data-winner='{player}']").bounding_box() for player in range(4)),
    ]
    phone.start_deal(None)
    assert all(_apart(phone.button("Save the deal"), each) for each in tapped)


def _apart(one: Locator, other: Any) -> bool:
    """True if a key lies nowhere on the place of another, which may be gone."""
    box = one.bounding_box()
    assert box is not None
    across = min(box["x"] + box["width"], other["x"] + other["width"]) - max(box["x"], other["x"])
    down = min(box["y"] + box["height"], other["y"] + other["height"]) - max(box["y"], other["y"])
    return bool(across <= 0 or down <= 0)


@pytest.mark.night
def test_what_keeps_a_deal_lies_apart_from_what_led_to_it(phone: Phone) -> None:
    _enter(phone)
    phone.say_won_with("2m")
    onward = phone.page.locator(".next-hand").bounding_box()
    phone.to_hand(0)
    expect(phone.button("All hands")).to_be_visible()
    assert _apart(_zero(phone, "Ann"), onward)
    onward = phone.button("All hands").bounding_box()
    phone.press("All hands")
    assert _apart(phone.button("Save the deal"), onward)


@pytest.mark.night
def test_what_keeps_a_doubtful_deal_lies_apart_from_what_asked(phone: Phone) -> None:
    phone.sit("harr-1923")
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.choose("How the hand is entered", "By its score")
    for digit in "7":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.checked()
    keep = phone.button("Save the deal").bounding_box()
    phone.press("Save the deal")
    assert _apart(phone.button("Yes, save it anyway"), keep)
    assert _apart(phone.page.locator("[data-zero='all']"), keep)


_TILES = ("2m", "4p", "6p")


@pytest.mark.night
@pytest.mark.parametrize("tile", _TILES)
@pytest.mark.parametrize("ruleset", ["bmja", "millington", "dmjl"])
def test_any_tile_of_the_hand_can_be_the_winning_tile(phone: Phone, ruleset: str, tile: str) -> None:
    _enter(phone, ruleset)
    phone.say_won_with(tile)
    expect(phone.page.locator("[data-place='win-tile']")).to_contain_text("Won with")
    phone.press("Deal")
    phone.checked()
    phone.keep()
    assert phone.totals() == _totals(phone, ruleset, _deal(tile)) != [0, 0, 0, 0]


@pytest.mark.parametrize(("ruleset", "tile"), [("bmja", "8m"), ("dmjl", "7z")])
def test_a_tile_of_a_set_that_lies_open_can_be_the_winning_tile(phone: Phone, ruleset: str, tile: str) -> None:
    """The claimed pung lies on the table; the contract has it in the hand, which the claim completed."""
    _enter(phone, ruleset)
    phone.say_won_with(tile, "exposed")
    expect(phone.won_tile(tile, "exposed")).to_have_attribute("aria-pressed", "true")
    phone.press("Deal")
    phone.checked()
    phone.keep()
    pung = tile[0] * 3 + tile[1]
    told = _deal(tile, concealed=f"{_HAND['concealed']}{pung}", exposed=[x for x in _HAND["exposed"] if x != pung])
    assert phone.totals() == _totals(phone, ruleset, told) != [0, 0, 0, 0]


_EITHER: Json = {"concealed": "22m444m777z", "exposed": ["888m", "222s"]}


def test_an_unsaid_winning_tile_is_asked_for_with_what_the_hand_is_worth(phone: Phone) -> None:
    """The only pair is not taken for it."""
    _enter(phone, "bmja", {"source": "discard", "discarder": "north"}, _EITHER)
    told = phone.page.locator("[data-place='win-tile']")
    expect(told).to_contain_text("Tap the tile that Ben won with.")
    expect(told).to_contain_text("Worth")
    phone.press("Deal")
    phone.checked()
    phone.press("Save the deal")
    asked = phone.page.get_by_role("alertdialog")
    expect(asked).to_contain_text("Tap the tile that Ben won with.")
    worths = {}
    for tile in ("2m", "4m", "7z"):
        deal = {"winner": "south", "win": {**_WIN, "tile": tile}, "hands": {"south": _EITHER}}
        worths[tile] = _totals(phone, "bmja", deal)
        expect(asked.locator(f"[data-won='{tile}'] b")).to_be_visible()
    assert worths["2m"] != worths["7z"]
    phone.tap(asked.locator("[data-won='7z']"))
    phone.checked()
    phone.confirm()
    phone.counted()
    assert phone.totals() == worths["7z"]


def test_a_set_is_turned_over_and_taken_out(phone: Phone) -> None:
    _enter(phone)
    phone.press("Change sets")
    phone.press("pung of 8 of Characters: turn over")
    expect(phone.page.locator("[data-place='concealed'] [data-set='888m']")).to_have_count(1)
    phone.press("pung of 8 of Characters: turn over")
    expect(phone.page.locator("[data-place='exposed'] [data-set='888m']")).to_have_count(1)
    phone.take_out("pung of 8 of Characters")
    expect(phone.page.locator("[data-set='888m']")).to_have_count(0)


_BY_SCORE: Json = {"winner": "south", "win": _WIN, "hands": {}}


def _enter_scores(phone: Phone, scores: dict[int, int]) -> None:
    phone.sit("bmja")
    phone.enter_result(_BY_SCORE)
    phone.choose("How the hand is entered", "By its score")
    for player, score in scores.items():
        phone.tap(phone.page.locator(f"[data-of='{player}'] [data-score='{score}']"))
    phone.checked()


def _scored(scores: dict[str, int]) -> Json:
    return {**_BY_SCORE, "hands": {wind: {"counted": {"score": score}} for wind, score in scores.items()}}


def _zero(phone: Phone, name: str) -> Locator:
    """The key in the dock that says that a player's hand scores 0."""
    return phone.page.locator(".dock [data-zero]").filter(has_text=name)


def _gets(phone: Phone) -> list[str]:
    return phone.page.locator(".save-check [data-gets]").all_inner_texts()


def test_one_forgotten_hand_is_asked_about_before_a_deal_is_kept(phone: Phone) -> None:
    """The sheet says what is missing, and no amount is shown until it is entered."""
    _enter_scores(phone, {0: 8, 1: 56, 2: 16})
    assert phone.page.locator(".dock .amounts dd").all_inner_texts() == ["\u2026"] * 4
    expect(phone.button("Save the deal")).to_have_count(0)
    phone.tap(_zero(phone, "Dan"))
    phone.page.locator(".save-check").wait_for()
    zero = _totals(phone, "bmja", _scored({"east": 8, "south": 56, "west": 16}))
    assert [number(text) for text in _gets(phone)] == zero
    phone.press("No, carry on")
    phone.tap(phone.page.locator("[data-of='3'] [data-score='24']"))
    phone.checked()
    phone.keep()
    entered = _scored({"east": 8, "south": 56, "west": 16, "north": 24})
    assert phone.totals() == _totals(phone, "bmja", entered) != zero


def test_a_deal_is_saved_once_every_hand_is_entered_or_said_to_score_0(phone: Phone) -> None:
    _enter(phone)
    phone.say_won_with("2m")
    phone.press(re.compile("^Next: .?Cleo"))
    phone.press(re.compile("^Next: .?Dan"))
    phone.checked()
    expect(phone.tab(2)).not_to_contain_text("0")
    phone.press("Deal")
    phone.press("Save the deal")
    check, save = phone.page.locator(".save-check"), phone.page.locator("[data-save]")
    for player in (2, 3, 0):
        assert _gets(phone) == ["\u2026"] * 4
        expect(save).to_be_disabled()
        phone.tap(check.locator(f"[data-zero='{player}']"))
    expect(save).to_be_enabled()
    assert [number(text) for text in _gets(phone)] == _totals(phone, "bmja", _deal("2m"))
    phone.tap(save)
    phone.counted()
    assert phone.totals() == _totals(phone, "bmja", _deal("2m"))


@pytest.mark.night
def test_a_key_of_the_sheet_leads_to_the_hand_that_is_missing(phone: Phone) -> None:
    _enter_scores(phone, {1: 56})
    phone.press("Deal")
    phone.press("Save the deal")
    phone.tap(phone.page.locator("[data-enter='3']"))
    expect(phone.page.locator(".save-check")).to_have_count(0)
    expect(phone.tab(3)).to_have_attribute("aria-current", "true")


@pytest.mark.night
def test_a_hand_whose_score_is_taken_back_is_missing_again(phone: Phone) -> None:
    _enter_scores(phone, {1: 56})
    phone.press("Deal")
    phone.press("Save the deal")
    phone.tap(phone.page.locator("[data-zero='all']"))
    expect(phone.page.locator("[data-save]")).to_be_enabled()
    phone.press("No, carry on")
    phone.show_hand(2)
    phone.tap(phone.page.locator("[data-digit='8']"))
    phone.press("Take back the last digit")
    expect(_zero(phone, "Cleo")).to_be_visible()


def test_a_score_above_the_limit_says_what_counts(phone: Phone) -> None:
    _enter_scores(phone, {})
    for digit in "1200":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.checked()
    expect(phone.page.locator(".stated-score")).to_contain_text("1,200 counts 1,000 (the limit)")
    expect(phone.tab(1)).to_contain_text("1,000")
    phone.press("Save the deal")
    expect(phone.page.locator(".save-check [data-row='1']")).to_contain_text("counts 1,000 (the limit)")


def test_a_drawn_tile_completed_no_set_that_lies_open(phone: Phone) -> None:
    _enter(phone, win={"source": "wall"})
    expect(phone.won_tile("2m")).to_be_visible()
    expect(phone.won_tile("8m", "exposed")).to_have_count(0)
    phone.checked()
    phone.press("Save the deal")
    asked = phone.page.locator(".tiles-asked button")
    assert sorted(str(each.get_attribute("data-won")) for each in asked.all()) == ["2m", "4p", "5p", "6p"]


def test_until_the_winning_tile_is_said_each_dearer_one_is_shown_with_its_worth(phone: Phone) -> None:
    _enter(phone, "millington")
    worths = {tile: _hand_score(phone, tile) for tile in ("2m", "4p", "5p", "6p")}
    dearest = max(worths.values())
    assert len(set(worths.values())) > 1
    shown = phone.page.locator(".dearer").last
    expect(shown).to_contain_text(str(dearest))
    tiles = [str(each.get_attribute("href")) for each in shown.locator("use").all()]
    assert {f"#{tile}" for tile, worth in worths.items() if worth == dearest} <= set(tiles)
    expect(shown).to_contain_text(re.compile(r"^With .+: [\d,]+$"))
    box = shown.locator("svg").bounding_box()
    assert box is not None
    assert box["height"] >= 30


def _hand_score(phone: Phone, tile: str) -> int:
    body = {"ruleset": "millington", "players": list(phone.players), "entries": [sheet.entry_of(_deal(tile))]}
    return int(sheet.post(phone.origin, "/v1/scoresheets", body)["entries"][0]["hands"][1]["score"])
