"""Faults of an entry: in players' words, beside the wrong tile, and a way to the hand."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from web.tests.phone import Phone
from web.tests.watch import Watch

_FIVE_OF_A_TILE = "5 × 3 of Characters are entered. There are only 4 in the box."
_NO_LOOSE_TILE = "A replacement tile comes after a kong, a flower or a season: the winner has none."
_BATCH = "**/v1/settlements/batch"


def _faults_after(phone: Phone, action: Any) -> list[dict[str, str]]:
    """The faults of the whole deal in the service's response after an action."""
    phone.checked()
    with phone.page.expect_response(_BATCH) as response:
        action()
    results = response.value.json()["results"]
    return list(results[0]["problem"]["errors"])


def _name(name: str) -> str:
    """A name as it stands in a sentence: in its own direction."""
    return f"\u2068{name}\u2069"


def _is_at(faults: list[dict[str, str]], pointer: str) -> bool:
    return any(fault["pointer"] == pointer for fault in faults)


def _row(phone: Phone, place: str) -> Locator:
    return phone.page.locator(f"[data-place='{place}']")


@pytest.fixture
def deal(phone: Phone) -> Phone:
    """A deal that East won from the wall, with the winner's hand open."""
    phone.sit("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    return phone


@pytest.mark.night
def test_too_many_of_a_tile_is_reported_beside_each_set_with_it(deal: Phone) -> None:
    deal.enter_hand({"concealed": "", "exposed": ["333m", "999p"]})
    deal.to_hand(1)
    deal.set_mode("pair")
    deal.key("7s")
    expect(deal.page.locator("[data-tile='3m']")).to_have_attribute("aria-disabled", "true")
    faults = _faults_after(deal, lambda: deal.type_tiles("33m"))
    deal.checked()

    assert _is_at(faults, "/hands/south/concealed")
    expect(_row(deal, "concealed").locator(".faults")).to_contain_text(_FIVE_OF_A_TILE)
    expect(_row(deal, "concealed").locator(".group.wrong")).to_have_count(1)
    expect(_row(deal, "concealed").locator(".group.wrong")).to_have_attribute("data-set", "33m")
    deal.to_hand(0)
    expect(_row(deal, "exposed").locator(".faults")).to_contain_text(_FIVE_OF_A_TILE)
    expect(_row(deal, "exposed").locator(".group.wrong")).to_have_attribute("data-set", "333m")


def test_an_incomplete_hand_is_reported_beside_its_tiles(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m55p1s", "exposed": ["111m", "999m", "888s"]})
    faults = _faults_after(deal, lambda: deal.say_won_with("1s"))
    deal.to_hand(0)
    deal.checked()
    assert _is_at(faults, "/hands/east/concealed")
    expect(_row(deal, "concealed").locator(".faults")).to_contain_text("Four sets and a pair are needed.")


@pytest.mark.night
def test_a_removed_winning_tile_is_asked_for_again(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.say_won_with("5p")
    deal.checked()
    expect(_row(deal, "win-tile")).to_contain_text("Won with 5 of Circles")
    deal.take_out("pung of 5 of Circles")
    expect(_row(deal, "win-tile")).to_have_count(0)
    deal.enter_hand({"concealed": "666p"})
    expect(_row(deal, "win-tile")).to_contain_text("Tap the tile that")


@pytest.mark.night
def test_a_flower_of_two_players_is_reported_beside_the_flower(deal: Phone) -> None:
    deal.key("2f")
    deal.to_hand(2)
    deal.key("1y")
    expect(deal.page.locator("[data-tile='2f']")).to_have_attribute("aria-disabled", "true")
    faults = _faults_after(deal, lambda: deal.type_tiles("2f"))
    deal.checked()
    assert _is_at(faults, "/hands/west/bonus")
    expect(_row(deal, "bonus").locator(".faults")).to_have_text(
        "2 × Orchid, flower 2 (South) are entered. There are only 1 in the box."
    )
    expect(_row(deal, "bonus").locator(".group.wrong")).to_have_count(1)


def test_an_impossible_source_of_the_win_is_reported_and_the_deal_is_not_kept(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.say_won_with("2m")
    deal.press("Deal")
    faults = _faults_after(deal, lambda: deal.choose("Rarer ways", "On a replacement tile"))
    deal.checked()
    assert _is_at(faults, "/win/source")
    expect(deal.page.locator(".faults [data-pointer='/win/source']")).to_have_text(_NO_LOOSE_TILE)
    expect(deal.page.locator(".dock .problem")).to_have_text(_NO_LOOSE_TILE)
    expect(deal.button("Save the deal")).to_be_disabled()
    deal.choose("How?", "Drawn from the wall")
    deal.keep()


def test_a_losing_hand_with_too_few_tiles_is_refused_unless_it_is_partial(deal: Phone) -> None:
    deal.enter_hand({"concealed": "22m555p", "exposed": ["111m", "999m", "888s"]})
    deal.say_won_with("2m")
    deal.to_hand(1)
    deal.choose("How much of the hand is entered", "Whole hand")
    deal.enter_hand({"concealed": "", "exposed": ["777z"]})
    deal.checked()
    expect(deal.page.locator(".score-line")).to_contain_text("so far")
    expect(_row(deal, "concealed").locator(".faults .missing")).to_have_count(1)
    deal.choose("How much of the hand is entered", "Only what scores")
    deal.checked()
    expect(deal.page.locator(".faults")).to_have_count(0)
    expect(deal.page.locator(".tab").nth(1)).to_contain_text("8")
    deal.press("Deal")
    deal.keep()


def test_who_called_wrongly_moves_nothing_that_was_tapped(phone: Phone) -> None:
    """Nor can it be saved before, which is seen."""
    phone.sit("millington")
    phone.new("False Mah-Jong")
    keep = phone.button("Save")
    expect(keep).to_be_disabled()
    assert keep.evaluate("each => getComputedStyle(each).borderStyle") == "dashed"
    shown = phone.page.locator("label.toggle").first
    before = shown.bounding_box()
    phone.choose("Who called a false Mah-Jong?", "Ben")
    expect(keep).to_be_enabled()
    assert shown.bounding_box() == before
    expect(phone.page.get_by_text("The whole hand was shown")).to_be_visible()
    expect(phone.page.get_by_text("Somebody else too")).to_be_visible()


def test_a_correction_without_a_reason_says_so_beside_the_key_that_keeps_it(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.page.set_viewport_size({"width": 740, "height": 360})
    phone.sit("harr-1923")
    phone.press("Correction")
    phone.press("Save")
    expect(phone.page.locator(".faults").first).to_be_in_viewport(ratio=1)


_ROBBED = {"winner": "east", "win": {"source": "robbed-kong", "discarder": "south"}}


def _robbed_of_another_set(phone: Phone) -> None:
    """East won with a 3 of Circles that robbed South's kong; South's laid-down set is another."""
    phone.enter_result(_ROBBED)
    phone.enter_hand({"concealed": "55z123p", "exposed": ["222m", "444s", "777p"]})
    phone.say_won_with("3p")
    phone.to_hand(1)
    phone.enter_hand({"concealed": "", "exposed": ["333m"]})
    phone.to_hand(3)
    phone.checked()


def test_a_fault_of_two_hands_names_the_player_and_leads_to_the_hand(phone: Phone) -> None:
    phone.sit("bmja")
    _robbed_of_another_set(phone)
    words = f"{_name('Ben')}'s hand needs the laid-down pung of 3 of Circles that was robbed."
    expect(phone.page.locator(".dock .problem")).to_contain_text(words)
    phone.to_hand(0)
    phone.checked()
    expect(phone.page.locator(".stated-faults")).to_contain_text(words)


@pytest.mark.night
def test_a_fault_in_another_hand_is_marked_at_its_tab_and_a_key_leads_there(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.enter_hand({"concealed": "22m55p1s", "exposed": ["111m", "999m", "888s"]})
    phone.say_won_with("1s")
    phone.to_hand(3)
    phone.checked()
    expect(phone.tab(0).get_by_label("something is wrong")).to_be_visible()
    expect(phone.page.locator(".mark")).to_have_count(1)
    problem = phone.page.locator(".dock .problem")
    expect(problem).to_contain_text(f"{_name('Ann')}: Not complete")
    phone.tap(problem.get_by_role("button"))
    expect(phone.page.locator("h1")).to_contain_text("Ann")
    expect(_row(phone, "concealed").locator(".faults")).to_contain_text("Not complete")


@pytest.mark.night
def test_a_fault_is_in_the_language_of_the_page_with_names_of_tiles(phone: Phone) -> None:
    phone.press("Deutsch")
    phone.button("Partie beginnen").wait_for()
    phone.sit("bmja")
    phone.start_deal(0)
    phone.tap(phone.unfolded(phone.page.locator("label[data-value='robbed-kong']")))
    phone.tap(phone.page.locator(".people label[data-value='1']").first)
    phone.enter_hand({"concealed": "55z123p", "exposed": ["222m", "444s", "777p"]})
    phone.say_won_with("3p")
    phone.tap(phone.page.locator(".tab").nth(1))
    phone.enter_hand({"concealed": "", "exposed": ["333m"]})
    phone.tap(phone.page.locator(".tab").nth(3))
    phone.checked()
    expect(phone.page.locator(".dock .problem")).to_contain_text(
        f"In der Hand von {_name('Ben')} fehlt der ausgelegte Pung aus"
    )


_COLOURS = "all => all.map(each => getComputedStyle(each).color)"


def test_nothing_is_found_wrong_before_anything_is_entered(phone: Phone) -> None:
    phone.sit("bmja")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    phone.press("Deal")
    phone.checked()
    expect(phone.page.locator(".faults, .hand-row.wrong")).to_have_count(0)
    expect(phone.page.locator(".dock .problem")).to_contain_text(f"{_name('Ann')}'s hand is not entered yet.")
    assert len(set(phone.page.locator(".problem p, .hand-row .soft").evaluate_all(_COLOURS))) == 1, "it scolds"
