"""House rules of the settlement: `SettlementTerms` with changed members, and the rules that state the changes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook, Session, members_of
from pung_chow_settlement.domain.rulebook.rules import LIMIT, Cite, Option, SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    PLAIN_SHARES,
    AfterGoulash,
    DrawnDeal,
    LimitCuts,
    LoserLimit,
    Losers,
    RobbedKongAs,
    Rounded,
    SettledBy,
    SettlementSources,
    SettlementTerms,
)
from pung_chow_settlement.domain.seats import SEATS
from pung_chow_settlement.domain.statements import RuleText, Statement, joined, statement

SETTLEMENT_MEMBERS: Final = {**members_of(SettlementTerms), **members_of(Session)}
"""The members of the settlement and of the session by name."""
PLACES: Final[Mapping[str, tuple[str, ...]]] = {name: member.path for name, member in SETTLEMENT_MEMBERS.items()}
"""The path of each member in house rules."""
_OF_THE_SESSION: Final = members_of(Session)
_MULTIPLES: Final = [
    each for each, member in SETTLEMENT_MEMBERS.items() if member.share_rule or member.stated_in == "east"
]
"""The members that multiply what is paid."""
_UNPAID: Final[Mapping[str, Any]] = {
    **PLAIN_SHARES,
    "east_pays": 1,
    "east_receives": 1,
    "robbed_kong_as": RobbedKongAs.DISCARD,
    "limit_cuts": LimitCuts.HAND,
    "loser_limit": LoserLimit.SCORE,
    "payments_rounded_to": 1,
    "payments_rounded": Rounded.NEAREST,
    "danger": None,
}
"""The members of what is paid, and their values where nobody pays."""
EAST_FACTOR: Final = "east-double"
"""The id of the rule for East's double, in every rulebook."""
_ROWS: Final[Mapping[str, tuple[str, Callable[[SettlementTerms], RuleText | None]]]] = {
    "winner": ("winner-collects", lambda terms: statement(f"winner-collects.{terms.settled_by}")),
    "losers": ("others-settle", lambda terms: statement(f"others-settle.{_losers(terms)}")),
    "east": (EAST_FACTOR, lambda terms: _east(terms)),
    "limit": ("limit-cuts", lambda terms: _limit(terms)),
    "rounding": ("rounded-points", lambda terms: _rounded("rounding", terms)),
    "rounded_scores": ("rounded-scores", lambda terms: _rounded("rounded_scores", terms)),
    "rounded_payments": ("rounded-payments", lambda terms: _rounded("rounded_payments", terms)),
    "flowers": ("whose-flowers", lambda terms: statement(f"whose-flowers.{terms.pictures}")),
    "drawn_deal": ("drawn-deal", lambda terms: _drawn(terms)),
    "next_east": ("next-east", lambda terms: _next_east(terms.wins_in_a_row or 0)),
    "after_goulash": ("after-goulash", lambda terms: _after_goulash(terms)),
    "robbed_kong": ("robbing-a-kong", lambda terms: statement(f"robbing-a-kong.{terms.robbed_kong_as}")),
    "loser_limit_hand": ("loser-limit-hand", lambda terms: statement(f"loser-limit-hand.{terms.loser_limit}")),
}
"""The rules that state members, by their names in `SettlementSources`: id, and what they state; None: nothing."""
_ROUNDED: Final = ("rounding", "rounded_scores", "rounded_payments")
"""The rules for rounding, by their names in `SettlementSources`."""
ROUNDINGS: Final = {
    how: multiple
    for rule in _ROUNDED
    for multiple, how in [[name for name, each in SETTLEMENT_MEMBERS.items() if each.stated_in == rule]]
}
"""The members that say how amounts are rounded, and those that say to a multiple of what."""
_SHARES: Final = {name: rule for name, member in sorted(SETTLEMENT_MEMBERS.items()) if (rule := member.share_rule)}
"""The members that are shares of the winner, with the ids of their rules."""
_TIMES: Final = {1: statement("times.once"), 2: statement("times.twice")}
_NEXT_EAST: Final = {0: statement("next-east.while-winning"), 1: statement("next-east.after-each-deal")}
"""Who is East next, by the wins in a row that end East's turn; 0: no number does."""
_DRAWN_SCORES: Final = {DrawnDeal.NOTHING: "not-added", DrawnDeal.DIFFERENCE: "added"}
"""What becomes of the scores of a drawn deal where nobody pays, as the last part of a message key."""


