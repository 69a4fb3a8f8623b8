"""The history of a deal that xmj's server writes (`mj-server --hand-history`), read into a finished deal.

A history is a line for each event, `PlayerPungs 2 4C`: the event, the player's number, a tile in xmj's code and what
else the event has. A text over several lines has a backslash at the end of all but its last.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from tests.peers.deals import SEATS, DeclaredSet, PeerDeal, PeerHand, PeerScore, PeerWin, write

SUITS: Final = {"C": "m", "D": "p", "B": "s", "F": "f", "S": "y"}
"""Characters, dots and bamboos, flowers and seasons; xmj's flowers and ours agree by number."""
HONOURS: Final = {"EW": "1z", "SW": "2z", "WW": "3z", "NW": "4z", "WD": "5z", "GD": "6z", "RD": "7z"}
WINDS: Final = dict(zip("ESWN", SEATS, strict=True))
LOWEST_OF_CHOW: Final = {"Lower": 0, "Middle": 1, "Upper": 2}
"""How far a claimed tile is above the lowest of its chow."""
DEAD_WALL: Final = 14
LONG_DEAD_WALL: Final = 16
NONE: Final = "--"

_LIMIT_HAND: Final = re.compile(r"Limit Hand .*?\((.*)\)")
_ITEM: Final = re.compile(r"(?!Limit Hand|score:).*?(\d+) ?(dbl)?\s+\((.*)\)")
_TOTAL: Final = re.compile(r"total (pts|dbls)\s+(\d+)")
_CANNON: Final = re.compile(r"(East|South|West|North)\s+let off a cannon")


class UnreadableHistoryError(ValueError):
    """A history with something in it that this reader does not know."""


def tile_of(code: str) -> str:
    """xmj's code of a tile, `4C` or `GD`, in the README's notation."""
    return HONOURS[code] if code in HONOURS else code[0] + SUITS[code[1]]


def code_of(tile: str) -> str:
    """The other way round."""
    codes = {mine: code for code, mine in HONOURS.items()}
    return codes[tile] if tile in codes else tile[0] + {mine: code for code, mine in SUITS.items()}[tile[1]]


def read_history(text: str, name: str, rules: str = "default") -> PeerDeal | None:
    """The deal of a history; None for one that nobody won."""
    table = Table()
    for event in _events(text):
        word, *told = event.split(" ", 2)
        if word in ("WashOut", "GameOver"):
            return None
        table.happened(word, told)
    return table.deal(name, rules) if table.nets else None


def _events(text: str) -> list[str]:
    return [line for line in text.replace("\\\n", "\t").splitlines() if line[:1].isalpha()]


@dataclass
class Player:
    """What one player has while the history is read."""

    seat: str
    concealed: Counter[str] = field(default_factory=Counter)
    sets: list[DeclaredSet] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    score: PeerScore | None = None
    drawn: str = "wall"
    """Where the last tile was drawn from."""
    called: bool = False
    """Whether this player declared an original call."""
    loose_in_a_row: int = 0
    """Loose tiles drawn since this player last took a tile in another way."""

    def take(self, tile: str, times: int = 1) -> None:
        """Take tiles out of the hand."""
        if self.concealed[tile] < times:
            raise UnreadableHistoryError(f"{self.seat} has no {tile}")
        self.concealed[tile] -= times

    def lay(self, kind: str, tiles: list[str], *, claimed: str | None) -> None:
        """Lay a set: with a claimed tile it is open, the others come from the hand."""
        own = list(tiles)
        if claimed is not None:
            own.remove(claimed)
        for tile in own:
            self.take(tile)
        self.sets.append(DeclaredSet(kind, write(tiles), open=claimed is not None))


