"""The books, so that a row can cite a page: `HARR_1922(29)`."""

from typing import Final

from service.domain.rulebook.model import Book

HARR_1922: Final = Book(
    "harr-1922",
    "L. L. Harr, Pung Chow: The Game of a Hundred Intelligences",
    edition="Harper & Brothers, 1922, errata applied",
    where="Project Gutenberg, ebook 27318, with the errata at its end",
)
HARR_1923: Final = Book(
    "harr-1923",
    "L. L. Harr, How to Play Pung Chow: The Game of a Hundred Intelligences",
    edition="Harper & Brothers, revised and enlarged edition, 1923",
    where="Internet Archive, digitized in 2022",
)
PAMPHLET: Final = Book(
    "pamphlet",
    "The Scores and How to Calculate Them",
    edition="A British pamphlet without a date, of the 1920s",
    where="A surviving copy that breaks off; a later copy of the same text, Buzzard 2000, was on the web",
)
XMJ: Final = Book(
    "xmj",
    "xmj, after A. D. Millington, The Complete Book of Mah-Jongg (M and a number are items of its chapter 3)",
    edition="xmj 1.11; the book: Weidenfeld & Nicolson, 1993",
    where="Debian's package mah-jong 1.11: rules.txt, and the program itself",
)
BMJA: Final = Book(
    "bmja",
    "British Mah-Jong Association",
    edition="After Headley and Seeley, Know the Game: Mah-Jong, third edition",
    where="mahjongbritishrules.com",
)
DMJL: Final = Book(
    "dmjl",
    "Deutsche Mah Jongg Liga, Chinesisch-Klassisch",
    edition="Wertung 2005",
    where="dmjl.de: DMJL_CC_Wertung_2005.pdf, as noxone's mahjong-points-calculator-web has it",
)
KAJONGG: Final = Book(
    "kajongg",
    "Kajongg, its ruleset Classical Chinese DMJL",
    edition="Its source code at 469a588b",
    where="The program Kajongg of KDE: src/predefined.py and src/rulecode.py",
)
DMJL_PENALTIES: Final = Book(
    "dmjl-penalties",
    "Strafen: the penalties of the Deutsche Mah Jongg Liga",
    edition="An undated page",
    where="patmike45.beepworld.de/strafen.htm",
)
TABLE: Final = Book("table", "The players at the table, who counted a hand themselves")
