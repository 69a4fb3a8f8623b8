"""Rows that several rulebooks share, each named once; a rulebook cites its own page with `.at()`."""

from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook.model import LIMIT, WHOLE_LIMIT, AppliesTo, Cite, Option, ScoringRule, SettlementRule
from service.domain.rulebooks.sources import HARR_1922, HARR_1923
from service.domain.sets import Kind
from service.domain.shapes import THIRTEEN_MAJORS as THIRTEEN_MAJORS_SHAPE

_SCORE_CARD: Final = HARR_1922(6)

# Bonuses, winner only

MAH_JONG: Final = ScoringRule(
    id="mah-jong",
    text="Mah-Jong",
    looks_for=conditions.MAH_JONG,
    points=20,
    applies_to=AppliesTo.WINNER,
    source=_SCORE_CARD,
)
NO_CHOW: Final = ScoringRule(
    id="no-chow",
    text="No chow in the hand",
    looks_for=conditions.NO_CHOW,
    points=10,
    applies_to=AppliesTo.WINNER,
    source=_SCORE_CARD,
)
NO_OTHER_SCORE: Final = ScoringRule(
    id="no-other-score",
    text="No other score than Mah-Jong",
    looks_for=conditions.FOUR_SETS,
    points=10,
    applies_to=AppliesTo.WINNER,
    only_beside=("mah-jong",),
    source=_SCORE_CARD,
    interpretation="Only points spoil it: a hand without any other point that doubles still has it. Example 9 is such "
    "a hand; it prints 'No sequence' beside these 10 points, although it is all sequences, and the edition of 1923 "
    "(p. 36) prints 'No other score' there.",
)
WINNING_TILE_DRAWN: Final = ScoringRule(
    id="winning-tile-drawn",
    text="Winning tile drawn",
    looks_for=conditions.WINNING_TILE_DRAWN,
    points=2,
    applies_to=AppliesTo.WINNER,
    source=_SCORE_CARD,
    interpretation="A loose tile is drawn too (examples 10 and 20); an original hand has no winning tile (example 16).",
)
ONLY_PLACE_TO_WIN: Final = ScoringRule(
    id="only-place-to-win",
    text="Only place to win",
    looks_for=conditions.ONLY_PLACE_TO_WIN,
    points=2,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922("6, 30"),
    interpretation="Judged in the division that is scored: wherever the winning tile can stand in it, nothing else "
    "would fill the gap. So the letter of the page, 'matching the pair or drawing the middle tile of a sequence', is "
    "left twice: a sequence at its only open end has it too, and a pair at the end of a run of four, which the page "
    "does not name, has it not: it waited at two places (1923 p. 62), as one of two pairs did.",
)
LOOSE_TILE: Final = ScoringRule(
    id="loose-tile",
    text="Won on a loose tile",
    looks_for=conditions.LOOSE_TILE,
    points=10,
    applies_to=AppliesTo.WINNER,
    source=_SCORE_CARD,
)
ORIGINAL_HAND: Final = ScoringRule(
    id="original-hand",
    text="Original hand, complete as dealt",
    looks_for=conditions.ORIGINAL_HAND,
    doubles=3,
    applies_to=AppliesTo.WINNER,
    source=_SCORE_CARD,
)
LAST_TILE: Final = ScoringRule(
    id="last-tile",
    text="Won on the last tile that may be drawn from the wall",
    looks_for=conditions.LAST_TILE,
    doubles=1,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(62),
)

# Points of sets and pairs


def _set_row(
    kind: Kind, *, exposed: bool, heads: bool, points: int, applies_to: AppliesTo = AppliesTo.ALL
) -> ScoringRule:
    where = "exposed" if exposed else "concealed"
    of = "heads" if heads else "simples"
    whose = {AppliesTo.ALL: "", AppliesTo.WINNER: "-of-the-winner", AppliesTo.OTHERS: "-of-the-others"}[applies_to]
    return ScoringRule(
        id=f"{where}-{kind}-of-{of}{whose}",
        concept=f"{where}-{kind}-of-{of}",
        text=f"{kind.capitalize()} of {of}, {where}",
        looks_for=conditions.SETS(kind=kind.value, exposed=exposed, heads=heads),
        points=points,
        applies_to=applies_to,
        source=_SCORE_CARD,
    )


