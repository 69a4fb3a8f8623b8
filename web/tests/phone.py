"""The scorekeeper page on a phone: a player's actions as taps, which are counted."""

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, FilePayload, Locator, Page, expect

from web.tests.sheet import WINDS, entry_of, exported

SOURCES = {
    "wall": "Drawn from the wall",
    "loose-tile": "On a replacement tile",
    "robbed-kong": "By robbing a kong",
    "original-hand": "Dealt complete",
}
_SUITS = {"m": "Characters", "p": "Circles", "s": "Bamboos"}
_HONOURS = ("East Wind", "South Wind", "West Wind", "North Wind", "White Dragon", "Green Dragon", "Red Dragon")
NAMES = {
    **{f"{rank}{suit}": f"{rank} of {name}" for suit, name in _SUITS.items() for rank in range(1, 10)},
    **{f"{rank}z": name for rank, name in enumerate(_HONOURS, 1)},
}
Json = Mapping[str, Any]


def tiles_of(text: str) -> list[str]:
    """'11m2z' is 1m, 1m, 2z."""
    return [rank + suit for ranks, suit in re.findall(r"(\d+)([a-z])", text) for rank in ranks]


@dataclass(frozen=True)
class Tap:
    """A touch of a tile key: the kind of group that it adds, where it is placed, and the tile."""

    kind: str
    place: str
    tile: str


_TABLE, _HAND, _ANYWHERE = "table", "hand", ""


def _set_tap(text: str, place: str) -> Tap:
    tiles = tiles_of(text)
    if len(set(tiles)) > 1:
        return Tap("chow", place, tiles[0])
    return Tap("kong" if len(tiles) == 4 else "pung", place, tiles[0])


def _alike(held: Counter[str]) -> Iterator[Tap]:
    for tile, count in held.items():
        if count >= 3:
            yield Tap("pung", _HAND, tile)
        if count == 2:
            yield Tap("pair", _HAND, tile)
        if count in (1, 4):
            yield Tap("one", _HAND, tile)


def _runs(held: Counter[str]) -> list[Tap]:
    """Taps for the runs, and for the tiles that are left."""
    runs = []
    for suit in "mps":
        for rank in range(1, 8):
            run = [f"{rank + step}{suit}" for step in range(3)]
            while all(held[tile] for tile in run):
                held = held - Counter(run)
                runs.append(Tap("chow", _HAND, run[0]))
    return [*runs, *_alike(held)]


def concealed_taps(text: str) -> list[Tap]:
    """The fewest taps for concealed tiles: with runs, or without."""
    held = Counter(tiles_of(text))
    return min(list(_alike(held)), _runs(held), key=len)


_ORDER = (_ANYWHERE, _TABLE, _HAND)
_FLICKS = {"chow": (1, 0), "kong": (0, -1), "pair": (-1, 0), "one": (0, 1)}
_FLICK_LENGTH = 34
_FLICK_SECONDS = 0.15
_AGAIN_MS = 550
_FINGER_MS = 80
"""How long a finger rests after a flick: Chromium takes a touch right after a fast one for its end."""


def taps_of(hand: Json) -> list[Tap]:
    """The touches that enter a hand: flowers, then exposed sets, then concealed tiles."""
    taps = [
        *(_set_tap(each, _TABLE) for each in hand.get("exposed", ())),
        *(_set_tap(each, _HAND) for each in hand.get("concealed_kongs", ())),
        *concealed_taps(hand["concealed"]),
        *(Tap("flower", _ANYWHERE, tile) for tile in tiles_of(hand.get("bonus", ""))),
    ]
    return sorted(taps, key=lambda tap: _ORDER.index(tap.place))


_CLICK_KEYS = """async taps => {
  const click = async css => {
    document.querySelector(css).click();
    await new Promise(resolve => setTimeout(resolve));
  };
  let last = '';
  for (const { kind, place, tile } of taps) {
    if (`${kind}${tile}` === last) await new Promise(resolve => setTimeout(resolve, 550));
    last = `${kind}${tile}`;
    const mode = `[data-kind='${kind}']`;
    if (kind !== 'flower' && document.querySelector(mode).ariaPressed !== 'true') await click(mode);
    const onto = document.querySelector(`[data-onto='${place}']`);
    if (onto && onto.ariaPressed !== 'true') await click(`[data-onto='${place}']`);
    await click(`[data-tile='${tile}']`);
  }
}"""
"""Clicks the keys of a hand inside the page, as a keyboard would; a second tap on a key too soon would add nothing."""


