"""Hands entered by their scores: points and doubles, special hands by name, impossible scores."""

import re

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.inspect_page import narrow_faults, serious_faults
from web.tests.phone import Phone, tiles_of


def _enter_by_score(phone: Phone, ruleset: str) -> None:
    phone.sit(ruleset)
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.choose("How the hand is entered", "By its score")


def _digits(phone: Phone, digits: str) -> None:
    for digit in digits:
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))


def _keep(phone: Phone) -> None:
    phone.press("Deal")
    phone.checked()
    phone.keep()


def _totals(phone: Phone, ruleset: str, counted: sheet.Json) -> list[int]:
    hands = [{"counted": counted} if player == 1 else sheet.UNREPORTED for player in range(4)]
    entry = {"type": "deal", "winning_player": 1, "win": {"source": "wall"}, "hands": hands}
    return sheet.totals(phone.origin, {"ruleset": ruleset, "players": phone.players, "entries": [entry]})


def test_points_and_doubles_are_tapped_and_settle_as_the_api_settles_them(phone: Phone) -> None:
    _enter_by_score(phone, "harr-1923")
    phone.choose("What is entered", "Points and doubles")
    _digits(phone, "36")
    phone.tap(phone.page.locator("[data-doubles='2']"))
    expect(phone.page.locator(".stated-score")).to_have_text("36 points, doubled twice")
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    _keep(phone)
    assert phone.totals() == _totals(phone, "harr-1923", {"points": 36, "doubles": 2}) != [0, 0, 0, 0]


@pytest.mark.night
@pytest.mark.parametrize(
    ("ruleset", "sought", "rule", "counted"),
    [
        ("bmja", "wriggling", "wriggling-snake", {"limit_hand": True}),
        ("bmja", "knitting", "knitting", {"score": 500}),
        ("millington", "wriggling", "wriggling-snake", {"limit_hand": True}),
        ("dmjl", "wriggling", "squirming-snake", {"limit_hand": True}),
    ],
)
def test_a_special_hand_is_chosen_by_its_name_with_a_picture(
    phone: Phone, ruleset: str, sought: str, rule: str, counted: sheet.Json
) -> None:
    _enter_by_score(phone, ruleset)
    phone.tap(phone.page.locator(".named-hands > button"))
    phone.page.get_by_label("Find a special hand").fill(sought)
    named = phone.page.locator(f"[data-named='{rule}']")
    tiles = [use.get_attribute("href") for use in named.locator("use").all()]
    assert len(tiles) == 14
    text = "".join(str(tile).removeprefix("#") for tile in tiles)
    hand = {"concealed": text}
    scores = [
        sheet.post(
            phone.origin,
            "/v1/scores",
            {
                "ruleset": ruleset,
                "seat": "south",
                "round_wind": "east",
                "hand": hand,
                "win": {"source": "wall", "tile": tile},
            },
        )["hand"]
        for tile in dict.fromkeys(tiles_of(text))
    ]
    assert any(rule in {item["rule"] for item in score["items"]} | set(score["limit_hands"]) for score in scores), (
        scores[0]
    )
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    name = named.locator("b").inner_text()
    phone.tap(named)
    expect(phone.page.locator(".stated-score")).to_contain_text(name)
    _keep(phone)
    assert phone.totals() == _totals(phone, ruleset, counted) != [0, 0, 0, 0]


def _name(phone: Phone, sought: str, rule: str) -> None:
    phone.tap(phone.page.locator(".named-hands > button"))
    phone.page.get_by_label("Find a special hand").fill(sought)
    phone.tap(phone.page.locator(f"[data-named='{rule}']"))


def test_a_hand_worth_two_limits_is_paid_in_full_by_its_name(phone: Phone) -> None:
    _enter_by_score(phone, "western")
    _name(phone, "ruby", "royal-ruby")
    _keep(phone)
    tiles = {"concealed": "777z111555777s99s"}
    hands = [tiles if player == 1 else sheet.UNREPORTED for player in range(4)]
    entry = {"type": "deal", "winning_player": 1, "win": {"source": "wall", "tile": "9s"}, "hands": hands}
    by_tiles = sheet.totals(phone.origin, {"ruleset": "western", "players": phone.players, "entries": [entry]})
    assert phone.totals() == by_tiles == _totals(phone, "western", {"special": "royal-ruby"})
    phone.press("Undo")
    phone.press("Continue")
    phone.checked()
    phone.keep()
    assert phone.totals() == by_tiles


@pytest.mark.night
def test_a_named_hand_that_a_claimed_set_halves_asks_for_it(phone: Phone) -> None:
    _enter_by_score(phone, "western")
    _name(phone, "lantern", "red-lantern")
    phone.tap(phone.page.get_by_text("A set of it was claimed", exact=True))
    _keep(phone)
    assert phone.totals() == _totals(phone, "western", {"special": "red-lantern", "exposed": True})


