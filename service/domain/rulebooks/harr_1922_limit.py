"""`harr-1922-limit`: L. L. Harr, Pung Chow, 1922, Part Two, playing with a limit; errata applied."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook.model import LIMIT, Rulebook, Settling, ShareOf
from service.domain.rulebooks import limit_rows, rows, settling_rows
from service.domain.rulebooks.sources import HARR_1922
from service.domain.shapes import FOUR_SETS, THIRTEEN_MAJORS

FIRST_DISCARD: Final = replace(
    rows.FIRST_DISCARD_LIMIT,
    text="Won on East's first discard: half the limit is added",
    limit_percent=0,
    bonus_points=ShareOf(LIMIT, divided_by=2),
    source=HARR_1922(62),
    interpretation="Added after doubling, before the limit; it does not spoil 'no other score'.",
)

RULEBOOK: Final = Rulebook(
    id="harr-1922-limit",
    title="Pung Chow, 1922, with a limit",
    source=HARR_1922("56-75"),
    books=(HARR_1922,),
    revision=2,
    options=limit_rows.options(HARR_1922(60)),
    rules=(
        limit_rows.MAH_JONG,
        limit_rows.NO_OTHER_SCORE,
        *limit_rows.SETS,
        *limit_rows.PAIRS,
        *limit_rows.COMPLETED_PAIRS,
        *limit_rows.COMPLETED_CHOWS,
        replace(
            limit_rows.completed_chow(one_filler=False, claimed=False, points=4, source=HARR_1922(65)),
            interpretation="As the table is printed; the edition of 1923 has 2.",
        ),
        *limit_rows.PUNGS,
        *limit_rows.WHOLE_HANDS,
        limit_rows.FOURTH_OF_OWN_PUNG,
        rows.OWN_FLOWER,
        rows.OWN_SEASON,
        FIRST_DISCARD,
        rows.THIRTEEN_MAJORS,
        rows.ALL_MAJORS,
        rows.FOUR_WINDS,
        rows.THREE_WINDS_AND_PAIR,
        rows.FOUR_KONGS,
        rows.THREE_DRAGONS,
        rows.ORIGINAL_HAND_LIMIT,
    ),
    shapes=(FOUR_SETS, THIRTEEN_MAJORS),
    dead_hand=rows.dead_hand(HARR_1922(25)),
    settling=Settling(rows=settling_rows.HARR_1922_ROWS, danger=limit_rows.dangerous_discard(HARR_1922("67-70"))),
    sitting=settling_rows.HARR_1922_LIMIT_SITTING,
    washed_tiles=limit_rows.washed_tiles(HARR_1922(61)),
    false_mahjong=limit_rows.false_mahjong(HARR_1922(67)),
)
