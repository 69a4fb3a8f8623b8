"""Deals of the kinds that once cost money, by taps, in five rulebooks and three languages: paid as by the API."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from web.tests import sheet
from web.tests.conftest import SCREEN, TIMEOUT_MS
from web.tests.phone import Phone, tiles_of
from web.tests.server import Served
from web.tests.sheet import WINDS

Json = dict[str, Any]
_WALL: Final[Json] = {"source": "wall"}
_LOOSE: Final[Json] = {"source": "loose-tile"}
_NORTHS: Final[Json] = {"source": "discard", "discarder": "north"}
_MIXED: Final[Json] = {"concealed": "22m456p", "exposed": ["888m", "777z", "222s"]}
_ONE_SUIT: Final[Json] = {"concealed": "55s", "exposed": ["111s", "999s", "333s", "666z"]}
_KONGS: Final[Json] = {
    "concealed": "22z345m",
    "exposed": ["5555s", "222p"],
    "concealed_kongs": ["3333p"],
    "bonus": "1f2y",
}
_HIDDEN: Final[Json] = {"concealed": "22m345p666s999s111z"}
_ORPHANS: Final[Json] = {"concealed": "19m19p19s12345677z"}
_SCORES: Final = (80, 12, 4, 32)
_COUNTED: Final[Json] = {wind: {"counted": {"score": score}} for wind, score in zip(WINDS, _SCORES, strict=True)}
_TOLD: Final[Json] = {"east": {"concealed": "55z", "exposed": ["111p"], "bonus": "1f", "partial": True}}


@dataclass(frozen=True)
class _Deal:
    what: str
    language: str
    ruleset: str
    winner: str | None
    win: Json
    hands: Json
    laid: str = ""
    """The set on the table that the winning tile completed, as the contract has it in the hand."""


def _won(winner: str, tile: str, win: Json, hand: Json, **others: Any) -> tuple[str, Json, Json]:
    return winner, {**win, "tile": tile}, {winner: hand, **others}


def _named(winner: str, win: Json, rule: str) -> tuple[str, Json, Json]:
    return winner, win, {winner: {"counted": {"special": rule}}}


_LIMIT: Final[Json] = {"counted": {"limit_hand": True}}
_DEALS: Final = (
    _Deal("twice the limit by its name", "en", "western", *_named("south", _WALL, "royal-ruby")),
    _Deal("twice the limit by its name", "de", "western", *_named("west", _NORTHS, "unique-wonder")),
    _Deal("twice the limit by its name", "nl", "western", *_named("east", _WALL, "up-you-go")),
    _Deal("a limit hand by its name", "en", "millington", *_named("south", _WALL, "wriggling-snake")),
    _Deal("a limit hand by its name", "de", "dmjl", *_named("south", _NORTHS, "squirming-snake")),
    _Deal("a limit hand by its name", "nl", "nts-2002", *_named("east", _WALL, "thirteen-orphans")),
    _Deal("a limit hand without a name", "de", "bmja", "north", _WALL, {"north": _LIMIT}),
    _Deal("won with the pair", "en", "bmja", *_won("south", "2m", _NORTHS, _MIXED)),
    _Deal("won with the middle of a chow", "en", "millington", *_won("south", "5p", _NORTHS, _MIXED)),
    _Deal("won with the end of a chow", "de", "dmjl", *_won("south", "6p", _NORTHS, _MIXED)),
    _Deal("won with the pair", "nl", "nts-2002", *_won("west", "2m", _NORTHS, _MIXED)),
    _Deal("won with the pair", "de", "western", *_won("south", "5s", _NORTHS, _ONE_SUIT)),
    _Deal("won with the claimed pung", "en", "bmja", *_won("south", "8m", _NORTHS, _MIXED), laid="888m"),
    _Deal("won with the claimed pung", "de", "dmjl", *_won("south", "7z", _NORTHS, _MIXED), laid="777z"),
    _Deal("won with the claimed pung", "nl", "millington", *_won("south", "2s", _NORTHS, _MIXED), laid="222s"),
    _Deal("the winner's flower after the tile", "en", "bmja", *_won("south", "2m", _WALL, _MIXED | {"bonus": "1f"})),
    _Deal("the winner's flowers after the tile", "de", "dmjl", *_won("east", "2z", _LOOSE, _KONGS | {"bonus": "1f2y"})),
    _Deal(
        "flowers of two players", "nl", "nts-2002", *_won("south", "4p", _WALL, {**_MIXED, "bonus": "2f3y"}, **_TOLD)
    ),
    _Deal("the same hand in one's own hand", "de", "millington", *_won("south", "1z", _WALL, _HIDDEN)),
    _Deal("thirteen tiles one by one", "nl", "dmjl", *_won("west", "7z", _NORTHS, _ORPHANS)),
    _Deal("four scores that were counted", "en", "bmja", "east", _WALL, _COUNTED),
    _Deal("four scores that were counted", "nl", "nts-2002", "west", _NORTHS, _COUNTED),
    _Deal("a draw with a hand that scores", "de", "dmjl", None, {}, _TOLD),
)


@pytest.fixture
def of(browser: Browser, served: Served, deal: _Deal) -> Iterator[Phone]:
    """A phone in the deal's language, with a game by its rulebook."""
    context = browser.new_context(viewport=SCREEN, has_touch=True, is_mobile=True, locale=deal.language)
    context.set_default_timeout(TIMEOUT_MS)
    phone = Phone(context.new_page(), served.origin)
    phone.sit(deal.ruleset)
    yield phone
    context.close()


