"""The form of a rulebook's parts, which files of rulebooks and house rules share."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import fields
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, post_load, validates_schema

from pung_chow_settlement.domain.arrangements import StandIn
from pung_chow_settlement.domain.rulebook.library import SHAPES_BY_ID
from pung_chow_settlement.domain.rulebook.members import MAX_POINTS, Member
from pung_chow_settlement.domain.rulebook.model import Rulebook, Session, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, PercentOfLimit
from pung_chow_settlement.domain.rulebook.rules import ScoringRule
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementTerms
from pung_chow_settlement.domain.seats import MAX_PLAYERS
from pung_chow_settlement.domain.tiles import NAMES, PLAYING_TILES
from pung_chow_settlement.schemas.fields import (
    Boolean,
    ChoiceField,
    Dict,
    Enum,
    Field,
    Integer,
    Json,
    Keyed,
    Length,
    List,
    Message,
    Nested,
    Range,
    Schema,
    String,
)
from pung_chow_settlement.schemas.layouts import (
    Conditions,
    LayoutField,
    ShareField,
    WaitingSchema,
    WithLayoutSchema,
    one_worth,
    with_effect,
)

MAX_CHANGES: Final = 200
"""Most changes of one table."""
MAX_TEXT: Final = 200
"""Most characters of a title, or of a rule's text."""
MAX_NAME: Final = 64
"""Most characters of an id."""
MAX_TERMINALS_AND_HONOURS: Final = 13
"""Most different terminals and honours that can be washed."""
NAME: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""The characters of ids of rulebooks, and of a table's own rules."""
_BESIDE_POINTS: Final = Message("unexpected-member.points")
_STANDS_FOR_ITSELF: Final = Message("unknown-value.stands-for-itself")
SHAPES: Final = {name: name for name in SHAPES_BY_ID}
TILES: Final = {NAMES[tile]: tile for tile in PLAYING_TILES}


class Id(String):
    """An id of small letters, digits and hyphens."""

    default_error_messages = {"invalid": Message("wrong-type.id").format(most=MAX_NAME)}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME or not NAME.issuperset(value):
            raise self.make_error("invalid")
        return value

    def described(self, _: Json) -> Json:
        """A word of these characters."""
        return {"type": "string", "pattern": f"^[a-z0-9-]{{1,{MAX_NAME}}}$"}


class ByHeads(Keyed):
    """Points by the number of different terminals and honours, from the fewest that are paid to all thirteen."""

    def __init__(self, **kwargs: Any) -> None:
        numbers = {str(heads): heads for heads in range(1, MAX_TERMINALS_AND_HONOURS + 1)}
        unknown = Message("unknown-member.heads", {"most": MAX_TERMINALS_AND_HONOURS})
        super().__init__(numbers, values=Integer(validate=Range(0, MAX_POINTS)), unknown=unknown, **kwargs)

    def missing(self, points: Mapping[int, int]) -> Iterable[str]:
        """Each number of them from the fewest that are paid."""
        return [
            str(heads)
            for heads in range(min(points, default=MAX_TERMINALS_AND_HONOURS + 1), MAX_TERMINALS_AND_HONOURS + 1)
            if heads not in points
        ]


def by_callers() -> Keyed:
    """A field of points by the number of players who called a false Mah-Jong, if several did."""
    numbers = {str(callers): callers for callers in range(2, MAX_PLAYERS)}
    unknown = Message("unknown-member.callers", {"most": MAX_PLAYERS - 1})
    return Keyed(numbers, values=Integer(validate=Range(0, MAX_POINTS)), unknown=unknown)


