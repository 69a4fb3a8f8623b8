"""House rules of the settlement: `SettlementTerms` with changed members, and the rules that state the changes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook, Sitting, members_of
from pung_chow_settlement.domain.rulebook.rules import LIMIT, Cite, Option, SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    PLAIN_SHARES,
    AfterDraw,
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
from pung_chow_settlement.domain.tiles import Pictures

SETTLEMENT_MEMBERS: Final = {**members_of(SettlementTerms), **members_of(Sitting)}
"""The members of the settlement and of the sitting by name."""
PLACES: Final[Mapping[str, tuple[str, ...]]] = {name: member.path for name, member in SETTLEMENT_MEMBERS.items()}
"""The path of each member in house rules."""
_OF_THE_SITTING: Final = members_of(Sitting)
_MULTIPLES: Final = [
    each for each, member in SETTLEMENT_MEMBERS.items() if member.share_rule or member.stated_in == "east"
]
"""The members that multiply what is paid."""
_TIMES: Final = {1: "once", 2: "twice"}
_LOSERS: Final = {
    Losers.DIFFERENCE: "The others settle with each other, pair by pair: the lower pays the higher the difference",
    Losers.NONE: "Those who did not win settle nothing with one another",
    Losers.FULL_WAYS: "Each who did not win pays each other such player his whole score",
}
_LIMIT: Final = {
    LimitCuts.HAND: "The limit cuts the score of every hand, before what is paid is multiplied",
    LimitCuts.PAYMENT: "The limit cuts what one player pays another, before it is multiplied",
}
_BESIDE: Final = {
    (False, False): "",
    (False, True): "; flowers and seasons are added to a share of the limit",
    (True, False): "; a hand that is worth more by one rule is paid in full",
    (True, True): "; a hand that is worth more by one rule is paid in full, with flowers and seasons beside a special "
    "hand",
}
"""What follows, by `pays_above_limit` and `bonus_beside_limit`."""
_DRAWN: Final = {
    DrawnDeal.NOTHING: "In a drawn deal nobody pays, and {}",
    DrawnDeal.DIFFERENCE: "In a drawn deal all settle with each other: the lower pays the higher the difference; {}",
}
_DRAWN_SCORES: Final = {
    DrawnDeal.NOTHING: "In a drawn deal no score is added, and {}",
    DrawnDeal.DIFFERENCE: "In a drawn deal every score is added; {}",
}
_AFTER_DRAW: Final = {
    AfterDraw.STAYS: "East stays East",
    AfterDraw.KEEPS_RUN: "East stays East and keeps his run of wins",
    AfterDraw.COUNTS_AS_WIN: "East stays East, as if he had won",
    AfterDraw.PASSES: "the deal passes, as if East had lost",
}
_WINNER: Final = {
    SettledBy.PAYMENTS: "The winner is paid by his own score, whatever the others hold",
    SettledBy.SCORES: "Nobody pays for a deal: the winner's score is added to his total",
}
_LOSERS_SCORES: Final = {
    True: "The scores of those who did not win are added to their totals too",
    False: "The scores of those who did not win are not added to their totals",
}
"""What becomes of them, where nobody pays, by whether they settle."""
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
_ROBBED: Final = {
    RobbedKongAs.DISCARD: "A win by robbing a kong is paid like one on a discard",
    RobbedKongAs.SELF_DRAWN: "A win by robbing a kong is paid like one on a drawn tile",
}
_LOSER_LIMIT: Final = {
    LoserLimit.SCORE: "A limit hand that did not win counts its score",
    LoserLimit.TAKES_LIMIT: "A limit hand that did not win takes the limit from each other who did not win either",
}
_ROUNDED: Final = {
    "rounding": "Points are rounded {} before doubling",
    "rounded_scores": "A hand's count is rounded {} after doubling",
    "rounded_payments": "What one player pays another is rounded {}",
}
"""The rules for rounding, by their names in `SettlementSources`."""
_TO_A_MULTIPLE: Final = {
    Rounded.UP: ("up to a multiple of {}", ""),
    Rounded.DOWN: ("down to a multiple of {}", ""),
    Rounded.NEAREST: ("to the nearest multiple of {}", ", half-way up"),
}
_FLOWERS: Final = {
    Pictures.BAMBOO_WEST: "West's flower is the Bamboo, North's the Chrysanthemum",
    Pictures.CHRYSANTHEMUM_WEST: "West's flower is the Chrysanthemum, North's the Bamboo",
}
_NEXT_EAST: Final = {
    0: "East stays East while he wins; when he loses, the player to his right, who was South, is East",
    1: "After every deal that somebody won, the player to East's right, who was South, is East",
}
"""Who is East next, by the wins in a row that end East's turn; 0: no number does."""
_LAST_WIN: Final = (
    "East stays East while he wins, {} times in a row at most; then, or when he loses, the player to his right, who "
    "was South, is East"
)
_ROUNDS_OF_THREE: Final = {
    1: "; of three players, one round is",
    2: "; of three players, two rounds are",
    3: "; of three players, three rounds are",
}
EAST_FACTOR: Final = "east-double"
"""The id of the rule for East's double, in every rulebook."""
_ROWS: Final[Mapping[str, tuple[str, Callable[[SettlementTerms], str]]]] = {
    "winner": ("winner-collects", lambda settling: _WINNER[settling.settled_by]),
    "losers": ("others-settle", lambda settling: _losers(settling)),
    "east": (EAST_FACTOR, lambda settling: _east(settling)),
    "limit": ("limit-cuts", lambda settling: _limit(settling)),
    "rounding": ("rounded-points", lambda settling: _rounded("rounding", settling)),
    "rounded_scores": ("rounded-scores", lambda settling: _rounded("rounded_scores", settling)),
    "rounded_payments": ("rounded-payments", lambda settling: _rounded("rounded_payments", settling)),
    "flowers": ("whose-flowers", lambda settling: _FLOWERS[settling.pictures]),
    "drawn_deal": ("drawn-deal", lambda settling: _drawn(settling).format(_AFTER_DRAW[settling.after_draw])),
    "next_east": ("next-east", lambda settling: _next_east(settling.wins_in_a_row or 0)),
    "robbed_kong": ("robbing-a-kong", lambda settling: _ROBBED[settling.robbed_kong_as]),
    "loser_limit_hand": ("loser-limit-hand", lambda settling: _LOSER_LIMIT[settling.loser_limit]),
}
"""The rules that state members, by their names in `SettlementSources`: id, and text without what members add."""
ROUNDINGS: Final = {
    how: multiple
    for rule in _ROUNDED
    for multiple, how in [[name for name, each in SETTLEMENT_MEMBERS.items() if each.stated_in == rule]]
}
"""The members that say how amounts are rounded, and those that say to a multiple of what."""
_SHARES: Final = {name: rule for name, member in sorted(SETTLEMENT_MEMBERS.items()) if (rule := member.share_rule)}


