"""Domain records written in the notation of tiles: hands, wins and deals, and what they come to.

A case that stands in a data file as a request becomes the same records (`hand_of`, `win_of`, `deal_of`, `alone_of`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from service.domain.circumstances import BITS
from service.domain.deal import Source, Win
from service.domain.faults import Fault
from service.domain.hand import Hand, HandCount
from service.domain.legality import LegalDeal, LegalHand, PartialDeal, legal_deal, legal_hand
from service.domain.pipeline import Settled, score_hand, settle_deal
from service.domain.rulebook.amend import House, resolve
from service.domain.rulebook.compiled_rulebook import CompiledRulebook, RulebookCache
from service.domain.rulebook.model import Rulebook
from service.domain.scoring import Score
from service.domain.seats import BY_NAME, SEAT_NAMES, SEATS
from service.domain.sets import Set, set_of
from service.domain.tiles import COPIES, FIRST_WIND, Tiles, parse, write
from service.rulebooks import BY_ID, LIBRARY

Json = dict[str, Any]
Rules = str | CompiledRulebook
"""A rulebook as it stands, by its id, or one under options or house rules."""

# Rulebooks


def rules(ruleset: str, **options: int | None) -> CompiledRulebook:
    """A rulebook under these options."""
    return BY_ID[ruleset].under(options)


def amended(ruleset: str, house: House) -> Rulebook:
    """A rulebook under the house rules of a table. Raises Unresolved."""
    return resolve(BY_ID[ruleset].rulebook, house, LIBRARY, lambda given, known: None)


def house_rules(ruleset: str, house: House, **options: int | None) -> CompiledRulebook:
    """A rulebook under the house rules of a table and these options. Raises Unresolved."""
    return RulebookCache(amended(ruleset, house), LIBRARY.candidates).under(options)


# Hands and wins


def tiles(text: str) -> Tiles:
    found, faults = parse(text)
    assert not faults, faults
    return found


def sets(*texts: str, exposed: bool = True) -> tuple[Set, ...]:
    """Sets on the table: exposed ones or, with `exposed=False`, concealed kongs."""
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
    """One hand; the sets after the concealed tiles are the exposed ones, `kongs` the concealed kongs."""
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
    """How a hand was won; `liable` names the seat that is liable for a dangerous discard."""
    return Win(
        source=Source(source),
        tile=tiles(tile)[0] if tile else None,
        discarder=BY_NAME[discarder] if discarder else None,
        circumstances=sum(BITS[name] for name, holds in circumstances.items() if holds),
        consecutive_wins=consecutive_wins,
        discarder_excused=excused,
        dangerous_discard_by=BY_NAME[liable] if liable else None,
    )


# Deals


def deal(
    ruleset: Rules,
    winner: str | None,
    win: Win | None,
    hands: Mapping[str, Hand],
    round_wind: str = "east",
    discards: str = "",
) -> PartialDeal:
    """A deal of these hands by seat, not yet known to be legal."""
    seated = {seat: hands[name] for name, seat in BY_NAME.items() if name in hands}
    return PartialDeal(
        hands=seated,
        seats=tuple(seated),
        winner=None if winner is None else BY_NAME[winner],
        win=win,
        round_wind=BY_NAME[round_wind],
        discards=tiles(discards),
        compiled=rules(ruleset) if isinstance(ruleset, str) else ruleset,
    )


def alone(
    ruleset: Rules,
    its_hand: Hand,
    win: Win | None = None,
    seat: str = "south",
    round_wind: str = "east",
    discards: str = "",
) -> PartialDeal:
    """One hand, the others unknown; it won if `win` is given."""
    found = deal(ruleset, None if win is None else seat, win, {seat: its_hand}, round_wind, discards)
    return found._replace(seats=SEATS, place=lambda _: ("hand",), others_known=False)


def against(seat: str, its_hand: Hand, *others: str) -> dict[str, Hand]:
    """Everybody's hand: this one and the others, in seat order; without `others` theirs score nothing."""
    seats = [name for name in SEAT_NAMES if name != seat]
    return {seat: its_hand} | {
        name: hand(shown) for name, shown in zip(seats, others or _beside(its_hand), strict=True)
    }


