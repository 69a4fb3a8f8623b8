"""`bmja`: the British Mah-Jong Association's rules."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import special_hands as special
from service.domain.rulebook.model import (
    AppliesTo,
    BoundCondition,
    FalseMahjong,
    LimitCuts,
    Option,
    PercentOfLimit,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    ShareOf,
)
from service.domain.rulebooks import modern_rows as modern
from service.domain.rulebooks import rows
from service.domain.rulebooks.sources import BMJA
from service.domain.shapes import (
    FOUR_SETS,
    GATES,
    KNITTING,
    SEVEN_PAIRS_OF_MAJORS,
    SNAKE_WITH_WINDS,
    THIRTEEN_MAJORS,
    TRIPLE_KNITTING,
)

_WINNER: Final = AppliesTo.WINNER
_POINTS: Final = BMJA("scoring: points")
_DOUBLES: Final = BMJA("scoring: doubles")
_SPECIAL: Final = BMJA("special hands")
_CHOWS: Final = "chows"
_LIMIT: Final = 1000
_HALF: Final = 50
_WAITING_FOR_HALF: Final = 20
_WAITING_FOR_WHOLE: Final = 40
_PURE_DOUBLES: Final = 3
_WINNERS_DOUBLES: Final = (
    "original-call",
    "no-chow",
    "loose-tile",
    "last-tile",
    "robbed-kong",
)

POINTS: Final = (
    modern.mah_jong(_POINTS),
    ScoringRule(
        id="winning-tile-drawn",
        text="Winning tile drawn from the live wall",
        looks_for=special.FROM_THE_LIVE_WALL(dealt=False),
        points=2,
        applies_to=_WINNER,
        source=_POINTS,
        interpretation="Not a loose tile; one page names the kong box too.",
    ),
    *modern.sets_and_pairs(_POINTS),
    modern.bonus_tiles(_POINTS),
)
DOUBLES: Final = (
    *modern.honour_sets(_DOUBLES),
    *[replace(rule, source=_DOUBLES, bonus=True) for rule in (rows.OWN_FLOWER, rows.OWN_SEASON)],
    *[
        replace(
            rule,
            doubles=2,
            source=_DOUBLES,
            bonus=True,
            aliases=("bouquet",),
            interpretation="Two doubles in all, the own one included; Kajongg counts two besides it.",
        )
        for rule in (rows.ALL_FLOWERS, rows.ALL_SEASONS)
    ],
    modern.double(
        "original-call",
        "Original call: waiting since the first discard",
        special.CIRCUMSTANCE(circumstance="original_call"),
        _DOUBLES,
        2,
        interpretation="One double, and one more for winning with it. Kajongg counts one for the winner.",
    ),
    modern.double(
        "original-call-of-the-others",
        "Original call of a hand that did not win",
        special.CALLED_WITHOUT_WINNING,
        _DOUBLES,
        applies_to=AppliesTo.OTHERS,
        interpretation="Kajongg counts it for the winner only.",
    ),
    modern.double("no-chow", "No chow", conditions.NO_CHOW, _DOUBLES),
    modern.double(
        "one-suit-with-honours",
        "One suit with winds or dragons",
        conditions.ONE_SUIT_WITH_HONOURS,
        _DOUBLES,
        interpretation="Kajongg has no such double.",
    ),
    modern.double(
        "all-majors-with-honours",
        "Ones, nines and honours",
        conditions.ONES_AND_NINES_WITH_HONOURS,
        _DOUBLES,
        interpretation="Some honours are needed; in Kajongg they are not.",
        concept="all-heads",
    ),
    modern.double(
        "concealed",
        "All sets concealed, with honours",
        special.CONCEALED_WITH_HONOURS,
        _DOUBLES,
        interpretation="A set of winds or dragons and tiles of a suit are needed; a claimed pair spoils it. In Kajongg "
        "any hand without exposed sets has it.",
        concept="concealed-with-honours",
    ),
    modern.double(
        "loose-tile", "Won on a loose tile", conditions.LOOSE_TILE, _DOUBLES, interpretation="Not in Kajongg."
    ),
    modern.last_tile(_DOUBLES),
    replace(
        modern.last_discard(_DOUBLES),
        bonus=True,
        interpretation="Beside a special hand it doubles the flowers and seasons, which are counted apart.",
    ),
    modern.robbed_kong(_DOUBLES),
)
_REPLACES_THE_COUNT: Final = (
    "It replaces the count of the playing tiles; flowers and seasons are counted apart and added."
)
_OR_ITS_COUNT: Final = "Where the hand counted as any other comes to more, with all of its doubles, it scores that."
PURITY: Final = ScoringRule(
    id="purity",
    text="Purity: four pungs or kongs and a pair of one suit",
    looks_for=special.PURE_PUNGS,
    doubles=_PURE_DOUBLES,
    bonus_apart=True,
    applies_to=_WINNER,
    replaces=_WINNERS_DOUBLES,
    source=_SPECIAL,
    interpretation="The points of the playing tiles and of Mah-Jong times eight, no other double; flowers and seasons "
    f"are counted apart and added. {_OR_ITS_COUNT}",
)
PURITY_ON_THE_LAST_DISCARD: Final = replace(
    PURITY,
    id="purity-on-the-last-discard",
    text="Purity, won on the final discard",
    looks_for=special.PURE_PUNGS_ON_THE_LAST_DISCARD,
    doubles=_PURE_DOUBLES + 1,
    replaces=("purity", "last-discard", *_WINNERS_DOUBLES),
    interpretation="The fourth double is that of the final discard, which also doubles the flowers and seasons that "
    f"are counted apart and added. {_OR_ITS_COUNT}",
)


def _special(
    name: str,
    text: str,
    bound: BoundCondition,
    *,
    percent: int = 100,
    aliases: tuple[str, ...] = (),
    reading: str | None = None,
    concept: str | None = None,
) -> ScoringRule:
    interpretation = _REPLACES_THE_COUNT if reading is None else f"{reading} {_REPLACES_THE_COUNT}"
    return modern.limit_hand(
        name, text, bound, _SPECIAL, percent=percent, aliases=aliases, interpretation=interpretation, concept=concept
    )


SPECIAL_HANDS: Final = (
    PURITY,
    PURITY_ON_THE_LAST_DISCARD,
    _special(
        "all-pair-honours",
        "Seven pairs of ones, nines, winds and dragons",
        conditions.SHAPE(shape=SEVEN_PAIRS_OF_MAJORS.id),
        percent=_HALF,
        reading="The same pair twice is two pairs, as two readers of the list have it; a declared kong is none.",
    ),
    _special(
        "knitting",
        "Seven pairs, each of one number in two suits, the same two",
        conditions.SHAPE(shape=KNITTING.id),
        percent=_HALF,
        reading="Two suits only, where two readers mix three; a pair may come more than once.",
    ),
    _special(
        "triple-knitting",
        "Four sets of one number in all three suits, and a pair of one number in two",
        conditions.SHAPE(shape=TRIPLE_KNITTING.id),
        percent=_HALF,
    ),
    _special(
        "buried-treasure",
        "Four concealed pungs of one suit, with honours or without",
        special.BURIED_TREASURE,
        reading="No kongs; the last claim may complete the pair only, where one reader allows a pung.",
        concept="concealed-pungs-of-one-suit",
    ),
    _special(
        "fourfold-plenty",
        "Four kongs and any pair",
        conditions.FOUR_KONGS,
        aliases=("four kongs",),
        concept="four-kongs",
    ),
    _special("heads-and-tails", "Ones and nines only", conditions.ONES_AND_NINES),
    _special(
        "gates-of-heaven",
        "Pungs of ones and nines and two to eight of one suit, one of these twice, concealed",
        conditions.SHAPE(shape=GATES.id),
        reading="The last tile may be claimed where it is a one or a nine. Not the nine gates of other rulebooks.",
    ),
    _special(
        "wriggling-snake",
        "One to nine of one suit, its one twice, and one of each wind",
        conditions.SHAPE(shape=SNAKE_WITH_WINDS.id),
        reading="Another hand than that of the same name elsewhere.",
        concept="snake-with-winds",
    ),
    _special(
        "all-winds-and-dragons",
        "Winds and dragons only",
        conditions.HONOURS_ONLY,
        aliases=("Only Honors",),
        concept="honours-only",
    ),
    _special(
        "imperial-jade",
        "Green tiles only, no chow",
        special.GREEN(chows=False),
        aliases=("All Green",),
        reading="Kajongg allows a chow; no dragon is needed.",
    ),
    _special(
        "thirteen-unique-wonders",
        "One of each head, one of them twice",
        conditions.SHAPE(shape=THIRTEEN_MAJORS.id),
        aliases=("Thirteen Orphans", "thirteen heads"),
        concept="thirteen-heads",
    ),
    _special(
        "three-great-scholars",
        "Sets of all three dragons, another pung or kong, and a pair",
        special.DRAGONS_WITHOUT_CHOW,
        concept="three-dragons",
    ),
    _special(
        "four-blessings",
        "Sets of all four winds",
        conditions.FOUR_WINDS,
        aliases=("Four Blessings Hovering over the Door", "four winds"),
        concept="four-winds",
    ),
    _special(
        "heavens-blessing",
        "East wins with the dealt hand",
        special.DEALT(bonus=False),
        aliases=("heaven",),
        reading="A flower that was replaced spoils it.",
        concept="original-hand",
    ),
    _special(
        "earths-blessing",
        "Won on East's first discard",
        conditions.FIRST_DISCARD,
        aliases=("earth",),
        concept="first-discard",
    ),
    _special(
        "plum-blossom",
        "Won on a loose five of Circles",
        special.PLUM_BLOSSOM(after_kong=False),
        aliases=("Gathering the Plum Blossom from the Roof",),
    ),
    _special(
        "moon",
        "Won by drawing the last tile of the wall, a one of Circles",
        special.MOON,
        aliases=("Plucking the Moon from the Bottom of the Sea",),
    ),
    _special(
        "twofold-fortune",
        "A kong, a kong with its loose tile, and Mah-Jong with the second loose tile",
        special.CIRCUMSTANCE(circumstance="kong_upon_kong"),
        aliases=("kong upon kong",),
        concept="kong-upon-kong",
    ),
)
_FISHING: Final = (
    "Scored by a hand that did not win and lacks one tile of it, where that is more than its own count; the tile may "
    "lie dead on the table. Flowers and seasons are counted apart and added."
)


def _fishing(of: str, hand: str, percent: int) -> ScoringRule:
    return ScoringRule(
        id=f"waiting-for-{of}",
        text=f"Waiting for {of.replace('-', ' ')}",
        looks_for=special.WAITING_FOR(hand=hand),
        limit_percent=percent,
        applies_to=AppliesTo.OTHERS,
        source=_SPECIAL,
        aliases=("fishing",),
        interpretation=_FISHING,
    )


WAITING: Final = (
    _fishing("all-pair-honours", SEVEN_PAIRS_OF_MAJORS.id, _WAITING_FOR_HALF),
    _fishing("knitting", "knitting", _WAITING_FOR_HALF),
    _fishing("triple-knitting", "triple-knitting", _WAITING_FOR_HALF),
    _fishing("buried-treasure", "buried-treasure", _WAITING_FOR_WHOLE),
    _fishing("fourfold-plenty", "four-kongs", _WAITING_FOR_WHOLE),
    _fishing("heads-and-tails", "ones-and-nines", _WAITING_FOR_WHOLE),
    _fishing("gates-of-heaven", "gates", _WAITING_FOR_WHOLE),
    _fishing("wriggling-snake", "snake-with-winds", _WAITING_FOR_WHOLE),
    _fishing("all-winds-and-dragons", "honours-only", _WAITING_FOR_WHOLE),
    _fishing("imperial-jade", "green", _WAITING_FOR_WHOLE),
    _fishing("thirteen-unique-wonders", "thirteen-heads", _WAITING_FOR_WHOLE),
    _fishing("three-great-scholars", "three-dragons-without-chow", _WAITING_FOR_WHOLE),
    _fishing("four-blessings", "four-winds", _WAITING_FOR_WHOLE),
    ScoringRule(
        id="waiting-for-purity",
        text="Waiting for purity",
        looks_for=special.WAITING_FOR(hand="pure-pungs"),
        doubles=_PURE_DOUBLES,
        bonus_apart=True,
        applies_to=AppliesTo.OTHERS,
        replaces=("original-call-of-the-others",),
        source=_SPECIAL,
        aliases=("fishing",),
        interpretation="The points of the playing tiles times eight, where that is more than the hand's own count; "
        "flowers and seasons are counted apart and added.",
    ),
)

_SETTLING: Final = modern.settling_rows(BMJA("settling up"))
_PAYING: Final = replace(
    _SETTLING,
    winner=replace(
        _SETTLING.winner,
        interpretation="A dangerous discard costs its player nothing more; in Kajongg and in a club he pays for all.",
    ),
)

RULEBOOK: Final = Rulebook(
    id="bmja",
    title="British Mah-Jong Association",
    source=BMJA("all"),
    books=(BMJA,),
    revision=2,
    options=(
        modern.limit(
            BMJA("the limit"),
            _LIMIT,
            nullable=False,
            multiple_of=10,
            interpretation="500, 1,500 and 2,000 are in use too. A multiple of ten, so that every share is whole.",
        ),
        Option(
            name=_CHOWS,
            text="Chows that a winning hand may hold",
            source=BMJA("chows"),
            default=1,
            minimum=0,
            maximum=4,
        ),
    ),
    rules=(*POINTS, *DOUBLES, *SPECIAL_HANDS, *WAITING),
    shapes=(
        FOUR_SETS,
        THIRTEEN_MAJORS,
        SEVEN_PAIRS_OF_MAJORS,
        KNITTING,
        TRIPLE_KNITTING,
        SNAKE_WITH_WINDS,
        GATES,
    ),
    most_chows=ShareOf(_CHOWS),
    sitting=modern.rounds(BMJA("settling up")),
    settling=Settling(rows=_PAYING, limit_cuts=LimitCuts.HAND, bonus_beside_limit=True),
    dead_hand=rows.dead_hand(BMJA("penalties")),
    false_mahjong=FalseMahjong(
        settlement_rule=SettlementRule(
            id="false-mahjong",
            text="A player who calls Mah-Jong wrongly pays half the limit to each of the others where a hand has been "
            "exposed, and nothing where none has",
            source=BMJA("penalties"),
            interpretation="After a club's guide to the same rules; Kajongg shares half a limit among the three. "
            "Nothing else is settled, East neither pays nor collects double, and East keeps the deal.",
            assumed=True,
        ),
        to_each=PercentOfLimit(_HALF),
        east_doubles=False,
        exposed_only=True,
    ),
)
