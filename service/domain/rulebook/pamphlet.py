"""`pamphlet`: The Scores and How to Calculate Them, an undated British pamphlet of the 1920s."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import catalogue as find
from service.domain.rulebook import layouts, rows
from service.domain.rulebook.model import (
    WHOLE_LIMIT,
    AppliesTo,
    DangerousDiscard,
    FalseMahjong,
    Layout,
    LoserLimit,
    PercentOfLimit,
    Rule,
    Rulebook,
    Ruling,
    Settling,
    at,
)
from service.domain.rulebook.sources import PAMPHLET
from service.domain.shapes import FOUR_SETS, THIRTEEN_HEADS

_WINNER: Final = AppliesTo.WINNER
_BONUSES: Final = PAMPHLET("Bonus scores")
_NOTES: Final = PAMPHLET("Bonus scores; Notes on scoring")
_DOUBLES: Final = PAMPHLET("Doubles")
_LIMIT_HANDS: Final = PAMPHLET("Limit hands")
_FLOWERS: Final = PAMPHLET("Seasons and flowers")

_BOTH: Final = (
    "Listed among the points and doubled again in the notes: both count. The worked hands leave the bonus points "
    "out and say so. "
    "The number of points, lost in the scan, is that of a later copy of the same text."
)
_INCOMPLETE: Final = (
    "A hand that did not win has it too, complete or not: it takes the limit from each of the other two, and "
    "pays the winner as usual. "
    "Two such hands settle nothing between them. Without a limit it scores its face value."
)

BONUSES: Final = (
    rows.MAH_JONG.at(_BONUSES),
    replace(rows.NO_CHOW, doubles=1, source=_NOTES, interpretation=_BOTH),
    Rule(
        id="no-scoring-value",
        text="No scoring value: four chows and a pair that does not score",
        find=find.FOUR_CHOWS,
        points=10,
        doubles=1,
        applies_to=_WINNER,
        spoiled_by=("pair-of-dragons", "pair-of-own-wind", "pair-of-round-wind"),
        source=_NOTES,
        interpretation=f"{_BOTH} Whatever the bonuses; flowers and seasons do not spoil it.",
    ),
    rows.WINNING_TILE_DRAWN.at(_BONUSES, "A loose tile is drawn too; an original hand has no winning tile."),
    replace(
        rows.ONLY_PLACE_TO_WIN,
        text="Won with the only possible piece",
        find=find.ONLY_POSSIBLE_PIECE,
        source=_NOTES,
        interpretation="Theoretical as in 1923, and practical too: also where every other copy of every tile "
        "that would complete the hand "
        "is visible (exposed sets, declared kongs, discards, own tiles), so that one single piece was left.",
    ),
    replace(rows.LOOSE_TILE, doubles=1, source=_NOTES, interpretation=_BOTH),
    replace(rows.LAST_TILE, points=10, source=_NOTES, interpretation=_BOTH),
    Rule(
        id="standing-hand",
        text="Standing hand, declared waiting from the start",
        find=find.STANDING_HAND,
        points=100,
        applies_to=_WINNER,
        source=_BONUSES,
        interpretation="The number, lost in the scan, is that of a later copy of the same text.",
    ),
)
DOUBLES: Final = (
    *at(_DOUBLES, rows.PUNG_OF_OWN_WIND),
    Rule(
        id="pung-of-round-wind",
        text="Pung or kong of the wind of the round",
        find=find.PUNG_OF_ROUND_WIND,
        doubles=1,
        source=_DOUBLES,
    ),
    *at(_DOUBLES, rows.PUNG_OF_DRAGONS),
    Rule(
        id="robbed-kong",
        text="Won by robbing a kong",
        find=find.ROBBED_KONG,
        doubles=1,
        applies_to=_WINNER,
        source=_DOUBLES,
    ),
    replace(rows.ONE_SUIT_WITH_HONOURS, applies_to=_WINNER, source=_DOUBLES, interpretation=None),
    Rule(
        id="ones-and-nines-with-honours",
        text="Ones and nines with honours",
        find=find.ONES_AND_NINES_WITH_HONOURS,
        doubles=1,
        applies_to=_WINNER,
        source=_DOUBLES,
        interpretation="Both must be present; it adds to 'one suit with honours', never to honours only.",
    ),
    replace(rows.ONE_SUIT, applies_to=_WINNER, source=_DOUBLES, interpretation=None),
    replace(rows.HONOURS_ONLY, applies_to=_WINNER, when_limit=False, source=_DOUBLES),
    replace(rows.ORIGINAL_HAND, id="original-hand-without-limit", when_limit=False, source=_DOUBLES),
)
FLOWERS_AND_SEASONS: Final = (
    *at(_DOUBLES, rows.OWN_FLOWER, rows.OWN_SEASON),
    *(
        rule.at(_DOUBLES, "Three doubles instead of the own one in that set, as in the edition of 1923 (p. 26).")
        for rule in (rows.ALL_FLOWERS, rows.ALL_SEASONS)
    ),
)


LIMIT_HANDS: Final = (
    rows.THIRTEEN_HEADS.at(_LIMIT_HANDS, rows.THIRTEEN_HEADS.interpretation),
    Rule(
        id="all-ones-and-nines",
        text="All ones and nines",
        find=find.ONES_AND_NINES,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="No honours. Without a limit it doubles nothing.",
    ),
    Rule(
        id="all-honours",
        text="All winds and dragons",
        find=find.HONOURS_ONLY,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
    ),
    replace(
        rows.THREE_WINDS_AND_PAIR,
        applies_to=AppliesTo.ALL,
        source=PAMPHLET("A few notes on limit hands"),
        interpretation=f"The pair is of exactly two. {_INCOMPLETE}",
    ),
    replace(
        rows.THREE_DRAGONS,
        applies_to=AppliesTo.ALL,
        source=PAMPHLET("A few notes on limit hands"),
        interpretation=_INCOMPLETE,
    ),
    rows.ORIGINAL_HAND_LIMIT.at(_LIMIT_HANDS),
    rows.FIRST_DISCARD_LIMIT.at(_LIMIT_HANDS),
    Rule(
        id="concealed-pungs",
        text="Four concealed pungs or kongs",
        find=find.CONCEALED_PUNGS,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="The last tile was drawn, or completed the pair.",
    ),
    Rule(
        id="nine-gates",
        text="Calling nine tiles: 1112345678999 of one suit, concealed, before the winning tile",
        find=find.NINE_GATES,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="In an original hand any of the fourteen tiles may stand for the last.",
    ),
    Rule(
        id="thirteenth-win",
        text="East's thirteenth Mah-Jong in a row",
        find=find.CONSECUTIVE_WINS(wins=13),
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="The thirteenth and every one after it.",
    ),
)

RULEBOOK: Final = Rulebook(
    id="pamphlet",
    title="The British pamphlet",
    source=PAMPHLET("whole"),
    revision=1,
    options=(
        replace(
            rows.no_limit_by_default(_LIMIT_HANDS),
            default=600,
            interpretation="The surviving pages name no amount; a later copy says 600. Without a limit its limit "
            "hands score their face value.",
        ),
    ),
    rules=(
        *BONUSES,
        *at(PAMPHLET("Pungs; Kongs"), *rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS, *rows.KONGS),
        *at(PAMPHLET("For the pair"), rows.PAIR_OF_DRAGONS, rows.PAIR_OF_OWN_WIND, rows.PAIR_OF_ROUND_WIND),
        rows.BONUS_TILE.at(_FLOWERS),
        *DOUBLES,
        *FLOWERS_AND_SEASONS,
        *LIMIT_HANDS,
    ),
    shapes=(FOUR_SETS, THIRTEEN_HEADS),
    dead_hand=rows.dead_hand(PAMPHLET("Errors and penalties")),
    settling=Settling(
        loser_limit=LoserLimit.TAKES_LIMIT,
        danger=DangerousDiscard(
            ruling=Ruling(
                id="dangerous-discard",
                text="A player who discards the winning tile of a one-suit hand with three exposed pungs of that "
                "suit pays for all",
                source=PAMPHLET("Errors and penalties"),
                interpretation="The text breaks off: the payment is that of the books with a limit, without excuses, "
                "also where no limit is set. "
                "Kongs count like pungs, chows do not.",
            ),
            layouts=(
                Layout(
                    letter="a",
                    text="three pungs or kongs of one suit on the table, and the hand won is of that one suit",
                    served=layouts.three_pungs_of_a_suit_shown,
                    would_serve=layouts.same_suit,
                ),
            ),
            excuses=False,
        ),
    ),
    false_mahjong=FalseMahjong(
        ruling=Ruling(
            id="false-mahjong",
            text="A player who calls Mah-Jong wrongly with a completely exposed hand pays each of the others twice the "
            "limit; otherwise nothing",
            source=PAMPHLET("Errors and penalties"),
            interpretation="East's share is not doubled again. East keeps the deal.",
        ),
        to_each=PercentOfLimit(200),
        east_doubles=False,
        exposed_only=True,
    ),
)