EXPOSED_PUNGS: Final = (
    _set_row(Kind.PUNG, exposed=True, heads=False, points=2),
    _set_row(Kind.PUNG, exposed=True, heads=True, points=4),
)
CONCEALED_PUNGS: Final = (
    _set_row(Kind.PUNG, exposed=False, heads=False, points=4),
    _set_row(Kind.PUNG, exposed=False, heads=True, points=8),
)
CONCEALED_PUNGS_BY_OUTCOME: Final = (
    _set_row(Kind.PUNG, exposed=False, heads=False, points=6, applies_to=AppliesTo.WINNER),
    _set_row(Kind.PUNG, exposed=False, heads=False, points=4, applies_to=AppliesTo.OTHERS),
    _set_row(Kind.PUNG, exposed=False, heads=True, points=10, applies_to=AppliesTo.WINNER),
    _set_row(Kind.PUNG, exposed=False, heads=True, points=8, applies_to=AppliesTo.OTHERS),
)
"""Concealed pungs where a winner's count more than another hand's."""
KONGS: Final = (
    _set_row(Kind.KONG, exposed=True, heads=False, points=8),
    _set_row(Kind.KONG, exposed=False, heads=False, points=16),
    _set_row(Kind.KONG, exposed=True, heads=True, points=16),
    _set_row(Kind.KONG, exposed=False, heads=True, points=32),
)

_EACH_PAIR: Final = (
    "Every different scoring pair of a hand that did not win counts; tiles of a pung are not also a pair."
)
PAIR_OF_DRAGONS: Final = ScoringRule(
    id="pair-of-dragons",
    text="Pair of dragons",
    looks_for=conditions.PAIR_OF_DRAGONS,
    points=2,
    source=_SCORE_CARD,
    interpretation=_EACH_PAIR,
)
PAIR_OF_OWN_WIND: Final = ScoringRule(
    id="pair-of-own-wind",
    text="Pair of own wind",
    looks_for=conditions.PAIR_OF_OWN_WIND,
    points=2,
    source=_SCORE_CARD,
    interpretation=_EACH_PAIR,
)
PAIR_OF_ROUND_WIND: Final = ScoringRule(
    id="pair-of-round-wind",
    text="Pair of the wind of the round",
    looks_for=conditions.PAIR_OF_ROUND_WIND,
    points=2,
    source=HARR_1922(65),
    interpretation=_EACH_PAIR,
)

# Doubles

PUNG_OF_DRAGONS: Final = ScoringRule(
    id="pung-of-dragons",
    text="Pung or kong of dragons",
    looks_for=conditions.PUNG_OF_DRAGONS,
    doubles=1,
    source=_SCORE_CARD,
)
PUNG_OF_OWN_WIND: Final = ScoringRule(
    id="pung-of-own-wind",
    text="Pung or kong of own wind",
    looks_for=conditions.PUNG_OF_OWN_WIND,
    doubles=1,
    source=_SCORE_CARD,
)
ONE_SUIT_WITH_HONOURS: Final = ScoringRule(
    id="one-suit-with-honours",
    text="One suit with honours",
    looks_for=conditions.ONE_SUIT_WITH_HONOURS,
    doubles=1,
    source=_SCORE_CARD,
    interpretation="A hand that did not win has it too, judged over all its tiles, complete or not; flowers and "
    "seasons do not disturb it (1923 p. 44).",
)
ONE_SUIT: Final = ScoringRule(
    id="one-suit",
    text="One suit, no honours",
    looks_for=conditions.ONE_SUIT,
    doubles=3,
    source=_SCORE_CARD,
    interpretation="A hand that did not win has it too, complete or not: West's thirteen circles in the third layout, "
    "two concealed pungs among them, are doubled three times (1922 pp. 51-52, 1923 pp. 50-51).",
)
HONOURS_ONLY: Final = ScoringRule(
    id="honours-only", text="Honours only", looks_for=conditions.HONOURS_ONLY, doubles=3, source=_SCORE_CARD
)

# Flowers and seasons

