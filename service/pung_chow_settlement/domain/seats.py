"""Seats, which are the winds, and records of one value per seat."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Final, TypeVar

T = TypeVar("T")


class Seat(IntEnum):
    """A seat, named by its wind, in the order in which the deal passes."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3


EAST: Final = Seat.EAST
SEATS: Final = tuple(Seat)
SEAT_NAMES: Final = tuple(seat.name.lower() for seat in SEATS)
BY_NAME: Final = dict(zip(SEAT_NAMES, SEATS, strict=True))
MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = len(SEATS)


def seats_of(players: int) -> tuple[Seat, ...]:
    """The seats of a game of two (East, South), three (and West) or four players."""
    return SEATS[:players]


def east_doubles(one: Seat, other: Seat) -> int:
    """2 if East pays or is paid, else 1 (1922 p.25)."""
    return 2 if one is EAST or other is EAST else 1


class BySeat(tuple[T, ...]):
    """One value for each seat in play, indexed by seat."""

    __slots__ = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return SEATS[: len(self)]

    def of(self) -> Iterator[tuple[Seat, T]]:
        """Each seat with its value."""
        return zip(SEATS, self, strict=False)
