"""Conditions of what was claimed, and of concealed sets."""

from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import (
    TRUTH,
    Clause,
    Clauses,
    Condition,
    OptionRef,
    Parameter,
    Reason,
    Value,
    at_least,
    condition,
    having,
    judged,
    none,
    reason,
    some,
    with_parameters,
)
from pung_chow_settlement.domain.clauses.of_hands import GIVEN, OF_ONE_SUIT, SOME_SUIT
from pung_chow_settlement.domain.clauses.of_sets import LEAST, MADE_OF_SETS, PUNG_OR_KONG
from pung_chow_settlement.domain.hand import HAND_SETS, Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.sets import Feature, Kind, Set

CLAIMED_KONGS: Final = "claimed_kongs"
_CLAIMED_KONGS: Final = Parameter(text="whether a kong that was claimed whole counts as concealed", choices=TRUTH)
_DRAWN: Final = none(Feature.CLAIMED, lambda _: reason("claimed"))


def _claimed(hand: Hand, *, claimed_kongs: bool) -> tuple[Set, ...]:
    return hand.exposed if claimed_kongs else hand.claimed


def unclaimed(*, claimed_kongs: bool) -> Clause:
    """No set was claimed; a kong that was claimed whole may be."""

    def why(arranged: ArrangedHand) -> Reason:
        sets = _claimed(arranged.context.hand, claimed_kongs=claimed_kongs)
        return reason("is-exposed", len(sets), tiles=sets[0].text)

    return judged(lambda arranged: not _claimed(arranged.context.hand, claimed_kongs=claimed_kongs), why)


def nothing_claimed(*, claimed_kongs: bool) -> Clauses:
    """Neither a set nor the winning tile was claimed."""
    return unclaimed(claimed_kongs=claimed_kongs), _DRAWN


def _concealed_threes(arranged: ArrangedHand, *, claimed_kongs: bool) -> int:
    concealed = sum([each.kind in PUNG_OR_KONG and not each.exposed for each in arranged.sets])
    return concealed + (len(arranged.context.hand.claimed_kongs) if claimed_kongs else 0)


def _concealed_pungs(*, least: int, claimed_kongs: bool) -> Clauses:
    def why(arranged: ArrangedHand) -> Reason:
        kongs = arranged.context.hand.claimed_kongs if claimed_kongs else ()
        held = _concealed_threes(arranged, claimed_kongs=claimed_kongs)
        exposed = [each for each in arranged.sets if each.kind in PUNG_OR_KONG and each.exposed and each not in kongs]
        if exposed and held + len(exposed) >= least:
            return reason("is-exposed", least - held, tiles=exposed[0].text)
        return reason("concealed-pungs", least - held, held=held, needed=least)

    counts = having(
        lambda each: each.kind in PUNG_OR_KONG and (not each.exposed or (claimed_kongs and each.kind is Kind.KONG))
    )
    return (judged(lambda arranged: _concealed_threes(arranged, claimed_kongs=claimed_kongs) >= least, why, counts),)


def _concealed_pungs_or_kongs(*, least: int) -> Clauses:
    def is_counted(each: Set) -> bool:
        return each.kind is Kind.KONG or (each.kind is Kind.PUNG and not each.exposed)

    def few(arranged: ArrangedHand) -> Reason:
        held = sum([is_counted(each) for each in arranged.sets])
        exposed = [each for each in arranged.sets if each.kind is Kind.PUNG and each.exposed]
        if exposed and held + len(exposed) >= least:
            return reason("is-exposed", least - held, tiles=exposed[0].text)
        return reason("concealed-pungs", least - held, held=held, needed=least)

    return (at_least(least, is_counted, few),)


def _concealed_kongs(*, least: int) -> Clauses:
    def held_by(arranged: ArrangedHand) -> int:
        return sum([each.kind is Kind.KONG and not each.exposed for each in arranged.sets])

    def why(arranged: ArrangedHand) -> Reason:
        held = held_by(arranged)
        exposed = [each for each in arranged.sets if each.kind is Kind.KONG and each.exposed]
        if exposed and held + len(exposed) >= least:
            return reason("is-exposed", least - held, tiles=exposed[0].text)
        return reason("concealed-kongs", least - held, held=held, needed=least)

    counts = having(lambda each: each.kind is Kind.KONG and not each.exposed)
    return (judged(lambda arranged: held_by(arranged) >= least, why, counts),)


