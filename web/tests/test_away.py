"""The service stops and starts again during a session."""

from playwright.sync_api import expect

from tests.support.worked import WORKED_DEALS
from web.tests import sheet
from web.tests.phone import Phone, taps_of
from web.tests.played import DRAWN
from web.tests.server import Served
from web.tests.sheet import WINDS
from web.tests.watch import Watch

_TIMEOUT_MS = 30_000


def test_entries_are_kept_while_the_service_is_away_and_settled_afterwards(
    phone: Phone, served: Served, watch: Watch
) -> None:
    phone.sit("harr-1923", WORKED_DEALS[0])
    counted = phone.totals()
    phone.enter_result(WORKED_DEALS[1])

    watch.away = True
    served.stop()
    phone.enter_hands(WORKED_DEALS[1])
    for player, wind in enumerate(WINDS):
        phone.show_hand(player)
        expect(phone.page.locator(".group")).to_have_count(len(taps_of(WORKED_DEALS[1]["hands"][wind])))
    expect(phone.page.locator(".away")).to_contain_text("Offline")
    phone.press("Deal")
    phone.save()
    expect(phone.page.get_by_text("One deal is not counted yet.")).to_be_visible()
    expect(phone.page.locator(".entry").first).to_contain_text("waiting")
    expect(phone.page.locator(".east-now")).to_contain_text("as of the last counted deal")
    assert phone.totals() == counted

    phone.start_deal(None)
    phone.press("Save the deal, count later")
    expect(phone.page.get_by_text("2 deals are not counted yet.")).to_be_visible()

    served.start()
    expect(phone.page.locator(".away")).to_have_count(0, timeout=_TIMEOUT_MS)
    watch.away = False
    phone.counted()
    entries = [sheet.entry_of(deal) for deal in (WORKED_DEALS[0], WORKED_DEALS[1], DRAWN)]
    result = {"ruleset": "harr-1923", "players": list(phone.players), "entries": entries}
    assert phone.totals() == sheet.totals(phone.origin, result) != counted
    expect(phone.page.locator(".entry")).to_have_count(3)


def test_a_wrong_entry_that_was_kept_unchecked_is_reported_and_can_be_edited(
    phone: Phone, served: Served, watch: Watch
) -> None:
    phone.begin("harr-1923")
    phone.enter_result({"winner": "east", "win": {"source": "wall"}})
    watch.away = watch.refusals = True
    served.stop()
    phone.enter_hand({"concealed": "22m", "exposed": ["111m", "999m", "888s"]})
    expect(phone.page.locator(".away")).to_be_visible()
    phone.press("Deal")
    phone.save()
    served.start()
    expect(phone.page.locator(".away")).to_have_count(0, timeout=_TIMEOUT_MS)

    expect(phone.page.locator(".scoresheet .faults")).to_contain_text("11 tiles")
    phone.counted()
    assert phone.totals() == [0, 0, 0, 0]
    phone.tap(phone.page.locator(".entry"))
    phone.press("Edit")
    phone.open_hand(0)
    phone.set_mode("pung", "hand")
    phone.key("5p")
    phone.say_won_with("5p")
    phone.press("Deal")
    phone.keep()
    expect(phone.page.locator(".scoresheet .faults")).to_have_count(0)
    assert sum(phone.totals()) == 0 < phone.totals()[0]
