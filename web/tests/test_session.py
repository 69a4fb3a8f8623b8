"""Sessions: kept, undone, edited, exported and imported."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.amounts import amount
from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone, taps_of
from web.tests.played import DRAWN
from web.tests.watch import Watch

_SCORING_SETS_ONLY = {
    **WORKED_DEALS[1],
    "hands": {**WORKED_DEALS[1]["hands"], "south": {"concealed": "", "exposed": ["111p"], "partial": True}},
}
_WINNER_ALONE = {**WORKED_DEALS[3], "hands": {"north": WORKED_DEALS[3]["hands"]["north"]}}
_DEALS = [
    WORKED_DEALS[0],
    WORKED_DEALS[1],
    DRAWN,
    WORKED_DEALS[2],
    _WINNER_ALONE,
    WORKED_DEALS[0],
    _SCORING_SETS_ONLY,
    WORKED_DEALS[3],
][: amount(some=4, whole=8)]
_A_WIN_INSTEAD = {
    "winner": "south",
    "win": {"source": "wall", "tile": "5z"},
    "hands": {"south": {"concealed": "55z", "exposed": ["123m", "456m", "789m", "111p"]}},
}


def _new_sheet(phone: Phone) -> dict[str, Any]:
    return {"ruleset": "harr-1923", "players": list(phone.players), "entries": []}


def _play(phone: Phone, played: dict[str, Any], deal: dict[str, Any]) -> None:
    seating = sheet.seats(phone.origin, played)
    phone.play(deal, seating)
    played["entries"].append(sheet.entry_of(deal, seating))


def _clear(phone: Phone) -> None:
    phone.press("Delete this game")
    phone.press("Yes, delete the game")
    expect(phone.page.get_by_text("None yet.")).to_be_visible()


def _undo_and_do_again(phone: Phone, played: dict[str, Any]) -> None:
    before = sheet.totals(phone.origin, {**played, "entries": played["entries"][:-1]})
    phone.press("Undo")
    phone.counted()
    assert phone.totals() == before
    phone.press("Redo")
    phone.counted()
    assert phone.totals() == sheet.totals(phone.origin, played)


def _make_the_draw_a_win(phone: Phone, played: dict[str, Any], at: int) -> None:
    seating = sheet.seats(phone.origin, {**played, "entries": played["entries"][:at]})
    phone.tap(phone.page.locator(".entry").nth(len(played["entries"]) - 1 - at))
    phone.press("Edit")
    phone.change_result(_A_WIN_INSTEAD, seating)
    phone.enter_hands(_A_WIN_INSTEAD, seating)
    phone.save()
    phone.press("Yes, change them all")
    phone.counted()
    played["entries"][at] = sheet.entry_of(_A_WIN_INSTEAD, seating)


def test_an_evening_with_an_undo_and_an_edit_ends_with_the_totals_of_the_api(phone: Phone) -> None:
    phone.begin("harr-1923")
    played = _new_sheet(phone)
    for deal in _DEALS:
        _play(phone, played, deal)
    assert phone.totals() == sheet.totals(phone.origin, played)

    _undo_and_do_again(phone, played)
    unedited = phone.totals()
    _make_the_draw_a_win(phone, played, at=2)
    final = sheet.totals(phone.origin, played)
    assert phone.totals() == final != unedited

    phone.page.reload()
    phone.counted()
    assert phone.totals() == final

    exported = phone.export()
    assert sheet.totals(phone.origin, json.loads(exported)) == final
    _clear(phone)
    phone.open_file(exported)
    phone.counted()
    assert phone.totals() == final
    expect(phone.page.locator(".entry")).to_have_count(len(_DEALS))
    assert json.loads(phone.export()) == json.loads(exported), "an import has the same state as taps"


def test_striking_out_a_deal_can_be_undone(phone: Phone) -> None:
    played = _new_sheet(phone)
    for deal in (_WINNER_ALONE, DRAWN):
        played["entries"].append(sheet.entry_of(deal, sheet.seats(phone.origin, played)))
    phone.sit("harr-1923", *played["entries"])
    phone.tap(phone.page.locator(".entry").nth(1))
    phone.press("Delete")
    phone.press("Yes, delete it")
    phone.counted()
    assert phone.totals() == [0, 0, 0, 0]
    phone.press("Undo")
    phone.counted()
    assert phone.totals() == sheet.totals(phone.origin, played)


@pytest.mark.parametrize(("folded", "value"), [(".rules", "-5"), (".starts", "1.5")])
def test_a_number_that_cannot_be_is_unfolded_as_the_game_is_to_start(phone: Phone, folded: str, value: str) -> None:
    phone.choose_rulebook("harr-1923-limit")
    number = phone.page.locator(f"{folded} input[type=number]").first
    phone.unfolded(number).fill(value)
    phone.page.reload()  # folds all
    number.wait_for(state="hidden")
    phone.press("Start the game")
    expect(number).to_be_focused()
    number.fill("1000")
    phone.press("Start the game")
    phone.counted()


def test_a_half_entered_deal_survives_a_reload(phone: Phone) -> None:
    phone.begin("harr-1923")
    phone.enter_result(WORKED_DEALS[0])
    phone.enter_hand(WORKED_DEALS[0]["hands"]["east"])
    phone.page.reload()
    expect(phone.page.locator(".group")).to_have_count(len(taps_of(WORKED_DEALS[0]["hands"]["east"])))
    phone.press("Deal")
    phone.press("Table")
    phone.press("Continue")
    expect(phone.page.locator(".result summary").first).to_contain_text("Ann")


def test_washed_tiles_a_wrong_call_and_a_correction_settle_as_by_the_api(phone: Phone, watch: Watch) -> None:
    watch.refusals = True  # of what is half entered, where that takes a while
    phone.begin("harr-1923-limit")
    nine_heads = {"concealed": "19m19p19s123z5678m", "bonus": "1f"}
    phone.new("Washed tiles")
    phone.choose("Who washes the tiles?", "Ben")
    phone.enter_hand(nine_heads)
    phone.press("Save")
    phone.counted()
    phone.new("False Mah-Jong")
    phone.choose("Who called a false Mah-Jong?", "Cleo")
    phone.press("Save")
    phone.counted()
    phone.new("Correction")
    for name, points in (("Ann", "-20"), ("Dan", "20")):
        phone.page.get_by_label(name, exact=True).fill(points)
    phone.page.get_by_label("Reason").fill("counted twice")
    phone.press("Save")
    phone.counted()

    result = {
        "ruleset": "harr-1923-limit",
        "players": list(phone.players),
        "entries": [
            {"type": "washed-tiles", "player": 1, "hand": nine_heads},
            {"type": "false-mahjong", "player": 2},
            {"type": "correction", "amounts": [-20, 0, 0, 20], "reason": "counted twice"},
        ],
    }
    expect(phone.page.locator(".entry")).to_have_count(3)
    assert phone.totals() == sheet.totals(phone.origin, result) != [0, 0, 0, 0]


def test_two_who_called_wrongly_pay_the_others(phone: Phone) -> None:
    phone.begin("dmjl")
    phone.new("False Mah-Jong")
    phone.choose("Who called a false Mah-Jong?", "Ben")
    phone.toggle("\u2068Cleo\u2069 called a false Mah-Jong too")
    phone.toggle("\u2068Ann\u2069 called a false Mah-Jong too")
    phone.choose("Who called a false Mah-Jong?", "Cleo")
    phone.press("Save")
    phone.counted()
    called = {"type": "false-mahjong", "player": 2, "other_calling_players": [0]}
    result = {"ruleset": "dmjl", "players": list(phone.players), "entries": [called]}
    assert phone.totals() == sheet.totals(phone.origin, result) == [-300, 300, -300, 300]
    expect(phone.page.locator(".entry")).to_contain_text("\u2068Cleo\u2069 and \u2068Ann\u2069 called a false Mah-Jong")


@pytest.mark.night
def test_three_players_use_another_limit(phone: Phone) -> None:
    phone.choose("How many play?", "3 players")
    for wind, name in zip(("East", "South", "West"), ("Ann", "Ben", "Cleo"), strict=True):
        phone.page.get_by_label(f"Name of the first {wind}").fill(name)
    phone.choose_rulebook("harr-1923-limit")
    phone.page.get_by_role("spinbutton", name="The most that one player pays another").fill("100")
    phone.page.get_by_role("spinbutton", name="Points for Mah-Jong").fill("20")
    phone.press("Start the game")
    phone.counted()
    phone.players = ("Ann", "Ben", "Cleo")
    won = {**WORKED_DEALS[0], "hands": {"east": WORKED_DEALS[0]["hands"]["east"]}}
    phone.play(won, ("east", "south", "west"))
    assert phone.totals() == [400, -200, -200]


@pytest.mark.night
def test_a_file_without_a_session_is_refused(phone: Phone) -> None:
    phone.press("My games")
    phone.open_file('{"players": "nobody"}')
    expect(phone.page.get_by_text("That file contains no game.")).to_be_visible()


def test_a_file_that_the_service_refuses_is_not_imported(phone: Phone, watch: Watch) -> None:
    watch.refusals = True
    phone.sit("harr-1923")
    entry = sheet.entry_of({**WORKED_DEALS[0], "hands": {"east": {"concealed": "1m"}}})
    phone.to_sessions()
    phone.open_file(sheet.exported("harr-1923", phone.players, [entry]))
    expect(phone.page.get_by_role("alert")).to_contain_text("This game cannot be counted")
    expect(phone.page.locator(".faults")).to_be_visible()
    expect(phone.page.locator(".session")).to_have_count(1)


def test_an_exported_file_is_a_body_for_the_api(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    exported = json.loads(phone.export())
    assert sheet.post(phone.origin, "/v1/scoresheets", exported)["entries"][0]["net"] == [2880, -1120, -496, -1264]


@pytest.mark.night
def test_two_sessions_are_kept_separately(phone: Phone) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    totals = phone.totals()
    phone.press("End the evening")
    phone.press("Another game, same players")
    phone.counted()
    assert phone.totals() == [0, 0, 0, 0]
    phone.to_sessions()
    expect(phone.page.locator(".session")).to_have_count(2)
    phone.press("Open")
    phone.counted()
    assert phone.totals() == totals