class StandIns(Keyed):
    """Tiles by those that can win in place of them; an empty object means none."""

    empty: ClassVar[object] = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(TILES, values=ChoiceField(TILES), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return tuple([StandIn(*item) for item in super()._deserialize(value, attr, data, **kwargs).items()])

    def wrong_names(self, read: Mapping[str, Any]) -> Json:
        """The messages of names that are no tiles, and of tiles that stand for themselves."""
        itself = [name for name, tile in read.items() if self.names.get(name) == tile]
        return super().wrong_names(read) | {name: [_STANDS_FOR_ITSELF.format(given=name)] for name in itself}


class ChangedList(List):
    """A list of a rulebook; an empty one is no absent one: it clears what the rulebook has."""

    empty: ClassVar[object] = None

    def __init__(self, inner: Field[Any], most: int, *, least: int = 0, **kwargs: Any) -> None:
        super().__init__(inner, validate=Length(least, most), **kwargs)


_SPECIAL: Final[Mapping[tuple[str, ...], Callable[..., Field[Any]]]] = {
    ("waiting",): partial(Nested, WaitingSchema),
    ("stands_for",): StandIns,
    ("only_beside",): lambda **kwargs: ChangedList(String(validate=Length(1, MAX_NAME)), MAX_CHANGES, **kwargs),
    ("limit_share",): ShareField,
}
"""The fields of members whose default does not tell it."""


def field_of(member: Member, default: Any) -> Field[Any]:
    """The field that reads a member, by its default and bounds."""
    described: Json = {"metadata": {"description": member.description}}
    if member.path in _SPECIAL:
        return _SPECIAL[member.path](**described)
    if member.words is not None:
        return ChoiceField(member.words, **described)
    if isinstance(default, tuple):
        return ChangedList(String(validate=Length(1, MAX_NAME)), MAX_CHANGES, **described)
    if isinstance(default, bool) or default is NO_DEFAULT:
        return Boolean(**described)
    if isinstance(default, StrEnum):
        return Enum(type(default), **described)
    if isinstance(member.none_word, str):
        return String(validate=Length(1, MAX_NAME), **described)
    return Integer(validate=Range(member.least, member.most), **described)


def fields_of(*records: Any) -> dict[str, Field[Any]]:
    """The fields of the members of records, by the names of members; those of one object in a schema of their own."""
    members: dict[str, Field[Any]] = {}
    objects: dict[str, Any] = {}
    for record in records:
        defaults = {each.name: each.default for each in fields(record)}
        for attribute, declared in members_of(record).items():
            *within, name = declared.path
            field = field_of(declared, defaults[attribute])
            field.attribute = attribute
            (objects.setdefault(within[0], {}) if within else members)[name] = field
    named = {name: Schema.from_dict(inner, name=f"{name.title()}Schema") for name, inner in objects.items()}
    return members | {name: Nested(schema) for name, schema in named.items()}


class RuleSchema(WithLayoutSchema):
    """A rule, or what changes in one."""

    layout_member = "layout"

    class Meta:
        include = fields_of(ScoringRule)

    text = String(validate=Length(1, MAX_TEXT))
    find: Field[Any] = String(validate=Length(1, MAX_NAME))
    parameters: Field[Any] = Dict()
    all_of = Conditions()
    any_of = Conditions()
    not_ = Conditions(data_key="not", attribute="not")
    layout = LayoutField()

    @validates_schema(skip_on_field_errors=False)
    def _one_worth(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        one_worth(read)

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _with_effect(self, read: dict[str, Any], sent: Any, **__: Any) -> None:
        with_effect(read, sent)


class SettlementTermsSchema(Schema):
    """How a table settles."""

    class Meta:
        include = fields_of(SettlementTerms, Session)


class LegalitySchema(Schema):
    """Requirements of a win."""

    class Meta:
        include = fields_of(Rulebook)

    shapes = ChangedList(ChoiceField(SHAPES), len(SHAPES), least=1)
    robs_concealed = ChangedList(ChoiceField(SHAPES), len(SHAPES))


class AmountSchema(Schema):
    """What is paid, in points or as a share of the limit."""

    example = '{"points": 100}'

    amount: ClassVar[str]
    """The member of the record that has it."""

    points = Integer(validate=Range(0, MAX_POINTS))
    limit_share = ShareField(2)

    @validates_schema(skip_on_field_errors=False)
    def _one_amount(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        if "points" in read and "limit_share" in read:
            raise ValidationError([_BESIDE_POINTS], "limit_share")

    @post_load
    def _amount(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        for member, amount in (("points", int), ("limit_share", PercentOfLimit)):
            if member in data:
                data[self.amount] = amount(data.pop(member))
        return data


class FalseMahjongPenaltySchema(AmountSchema):
    """The payment for a false Mah-Jong."""

    class Meta:
        include = fields_of(FalseMahjong)

    amount = "to_each"

    by_callers = by_callers()


class FineSchema(AmountSchema):
    """What a player pays for an act that a table fines."""

    class Meta:
        include = fields_of(Fine)

    amount = "amount"

    text = String(validate=Length(1, MAX_TEXT))


def settlement_members(data: Mapping[str, Any]) -> dict[str, Any]:
    """The members of the settlement, also those of objects within it."""
    members: dict[str, Any] = {}
    for name, value in data.items():
        members |= value if isinstance(value, dict) else {name: value}
    return members
