"""A model of a session, independent of the service, and random deals for it."""

import copy
import random
from functools import cache
from itertools import count, islice
from typing import Any

from tests.support.amounts import amount
from tests.support.oracle import deals, modern_deals
from tests.support.oracle.evening import Evening
from tests.support.oracle.legal_deals import has_no_generator, legal_deals
from tests.support.oracle.terms import Terms

Json = dict[str, Any]
SEATS = ("east", "south", "west", "north")
WINDS = SEATS
BY_NUMBER = {"discarding_player": "discarder", "dangerous_discarding_player": "dangerous_discard_by"}
"""Members with a player's number in a session, and the members with a seat that replace them in a deal."""
NINE_MAJORS = "19m19p19s123z2345m"
MAX_WINS = {"millington": 13, "dmjl": 9}
"""East's wins in a row after which the deal passes."""


class SessionModel(Evening):
    """The state of a session under a rulebook as it stands."""

    def __init__(self, players: int, ruleset: str = "") -> None:
        rounds_of_three = 3 if ruleset == "nts-2002" else 4
        terms = Terms(limit=None, wins_in_a_row=MAX_WINS.get(ruleset, 0), rounds_of_three=rounds_of_three)
        super().__init__(players, terms)
        self.ruleset = ruleset

    def seat(self, player: int) -> str:
        return self.seats[player]

    def play(self, winner: str | None) -> None:
        self.end(winner)

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


def as_entry(deal: Json, table: SessionModel) -> Json:
    """A deal as an entry of a session, with numbers of players instead of seats."""
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


def random_deal(rng: random.Random, table: SessionModel, ruleset: str, of: int = amount(6, 12)) -> Json:
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
