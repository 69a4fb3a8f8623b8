"""The bodies that the service reads, as marshmallow schemas; each is built once, at import."""

from typing import Any, ClassVar, Final

from service.domain import circumstances, rulebook
from service.domain.deal import Source
from service.domain.faults import Fault
from service.domain.hand import HAND_SETS
from service.domain.seats import BY_NAME, FEWEST_PLAYERS, MOST_PLAYERS
from service.reading.fields import (
    MISSING,
    AnyObject,
    Anything,
    ByType,
    Flag,
    Listed,
    Object,
    OneOf,
    Strictly,
    Text,
    Whole,
    words,
)
from service.reading.tile_fields import BonusTiles, OneKong, OneSet, OneTile, PlayingTiles

MOST_DEALS: Final = 1000
"""Deals in a batch."""
MOST_ENTRIES: Final = 1000
"""Entries of a scoresheet."""
MOST_ID: Final = 64
"""Characters of a client's own id, or of a player's name."""
MOST_REASON: Final = 200
"""Characters of the reason of a correction."""
MOST_POINTS: Final = 10**12
"""Points that a total may start from or be corrected by."""
MOST_WINS: Final = 1000
"""East's wins in a row that can be told."""
MOST_REVISIONS: Final = 10**9
"""The revision of a rulebook that can be asked for."""
MOST_SETS_OF_ROUNDS: Final = 100
"""Sets of four rounds that a table can agree on."""
MOST_SETS: Final = 6
"""Sets on the table that can be told: six pungs are the eighteen tiles of a dead hand."""


MOST_COUNTED_POINTS: Final = 1000
"""Points before doubling that players can have counted of a hand."""
MOST_COUNTED_DOUBLES: Final = 30
"""Doubles that players can have counted of a hand."""
MOST_COUNTED_SCORE: Final = MOST_COUNTED_POINTS << MOST_COUNTED_DOUBLES
"""The score that players can have counted of a hand."""

BESIDE_A_COUNT: Final = Fault(
    "unexpected-member", (), "a hand that is counted is told without tiles", sentence="counted"
)
BESIDE_A_SCORE: Final = Fault(
    "unexpected-member", (), "a score is told without points and doubles, which come to it", sentence="count"
)
NO_COUNT: Final = Fault("missing-member", (), "points with doubles, or a score, are required", sentence="count")


class HandCountSchema(Strictly):
    """What the players counted of a hand: points with doubles, or the score; neither where it is a limit hand."""

    points = Whole(0, MOST_COUNTED_POINTS)
    doubles = Whole(0, MOST_COUNTED_DOUBLES)
    score = Whole(0, MOST_COUNTED_SCORE)
    limit_hand = Flag()

    def _missing(self, data: dict[str, Any]) -> dict[str, Any]:
        told = {name for name in ("points", "doubles", "score") if data.get(name) is not None}
        if "score" in told:
            return {name: [BESIDE_A_SCORE] for name in told - {"score"}}
        if "points" in told or (not told and data.get("limit_hand") is True):
            return {}
        return {"points": [NO_COUNT]}


class WaitingHandSchema(Strictly):
    """A hand that lacks one tile."""

    concealed = PlayingTiles(required=True)
    exposed = Listed(OneSet(), 0, MOST_SETS)
    claimed_kongs = Listed(OneKong(exposed=True), 0, HAND_SETS)
    concealed_kongs = Listed(OneKong(exposed=False), 0, HAND_SETS)
    bonus = BonusTiles()


class HandSchema(WaitingHandSchema):
    """A hand: its tiles, or what the players counted of it."""

    concealed = PlayingTiles()
    counted = Object(HandCountSchema())
    dead = Flag()
    is_partial = Flag(data_key="partial", attribute="partial")

    def _missing(self, data: dict[str, Any]) -> dict[str, Any]:
        if data.get("counted") is None:
            return {} if data.get("concealed") is not None else {"concealed": [MISSING]}
        others = [name for name in data if name in self.known and name != "counted"]
        return {name: [BESIDE_A_COUNT] for name in others if not self.known[name][1].reads_as_absent(data[name])}


class HandsSchema(Strictly):
    """A hand for each seat."""

    east = Object(HandSchema())
    south = Object(HandSchema())
    west = Object(HandSchema())
    north = Object(HandSchema())


class CircumstancesSchema(Strictly):
    """How the winner completed the hand, seats and runs left out."""

    source = OneOf(words(Source), required=True)
    tile = OneTile()
    discarder_excused = Flag()
    by_table: ClassVar = {circumstance: Flag() for circumstance in circumstances.MEMBERS}


class WinSchema(CircumstancesSchema):
    """How the winner completed the hand."""

    discarder = OneOf(BY_NAME)
    consecutive_wins = Whole(1, MOST_WINS)
    dangerous_discard_by = OneOf(BY_NAME)


class RulesetSchema(Strictly):
    """What every body names: the rulebook, the house rules and the options."""

    revision = Whole(1, MOST_REVISIONS)
    ruleset = OneOf(rulebook.BY_ID, required=True)
    house_rules = AnyObject()
    options = AnyObject()


class SettlementSchema(RulesetSchema):
    """A whole deal."""

    round_wind = OneOf(BY_NAME, required=True)
    winner = OneOf(BY_NAME, required=True, allow_none=True)
    win = Object(WinSchema())
    hands = Object(HandsSchema(), required=True)
    discards = PlayingTiles()


