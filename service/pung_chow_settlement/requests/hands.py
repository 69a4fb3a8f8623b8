"""Build hands and wins from parsed bodies, also from partly parsed ones, and record what could not be parsed."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Fault, Path
from pung_chow_settlement.domain.hand import Hand, HandCount
from pung_chow_settlement.domain.legality.partial_deal import ALL_READ, SETS_ON_THE_TABLE, Unread
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.schemas.fields import MAX_FAULTS

_COUNTED: Final = "counted"
_OF_TILES: Final = frozenset(Hand._fields) - {_COUNTED}
_ANY: Final = frozenset(Hand._fields)
_WRONGLY_COUNTED: Final = Hand((), counted=HandCount(10**9))
"""Stands for a hand whose count could not be parsed; nothing is wrong with this one, whatever a winner needs."""


def hands_of(
    given: Iterable[tuple[Seat, Any, Path]], faults: list[Fault]
) -> tuple[dict[Seat, Hand], dict[Seat, Unread]]:
    """The hands as far as they could be parsed, without those of which too little is known.

    The second result has what could not be parsed, for each hand with such members.
    """
    hands: dict[Seat, Hand] = {}
    unread: dict[Seat, Unread] = {}
    for seat, data, path in given:
        if data is None or len(faults) >= MAX_FAULTS:
            continue
        missed = ALL_READ if isinstance(data, Hand) else _unread(data, path, faults)
        if not missed:
            hands[seat] = data if isinstance(data, Hand) else hand_of(data)
        elif _COUNTED not in missed and _COUNTED not in data:
            hands[seat], unread[seat] = _readable(data, missed), missed
        elif data.keys() == {_COUNTED}:
            hands[seat] = _WRONGLY_COUNTED
    return hands, unread


def hand_of(data: Mapping[str, Any]) -> Hand:
    """The hand from its parsed members."""
    counted = data.get(_COUNTED)
    given = {**data, _COUNTED: count_of(counted)} if isinstance(counted, dict) else data
    return Hand(**{"concealed": (), **given})


def count_of(data: Mapping[str, Any]) -> HandCount:
    """The count from its parsed members; a score stands for points without doubles."""
    others = {name: value for name, value in data.items() if name not in ("points", "score")}
    return HandCount(data.get("points", data.get("score")), **others)


def win_of(win: object) -> Win | None:
    """The win as far as it could be parsed; None if its source is unknown."""
    if isinstance(win, dict):
        return win_from(win) if "source" in win else None
    return win if isinstance(win, Win) else None


def win_from(data: Mapping[str, Any]) -> Win:
    """The win from its parsed members."""
    given = {name: value for name, value in data.items() if name not in BITS}
    return Win(**given, circumstances=sum(BITS[name] for name in data.keys() & BITS if data[name]))


def _unread(data: Mapping[str, Any], path: Path, faults: list[Fault]) -> Unread:
    hidden = {member for fault in faults if fault.lies_in(path) for member in _hidden(data, fault, len(path))}
    return {
        member: frozenset(index for index, each in enumerate(data[member]) if each is None)
        if member in SETS_ON_THE_TABLE and member in data
        else frozenset()
        for member in hidden
    }


def _hidden(data: Mapping[str, Any], fault: Fault, depth: int) -> Iterator[str]:
    """The members that a fault leaves unknown: a misspelt member may mean any that is missing."""
    if len(fault.path) == depth:
        yield from _ANY
    elif fault.code != "unknown-member":
        yield str(fault.path[depth])
    elif fault.suggestion is not None:
        yield from (_OF_TILES if "concealed" in data else _ANY).difference(data)


def _readable(data: Mapping[str, Any], unread: Unread) -> Hand:
    """The hand without the members that could not be parsed, and without invalid sets."""
    given = SETS_ON_THE_TABLE.intersection(data)
    sets = {name: tuple(each for each in data[name] if each is not None) for name in given}
    others = {name: value for name, value in data.items() if name not in unread}
    return hand_of({**others, **sets})
