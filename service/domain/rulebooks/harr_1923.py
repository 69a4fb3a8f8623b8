"""`harr-1923`: L. L. Harr, Pung Chow, revised and enlarged edition, 1923, without a limit."""

from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook.model import Rulebook, ScoringRule, Settling, at
from service.domain.rulebooks import rows, settling_rows
from service.domain.rulebooks.sources import HARR_1923

_SCORE_CARD: Final = HARR_1923(28)

_ONLY_PLACE: Final = (
    "Judged in the division that is scored: wherever the winning tile can stand in it, nothing else would fill the "
    "gap. So the letter of the page, 'completed by only one particular tile', is left: hand 6 (p. 35) has the bonus "
    "with 11122444 of circles on the 2, although the 3 completes them too. A pair at the end of a run of four waited "
    "at two places (p. 62), as one of two pairs did."
)

MAJORS_ONLY: Final = ScoringRule(
    id="heads-only",
    text="Heads only, not honours only",
    looks_for=conditions.MAJORS_NOT_HONOURS_ONLY,
    doubles=1,
    source=HARR_1923(66),
    interpretation="Counts beside 'one suit with honours' (pp. 66-70), never beside 'honours only' (hands 14 and 20).",
    concept="all-heads",
)
FLOWERS_AND_SEASONS: Final = (
    rows.OWN_FLOWER.at(HARR_1923(26)),
    rows.OWN_SEASON.at(HARR_1923(26)),
    rows.ALL_FLOWERS,
    rows.ALL_SEASONS,
)

RULEBOOK: Final = Rulebook(
    id="harr-1923",
    title="Pung Chow, revised 1923, without a limit",
    source=HARR_1923("11-105"),
    books=(HARR_1923,),
    revision=2,
    options=(rows.no_limit_by_default(HARR_1923("54-55")), rows.cleared_hands(HARR_1923(55))),
    rules=(
        *at(HARR_1923("28-31"), rows.MAH_JONG, rows.NO_CHOW, rows.WINNING_TILE_DRAWN),
        rows.ONLY_PLACE_TO_WIN.at(HARR_1923("28-30"), _ONLY_PLACE),
        *at(HARR_1923("28-31"), rows.LOOSE_TILE),
        rows.NO_OTHER_SCORE.at(
            HARR_1923(31),
            "Only points spoil it: a hand without any other point that doubles still has it (hand 9). A flower or "
            "season is points, so it spoils it too, by the letter of the page.",
        ),
        *at(_SCORE_CARD, *rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS, *rows.KONGS),
        *at(_SCORE_CARD, rows.PAIR_OF_DRAGONS, rows.PAIR_OF_OWN_WIND),
        rows.BONUS_TILE,
        *at(_SCORE_CARD, rows.PUNG_OF_DRAGONS, rows.PUNG_OF_OWN_WIND),
        *at(_SCORE_CARD, rows.ONE_SUIT_WITH_HONOURS, rows.ONE_SUIT, rows.HONOURS_ONLY),
        MAJORS_ONLY,
        *at(_SCORE_CARD, rows.ORIGINAL_HAND),
        *FLOWERS_AND_SEASONS,
    ),
    dead_hand=rows.dead_hand(HARR_1923(23)),
    settling=Settling(rows=settling_rows.HARR_1923_ROWS),
    sitting=settling_rows.HARR_1923_SITTING,
)
