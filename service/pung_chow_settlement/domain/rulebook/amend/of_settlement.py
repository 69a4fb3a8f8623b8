"""The settlement, the session and the options of a rulebook under house rules."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import OptionValue
from pung_chow_settlement.domain.faults import SHOWN
from pung_chow_settlement.domain.rulebook import settlement_sentences
from pung_chow_settlement.domain.rulebook.amend.patch import Amendment
from pung_chow_settlement.domain.rulebook.model import Rulebook, Session
from pung_chow_settlement.domain.rulebook.rules import LIMIT, Option, ScoringRule, ShareOf
from pung_chow_settlement.domain.rulebook.settlement_terms import AfterGoulash, SettledBy, SettlementTerms, last_win_in
from pung_chow_settlement.domain.seats import SEATS


def settlement_terms(amendment: Amendment, rules: Iterable[ScoringRule]) -> tuple[SettlementTerms, Session]:
    """The members of the settlement with the rules to cite, and those of the session."""
    given = amendment.given["settlement"]
    if given.get("danger") is not None and given["danger"] not in amendment.library.dangers:
        known = list(amendment.library.dangers)
        near = amendment.nearest(given["danger"], known)
        path = ("settlement", "dangerous_discard")
        amendment.fault("unknown-value", path, "danger", near, given=given["danger"][SHOWN], known=known)
        return amendment.base.settlement, amendment.base.session
    _report_without_effect(amendment, given)
    terms, session = settlement_sentences.applied(amendment.base, given, amendment.library, amendment.cite)
    if not _has_goulash(amendment) and terms.after_goulash is not AfterGoulash.AS_USUAL:
        terms = settlement_sentences.without_goulash(terms)
    had_limit = any(option.default or option.default_by for option in amendment.base.options if option.name == LIMIT)
    if had_limit and amendment.given["options"].get(LIMIT, ...) is None:
        terms = settlement_sentences.with_no_limit(terms)
    last = last_win_in(rules)
    said = 0 if last is None else last.passes_after if last.when_limit is None else None
    return (replace(terms, wins_in_a_row=None) if terms.wins_in_a_row == said else terms), session


def _report_without_effect(amendment: Amendment, given: Mapping[str, Any]) -> None:
    """Report the members that have no effect beside the others."""
    has_rounds = given.get("rounds", amendment.base.session.rounds)
    if not has_rounds and given.get("rounds_of_three", len(SEATS)) != len(SEATS):
        amendment.fault("unexpected-member", ("settlement", "rounds_of_three"), "rounds-of-three")
    if given.get("settled_by", amendment.base.settlement.settled_by) is SettledBy.SCORES:
        for name in settlement_sentences.paid_in(given):
            amendment.fault("unexpected-member", ("settlement", *settlement_sentences.PLACES[name]), "nothing-paid")
    for how, multiple in settlement_sentences.ROUNDINGS.items():
        if how in given and multiple not in given and getattr(amendment.base.settlement, multiple) == 1:
            amendment.fault("unexpected-member", ("settlement", how), "rounded", member=multiple)
    if not _has_goulash(amendment) and given.get("after_goulash", AfterGoulash.AS_USUAL) is not AfterGoulash.AS_USUAL:
        amendment.fault("unexpected-member", ("settlement", "after_goulash"), "after-goulash")


def _has_goulash(amendment: Amendment) -> bool:
    """True if the house rules, or else the rulebook, play a goulash."""
    return bool(amendment.given["legality"].get("goulash", amendment.base.goulash is not None))


DEFAULT_INTEGER: Final = "default_integer"
DEFAULT_BOOLEAN: Final = "default_boolean"
"""The members of house rules with another default of an option, by the type of its values."""


def options(amendment: Amendment, terms: SettlementTerms) -> tuple[Option, ...]:
    """The base's options with the house rules' defaults, that for the limit with what it cuts."""
    defaults: dict[str, tuple[OptionValue, tuple[str, ...]]] = {
        name: (value, ("options", name, DEFAULT_BOOLEAN if isinstance(value, bool) else DEFAULT_INTEGER))
        for name, value in amendment.given["options"].items()
    }
    chows = amendment.base.most_chows
    if isinstance(chows, ShareOf) and "most_chows" in amendment.given["legality"]:
        defaults[chows.option] = (amendment.given["legality"]["most_chows"], ("legality", "chows"))
    options = [
        _option(amendment, option, *defaults.get(option.name, (None, None))) for option in amendment.base.options
    ]
    before, changed = amendment.base.settlement, LIMIT in defaults
    return tuple(
        [
            settlement_sentences.of_the_limit(option, terms, before, changed=changed)
            if option.name == LIMIT
            else option
            for option in options
        ]
    )


def with_effect(amendment: Amendment, resolved: Rulebook) -> Rulebook:
    """The rulebook without options that the house rules made meaningless; reports the defaults of such."""
    lost = amendment.base.options_with_effect - resolved.options_with_effect
    if not lost:
        return resolved
    for name in lost & amendment.given["options"].keys():
        amendment.fault("unexpected-member", ("options", name), "option-without-effect", option=name)
    left = []
    for option in resolved.options:
        by = option.default_by
        if option.name not in lost:
            left.append(replace(option, default_by=None) if by is not None and by[0] in lost else option)
    return replace(resolved, options=tuple(left))


def _option(amendment: Amendment, option: Option, default: OptionValue, path: tuple[str, ...] | None) -> Option:
    if path is None:
        return option
    unlimited = option.unlimited or default is None
    own = replace(
        option.for_house_rules(), default=default, default_by=None, unlimited=unlimited, source=amendment.cite(*path)
    )
    return replace(own, interpretation=None, assumed=False)