class BatchedDealSchema(SettlementSchema):
    """A deal in a batch."""

    id = Text(0, MOST_ID)


class BatchSchema(Strictly):
    """Many deals, each read by itself."""

    deals = Listed(Anything(allow_none=True), 1, MOST_DEALS, required=True)


class ScoreSchema(RulesetSchema):
    """One hand."""

    round_wind = OneOf(BY_NAME, required=True)
    seat = OneOf(BY_NAME, required=True)
    hand = Object(HandSchema(), required=True)
    win = Object(WinSchema())
    discards = PlayingTiles()


class WaitsSchema(RulesetSchema):
    """A hand that lacks one tile, and what can be seen."""

    round_wind = OneOf(BY_NAME, required=True)
    seat = OneOf(BY_NAME, required=True)
    hand = Object(WaitingHandSchema(), required=True)
    visible = PlayingTiles()


class DealtHandSchema(Strictly):
    """A hand as dealt, flowers and seasons replaced or not."""

    concealed = PlayingTiles(required=True)
    bonus = BonusTiles()


class WashedTilesSchema(RulesetSchema):
    """A player calls off the deal."""

    seat = OneOf(BY_NAME, required=True)
    hand = Object(DealtHandSchema(), required=True)
    seats = Listed(OneOf(BY_NAME), 0, MOST_PLAYERS)


class FalseMahjongSchema(RulesetSchema):
    """A player called Mah-Jong with an incomplete hand."""

    seat = OneOf(BY_NAME, required=True)
    hand_exposed = Flag()
    seats = Listed(OneOf(BY_NAME), 0, MOST_PLAYERS)


# Scoresheets: players are numbered in seat order, the first East first

WINNING_PLAYER: Final = "winning_player"
DISCARDING_PLAYER: Final = "discarding_player"
DANGEROUS_DISCARDING_PLAYER: Final = "dangerous_discarding_player"
"""What a sitting calls its winner, its discarder and who is liable for a discard, who go by their numbers there."""


class PlayersWinSchema(CircumstancesSchema):
    """How the winner completed the hand, the discarder told by number; East's run follows from the entries."""

    discarder = Whole(0, MOST_PLAYERS - 1, data_key=DISCARDING_PLAYER, attribute="discarder")
    dangerous_discard_by = Whole(
        0, MOST_PLAYERS - 1, data_key=DANGEROUS_DISCARDING_PLAYER, attribute="dangerous_discard_by"
    )


class EntrySchema(Strictly):
    """What every entry of a scoresheet may carry."""

    type = Text(required=True)
    id = Text(0, MOST_ID)


class DealEntrySchema(EntrySchema):
    """A deal, won or drawn; the hands in the order of the players."""

    round_wind = OneOf(BY_NAME)
    east_player = Whole(0, MOST_PLAYERS - 1)
    winner = Whole(0, MOST_PLAYERS - 1, required=True, allow_none=True, data_key=WINNING_PLAYER, attribute="winner")
    win = Object(PlayersWinSchema())
    hands = Listed(Object(HandSchema()), FEWEST_PLAYERS, MOST_PLAYERS, required=True)
    discards = PlayingTiles()


class WashedTilesEntrySchema(EntrySchema):
    """A player called off the deal."""

    player = Whole(0, MOST_PLAYERS - 1, required=True)
    hand = Object(DealtHandSchema(), required=True)


class FalseMahjongEntrySchema(EntrySchema):
    """A player called Mah-Jong with an incomplete hand."""

    player = Whole(0, MOST_PLAYERS - 1, required=True)
    hand_exposed = Flag()


class CorrectionEntrySchema(EntrySchema):
    """A correction of the totals."""

    amounts = Listed(Whole(-MOST_POINTS, MOST_POINTS), FEWEST_PLAYERS, MOST_PLAYERS, required=True)
    reason = Text(1, MOST_REASON, required=True)


ENTRIES: Final[dict[str, Strictly]] = {
    "deal": DealEntrySchema(),
    "washed-tiles": WashedTilesEntrySchema(),
    "false-mahjong": FalseMahjongEntrySchema(),
    "correction": CorrectionEntrySchema(),
}
"""The kinds of entries by type."""


class ScoresheetSchema(RulesetSchema):
    """A whole sitting so far."""

    players = Listed(Text(1, MOST_ID), FEWEST_PLAYERS, MOST_PLAYERS, required=True)
    sets = Whole(1, MOST_SETS_OF_ROUNDS)
    starting_totals = Listed(Whole(-MOST_POINTS, MOST_POINTS), 0, MOST_PLAYERS)
    entries = Listed(ByType(ENTRIES), 0, MOST_ENTRIES, required=True)


RULESET: Final = RulesetSchema()
SETTLEMENT: Final = SettlementSchema()
BATCH: Final = BatchSchema()
BATCHED_DEAL: Final = BatchedDealSchema()
SCORE: Final = ScoreSchema()
WAITS: Final = WaitsSchema()
WASHED_TILES: Final = WashedTilesSchema()
FALSE_MAHJONG: Final = FalseMahjongSchema()
SCORESHEET: Final = ScoresheetSchema()
