"""The marshmallow schemas of request bodies; those that name a rulebook are built once for some rulebooks."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, cast
from unicodedata import category

from marshmallow import ValidationError, post_load, validates_schema

from pung_chow_settlement.domain import circumstances
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand import HAND_SETS, Hand, HandCount
from pung_chow_settlement.domain.rulebook.members import MAX_SCORE
from pung_chow_settlement.domain.rulebook.settlement_terms import MAX_WINS_IN_A_ROW
from pung_chow_settlement.domain.seats import BY_NAME, MAX_PLAYERS, MIN_PLAYERS, SEAT_NAMES
from pung_chow_settlement.domain.session import MAX_OF_A_SESSION
from pung_chow_settlement.requests.hands import count_of, hand_of, win_from
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.schemas.fields import (
    MISSING,
    Boolean,
    ByType,
    ChoiceField,
    Dict,
    Enum,
    Integer,
    Length,
    List,
    Message,
    Nested,
    Range,
    Raw,
    Schema,
    String,
)
from pung_chow_settlement.schemas.tile_fields import BonusTiles, OneKong, OneSet, OneTile, PlayingTiles

MAX_DEALS: Final = 1000
"""Most deals in a batch."""
MAX_ENTRIES: Final = 1000
"""Most entries of a scoresheet."""
MAX_ID: Final = 64
"""Most characters of an id of the client's choice, or of a player's name."""
MAX_REASON: Final = 200
"""Most characters of the reason of a correction."""
MAX_OF_A_TOTAL: Final = 10**12
"""Most points of a starting total or a correction."""
MAX_REVISIONS: Final = 2**31 - 1
"""The highest revision of a rulebook that a request can require: the contract's int64."""
MAX_GAMES: Final = 100
"""Most games of four rounds that a table can agree on."""
MAX_SETS: Final = 6
"""Most sets on the table: six pungs are the eighteen tiles of a dead hand."""


MAX_COUNTED_POINTS: Final = 1000
"""Most points before doubling in the players' count of a hand."""
MAX_COUNTED_DOUBLES: Final = 30
"""Most doubles in the players' count of a hand."""
MAX_OF_A_HAND: Final = 10**10
"""Most points of a score: more than any rulebook's hands have without a limit. A thousand deals, each paid with every
share at its greatest, come to less than 2^53 points, up to which a floating point number is exact."""

_BESIDE_A_COUNT: Final = Message("unexpected-member.counted")
_BESIDE_A_SCORE: Final = Message("unexpected-member.count")
_BESIDE_A_NAME: Final = Message("unexpected-member.named")
_WITHOUT_A_NAME: Final = Message("unexpected-member.exposed-alone")
_WIN_OF_NOBODY: Final = Message("unexpected-member.win")
_NO_WIN: Final = Message("missing-member.win")
_WINS_BEFORE: Final = Message("unexpected-member.wins-before")
_NO_COUNT: Final = Message("missing-member.count")
SCORES: Final = Range(0, MAX_OF_A_HAND)
"""The scores that players can have counted of a hand."""


class HandCountSchema(Schema):
    """The players' count of a hand: points with doubles, the score, or its rule; a limit hand needs none of them."""

    points = Integer(validate=Range(0, MAX_COUNTED_POINTS))
    doubles = Integer(validate=Range(0, MAX_COUNTED_DOUBLES))
    score = Integer(validate=SCORES)
    limit_hand = Boolean()
    special = String(attribute="rule_id")
    exposed = Boolean()

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _points_or_score(self, _: Any, sent: dict[str, Any], **__: Any) -> None:
        sent_members = self.present(sent)
        given = sent_members & {"points", "doubles", "score"}
        if "special" in sent_members:
            raise ValidationError({name: [_BESIDE_A_NAME] for name in sent_members - {"special", "exposed"}})
        if "exposed" in sent_members:
            raise ValidationError([_WITHOUT_A_NAME], "exposed")
        if "score" in given:
            raise ValidationError({name: [_BESIDE_A_SCORE] for name in given - {"score"}})
        if "points" not in given and (given or sent.get("limit_hand") is not True):
            raise ValidationError([_NO_COUNT], "points")

    @post_load
    def _count(self, data: dict[str, Any], **_: Any) -> HandCount:
        count = count_of(data)
        SCORES((count.points or 0) << count.doubles)
        return count


