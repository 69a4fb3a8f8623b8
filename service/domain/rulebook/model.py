"""The columns of a rulebook: rules, options and penalties as frozen records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from service.domain.deal import Source
from service.domain.tiles import Tile, Tiles
from service.domain.view import ALWAYS, View

Evidence = Sequence[Tiles]
"""What a finder found: one tuple of tiles each time the rule applies, empty tuples where it points at no tiles."""
Finder = Callable[[View], Evidence]
_ASKED_WHERE: Final[dict[Finder, int]] = {}


def asked_where(signs: int) -> Callable[[Finder], Finder]:
    """A finder that finds nothing unless a view has one of these signs, so that it is not asked elsewhere."""

    def marked(find: Finder) -> Finder:
        _ASKED_WHERE[find] = signs
        return find

    return marked


OptionValue = int | None
Options = Mapping[str, OptionValue]
"""Every option of a rulebook by name, defaults filled in (a boolean counts as the integer that it is in Python)."""

LIMIT: Final = "limit"
"""The option that every rulebook has: the most that one player pays another before East's double, or None."""


@dataclass(frozen=True, slots=True)
class Cite:
    """A place in a book."""

    book: str
    page: str


class AppliesTo(StrEnum):
    """Whose hands a rule counts in."""

    ALL = "all"
    WINNER = "winner"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class ShareOf:
    """A number that the players agree on: an option's value, divided."""

    option: str
    divided_by: int = 1

    def under(self, options: Options) -> int:
        """The number under these options (0 where the option is not set)."""
        return (options[self.option] or 0) // self.divided_by


Amount = int | ShareOf


def _amount(value: Amount, options: Options) -> int:
    return value.under(options) if isinstance(value, ShareOf) else value


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rule:
    """One row of a rulebook's table: what is found, what it is worth, who says so."""

    id: str
    text: str
    find: Finder
    source: Cite
    points: Amount = 0
    """Points before doubling, for each find."""
    doubles: int = 0
    """Doubles, for each find."""
    added: Amount = 0
    """Points added after doubling."""
    applies_to: AppliesTo = AppliesTo.ALL
    limit_hand: bool = False
    """A hand that scores the limit, whatever its count."""
    when_limit: bool | None = None
    """Counts only where a limit is set (True) or where none is (False)."""
    replaces: tuple[str, ...] = ()
    """Rules that do not count beside this one."""
    spoiled_by: tuple[str, ...] = ()
    """Rules beside which this one does not count."""
    only_beside: tuple[str, ...] | None = None
    """Counts only when every point of the hand comes from these rules (doubles do not matter)."""
    interpretation: str | None = None
    """How the book is read where it is silent or contradicts itself."""
    minds_others: bool = field(init=False, repr=False)
    """Whether what else is found bears on this rule, or this rule on what else is found."""
    signs: int = field(init=False, repr=False)
    """The signs of which a view must have one for the rule to be looked at."""
    fixed: tuple[int, int, int] | None = field(init=False, repr=False)
    """Points, doubles and added points for each find, where none of them hangs on an option."""

    def at(self, source: Cite, interpretation: str | None = None) -> "Rule":
        """The same row cited from another place, with a reading of its own or none."""
        return replace(self, source=source, interpretation=interpretation)

    def __post_init__(self) -> None:
        minds_others = bool(self.replaces or self.spoiled_by) or self.only_beside is not None
        object.__setattr__(self, "minds_others", minds_others)
        hangs = isinstance(self.points, ShareOf) or isinstance(self.added, ShareOf)
        object.__setattr__(self, "signs", _ASKED_WHERE.get(self.find, ALWAYS))
        object.__setattr__(self, "fixed", None if hangs else self._values({}))

    def values(self, options: Options) -> tuple[int, int, int]:
        """Points, doubles and added points for each find."""
        return self.fixed or self._values(options)

    def _values(self, options: Options) -> tuple[int, int, int]:
        return _amount(self.points, options), self.doubles, _amount(self.added, options)

    def counts_for(self, *, winner: bool, limited: bool) -> bool:
        """Whether the rule is looked at for a winner or another hand, with or without a limit."""
        right_hand = self.applies_to in (AppliesTo.ALL, AppliesTo.WINNER if winner else AppliesTo.OTHERS)
        return right_hand and self.when_limit in (None, limited)


