"""Fields of layouts and of the worth of hands, for house rules."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from marshmallow import ValidationError, post_load

from service.domain.layouts.grammar import MOST_CHARACTERS as MOST_LAYOUT
from service.domain.layouts.model import Exposed, FromWall
from service.domain.layouts.written import Written
from service.domain.rulebook.model import WHOLE_LIMIT, Percent, Worth, percent_of
from service.requests.fields import Boolean, Enum, Field, Integer, Length, Message, Range, Schema, String

MOST_SCORE: Final = 500_000
"""The highest fixed score of a hand, in points."""
MOST_SHARE: Final = 12
"""The greatest share of the limit, in limits."""
_SHARE: Final = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?")


class Share(Field[Percent]):
    """A share of the limit as an exact fraction, `1/8`, `3/2` or `2`; parsed to per cent."""

    default_error_messages = {
        "invalid": Message("wrong-type.share"),
        "range": Message("out-of-range.share"),
    }

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Percent:
        value = str(value) if type(value) is int else value
        if not isinstance(value, str) or not _SHARE.fullmatch(value):
            raise self.make_error("invalid")
        over, _, under = value.partition("/")
        share = Fraction(int(over), int(under or 1))
        if share > MOST_SHARE:
            raise self.make_error("range", given=value, most=MOST_SHARE)
        return percent_of(share * WHOLE_LIMIT)


class WaitingSchema(Schema):
    """The worth of a hand that is one tile short."""

    limit_share = Share(attribute="limit_percent")
    score = Integer(validate=Range(0, MOST_SCORE))

    @post_load
    def as_record(self, data: dict[str, Any], **_: Any) -> Worth:
        """The members as a record."""
        return Worth(**data)


class LayoutSchema(Schema):
    """A layout: its tiles and its other members."""

    tiles = String(validate=Length(1, MOST_LAYOUT), required=True)
    exposed = Enum(Exposed)
    kongs = Boolean()
    from_wall = Enum(FromWall)
    winning = String(validate=Length(1, MOST_LAYOUT))
    claimed = String(validate=Length(1, MOST_LAYOUT))


class LayoutField(Field[tuple[Written | None, bool]]):
    """A layout and whether it is given as a text of its tiles; else it is an object."""

    default_error_messages = {"invalid": Message("wrong-type.layout")}
    schema = LayoutSchema()
    length = Length(1, MOST_LAYOUT)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[Written | None, bool]:
        try:
            if isinstance(value, str):
                return Written(self.length(value)), True
            if isinstance(value, dict):
                return Written(**self.schema.load(value)), False
            raise self.make_error("invalid")
        except ValidationError as error:
            error.valid_data = (None, False)  # type: ignore[assignment] # the value in its place
            raise
