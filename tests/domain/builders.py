"""Builders of domain records (hands, wins, deals) from the notation of tiles, and their results."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.faults import Fault
from pung_chow_settlement.domain.hand import Hand, HandCount
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal, LegalHand, legal_deal, legal_hand
from pung_chow_settlement.domain.legality.unchecked_deal import RequestPaths, UncheckedDeal
from pung_chow_settlement.domain.pipeline import Settled, score_hand, settle_deal
from pung_chow_settlement.domain.rulebook.amend.patch import Patch
from pung_chow_settlement.domain.rulebook.amend.resolve import resolve
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook, PlayableRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import BY_NAME, SEAT_NAMES, SEATS
from pung_chow_settlement.domain.sets import Set, set_of
from pung_chow_settlement.domain.tiles import COPIES, FIRST_WIND, Tiles, parse, write
from pung_chow_settlement.requests.read_deal import unchecked_deal
from pung_chow_settlement.rulebooks import BUILT_IN

Json = dict[str, Any]
Rules = str | CompiledRulebook
"""The id of a rulebook without options, or a compiled rulebook."""

# Rulebooks


def rules(ruleset: str, **options: int | None) -> CompiledRulebook:
    """A rulebook with these options."""
    return BUILT_IN.by_id[ruleset].with_options(options)


def amended(ruleset: str, house: Patch) -> Rulebook:
    """A rulebook with house rules. Raises Unresolved."""
    return resolve(BUILT_IN.by_id[ruleset].rulebook, house, BUILT_IN.library, lambda *_: None)


def house_rules(ruleset: str, house: Patch, **options: int | None) -> CompiledRulebook:
    """A rulebook with house rules and options. Raises Unresolved."""
    return PlayableRulebook(amended(ruleset, house), BUILT_IN.library.candidates).with_options(options)


# Hands and wins


def tiles(text: str) -> Tiles:
    found, faults = parse(text)
    assert not faults, faults
    return found


def sets(*texts: str, exposed: bool = True) -> tuple[Set, ...]:
    """Declared sets: exposed ones or, with `exposed=False`, concealed kongs."""
    found = [set_of(tiles(text), exposed=exposed) for text in texts]
    assert None not in found, texts
    return tuple([each for each in found if each is not None])


def hand(
    concealed: str,
    *exposed: str,
    kongs: Sequence[str] = (),
    claimed_kongs: Sequence[str] = (),
    bonus: str = "",
    wild: str = "",
    dead: bool = False,
    partial: bool = False,
    original_call: bool = False,
) -> Hand:
    """A hand; the sets after the concealed tiles are exposed, `kongs` are the concealed kongs."""
    return Hand(
        concealed=tiles(concealed),
        exposed=sets(*exposed),
        claimed_kongs=sets(*claimed_kongs),
        concealed_kongs=sets(*kongs, exposed=False),
        bonus=tiles(bonus),
        dead=dead,
        partial=partial,
        original_call=original_call,
        wild=tiles(wild),
    )


def counted(points: int | None, doubles: int = 0, *, limit_hand: bool = False) -> Hand:
    """A hand that the players counted themselves."""
    return Hand((), counted=HandCount(points, doubles, limit_hand))


def won(
    source: str,
    tile: str = "",
    discarder: str = "",
    *,
    consecutive_wins: int = 1,
    excused: bool | None = None,
    liable: str = "",
    **circumstances: bool,
) -> Win:
    """A win; `liable` is the seat that is liable for a dangerous discard."""
    return Win(
        source=WinSource(source),
        tile=tiles(tile)[0] if tile else None,
        discarder=BY_NAME[discarder] if discarder else None,
        circumstances=sum(BITS[name] for name, holds in circumstances.items() if holds),
        consecutive_wins=consecutive_wins,
        discarder_excused=excused,
        dangerous_discard_by=BY_NAME[liable] if liable else None,
    )


# Deals


def prepare(held: Hand) -> CountedHand:
    """A hand as `Matcher` takes it."""
    return CountedHand(held, unbounded())


def unbounded() -> Steps:
    """Steps for searches that may take long."""
    steps = Steps()
    steps.left = steps.in_all = 1 << 40
    return steps


def deal(
    ruleset: Rules,
    winner: str | None,
    win: Win | None,
    hands: Mapping[str, Hand],
    round_wind: str = "east",
    discards: str = "",
) -> UncheckedDeal:
    """A deal with these hands by seat, legal or not."""
    seated = {seat: hands[name] for name, seat in BY_NAME.items() if name in hands}
    return UncheckedDeal(
        hands=seated,
        seats=tuple(seated),
        winner=None if winner is None else BY_NAME[winner],
        win=win,
        round_wind=BY_NAME[round_wind],
        discards=tiles(discards),
        compiled=rules(ruleset) if isinstance(ruleset, str) else ruleset,
        steps=Steps(),
    )


def alone(
    ruleset: Rules,
    its_hand: Hand,
    win: Win | None = None,
    seat: str = "south",
    round_wind: str = "east",
    discards: str = "",
) -> UncheckedDeal:
    """A hand alone, the others unknown; the winner's if `win` is given."""
    found = deal(ruleset, None if win is None else seat, win, {seat: its_hand}, round_wind, discards)
    return replace(found, seats=SEATS, at=RequestPaths(hand=lambda _: ("hand",)), alone=True)