def applied(
    base: Rulebook, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]
) -> tuple[SettlementTerms, Session]:
    """The base's `SettlementTerms` and `Session` with the given changes."""
    if not given:
        return base.settlement, base.session
    members = {name: value for name, value in given.items() if name not in _OF_THE_SESSION and name != "danger"}
    terms = replace(base.settlement, **members)
    if terms.settled_by is SettledBy.SCORES:
        terms = replace(terms, **_UNPAID)
    terms = replace(terms, rows=_rows(terms, base.settlement, given, cite))
    if "danger" in given:
        danger = library.dangers.get(given["danger"])
        if danger is not None:
            rule = replace(danger.settlement_rule, source=cite("settlement", *PLACES["danger"]))
            danger = replace(danger, settlement_rule=rule)
        terms = replace(terms, danger=danger)
    return terms, _session(base.session, given, library, cite)


def paid_in(given: Mapping[str, Any]) -> Iterable[str]:
    """The given members that say what is paid, which has no effect where nobody pays."""
    paid = [name for name, unpaid in _UNPAID.items() if given.get(name, unpaid) != unpaid]
    return [*paid, "losers"] if given.get("losers") is Losers.FULL_WAYS else paid


def _session(base: Session, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]) -> Session:
    rounds = given.get("rounds", base.rounds)
    of_three = given.get("rounds_of_three", base.rounds_of_three) if rounds else len(SEATS)
    if (rounds, of_three) == (base.rounds, base.rounds_of_three):
        return base
    known = base if rounds == base.rounds else library.sessions[rounds]
    changed = "rounds" if rounds != base.rounds else "rounds_of_three"
    row = replace(
        known.settlement_rule,
        text=_rounds(library.sessions[rounds].settlement_rule.text, of_three),
        source=cite("settlement", changed),
        interpretation=None,
        assumed=False,
    )
    return Session(settlement_rule=row, rounds=rounds, rounds_of_three=of_three)


def _rows(
    terms: SettlementTerms, base: SettlementTerms, given: Mapping[str, Any], cite: Callable[..., Cite]
) -> SettlementSources:
    cited: dict[str, Any] = {}
    for row, (name, stated) in _ROWS.items():
        changed = [each for each, member in SETTLEMENT_MEMBERS.items() if member.stated_in == row and each in given]
        if changed:
            text, place = stated(terms), cite("settlement", *PLACES[changed[0]])
            without = _without_limit(terms) if "limit_without" in changed else None
            rule = None if text is None else SettlementRule(id=name, text=text, source=place, interpretation=without)
            cited[row] = rule
    if terms.losers is Losers.NONE and terms.drawn_deal is DrawnDeal.NOTHING:
        cited["loser_limit_hand"] = None  # losers' limit hands take nothing either
    elif terms.loser_limit is LoserLimit.TAKES_LIMIT and not (
        cited.get("loser_limit_hand") or terms.rows.loser_limit_hand
    ):
        cited["loser_limit_hand"] = _taking_again(terms, given, cite)
    if terms.settled_by is SettledBy.SCORES:
        cited |= dict.fromkeys(("loser_limit_hand", "robbed_kong", "rounded_payments"))
    rows = replace(terms.rows, **_touched(terms, base) | cited)
    if "east" in cited:
        rows = _of_east(rows, terms.rows, given, cite)
    return _shares(rows, terms, given, cite)


def _taking_again(terms: SettlementTerms, given: Mapping[str, Any], cite: Callable[..., Cite]) -> SettlementRule:
    """The rule that a loser's limit hand takes the limit, where losers settle by a change and did not before."""
    name, stated = _ROWS["loser_limit_hand"]
    changed = next(each for each in ("losers", "drawn_deal", "settled_by") if each in given)
    return SettlementRule(id=name, text=stated(terms) or "", source=cite("settlement", *PLACES[changed]))


def _touched(terms: SettlementTerms, base: SettlementTerms) -> dict[str, SettlementRule]:
    """The rules that may speak of a changed member that others state: they keep their source, and say nothing of it."""
    touched: dict[str, SettlementRule] = {}
    for name in dict.fromkeys([name for member in SETTLEMENT_MEMBERS.values() for name in member.touches]):
        rule = getattr(base.rows, name)
        spoken_of = [each for each, member in SETTLEMENT_MEMBERS.items() if name in member.touches]
        if rule is not None and _differ(spoken_of, terms, base):
            _, stated = _ROWS[name]
            touched[name] = replace(rule, text=stated(terms), interpretation=None, assumed=False)
    return touched


def _differ(members: Iterable[str], terms: SettlementTerms, base: SettlementTerms) -> bool:
    return any(getattr(terms, member) != getattr(base, member) for member in members)


