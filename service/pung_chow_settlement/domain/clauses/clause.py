"""Clauses: what must hold, and what to say where it does not. A condition is a list of them.

A condition holds if all of its clauses do, else its reason is that of the first clause which fails: verdict and reason
come from one place. What a clause asks of the facts of a hand (`FactFilter`) is data, so that a table of rules knows by
the facts of a hand which conditions can hold, and which of them do.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import Fact, Named
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.layouts.spec import ReadLayout
from pung_chow_settlement.domain.seats import SEATS, Seat
from pung_chow_settlement.domain.sets import CONCEALED, EXPOSED, Feature, Set
from pung_chow_settlement.domain.tiles import TRAIT_BITS, TRAITS, Tile, Tiles

Evidence = Sequence[Tiles]
"""What a clause finds: for each time it holds the tiles, empty if no particular ones make it hold."""
EvidenceFinder = Callable[[ArrangedHand], Evidence]
Predicate = Callable[[ArrangedHand], object]
"""True if something holds."""
NOTHING: Final[Evidence] = ()
FOUND: Final[Evidence] = ((),)
FAR: Final = 9
"""The distance (`Reason.lacks`) if none is computed."""


class Reason(NamedTuple):
    """Why a rule does not count."""

    key: str
    """The message key of its sentence."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """The facts of the sentence, by name."""
    lacks: int = 1
    """The distance: roughly the number of tiles, sets or facts of the win that would have to change."""


Why = Callable[[ArrangedHand], Reason]
"""Returns why a clause fails; called only for hands for which it does."""


def reason(name: str, how_far: int = 1, /, **facts: Fact) -> Reason:
    """A reason, by the last part of its message key; `how_far` is `Reason.lacks`."""
    return Reason(f"why.{name}", tuple(facts.items()), how_far)


# Facts


_ALL_TRAITS: Final = (1 << (1 << TRAIT_BITS)) - 1
_TRAITS_OF_A_HAND: Final = (1 << TRAIT_BITS) - 1
_TRAITS_OF_TILES: Final = tuple(sorted({*TRAITS}))


class FactFilter(NamedTuple):
    """What is asked of the facts of a hand (`ArrangedHand.facts`)."""

    traits: int = _ALL_TRAITS
    """The combinations of traits that are allowed: bit 5 stands for the combination 5."""
    any_of: tuple[int, ...] = ()
    """The hand has one feature, or more, of each of these sets of features."""
    none_of: int = 0
    """It has none of these features."""

    def allows(self, facts: int) -> bool:
        """True if these facts are as asked."""
        if facts & self.none_of or not self.traits >> (facts & _TRAITS_OF_A_HAND) & 1:
            return False
        for each in self.any_of:  # noqa: SIM110 - a generator takes twice as long
            if not facts & each:
                return False
        return True

    @property
    def bits(self) -> int:
        """The bits of the facts that it depends on."""
        return reduce(or_, self.any_of, self.none_of | (_TRAITS_OF_A_HAND if self.traits != _ALL_TRAITS else 0))

    @property
    def one_tile_short(self) -> "FactFilter":
        """What is asked of a hand that did not win, if one more tile makes it one of which this is asked."""
        allowed = 0
        for before in range(1 << TRAIT_BITS):
            if any(self.traits >> (before | tile) & 1 for tile in _TRAITS_OF_TILES):
                allowed |= 1 << before
        return FactFilter(traits=allowed)


def _all(asked: Iterable[FactFilter]) -> FactFilter:
    """What all of them ask."""
    allowed, needed, forbidden = _ALL_TRAITS, dict[int, None](), 0
    for each in asked:
        allowed, forbidden = allowed & each.traits, forbidden | each.none_of
        needed.update(dict.fromkeys(each.any_of))
    return FactFilter(allowed, tuple(needed), forbidden)


def _any(asked: Sequence[FactFilter]) -> FactFilter:
    """What each of them asks at least."""
    allowed = reduce(or_, [each.traits for each in asked])
    needed = (reduce(or_, [each.any_of[0] for each in asked]),) if all(each.any_of for each in asked) else ()
    return FactFilter(allowed, needed, reduce(lambda one, other: one & other, [each.none_of for each in asked]))


# Clauses


ANYTHING: Final = FactFilter()


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """What must hold, and why a hand fails it."""

    why: Why
    asked: FactFilter = ANYTHING
    judges: Predicate | None = None
    """True if it holds for a hand whose facts are as asked; None if the facts decide, or it finds evidence."""
    finds: EvidenceFinder | None = None
    """Returns the evidence in a hand whose facts are as asked, and counts for each piece; None: it counts once."""
    near: bool = False
    """True if a hand that did not win must be one tile short of a layout among the shapes that are played.

    A prefilter: without it and those of the sets of a named hand (`patterns.py`), a deal of bmja takes 1.09 to 1.15 of
    the time.
    """
    of_each_tile: bool = False
    """True if `judges` looks at each tile by itself, so that a hand fails it if a part of it does."""
    without_tiles: bool = False
    """True if `judges` looks at the seat, the round and East's wins in a row, not at tiles or sets."""

    def holds(self, arranged: ArrangedHand) -> bool:
        """True if it holds."""
        if self.asked is not ANYTHING and not self.asked.allows(arranged.facts):
            return False
        decides = self.judges or self.finds
        return decides is None or bool(decides(arranged))


