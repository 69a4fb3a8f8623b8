"""The form of a rulebook's parts, which files of rulebooks and house rules share."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from service.domain.hand import HAND_SETS
from service.domain.rulebook.library import SHAPES_BY_ID
from service.domain.rulebook.model import (
    WHEN_LIMIT,
    AppliesTo,
    DrawnDeal,
    LimitCuts,
    LoserLimit,
    Losers,
    RobbedKongAs,
)
from service.domain.rulebook.settled_by import PLACES
from service.domain.seats import MOST_PLAYERS
from service.forms.fields import (
    Boolean,
    Choice,
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
    Raw,
    Schema,
    String,
)
from service.forms.layouts import MOST_SCORE, LayoutField, Share, WaitingSchema, one_worth

MOST_CHANGES: Final = 150
"""Most changes of one table."""
MOST_POINTS: Final = 10_000
"""Most points of a rule or a penalty."""
MOST_ADDED: Final = 500_000
"""Most points of a rule after doubling: one rulebook adds half the limit."""
NONE: Final = "none"
"""No dangerous discard, or a list without ids, since an empty list counts as absent."""
MOST_DOUBLES: Final = 13
MOST_ROUNDED: Final = 1000
"""The greatest number that points can be rounded up to a multiple of."""
MOST_TEXT: Final = 200
"""Most characters of a title, or of a rule's text."""
MOST_NAME: Final = 64
"""Most characters of an id."""
MOST_SHARES: Final = 12
"""The greatest factor by which a score is paid."""
MOST_MAJORS: Final = 13
"""Most different heads that can be washed."""
NAME: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""The characters of ids of rulebooks, and of a table's own rules."""
_BESIDE_POINTS: Final = Message("unexpected-member.points")
SHAPES: Final = {name: name for name in SHAPES_BY_ID}


class Id(String):
    """An id of small letters, digits and hyphens."""

    default_error_messages = {"invalid": Message("wrong-type.id").format(most=MOST_NAME)}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if not isinstance(value, str) or not 0 < len(value) <= MOST_NAME or not NAME.issuperset(value):
            raise self.make_error("invalid")
        return value

    def described(self, _: Json) -> Json:
        """A word of these characters."""
        return {"type": "string", "pattern": f"^[a-z0-9-]{{1,{MOST_NAME}}}$"}


class ByHeads(Keyed):
    """Points by the number of different heads, from the fewest that are paid to all thirteen."""

    def __init__(self, **kwargs: Any) -> None:
        numbers = {str(heads): heads for heads in range(1, MOST_MAJORS + 1)}
        unknown = Message("unknown-member.heads", {"most": MOST_MAJORS})
        super().__init__(numbers, values=Integer(validate=Range(0, MOST_POINTS)), unknown=unknown, **kwargs)

    def missing(self, points: Mapping[int, int]) -> Iterable[str]:
        """Each number of heads from the fewest that are paid."""
        return [
            str(heads) for heads in range(min(points, default=MOST_MAJORS + 1), MOST_MAJORS + 1) if heads not in points
        ]


def by_callers() -> Keyed:
    """A field of points by the number of players who called wrongly, if several did."""
    numbers = {str(callers): callers for callers in range(2, MOST_PLAYERS)}
    unknown = Message("unknown-member.callers", {"most": MOST_PLAYERS - 1})
    return Keyed(numbers, values=Integer(validate=Range(0, MOST_POINTS)), unknown=unknown)


class Names(List):
    """Ids; an empty list is absent, and `none` as the only item means no ids."""

    def __init__(self, inner: Field[str], most: int) -> None:
        super().__init__(inner, validate=Length(0, most), pre_load=lambda value: [] if value == [NONE] else value)

    def described(self, defs: Json) -> Json:
        """A list of ids, or of the word for none."""
        return {"anyOf": [super().described(defs), {"const": [NONE]}]}


