"""Conditions made of others: `all_of`, `any_of` and `not`, and how a rule states what it looks for.

A combined condition counts once, whatever its parts find. The same reader serves rulebooks' files and house rules.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

from service.domain.faults import Fault, Path
from service.domain.rulebook.conditions import FOUND, NOTHING, when
from service.domain.rulebook.model import Agreed, BoundCondition, Condition, Evidence, Look, Predicate
from service.domain.sets import Feature

MOST_PARTS: Final = 20
"""Conditions in one rule."""
MOST_LEVELS: Final = 4
"""Levels of conditions in one rule: `not` within `any_of` within `all_of` has four."""
_ALWAYS: Final = int(Feature.ALWAYS)
_RARE: Final = (
    Feature.SPECIAL_WIN,
    Feature.MAJORS_ONLY,
    Feature.ONE_SUIT,
    Feature.IN_ONE_SUIT,
    Feature.HONOUR_PUNG,
    Feature.ANY_KONG,
)
"""Features that few hands have, the rarest first."""
Nearest = Callable[[str, Iterable[str]], str | None]
"""The known word that a slip of the pen may have meant."""


def _asked(looks: Sequence[Look]) -> list[tuple[int, Predicate]]:
    """Each predicate with its features: it is asked only of a hand that has one of them, as in a table of rules."""
    return [(int(where), predicate) for where, predicate in looks]


def all_of(looks: Sequence[Look]) -> Look:
    """All hold, so each part's features are needed: those of the part that the fewest hands have."""
    parts = _asked(looks)

    def all_hold(arranged: Any) -> Evidence:
        features = arranged.features
        for where, predicate in parts:
            if not (where & features and predicate(arranged)):
                return NOTHING
        return FOUND

    return min([where for where, _ in looks], key=_breadth), all_hold


def _breadth(where: Feature) -> tuple[bool, int, int]:
    rank = _RARE.index(where) if where in _RARE else len(_RARE)
    return bool(where & _ALWAYS), rank, int(where).bit_count()


def _any_of(looks: Sequence[Look]) -> Look:
    parts = _asked(looks)

    def any_holds(arranged: Any) -> Evidence:
        features = arranged.features
        for where, predicate in parts:
            if where & features and predicate(arranged):
                return FOUND
        return NOTHING

    return reduce(or_, [where for where, _ in looks]), any_holds


def _not(looks: Sequence[Look]) -> Look:
    [(where, predicate)] = _asked(looks)
    return Feature.ALWAYS, lambda arranged: when(not (where & arranged.features and predicate(arranged)))


def _combining(name: str, text: str, combine: Callable[[Sequence[Look]], Look]) -> Condition:
    def parts_only(**_: object) -> Any:  # `combine` takes their place
        raise NotImplementedError

    return Condition(
        id=name, text=text, make=parts_only, where=parts_only, parameters={}, winner_only=False, combine=combine
    )


ALL_OF: Final = _combining("all_of", "All of these conditions hold", all_of)
ANY_OF: Final = _combining("any_of", "At least one of these conditions holds", _any_of)
NOT: Final = _combining("not", "This condition does not hold", _not)
COMBINING: Final[Mapping[str, Condition]] = {each.id: each for each in (ALL_OF, ANY_OF, NOT)}
"""Not in the catalogue, since a rule states each in a member of its own."""
_MEMBERS: Final = ("find", *COMBINING)
_WITH_PARAMETERS: Final = (*_MEMBERS, "parameters")


def of_parts(condition: Condition, *parts: BoundCondition) -> BoundCondition:
    """A combined condition."""
    return BoundCondition(condition, (), parts)


# What a rule states