_SCREENS = ("end", "help", "house-screen", "session", "sessions")
_ARE_FETCHED = """screens => {
  const names = performance.getEntriesByType('resource').map(each => each.name);
  return screens.every(screen => names.some(name => name.includes(`/assets/${screen}-`)));
}"""


@dataclass
class Phone:
    """A page that is used by taps only."""

    page: Page
    origin: str
    players: Sequence[str] = ("Ann", "Ben", "Cleo", "Dan")
    by_finger: bool = False
    """True if each key of a hand is really touched, which takes a tenth of a second: for tests of touch."""
    taps: int = 0
    _touch: CDPSession | None = None

    # Gestures

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def button(self, name: str | re.Pattern[str]) -> Locator:
        exact = isinstance(name, str)
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.tap(self.button(name))

    def choose(self, legend: str, label: str) -> None:
        """Choose one of several; if it is folded away, that is opened first."""
        if legend == "How the hand is entered":
            self.unfold_keys()
        group = self.page.get_by_role("group", name=legend, exact=True, include_hidden=True)
        name = re.compile(rf"^{re.escape(label)}(, .*)?$")
        radio = self.page.get_by_role("radio", name=name, include_hidden=True)
        self.tap(self.unfolded(group.locator("label").filter(has=radio)))

    def toggle(self, label: str) -> None:
        """Turn a switch; if it is folded away, that is opened first."""
        self.tap(self.unfolded(self.page.locator("label.toggle").filter(has_text=label)))

    def unfolded(self, target: Locator) -> Locator:
        """The target, once nothing that it is in is folded."""
        target.wait_for(state="attached")
        folded = target.locator("xpath=ancestor::details[not(@open)]")
        while folded.count():
            self.tap(folded.first.locator("summary").first)
        return target

    def choose_unless_chosen(self, legend: str, label: str) -> None:
        if not self.page.get_by_role("group", name=legend, exact=True).get_by_label(label, exact=True).is_checked():
            self.choose(legend, label)

    # Screens

    def open(self) -> None:
        self.page.goto(self.origin)
        self.page.locator("main").wait_for()
        self.page.locator("svg.sprite").wait_for(state="attached")

    def begin(self, ruleset: str, players: Sequence[str] | None = None) -> None:
        """Enter the players, choose the rulebook, begin."""
        self.players = players or self.players
        if len(self.players) < 4:
            self.choose("How many play?", f"{len(self.players)} players")
        for wind, name in zip(WINDS, self.players, strict=False):
            self.page.get_by_label(f"Name of the first {wind.capitalize()}").fill(name)
        self.choose_rulebook(ruleset)
        self.press("Start the game")
        self.counted()

    def sit(self, ruleset: str, *played: Json, players: Sequence[str] | None = None) -> None:
        """Open a session with these deals from a file: the same state as `begin` and taps, which a test verifies."""
        self.players = players or self.players
        entries = [each if "type" in each else entry_of(each) for each in played]
        self.page.goto(self.origin + "/#sessions")
        self.open_file(exported(ruleset, self.players, entries))
        self.counted()

    def open_file(self, text: str) -> None:
        """Import a file, on the screen of all sessions."""
        file: FilePayload = {"name": "session.json", "mimeType": "application/json", "buffer": text.encode()}
        self.page.locator("input[type=file]").set_input_files(file)

    def share(self, button: str) -> Json:
        """Press a button and return the data that it shares."""
        self.page.evaluate("void (navigator.share = async data => { window.shared = data; })")
        self.press(button)
        self.page.wait_for_function("() => window.shared")
        return dict(self.page.evaluate("window.shared"))

    def choose_rulebook(self, ruleset: str) -> None:
        """Choose a rulebook, in the list that is folded, where those of the 1920s are folded again."""
        self.tap(self.unfolded(self.page.locator(f"label[data-value='{ruleset}']")))

    def open_house_rules(self, ruleset: str) -> None:
        """Choose a rulebook, and open what the table plays otherwise."""
        self.choose_rulebook(ruleset)
        self.press(re.compile("^House rules"))

    def unfold_rules(self) -> None:
        """Show the rulebooks and what the chosen one leaves to the table."""
        self.unfolded(self.page.locator(".rules .rulebooks"))

    def new(self, kind: str) -> None:
        """Begin another entry; where there is one kind only, its key stands on the table."""
        more = self.button("More…")
        more.or_(self.button(kind)).first.wait_for()
        if more.count():
            self.tap(more)
        self.press(kind)

    def drop(self) -> None:
        """Drop the entry in work, from any of its screens."""
        self.press("Table")
        self.press("Discard draft")
        self.press("Yes, discard it")

    def start_deal(self, winner: int | None = 0) -> None:
        if winner is None:
            self.press("Nobody")
        else:
            self.tap(self.page.locator(f"[data-winner='{winner}']"))

    def enter_deal(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        """Enter a deal, from the table to the last tile, and return to the deal's screen."""
        self.enter_result(deal, seats)
        self.enter_hands(deal, seats)

    def play(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        """Enter a deal, wait for its check, and keep it."""
        self.enter_deal(deal, seats)
        self.checked()
        self.keep()

    def enter_result(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        """Enter who won and how; then the page opens the winner's hand."""
        if deal["winner"] is None:
            self.start_deal(None)
            return
        self.start_deal(seats.index(deal["winner"]))
        self.enter_win(deal["win"], seats)

    def change_result(self, deal: Json, seats: Sequence[str] = WINDS) -> None:
        """Enter who won and how, on the screen of a deal."""
        self.choose("Who won?", self.players[seats.index(deal["winner"])])
        self.enter_win(deal["win"], seats)

    def enter_win(self, win: Json, seats: Sequence[str] = WINDS) -> None:
        if win["source"] == "discard":
            self.tap(self.unfolded(self.page.locator(f"label[data-value='discard/{seats.index(win['discarder'])}']")))
            return
        self.choose("How?" if win["source"] == "wall" else "Rarer ways", SOURCES[win["source"]])
        if "discarder" in win:
            self.choose("Whose kong?", self.players[seats.index(win["discarder"])])

    def enter_hands(self, deal: Json, seats: Sequence[str] = WINDS, *, back: bool = True) -> None:
        """Enter the hands in turn from the winner's, and return to the deal's screen."""
        first = 0 if deal["winner"] is None else seats.index(deal["winner"])
        order = [(first + step) % len(seats) for step in range(len(seats))]
        result = [player for player in order if seats[player] in deal["hands"]]
        for player in result:
            self.show_hand(player)
            hand = deal["hands"][seats[player]]
            self.enter_hand(hand)
            if hand.get("partial") and hand["concealed"]:
                self.choose_unless_chosen("How much of the hand is entered", "Only what scores")
            if player == first and "tile" in deal.get("win", {}):
                self.say_won_with(deal["win"]["tile"])
        if back and self.page.locator(".hand-screen").count():
            self.press("Deal")

    def won_tile(self, tile: str, place: str = "concealed") -> Locator:
        """A tile of the winner's hand, as the key that says that he won with it."""
        return self.page.locator(f"[data-place='{place}'] [data-won='{tile}']").first

    def say_won_with(self, tile: str, place: str = "concealed") -> None:
        won = self.won_tile(tile, place)
        self.tap(won)
        expect(won).to_have_attribute("aria-pressed", "true")  # what was asked above it is gone then, and all moved up

    def take_out(self, group: str) -> None:
        """Take a set out of the hand, by its name."""
        changing = self.button("Change sets")
        if changing.get_attribute("aria-pressed") != "true":
            self.tap(changing)
        self.tap(self.button(f"{group}: remove").first)

    def open_hand(self, player: int) -> None:
        self.tap(self.page.locator(".hand-row").nth(player))

    def show_hand(self, player: int) -> None:
        """Show a player's hand with one tap, from the deal or another hand; without one if it is open."""
        self.page.locator(".hand-screen, .hand-row").first.wait_for()
        if not self.page.locator(".hand-screen").count():
            self.open_hand(player)
        elif self.tab(player).get_attribute("aria-current") != "true":
            onward = self.page.locator(".next-hand").filter(has_text=f": {self.players[player]} ")
            self.tap(onward if onward.count() else self.tab(player))
        expect(self.tab(player)).to_have_attribute("aria-current", "true")

    def to_next(self, player: int) -> None:
        """The hand around the table that the key in the dock names."""
        self.tap(self.page.locator(".next-hand"))
        expect(self.page.locator("h1")).to_contain_text(self.players[player])

    def tab(self, player: int) -> Locator:
        return self.page.get_by_role("navigation", name="Hands").get_by_role("button").nth(player)

    def to_hand(self, player: int) -> None:
        self.tap(self.tab(player))
        expect(self.page.locator("h1")).to_contain_text(self.players[player])

    def enter_hand(self, hand: Json) -> None:
        """Enter a hand with a tap or a flick for each set; flowers first, then the sets for the current place."""
        self.unfold_keys()
        here = self.place()
        taps = sorted(taps_of(hand), key=lambda tap: (tap.kind != "flower", tap.place != here))
        if self.by_finger:
            self._touch_keys(taps)
        else:
            self.page.evaluate(_CLICK_KEYS, [asdict(tap) for tap in taps])

    def type_tiles(self, tiles: str) -> None:
        """Add tiles to a hand as a keyboard does, also those that are used up, whose keys are disabled."""
        self.page.locator(".typed").evaluate("form => form.style.setProperty('display', 'block')")
        self.page.get_by_label("Type tiles").fill(tiles)
        self.page.get_by_label("Type tiles").press("Enter")

    def place(self) -> str:
        """Where sets go now; nowhere for tiles as dealt."""
        onto = self.page.locator("[data-onto][aria-pressed='true']")
        return onto.get_attribute("data-onto") or "" if onto.count() else _ANYWHERE

    def _touch_keys(self, taps: Sequence[Tap]) -> None:
        """A flicked pair takes its place with it, so that it goes before the other sets of the hand."""
        last: Tap | None = None
        for tap in sorted(
            taps, key=lambda tap: (tap.kind != "flower", tap.place == _HAND != self.place(), tap.kind != "pair")
        ):
            if tap.kind == "flower":
                self.key(tap.tile)
                continue
            if tap == last:
                self.page.wait_for_timeout(_AGAIN_MS)
            last = tap
            if tap.kind != "pair":
                self.set_place(tap.place)
            if self.kind_key(tap.kind).get_attribute("aria-pressed") == "true":
                self.key(tap.tile)
            elif tap.kind in _FLICKS:
                self.flick(tap.tile, _FLICKS[tap.kind])
            else:
                self.set_mode(tap.kind)
                self.key(tap.tile)

    def kind_key(self, kind: str) -> Locator:
        return self.page.locator(f"[data-kind='{kind}']")

    def set_mode(self, kind: str, place: str = "") -> None:
        self.unfold_keys()
        if self.kind_key(kind).get_attribute("aria-pressed") != "true":
            self.tap(self.kind_key(kind))
        if place:
            self.set_place(place)

    def set_place(self, place: str) -> None:
        self.unfold_keys()
        onto = self.page.locator(f"[data-onto='{place}']")
        if onto.count() and onto.get_attribute("aria-pressed") != "true":
            self.tap(onto)

    def unfold_keys(self) -> None:
        """Show the keys of a complete hand, which are folded."""
        keys, folded = self.page.locator(".keypad"), self.page.locator("[data-unfold='all']")
        self.page.locator(".keypad, .hand-side").first.wait_for()
        if folded.count() and not keys.count():
            self.tap(folded)
            keys.wait_for()

    def key(self, tile: str) -> None:
        self.unfold_keys()
        self.tap(self.page.locator(f"[data-tile='{tile}']"))

    def flick(
        self, tile: str, towards: tuple[int, int], length: int = _FLICK_LENGTH, seconds: float = _FLICK_SECONDS
    ) -> None:
        """A touch that slides over a key."""
        self.still()
        box = self.page.locator(f"[data-tile='{tile}']").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        to = {"x": x + towards[0] * length, "y": y + towards[1] * length}
        start = time.time()

        self.send_touch("touchStart", [{"x": x, "y": y}], start)
        self.send_touch("touchMove", [to], start + seconds / 2)
        self.page.wait_for_timeout(_FINGER_MS)
        self.send_touch("touchMove", [to], start + seconds * 0.9)
        self.send_touch("touchEnd", [], start + seconds)
        self.taps += 1

    def send_touch(self, kind: str, points: list[dict[str, float]], at: float) -> None:
        """With a time of its own, in seconds since 1970: a busy machine makes no flick slow."""
        event = {"type": kind, "touchPoints": points, "timestamp": at}
        self._touch_screen().send("Input.dispatchTouchEvent", event)

    def still(self) -> None:
        """Wait out the moment after a change of screen in which the page takes no touch."""
        self.page.locator("html:not([data-still])").wait_for(state="attached")

    @contextmanager
    def touch(self, x: float, y: float) -> Iterator[None]:
        """One finger, lifted where it was put down after what happens meanwhile."""
        touch = self._touch_screen()
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        yield
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.taps += 1

    def _touch_screen(self) -> CDPSession:
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        return self._touch

    def keep(self) -> None:
        """Say that the hands of which nothing is entered score 0, and save the deal in the sheet that asks."""
        self.save()
        self.counted()

    def save(self) -> None:
        """From the dock to the end of the sheet; a new deal that nobody won has none."""
        self.tap(self.page.locator(".dock [data-zero], .dock [data-keep]").first)
        sheet = self.page.locator(".save-check")
        sheet.or_(self.page.locator(".players, .moved")).first.wait_for()
        if sheet.count():
            self.confirm()

    def say_the_rest_is_nothing(self) -> None:
        """Say that the hands of which nothing is entered score 0, and go on with the deal."""
        self.tap(self.page.locator(".dock [data-zero], .dock [data-keep]").first)
        everyone = self.page.locator(".save-check [data-zero='all']")
        if everyone.count():
            self.tap(everyone)
        self.press("No, carry on")

    def confirm(self) -> None:
        """In the sheet: what is not entered scores 0; save."""
        sheet = self.page.locator(".save-check")
        everyone, last = sheet.locator("[data-zero='all']"), sheet.locator("[data-zero]")
        if last.count():
            self.tap(everyone if everyone.count() else last)
        self.tap(sheet.locator("[data-save]"))

    # State of the page

    def counted(self) -> None:
        """Wait until the service has settled every entry."""
        expect(self.page.locator(".players:not(.stale)")).to_be_visible()

    def checked(self) -> None:
        """Wait until the service has checked the entry in work."""
        expect(self.page.locator(".stale")).to_have_count(0)

    def to_sessions(self) -> None:
        self.press("Settings")
        self.press("My games")

    def export(self) -> str:
        """Export the open session; the content of the file."""
        self.to_sessions()
        with self.page.expect_download() as download:
            self.press("Save as file")
        return Path(download.value.path()).read_text()

    def screens_fetched(self) -> None:
        """Wait until the page has prefetched its other screens."""
        self.page.wait_for_function(_ARE_FETCHED, arg=_SCREENS, polling=100)

    def hand_scores(self) -> list[int]:
        return [number(text) for text in self.page.locator(".hand-row .figure").all_inner_texts()]

    def payments(self) -> set[tuple[str, str, int]]:
        rows = self.page.locator(".payments li")
        return {
            (*row.locator("span > b").all_inner_texts(), number(row.locator(".figure").inner_text()))  # type: ignore[misc]
            for row in rows.all()
        }

    def totals(self) -> list[int]:
        return [number(text) for text in self.page.locator("[data-total]").all_inner_texts()]


def number(text: str) -> int:
    """Parse a number of the page, with a minus sign and commas."""
    return int(text.replace("\u2212", "-").replace(",", "").replace("+", ""))