SetPredicate = Callable[[Set, Seat, Seat], bool]
"""True if a set earns a clause, in this seat and round."""
OfBonus = Callable[[Tiles, Seat, Seat], Evidence]
"""The evidence among these flowers and seasons, in this seat and round."""
Clauses = tuple[Clause, ...]


def traits(allowed: Callable[[int], object], why: Why) -> Clause:
    """The traits of all tiles, as bits, are allowed; they are 0 if the hand is not judged as a whole."""
    return Clause(why, FactFilter(traits=sum([1 << each for each in range(1 << TRAIT_BITS) if allowed(each)])))


def some(features: int, why: Why) -> Clause:
    """The hand has one of these features."""
    return Clause(why, FactFilter(any_of=(int(features),)))


def none(features: int, why: Why) -> Clause:
    """The hand has none of these features."""
    return Clause(why, FactFilter(none_of=int(features)))


def judged(judges: Predicate, why: Why, asked: FactFilter = ANYTHING) -> Clause:
    """Something else holds."""
    return Clause(why, asked, judges)


def judged_without_tiles(judges: Predicate, why: Why) -> Clause:
    """Something holds for the seat, the round or East's wins in a row."""
    return Clause(why, judges=judges, without_tiles=True)


def finding(finds: EvidenceFinder, why: Why, asked: FactFilter = ANYTHING) -> Clause:
    """Some tiles are found, which are the evidence; the last clause of a condition, if any."""
    return Clause(why, asked, finds=finds)


def each_set(earns: SetPredicate, why: Why) -> Clause:
    """Each set that earns it, by itself."""

    def earning_in(seat: Seat, round_wind: Seat) -> frozenset[Set]:
        return frozenset(_those_that(lambda each: earns(each, seat, round_wind)))

    earning = [[earning_in(seat, round_wind) for round_wind in SEATS] for seat in SEATS]

    def finds(arranged: ArrangedHand) -> Evidence:
        context = arranged.context
        earning_here = earning[context.seat][context.round_wind]
        return [each.tiles for each in arranged.sets if each in earning_here]

    return finding(finds, why, having_one_of({*chain.from_iterable(chain.from_iterable(earning))}))


def of_bonus(finds: OfBonus, why: Why, asked: FactFilter) -> Clause:
    """Some flowers and seasons are found, which are the evidence."""

    def among_its_own(arranged: ArrangedHand) -> Evidence:
        context = arranged.context
        return finds(context.hand.bonus, context.seat, context.round_wind)

    return finding(among_its_own, why, asked)


def at_least(least: int, counts: Callable[[Set], bool], why: Why) -> Clause:
    """At least so many sets count."""
    counted = frozenset(_those_that(counts))
    return judged(lambda arranged: sum([each in counted for each in arranged.sets]) >= least, why, having(counts))


def having(counts: Callable[[Set], object]) -> FactFilter:
    """What follows for the facts of a hand which has a set that counts."""
    return having_one_of(_those_that(counts))


def having_one_of(found: Collection[Set]) -> FactFilter:
    """What follows for the facts of a hand which has one of these sets."""
    shared = reduce(lambda one, other: one & other, [each.features for each in found], -1)
    return FactFilter(any_of=(shared if shared > 0 else reduce(or_, [each.set_kind for each in found], 0),))


def _those_that(counts: Callable[[Set], object]) -> list[Set]:
    return [each for each in (*EXPOSED.values(), *CONCEALED.values()) if counts(each)]


WON: Final = some(Feature.WON, lambda _: reason("did-not-win", FAR))