def applied(
    base: Rulebook, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]
) -> tuple[SettlementTerms, Sitting]:
    """The base's `SettlementTerms` and `Sitting` with the given changes."""
    if not given:
        return base.settling, base.sitting
    members = {name: value for name, value in given.items() if name not in _OF_THE_SITTING and name != "danger"}
    settling = replace(base.settling, **members)
    if settling.settled_by is SettledBy.SCORES:
        settling = replace(settling, **_UNPAID)
    settling = replace(settling, rows=_rows(settling, base.settling, given, cite))
    if "danger" in given:
        danger = library.dangers.get(given["danger"])
        if danger is not None:
            rule = replace(danger.settlement_rule, source=cite("settlement", *PLACES["danger"]))
            danger = replace(danger, settlement_rule=rule)
        settling = replace(settling, danger=danger)
    return settling, _sitting(base.sitting, given, library, cite)


def paid_in(given: Mapping[str, Any]) -> Iterable[str]:
    """The given members that say what is paid, which has no effect where nobody pays."""
    paid = [name for name, unpaid in _UNPAID.items() if given.get(name, unpaid) != unpaid]
    return [*paid, "losers"] if given.get("losers") is Losers.FULL_WAYS else paid


def _sitting(base: Sitting, given: Mapping[str, Any], library: Library, cite: Callable[..., Cite]) -> Sitting:
    rounds = given.get("rounds", base.rounds)
    of_three = given.get("rounds_of_three", base.rounds_of_three) if rounds else len(SEATS)
    if (rounds, of_three) == (base.rounds, base.rounds_of_three):
        return base
    known = base if rounds == base.rounds else library.sittings[rounds]
    changed = "rounds" if rounds != base.rounds else "rounds_of_three"
    row = replace(
        known.settlement_rule,
        text=library.sittings[rounds].settlement_rule.text + _ROUNDS_OF_THREE.get(of_three, ""),
        source=cite("settlement", changed),
        interpretation=None,
        assumed=False,
    )
    return Sitting(settlement_rule=row, rounds=rounds, rounds_of_three=of_three)


def _rows(
    settling: SettlementTerms, base: SettlementTerms, given: Mapping[str, Any], cite: Callable[..., Cite]
) -> SettlementSources:
    cited: dict[str, Any] = {}
    for row, (name, _) in _ROWS.items():
        changed = [each for each, member in SETTLEMENT_MEMBERS.items() if member.stated_in == row and each in given]
        if changed:
            place = cite("settlement", *PLACES[changed[0]])
            without = _without_limit(settling) if "limit_without" in changed else None
            cited[row] = SettlementRule(id=name, text=_text(row, settling), source=place, interpretation=without)
    if settling.losers is Losers.NONE:
        cited["loser_limit_hand"] = None  # losers' limit hands take nothing either
    if settling.settled_by is SettledBy.SCORES:
        cited |= dict.fromkeys(("loser_limit_hand", "robbed_kong", "rounded_payments"))
    cited |= {row: None for row, each in cited.items() if each is not None and not each.text}
    rows = replace(settling.rows, **_touched(settling, base) | cited)
    if "east" in cited:
        rows = _of_east(rows, settling.rows, given, cite)
    return _shares(rows, settling, given, cite)