def _beside(its_hand: Hand) -> list[str]:
    """Thirteen tiles for each of three others that score nothing: no honours, and no three alike among them."""
    held = Counter(its_hand.tiles)
    left = [tile for tile in range(FIRST_WIND) for _ in range(min(2, COPIES[tile] - held[tile]))]
    return [write(left[first::3][:13]) for first in range(3)]


# Cases in the form of a request


def hand_of(given: Json) -> Hand:
    count = given.get("counted")
    if count is not None:
        points = count.get("points", count.get("score"))
        return counted(points, count.get("doubles", 0), limit_hand=count.get("limit_hand", False))
    more = {name: value for name, value in given.items() if name not in ("concealed", "exposed", "concealed_kongs")}
    return hand(given["concealed"], *given.get("exposed", ()), kongs=given.get("concealed_kongs", ()), **more)


def win_of(given: Json) -> Win:
    return won(
        given["source"],
        given.get("tile", ""),
        given.get("discarder", ""),
        consecutive_wins=given.get("consecutive_wins", 1),
        excused=given.get("discarder_excused"),
        liable=given.get("dangerous_discard_by", ""),
        **{name: given[name] for name in BITS if name in given},
    )


def deal_of(given: Json) -> PartialDeal:
    """The deal of a request for a settlement, without house rules."""
    win = given.get("win")
    return deal(
        rules(given["ruleset"], **given.get("options", {})),
        given["winner"],
        None if win is None else win_of(win),
        {seat: hand_of(each) for seat, each in given["hands"].items()},
        given["round_wind"],
        given.get("discards", ""),
    )


def alone_of(given: Json) -> PartialDeal:
    """The hand of a request for a score, without house rules."""
    win = given.get("win")
    return alone(
        rules(given["ruleset"], **given.get("options", {})),
        hand_of(given["hand"]),
        None if win is None else win_of(win),
        given["seat"],
        given["round_wind"],
        given.get("discards", ""),
    )


# Results


def legal(partial: PartialDeal) -> LegalDeal:
    """The deal, which must be legal."""
    found = legal_deal(partial)
    assert isinstance(found, LegalDeal), found
    return found


def legal_alone(partial: PartialDeal) -> LegalHand:
    """The hand, which must be legal."""
    found = legal_hand(partial)
    assert isinstance(found, LegalHand), found
    return found


def faults(partial: PartialDeal) -> set[tuple[str, str]]:
    """Where a deal, or a hand alone, is wrong and how: JSON pointers and codes."""
    found = legal_deal(partial) if partial.others_known else legal_hand(partial)
    return set() if isinstance(found, LegalDeal | LegalHand) else {(pointer(fault), fault.code) for fault in found}


def pointer(fault: Fault) -> str:
    return "".join(f"/{step}" for step in fault.path)


def settle(partial: PartialDeal) -> Settled:
    """Settle a legal deal."""
    return settle_deal(*legal(partial))


def score(partial: PartialDeal) -> Score:
    """Score a legal hand alone."""
    return score_hand(*legal_alone(partial))


def net(settled: Settled) -> dict[str, int]:
    """What each seat receives in all."""
    return {seat: sum(row.values()) for seat, row in settled.settlement.matrix.items()}


def values(shown: Score, rule: str) -> dict[str, list[int]]:
    """What a rule gave a hand: the values of its items, by kind; empty if it gave nothing."""
    items = [item for item in shown.items if item.rule.id == rule]
    kinds = {
        "points": [item.points for item in items],
        "doubles": [item.doubles for item in items],
        "added": [item.bonus_points for item in items],
    }
    return {kind: given for kind, numbers in kinds.items() if (given := [number for number in numbers if number])}