class Requirement(NamedTuple):
    """The clauses of a condition with its arguments, all of which must hold."""

    name: Named
    """The condition."""
    clauses: Clauses
    asked: FactFilter
    """What all of its clauses ask of the facts of a hand."""
    judges: Predicate | None
    """True if the rest holds for a hand whose facts are as asked; None if the facts decide."""
    finds: EvidenceFinder | None
    """Returns the evidence in a hand for which all that holds; None: it counts once."""
    near: bool
    """True if a hand that did not win must be one tile short of a layout among the shapes that are played."""
    asked_bits: int
    """The bits of the facts that it depends on."""

    def evidence(self, arranged: ArrangedHand) -> Evidence:
        """The evidence in a hand; empty if the condition does not hold."""
        if not self.asked.allows(arranged.facts) or not (self.judges is None or self.judges(arranged)):
            return NOTHING
        return FOUND if self.finds is None else self.finds(arranged)

    def why_not(self, arranged: ArrangedHand) -> Reason | None:
        """Why the condition does not hold; None if it does."""
        for clause in self.clauses:
            if not clause.holds(arranged):
                return clause.why(arranged)
        return None


def requirement(name: Named, clauses: Clauses) -> Requirement:
    """The requirement of these clauses."""
    judges = tuple([clause.judges for clause in clauses if clause.judges is not None])
    found = [clause.finds for clause in clauses if clause.finds is not None]
    holds = None if not judges else judges[0] if len(judges) == 1 else _in_turn(judges)
    asked = _all([clause.asked for clause in clauses])
    return Requirement(
        name,
        clauses,
        asked,
        holds,
        found[0] if found else None,
        any(clause.near for clause in clauses),
        asked.bits,
    )


def _in_turn(judges: tuple[Predicate, ...]) -> Predicate:
    def holds(arranged: ArrangedHand) -> bool:
        for each in judges:  # noqa: SIM110 - a generator takes twice as long
            if not each(arranged):
                return False
        return True

    return holds


def within(kinds: Iterable[Collection[Tile]]) -> FactFilter:
    """What follows for the traits of a hand whose tiles are all among one of these collections of kinds."""
    possible = [reduce(or_, [TRAITS[tile] for tile in each], 0) for each in kinds]
    within_one = [each for each in range(1 << TRAIT_BITS) if any(not each & ~bits for bits in possible)]
    return FactFilter(traits=sum([1 << each for each in within_one]))


# Combinations


def all_of(parts: Iterable[Clauses]) -> Clauses:
    """All parts hold; together they count once."""
    return tuple([once(clause) for part in parts for clause in part])


def once(clause: Clause) -> Clause:
    """The clause without its evidence."""
    return clause if clause.finds is None else judged(clause.finds, clause.why, clause.asked)


def reworded(part: Clauses, says: Callable[[Reason], Reason]) -> Clauses:
    """The clauses with other reasons, made of their own."""

    def with_reasons(clause: Clause) -> Clause:
        return replace(clause, why=lambda arranged: says(clause.why(arranged)))

    return tuple([with_reasons(each) for each in part])


def any_of(parts: Sequence[Requirement]) -> Clause:
    """At least one part holds; the reason is that of the part which is nearest."""

    def holds(arranged: ArrangedHand) -> bool:
        for each in parts:  # noqa: SIM110 - as above
            if each.evidence(arranged):
                return True
        return False

    def why(arranged: ArrangedHand) -> Reason:
        reasons = [found for part in parts if (found := part.why_not(arranged)) is not None]
        return min(reasons, key=lambda each: each.lacks)

    return judged(holds, why, _any([part.asked for part in parts]))


def not_(part: Requirement, why: Why) -> Clause:
    """The part does not hold."""
    return judged(lambda arranged: not part.evidence(arranged), why)


# Conditions