class WaitingHandSchema(Schema):
    """A hand that is one tile short."""

    concealed = PlayingTiles(required=True)
    exposed = List(OneSet(), validate=Length(0, MAX_SETS))
    claimed_kongs = List(OneKong(exposed=True), validate=Length(0, HAND_SETS))
    concealed_kongs = List(OneKong(exposed=False), validate=Length(0, HAND_SETS))
    bonus = BonusTiles()
    wild = PlayingTiles()

    @post_load
    def _hand(self, data: dict[str, Any], **_: Any) -> Hand:
        return hand_of(data)


class HandSchema(WaitingHandSchema):
    """A hand: its tiles, or the players' count of it."""

    example = '{"concealed": "123m55z"}'

    concealed = PlayingTiles()
    counted = Nested(HandCountSchema)
    dead = Boolean()
    original_call = Boolean()
    is_partial = Boolean(data_key="partial", attribute="partial")

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _tiles_or_a_count(self, _: Any, sent: dict[str, Any], **__: Any) -> None:
        if sent.get("counted") is not None:
            raise ValidationError({name: [_BESIDE_A_COUNT] for name in self.present(sent) - {"counted"}})
        if sent.get("concealed") is None:
            raise ValidationError([MISSING], "concealed")


HandsSchema: Final = Schema.from_dict({seat: Nested(HandSchema) for seat in SEAT_NAMES}, name="HandsSchema")
"""A hand for each seat."""

CIRCUMSTANCES: Final = {member: Boolean() for member in circumstances.MEMBERS}
"""A boolean member for each circumstance, allowed in any win."""


class CircumstancesSchema(Schema):
    """How the winner completed the hand, without seats and East's run of wins."""

    example = '{"source": "wall"}'

    source = Enum(WinSource, required=True)
    tile = OneTile()
    discarder_excused = Boolean()

    @post_load
    def _win(self, data: dict[str, Any], **_: Any) -> Win:
        return win_from(data)


class WinSchema(CircumstancesSchema):
    """How the winner completed the hand."""

    class Meta:
        include = CIRCUMSTANCES

    discarder = ChoiceField(BY_NAME)
    consecutive_wins = Integer(validate=Range(1, MAX_WINS_IN_A_ROW))
    dangerous_discard_by = ChoiceField(BY_NAME)


class RulesetSchema(Schema):
    """The members of every body: the rulebook, the house rules and the options."""

    revision = Integer(validate=Range(1, MAX_REVISIONS))
    ruleset = Raw(required=True)
    """`Forms` puts the choice of its rulebooks in place of it."""
    house_rules = Dict()
    options = Dict()


class SettledSchema(RulesetSchema):
    """The members of every body that is settled."""

    id = String(validate=Length(0, MAX_ID))
    """The client's own name for it, which the response repeats."""


class WonOrDrawnSchema(Schema):
    """A deal that has a win exactly if it has a winner."""

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _win_of_a_winner(self, read: dict[str, Any], sent: dict[str, Any], **__: Any) -> None:
        member, has_win = self.fields["winner"].data_key or "winner", sent.get("win") is not None
        if has_win and member not in sent:
            raise ValidationError([MISSING], member)
        if has_win and read.get("winner", ...) is None:
            raise ValidationError([_WIN_OF_NOBODY], "win")
        if not has_win and read.get("winner") is not None:
            raise ValidationError([_NO_WIN], "win")