def against(seat: str, its_hand: Hand, *others: str) -> dict[str, Hand]:
    """All hands of a deal: this one and the others in seat order, by default hands that score nothing."""
    seats = [name for name in SEAT_NAMES if name != seat]
    return {seat: its_hand} | {
        name: hand(text) for name, text in zip(seats, others or _worthless(its_hand), strict=True)
    }


def _worthless(its_hand: Hand) -> list[str]:
    """Three hands of thirteen tiles that score nothing: no honours, and no three alike."""
    held = Counter(its_hand.tiles)
    left = [tile for tile in range(FIRST_WIND) for _ in range(min(2, COPIES[tile] - held[tile]))]
    return [write(left[first::3][:13]) for first in range(3)]


# From requests


def deal_of(request: Json) -> UncheckedDeal:
    """The deal of a settlement request."""
    return unchecked_deal(BUILT_IN, request, Steps())[1]


# Results


def legal(played: UncheckedDeal) -> LegalDeal:
    """The deal; AssertionError if it is illegal."""
    found = legal_deal(played)
    assert isinstance(found, LegalDeal), found
    return found


def legal_alone(played: UncheckedDeal) -> LegalHand:
    """The hand; AssertionError if it is illegal."""
    found = legal_hand(played)
    assert isinstance(found, LegalHand), found
    return found


def faults(played: UncheckedDeal) -> set[tuple[str, str]]:
    """The faults of a deal or of a hand alone, as JSON pointers and codes."""
    found = legal_hand(played) if played.alone else legal_deal(played)
    return set() if isinstance(found, LegalDeal | LegalHand) else {(pointer(fault), fault.code) for fault in found}


def pointer(fault: Fault) -> str:
    return "".join(f"/{step}" for step in fault.path)


def settle(played: UncheckedDeal) -> Settled:
    """Settle a legal deal."""
    return settle_deal(*legal(played))


def score(played: UncheckedDeal) -> Score:
    """Score a legal hand alone."""
    return score_hand(*legal_alone(played))


def net(settled: Settled) -> dict[str, int]:
    """Each seat's net amount."""
    return {seat: sum(row.values()) for seat, row in settled.settlement.matrix.items()}


def values(result: Score, rule: str) -> dict[str, list[int]]:
    """The values of a rule's items, by kind; empty if the rule does not count."""
    items = [item for item in result.items if item.rule.id == rule]
    kinds = {
        "points": [item.points for item in items],
        "doubles": [item.doubles for item in items],
        "added": [item.bonus_points for item in items],
    }
    return {kind: nonzero for kind, numbers in kinds.items() if (nonzero := [number for number in numbers if number])}