_KEPT: Final = 512
"""Conditions with their arguments in the cache; the rulebooks have some three hundred different ones.

Without, a request with house rules takes a tenth longer."""
Value = str | int | bool
"""The value of a condition's parameter."""
OptionValue = int | None
Options = Mapping[str, OptionValue]
"""Every option of a rulebook by name, defaults filled in (booleans count as integers)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a condition: one of several words, a boolean, or a whole number within bounds."""

    text: str
    choices: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0

    def accepts(self, value: object) -> bool:
        """True if the value is allowed."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        return type(value) is int and self.least <= value <= self.most

    @property
    def accepted(self) -> str:
        """The allowed values, in words."""
        if self.choices:
            return ", ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices
            )
        return f"{self.least} to {self.most}"


TRUTH: Final = (False, True)


@dataclass(frozen=True, slots=True)
class OptionRef:
    """An argument that depends on a boolean option."""

    option: str


def _no_members(**_: Value | OptionRef) -> tuple[str, ...]:
    return ()


def _possible(**_: Value) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Condition:
    """What a rule can look for: an entry of the catalogue, or a way to combine conditions."""

    id: str
    text: str
    clauses: Callable[..., Clauses]
    """Returns what must hold; called with the arguments by name, or with the parts that are combined."""
    parameters: Mapping[str, Parameter]
    winner_only: bool
    """True if it applies only to hands that won."""
    win_members: Callable[..., tuple[str, ...]] = _no_members
    """Returns the members of a win or hand that it depends on, besides tiles and source; called with the arguments."""
    impossible: Callable[..., str] = _possible
    """Takes the arguments, and returns the parameter that makes it impossible for every hand; empty if none does."""

    @property
    def named(self) -> Named:
        """The condition as a fact."""
        return Named(self.id, self.text)

    def __call__(self, **values: Value | OptionRef) -> "BoundCondition":
        """Bind these arguments."""
        return BoundCondition(self, tuple(values.items()))


class BoundCondition(NamedTuple):
    """A condition with its arguments, as rules have it."""

    definition: Condition
    """What the catalogue defines."""
    values: tuple[tuple[str, Value | OptionRef], ...] = ()
    parts: "tuple[BoundCondition, ...]" = ()
    """The conditions that it combines."""
    layout: ReadLayout | None = None
    """The layout that it looks for, if its definition is that of layouts."""

    def with_options(self, options: Options) -> Requirement:
        """What it requires, with arguments that depend on options filled in."""
        condition = self.definition
        if self.parts:
            return requirement(condition.named, condition.clauses(*[part.with_options(options) for part in self.parts]))
        if self.layout is not None:
            return _required(condition, (("layout", self.layout),))
        return _required(condition, tuple(self.values_under(options).items()))

    def values_under(self, options: Options) -> dict[str, Value]:
        """The arguments by name, with those that depend on options filled in."""
        return {
            name: bool(options[value.option]) if isinstance(value, OptionRef) else value for name, value in self.values
        }

    @property
    def win_members(self) -> tuple[str, ...]:
        """The members of a win or hand that it depends on, besides tiles and source."""
        of_parts = [member for part in self.parts for member in part.win_members]
        return (*self.definition.win_members(**dict(self.values)), *of_parts)

    @property
    def impossible(self) -> str:
        """The parameter that makes it impossible for every hand; empty if none does, or if it depends on an option."""
        values = dict(self.values)
        depends = any(isinstance(value, OptionRef) for value in values.values())
        return "" if depends else self.definition.impossible(**values)

    @property
    def winner_only(self) -> bool:
        """True if it, or a part of it, applies only to hands that won."""
        return self.definition.winner_only or any(part.winner_only for part in self.parts)

    @property
    def options(self) -> set[str]:
        """The options that it, or a part of it, depends on."""
        own = {value.option for _, value in self.values if isinstance(value, OptionRef)}
        return own.union(*[part.options for part in self.parts])

    def evidence(self, arranged: ArrangedHand) -> Evidence:
        """The evidence in an arranged hand; callable only if no argument depends on an option."""
        return self.with_options({}).evidence(arranged)


@lru_cache(_KEPT)
def _required(one: Condition, values: tuple[tuple[str, Value | ReadLayout], ...]) -> Requirement:
    """What a condition with these arguments requires; cached, since house rules ask for it in requests."""
    clauses = one.clauses(**dict(values))
    return requirement(one.named, (WON, *clauses) if one.winner_only else clauses)


def condition(
    name: str,
    text: str,
    *clauses: Clause,
    winner_only: bool = True,
    win_members: Callable[..., tuple[str, ...]] = _no_members,
) -> Condition:
    """A condition without parameters, by default of a winner's hand only."""
    return with_parameters(name, text, lambda: clauses, winner_only=winner_only, win_members=win_members)


def with_parameters(
    name: str,
    text: str,
    clauses: Callable[..., Clauses],
    *,
    winner_only: bool = True,
    win_members: Callable[..., tuple[str, ...]] = _no_members,
    **parameters: Parameter,
) -> Condition:
    """A condition with parameters."""
    return Condition(
        id=name, text=text, clauses=clauses, parameters=parameters, winner_only=winner_only, win_members=win_members
    )