def test_an_impossible_score_must_be_confirmed(phone: Phone) -> None:
    _enter_by_score(phone, "harr-1923")
    _digits(phone, "37")
    expect(phone.page.locator(".doubt")).to_contain_text("never gives 37")
    phone.press("Deal")
    phone.checked()
    phone.press("Save the deal")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("it counts in steps of 2")
    phone.press("No, carry on")
    phone.save()
    phone.counted()
    assert phone.totals() == _totals(phone, "harr-1923", {"score": 37})


@pytest.mark.night
def test_a_possible_score_need_not_be_confirmed(phone: Phone) -> None:
    _enter_by_score(phone, "harr-1923")
    _digits(phone, "38")
    expect(phone.page.locator(".doubt")).to_have_count(0)
    _keep(phone)
    assert phone.totals() == _totals(phone, "harr-1923", {"score": 38})


@pytest.mark.night
def test_rules_that_a_hand_missed_by_one_condition_are_shown_on_a_tap(phone: Phone) -> None:
    hand = {"concealed": "22m345p666s", "exposed": ["111z", "999s"]}
    phone.sit("bmja", {"winner": "south", "win": {"source": "wall", "tile": "2m"}, "hands": {"south": hand}})
    phone.tap(phone.page.locator(".entry").first)
    phone.tap(phone.page.locator(".nearly summary"))
    missed = phone.page.locator(".nearly li").filter(has_text="No chow")
    expect(missed).to_contain_text("is a chow")
    expect(missed.locator("use")).to_have_count(3)
    assert phone.page.locator(".nearly li").count() <= 6
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []


@pytest.mark.night
def test_what_nearly_scored_is_told_in_words_and_tiles(phone: Phone) -> None:
    hand = {"concealed": "22m345p666s", "exposed": ["111z", "999s"]}
    loser = {"concealed": "", "exposed": ["333s"], "bonus": "3y", "partial": True}
    deal = {"winner": "south", "win": {"source": "wall", "tile": "2m"}, "hands": {"south": hand, "west": loser}}
    phone.sit("bmja", deal)
    phone.tap(phone.page.locator(".entry").first)
    nearly, rows = phone.page.locator(".nearly"), phone.page.locator(".nearly li")
    expect(nearly).to_have_count(2)
    for each in nearly.all():
        phone.tap(each.locator("summary"))
        expect(each.locator("li").first).to_be_visible()  # which moves what stands below
    assert rows.count() > 6
    texts = rows.all_inner_texts()
    assert [text for text in texts if re.search(r"\d[mpszfy]\b", text)] == []
    assert [text for text in texts if text.split("\n")[0].count(",") > 2] == []
    assert [text for text in texts if "did not win" in text] == []
    aligned = rows.first.locator("p").evaluate("each => getComputedStyle(each).textAlign")
    assert aligned in ("left", "start")


@pytest.mark.night
def test_a_winner_is_offered_what_winners_score_and_one_key_of_a_limit_hand(phone: Phone) -> None:
    _enter_by_score(phone, "harr-1923")
    winner = phone.page.locator(".tab[aria-current=true]")
    expect(winner).to_be_visible()
    scores = phone.page.locator(".usual").filter(has=phone.page.locator("[data-score='96']"))
    assert scores.nth(1).locator("button").first.get_attribute("data-score") == "20"
    assert scores.nth(2).locator("button").first.get_attribute("data-score") == "0"
    expect(phone.page.get_by_text("It is a limit hand")).to_have_count(0)
    expect(phone.page.get_by_text("Something is missing or wrong")).to_have_count(0)
    expect(phone.page.get_by_text("hand is not entered yet")).to_be_visible()


@pytest.mark.night
def test_a_special_hand_is_chosen_on_a_screen_of_its_own(phone: Phone) -> None:
    """Search on top, a picture of each, nothing behind it; a tap chooses and leads back, without a pad."""
    phone.sit("western")
    phone.start_deal(1)
    phone.choose("How?", "Drawn from the wall")
    phone.choose("How the hand is entered", "Limit hand")
    expect(phone.page.locator(".keypad")).to_have_count(0)
    expect(phone.page.get_by_text("Points and doubles")).to_have_count(0)
    phone.tap(phone.page.locator(".named-hands > button"))
    phone.still()
    screen, size = phone.page.get_by_role("dialog").bounding_box(), phone.page.viewport_size
    assert screen is not None
    assert size is not None
    assert (screen["x"], screen["y"], screen["width"], screen["height"]) == (0, 0, size["width"], size["height"])
    phone.page.get_by_role("searchbox").fill("ruby")
    found = phone.page.locator("[data-named='royal-ruby']")
    expect(phone.page.locator("[data-named]").filter(has_not_text=re.compile("ruby", re.IGNORECASE))).to_have_count(0)
    expect(found.locator("svg")).to_be_in_viewport(ratio=1)
    phone.tap(found)
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    expect(phone.page.locator(".stated-score")).to_contain_text("Royal Ruby")
    entry = sheet.entry_of(
        {"winner": "south", "win": {"source": "wall"}, "hands": {"south": {"counted": {"special": "royal-ruby"}}}}
    )
    phone.keep()
    body = {"ruleset": "western", "players": list(phone.players), "entries": [entry]}
    assert phone.totals() == sheet.totals(phone.origin, body)
