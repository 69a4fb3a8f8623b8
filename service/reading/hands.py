"""Hands out of what a schema read: each as far as it could be read, and which of its members could not."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from service.domain.faults import Fault, Path
from service.domain.hand import Hand, HandCount
from service.domain.legality import ALL_READ, SETS_ON_THE_TABLE, Unread
from service.domain.records import make
from service.domain.seats import Seat
from service.reading.fields import MOST_FAULTS

_COUNTED: Final = "counted"
_OF_TILES: Final = frozenset(Hand._fields) - {_COUNTED}
_ANY: Final = frozenset(Hand._fields)


def hands_of(
    told: Iterable[tuple[Seat, Any, Path]], faults: list[Fault]
) -> tuple[dict[Seat, Hand], dict[Seat, Unread]]:
    """The hands, each with its place in the body, as far as they could be read; none of which too little is known.

    Beside them what could not be read, of the hands of which something could not.
    """
    hands: dict[Seat, Hand] = {}
    unread: dict[Seat, Unread] = {}
    for seat, data, path in told:
        if not isinstance(data, dict) or len(faults) >= MOST_FAULTS:
            continue
        missed = _unread(data, path, faults) if faults else ALL_READ
        if not missed:
            hands[seat] = _counted(data[_COUNTED]) if _COUNTED in data else _whole(data)
        elif _COUNTED not in missed and _COUNTED not in data:
            hands[seat], unread[seat] = _readable(data, missed), missed
    return hands, unread


def _whole(data: dict[str, Any]) -> Hand:
    return make(
        Hand,
        (
            data.get("concealed", ()),
            data.get("exposed", ()),
            data.get("claimed_kongs", ()),
            data.get("concealed_kongs", ()),
            data.get("bonus", ()),
            data.get("dead", False),
            data.get("partial", False),
            data.get("counted"),
            data.get("original_call", False),
        ),
    )


def _unread(data: Mapping[str, Any], path: Path, faults: list[Fault]) -> Unread:
    hidden = {member for fault in faults if fault.lies_in(path) for member in _hidden(data, fault, len(path))}
    return {
        member: frozenset(index for index, each in enumerate(data[member]) if each is None)
        if member in SETS_ON_THE_TABLE and member in data
        else frozenset()
        for member in hidden
    }


def _hidden(data: Mapping[str, Any], fault: Fault, depth: int) -> Iterator[str]:
    """The members that a fault leaves unread: a slip of the pen may stand for any that is not told."""
    if len(fault.path) == depth:
        yield from _ANY
    elif fault.code != "unknown-member":
        yield str(fault.path[depth])
    elif fault.suggestion is not None:
        yield from (_OF_TILES if "concealed" in data else _ANY).difference(data)


def _readable(data: Mapping[str, Any], unread: Unread) -> Hand:
    """What is left of a hand without the members that could not be read, and without the sets that are none."""
    told = SETS_ON_THE_TABLE.intersection(data)
    sets = {name: tuple(each for each in data[name] if each is not None) for name in told}
    others = {name: value for name, value in data.items() if name not in unread}
    return _whole({**others, **sets})


def _counted(data: Mapping[str, Any]) -> Hand:
    """A hand told by its count: a score stands for points that nothing doubles."""
    points = data.get("points", data.get("score"))
    return Hand((), counted=HandCount(points, data.get("doubles", 0), data.get("limit_hand", False)))
