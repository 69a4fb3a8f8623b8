"""Five people at a table: a substitute, and a fifth player who sits out, each with an account of their own."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from web.tests import sheet
from web.tests.phone import Phone, number

Json = dict[str, Any]
_HAND: Final[Json] = {"concealed": "22m 345p", "exposed": ["666s", "111z", "999s"]}


def _won(player: int) -> Json:
    hands: list[Json] = [{"concealed": "", "partial": True}] * 4
    hands[player] = _HAND
    return {"type": "deal", "winning_player": player, "win": {"source": "wall", "tile": "2m"}, "hands": hands}


def _by_name(phone: Phone, *names: str) -> dict[str, int]:
    return {name: number(phone.page.locator(f"[data-total='{at}']").inner_text()) for at, name in enumerate(names)}


def _win_drawn(phone: Phone, player: int) -> None:
    """Enter a deal that this player won, up to its screen."""
    phone.start_deal(player)
    phone.enter_win({"source": "wall"})
    phone.enter_hand(_HAND)
    phone.say_won_with("2m")
    phone.checked()
    phone.press("Deal")


@pytest.fixture
def substituted(phone: Phone) -> Phone:
    """Ben won the first deal as South; from then on Eve plays for Ben, who keeps what he won."""
    phone.sit("bmja", _won(1))
    phone.press("Settings")
    phone.page.get_by_label("Name of the first South").fill("Eve")
    phone.press("Save the settings")
    asked = phone.page.get_by_role("alertdialog")
    own = asked.get_by_role("button").first
    expect(own).to_contain_text("Eve\u2069 plays from now on for \u2068Ben\u2069, with a new total")
    assert own.evaluate("key => key.scrollHeight <= key.clientHeight"), "the words overflow their key"
    phone.tap(own)
    phone.counted()
    return phone


def test_a_substitute_has_an_account_of_their_own(substituted: Phone) -> None:
    phone = substituted
    before = _by_name(phone, "Ann", "Ben", "Eve", "Cleo", "Dan")
    first = sheet.totals(phone.origin, {"ruleset": "bmja", "players": list(phone.players), "entries": [_won(1)]})
    assert list(before.values()) == [first[0], first[1], 0, first[2], first[3]]
    expect(phone.page.locator(".seat .name")).to_have_text(["Ann", "Eve", "Cleo", "Dan"])
    expect(phone.page.locator(".sits-out summary")).to_contain_text("Ben sits out")
    expect(phone.page.locator(".east-now")).to_contain_text("Eve is East")

    _win_drawn(phone, 2)
    expect(phone.page.locator(".hand-row .who .name")).to_have_text(["Ann", "Eve", "Cleo", "Dan"])
    phone.keep()
    expect(phone.page.locator(".entry").first.locator("td:not(.sat-out) .name")).to_have_text(
        ["Ann", "Eve", "Cleo", "Dan"]
    )

    body = {
        "ruleset": "bmja",
        "players": ["Ann", "Ben", "Eve", "Cleo", "Dan"],
        "entries": [{**_won(1), "sits_out": 2}, {**_won(1), "winning_player": 2, "sits_out": 1}],
    }
    after = _by_name(phone, "Ann", "Ben", "Eve", "Cleo", "Dan")
    assert list(after.values()) == sheet.totals(phone.origin, body)
    assert after["Ben"] == before["Ben"] > 0
    assert after["Eve"] > 0


def test_a_substitute_of_who_has_lost_as_east_is_not_east_again(phone: Phone) -> None:
    phone.sit("bmja", _won(1))
    phone.press("Settings")
    phone.page.get_by_label("Name of the first East").fill("Eve")
    phone.press("Save the settings")
    phone.tap(phone.page.get_by_role("alertdialog").get_by_role("button").first)
    phone.counted()
    expect(phone.page.locator(".seat .name")).to_have_text(["Eve", "Ben", "Cleo", "Dan"])
    expect(phone.page.locator(".sits-out summary")).to_contain_text("Ann sits out")
    expect(phone.page.locator(".east-now")).to_contain_text("Ben is East")


def test_who_was_replaced_can_come_back(substituted: Phone) -> None:
    phone = substituted
    phone.tap(phone.page.locator(".sits-out summary"))
    phone.choose("Who sits out?", "Eve")
    phone.counted()
    expect(phone.page.locator(".seat .name")).to_have_text(["Ann", "Ben", "Cleo", "Dan"])
    expect(phone.page.locator(".sits-out summary")).to_contain_text("Eve sits out")
    phone.press("Undo")
    phone.press("Undo")
    phone.counted()
    expect(phone.page.locator(".seat .name")).to_have_text(["Ann", "Ben", "Cleo", "Dan"])
    expect(phone.page.locator(".sits-out")).to_have_count(0)


def test_a_link_and_a_file_keep_the_accounts_and_who_sits_out(substituted: Phone, other: Phone) -> None:
    text = substituted.export()
    other.page.goto(other.origin + "/#sessions")
    other.open_file(text)
    other.counted()
    assert _by_name(other, "Ann", "Ben", "Eve", "Cleo", "Dan")["Ben"] > 0


def test_of_five_from_the_start_one_sits_out_in_turn(phone: Phone) -> None:
    phone.open()
    phone.tap(phone.page.locator("summary", has_text="5, 3 or 2 players"))
    phone.choose("How many play?", "5 players")
    names = ("Ann", "Ben", "Cem", "Dot", "Eve")
    for field, name in zip(phone.page.locator(".names input").all(), names, strict=True):
        field.fill(name)
    phone.choose_rulebook("bmja")
    phone.press("Start the game")
    phone.counted()
    expect(phone.page.locator(".sits-out summary")).to_contain_text("Eve sits out")
    _win_drawn(phone, 1)
    phone.keep()
    expect(phone.page.locator(".sits-out summary")).to_contain_text("Ann sits out")
    expect(phone.page.locator(".seat .name")).to_have_text(["Ben", "Cem", "Dot", "Eve"])
    expect(phone.page.locator(".east-now")).to_contain_text("Ben is East")
    body = {"ruleset": "bmja", "players": list(names), "entries": [_won(1)]}
    assert list(_by_name(phone, *names).values()) == sheet.totals(phone.origin, body)


def test_an_entry_in_work_is_finished_before_a_substitute_sits_down(phone: Phone) -> None:
    phone.sit("bmja", _won(1))
    phone.new("Correction")
    phone.page.get_by_label("Reason").fill("half")
    phone.press("Table")
    phone.press("Settings")
    phone.page.get_by_label("Name of the first South").fill("Eve")
    phone.press("Save the settings")
    asked = phone.page.get_by_role("alertdialog")
    expect(asked.get_by_role("button").first).to_be_disabled()
    expect(asked).to_contain_text("First save or discard the entry that is not finished.")
