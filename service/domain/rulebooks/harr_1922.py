"""`harr-1922`: L. L. Harr, Pung Chow, 1922, Part One, playing without a limit; errata applied."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook.model import Rulebook, Settling
from service.domain.rulebooks import rows, settling_rows
from service.domain.rulebooks.sources import HARR_1922, HARR_1923

RULEBOOK: Final = Rulebook(
    id="harr-1922",
    title="Pung Chow, 1922, without a limit",
    source=HARR_1922("6-55"),
    books=(HARR_1922, HARR_1923),
    revision=2,
    options=(
        rows.no_limit_by_default(HARR_1922(60)),
        replace(
            rows.cleared_hands(HARR_1923(55), "Described in the edition of 1923; open to players of this one too."),
            assumed=True,
        ),
    ),
    rules=(
        rows.MAH_JONG,
        rows.NO_CHOW,
        rows.WINNING_TILE_DRAWN,
        rows.ONLY_PLACE_TO_WIN,
        rows.LOOSE_TILE,
        rows.NO_OTHER_SCORE,
        *rows.EXPOSED_PUNGS,
        *rows.CONCEALED_PUNGS,
        *rows.KONGS,
        rows.PAIR_OF_DRAGONS,
        rows.PAIR_OF_OWN_WIND,
        rows.PUNG_OF_DRAGONS,
        rows.PUNG_OF_OWN_WIND,
        rows.ONE_SUIT_WITH_HONOURS,
        rows.ONE_SUIT,
        rows.HONOURS_ONLY,
        rows.ORIGINAL_HAND,
        rows.OWN_FLOWER,
        rows.OWN_SEASON,
    ),
    dead_hand=rows.dead_hand(HARR_1922(25)),
    settling=Settling(rows=settling_rows.HARR_1922_ROWS),
    sitting=settling_rows.HARR_1922_SITTING,
)