def _touched(settling: SettlementTerms, base: SettlementTerms) -> dict[str, SettlementRule]:
    """The rules that may speak of a changed member that others state: they keep their source, and say nothing of it."""
    touched: dict[str, SettlementRule] = {}
    for name in dict.fromkeys([name for member in SETTLEMENT_MEMBERS.values() for name in member.touches]):
        rule = getattr(base.rows, name)
        spoken_of = [each for each, member in SETTLEMENT_MEMBERS.items() if name in member.touches]
        if rule is not None and _differ(spoken_of, settling, base):
            text = _text(name, settling)
            touched[name] = replace(rule, text=text, interpretation=None, assumed=False)
    return touched


def _differ(members: Iterable[str], settling: SettlementTerms, base: SettlementTerms) -> bool:
    return any(getattr(settling, member) != getattr(base, member) for member in members)


def of_the_limit(option: Option, settling: SettlementTerms, base: SettlementTerms, *, changed: bool) -> Option:
    """The option for the limit, which says what the limit cuts; `changed`: its default is the house rules'."""
    without = _without_limit(settling) if settling.limit_without is not None or option.default is None else None
    if _differ([each for each, member in SETTLEMENT_MEMBERS.items() if member.stated_in == LIMIT], settling, base):
        return replace(option, text=_text(LIMIT, settling), interpretation=without, assumed=False)
    if changed:
        option = replace(option, interpretation=without)
    return replace(option, text=_text(LIMIT, settling)) if _differ(_MULTIPLES, settling, base) else option


def with_no_limit(settling: SettlementTerms) -> SettlementTerms:
    """The settlement of a table without a limit: the rule for the limit says what a limit hand scores then."""
    rule = replace(settling.rows.limit, interpretation=_without_limit(settling), assumed=False)
    return replace(settling, rows=replace(settling.rows, limit=rule))


def _without_limit(settling: SettlementTerms) -> str:
    """What a limit hand scores if there is no limit."""
    if settling.limit_without is None:
        return "Where no limit is set, a limit hand scores its own points"
    return f"Where no limit is set, a limit hand scores {settling.limit_without} at least"


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
    rows: SettlementSources, settling: SettlementTerms, given: Mapping[str, Any], cite: Callable[..., Cite]
) -> SettlementSources:
    if settling.settled_by is SettledBy.SCORES:
        return replace(rows, shares={})
    cited = {
        member: SettlementRule(
            id=name, text=_share_text(member, text, settling), source=cite("settlement", *PLACES[member])
        )
        for member, (name, text) in _SHARES.items()
        if member in given
    }
    return replace(rows, shares={**rows.shares, **cited}) if cited else rows


def _share_text(member: str, text: str, settling: SettlementTerms) -> str:
    if member == "discarder_for_all":
        return text if settling.discarder_for_all else "Each pays the winner for himself"
    if member == "others_share" and not settling.others_share:
        return "Where somebody discarded, the others pay the winner nothing"
    return f"{text} {_times(getattr(settling, member))}"


def _text(row: str, settling: SettlementTerms) -> str:
    """What a settlement rule that states members says."""
    added = [
        each.adds
        for name, each in SETTLEMENT_MEMBERS.items()
        if each.stated_in == row and each.adds and getattr(settling, name)
    ]
    return "".join([_ROWS[row][1](settling), *added])


def _rounded(row: str, settling: SettlementTerms) -> str:
    """The text of a rule for rounding; empty if nothing is rounded."""
    rounding = settling.rounding_in(row)
    if rounding is None:
        return ""
    multiple, half_way = _TO_A_MULTIPLE[rounding.how]
    return _ROUNDED[row].format(multiple.format(rounding.to)) + half_way


def _losers(settling: SettlementTerms) -> str:
    if settling.settled_by is SettledBy.SCORES:
        return _LOSERS_SCORES[settling.losers is not Losers.NONE]
    return _LOSERS[settling.losers]


def _east(settling: SettlementTerms) -> str:
    if settling.settled_by is SettledBy.SCORES:
        return "East's score is added like any other"
    return f"East pays {_times(settling.east_pays)} and is paid {_times(settling.east_receives)}"


def _limit(settling: SettlementTerms) -> str:
    beside = _BESIDE[settling.pays_above_limit, settling.bonus_beside_limit]
    if settling.settled_by is SettledBy.SCORES:
        return "The limit cuts the score of every hand" + beside.replace("is paid in full", "counts in full")
    return _LIMIT[settling.limit_cuts] + beside


def _drawn(settling: SettlementTerms) -> str:
    drawn = _DRAWN_SCORES if settling.settled_by is SettledBy.SCORES else _DRAWN
    return drawn[settling.drawn_deal]


def _next_east(wins: int) -> str:
    return _NEXT_EAST.get(wins) or _LAST_WIN.format(wins)


def _times(number: int) -> str:
    return _TIMES.get(number, f"{number} times")
