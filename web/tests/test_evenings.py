"""Short evenings by random taps, double taps too, on a phone that is turned and whose storage may fill up.

Every number on the screen is the API's, and nothing that was tapped is lost unsaid.
`EVENINGS` is their number, `EVENINGS_SEED` the seed of the first.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize

from pung_chow_settlement.rulebooks import BUILT_IN
from web.tests import sheet
from web.tests.conftest import SCREEN
from web.tests.phone import number, tiles_of
from web.tests.server import Served
from web.tests.watch import Watch

pytestmark = pytest.mark.night

Json = dict[str, Any]
EVENINGS: Final = int(os.environ.get("EVENINGS", "4"))
SEED: Final = int(os.environ.get("EVENINGS_SEED", "1"))
_AT_ONCE: Final = 20
"""Evenings of one test, so that workers share them."""
_PARTS: Final = [
    (first, min(first + _AT_ONCE, SEED + EVENINGS) - 1) for first in range(SEED, SEED + EVENINGS, _AT_ONCE)
]
"""The first and the last evening of each test."""
_SCRIPT: Final = (Path(__file__).parent / "fuzz.js").read_text()
_PLAYERS: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve")
_ON_ITS_SIDE: Final[ViewportSize] = {"width": SCREEN["height"], "height": SCREEN["width"]}
_RELOADED: Final = 0.3
"""The share of evenings that end with a reload."""
_ENTERED: Final = 0.5
"""The share of hands that are not forgotten."""
_WHOLE: Final = 13
_SETS: Final = ("exposed", "claimed_kongs", "concealed_kongs")
_EMPTY: Final = """([people, byScore]) => new Promise(done => {
  localStorage.clear();
  localStorage.setItem('scorekeeper/people', people);
  localStorage.setItem('scorekeeper/by-score', byScore);
  const request = indexedDB.deleteDatabase('scorekeeper');
  request.onsuccess = request.onerror = request.onblocked = done;
})"""
"""Leaves of a phone who played last time, by which rulebook, and whether they told their hands by scores."""
_MOODS: Final = (
    (),
    (("[data-tile]", 2), ("[data-won]", 4), (".main", 12)),
    ((".chips button", 0.1), ("[data-digit]", 0.1), (".next-hand", 2), (".main", 12), (".next", 0.2), (".offer", 2)),
)
"""Weights of keys: none, those of who tells tiles, and of who wants to save deals."""
_NOWHERE: Final = "/nowhere"
"""An empty page of the same origin."""
_BLANK: Final = "<link rel=icon href='data:,'>"
_LOOK: Final = "() => shown()"


# What the page keeps, as the contract writes it: written here once more, so that the page's own way is checked


def _is_kong(group: str) -> bool:
    return len(tiles_of(group)) == 4


def _told(hand: Json, *, won: bool) -> Json:
    if hand.get("counted"):
        return {"counted": {name: value for name, value in hand["counted"].items() if name != "named"}}
    held = {name: hand[name] for name in ("concealed", "bonus", "wild", *_SETS) if hand.get(name)}
    groups = [group for name in _SETS for group in hand.get(name, ())]
    tiles = len(tiles_of(hand["concealed"])) + sum(min(len(tiles_of(group)), 3) for group in groups)
    telling = hand.get("telling") or ("whole" if tiles == _WHOLE else "partial")
    return {"concealed": "", **held, **({} if won or telling == "whole" else {telling: True})}


def _completed(hand: Json, tile: str) -> Json:
    """The hand with the claimed set, which lies on the table, where the contract has it."""
    at = next(at for at, group in enumerate(hand["exposed"]) if not _is_kong(group) and tile in tiles_of(group))
    rest = [group for place, group in enumerate(hand["exposed"]) if place != at]
    return {**hand, "exposed": rest, "concealed": f"{hand['concealed']} {hand['exposed'][at]}"}


def _deal(entry: Json) -> Json:
    winner, out = entry.get("winner"), entry.get("sits_out")
    hands = list(entry["hands"])
    deal: Json = {"type": "deal", "winning_player": winner, **({} if out is None else {"sits_out": out})}
    if winner is not None and entry.get("win") is not None:
        win = dict(entry["win"])
        for page, contract in (("discarder", "discarding_player"), ("liable", "dangerous_discarding_player")):
            if page in win:
                win[contract] = win.pop(page)
        hand = hands[winner]
        if win.pop("laid", False):
            hands[winner] = _completed(hand, win["tile"])
        deal["win"] = win
    return {**deal, "hands": [_told(hand, won=player == winner) for player, hand in enumerate(hands) if player != out]}


def _entry(entry: Json) -> Json:
    if entry["type"] == "deal":
        return _deal(entry)
    told = {name: value for name, value in entry.items() if name not in ("id", "formerly", "named")}
    if "hand" in told:
        told["hand"] = {name: told["hand"][name] for name in ("concealed", "bonus") if told["hand"].get(name)}
    return told


def _says_its_tile(entry: Json) -> bool:
    """True if the winning tile of a deal in work was said and is still in the hand: else the page asks for it."""
    winner, win = entry.get("winner"), entry.get("win") or {}
    if entry["type"] != "deal" or winner is None or entry["hands"][winner].get("counted"):
        return True
    hand = entry["hands"][winner]
    laid = [tile for group in hand.get("exposed", ()) if not _is_kong(group) for tile in tiles_of(group)]
    return "tile" not in win or win["tile"] in (laid if win.get("laid") else tiles_of(hand["concealed"]))


# The API's numbers for it


def _body(state: Json, entries: list[Json]) -> Json:
    terms = ("ruleset", "options", "house_rules", "players", "starting_totals")
    played = state["session"]["sheet"]
    return {**{name: played[name] for name in terms if name in played}, "entries": entries}


def _settled(served: Served, state: Json, entries: list[Json]) -> list[Json]:
    """The API's entries; up to the first that it refuses."""
    try:
        return list(sheet.post(served.origin, "/v1/scoresheets", _body(state, entries))["entries"])
    except HTTPError as refused:
        pointers = [each["pointer"].split("/") for each in json.load(refused)["errors"]]
        return _settled(served, state, entries[: min(int(pointer[2]) for pointer in pointers)])


