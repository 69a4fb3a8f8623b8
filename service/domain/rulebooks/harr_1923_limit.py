"""`harr-1923-limit`: L. L. Harr, Pung Chow, revised and enlarged edition, 1923, playing with a limit."""

from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook.model import WHOLE_LIMIT, AppliesTo, Rulebook, ScoringRule, Settling, at
from service.domain.rulebooks import limit_rows, rows, settling_rows
from service.domain.rulebooks.harr_1923 import FLOWERS_AND_SEASONS
from service.domain.rulebooks.sources import HARR_1923
from service.domain.shapes import FOUR_SETS, THIRTEEN_MAJORS

_VALUES: Final = HARR_1923(115)

HIDDEN_TREASURE: Final = ScoringRule(
    id="hidden-treasure",
    text="Hidden treasure: four sets and a pair made without a claimed tile",
    looks_for=conditions.NOTHING_CLAIMED,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1923(114),
    interpretation="Concealed kongs are allowed; the last tile is drawn too. An original hand is one.",
    concept="concealed-hand",
)

RULEBOOK: Final = Rulebook(
    id="harr-1923-limit",
    title="Pung Chow, revised 1923, with a limit",
    source=HARR_1923("106-125"),
    books=(HARR_1923,),
    revision=2,
    options=limit_rows.options(HARR_1923("110-111")),
    rules=(
        *at(_VALUES, limit_rows.MAH_JONG),
        limit_rows.NO_OTHER_SCORE.at(_VALUES, "Only points spoil it, doubles do not; a flower or season is points."),
        *at(_VALUES, *limit_rows.SETS, *limit_rows.PAIRS),
        *at(HARR_1923("115-116"), *limit_rows.COMPLETED_PAIRS, *limit_rows.COMPLETED_CHOWS),
        limit_rows.completed_chow(one_filler=False, claimed=False, points=2, source=_VALUES),
        rows.BONUS_TILE,
        *at(HARR_1923(117), *limit_rows.PUNGS, *limit_rows.WHOLE_HANDS),
        *at(HARR_1923(118), limit_rows.FOURTH_OF_OWN_PUNG),
        *FLOWERS_AND_SEASONS,
        *at(HARR_1923(112), rows.THIRTEEN_MAJORS, rows.ALL_MAJORS, rows.FOUR_WINDS),
        *at(HARR_1923(113), rows.THREE_WINDS_AND_PAIR, rows.FOUR_KONGS),
        *at(HARR_1923(114), rows.THREE_DRAGONS),
        *at(HARR_1923(113), rows.ORIGINAL_HAND_LIMIT, rows.FIRST_DISCARD_LIMIT),
        HIDDEN_TREASURE,
    ),
    shapes=(FOUR_SETS, THIRTEEN_MAJORS),
    dead_hand=rows.dead_hand(
        HARR_1923(118),
        "A dead hand scores nothing and pays everybody; with too few tiles it still counts like any other that "
        "did not win",
    ),
    short_dead_hand_scores=True,
    settling=Settling(rows=settling_rows.HARR_1923_ROWS, danger=limit_rows.dangerous_discard(HARR_1923("118-120"))),
    sitting=settling_rows.HARR_1923_LIMIT_SITTING,
    washed_tiles=limit_rows.washed_tiles(HARR_1923(111)),
    false_mahjong=limit_rows.false_mahjong(HARR_1923(118)),
)
