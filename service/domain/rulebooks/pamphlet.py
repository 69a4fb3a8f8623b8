"""`pamphlet`: The Scores and How to Calculate Them, an undated British pamphlet of the 1920s."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import danger_patterns
from service.domain.rulebook.model import (
    WHOLE_LIMIT,
    AppliesTo,
    Cite,
    DangerousDiscard,
    DangerPattern,
    FalseMahjong,
    LoserLimit,
    PercentOfLimit,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    SettlingRows,
    Sitting,
    at,
)
from service.domain.rulebooks import rows, settling_rows
from service.domain.rulebooks.sources import PAMPHLET
from service.domain.shapes import FOUR_SETS, THIRTEEN_MAJORS

_WINNER: Final = AppliesTo.WINNER
_BONUSES: Final = PAMPHLET("Bonus scores")
_NOTES: Final = PAMPHLET("Bonus scores; Notes on scoring")
_DOUBLES: Final = PAMPHLET("Doubles")
_LIMIT_HANDS: Final = PAMPHLET("Limit hands")
_FLOWERS: Final = PAMPHLET("Seasons and flowers")
_PENALTIES: Final = PAMPHLET("Errors and penalties")
_SETTLED: Final = PAMPHLET("Notes on scoring")
_NO_PAGE: Final = PAMPHLET("no page")

_NUMBER_LOST: Final = "The number is lost in the surviving copy; it is that of a later copy of the same text."
_BOTH: Final = (
    "Listed among the points and doubled again in the notes: both count. The worked hands leave the bonus points out "
    f"and say so. {_NUMBER_LOST}"
)


def _number_lost(rule: ScoringRule) -> ScoringRule:
    """The row, with the note that its number could not be read."""
    reading = f"{rule.interpretation} {_NUMBER_LOST}" if rule.interpretation else _NUMBER_LOST
    return replace(rule, interpretation=reading)


_INSTEAD_OF_OWN: Final = (
    "Not said, and taken from Harr's edition of 1923 (pp. 26-27): the own one of a whole set does not double once more."
)
_INCOMPLETE: Final = (
    "A hand that did not win has it too, complete or not: it takes the limit from each of the other two, and "
    "pays the winner as usual. "
    "Two such hands settle nothing between them. Without a limit it scores its face value."
)

BONUSES: Final = (
    rows.MAH_JONG.at(_BONUSES),
    replace(rows.NO_CHOW, doubles=1, source=_NOTES, interpretation=_BOTH),
    ScoringRule(
        id="no-scoring-value",
        text="No scoring value: four chows and a pair that does not score",
        looks_for=conditions.FOUR_CHOWS,
        points=10,
        doubles=1,
        applies_to=_WINNER,
        spoiled_by=("pair-of-dragons", "pair-of-own-wind", "pair-of-round-wind"),
        source=_NOTES,
        interpretation=f"{_BOTH} Whatever the bonuses; flowers and seasons do not spoil it.",
        concept="no-other-score",
    ),
    rows.WINNING_TILE_DRAWN.at(_BONUSES, "A loose tile is drawn too; an original hand has no winning tile."),
    replace(
        rows.ONLY_PLACE_TO_WIN,
        text="Won with the only possible piece",
        looks_for=conditions.ONLY_POSSIBLE_PIECE,
        source=_NOTES,
        interpretation="Theoretical as in 1923, and practical too: also where every other copy of every tile "
        "that would complete the hand "
        "is visible (exposed sets, declared kongs, discards, own tiles), so that one single piece was left.",
    ),
    replace(rows.LOOSE_TILE, doubles=1, source=_NOTES, interpretation=_BOTH),
    replace(rows.LAST_TILE, points=10, source=_NOTES, interpretation=_BOTH),
    ScoringRule(
        id="standing-hand",
        text="Standing hand, declared waiting from the start",
        looks_for=conditions.STANDING_HAND,
        points=100,
        applies_to=_WINNER,
        source=_BONUSES,
        interpretation=_NUMBER_LOST,
    ),
)
DOUBLES: Final = (
    *at(_DOUBLES, rows.PUNG_OF_OWN_WIND),
    ScoringRule(
        id="pung-of-round-wind",
        text="Pung or kong of the wind of the round",
        looks_for=conditions.PUNG_OF_ROUND_WIND,
        doubles=1,
        source=_DOUBLES,
    ),
    *at(_DOUBLES, rows.PUNG_OF_DRAGONS),
    ScoringRule(
        id="robbed-kong",
        text="Won by robbing a kong",
        looks_for=conditions.ROBBED_KONG,
        doubles=1,
        applies_to=_WINNER,
        source=_DOUBLES,
    ),
    _number_lost(replace(rows.ONE_SUIT_WITH_HONOURS, applies_to=_WINNER, source=_DOUBLES, interpretation=None)),
    ScoringRule(
        id="ones-and-nines-with-honours",
        text="Ones and nines with honours",
        looks_for=conditions.ONES_AND_NINES_WITH_HONOURS,
        doubles=1,
        applies_to=_WINNER,
        source=_DOUBLES,
        interpretation="Both must be present; it adds to 'one suit with honours', never to honours only. "
        f"{_NUMBER_LOST}",
        concept="all-heads",
    ),
    replace(rows.ONE_SUIT, applies_to=_WINNER, source=_DOUBLES, interpretation=None),
    replace(rows.HONOURS_ONLY, applies_to=_WINNER, when_limit=False, source=_DOUBLES),
    _number_lost(
        replace(
            rows.ORIGINAL_HAND,
            id="original-hand-without-limit",
            when_limit=False,
            source=_DOUBLES,
            concept="original-hand",
        )
    ),
)
FLOWERS_AND_SEASONS: Final = (
    *(_number_lost(rule) for rule in at(_DOUBLES, rows.OWN_FLOWER, rows.OWN_SEASON)),
    *(_number_lost(rule.at(_DOUBLES, _INSTEAD_OF_OWN, assumed=True)) for rule in (rows.ALL_FLOWERS, rows.ALL_SEASONS)),
)


LIMIT_HANDS: Final = (
    rows.THIRTEEN_MAJORS.at(_LIMIT_HANDS, rows.THIRTEEN_MAJORS.interpretation),
    ScoringRule(
        id="all-ones-and-nines",
        text="All ones and nines",
        looks_for=conditions.ONES_AND_NINES,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="No honours. Without a limit it doubles nothing.",
        concept="heads-and-tails",
    ),
    ScoringRule(
        id="all-honours",
        text="All winds and dragons",
        looks_for=conditions.HONOURS_ONLY,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        concept="honours-only",
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
    ScoringRule(
        id="concealed-pungs",
        text="Four concealed pungs or kongs",
        looks_for=conditions.CONCEALED_PUNGS,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="The last tile was drawn, or completed the pair.",
    ),
    ScoringRule(
        id="nine-gates",
        text="Calling nine tiles: 1112345678999 of one suit, concealed, before the winning tile",
        looks_for=conditions.NINE_GATES,
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="In an original hand any of the fourteen tiles may stand for the last.",
    ),
    ScoringRule(
        id="thirteenth-win",
        text="East's thirteenth Mah-Jong in a row",
        looks_for=conditions.CONSECUTIVE_WINS(wins=13),
        limit_percent=WHOLE_LIMIT,
        applies_to=_WINNER,
        source=_LIMIT_HANDS,
        interpretation="The thirteenth and every one after it.",
        concept="consecutive-wins",
    ),
)

_EXPOSED_KONG_OF_SIMPLES, *_OTHER_KONGS = rows.KONGS
_KONGS: Final = (_number_lost(_EXPOSED_KONG_OF_SIMPLES), *_OTHER_KONGS)

# Settling

_FROM_HARR: Final = "Not said here, and taken from Harr"


def _assumed(row: SettlementRule, source: Cite, interpretation: str) -> SettlementRule:
    return replace(row, source=source, interpretation=interpretation, assumed=True)


_SETTLING: Final = SettlingRows(
    seats=_assumed(
        settling_rows.SEATS,
        _NO_PAGE,
        "Nothing is said of two or three players: they play as in Harr (1922 p. 76), two as East and South, three as "
        "East, South and West.",
    ),
    winner=_assumed(
        settling_rows.WINNER_COLLECTS,
        _SETTLED,
        "That the winner is paid first is said; that he collects in full is not, and is taken from Harr (1922 p. 25).",
    ),
    losers=_assumed(
        settling_rows.OTHERS_SETTLE,
        _SETTLED,
        "That the losers 'settle up afterwards' is said; that they pay the difference is not, and is taken from Harr "
        "(1922 p. 25).",
    ),
    loser_limit_hand=SettlementRule(
        id="loser-limit-hand",
        text="A hand that did not win takes the limit from each of the other two where it has sets of three winds and "
        "a pair of the fourth, or sets of all three dragons",
        source=PAMPHLET("A few notes on limit hands"),
        interpretation="'Without their first deducting their scores': the difference is the limit. Two such hands "
        "settle nothing between them; it pays the winner as usual.",
    ),
    east=_assumed(settling_rows.EAST_DOUBLE, _NO_PAGE, f"{_FROM_HARR} (1922 p. 25)."),
    limit=_assumed(
        settling_rows.LIMIT_CUTS, _LIMIT_HANDS, f"{_FROM_HARR} (1922 p. 60). {settling_rows.LIMIT_CUTS.interpretation}"
    ),
    next_east=_assumed(settling_rows.NEXT_EAST, _NO_PAGE, f"{_FROM_HARR} (1922 p. 13)."),
    drawn_deal=_assumed(settling_rows.DRAWN_DEAL, _NO_PAGE, f"{_FROM_HARR} (1922 pp. 13, 25)."),
)
_SITTING: Final = Sitting(
    settlement_rule=_assumed(
        settling_rows.ROUNDS,
        _NO_PAGE,
        f"The wind of the round scores, but how rounds follow is not said, and is taken from Harr (1922 pp. 57-59). "
        f"{settling_rows.ROUNDS.interpretation}",
    ),
    rounds=True,
)
_DEAD_HAND: Final = _assumed(
    rows.dead_hand(_PENALTIES),
    _PENALTIES,
    "That a hand can be dead is said; that it scores nothing and pays is not, and is taken from Harr (1922 p. 25). "
    "Declared by the players: also a hand with the right number of tiles can be dead.",
)

RULEBOOK: Final = Rulebook(
    id="pamphlet",
    title="The British pamphlet",
    source=PAMPHLET("whole"),
    books=(PAMPHLET,),
    revision=2,
    options=(
        replace(
            rows.no_limit_by_default(_LIMIT_HANDS),
            default=600,
            interpretation="The surviving pages name no amount; a later copy says 600. Without a limit its limit "
            "hands score their face value.",
            assumed=True,
        ),
    ),
    rules=(
        *BONUSES,
        *at(PAMPHLET("Pungs; Kongs"), *rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS, *_KONGS),
        *at(
            PAMPHLET("For the pair"), rows.PAIR_OF_DRAGONS, rows.PAIR_OF_OWN_WIND, _number_lost(rows.PAIR_OF_ROUND_WIND)
        ),
        rows.BONUS_TILE.at(_FLOWERS),
        *DOUBLES,
        *FLOWERS_AND_SEASONS,
        *LIMIT_HANDS,
    ),
    shapes=(FOUR_SETS, THIRTEEN_MAJORS),
    dead_hand=_DEAD_HAND,
    settling=Settling(
        rows=_SETTLING,
        loser_limit=LoserLimit.TAKES_LIMIT,
        danger=DangerousDiscard(
            settlement_rule=SettlementRule(
                id="dangerous-discard",
                text="A player who discards the winning tile of a one-suit hand with three exposed pungs of that "
                "suit pays for all",
                source=_PENALTIES,
                interpretation="The text breaks off: the payment is that of the books with a limit, without excuses, "
                "also where no limit is set. Kongs count like pungs, chows do not.",
                assumed=True,
            ),
            patterns=(
                DangerPattern(
                    id="a",
                    text="three pungs or kongs of one suit on the table, and the hand won is of that one suit",
                    served=danger_patterns.three_pungs_of_a_suit_shown,
                    would_serve=danger_patterns.same_suit,
                ),
            ),
            excuses=False,
        ),
    ),
    sitting=_SITTING,
    false_mahjong=FalseMahjong(
        settlement_rule=SettlementRule(
            id="false-mahjong",
            text="A player who calls Mah-Jong wrongly with a completely exposed hand pays each of the others twice the "
            "limit; otherwise nothing",
            source=_PENALTIES,
            interpretation="'Double the limit to the other three players' is read as to each of them; East's share is "
            "not doubled again. East keeps the deal.",
            assumed=True,
        ),
        to_each=PercentOfLimit(200),
        east_doubles=False,
        exposed_only=True,
    ),
)