def _of_four(entry: Json, amounts: list[Any]) -> list[Any]:
    """Without the amount of who sat out: the page shows none."""
    return [amount for player, amount in enumerate(amounts) if player != entry.get("sits_out")]


def _faults(shown: Json, served: Served) -> Iterator[str]:
    """Numbers on the screen that are not the API's."""
    if shown["session"] is None:
        return
    entries = [_entry(each) for each in shown["session"]["sheet"]["entries"]]
    settled = _settled(served, shown, entries)
    nets = [_of_four(entry, told["net"]) for entry, told in zip(entries, settled, strict=False)]
    start = shown["session"]["sheet"].get("starting_totals") or [0] * len(shown["session"]["sheet"]["players"])
    totals = settled[-1]["totals"] if settled else start
    if shown["totals"] and shown["totals"] != totals:
        yield f"totals {shown['totals']}, not {totals}"
    missing = [_of_four(entry, [None] * len(start)) for entry in reversed(entries[len(nets) :])]
    moves = ["formerly" in entry for entry in shown["session"]["sheet"]["entries"]]
    listed = [*([None] for _ in missing), *reversed(nets)]
    # Where players have moved, the sheet's columns are theirs and no longer the chairs'.
    if shown["entries"] and not any(moves) and shown["entries"] != listed[: len(shown["entries"])]:
        yield f"entries {shown['entries']}, not {listed}"
    if shown["latest"] and shown["latest"] != [*missing, *reversed(nets)][0]:
        yield f"latest {shown['latest']}, not {[*missing, *reversed(nets)][0]}"
    if shown["draft"]:
        yield from _faults_of_draft(shown, served, entries)


def _faults_of_draft(shown: Json, served: Served, entries: list[Json]) -> Iterator[str]:
    draft = shown["draft"]
    at = len(entries) if draft["at"] is None else draft["at"]
    if draft["entry"]["type"] != "deal" or "winner" not in draft["entry"] or not _says_its_tile(draft["entry"]):
        return
    settled = _settled(served, shown, [*entries[:at], _entry(draft["entry"])])
    told = settled[at] if at < len(settled) else None
    net = told and _of_four(draft["entry"], told["net"])
    if any(each is not None for each in shown["gets"]) and shown["gets"] != net:
        yield f"each gets {shown['gets']}, not {net}"
    for player, score in enumerate(shown["hands"]):
        if score is not None and told is not None and score != told["hands"][player]["score"]:
            yield f"player {player} has {score}, not {told['hands'][player]['score']}"


