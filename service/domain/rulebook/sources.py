"""The books, so that a row can cite a page: `HARR_1922(29)`."""

from dataclasses import dataclass
from typing import Final

from service.domain.rulebook.model import Cite


@dataclass(frozen=True, slots=True)
class Book:
    """A source: called with a page it cites that page."""

    id: str
    title: str

    def __call__(self, page: int | str) -> Cite:
        """A place in this book."""
        return Cite(self.id, str(page))


HARR_1922: Final = Book(
    "harr-1922", "L. L. Harr, Pung Chow: The Game of a Hundred Intelligences, Harper & Brothers, 1922, errata applied"
)
HARR_1923: Final = Book("harr-1923", "L. L. Harr, Pung Chow, revised and enlarged edition, Harper & Brothers, 1923")
PAMPHLET: Final = Book("pamphlet", "The Scores and How to Calculate Them, an undated British pamphlet of the 1920s")
XMJ: Final = Book(
    "xmj",
    "xmj 1.11, the program of Debian's package mah-jong: its rules after A. D. Millington's Chinese Classical (M and a "
    "number are its items)",
)
BMJA: Final = Book("bmja", "British Mah-Jong Association: the rules at mahjongbritishrules.com")
DMJL: Final = Book(
    "dmjl", "Deutsche Mah Jongg Liga: Chinesisch-Klassisch, Wertung 2005, as the calculators of its players have it"
)
KAJONGG: Final = Book("kajongg", "Kajongg, the program of KDE: its ruleset Classical Chinese DMJL")
TABLE: Final = Book("table", "The players at the table, who counted a hand themselves")
DMJL_PENALTIES: Final = Book("dmjl-penalties", "patmike45.beepworld.de: Strafen, the penalties of the DMJL")
