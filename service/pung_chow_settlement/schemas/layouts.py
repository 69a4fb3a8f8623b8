"""Fields of layouts and of the worth of hands."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, post_load, validates_schema

from pung_chow_settlement.domain.clauses.condition_parser import LAYOUT_MEMBER, MAX_LEVELS
from pung_chow_settlement.domain.layouts.grammar import MAX_CHARACTERS as MAX_LAYOUT
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.layouts.parts import Exposed, FromWall
from pung_chow_settlement.domain.layouts.spec import LayoutSpec
from pung_chow_settlement.domain.rulebook.amend.of_rules import BESIDE_A_SCORE
from pung_chow_settlement.domain.rulebook.members import MAX_DOUBLES, MAX_SCORE
from pung_chow_settlement.domain.rulebook.rules import RULE_MEMBERS, WHOLE_LIMIT, Percent, Worth, percent_of
from pung_chow_settlement.schemas.fields import (
    Boolean,
    Enum,
    Field,
    Integer,
    Json,
    Length,
    Message,
    Range,
    Raw,
    Schema,
    String,
)

MAX_SHARE: Final = 12
"""The greatest share of the limit, in limits."""
_UNQUOTED: Final = Message("unknown-member.unquoted")
_WORTH: Final = Message("unexpected-member.worth")
_SHARE: Final = re.compile(r"[0-9]{1,3}(/[1-9][0-9]{0,2})?")


class ShareField(Field[Percent]):
    """A share of the limit as the text of an exact fraction, `1/8`, `3/2` or `2`; parsed to per cent."""

    default_error_messages = {
        "invalid": Message("wrong-type.share"),
        "range": Message("out-of-range.share"),
    }

    def __init__(self, most: int = MAX_SHARE, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Percent:
        if not isinstance(value, str) or not _SHARE.fullmatch(value):
            raise self.make_error("invalid")
        over, _, under = value.partition("/")
        share = Fraction(int(over), int(under or 1))
        if share > self.most:
            raise self.make_error("range", given=value, most=self.most)
        return percent_of(share * WHOLE_LIMIT)

    def described(self, _: Json) -> Json:
        """The text of a fraction, or of whole limits."""
        return {"type": "string", "pattern": f"^{_SHARE.pattern}$"}


_BESIDE_A_SCORE: Final = Message("unexpected-member.beside-score")
_NO_WORTH: Final = Message("missing-member.waiting")
_AS_SENT: Final = {"limit_percent": "limit_share"}
"""Members of records by the names under which they are sent."""


def with_effect(read: Mapping[str, Any], sent: Any) -> None:
    """Raises ValidationError for what has no effect: points and doubles beside a score, waiting without a worth."""
    if isinstance(sent, dict) and sent.get("waiting") == {}:
        raise ValidationError({"waiting": [_NO_WORTH]})
    beside = [name for name in BESIDE_A_SCORE if read.get("score") is not None and read.get(name)]
    if beside:
        raise ValidationError({RULE_MEMBERS[name].path[0]: [_BESIDE_A_SCORE] for name in beside})


def one_worth(read: Mapping[str, Any], *further: str) -> None:
    """Raises ValidationError for members that exclude each other: shares of the limit, a fixed score, and others."""
    first, *others = [name for name in ("limit_percent", "score", *further) if read.get(name)] or [""]
    if others:
        raise ValidationError(
            {_AS_SENT.get(name, name): [_WORTH.format(member=_AS_SENT.get(first, first))] for name in others}
        )


class WaitingSchema(Schema):
    """The worth of a hand that is one tile short."""

    limit_share = ShareField(attribute="limit_percent")
    score = Integer(validate=Range(0, MAX_SCORE))
    doubles = Integer(validate=Range(0, MAX_DOUBLES))

    @validates_schema(skip_on_field_errors=False)
    def _one_worth(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        one_worth(read, "doubles")

    @post_load
    def _worth(self, data: dict[str, Any], **_: Any) -> Worth:
        return Worth(**data)


class WithLayoutSchema(Schema):
    """An object with the text of a layout.

    In `{layout: pair of a, pung of b}` YAML reads a member `pung of b` without a value, since nothing is quoted.
    """

    layout_member: ClassVar[str]

    def unknown_member(self, name: str, sent: Mapping[str, Any]) -> Message:
        """The message of a member that is not known, or that is the rest of a layout."""
        written = sent.get(self.layout_member)
        rest = [each for each, value in sent.items() if value is None and each not in self.members]
        if isinstance(written, str) and name in rest:
            return _UNQUOTED.format(layout=", ".join([written, *rest])[:MAX_LAYOUT])
        return super().unknown_member(name, sent)


class LayoutSchema(WithLayoutSchema):
    """A layout: its tiles and its other members."""

    layout_member = "tiles"

    tiles = String(validate=Length(1, MAX_LAYOUT), required=True)
    exposed = Enum(Exposed)
    kongs = Boolean()
    from_wall = Enum(FromWall)
    winning = String(validate=Length(1, MAX_LAYOUT))
    claimed = String(validate=Length(1, MAX_LAYOUT))


_DEEPEST: Final = 2 * MAX_LEVELS
"""The most lists and objects within each other that have the conditions of one rule."""


def with_layouts_read(given: Any, layout: "LayoutField", deep: int = _DEEPEST) -> Any:
    """Conditions with their layouts read by this field; the rest is parsed elsewhere.

    Raises ValidationError for layouts that cannot be read.
    """
    if not deep or not isinstance(given, dict | list):
        return given
    read: dict[Any, Any] = {}
    errors: dict[Any, Any] = {}
    for name, each in given.items() if isinstance(given, dict) else enumerate(given):
        try:
            of_layout = name == LAYOUT_MEMBER and isinstance(given, dict)
            read[name] = layout.deserialize(each) if of_layout else with_layouts_read(each, layout, deep - 1)
        except ValidationError as error:
            errors[name] = error.messages
    if errors:
        raise ValidationError(errors)
    return read if isinstance(given, dict) else [*read.values()]


class Conditions(Raw):
    """Conditions that a rule combines, parsed elsewhere except for their layouts."""

    layout: ClassVar[type["LayoutField"]]

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return with_layouts_read(value, self.layout())


class LayoutField(Field[LayoutSpec]):
    """A layout: an object with its tiles, or with the name of a hand that has one in place of them."""

    default_error_messages = {"invalid": Message("wrong-type.layout")}
    schema = LayoutSchema()

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> LayoutSpec:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        read = self.schema.load(value)
        named = NAMED.get(read["tiles"])
        return LayoutSpec(**read) if named is None else named.sent._replace(**{**read, "tiles": named.sent.tiles})

    def described(self, defs: Json) -> Json:
        """An object."""
        return self.schema.reference(defs)


class LayoutOrText(LayoutField):
    """A layout in a file of an operator, which may write its tiles, or the name of a hand, in place of an object."""

    length = Length(1, MAX_LAYOUT)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> LayoutSpec:
        given = {"tiles": self.length(value)} if isinstance(value, str) else value
        return super()._deserialize(given, attr, data, **kwargs)

    def described(self, defs: Json) -> Json:
        """The text of its tiles, or an object."""
        text = {"type": "string", "minLength": self.length.min, "maxLength": self.length.max}
        return {"anyOf": [text, super().described(defs)]}


Conditions.layout = LayoutField