def _press(key: Locator) -> None:
    """Like the taps at random: a browser on a busy machine waits long for where a finger would be."""
    key.evaluate("key => { key.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })); key.click(); }")


class _Evening:
    """A phone with one random evening."""

    def __init__(self, page: Page, served: Served, seed: int) -> None:
        self.page, self.served, self.seed = page, served, seed
        self.rng = random.Random(seed)
        self.found: list[Any] = []
        self.seen: Counter[str] = Counter()

    def begin(self) -> None:
        players = list(_PLAYERS[: self.rng.choice((4, 4, 4, 3, 5, 5))])
        ruleset = self.rng.choice(list(BUILT_IN.by_id))
        self.page.goto(f"{self.served.origin}{_NOWHERE}")
        people = json.dumps({"names": [], "players": players, "ruleset": ruleset})
        self.page.evaluate(_EMPTY, [people, self.rng.choice(("true", "false"))])
        self.page.goto(self.served.origin)
        self.page.evaluate(_SCRIPT)
        self.page.locator(".terms .main:not(:disabled)").click()
        self.page.locator(".players:not(.stale)").wait_for()

    def taps(self, times: int, full_at: int) -> None:
        mood = {"doubles": 0.15, "flicks": 0.2, "weights": self.rng.choice(_MOODS), "fullAt": full_at}
        arguments = [self.rng.randrange(2**31), times, mood]
        told = self.page.evaluate("([seed, times, mood]) => fuzz(seed, times, mood)", arguments)
        self.seen["taps"] += told["done"]
        self.found += told["found"]

    def look(self) -> Json:
        """What the screen shows, compared with the API."""
        shown: Json = self.page.evaluate(_LOOK)
        if shown["stale"]:
            self.found.append("a number is awaited for ever")
        self.found += _faults(shown, self.served)
        self.found += self.unconfirmed(shown)
        if shown["isFull"] and not shown["says"]:
            self.found.append("it is not said that nothing is stored")
        for part in ("totals", "latest", "gets", "hands"):
            self.seen[part] += sum(each is not None for each in shown[part])
        self.seen["full"] += shown["isFull"]
        return shown

    def unconfirmed(self, shown: Json) -> Iterator[str]:
        """True if the deal that was saved last is settled as the sheet had shown."""
        confirmed = self.page.evaluate("window.confirmed")
        if confirmed is None or confirmed["sheet"] != shown["session"]["sheet"]:  # a deal may be corrected late
            return
        entries = [_entry(each) for each in shown["session"]["sheet"]["entries"]]
        settled = _settled(self.served, shown, entries)
        self.seen["confirmed"] += 1
        if confirmed["at"] >= len(settled):
            return
        net = _of_four(entries[confirmed["at"]], settled[confirmed["at"]]["net"])
        if net != confirmed["gets"]:
            yield f"saved {net}, shown {confirmed['gets']}"

    def save_a_deal(self) -> None:
        """A deal by its scores, of which some hands are forgotten: the sheet asks for them."""
        shown = self.look()
        winners = self.page.locator("[data-winner]")
        if winners.count() == 0 or shown["isFull"]:
            return
        _press(winners.nth(self.rng.randrange(winners.count())))
        _press(self.page.locator(".ways-won label").first)
        self.page.locator(".hand-screen").wait_for()
        by_score = self.page.locator("label[data-value='score']")
        if not self.page.locator(".counts").count():
            _press(by_score)
        draft = self.page.evaluate(_LOOK)["draft"]["entry"]
        winner = draft["winner"]
        players = [player for player in range(len(draft["hands"])) if player != draft.get("sits_out")]
        scores = {player: self.rng.choice((0, 8, 16, 40)) for player in players if self.rng.random() < _ENTERED}
        for player, score in {**scores, winner: 40}.items():
            _press(self.page.locator(f"[data-of='{player}'] [data-score='{score}']"))
        forgotten = self.to_the_sheet([player for player in players if player not in scores and player != winner])
        sheet_ = self.page.locator(".save-check")
        if len(forgotten) > 1 and not sheet_.locator("[data-zero]").count():
            self.found.append(f"{forgotten} are forgotten and not asked for")
        for player in forgotten:
            zero = sheet_.locator(f"[data-zero='{player}']")
            if zero.count():
                self.seen["forgotten"] += 1
                if sheet_.locator("[data-save]").is_enabled():
                    self.found.append("a deal with a forgotten hand can be saved")
                _press(zero)
        self.page.locator("[data-save]:enabled").wait_for()
        gets = [number(text) for text in sheet_.locator("[data-gets]").all_inner_texts()]
        at = len(shown["session"]["sheet"]["entries"])
        _press(self.page.locator("[data-save]"))
        self.page.locator(".players:not(.stale)").wait_for()
        saved = {"at": at, "gets": gets, "sheet": self.page.evaluate(_LOOK)["session"]["sheet"]}
        self.page.evaluate("confirmed => { window.confirmed = confirmed; }", saved)
        self.seen["deals"] += 1
        self.seen["deals of five"] += "sits_out" in draft
        self.look()

    def to_the_sheet(self, forgotten: list[int]) -> list[int]:
        """Tap the key in the dock until the sheet opens; whose hands are then still unsaid.

        Where a forgotten hand is on the screen, the key says that it scores 0, and shows the next.
        """
        key = self.page.locator(".dock [data-zero]:enabled, .dock [data-keep]:enabled").first
        while len(forgotten) > 1 and key.get_attribute("data-zero"):
            _press(key)
            hands = self.page.evaluate(_LOOK)["draft"]["entry"]["hands"]
            forgotten = [player for player in forgotten if not hands[player].get("nothing")]
        _press(key)
        self.page.locator(".save-check").wait_for()
        return forgotten

    def say_who_plays(self) -> bool:
        """Save other names by the first answer; not beside an entry in work, nor where a tap left a rule wrong."""
        _press(self.page.locator(".terms .main"))
        asked = self.page.locator(".who-plays button")
        asked.or_(self.page.locator(".terms input:invalid")).first.wait_for(state="attached")
        if not asked.count():
            return False
        is_offered = asked.first.is_enabled()
        _press(asked.first if is_offered else asked.last)
        return is_offered

    def exchange_names(self) -> None:
        """Two names are exchanged: everybody keeps the total."""
        before = self.look()
        if not before["session"] or not before["session"]["sheet"]["entries"] or before["isFull"]:
            return
        names = before["session"]["sheet"]["players"]
        if len({name.lower() for name in names}) < len(names):
            return
        self.page.evaluate("location.hash = '#terms'")
        for player, name in enumerate((names[1], names[0])):
            self.page.locator(".names input").nth(player).fill(name)
        if not self.say_who_plays():
            return
        self.page.locator(".players:not(.stale)").wait_for()
        self.page.evaluate("window.confirmed = null")
        after = self.page.evaluate(_LOOK)
        was = dict(zip(names, before["totals"], strict=True)) if before["totals"] else {}
        if was and dict(zip(after["session"]["sheet"]["players"], after["totals"], strict=True)) != was:
            self.found.append(f"exchanged names moved money: {was} became {after['totals']}")
        self.seen["exchanged"] += 1

    def substitute(self) -> None:
        """Somebody new plays for one of four: everybody keeps the total, and the fifth begins with none."""
        before = self.look()
        sheet_ = before["session"]["sheet"] if before["session"] else {"players": []}
        if len(sheet_["players"]) != 4 or before["isFull"] or not sheet_["entries"] or not before["totals"]:
            return
        self.page.evaluate("location.hash = '#terms'")
        self.page.locator(".names input").nth(self.rng.randrange(4)).fill("Fay")
        if not self.say_who_plays():
            return
        self.page.locator(".sits-out").wait_for()
        self.page.evaluate("window.confirmed = null")
        after = self.look()
        of_four = dict(zip(sheet_["players"], before["totals"], strict=True))
        of_five = dict(zip(after["session"]["sheet"]["players"], after["totals"], strict=True))
        if of_five != {**of_four, "Fay": 0}:
            self.found.append(f"a substitute moved money: {of_four} became {of_five}")
        self.seen["substitutes"] += 1

    def sit_out(self) -> None:
        """Of five another one sits out of the next deal: nobody's total changes."""
        before = self.look()
        choice = self.page.locator(".sits-out label")
        if before["isFull"] or not choice.count():
            return
        _press(choice.nth(self.rng.randrange(choice.count())))
        after = self.look()
        if after["totals"] != before["totals"]:
            self.found.append(f"who sits out moved money: {before['totals']} became {after['totals']}")
        self.seen["sat out"] += 1

    def open_an_older_file(self) -> None:
        """A file without the last entry: it is asked for, and the game that is here stays as it is."""
        before = self.look()
        entries = before["session"]["sheet"]["entries"] if before["session"] else []
        if (
            len(entries) < 2
            or before["isFull"]
            or len(_settled(self.served, before, [*map(_entry, entries)])) < len(entries)
        ):
            return
        self.page.evaluate("location.hash = '#sessions'")
        with self.page.expect_download() as download:
            _press(self.page.locator(".session[aria-current='true']").get_by_role("button", name="Save as file"))
        older = json.loads(download.value.path().read_text())
        del older["entries"][-1]
        file: Any = {"name": "older.json", "mimeType": "application/json", "buffer": json.dumps(older).encode()}
        self.page.locator("input[type=file]").set_input_files(file)
        _press(self.page.get_by_role("alertdialog").get_by_role("button").first)
        self.page.locator(".players:not(.stale)").wait_for()
        after = self.page.evaluate(_LOOK)
        if after["session"] != before["session"]:
            self.found.append("an older file changes the game that is here")
        self.seen["older files"] += 1

    def to_the_table(self) -> None:
        self.page.evaluate("location.hash = '#'")
        self.page.locator(".players:not(.stale), .terms").first.wait_for()

    def drop_the_draft(self) -> None:
        """What random taps have begun would stand in the way of a whole deal."""
        drop = self.page.locator(".dock").get_by_role("button", name="Discard draft", exact=True)
        if drop.count() and self.page.evaluate("shown().then(({ isFull }) => !isFull)"):
            _press(drop)
            _press(self.page.get_by_role("button", name="Yes, discard it"))
            self.seen["dropped"] += 1

    def play(self) -> None:
        self.begin()
        for _ in range(self.rng.choice((0, 1, 2))):
            self.save_a_deal()
        chunks = [self.rng.randint(5, 10) for _ in range(2)]
        full = self.rng.choice((-1, self.rng.randrange(sum(chunks))))
        self.taps(chunks[0], full)
        self.look()
        self.page.set_viewport_size(_ON_ITS_SIDE)
        self.look()
        self.taps(chunks[1], full - chunks[0] if full >= chunks[0] else -1)
        self.look()
        self.to_the_table()
        self.drop_the_draft()
        acts = (self.substitute, self.sit_out, self.save_a_deal, self.exchange_names, self.open_an_older_file)
        for act in self.rng.sample(acts, len(acts)):
            act()
            self.to_the_table()
        before = self.look()
        self.page.set_viewport_size(SCREEN)
        if not before["isFull"] and self.rng.random() < _RELOADED:
            self.reload(before)

    def reload(self, before: Json) -> None:
        self.page.reload()
        self.page.evaluate(_SCRIPT)
        self.page.locator(".players:not(.stale), .terms").first.wait_for()
        after = self.look()
        if (after["session"], after["draft"]) != (before["session"], before["draft"]):
            self.found.append("a reload changes what is kept")


@pytest.mark.browser
@pytest.mark.parametrize(("first", "last"), _PARTS)
def test_evenings_by_random_taps_show_the_numbers_of_the_api(
    context: BrowserContext, served: Served, watch: Watch, capsys: pytest.CaptureFixture[str], first: int, last: int
) -> None:
    watch.refusals = True
    page = context.new_page()
    page.route(f"**{_NOWHERE}", lambda route: route.fulfill(body=_BLANK, content_type="text/html"))
    seen: Counter[str] = Counter()
    for seed in range(first, last + 1):
        evening = _Evening(page, served, seed)
        evening.play()
        seen += evening.seen
        assert evening.found == [], f"EVENINGS=1 EVENINGS_SEED={seed}: {evening.found}"
        watch.check()
    with capsys.disabled():
        print(f"\nevenings {first} to {last}: {dict(seen)}")
    assert seen["totals"] > 0
    assert seen["deals"] > 0 or last == first, "no evening came to a deal: nothing was forgotten, exchanged or older"