class RuleSchema(Schema):
    """A rule, or what changes in one."""

    text = String(validate=Length(1, MOST_TEXT))
    find: Field[Any] = String(validate=Length(1, MOST_NAME))
    parameters: Field[Any] = Dict()
    all_of = Raw()
    any_of = Raw()
    not_ = Raw(data_key="not", attribute="not")
    layout = LayoutField()
    points: Field[Any] = Integer(validate=Range(0, MOST_POINTS))
    doubles = Integer(validate=Range(0, MOST_DOUBLES))
    added: Field[Any] = Integer(validate=Range(0, MOST_ADDED), attribute="bonus_points")
    limit_percent = Integer(validate=Range(0, 100))
    limit_share = Share()
    score = Integer(validate=Range(0, MOST_SCORE))
    waiting = Nested(WaitingSchema)
    applies_to = Enum(AppliesTo)
    when_limit = Choice(WHEN_LIMIT)
    replaces = Names(String(validate=Length(1, MOST_NAME)), MOST_CHANGES)
    spoiled_by = Names(String(validate=Length(1, MOST_NAME)), MOST_CHANGES)
    only_beside = Names(String(validate=Length(1, MOST_NAME)), MOST_CHANGES)
    bonus = Boolean()
    bonus_apart = Boolean()

    @validates_schema(skip_on_field_errors=False)
    def _one_worth(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        one_worth(read)


class EastSchema(Schema):
    """The factors by which East pays and is paid."""

    pays = Integer(validate=Range(1, MOST_SHARES))
    receives = Integer(validate=Range(1, MOST_SHARES))


class DiscarderSchema(Schema):
    """The factors by which the discarder and the others pay."""

    share = Integer(validate=Range(1, MOST_SHARES))
    others_share = Integer(validate=Range(0, MOST_SHARES))
    for_all = Boolean()


class SettlementSchema(Schema):
    """How a table settles."""

    losers = Enum(Losers)
    east = Nested(EastSchema)
    discarder = Nested(DiscarderSchema)
    self_drawn = Integer(validate=Range(1, MOST_SHARES))
    robbed_kong_as = Enum(RobbedKongAs)
    limit_cuts = Enum(LimitCuts)
    limit_without = Integer(validate=Range(0, 1_000_000))
    pays_above_limit = Boolean()
    points_rounded_up_to = Integer(validate=Range(1, MOST_ROUNDED))
    drawn_deal = Enum(DrawnDeal)
    bonus_beside_limit = Boolean()
    loser_limit = Enum(LoserLimit)
    dangerous_discard: Field[Any] = String(validate=Length(1, MOST_NAME))
    rounds = Boolean()


class LegalitySchema(Schema):
    """Requirements of a win."""

    chows: Field[Any] = Integer(validate=Range(0, HAND_SETS), attribute="most_chows")
    least_points = Integer(validate=Range(0, MOST_POINTS))
    least_doubles = Integer(validate=Range(0, MOST_DOUBLES))
    shapes = List(Choice(SHAPES), validate=Length(1, len(SHAPES)))
    robs_concealed = Names(Choice(SHAPES), len(SHAPES))
    dealt_kongs = Boolean()
    short_dead_hand_scores = Boolean()


class FalseMahjongSchema(Schema):
    """The payment for a false call, in points or as a share of the limit."""

    points = Integer(validate=Range(0, MOST_POINTS))
    limit_percent = Integer(validate=Range(0, 200))
    shared = Boolean()
    east_doubles = Boolean()
    exposed_only = Boolean()
    passes_the_deal = Boolean()
    by_callers = by_callers()

    @validates_schema(skip_on_field_errors=False)
    def _one_amount(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        if "points" in read and "limit_percent" in read:
            raise ValidationError([_BESIDE_POINTS], "limit_percent")


def settlement_columns(data: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `Settling`, from their places in the body."""
    read: dict[str, Any] = {}
    for column, (first, *more) in PLACES.items():
        value = data.get(first, ...)
        for step in more:
            value = value.get(step, ...) if isinstance(value, dict) else ...
        if value is not ...:
            read[column] = value
    return read
