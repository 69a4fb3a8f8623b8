"""Every screen in light, dark and forced colours: automatic checks, and screenshots."""

import pytest

from tests.support.worked import WORKED_DEALS
from web.tests.inspect_page import Album, faults_of_colours
from web.tests.phone import Phone
from web.tests.played import DANGEROUS
from web.tests.server import Served
from web.tests.sheet import entry_of
from web.tests.watch import Watch

pytestmark = pytest.mark.night


def _one_hand(phone: Phone, album: Album) -> None:
    phone.tap(phone.page.locator(".one-hand-key"))
    for tile in ("6z", "2m", "9s", "4p"):
        phone.key(tile)
    phone.set_mode("one")
    phone.key("7p")
    phone.page.locator(".waits [data-wait]").wait_for()
    phone.checked()
    album.take(phone.page, "34-one-hand-waiting", whole=True)
    phone.page.wait_for_timeout(600)
    phone.key("7p")
    phone.checked()
    album.take(phone.page, "35-one-hand-complete", whole=True)
    phone.press("Back")


def _special_hands(phone: Phone, album: Album) -> None:
    phone.start_deal(0)
    phone.choose("How?", "Drawn from the wall")
    phone.choose("How the hand is entered", "Limit hand")
    phone.checked()
    album.take(phone.page, "36-limit-hand")
    phone.tap(phone.page.locator(".named-hands > button"))
    phone.page.locator("[data-named] svg").first.wait_for()
    album.take(phone.page, "37-special-hands")
    phone.press("Back")
    phone.choose("How the hand is entered", "By tiles")
    phone.press("Deal")
    phone.drop()


def _start(phone: Phone, album: Album) -> None:
    _one_hand(phone, album)
    album.take(phone.page, "01-new-session")
    phone.choose_rulebook("harr-1923-limit")
    album.take(phone.page, "02-rulebook-chosen", whole=True)
    _house_rules(phone, album)
    phone.begin("harr-1923-limit")
    album.take(phone.page, "03-table-at-the-start")


def _house_rules(phone: Phone, album: Album) -> None:
    phone.press("House rules: change what you play differently")
    phone.page.get_by_label("Name of your rules").fill("Thursday table")
    phone.choose("What does East pay and get?", "Like the others")
    album.take(phone.page, "29-house-rules")
    phone.page.get_by_label("Find a rule, here or in another book").fill("dragons")
    rule = phone.page.locator("[data-rule='pung-of-dragons']")
    phone.tap(rule.locator("summary"))
    rule.get_by_label("Doubles").fill("2")
    phone.page.get_by_label("What it looks for").select_option("some-concealed-pungs")
    phone.press("Add the rule")
    album.take(phone.page, "30-a-rule-otherwise", whole=True)
    own = phone.page.locator("[data-rule='house:some-concealed-pungs']")
    phone.tap(own.get_by_role("button", name="Delete this rule"))
    own.scroll_into_view_if_needed()
    album.take(phone.page, "33-a-rule-of-their-own")
    phone.press("Play by the book again")
    phone.press("Done")


def _by_score(phone: Phone, album: Album) -> None:
    phone.enter_result({"winner": "south", "win": {"source": "wall"}}, ("west", "north", "east", "south"))
    phone.choose("How the hand is entered", "By its score")
    phone.tap(phone.page.locator("[data-digit='4']"))
    phone.checked()
    album.take(phone.page, "31-hand-by-its-score")
    phone.choose("How the hand is entered", "By tiles")
    phone.press("Deal")
    phone.drop()


def _first_deal(phone: Phone, album: Album) -> None:
    deal = WORKED_DEALS[0]
    phone.start_deal(0)
    album.take(phone.page, "04-deal-open")
    phone.enter_win(deal["win"])
    phone.checked()
    album.take(phone.page, "05-hand-open")
    phone.press("Deal")
    album.take(phone.page, "06-deal-won", whole=True)
    phone.enter_hands(deal)
    phone.checked()
    album.take(phone.page, "07-deal-told", whole=True)
    phone.open_hand(0)
    phone.checked()
    album.take(phone.page, "08-hand-of-the-winner")
    phone.to_hand(3)
    phone.checked()
    album.take(phone.page, "09-hand-of-a-loser")
    for mode in ("chow", "kong"):
        phone.set_mode(mode)
        album.take(phone.page, f"10-keys-{mode}")
    phone.press("Deal")
    phone.keep()


