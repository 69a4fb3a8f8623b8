"""Check a rulebook when it is built: every name in a row must exist; all faults are reported at once."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from pung_chow_settlement.domain.clauses.clause import BoundCondition, OptionRef
from pung_chow_settlement.domain.rulebook.model import Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rules import (
    LIMIT,
    MAX_BONUS_APART,
    MAX_ONLY_BESIDE,
    NAMES_OF_RULES,
    ScoringRule,
    SettlementRule,
    ShareOf,
    is_halved,
)
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    PLAIN_SHARES,
    AfterDraw,
    DrawnDeal,
    LimitCuts,
    LoserLimit,
    Losers,
    RobbedKongAs,
    SettlementTerms,
)
from pung_chow_settlement.domain.statements import Statement


class Claim(NamedTuple):
    """Words of a rule of the settlement that are true only where a member has one of these values."""

    row: str
    """The rule, by its name in `SettlementSources`."""
    words: str
    member: str
    values: tuple[object, ...]


_EAST_STAYS: Final = (AfterDraw.STAYS, AfterDraw.KEEPS_RUN, AfterDraw.COUNTS_AS_WIN)
CLAIMS: Final = (
    Claim("drawn_deal", "East (stays|keeps|remains)", "after_draw", _EAST_STAYS),
    Claim("drawn_deal", "(deal|East) passes|becomes East|is East next", "after_draw", (AfterDraw.PASSES,)),
    Claim("drawn_deal", "(nobody|no one) pays|nothing is paid", "drawn_deal", (DrawnDeal.NOTHING,)),
    Claim("drawn_deal", "settle with each other|the difference", "drawn_deal", (DrawnDeal.DIFFERENCE,)),
    Claim("losers", "the difference", "losers", (Losers.DIFFERENCE,)),
    Claim("losers", "settle nothing|pay nothing|do not settle", "losers", (Losers.NONE,)),
    Claim("losers", "whole score", "losers", (Losers.FULL_WAYS,)),
    Claim("limit", "every hand", "limit_cuts", (LimitCuts.HAND,)),
    Claim("limit", "(nobody|one player) pays (another|any other player)", "limit_cuts", (LimitCuts.PAYMENT,)),
    Claim("loser_limit_hand", "takes the limit", "loser_limit", (LoserLimit.TAKES_LIMIT,)),
    Claim("robbed_kong", "like one on a drawn tile", "robbed_kong_as", (RobbedKongAs.SELF_DRAWN,)),
    Claim("robbed_kong", "like one on a discard|like any claimed tile", "robbed_kong_as", (RobbedKongAs.DISCARD,)),
    Claim("east", "pays or is paid is doubled", "east_pays", (2,)),
    Claim("east", "pays or is paid is doubled", "east_receives", (2,)),
)
"""What sentences say of the settlement."""


class RulebookError(ValueError):
    """A rulebook with faults, which `faults` lists."""

    def __init__(self, rulebook: str, faults: list[str]) -> None:
        super().__init__(f"{rulebook}: {'; '.join(faults)}")
        self.faults = faults


def check(rulebook: Rulebook) -> None:
    """Check a whole rulebook. Raises RulebookError with every fault."""
    faults = list(_faults(rulebook))
    if faults:
        raise RulebookError(rulebook.id, faults)


def _faults(rulebook: Rulebook) -> Iterator[str]:
    options = {option.name for option in rulebook.options}
    ids = {rule.id for rule in rulebook.rules}
    if LIMIT not in options:
        yield f"it has no option {LIMIT}"
    yield from _repeated("the rule", (rule.id for rule in rulebook.rules))
    yield from _repeated("the settling rule", (settlement_rule.id for settlement_rule, _ in rulebook.settlement_rules))
    named = {book.id for book in rulebook.books}
    yield from (f"it cites the book {book} and does not name it" for book in sorted(rulebook.cited - named))
    terms = rulebook.settlement
    if terms.loser_limit is LoserLimit.TAKES_LIMIT and terms.rows.loser_limit_hand is None:
        yield "its losers' limit hands take the limit, and no settling rule says so"
    yield from (
        f"its {member} changes what is paid, and no settling rule says so"
        for member, plain in PLAIN_SHARES.items()
        if getattr(terms, member) != plain and member not in terms.rows.shares
    )
    yield from _contradictions(terms)
    if not rulebook.shapes:
        yield "it names no shape of a complete hand"
    yield from (
        f"{shape.id} robs concealed kongs and completes no hand"
        for shape in rulebook.robs_concealed
        if shape not in rulebook.shapes
    )
    named_options = (
        [("its number of chows", rulebook.most_chows.option)] if isinstance(rulebook.most_chows, ShareOf) else []
    )
    named_options += [(f"its shape {shape.id}", option) for option, shape in rulebook.shapes_agreed]
    named_options += [
        (f"the default of {option.name}", option.default_by[0]) for option in rulebook.options if option.default_by
    ]
    yield from (
        f"{what} depends on the option {option}, which is not here"
        for what, option in named_options
        if option not in options
    )
    if rulebook.goulash is not None:
        yield from (
            f"its goulash is without {name}, which is no rule here" for name in {*rulebook.goulash.without} - ids
        )
    if len([rule for rule in rulebook.rules if rule.only_beside is not None]) > MAX_ONLY_BESIDE:
        yield f"more than {MAX_ONLY_BESIDE} of its rules have only_beside"
    if len([rule for rule in rulebook.rules if rule.counts_bonus_separately]) > MAX_BONUS_APART:
        yield f"more than {MAX_BONUS_APART} of its rules have bonus_apart"
    for rule in rulebook.rules:
        yield from (f"{rule.id}: {fault}" for fault in _faults_of(rule, ids, options))


def _contradictions(terms: SettlementTerms) -> Iterator[str]:
    """The sentences that say otherwise than the members of the settlement."""
    for claim in CLAIMS:
        row: SettlementRule | None = getattr(terms.rows, claim.row)
        said = None if row is None or isinstance(row.text, Statement) else re.search(claim.words, row.text)
        value = getattr(terms, claim.member)
        if row is not None and said is not None and value not in claim.values:
            member = ".".join(members_of(SettlementTerms)[claim.member].path)
            yield f"its settling rule {row.id} says {said[0]!r}, but settlement.{member} is {value}"


def _repeated(what: str, names: Iterable[str]) -> Iterator[str]:
    return (f"{what} {name} stands {times} times" for name, times in Counter(names).items() if times > 1)


def _faults_of(rule: ScoringRule, ids: set[str], options: set[str]) -> Iterator[str]:
    for member in NAMES_OF_RULES:
        for name in getattr(rule, member) or ():
            if name not in ids:
                yield f"{member} names {name}, which is no rule here"
    if is_halved(rule) and (rule.doubles or (rule.waiting and rule.waiting.doubles)):
        yield "its layout has exposed: half, and a double has no half"
    for amount in (rule.points, rule.bonus_points):
        if isinstance(amount, ShareOf) and amount.option not in options:
            yield f"its share is of the option {amount.option}, which is not here"
    yield from _options_missing(rule.condition, options)


def _options_missing(bound: BoundCondition, options: set[str]) -> Iterator[str]:
    for part in bound.parts:
        yield from _options_missing(part, options)
    for name, value in bound.values:
        if isinstance(value, OptionRef) and value.option not in options:
            yield f"its {name} is the option {value.option}, which is not here"