class DealSchema(SettledSchema, WonOrDrawnSchema):
    """A whole deal."""

    round_wind = ChoiceField(BY_NAME, required=True)
    winner = ChoiceField(BY_NAME, allow_none=True)
    win = Nested(WinSchema)
    wins_before = Integer(validate=Range(0, MAX_WINS_IN_A_ROW))
    hands = Nested(HandsSchema, required=True)
    goulash = Boolean()
    discards = PlayingTiles()

    @validates_schema(skip_on_field_errors=False)
    def _wins_before_a_drawn_deal(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        if read.get("winner") is not None and "wins_before" in read:
            raise ValidationError([_WINS_BEFORE], "wins_before")


class BatchSchema(Schema):
    """Many deals, each validated separately, with the members that they share."""

    ruleset = Raw()
    revision = Raw()
    house_rules = Raw()
    options = Raw()
    deals = List(Raw(allow_none=True), validate=Length(1, MAX_DEALS), required=True)


class ScoreSchema(RulesetSchema):
    """One hand."""

    round_wind = ChoiceField(BY_NAME, required=True)
    seat = ChoiceField(BY_NAME, required=True)
    hand = Nested(HandSchema, required=True)
    win = Nested(WinSchema)
    goulash = Boolean()
    discards = PlayingTiles()


class WaitsSchema(RulesetSchema):
    """A hand that is one tile short, and the tiles that are face up."""

    round_wind = ChoiceField(BY_NAME, required=True)
    seat = ChoiceField(BY_NAME, required=True)
    hand = Nested(WaitingHandSchema, required=True)
    goulash = Boolean()
    visible = PlayingTiles()


class DealtHandSchema(Schema):
    """A hand as dealt, flowers and seasons replaced or not."""

    concealed = PlayingTiles(required=True)
    bonus = BonusTiles()


class WashedTilesCallSchema(SettledSchema):
    """A player calls off the deal."""

    seat = ChoiceField(BY_NAME, required=True)
    hand = Nested(DealtHandSchema, required=True)
    seats = List(ChoiceField(BY_NAME), validate=Length(0, MAX_PLAYERS))


SCORE_OF_A_FINE: Final = Range(0, MAX_SCORE)


class FalseMahjongCallSchema(SettledSchema):
    """One player or several called Mah-Jong with incomplete hands."""

    seat = ChoiceField(BY_NAME, required=True)
    other_callers = List(ChoiceField(BY_NAME), validate=Length(0, MAX_PLAYERS - 1))
    hand_exposed = Boolean()
    seats = List(ChoiceField(BY_NAME), validate=Length(0, MAX_PLAYERS))


class FineRequestSchema(SettledSchema):
    """A player is fined."""

    fine = String(validate=Length(1, MAX_ID), required=True)
    seat = ChoiceField(BY_NAME, required=True)
    payee = ChoiceField(BY_NAME)
    score = Integer(validate=SCORE_OF_A_FINE)
    seats = List(ChoiceField(BY_NAME), validate=Length(0, MAX_PLAYERS))


# Scoresheets: players are numbered in seat order, the first East first

WINNING_PLAYER: Final = "winning_player"
DISCARDING_PLAYER: Final = "discarding_player"
DANGEROUS_DISCARDING_PLAYER: Final = "dangerous_discarding_player"
OTHER_CALLING_PLAYERS: Final = "other_calling_players"
RECEIVING_PLAYER: Final = "receiving_player"
SITS_OUT: Final = "sits_out"
"""The members of an entry that name players by their numbers."""
PLAYER: Final = Range(0, MAX_OF_A_SESSION - 1)
POINTS: Final = Range(-MAX_OF_A_TOTAL, MAX_OF_A_TOTAL)


class PlayersWinSchema(CircumstancesSchema):
    """How the winner completed the hand; the discarder is a number, and East's run follows from the entries."""

    class Meta:
        include = CIRCUMSTANCES

    discarder = Integer(validate=PLAYER, data_key=DISCARDING_PLAYER)
    dangerous_discard_by = Integer(validate=PLAYER, data_key=DANGEROUS_DISCARDING_PLAYER)


class SheetEntrySchema(Schema):
    """The members that every entry of a scoresheet may have."""

    type = String(required=True)
    id = String(validate=Length(0, MAX_ID))


class PlayedEntrySchema(SheetEntrySchema):
    """The members of every entry except a correction and other house rules."""

    sits_out = Integer(validate=PLAYER)


class DealEntrySchema(PlayedEntrySchema, WonOrDrawnSchema):
    """A deal, won or drawn; the hands in the order of the players."""

    round_wind = ChoiceField(BY_NAME)
    east_player = Integer(validate=PLAYER)
    winner = Integer(validate=PLAYER, allow_none=True, data_key=WINNING_PLAYER)
    win = Nested(PlayersWinSchema)
    hands = List(Nested(HandSchema), validate=Length(MIN_PLAYERS, MAX_PLAYERS), required=True)
    goulash = Boolean()
    discards = PlayingTiles()


class WashedTilesEntrySchema(PlayedEntrySchema):
    """A player called off the deal."""

    player = Integer(validate=PLAYER, required=True)
    hand = Nested(DealtHandSchema, required=True)


class FalseMahjongEntrySchema(PlayedEntrySchema):
    """One player or several called Mah-Jong with incomplete hands."""

    player = Integer(validate=PLAYER, required=True)
    other_callers = List(Integer(validate=PLAYER), validate=Length(0, MAX_PLAYERS - 1), data_key=OTHER_CALLING_PLAYERS)
    hand_exposed = Boolean()


class FineEntrySchema(PlayedEntrySchema):
    """A player was fined."""

    fine = String(validate=Length(1, MAX_ID), required=True)
    player = Integer(validate=PLAYER, required=True)
    payee = Integer(validate=PLAYER, data_key=RECEIVING_PLAYER)
    score = Integer(validate=SCORE_OF_A_FINE)


class CorrectionEntrySchema(SheetEntrySchema):
    """A correction of the totals."""

    amounts = List(Integer(validate=POINTS), validate=Length(MIN_PLAYERS, MAX_OF_A_SESSION), required=True)
    reason = String(validate=Length(1, MAX_REASON), required=True)


class HouseRulesEntrySchema(SheetEntrySchema):
    """Other house rules from here on."""

    house_rules = Dict()


ENTRIES: Final[dict[str, Schema]] = {
    "deal": DealEntrySchema(),
    "washed-tiles": WashedTilesEntrySchema(),
    "false-mahjong": FalseMahjongEntrySchema(),
    "fine": FineEntrySchema(),
    "correction": CorrectionEntrySchema(),
    "house-rules": HouseRulesEntrySchema(),
}
"""The kinds of entries by type."""


_BLANK: Final = Message("wrong-name.blank")
_CONTROL: Final = Message("wrong-name.control")


class PlayerName(String):
    """The name of a player, which people can read."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        name: str = super()._deserialize(value, attr, data, **kwargs)
        looked_at = name[: MAX_ID + 1]  # a longer name is refused by its length
        unreadable = [place for place, each in enumerate(looked_at, 1) if category(each) in _UNREADABLE]
        if unreadable:
            raise ValidationError([_CONTROL.format(position=unreadable[0])])
        if name and not name.strip():
            raise ValidationError([_BLANK])
        return name


_UNREADABLE: Final = ("Cc", "Zl", "Zp")
"""The categories of characters that no name has: control characters, and the ends of lines and paragraphs."""


class ScoresheetSchema(SettledSchema):
    """A whole session so far; its entries are validated each by itself."""

    players = List(
        PlayerName(validate=Length(1, MAX_ID)), validate=Length(MIN_PLAYERS, MAX_OF_A_SESSION), required=True
    )
    games = Integer(validate=Range(1, MAX_GAMES))
    starting_totals = List(Integer(validate=POINTS), validate=Length(0, MAX_OF_A_SESSION))
    entries = List(Raw(allow_none=True), validate=Length(0, MAX_ENTRIES), required=True)


class Forms:
    """The forms of the bodies that name one of these rulebooks."""

    def __init__(self, rulebooks: Rulebooks) -> None:
        ruleset: dict[str, Any] = {"ruleset": ChoiceField(rulebooks.by_id, required=True)}

        def form(of: type[Schema]) -> Schema:
            return cast("Schema", of.from_dict(ruleset, name=of.__name__)())

        self.ruleset: Final = form(RulesetSchema)
        self.settlement: Final = form(DealSchema)
        self.score: Final = form(ScoreSchema)
        self.waits: Final = form(WaitsSchema)
        self.washed_tiles: Final = form(WashedTilesCallSchema)
        self.false_mahjong: Final = form(FalseMahjongCallSchema)
        self.fine: Final = form(FineRequestSchema)
        self.scoresheet: Final = form(ScoresheetSchema)


_FORMS_KEPT: Final = 4
"""Forms in the cache, for as many values of rulebooks: a service has one."""
forms: Final = lru_cache(_FORMS_KEPT)(Forms)
"""The forms for these rulebooks."""
BATCH: Final = BatchSchema()
ENTRY: Final = ByType(ENTRIES)
"""An entry of a scoresheet."""