def _result(phone: Phone, deal: _Deal) -> None:
    if deal.winner is None:
        phone.tap(phone.page.locator(".middle .quiet"))
        return
    phone.tap(phone.page.locator(f"[data-winner='{WINDS.index(deal.winner)}']"))
    source = deal.win["source"]
    way = f"{source}/{WINDS.index(deal.win['discarder'])}" if source == "discard" else source
    phone.tap(phone.unfolded(phone.page.locator(f"label[data-value='{way}']")))


def _count(phone: Phone, deal: _Deal, player: int, counted: Json) -> None:
    if "special" in counted:
        phone.tap(phone.page.locator("label[data-value='score']"))
        phone.tap(phone.page.locator(".named-hands > button"))
        phone.page.locator(".named-screen input").fill(counted["special"].replace("-", " "))
        phone.tap(phone.page.locator(f"[data-named='{counted['special']}']"))
    elif counted.get("limit_hand"):
        phone.tap(phone.page.locator("label[data-value='limit']"))
    else:
        if deal.winner == WINDS[player]:
            phone.tap(phone.page.locator("label[data-value='score']"))
        phone.tap(phone.page.locator(f"[data-of='{player}'] [data-score='{counted['score']}']"))


def _tiles(phone: Phone, deal: _Deal, wind: str, hand: Json) -> None:
    """Enter a hand; of a winner the tile that he won with, and only then his flowers."""
    phone.enter_hand({name: tiles for name, tiles in hand.items() if name != "bonus"})
    if wind == deal.winner:
        phone.say_won_with(deal.win["tile"], "exposed" if deal.laid else "concealed")
    for tile in tiles_of(hand.get("bonus", "")):
        phone.key(tile)


def _hands(phone: Phone, deal: _Deal) -> None:
    first = 0 if deal.winner is None else WINDS.index(deal.winner)
    order = [WINDS[(first + step) % 4] for step in range(4)]
    for wind in (wind for wind in order if wind in deal.hands):
        player, hand = WINDS.index(wind), deal.hands[wind]
        if not phone.page.locator(".hand-screen").count():
            phone.open_hand(player)
        elif "score" not in hand.get("counted", {}) and wind != order[0]:
            phone.tap(phone.page.locator(".tab").nth(player))
        if "counted" in hand:
            _count(phone, deal, player, hand["counted"])
        else:
            _tiles(phone, deal, wind, hand)


def _save(phone: Phone) -> None:
    phone.tap(phone.page.locator(".tabs .back"))
    phone.checked()
    phone.save()
    phone.counted()


def _totals(phone: Phone, deal: _Deal) -> list[int]:
    """The API's."""
    hands = deal.hands
    if deal.laid:
        hand = hands["south"]
        rest = [group for group in hand["exposed"] if group != deal.laid]
        hands = {**hands, "south": {**hand, "concealed": hand["concealed"] + deal.laid, "exposed": rest}}
    entry = sheet.entry_of({"winner": deal.winner, "hands": hands, **({"win": deal.win} if deal.win else {})})
    return sheet.totals(phone.origin, {"ruleset": deal.ruleset, "players": phone.players, "entries": [entry]})


def _number(text: str) -> int:
    """Written in any of the three languages."""
    return int(text.replace("\u2212", "-").translate({ord(each): None for each in "+.,\u202f\u00a0"}))


@pytest.mark.parametrize("deal", _DEALS, ids=lambda deal: f"{deal.ruleset} {deal.language} {deal.what}")
def test_a_deal_by_taps_is_paid_as_by_the_api(of: Phone, deal: _Deal) -> None:
    phone = of
    expect(phone.page.locator("html")).to_have_attribute("lang", deal.language)
    _result(phone, deal)
    if deal.winner is None:
        phone.open_hand(0)
    _hands(phone, deal)
    _save(phone)
    paid = [_number(text) for text in phone.page.locator("[data-total]").all_inner_texts()]
    assert paid == _totals(phone, deal)
    assert any(paid) == (deal.winner is not None)


def test_there_are_23_such_deals_in_five_rulebooks_and_three_languages() -> None:
    assert len(_DEALS) == 23
    assert len({each.ruleset for each in _DEALS}) == 5
    assert {each.language for each in _DEALS} == {"en", "de", "nl"}