BONUS_TILE: Final = ScoringRule(
    id="bonus-tile", text="Flower or season", looks_for=conditions.BONUS_TILES, points=4, source=HARR_1923(26)
)
OWN_FLOWER: Final = ScoringRule(
    id="own-flower", text="Own flower", looks_for=conditions.OWN_FLOWER, doubles=1, source=HARR_1922(29)
)
OWN_SEASON: Final = ScoringRule(
    id="own-season", text="Own season", looks_for=conditions.OWN_SEASON, doubles=1, source=HARR_1922(29)
)
ALL_FLOWERS: Final = ScoringRule(
    id="all-flowers",
    text="All four flowers",
    looks_for=conditions.ALL_FLOWERS,
    doubles=3,
    replaces=("own-flower",),
    source=HARR_1923("26-27"),
)
ALL_SEASONS: Final = ScoringRule(
    id="all-seasons",
    text="All four seasons",
    looks_for=conditions.ALL_SEASONS,
    doubles=3,
    replaces=("own-season",),
    source=HARR_1923("26-27"),
)

# Limit hands

THIRTEEN_MAJORS: Final = ScoringRule(
    id="thirteen-heads",
    text="Thirteen heads: one of each head, one of them twice",
    looks_for=conditions.SHAPE(shape=THIRTEEN_MAJORS_SHAPE.id),
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(62),
    interpretation="In its count only how it was won and the flowers matter; nothing that looks at sets, "
    "pairs or the whole hand.",
)
ALL_MAJORS: Final = ScoringRule(
    id="all-heads",
    text="All heads: four sets and the pair",
    looks_for=conditions.MAJORS_ONLY,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(62),
)
FOUR_WINDS: Final = ScoringRule(
    id="four-winds",
    text="Sets of all four winds and any pair",
    looks_for=conditions.FOUR_WINDS,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(63),
)
THREE_WINDS_AND_PAIR: Final = ScoringRule(
    id="three-winds-and-pair",
    text="Sets of three winds and a pair of the fourth",
    looks_for=conditions.THREE_WINDS_AND_PAIR,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(63),
)
FOUR_KONGS: Final = ScoringRule(
    id="four-kongs",
    text="Four kongs and any pair",
    looks_for=conditions.FOUR_KONGS,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(63),
)
THREE_DRAGONS: Final = ScoringRule(
    id="three-dragons",
    text="Sets of all three dragons",
    looks_for=conditions.THREE_DRAGONS,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(64),
)
ORIGINAL_HAND_LIMIT: Final = ScoringRule(
    id="original-hand",
    text="Original hand: East complete as dealt",
    looks_for=conditions.ORIGINAL_HAND,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1922(64),
)
FIRST_DISCARD_LIMIT: Final = ScoringRule(
    id="first-discard",
    text="Won on East's first discard",
    looks_for=conditions.FIRST_DISCARD,
    limit_percent=WHOLE_LIMIT,
    applies_to=AppliesTo.WINNER,
    source=HARR_1923(113),
)

# Options

LEAST_LIMIT: Final = 100
MOST_LIMIT: Final = 1_000_000


def no_limit_by_default(source: Cite) -> Option:
    """The limit of a game that is played without one, unless the players agree."""
    return Option(
        name=LIMIT,
        text="The most that one player pays another before East's double",
        source=source,
        default=None,
        nullable=True,
        minimum=LEAST_LIMIT,
        maximum=MOST_LIMIT,
        multiple_of=2,
    )


def cleared_hands(source: Cite, interpretation: str | None = None) -> Option:
    """The option to win with cleared hands only."""
    return Option(
        name="cleared_hands",
        text="A player may go Mah-Jong only with one suit, one suit with honours, or honours only",
        source=source,
        default=False,
        interpretation=interpretation,
        requires=(conditions.ONE_SUIT, conditions.ONE_SUIT_WITH_HONOURS, conditions.HONOURS_ONLY),
    )


def dead_hand(
    source: Cite, text: str = "A dead hand scores nothing and pays everybody; it cannot win"
) -> SettlementRule:
    """What becomes of a dead hand."""
    return SettlementRule(
        id="dead-hand",
        text=text,
        source=source,
        interpretation="Declared by the players: also a hand with the right number of tiles can be dead.",
    )
