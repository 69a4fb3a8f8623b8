"""A model of a sitting, independent of the service, and random deals for it."""

import copy
import random
from functools import cache
from itertools import count, islice
from typing import Any

from tests.support.amounts import amount
from tests.support.oracle import deals, modern_deals
from tests.support.oracle.legal_deals import has_no_generator, legal_deals

Json = dict[str, Any]
SEATS = ("east", "south", "west", "north")
WINDS = SEATS
BY_NUMBER = {"discarding_player": "discarder", "dangerous_discarding_player": "dangerous_discard_by"}
"""Members with a player's number in a sitting, and the members with a seat that replace them in a deal."""
NINE_MAJORS = "19m19p19s123z2345m"
MAX_WINS = {"millington": 13, "dmjl": 9}
"""East's wins in a row after which the deal passes."""


class SittingModel:
    """The state of a sitting: who is East, which round, East's run of wins."""

    def __init__(self, players: int, ruleset: str = "") -> None:
        self.players, self.east, self.rounds, self.run = players, 0, 0, 0
        self.ruleset = ruleset
        self.out: int | None = None
        """Of five players the one whom an entry names to sit out."""

    @property
    def winds(self) -> tuple[str, ...]:
        """The winds of the rounds of a game: three players of `nts-2002` have no North round."""
        return WINDS[:3] if self.ruleset == "nts-2002" and self.players == 3 else WINDS

    @property
    def wind(self) -> str:
        return self.winds[self.rounds % len(self.winds)]

    @property
    def seats(self) -> dict[int, str]:
        """The seats of those who play, by number; of five the one sits out who is named, or who sits before East."""
        turns = [*range(self.east, self.players), *range(self.east)]
        if self.players > 4:
            turns.remove(turns[-1] if self.out is None else self.out)
        return dict(sorted(zip(turns, SEATS, strict=False)))

    def seat(self, player: int) -> str:
        return self.seats[player]

    def player(self, seat: str) -> int:
        return next(player for player, own in self.seats.items() if own == seat)

    def send_out(self, player: int | None) -> None:
        """Name who sits out the deal; he is passed over if he was to be East."""
        self.out = player
        if player == self.east:
            self.run = 0
            self.east = (self.east + 1) % self.players
            self.rounds += self.east == 0

    def play(self, winner: str | None) -> None:
        self.run = self.run + 1 if winner == "east" else 0
        last_win = self.run == MAX_WINS.get(self.ruleset)
        if winner not in (None, "east") or last_win:
            self.run = 0
            self.east = (self.east + 1) % self.players
            self.rounds += self.east == 0

    def play_entry(self, entry: Json) -> None:
        """Move East on after an entry; his own false Mah-Jong passes it in `dmjl`, in `millington` once exposed."""
        self.send_out(entry.get("sits_out"))
        self._play_entry(entry)
        self.out = None

    def _play_entry(self, entry: Json) -> None:
        if self.ruleset == "pamphlet" and entry["type"] == "false-mahjong" and not entry.get("hand_exposed"):
            return  # taken back
        passes = {"dmjl": True, "millington": entry.get("hand_exposed")}.get(self.ruleset)
        if entry["type"] == "false-mahjong" and self.east in (entry["player"], *entry.get("other_calling_players", [])):
            self.play("south" if passes else None)
        else:
            winner = entry.get("winning_player")
            self.play(None if winner is None else self.seat(winner))


def as_entry(deal: Json, table: SittingModel) -> Json:
    """A deal as an entry of a sitting, with numbers of players instead of seats."""
    entry: Json = {
        "type": "deal",
        "winning_player": None if deal["winner"] is None else table.player(deal["winner"]),
        "hands": [deal["hands"][seat] for seat in table.seats.values()],
    }
    if "win" in deal:
        win = {member: value for member, value in deal["win"].items() if member != "consecutive_wins"}
        for player, seat in BY_NUMBER.items():
            if seat in win:
                win[player] = table.player(win.pop(seat))
        entry["win"] = win
    if "discards" in deal:
        entry["discards"] = deal["discards"]
    return entry


@cache
def modern_deals_of(ruleset: str, players: int, number: int = amount(6, 12)) -> list[Json]:
    """Deals of a modern rulebook for this many players, without options; cached, since they are slow to generate."""
    if has_no_generator(ruleset):
        return list(islice(legal_deals(ruleset, (players,)), number))
    stream = (modern_deals.deal(ruleset, seed) for seed in count())
    return list(islice((deal for deal in stream if len(deal["hands"]) == players and "options" not in deal), number))


def random_deal(rng: random.Random, table: SittingModel, ruleset: str, of: int = amount(6, 12)) -> Json:
    """A legal deal of the current round, with East's run of wins; for modern rulebooks one of the cached deals."""
    if ruleset in modern_deals.BOOKS or has_no_generator(ruleset):
        deal = copy.deepcopy(rng.choice(modern_deals_of(ruleset, len(table.seats), of)))
    else:
        deal = deals.deal(rng, ruleset, players=len(table.seats))
    deal.pop("options", None)
    deal["round_wind"] = table.wind
    if "win" in deal:
        deal["win"].pop("consecutive_wins", None)
        if deal["winner"] == "east":
            deal["win"]["consecutive_wins"] = table.run + 1
    return deal