def at(source: Cite, *rules: Rule) -> tuple[Rule, ...]:
    """The same rows, readings and all, cited from another page."""
    return tuple(replace(rule, source=source) for rule in rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A number that the rulebook leaves to the players."""

    name: str
    text: str
    source: Cite
    default: OptionValue
    default_by: tuple[str, Mapping[OptionValue, OptionValue]] | None = None
    """Another option and the defaults that follow from its values."""
    nullable: bool = False
    minimum: int | None = None
    maximum: int | None = None
    multiple_of: int | None = None
    choices: tuple[int, ...] | None = None
    requires: tuple[Finder, ...] = ()
    """Where a boolean option is on, a winner must show one of these."""
    interpretation: str | None = None

    @property
    def is_boolean(self) -> bool:
        """True or false, rather than a number."""
        return isinstance(self.default, bool)

    def accepts(self, number: int) -> bool:
        """Whether a number is within the option's range."""
        if self.choices is not None:
            return number in self.choices
        low, high, step = self.minimum or 0, self.maximum or number, self.multiple_of or 1
        return low <= number <= high and number % step == 0

    @property
    def range_text(self) -> str:
        """The range of a number, in words."""
        if self.choices is not None:
            return " or ".join(str(choice) for choice in self.choices)
        step = f", a multiple of {self.multiple_of}" if self.multiple_of else ""
        return f"{self.minimum} to {self.maximum}{step}"

    def default_under(self, given: Options) -> OptionValue:
        """The default beside the options that are given."""
        if self.default_by is None:
            return self.default
        other, values = self.default_by
        return values.get(given.get(other), self.default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A rule that settles rather than scores."""

    id: str
    text: str
    source: Cite
    interpretation: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A layout that makes a discard dangerous (1922 p.67)."""

    letter: str
    text: str
    served: Callable[[View], bool]
    """Whether the winner's table showed this layout and the discard gave its winning hand."""
    would_serve: Callable[[Tile, Tile], bool]
    """Whether a tile would have served the same hand as the discard (the second): 'no choice'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerousDiscard:
    """The penalty for a discard that gives a hand which everybody could see coming."""

    ruling: Ruling
    letters: tuple[Letter, ...]
    excuses: bool
    """Whether a discarder can be excused."""
    complete_honours: int = 2
    """Doubling honours that excuse a waiting discarder; more than these excuse him where the tile would give them."""

    @property
    def told(self) -> Ruling:
        """The ruling with its letters."""
        letters = "; ".join(f"{letter.letter}. {letter.text}" for letter in self.letters)
        return replace(self.ruling, text=f"{self.ruling.text}: {letters}")

    def letters_served(self, view: View) -> tuple[Letter, ...]:
        """The layouts that the winner's table showed when the discard gave the win."""
        if view.winning.source is not Source.DISCARD:
            return ()
        return tuple(letter for letter in self.letters if letter.served(view))


@dataclass(frozen=True, slots=True, kw_only=True)
class WashedTiles:
    """Calling off the deal with many different heads."""

    ruling: Ruling
    points: Mapping[int, int]
    """Points from each other player, by the number of different heads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseMahjong:
    """Calling Mah-Jong with a hand that is not complete."""

    ruling: Ruling
    halves_of_limit: int
    """What each of the others is paid, in halves of the limit."""
    east_doubles: bool
    """Whether East's share is doubled."""
    exposed_only: bool = False
    """Only a hand that was completely exposed pays."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rulebook:
    """One way to play, as one book tells it: what the whole of the scoring and settling is given."""

    id: str
    title: str
    source: Cite
    revision: int
    """Counts the corrections of this rulebook's rulings."""
    options: tuple[Option, ...]
    rules: tuple[Rule, ...]
    """In the order in which a score is told."""
    thirteen_heads: bool
    """Whether thirteen heads are a complete hand."""
    dead_hand: Ruling
    short_dead_hand_scores: bool = False
    """Whether a dead hand with too few tiles counts like any other losing hand."""
    dangerous_discard: DangerousDiscard | None = None
    washed_tiles: WashedTiles | None = None
    false_mahjong: FalseMahjong | None = None
    tables: Mapping[tuple[bool, bool], tuple[tuple[int, Finder, Rule], ...]] = field(init=False, repr=False)
    """The rules to look at with their signs and finders, by whether the hand won and whether a limit is set."""
    defaults: Options = field(init=False, repr=False)
    """Every option where none is given."""

    def __post_init__(self) -> None:
        tables = {
            (winner, limited): tuple(
                (rule.signs, rule.find, rule) for rule in self.rules if rule.counts_for(winner=winner, limited=limited)
            )
            for winner in (True, False)
            for limited in (True, False)
        }
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "defaults", {option.name: option.default for option in self.options})

    @property
    def settling(self) -> list[tuple[Ruling, Mapping[str, int]]]:
        """The rules that settle rather than score, with their numbers by what they are for."""
        told: list[tuple[Ruling, Mapping[str, int]]] = [(self.dead_hand, {})]
        if self.dangerous_discard is not None:
            told.append((self.dangerous_discard.told, {}))
        if self.washed_tiles is not None:
            points = self.washed_tiles.points
            told.append((self.washed_tiles.ruling, {f"{heads} heads": points[heads] for heads in points}))
        if self.false_mahjong is not None:
            told.append((self.false_mahjong.ruling, {}))
        return told

    def options_under(self, given: Options) -> Options:
        """Every option of this rulebook, defaults filled in."""
        if not given:
            return self.defaults
        return {option.name: given.get(option.name, option.default_under(given)) for option in self.options}