def _four_concealed(*, claimed_kongs: bool) -> Clauses:
    return (
        *_concealed_pungs(least=HAND_SETS, claimed_kongs=claimed_kongs),
        *nothing_claimed(claimed_kongs=claimed_kongs),
    )


def _concealed_one_suit(*, claimed_kongs: bool) -> Clauses:
    return (*OF_ONE_SUIT, *nothing_claimed(claimed_kongs=claimed_kongs))


def _members(*, claimed_kongs: Value | OptionRef, **_: Value | OptionRef) -> tuple[str, ...]:
    return (CLAIMED_KONGS,) if claimed_kongs else ()


def _with_claimed_kongs(name: str, text: str, clauses: Any) -> Condition:
    return with_parameters(name, text, clauses, win_members=_members, claimed_kongs=_CLAIMED_KONGS)


NOTHING_CLAIMED: Final[Condition] = condition(
    "nothing-claimed",
    "Four sets and a pair made without a claimed tile, the last one drawn",
    MADE_OF_SETS,
    *nothing_claimed(claimed_kongs=False),
)
CONCEALED_HAND: Final[Condition] = _with_claimed_kongs(
    "concealed-hand", "Nothing was claimed, the winning tile neither", nothing_claimed
)
ALMOST_CONCEALED: Final[Condition] = _with_claimed_kongs(
    "almost-concealed",
    "Nothing was claimed but the winning tile",
    lambda *, claimed_kongs: (unclaimed(claimed_kongs=claimed_kongs),),
)
CONCEALED_WITH_HONOURS: Final[Condition] = condition(
    "concealed-with-honours",
    "Nothing was claimed, with a set of honours and tiles of a suit",
    GIVEN,
    SOME_SUIT,
    *nothing_claimed(claimed_kongs=False),
    some(Feature.HONOUR_PUNG, lambda _: reason("no-set-of-honours", 2)),
)
CONCEALED_PUNGS: Final[Condition] = condition(
    "concealed-pungs",
    "Four concealed pungs or kongs: the last tile was drawn, or completed the pair",
    *_concealed_pungs(least=HAND_SETS, claimed_kongs=False),
)
SOME_CONCEALED_PUNGS: Final[Condition] = with_parameters(
    "some-concealed-pungs",
    "At least so many concealed pungs or kongs",
    _concealed_pungs,
    winner_only=False,
    win_members=_members,
    least=LEAST,
    claimed_kongs=_CLAIMED_KONGS,
)
SOME_CONCEALED_PUNGS_OR_KONGS: Final[Condition] = with_parameters(
    "some-concealed-pungs-or-kongs",
    "At least so many concealed pungs or kongs, an exposed kong counting as concealed",
    _concealed_pungs_or_kongs,
    winner_only=False,
    least=LEAST,
)
SOME_CONCEALED_KONGS: Final[Condition] = with_parameters(
    "some-concealed-kongs", "At least so many concealed kongs", _concealed_kongs, winner_only=False, least=LEAST
)
FOUR_CONCEALED: Final[Condition] = _with_claimed_kongs(
    "four-concealed", "Four pungs or kongs and a pair, nothing claimed", _four_concealed
)
CONCEALED_ONE_SUIT: Final[Condition] = _with_claimed_kongs(
    "concealed-one-suit", "One suit, nothing claimed", _concealed_one_suit
)

ALL: Final = (
    NOTHING_CLAIMED,
    CONCEALED_PUNGS,
    CONCEALED_HAND,
    ALMOST_CONCEALED,
    CONCEALED_WITH_HONOURS,
    SOME_CONCEALED_PUNGS,
    SOME_CONCEALED_PUNGS_OR_KONGS,
    SOME_CONCEALED_KONGS,
    FOUR_CONCEALED,
    CONCEALED_ONE_SUIT,
)
"""Those of the catalogue."""
