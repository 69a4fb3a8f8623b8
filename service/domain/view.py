"""What a rule looks at: one hand, seen in one arrangement, with the circumstances that some rulebook cares for."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypedDict

from service.domain.arrange import Arrangement, Divided, Ways, arrangements, waits
from service.domain.deal import DRAWN, Source, Win
from service.domain.divide import Division
from service.domain.hand import Hand
from service.domain.records import make
from service.domain.seats import Seat
from service.domain.sets import Kind, Set, Sign
from service.domain.shapes import FOUR_SETS, WinShape
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    COPIES,
    HONOURS,
    SIMPLES,
    TRAIT_BITS,
    TRAITS,
    Tile,
    Tiles,
)


class Memory(TypedDict, total=False):
    """What was looked for once in a situation and may be asked again; it lives as long as the situation."""

    waits: list[Tile]
    divided: Divided
    completed: "list[View]"
    arranged: list[Arrangement]


def known_of(complete: Divided | None) -> Memory:
    """What is known of a winner's hand from the start: how it is complete, where that was looked for."""
    return {} if complete is None else {"divided": complete}


class Situation(NamedTuple):
    """A hand and what surrounds it; the same in every arrangement."""

    hand: Hand
    seat: Seat
    round_wind: Seat
    win: Win | None
    """None where the hand did not win."""
    table: tuple[Hand, ...]
    """All hands that are known, this one too."""
    discards: Tiles
    ways: Ways
    """What completes a hand here."""
    memory: Memory

    def unseen(self, tile: Tile) -> int:
        """How many of a tile lie neither on the table nor in this hand, the winning tile included."""
        return COPIES[tile] - self.on_the_table(tile) - self.hand.concealed.count(tile)

    def on_the_table(self, tile: Tile) -> int:
        """How many of a tile everybody can see: discards and declared sets."""
        declared = sum([each.tiles.count(tile) for hand in self.table for each in hand.declared])
        return declared + self.discards.count(tile)

    @property
    def won_on(self) -> Tile | None:
        """The winning tile; None where there is none, or no win."""
        return None if self.win is None else self.win.tile

    @property
    def before(self) -> Tiles:
        """The concealed tiles without the winning one."""
        concealed, won_on = self.hand.concealed, self.won_on
        if won_on is None:
            return concealed
        place = concealed.index(won_on)
        return concealed[:place] + concealed[place + 1 :]

    def waits(self) -> list[Tile]:
        """The tiles that complete the hand, or would have before the winning one came; looked for once."""
        if "waits" not in self.memory:
            before = self.before
            self.memory["waits"] = waits(self.hand._replace(concealed=before), before, self.ways)
        return self.memory["waits"]

    def arranged(self) -> list[Arrangement]:
        """Every arrangement of a winner's hand; looked for once."""
        assert self.win is not None, "only a winner's hand is arranged"
        if "arranged" not in self.memory:
            self.memory["arranged"] = arrangements(self.hand, self.win, self.ways, self.memory.get("divided"))
        return self.memory["arranged"]


class View(NamedTuple):
    """A situation in one arrangement: what every finder is given."""

    situation: Situation
    sets: Sequence[Set]
    """All sets and pairs; of a hand that did not win, those that it has."""
    won: Set | None
    """The set that the winning tile completed."""
    division: Division
    """The winner's concealed tiles as sets, before the winning tile was placed."""
    shape: WinShape
    """What a winner's hand is; of a hand that did not win, four sets and a pair."""
    traits: int
    """The bits of `tiles.TRAITS` of all tiles; 0 where the hand is not judged as a whole (partial; a shape without
    sets)."""
    signs: int
    """Bits that tell at a glance which rules need not be looked at, see `Sign`."""

    @property
    def winning(self) -> Win:
        """How it won; for finders of winners' rules only."""
        win = self.situation.win
        assert win is not None, "a winner's rule is never asked of another hand"
        return win

    @property
    def drawn(self) -> bool:
        """Won on a tile from the wall or a loose tile."""
        return self.winning.source in DRAWN

    @property
    def made_of_sets(self) -> bool:
        """A winner's hand that is complete with four sets and a pair."""
        return self.shape is FOUR_SETS and self.situation.win is not None


_ALWAYS: Final = int(Sign.ALWAYS)
_BONUS: Final = int(Sign.BONUS)
_NO_CHOW: Final = int(Sign.NO_CHOW)
_NO_PUNG: Final = int(Sign.NO_PUNG)
_ANY_CHOW: Final = int(Sign.ANY_CHOW)
_ANY_PUNG: Final = int(Sign.ANY_PUNG)
_SPECIAL_WIN: Final = int(Sign.SPECIAL_WIN)
_FOUR_SETS: Final = int(Sign.FOUR_SETS)
_OTHER_SHAPE: Final = int(Sign.OTHER_SHAPE)
_COMPLETED: Final = {Kind.PAIR: int(Sign.COMPLETED_PAIR), Kind.CHOW: int(Sign.COMPLETED_CHOW)}


def _sign_by(traits: int) -> int:
    sign = 0
    if traits & ANY_SUIT in (CHARACTERS, CIRCLES, BAMBOOS):
        sign = int(Sign.ONE_SUIT_AND_HONOURS if traits & HONOURS else Sign.ONE_SUIT)
    return sign | int(Sign.HEADS_ONLY) if traits and not traits & SIMPLES else sign


_SIGN_BY_TRAITS: Final = tuple(_sign_by(traits) for traits in range(1 << TRAIT_BITS))


def view_of(situation: Situation, arrangement: Arrangement, traits: int) -> View:
    """See a hand in an arrangement; `traits` are those of `traits_of`, the same in every arrangement."""
    sets, won, division, shape = arrangement
    signs = _ALWAYS | _FOUR_SETS
    if shape is not FOUR_SETS:
        signs = _ALWAYS | _OTHER_SHAPE
        traits = traits if shape.has_sets else 0
    signs |= _SIGN_BY_TRAITS[traits]
    for each in sets:
        signs |= each.signs
    if not signs & _ANY_CHOW:
        signs |= _NO_CHOW
    if not signs & _ANY_PUNG:
        signs |= _NO_PUNG
    if situation.hand.bonus:
        signs |= _BONUS
    if situation.win is not None:
        signs |= _signs_of(situation.win, won)
    return make(View, (situation, sets, won, division, shape, traits, signs))


def _signs_of(win: Win, won: Set | None) -> int:
    signs = 0 if won is None else _COMPLETED.get(won.kind, 0)
    return signs | _SPECIAL_WIN if win.is_special else signs


def traits_of(hand: Hand) -> int:
    """The bits of all tiles together; 0 where not all are known."""
    traits = 0
    if not hand.partial:
        for tile in hand.concealed:
            traits |= TRAITS[tile]
        for each in hand.declared:
            traits |= each.traits
    return traits


def completed(situation: Situation) -> list[View]:
    """Every way in which one tile more, drawn, would complete a hand that did not win; looked for once."""
    memory = situation.memory
    if "completed" not in memory:
        memory["completed"] = [view for tile in situation.waits() for view in _completed_by(situation, tile)]
    return memory["completed"]


def _completed_by(situation: Situation, tile: Tile) -> list[View]:
    hand = situation.hand._replace(concealed=tuple(sorted((*situation.hand.concealed, tile))))
    win = Win(Source.WALL, tile)
    won = situation._replace(hand=hand, win=win, memory={})
    traits = traits_of(hand)
    return [view_of(won, arrangement, traits) for arrangement in arrangements(hand, win, situation.ways)]
