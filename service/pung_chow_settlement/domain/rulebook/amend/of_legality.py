"""What may win: the shapes, what a winner needs, the dead hand and the goulash."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition
from pung_chow_settlement.domain.clauses.combinators import NOT
from pung_chow_settlement.domain.clauses.condition_parser import ConditionParser
from pung_chow_settlement.domain.clauses.of_hands import CLEARED
from pung_chow_settlement.domain.clauses.patterns import SHAPE, shape_of
from pung_chow_settlement.domain.rulebook.amend.patch import Amendment
from pung_chow_settlement.domain.rulebook.library import SHAPES_BY_ID
from pung_chow_settlement.domain.rulebook.model import Goulash, Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, SettlementRule, ShareOf
from pung_chow_settlement.domain.rulebook.settlement_terms import Losers, SettledBy, SettlementTerms
from pung_chow_settlement.domain.shapes import FOUR_SETS, Pattern
from pung_chow_settlement.domain.statements import statement

_RULEBOOK_MEMBERS: Final = members_of(Rulebook)


def shapes(amendment: Amendment, rules: tuple[ScoringRule, ...], own: Mapping[str, ScoringRule]) -> tuple[Pattern, ...]:
    """The shapes of a complete hand: those of added rules are added, those without a rule left are removed."""
    base, given = amendment.base, amendment.given["legality"].get("shapes")
    if given is not None:
        return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in given])
    if rules == base.rules:
        return base.shapes
    before, after = _shapes_of(base.rules), _shapes_of(rules)
    added = _shapes_of(rule for rule in rules if rule.id not in own or rule.condition != own[rule.id].condition)
    kept = tuple([shape for shape in base.shapes if shape.id not in before or shape.id in after])
    return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in added or shape in kept])


def robbing(amendment: Amendment, shapes: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
    """The shapes that may be completed by robbing a concealed kong."""
    given = amendment.given["legality"].get("robs_concealed")
    if given is None:
        return tuple([shape for shape in amendment.base.robs_concealed if shape in shapes])
    played = {shape.id: shape for shape in shapes}
    for index, name in enumerate(given):
        if name not in played:
            path = ("legality", "robs_concealed", index)
            amendment.fault("unknown-value", path, "shape-not-played", given=name)
    return tuple([shape for name, shape in played.items() if name in given])


def legality(amendment: Amendment, terms: SettlementTerms) -> dict[str, Any]:
    """The members of further requirements of a winner."""
    given: dict[str, Any] = {
        name: value for name, value in amendment.given["legality"].items() if name in _RULEBOOK_MEMBERS
    }
    dead_hand = _dead_hand(amendment, terms)
    if dead_hand is not None:
        given["dead_hand"] = dead_hand
    only = amendment.given["legality"].get("one_suit_only")
    if only is not None:
        given["winner_shows"] = CLEARED if only else ()
    shows = amendment.given["legality"].get("winner_shows")
    if shows is not None:
        given["winner_shows"] = _winner_shows(amendment, shows)
    before = {*amendment.base.winner_shows}
    if {*given.get("winner_shows", before)} != before:
        given.setdefault("exposed_chows", True)  # what may win is said anew
    if "goulash" in amendment.given["legality"]:
        given["goulash"] = _goulash(amendment) if amendment.given["legality"]["goulash"] else None
    if "most_chows" in given and isinstance(amendment.base.most_chows, ShareOf):
        del given["most_chows"]  # it becomes the default of the option
    return given | _least_instead(amendment, replace(amendment.base, **given))


def _least_instead(amendment: Amendment, amended: Rulebook) -> dict[str, Any]:
    """That the least stands in place of what a winner shows, which has no effect unless both are needed."""
    if not amended.least_instead or amended.shows_or_least:
        return {}
    if amendment.given["legality"].get("least_instead"):
        amendment.fault("unexpected-member", ("legality", "least_instead"), "least-instead")
    return {"least_instead": False}


def _dead_hand(amendment: Amendment, terms: SettlementTerms) -> SettlementRule | None:
    """The rule of a dead hand, where its scoring or what is paid for it changes."""
    short, before = amendment.given["legality"].get("short_dead_hand"), amendment.base.settlement
    paid = _paid_by_a_dead_hand(terms)
    if short is None and paid is _paid_by_a_dead_hand(before):
        return None
    changed = "losers" if terms.settled_by is before.settled_by else "settled_by"
    place = ("settlement", changed) if short is None else ("legality", "short_dead_hand")
    text = statement(f"dead-hand.{paid}-{short or amendment.base.short_dead_hand}")
    return SettlementRule(id=amendment.base.dead_hand.id, text=text, source=amendment.cite(*place))


def _paid_by_a_dead_hand(terms: SettlementTerms) -> SettledBy:
    """How a dead hand is settled with other losers: by scores if they pay one another nothing."""
    return SettledBy.SCORES if terms.losers is Losers.NONE else terms.settled_by


def _winner_shows(amendment: Amendment, conditions: Iterable[Any]) -> tuple[BoundCondition, ...]:
    """The conditions; the winner must meet one of them."""
    parser = ConditionParser(amendment.library.conditions, amendment.nearest)
    bound = [parser.parse(each, ("legality", "winner_shows", index)) for index, each in enumerate(conditions)]
    amendment.faults += parser.faults
    return tuple([each for each in bound if each is not None])


def _goulash(amendment: Amendment) -> Goulash | None:
    """The rulebook's own goulash, or the first of the library."""
    known = amendment.library.goulash
    if amendment.base.goulash is not None or known is None:
        return amendment.base.goulash
    row = replace(known.settlement_rule, source=amendment.cite("legality", "goulash"), interpretation=None)
    return known._replace(settlement_rule=replace(row, assumed=False))


def _shapes_of(rules: Iterable[ScoringRule]) -> set[Any]:
    """The ids of the shapes that rules have as conditions, except four sets and a pair, which are always played."""
    conditions = [rule.condition for rule in rules]
    may_have = [condition for condition in conditions if condition.parts or condition.definition is SHAPE]
    return {shape for each in may_have for shape in _shapes_in(each)}


def _shapes_in(bound: BoundCondition) -> Iterator[Any]:
    shape = shape_of(bound)
    if shape is not None and shape != FOUR_SETS.id:
        yield shape
    if bound.definition is not NOT:
        for part in bound.parts:
            yield from _shapes_in(part)