def of_the_limit(option: Option, terms: SettlementTerms, base: SettlementTerms, *, changed: bool) -> Option:
    """The option for the limit, which says what the limit cuts; `changed`: its default is the house rules'."""
    without = _without_limit(terms) if terms.limit_without is not None or option.default is None else None
    if _differ([each for each, member in SETTLEMENT_MEMBERS.items() if member.stated_in == LIMIT], terms, base):
        return replace(option, text=_limit(terms), interpretation=without, assumed=False)
    if changed:
        option = replace(option, interpretation=without)
    return replace(option, text=_limit(terms)) if _differ(_MULTIPLES, terms, base) else option


def without_goulash(terms: SettlementTerms) -> SettlementTerms:
    """The settlement of a table that plays no goulash: nothing is said of who is East after one."""
    return replace(terms, after_goulash=AfterGoulash.AS_USUAL, rows=replace(terms.rows, after_goulash=None))


def with_no_limit(terms: SettlementTerms) -> SettlementTerms:
    """The settlement of a table without a limit: the rule for the limit says what a limit hand scores then."""
    rule = replace(terms.rows.limit, interpretation=_without_limit(terms), assumed=False)
    return replace(terms, rows=replace(terms.rows, limit=rule))


def _without_limit(terms: SettlementTerms) -> Statement:
    """What a limit hand scores if there is no limit."""
    if terms.limit_without is None:
        return statement("limit.own-points")
    return statement("limit.without", least=terms.limit_without)


def _of_east(
    rows: SettlementSources, before: SettlementSources, given: Mapping[str, Any], cite: Callable[..., Cite]
) -> SettlementSources:
    """The rows with the sources of East's two factors; only a changed one cites the house rules."""
    pays, receives = (
        cite("settlement", *PLACES[member]) if member in given else getattr(before, member) or before.east.source
        for member in ("east_pays", "east_receives")
    )
    return replace(rows, east_pays=pays, east_receives=receives)


def _shares(
    rows: SettlementSources, terms: SettlementTerms, given: Mapping[str, Any], cite: Callable[..., Cite]
) -> SettlementSources:
    if terms.settled_by is SettledBy.SCORES:
        return replace(rows, shares={})
    cited = {
        member: SettlementRule(id=name, text=_share(member, name, terms), source=cite("settlement", *PLACES[member]))
        for member, name in _SHARES.items()
        if member in given
    }
    return replace(rows, shares={**rows.shares, **cited}) if cited else rows


# What the rules state


def _share(member: str, rule: str, terms: SettlementTerms) -> Statement:
    value = getattr(terms, member)
    if isinstance(value, bool):
        return statement(f"{rule}.{str(value).lower()}")
    return statement(f"{rule}.times", times=_times(value)) if value else statement(f"{rule}.none")


def _rounded(row: str, terms: SettlementTerms) -> Statement | None:
    rounding, (name, _) = terms.rounding_in(row), _ROWS[row]
    return None if rounding is None else statement(f"{name}.{rounding.how}", to=rounding.to)


def _losers(terms: SettlementTerms) -> str:
    if terms.settled_by is SettledBy.PAYMENTS:
        return terms.losers
    return "not-added" if terms.losers is Losers.NONE else "added"


def _east(terms: SettlementTerms) -> Statement:
    if terms.settled_by is SettledBy.SCORES:
        return statement("east-double.scores")
    return statement("east-double.times", pays=_times(terms.east_pays), receives=_times(terms.east_receives))


def _limit(terms: SettlementTerms) -> RuleText:
    pays = terms.settled_by is SettledBy.PAYMENTS
    clauses = [statement(f"limit-cuts.{terms.limit_cuts if pays else terms.settled_by}")]
    if terms.pays_above_limit:
        bonus = "-with-bonus" if terms.bonus_beside_limit else ""
        clauses.append(statement(f"limit-cuts.above{bonus}.{terms.settled_by}"))
    elif terms.bonus_beside_limit:
        clauses.append(statement("limit-cuts.bonus"))
    if terms.count_if_more:
        clauses.append(statement("limit-cuts.count-if-more"))
    return joined(*clauses)


def _drawn(terms: SettlementTerms) -> Statement:
    name = terms.drawn_deal if terms.settled_by is SettledBy.PAYMENTS else _DRAWN_SCORES[terms.drawn_deal]
    return statement(f"drawn-deal.{name}", after=statement(f"after-draw.{terms.after_draw}"))


def _next_east(wins: int) -> Statement:
    return _NEXT_EAST.get(wins) or statement("next-east.last-win", wins=wins)


def _after_goulash(terms: SettlementTerms) -> Statement | None:
    return statement("after-goulash.passes") if terms.after_goulash is AfterGoulash.PASSES else None


def _rounds(text: RuleText, of_three: int) -> RuleText:
    return text if of_three == len(SEATS) else joined(text, statement("rounds-of-three", rounds=of_three))


def _times(number: int) -> Statement:
    return _TIMES.get(number) or statement("times.many", times=number)
