"""A hand told by what the table counted: points with doubles, by its name, and what the rulebook cannot give."""

import pytest
from playwright.sync_api import expect

from tests.web import sheet
from tests.web.inspect_page import narrow_faults, serious_faults
from tests.web.phone import Phone, tiles_of


def _counted(phone: Phone, ruleset: str) -> None:
    phone.sit(ruleset)
    phone.enter_result({"winner": "south", "win": {"source": "wall"}})
    phone.choose("How it is entered", "By its score")


def _digits(phone: Phone, digits: str) -> None:
    for digit in digits:
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))


def _kept(phone: Phone) -> None:
    phone.press("Deal")
    phone.looked_at()
    phone.keep()


def _totals(phone: Phone, ruleset: str, counted: sheet.Json) -> list[int]:
    hands = [{"counted": counted} if player == 1 else sheet.NOTHING_TOLD for player in range(4)]
    entry = {"type": "deal", "winning_player": 1, "win": {"source": "wall"}, "hands": hands}
    return sheet.totals(phone.origin, {"ruleset": ruleset, "players": phone.players, "entries": [entry]})


def test_points_and_doubles_are_tapped_and_settle_as_the_api_settles_them(phone: Phone) -> None:
    _counted(phone, "harr-1923")
    phone.choose("What is entered", "Points and doubles")
    _digits(phone, "36")
    phone.tap(phone.page.locator("[data-doubles='2']"))
    expect(phone.page.locator(".told-score")).to_have_text("36 points, doubled twice")
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    _kept(phone)
    assert phone.totals() == _totals(phone, "harr-1923", {"points": 36, "doubles": 2}) != [0, 0, 0, 0]


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
    _counted(phone, ruleset)
    phone.tap(phone.page.locator(".named-hands summary"))
    phone.page.get_by_label("Search a special hand").fill(sought)
    named = phone.page.locator(f"[data-named='{rule}']")
    tiles = [use.get_attribute("href") for use in named.locator("use").all()]
    assert len(tiles) == 14
    text = "".join(str(tile).removeprefix("#") for tile in tiles)
    hand = {"concealed": text}
    ways = [
        sheet.ask(
            phone.origin,
            "/v1/scores",
            {
                "ruleset": ruleset,
                "seat": "south",
                "round_wind": "east",
                "hand": hand,
                "win": {"source": "wall", "tile": tile},
            },
        )["score"]
        for tile in dict.fromkeys(tiles_of(text))
    ]
    assert any(rule in {item["rule"] for item in way["items"]} | set(way["limit_hands"]) for way in ways), ways[0]
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
    phone.tap(named)
    expect(phone.page.locator(".told-score")).to_contain_text(named.locator("b").inner_text())
    _kept(phone)
    assert phone.totals() == _totals(phone, ruleset, counted) != [0, 0, 0, 0]


def test_a_score_that_the_rulebook_cannot_give_is_asked_about_before_it_is_kept(phone: Phone) -> None:
    _counted(phone, "harr-1923")
    _digits(phone, "37")
    expect(phone.page.locator(".doubt")).to_contain_text("cannot give 37")
    phone.press("Deal")
    phone.looked_at()
    phone.press("Keep the deal")
    expect(phone.page.get_by_role("alertdialog")).to_contain_text("it counts in steps of 2")
    phone.press("No, go on with it")
    phone.press("Keep the deal")
    phone.press("Yes, keep it all the same")
    phone.counted()
    assert phone.totals() == _totals(phone, "harr-1923", {"score": 37})


def test_a_score_that_it_can_give_is_not_asked_about(phone: Phone) -> None:
    _counted(phone, "harr-1923")
    _digits(phone, "38")
    expect(phone.page.locator(".doubt")).to_have_count(0)
    _kept(phone)
    assert phone.totals() == _totals(phone, "harr-1923", {"score": 38})


def test_what_a_hand_missed_by_one_condition_is_shown_on_a_tap(phone: Phone) -> None:
    hand = {"concealed": "22m345p666s", "exposed": ["111z", "999s"]}
    phone.sit("bmja", {"winner": "south", "win": {"source": "wall", "tile": "2m"}, "hands": {"south": hand}})
    phone.tap(phone.page.locator(".entry").first)
    phone.tap(phone.page.locator(".nearly summary"))
    missed = phone.page.locator(".nearly li").filter(has_text="No chow")
    expect(missed).to_contain_text("is a chow")
    expect(missed.locator("use")).to_have_count(3)
    assert phone.page.locator(".nearly li").count() <= 6
    assert [*serious_faults(phone.page), *narrow_faults(phone.page)] == []