@dataclass
class Table:
    """The table while a history is read, event by event."""

    players: dict[str, Player] = field(default_factory=dict)
    seating: list[str] = field(default_factory=list)
    options: dict[str, int] = field(default_factory=dict)
    round_wind: str = ""
    games_as_east: int = 0
    wall: int = 0
    live_draws: int = 0
    loose_draws: int = 0
    discards: list[str] = field(default_factory=list)
    thrown: int = 0
    offered: tuple[str, str] = ("", "")
    """Player and tile of the last discard, or of a tile added to a pung."""
    robbed: bool = False
    win: PeerWin | None = None
    nets: dict[str, int] = field(default_factory=dict)
    cannoner: str | None = None

    def happened(self, word: str, told: list[str]) -> None:
        """Take in one event."""
        if word in IGNORED:
            return
        if word not in EVENTS:
            raise UnreadableHistoryError(f"unknown event {word}")
        EVENTS[word](self, *told)

    # The game

    def game(self, *told: str) -> None:
        order, wind, games, _ = _words(" ".join(told), 4, 1, 1)
        self.seating, self.round_wind, self.games_as_east = order, WINDS[wind[0]], int(games[0])

    def option(self, _: str, told: str) -> None:
        name, _kind, _version, _enabled, value, *_text = told.split()
        self.options[name] = int(value)

    def set_wall(self, *told: str) -> None:
        self.wall = len(" ".join(told).split())

    def new_hand(self, east: str, _: str) -> None:
        if east != self.seating[0]:
            self.games_as_east = 0
        first = self.seating.index(east)
        order = self.seating[first:] + self.seating[:first]
        self.players = {player: Player(seat) for player, seat in zip(order, SEATS, strict=True)}

    # Play

    def draw(self, player: str, code: str) -> None:
        self.live_draws += 1
        self._drawn(player, code, "wall")

    def draw_loose(self, player: str, code: str) -> None:
        self.loose_draws += 1
        self._drawn(player, code, "loose")

    def _drawn(self, player: str, code: str, source: str) -> None:
        held = self.players[player]
        held.concealed[tile_of(code)] += 1
        held.drawn = source
        held.loose_in_a_row = held.loose_in_a_row + 1 if source == "loose" else 0

    def bonus(self, player: str, code: str) -> None:
        if code != NONE:
            self.players[player].take(tile_of(code))
            self.players[player].bonus.append(tile_of(code))

    def discard(self, player: str, told: str) -> None:
        code, _number, calling = told.split()
        tile = tile_of(code)
        self.players[player].take(tile)
        self.players[player].called |= calling == "1"
        self.discards.append(tile)
        self.thrown += 1
        self.offered = (player, tile)

    def claim(self, player: str, kind: str, tiles: list[str]) -> None:
        """A set made with the tile that was offered; it completes the hand where its player has called Mah-Jong."""
        claimed = self.offered[1]
        if not self.robbed:
            self.discards.pop()
        claimer = self.players[player]
        claimer.loose_in_a_row = 0
        claimer.lay(kind, tiles, claimed=claimed)
        if self.win is not None and self.win.seat == claimer.seat:
            self.win = replace(self.win, completes=claimer.sets[-1].tiles)

    def pung(self, player: str, code: str) -> None:
        self.claim(player, "pung", [tile_of(code)] * 3)

    def kong(self, player: str, code: str) -> None:
        self.claim(player, "kong", [tile_of(code)] * 4)

    def pair(self, player: str, code: str) -> None:
        self.claim(player, "pair", [tile_of(code)] * 2)

    def chow(self, player: str, told: str) -> None:
        code, position = told.split()
        self.claim(player, "chow", _chow(tile_of(code), LOWEST_OF_CHOW[position]))

    def special(self, player: str, told: str) -> None:
        self.claim(player, "special", [tile_of(code) for code in told.split()[1:]] + [self.offered[1]])

    def concealed_kong(self, player: str, told: str) -> None:
        tile = tile_of(told.split()[0])
        self.players[player].lay("kong", [tile] * 4, claimed=None)
        self.offered = (player, tile)

    def add_to_pung(self, player: str, told: str) -> None:
        tile = tile_of(told.split()[0])
        held = self.players[player]
        held.take(tile)
        held.sets[held.sets.index(DeclaredSet("pung", write([tile] * 3), open=True))] = DeclaredSet(
            "kong", write([tile] * 4), open=True, added=True
        )
        self.offered = (player, tile)

    def rob(self, player: str, code: str) -> None:
        """The robbed kong is a pung again, or was one of thirteen heads' and is left with three tiles."""
        robbed, tile = self.offered
        held = self.players[robbed]
        kong = next(each for each in held.sets if each.kind == "kong" and each.tiles == write([tile] * 4))
        held.sets.remove(kong)
        if kong.open:
            held.sets.append(DeclaredSet("pung", write([tile] * 3), open=True))
        else:
            held.concealed[tile] += 3
        self.robbed = True
        self.win = self._won(player, tile_of(code), "robbed-kong")

    # Mah-Jong and what comes after it

    def mahjong(self, player: str, code: str) -> None:
        if code == NONE:
            self.win = self._won(player, self.offered[1], "discard")
        elif self.thrown == 0 and self.players[player].loose_in_a_row == 0:
            self.win = self._won(player, tile_of(code), "dealt")
        else:
            self.win = self._won(player, tile_of(code), self.players[player].drawn)

    def _won(self, player: str, tile: str, source: str) -> PeerWin:
        claimed = source in ("discard", "robbed-kong")
        discarder = self.players[self.offered[0]].seat if claimed else None
        return PeerWin(
            seat=self.players[player].seat,
            tile=tile,
            source=source,
            discarder=discarder,
            last_tile=self.live_tiles == 0 and source in ("wall", "discard"),
            first_discard=source == "discard" and self.thrown == 1 and discarder == "east",
            original_call=self.players[player].called,
            kong_upon_kong=source == "loose" and self.players[player].loose_in_a_row > 1,
        )

    @property
    def live_tiles(self) -> int:
        """Tiles left to draw; a dead wall of 14 is filled up by pairs while there are tiles for it, one of 16 never."""
        if self.options["DeadWall16"]:
            return self.wall - LONG_DEAD_WALL - self.live_draws
        return max(0, self.wall - DEAD_WALL - self.loose_draws // 2 * 2 - self.live_draws)

    def forms(self, player: str, kind: str, tiles: list[str]) -> None:
        self.players[player].lay(kind, tiles, claimed=None)

    def forms_pung(self, player: str, code: str) -> None:
        self.forms(player, "pung", [tile_of(code)] * 3)

    def forms_pair(self, player: str, code: str) -> None:
        self.forms(player, "pair", [tile_of(code)] * 2)

    def forms_chow(self, player: str, code: str) -> None:
        self.forms(player, "chow", _chow(tile_of(code), 0))

    def forms_special(self, player: str, told: str) -> None:
        self.forms(player, "special", [tile_of(code) for code in told.split()])

    def scored(self, player: str, told: str) -> None:
        self.players[player].score = read_score(told)

    def settled(self, east: str, told: str) -> None:
        south, west, north, text = told.split(" ", 3)
        self.nets = {seat: int(net) for seat, net in zip(SEATS, (east, south, west, north), strict=True)}
        paid_for_all = _CANNON.search(text)
        self.cannoner = paid_for_all.group(1).lower() if paid_for_all else None

    def deal(self, name: str, rules: str) -> PeerDeal:
        """The finished deal."""
        if self.win is None:
            raise UnreadableHistoryError("settled, and nobody won")
        return PeerDeal(
            name=name,
            rules=rules,
            round_wind=self.round_wind,
            east_wins_before=self.games_as_east,
            win=self.win,
            hands={player.seat: self._hand(player) for player in self.players.values()},
            discards=write(self.discards),
            cannoner=self.cannoner,
        )

    def _hand(self, player: Player) -> PeerHand:
        if player.score is None:
            raise UnreadableHistoryError(f"no score of {player.seat}")
        rest, bonus = write(player.concealed.elements()), write(player.bonus)
        return PeerHand(tuple(player.sets), rest, bonus, player.score, self.nets[player.seat])


def read_score(told: str) -> PeerScore:
    """`HandScore`'s value and text: items, totals, limit hands."""
    score, text = told.split(" ", 1)
    lines = text.split("\t")
    totals = {match.group(1): int(match.group(2)) for line in lines if (match := _TOTAL.search(line))}
    limits = [match.group(1) for line in lines if (match := _LIMIT_HAND.search(line))]
    items = [" ".join(filter(None, match.groups())) for line in lines if (match := _ITEM.match(line))]
    return PeerScore(int(score), totals.get("pts"), totals.get("dbls"), tuple(limits), tuple(items))


def _words(told: str, *counts: int) -> list[list[str]]:
    """Words in groups of these sizes, and what is left."""
    words, groups = told.split(), []
    for count in counts:
        groups.append(words[:count])
        words = words[count:]
    return [*groups, words]


def _chow(tile: str, above_lowest: int) -> list[str]:
    lowest = int(tile[0]) - above_lowest
    return [f"{number}{tile[1]}" for number in range(lowest, lowest + 3)]


IGNORED: Final = frozenset({
    "Player", "Pause", "PlayerReady", "PlayerDoesntClaim", "PlayerClaimsChow", "PlayerClaimsPung", "PlayerClaimsKong",
    "PlayerClaimsMahJong", "PlayerShowsTiles", "DangerousDiscard", "PlayerOptionSet", "NewRound", "SwapTile",
})  # fmt: skip
"""What changes no tile. A dangerous discard is known by who pays for all in the end."""
EVENTS: Final[dict[str, Callable[..., None]]] = {
    "Game": Table.game,
    "GameOption": Table.option,
    "Wall": Table.set_wall,
    "NewHand": Table.new_hand,
    "PlayerDraws": Table.draw,
    "PlayerDrawsLoose": Table.draw_loose,
    "PlayerDeclaresSpecial": Table.bonus,
    "PlayerDiscards": Table.discard,
    "PlayerPungs": Table.pung,
    "PlayerKongs": Table.kong,
    "PlayerPairs": Table.pair,
    "PlayerChows": Table.chow,
    "PlayerSpecialSet": Table.special,
    "PlayerDeclaresClosedKong": Table.concealed_kong,
    "PlayerAddsToPung": Table.add_to_pung,
    "PlayerRobsKong": Table.rob,
    "PlayerMahJongs": Table.mahjong,
    "PlayerFormsClosedPung": Table.forms_pung,
    "PlayerFormsClosedPair": Table.forms_pair,
    "PlayerFormsClosedChow": Table.forms_chow,
    "PlayerFormsClosedSpecialSet": Table.forms_special,
    "HandScore": Table.scored,
    "Settlement": Table.settled,
}
