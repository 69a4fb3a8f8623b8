"""Parse the condition of a rule, as files and house rules write it, with every fault at its path."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Condition, OptionRef
from pung_chow_settlement.domain.clauses.combinators import COMBINING, NOT, of_parts
from pung_chow_settlement.domain.faults import SHOWN, Fault, Path

MAX_PARTS: Final = 20
"""Most conditions in one rule."""
MAX_LEVELS: Final = 4
"""Deepest nesting of conditions in one rule: `not` within `any_of` within `all_of` has four levels."""
Nearest = Callable[[str, Iterable[str]], str | None]
"""Returns the known word that is most like a misspelt one; None if none is."""
LAYOUT_MEMBER: Final = "layout"
_MEMBERS: Final = ("find", *COMBINING, LAYOUT_MEMBER)
_KNOWN: Final = ("find", *COMBINING, "parameters")
OfLayout = Callable[[Any], tuple[BoundCondition | None, list[Fault]]]
"""Returns the condition of a layout that a part has, or its faults."""


class ConditionParser:
    """Parses the condition of a rule: `find` with `parameters`, or one of the combining members; collects faults."""

    def __init__(
        self,
        known: Mapping[str, Condition],
        nearest: Nearest,
        *,
        of_layout: OfLayout | None = None,
        options: bool = False,
    ) -> None:
        self.known = known
        self.nearest = nearest
        self.options = options
        """True if a parameter may name an option of the rulebook: `{option: NAME}`."""
        self.of_layout = of_layout
        """What parses a `layout`; None where none may be a part."""
        self.faults: list[Fault] = []

    def parse(self, given: Any, path: Path) -> BoundCondition | None:
        """Parse a condition; None if it has a fault."""
        number, levels = extent(given)
        for size, most, sentence in ((levels, MAX_LEVELS, "levels"), (number, MAX_PARTS, "parts")):
            if size > most:
                facts = {"given": size, "least": 1, "most": most}
                self.faults.append(Fault("too-many-items", path, facts=facts, sentence=sentence))
                return None
        return self._parse(given, path)

    def _parse(self, given: Any, path: Path) -> BoundCondition | None:
        if not isinstance(given, dict):
            return self._fault("wrong-type", path, "object")
        known = _KNOWN if self.of_layout is None else (*_KNOWN, LAYOUT_MEMBER)
        for name in given:
            if name not in known:
                self._fault("unknown-member", (*path, name), near=self.nearest(name, known), member=name[SHOWN])
        members = [name for name in _MEMBERS if name in given and name in known]
        if not members:
            return self._fault("missing-member", (*path, "find"), member="find")
        excess = [*members[1:], *(["parameters"] if members[0] != "find" and "parameters" in given else [])]
        for name in excess:
            self._fault("unexpected-member", (*path, name), "worth", member=members[0])
        return self._condition(given, path) if members[0] == "find" else self._made_of(members[0], given, path)

    def _made_of(self, member: str, given: Mapping[str, Any], path: Path) -> BoundCondition | None:
        """The condition of a layout, or one that combines others."""
        place = (*path, member)
        if member == LAYOUT_MEMBER and self.of_layout is not None:
            found, faults = self.of_layout(given[member])
            self.faults += [fault.prefixed(place) for fault in faults]
            return found
        if member == NOT.id:
            part = self._parse(given[member], place)
            return part and of_parts(NOT, part)
        return self._list(COMBINING[member], given[member], place)

    def _list(self, condition: Condition, given: Any, path: Path) -> BoundCondition | None:
        if not isinstance(given, list):
            return self._fault("wrong-type", path, "list")
        if not given:
            return self._fault("too-few-items", path, given=0, least=1, most=MAX_PARTS)
        parts = [self._parse(each, (*path, index)) for index, each in enumerate(given)]
        parsed = [part for part in parts if part is not None]
        return of_parts(condition, *parsed) if len(parsed) == len(parts) else None

    def _condition(self, given: Mapping[str, Any], path: Path) -> BoundCondition | None:
        name, values = given["find"], given.get("parameters", {})
        if not isinstance(name, str):
            return self._fault("wrong-type", (*path, "find"), "string")
        condition = self.known.get(name)
        if condition is None:
            near = self.nearest(name, self.known)
            return self._fault("unknown-value", (*path, "find"), "finder", near=near, given=name[SHOWN])
        if not isinstance(values, dict):
            return self._fault("wrong-type", (*path, "parameters"), "object")
        parsed = {member: self._value(value) for member, value in values.items()}
        faults = parameter_faults(condition, parsed, {}, path, self.nearest)
        self.faults += faults
        return None if faults else condition(**parsed)

    def _value(self, value: Any) -> Any:
        if self.options and isinstance(value, dict) and value.keys() == {"option"}:
            return OptionRef(str(value["option"]))
        return exact(value)

    def _fault(
        self, code: str, path: Path, sentence: str = "", near: str | None = None, **facts: Any
    ) -> BoundCondition | None:
        """Add a fault; returns None, in place of the condition."""
        self.faults.append(Fault(code, path, near, facts, sentence))
        return None


def exact(value: Any) -> Any:
    """The value of a parameter, with 3.0 converted to 3."""
    return int(value) if type(value) is float and value.is_integer() else value


def extent(given: Any) -> tuple[int, int]:
    """The number of conditions and the depth of nesting."""
    sizes = [len(layer) for layer in _layers(given)]
    return sum(sizes), len(sizes)


def has_layout(given: Any) -> bool:
    """True if a rule or one of the conditions that it combines has a layout."""
    return any(isinstance(each, dict) and LAYOUT_MEMBER in each for layer in _layers(given) for each in layer)


def _layers(given: Any) -> Iterator[list[Any]]:
    """Conditions by their depth; without recursion, since a body may be nested deeply."""
    layer = [given]
    while layer:
        yield layer
        layer = [part for each in layer if isinstance(each, dict) for part in _parts(each)]


def _parts(given: Mapping[str, Any]) -> Iterator[Any]:
    for name in COMBINING:
        parts = given.get(name)
        yield from parts if isinstance(parts, list) else () if parts is None else (parts,)


def parameter_faults(
    condition: Condition,
    given: Mapping[str, Any],
    present: Mapping[str, Any],
    path: Path,
    nearest: Nearest,
) -> list[Fault]:
    """Faults of the given parameters of a condition; `present` are those that need not be given again."""
    values = {**present, **given}
    return list(_parameter_faults(condition, given, present, path, nearest)) or list(
        _impossible(condition, values, path)
    )


def _impossible(condition: Condition, values: Mapping[str, Any], path: Path) -> Iterator[Fault]:
    """A fault if no hand can have the condition with these parameters together."""
    name = condition(**values).impossible
    if name:
        facts = {"finder": condition.id, "member": name}
        yield Fault("unknown-value", (*path, "parameters", name), None, facts, "parameter-impossible")


def _parameter_faults(
    condition: Condition,
    given: Mapping[str, Any],
    present: Collection[str],
    path: Path,
    nearest: Nearest,
) -> Iterator[Fault]:
    facts = {"finder": condition.id}
    for name in [each for each in condition.parameters if each not in given and each not in present]:
        place: Path = (*path, "parameters", name)
        yield Fault("missing-member", place, facts={**facts, "member": name}, sentence="parameter")
    for name, value in given.items():
        parameter, place, named = condition.parameters.get(name), (*path, "parameters", name), {"member": name[SHOWN]}
        if parameter is None:
            near = nearest(name, condition.parameters)
            yield Fault("unknown-member", place, near, {**facts, **named}, "parameter")
        elif not isinstance(value, OptionRef) and not parameter.accepts(value):
            near = nearest(value, map(str, parameter.choices)) if isinstance(value, str) else None
            stated = {**facts, **named, "accepted": parameter.accepted}
            yield Fault("unknown-value", place, near, stated, "parameter")
