"""The bodies that the service reads, as marshmallow schemas; each is built once, at import."""

from typing import Final

from service.api.fields import (
    AnyObject,
    BonusTiles,
    Flag,
    Listed,
    Object,
    OneConcealedKong,
    OneOf,
    OneSet,
    OneTile,
    PlayingTiles,
    Strictly,
    Text,
    Whole,
    words,
)
from service.domain import rulebook
from service.domain.deal import Source
from service.domain.hand import HAND_SETS
from service.domain.seats import MOST_PLAYERS, SEAT_NAMES, SEATS

MOST_DEALS: Final = 1000
"""Deals in a batch."""
MOST_ID: Final = 64
"""Characters of a client's own id."""
MOST_WINS: Final = 1000
"""East's wins in a row that can be told."""
MOST_SETS: Final = 6
"""Sets on the table that can be told: six pungs are the eighteen tiles of a dead hand."""

_SEATS: Final = dict(zip(SEAT_NAMES, SEATS, strict=True))


class HandSchema(Strictly):
    """A hand."""

    concealed = PlayingTiles(required=True)
    exposed = Listed(OneSet(), 0, MOST_SETS)
    concealed_kongs = Listed(OneConcealedKong(), 0, HAND_SETS)
    bonus = BonusTiles()
    dead = Flag()
    is_partial = Flag(data_key="partial", attribute="partial")


class HandsSchema(Strictly):
    """A hand for each seat."""

    east = Object(HandSchema)
    south = Object(HandSchema)
    west = Object(HandSchema)
    north = Object(HandSchema)


class WinSchema(Strictly):
    """How the winner completed the hand."""

    source = OneOf(words(Source), required=True)
    tile = OneTile()
    discarder = OneOf(_SEATS)
    last_tile = Flag()
    first_discard = Flag()
    standing_hand = Flag()
    consecutive_wins = Whole(1, MOST_WINS)
    discarder_excused = Flag()


class RulesetSchema(Strictly):
    """What every body names: the rulebook and its options."""

    ruleset = OneOf(rulebook.BY_ID, required=True)
    options = AnyObject()


class SettlementSchema(RulesetSchema):
    """A whole deal."""

    round_wind = OneOf(_SEATS, required=True)
    winner = OneOf(_SEATS, required=True, allow_none=True)
    win = Object(WinSchema)
    hands = Object(HandsSchema, required=True)
    discards = PlayingTiles()


class BatchedDealSchema(SettlementSchema):
    """A deal in a batch."""

    id = Text(0, MOST_ID)


class BatchSchema(Strictly):
    """Many deals, each read by itself."""

    deals = Listed(AnyObject(), 1, MOST_DEALS, required=True)


class ScoreSchema(RulesetSchema):
    """One hand."""

    round_wind = OneOf(_SEATS, required=True)
    seat = OneOf(_SEATS, required=True)
    hand = Object(HandSchema, required=True)
    win = Object(WinSchema)
    discards = PlayingTiles()


class DealtHandSchema(Strictly):
    """A hand as dealt, flowers and seasons replaced."""

    concealed = PlayingTiles(required=True)
    bonus = BonusTiles()


class WashedTilesSchema(RulesetSchema):
    """A player calls off the deal."""

    player = OneOf(_SEATS, required=True)
    hand = Object(DealtHandSchema, required=True)
    seats = Listed(OneOf(_SEATS), 0, MOST_PLAYERS)


class FalseMahjongSchema(RulesetSchema):
    """A player called Mah-Jong with an incomplete hand."""

    player = OneOf(_SEATS, required=True)
    hand_exposed = Flag()
    seats = Listed(OneOf(_SEATS), 0, MOST_PLAYERS)


SETTLEMENT: Final = SettlementSchema()
BATCH: Final = BatchSchema()
BATCHED_DEAL: Final = BatchedDealSchema()
SCORE: Final = ScoreSchema()
WASHED_TILES: Final = WashedTilesSchema()
FALSE_MAHJONG: Final = FalseMahjongSchema()
