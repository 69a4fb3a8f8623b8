"""`millington`: Chinese Classical after A. D. Millington, as the program xmj plays it."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import danger_patterns
from service.domain.rulebook import special_hands as special
from service.domain.rulebook.model import (
    Agreed,
    AppliesTo,
    DangerousDiscard,
    FalseMahjong,
    LimitCuts,
    Option,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    ShareOf,
    at,
)
from service.domain.rulebooks import modern_rows as modern
from service.domain.rulebooks import rows
from service.domain.rulebooks.sources import XMJ
from service.domain.shapes import FOUR_SETS, SEVEN_PAIRS, THIRTEEN_MAJORS

_ALL: Final = AppliesTo.ALL
_WINNER: Final = AppliesTo.WINNER
_MAHJONG_POINTS: Final = "mahjong_points"
_KONGS_AGREED: Final = "claimed_kong_concealed"
_KONGS: Final = Agreed(_KONGS_AGREED)
_SEVEN_PAIRS: Final = "seven_pairs"
_LIMIT: Final = 1000
_NEEDS_A_KONG: Final = "A tile that replaces a flower or season comes from the live wall and is no loose tile here."

POINTS: Final = (
    replace(
        modern.mah_jong(XMJ("M115a")),
        points=ShareOf(_MAHJONG_POINTS),
        interpretation="The program has 20, the item itself 10: the option decides.",
    ),
    ScoringRule(
        id="winning-tile-drawn",
        text="Winning tile drawn from the live wall",
        looks_for=special.DRAWN_BUT_FOR_A_KONG,
        points=2,
        applies_to=_WINNER,
        source=XMJ("M115b"),
        interpretation="Not the loose tile of a kong. A flower is replaced from the live wall, as the program plays it "
        "by default: a loose tile in a hand without a kong is a drawn one. A hand complete as dealt counts too.",
    ),
    ScoringRule(
        id="only-place",
        text="Only place to win",
        looks_for=special.ONLY_PLACE(dead_tiles=True),
        points=2,
        applies_to=_WINNER,
        source=XMJ("M115c"),
        aliases=("filling the only place", "one chance", "enig mogelijke steen"),
        interpretation="Of all kinds that would complete the hand in any of its shapes, those left out that lie on the "
        "table four times. Not for seven pairs and thirteen wonders.",
        concept="only-place-to-win",
    ),
    ScoringRule(
        id="fishing-the-eyes-of-simples",
        text="Fishing the eyes: the pair of simples completed",
        looks_for=special.EYES(heads=False),
        points=2,
        applies_to=_WINNER,
        source=XMJ("M115d"),
        aliases=("Last Tile Completes Pair of 2..8",),
        interpretation="A tile that was drawn counts even if it could also have gone into a set.",
        concept="completed-pair-of-simples",
    ),
    ScoringRule(
        id="fishing-the-eyes-of-heads",
        text="Fishing the eyes: the pair of heads completed",
        looks_for=special.EYES(heads=True),
        points=4,
        applies_to=_WINNER,
        source=XMJ("M115d"),
        aliases=("Last Tile Completes Pair of Terminals or Honors",),
        interpretation="A tile that was drawn counts even if it could also have gone into a set.",
        concept="completed-pair-of-heads",
    ),
    ScoringRule(
        id="seven-pairs",
        text="Seven pairs",
        looks_for=conditions.SHAPE(shape=SEVEN_PAIRS.id),
        points=20,
        applies_to=_WINNER,
        source=XMJ("SevenPairs"),
        interpretation="Where the option is on; besides Mah-Jong. Four alike may be two pairs.",
    ),
    *modern.sets_and_pairs(XMJ("M114")),
    modern.bonus_tiles(XMJ("M114")),
)
DOUBLES: Final = (
    *modern.honour_sets(XMJ("M116d-f")),
    modern.double(
        "own-flower-and-season",
        "Own flower and own season, both",
        special.OWN_FLOWER_AND_SEASON,
        XMJ("M116a"),
        applies_to=_ALL,
        interpretation="Each alone doubles nothing.",
    ),
    *at(
        XMJ("M116b"),
        replace(rows.ALL_FLOWERS, doubles=1, replaces=(), aliases=("bouquet",)),
        replace(rows.ALL_SEASONS, doubles=1, replaces=(), aliases=("bouquet",)),
    ),
    modern.double(
        "little-three-dragons",
        "Sets of two dragons and a pair of the third",
        special.LITTLE_THREE_DRAGONS,
        XMJ("M116g"),
        applies_to=_ALL,
        interpretation="Besides the doubles of the sets.",
    ),
    modern.double(
        "big-three-dragons",
        "Sets of all three dragons",
        conditions.THREE_DRAGONS,
        XMJ("M116h"),
        2,
        applies_to=_ALL,
        interpretation="Besides the doubles of the sets.",
        concept="three-dragons",
    ),
    modern.double(
        "little-four-winds",
        "Sets of three winds and a pair of the fourth",
        conditions.THREE_WINDS_AND_PAIR,
        XMJ("M116i"),
        applies_to=_ALL,
        aliases=("Little Four Joys",),
        interpretation="Besides the doubles of the sets.",
        concept="three-winds-and-pair",
    ),
    modern.double(
        "big-four-winds",
        "Sets of all four winds",
        conditions.FOUR_WINDS,
        XMJ("M116j"),
        2,
        applies_to=_ALL,
        aliases=("Big Four Joys", "Big Four Friends"),
        interpretation="Besides the doubles of the sets.",
        concept="four-winds",
    ),
    modern.double(
        "three-concealed-pungs",
        "Three concealed pungs or kongs",
        special.SOME_CONCEALED_PUNGS(least=3, claimed_kongs=_KONGS),
        XMJ("M116k"),
        applies_to=_ALL,
        interpretation="At least three; a claimed winning tile opens its pung.",
    ),
    replace(
        modern.double(
            "no-score-hand",
            "No scoring set or pair: four chows and a worthless pair",
            conditions.FOUR_CHOWS,
            XMJ("M117a"),
            aliases=("Zero Point Hand", "waardeloos", "chicken"),
            interpretation="Points for how it was won and flowers do not spoil it.",
            concept="no-other-score",
        ),
        spoiled_by=("pair-of-dragons", "pair-of-own-wind", "pair-of-round-wind"),
    ),
    modern.double("no-chow", "No chow", conditions.NO_CHOW, XMJ("M117b")),
    modern.double(
        "concealed-hand",
        "Concealed hand: nothing claimed",
        special.CONCEALED_HAND(claimed_kongs=_KONGS),
        XMJ("M117c"),
        interpretation="The winning tile neither, a robbed kong included.",
    ),
    modern.double(
        "one-suit-with-honours",
        "One suit with honours",
        conditions.ONE_SUIT_WITH_HONOURS,
        XMJ("M117d"),
        aliases=("False Color Game", "mixed one suit", "schoon", "clean"),
    ),
    modern.double(
        "one-suit",
        "One suit, no honours",
        conditions.ONE_SUIT,
        XMJ("M117e"),
        3,
        aliases=("True Color Game", "pure", "zuiver", "cleared suit"),
        interpretation="Chows are allowed.",
    ),
    modern.double(
        "all-majors",
        "No simples",
        conditions.MAJORS_ONLY,
        XMJ("M117f"),
        aliases=("Only Terminals and Honors",),
        concept="all-heads",
    ),
    modern.double(
        "loose-tile", "Won on a loose tile", special.LOOSE_AFTER_KONG, XMJ("M117h"), interpretation=_NEEDS_A_KONG
    ),
    modern.last_tile(XMJ("M117i")),
    modern.last_discard(XMJ("M117j")),
    modern.robbed_kong(XMJ("M117k")),
    modern.double(
        "original-call",
        "Original call: waiting since the first discard",
        special.CIRCUMSTANCE(circumstance="original_call"),
        XMJ("M117l"),
    ),
)
_BESIDE_MAJORS: Final = "Its doubles count besides 'no simples' and show in the count only, since it is a limit hand."
LIMIT_HANDS: Final = (
    modern.limit_hand(
        "heaven",
        "East wins with the dealt hand",
        special.DEALT(bonus=True),
        XMJ("M122a"),
        aliases=("Blessing of Heaven", "Heavenly Hand"),
        interpretation="Flowers replaced and concealed kongs made up.",
        concept="original-hand",
    ),
    modern.limit_hand(
        "earth",
        "Won on East's first discard",
        conditions.FIRST_DISCARD,
        XMJ("M122b"),
        aliases=("Blessing of Earth", "Earthly Hand"),
        concept="first-discard",
    ),
    modern.limit_hand(
        "plum-blossom",
        "Won on a loose five of Circles",
        special.PLUM_BLOSSOM(after_kong=True),
        XMJ("M122c"),
        aliases=("Gathering the Plum Blossom from the Roof",),
        interpretation=_NEEDS_A_KONG,
    ),
    modern.limit_hand(
        "moon",
        "Won by drawing the last tile of the wall, a one of Circles",
        special.MOON,
        XMJ("M122d"),
        aliases=("Plucking the Moon from the Bottom of the Sea",),
        interpretation="Drawn, as the program plays it; its text names the last discard too.",
    ),
    modern.limit_hand(
        "carrying-pole",
        "Won by robbing a kong of the two of Bamboos",
        special.CARRYING_POLE,
        XMJ("M122e"),
        aliases=("Scratching a Carrying Pole",),
    ),
    modern.limit_hand(
        "kong-upon-kong",
        "A kong, a kong with its loose tile, and Mah-Jong with the second loose tile",
        special.CIRCUMSTANCE(circumstance="kong_upon_kong"),
        XMJ("M122f"),
        aliases=("Twofold Fortune",),
    ),
    modern.limit_hand(
        "four-kongs", "Four kongs and any pair", conditions.FOUR_KONGS, XMJ("M122g"), aliases=("Fourfold Plenty",)
    ),
    modern.limit_hand(
        "buried-treasure",
        "Four concealed pungs or kongs, nothing claimed",
        special.FOUR_CONCEALED(claimed_kongs=_KONGS),
        XMJ("M122h"),
        aliases=("Hidden Treasure", "four concealed pungs"),
        interpretation="The pair is drawn too.",
        concept="concealed-pungs",
    ),
    modern.limit_hand(
        "three-great-scholars",
        "Sets of all three dragons, no chow",
        special.DRAGONS_WITHOUT_CHOW,
        XMJ("M122i"),
        aliases=("three dragons",),
        concept="three-dragons",
    ),
    modern.limit_hand(
        "four-blessings",
        "Sets of all four winds",
        conditions.FOUR_WINDS,
        XMJ("M122j"),
        aliases=("Four Blessings Hovering over the Door", "four winds"),
        concept="four-winds",
    ),
    replace(
        modern.limit_hand(
            "all-honours",
            "Winds and dragons only",
            conditions.HONOURS_ONLY,
            XMJ("M117g, M122k"),
            aliases=("All Winds and Dragons", "Only Honors"),
            interpretation=_BESIDE_MAJORS,
            concept="honours-only",
        ),
        doubles=2,
    ),
    replace(
        modern.limit_hand(
            "heads-and-tails",
            "Ones and nines only",
            conditions.ONES_AND_NINES,
            XMJ("M122l"),
            aliases=("all terminals",),
            interpretation=_BESIDE_MAJORS,
        ),
        doubles=2,
    ),
    modern.limit_hand(
        "imperial-jade",
        "Green tiles only: 2, 3, 4, 6, 8 of Bamboos and green dragons",
        special.GREEN(chows=True),
        XMJ("M122m"),
        aliases=("All Green",),
        interpretation="No dragon is needed; chows are allowed.",
    ),
    modern.limit_hand(
        "nine-gates",
        "Waiting concealed on 1112345678999 of one suit",
        conditions.NINE_GATES,
        XMJ("M122n"),
        aliases=("Nine United Sons", "Nine Lanterns", "calling nine tiles"),
    ),
    modern.limit_hand(
        "wriggling-snake",
        "One suit: sets of ones and nines, a pair of twos, fives or eights, chows of the other numbers",
        special.SNAKE(kongs=True),
        XMJ("M122o"),
        aliases=("Squirming Snake",),
        interpretation="Open sets and kongs are allowed.",
        concept="squirming-snake",
    ),
    modern.limit_hand(
        "concealed-clear-suit",
        "One suit, nothing claimed",
        special.CONCEALED_ONE_SUIT(claimed_kongs=_KONGS),
        XMJ("M122p"),
        aliases=("Concealed True Color Game",),
    ),
    modern.limit_hand(
        "thirteen-wonders",
        "Thirteen wonders: one of each head, one of them twice",
        conditions.SHAPE(shape=THIRTEEN_MAJORS.id),
        XMJ("M122q"),
        aliases=("13 Unique Wonders", "Thirteen Orphans", "dertien wezen"),
        interpretation="A concealed kong may be robbed for it (M58).",
        concept="thirteen-heads",
    ),
    modern.limit_hand(
        "thirteenth-win",
        "East's thirteenth Mah-Jong in a row",
        conditions.LAST_WIN_IN_A_ROW(wins=13),
        XMJ("M122r"),
        interpretation="The deal then passes, so that there is no longer run; one that is told counts as any other.",
        concept="consecutive-wins",
    ),
)

RULEBOOK: Final = Rulebook(
    id="millington",
    title="Chinese Classical after Millington",
    source=XMJ("rules"),
    books=(XMJ,),
    revision=2,
    options=(
        modern.limit(
            XMJ("ScoreLimit"),
            _LIMIT,
            nullable=True,
            interpretation="Without a limit nothing is cut, and a limit hand scores 1,000 or its count, what is more.",
        ),
        Option(
            name=_MAHJONG_POINTS,
            text="Points for Mah-Jong",
            source=XMJ("MahJongScore"),
            default=20,
            choices=(10, 20),
            interpretation="Ten is what Millington's own text has.",
        ),
        modern.switch(
            _KONGS_AGREED,
            "A kong that was claimed whole counts as concealed",
            XMJ("KongHas3Types; M46-52"),
            "Millington's own rule; off in the program. In points it counts as exposed all the same.",
        ),
        modern.switch(_SEVEN_PAIRS, "Seven pairs are a hand", XMJ("SevenPairs")),
    ),
    rules=(*POINTS, *DOUBLES, *LIMIT_HANDS),
    shapes=(FOUR_SETS, THIRTEEN_MAJORS),
    dealt_kongs=True,
    robs_concealed=(THIRTEEN_MAJORS,),
    shapes_agreed=((_SEVEN_PAIRS, SEVEN_PAIRS),),
    sitting=modern.rounds(XMJ("settlement")),
    settling=Settling(
        rows=modern.settling_rows(XMJ("settlement")),
        limit_cuts=LimitCuts.HAND,
        limit_without=_LIMIT,
        danger=DangerousDiscard(
            settlement_rule=SettlementRule(
                id="dangerous-discard",
                text="The cannon: a player whose discard was claimed although the table gave warning pays for all when "
                "that hand wins",
                source=XMJ("M90-96"),
                interpretation="Any claim of the deal counts, so that the players tell who is liable; the answer names "
                "what the hand ended with. Four or fewer tiles left in the wall are a warning that no final hand "
                "shows.",
            ),
            patterns=danger_patterns.WARNINGS,
            excuses=False,
            during_play=True,
        ),
    ),
    dead_hand=replace(
        rows.dead_hand(XMJ("Incorrect Hands")),
        interpretation="'Cannot happen' is all that the program's text has of Millington's item on incorrect hands: "
        "that such a hand scores nothing, pays everybody and cannot win is assumed. Declared by the players: also a "
        "hand with the right number of tiles can be dead.",
        assumed=True,
    ),
    false_mahjong=FalseMahjong(
        settlement_rule=SettlementRule(
            id="false-mahjong",
            text="A player who calls Mah-Jong wrongly pays 300 to each of the others where anybody has opened his "
            "hand; an East who called loses the deal; where nobody has, nothing is paid",
            source=XMJ("M82-83"),
            interpretation="Nothing else is settled, and East neither pays nor collects double. Two who called pay 150 "
            "each to each of the others.",
        ),
        to_each=300,
        east_doubles=False,
        exposed_only=True,
        passes_the_deal=True,
    ),
)