def _bad_entries(phone: Phone, album: Album) -> None:
    phone.enter_result({"winner": "south", "win": {"source": "loose-tile"}})
    phone.enter_hand({"concealed": "555m66p", "exposed": ["777m"]})
    phone.checked()
    album.take(phone.page, "11-hand-at-fault")
    phone.press("Deal")
    album.take(phone.page, "12-deal-at-fault", whole=True)
    phone.drop()


def _other_entries(phone: Phone, album: Album) -> None:
    phone.new("Washed tiles")
    phone.choose("Who washes the tiles?", phone.players[0])
    phone.choose("Who washes the tiles?", "Ann")
    for tile in ("1m", "9m", "1p", "9p", "1z"):
        phone.key(tile)
    phone.press("Save")
    phone.page.locator(".faults").first.wait_for()
    album.take(phone.page, "13-washed-tiles")
    phone.press("Table")
    phone.press("Discard draft")
    album.take(phone.page, "14-drop-it")
    phone.press("Yes, discard it")
    for kind, screen in (("False Mah-Jong", "15-wrong-call"), ("Correction", "16-correction")):
        phone.new(kind)
        album.take(phone.page, screen)
        phone.press("Table")


def _table_with_deals(phone: Phone, album: Album) -> None:
    third = entry_of(WORKED_DEALS[2], ("north", "east", "south", "west"))
    phone.sit("harr-1923-limit", WORKED_DEALS[0], WORKED_DEALS[1], third)
    album.take(phone.page, "17-table-with-deals", whole=True)
    phone.press("More…")
    album.take(phone.page, "18-table-something-else")
    phone.press("More…")
    phone.tap(phone.page.locator(".entry").last)
    album.take(phone.page, "19-deal-looked-at", whole=True)
    phone.press("Table")


def _other_screens(phone: Phone, album: Album) -> None:
    phone.press("End the evening")
    phone.tap(phone.page.get_by_text("Points to money"))
    phone.page.get_by_label("One point is worth").fill("0.05")
    album.take(phone.page, "20-end-of-the-evening", whole=True)
    phone.press("Table")
    phone.press("Settings")
    phone.unfold_rules()
    album.take(phone.page, "21-session", whole=True)
    phone.page.get_by_role("spinbutton", name="Points for Mah-Jong").fill("20")
    phone.press("Save the settings")
    phone.page.get_by_role("alertdialog").wait_for()
    album.take(phone.page, "22-what-would-change", whole=True)
    phone.press("No, leave the rules as they are")
    phone.press("Words explained")
    album.take(phone.page, "23-words")
    phone.press("Back")
    phone.press("My games")
    phone.press("Delete this game")
    album.take(phone.page, "24-sessions", whole=True)
    phone.press("No, keep it")
    phone.press("Table")


def _dangerous_discard(phone: Phone, album: Album) -> None:
    phone.enter_deal(DANGEROUS, ("west", "north", "east", "south"))
    phone.checked()
    phone.page.locator(".danger-box").wait_for()
    album.take(phone.page, "25-dangerous-discard", whole=True)
    phone.drop()


def _away(phone: Phone, served: Served, watch: Watch, album: Album) -> None:
    watch.away = True
    served.stop()
    phone.start_deal(None)
    phone.page.locator(".away").wait_for()
    album.take(phone.page, "26-deal-while-away")
    phone.open_hand(0)
    album.take(phone.page, "27-hand-while-away")
    phone.press("Deal")
    phone.press("Save the deal, count later")
    phone.page.locator("h1").get_by_text("round").wait_for()
    album.take(phone.page, "28-table-while-away")


def test_no_screen_has_faults(phone: Phone, served: Served, watch: Watch) -> None:
    album = Album()
    _start(phone, album)
    _first_deal(phone, album)
    _bad_entries(phone, album)
    _special_hands(phone, album)
    watch.refusals = True
    _other_entries(phone, album)
    _table_with_deals(phone, album)
    _other_screens(phone, album)
    _dangerous_discard(phone, album)
    _by_score(phone, album)
    _away(phone, served, watch, album)

    assert len(album.screens) == 37
    assert not album.faults, "\n".join(album.faults)


_FAINT_IN_THE_DARK = """() => {
  const sheet = new CSSStyleSheet();
  const faint = 'body * { color: #222 !important; background: #111 !important }';
  sheet.replaceSync(`@media (prefers-color-scheme: dark) { ${faint} }`);
  document.adoptedStyleSheets = [sheet];
}"""


def test_text_with_low_contrast_in_dark_colours_only_is_found(phone: Phone) -> None:
    phone.page.evaluate(_FAINT_IN_THE_DARK)
    found = faults_of_colours(phone.page, "60-faint-in-the-dark")
    assert found
    assert all(each.startswith("60-faint-in-the-dark, dark: ") for each in found)