class Reader:
    """Reads what a rule looks for: `find` with `parameters`, or one of the combining members; collects the faults."""

    def __init__(self, known: Mapping[str, Condition], nearest: Nearest, *, options: bool = False) -> None:
        self.known = known
        self.nearest = nearest
        self.options = options
        """Whether a parameter may name an option of the rulebook: `{option: NAME}`."""
        self.faults: list[Fault] = []

    def read(self, given: Any, path: Path) -> BoundCondition | None:
        """The condition; None where it has a fault."""
        number, levels = extent(given)
        for size, most, sentence in ((levels, MOST_LEVELS, "levels"), (number, MOST_PARTS, "parts")):
            if size > most:
                facts = {"given": size, "least": 1, "most": most}
                self.faults.append(Fault("too-many-items", path, facts=facts, sentence=sentence))
                return None
        return self._read(given, path)

    def _read(self, given: Any, path: Path) -> BoundCondition | None:
        if not isinstance(given, dict):
            return self._fault("wrong-type", path, "object")
        for name in given:
            if name not in _WITH_PARAMETERS:
                near = self.nearest(name, _WITH_PARAMETERS)
                self._fault("unknown-member", (*path, name), near=near, member=name[:40])
        named = [name for name in _MEMBERS if name in given]
        if not named:
            return self._fault("missing-member", (*path, "find"))
        excess = [*named[1:], *(["parameters"] if named[0] != "find" and "parameters" in given else [])]
        for name in excess:
            self._fault("unexpected-member", (*path, name), "worth", member=named[0])
        place = (*path, named[0])
        if named[0] == "find":
            return self._condition(given, path)
        if named[0] == NOT.id:
            part = self._read(given[NOT.id], place)
            return part and of_parts(NOT, part)
        return self._list(COMBINING[named[0]], given[named[0]], place)

    def _list(self, condition: Condition, given: Any, path: Path) -> BoundCondition | None:
        if not isinstance(given, list):
            return self._fault("wrong-type", path, "list")
        if not given:
            return self._fault("too-few-items", path, given=0, least=1, most=MOST_PARTS)
        parts = [self._read(each, (*path, index)) for index, each in enumerate(given)]
        read = [part for part in parts if part is not None]
        return of_parts(condition, *read) if len(read) == len(parts) else None

    def _condition(self, given: Mapping[str, Any], path: Path) -> BoundCondition | None:
        name, values = given["find"], given.get("parameters", {})
        if not isinstance(name, str):
            return self._fault("wrong-type", (*path, "find"), "string")
        condition = self.known.get(name)
        if condition is None:
            near = self.nearest(name, self.known)
            return self._fault("unknown-value", (*path, "find"), "finder", near=near, given=name[:40])
        if not isinstance(values, dict):
            return self._fault("wrong-type", (*path, "parameters"), "object")
        read = {member: self._value(value) for member, value in values.items()}
        faults = list(parameter_faults(condition, read, (), path, self.nearest))
        self.faults += faults
        return None if faults else condition(**read)

    def _value(self, value: Any) -> Any:
        if self.options and isinstance(value, dict) and value.keys() == {"option"}:
            return Agreed(str(value["option"]))
        return exact(value)

    def _fault(
        self, code: str, path: Path, sentence: str = "", near: str | None = None, **facts: Any
    ) -> BoundCondition | None:
        """Note a fault; returns the condition that cannot be read, None."""
        self.faults.append(Fault(code, path, near, facts, sentence))
        return None


def exact(value: Any) -> Any:
    """A parameter's value, a whole number also where a client writes 3.0 for it."""
    return int(value) if type(value) is float and value.is_integer() else value


def extent(given: Any) -> tuple[int, int]:
    """How many conditions there are and how many levels; without recursion, since a body may be deep."""
    number, levels, layer = 0, 0, [given]
    while layer:
        number, levels = number + len(layer), levels + 1
        layer = [part for each in layer if isinstance(each, dict) for part in _parts(each)]
    return number, levels


def _parts(given: Mapping[str, Any]) -> Iterator[Any]:
    for name in COMBINING:
        parts = given.get(name)
        yield from parts if isinstance(parts, list) else () if parts is None else (parts,)


def parameter_faults(
    condition: Condition,
    given: Mapping[str, Any],
    had: Collection[str],
    path: Path,
    nearest: Nearest,
) -> Iterator[Fault]:
    """What is wrong with the parameters of a condition, of any type, beside those that it had already."""
    facts = {"finder": condition.id}
    for name in [each for each in condition.parameters if each not in given and each not in had]:
        place: Path = (*path, "parameters", name)
        yield Fault("missing-member", place, facts={**facts, "member": name}, sentence="parameter")
    for name, value in given.items():
        parameter, place, named = condition.parameters.get(name), (*path, "parameters", name), {"member": name[:40]}
        if parameter is None:
            near = nearest(name, condition.parameters)
            yield Fault("unknown-member", place, near, {**facts, **named}, "parameter")
        elif not isinstance(value, Agreed) and not parameter.accepts(value):
            near = nearest(value, map(str, parameter.choices)) if isinstance(value, str) else None
            stated = {**facts, **named, "accepted": parameter.accepted}
            yield Fault("unknown-value", place, near, stated, "parameter")
