"""`dmjl`: Deutsche Mah Jongg Liga, Chinesisch-Klassisch 2005."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import danger_patterns
from service.domain.rulebook import special_hands as special
from service.domain.rulebook.model import (
    AppliesTo,
    DangerousDiscard,
    FalseMahjong,
    LimitCuts,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    at,
)
from service.domain.rulebooks import modern_rows as modern
from service.domain.rulebooks import rows
from service.domain.rulebooks.sources import DMJL, DMJL_PENALTIES, KAJONGG
from service.domain.shapes import FOUR_SETS, THIRTEEN_MAJORS

_ALL: Final = AppliesTo.ALL
_WINNER: Final = AppliesTo.WINNER
_POINTS: Final = DMJL("points")
_DOUBLES: Final = DMJL("doubles")
_LIMITS: Final = KAJONGG("limit hands")
_LIMIT: Final = 500
_BESIDES: Final = "Besides the doubles of the sets."
_COMPLETED: Final = "The tile was drawn or claimed; where it may stand in the pair or in a set, the better counts."
_CLAIMED_KONG: Final = "A kong that was claimed whole does not spoil it."

POINTS: Final = (
    modern.mah_jong(_POINTS),
    rows.WINNING_TILE_DRAWN.at(_POINTS, "Any drawn tile, also a loose one."),
    ScoringRule(
        id="completed-pair-of-simples",
        text="Pair of simples completed by the winning tile",
        looks_for=special.WON_PAIR(heads=False),
        points=2,
        applies_to=_WINNER,
        source=KAJONGG("LastTileCompletesPairMinor"),
        aliases=("Last Tile Completes Pair of 2..8", "fishing the eyes"),
        interpretation=_COMPLETED,
    ),
    ScoringRule(
        id="completed-pair-of-heads",
        text="Pair of heads completed by the winning tile",
        looks_for=special.WON_PAIR(heads=True),
        points=4,
        applies_to=_WINNER,
        source=KAJONGG("LastTileCompletesPairMajor"),
        aliases=("Last Tile Completes Pair of Terminals or Honors", "fishing the eyes"),
        interpretation=_COMPLETED,
    ),
    ScoringRule(
        id="only-place",
        text="Only place to win",
        looks_for=special.ONLY_PLACE(dead_tiles=False),
        points=2,
        applies_to=_WINNER,
        source=KAJONGG("LastOnlyPossible"),
        aliases=("Last Tile is Only Possible Tile", "one chance"),
        interpretation="Exactly one kind completes the hand in any of its shapes, those left out of which the hand has "
        "all four; tiles that lie dead on the table do not matter.",
        concept="only-place-to-win",
    ),
    *modern.sets_and_pairs(_POINTS),
    modern.bonus_tiles(_POINTS),
)
DOUBLES: Final = (
    *modern.honour_sets(_DOUBLES),
    modern.double(
        "own-flower-and-season",
        "Own flower and own season, both",
        special.OWN_FLOWER_AND_SEASON,
        _DOUBLES,
        applies_to=_ALL,
    ),
    *at(
        _DOUBLES,
        replace(rows.ALL_FLOWERS, doubles=1, replaces=()),
        replace(rows.ALL_SEASONS, doubles=1, replaces=()),
    ),
    modern.double(
        "three-concealed-pungs",
        "Three concealed pungs or kongs",
        special.SOME_CONCEALED_PUNGS(least=3, claimed_kongs=True),
        _DOUBLES,
        applies_to=_ALL,
        interpretation="At least three, a kong that was claimed whole among them; one calculator reads exactly three.",
    ),
    modern.double(
        "little-three-dragons",
        "Sets of two dragons and a pair of the third",
        special.LITTLE_THREE_DRAGONS,
        _DOUBLES,
        applies_to=_ALL,
        interpretation=_BESIDES,
    ),
    modern.double(
        "big-three-dragons",
        "Sets of all three dragons",
        conditions.THREE_DRAGONS,
        _DOUBLES,
        2,
        applies_to=_ALL,
        interpretation=_BESIDES,
        concept="three-dragons",
    ),
    modern.double(
        "little-four-winds",
        "Sets of three winds and a pair of the fourth",
        conditions.THREE_WINDS_AND_PAIR,
        _DOUBLES,
        applies_to=_ALL,
        aliases=("Little Four Joys",),
        interpretation=_BESIDES,
        concept="three-winds-and-pair",
    ),
    modern.double(
        "big-four-winds",
        "Sets of all four winds",
        conditions.FOUR_WINDS,
        _DOUBLES,
        2,
        applies_to=_ALL,
        aliases=("Big Four Joys",),
        interpretation=_BESIDES,
        concept="four-winds",
    ),
    replace(
        modern.double(
            "zero-point-hand",
            "No scoring set or pair: four chows and a worthless pair",
            conditions.FOUR_CHOWS,
            KAJONGG("ZeroPointHand"),
            aliases=("no score", "waardeloos", "chicken"),
            interpretation="Points for how it was won and flowers do not spoil it.",
            concept="no-other-score",
        ),
        spoiled_by=("pair-of-dragons", "pair-of-own-wind", "pair-of-round-wind"),
    ),
    modern.double("no-chow", "No chow", conditions.NO_CHOW, _DOUBLES),
    modern.double(
        "concealed",
        "Concealed hand: no exposed set",
        special.CONCEALED_HAND(claimed_kongs=True),
        _DOUBLES,
        aliases=("Only Concealed Melds",),
        interpretation=f"{_CLAIMED_KONG} A claimed winning tile exposes its set, the pair too.",
        concept="concealed-hand",
    ),
    modern.double(
        "one-suit-with-honours",
        "One suit with honours",
        conditions.ONE_SUIT_WITH_HONOURS,
        _DOUBLES,
        aliases=("False Color Game", "mixed one suit"),
    ),
    modern.double(
        "one-suit",
        "One suit, no honours",
        conditions.ONE_SUIT,
        _DOUBLES,
        3,
        aliases=("True Color Game", "cleared suit"),
    ),
    modern.double(
        "only-majors",
        "No simples",
        conditions.MAJORS_ONLY,
        _DOUBLES,
        aliases=("Only Terminals and Honors",),
        concept="all-heads",
    ),
    modern.double(
        "only-honours",
        "Winds and dragons only",
        conditions.HONOURS_ONLY,
        _DOUBLES,
        2,
        aliases=("Only Honors", "All Winds and Dragons"),
        interpretation="Besides 'no simples'. Kajongg makes it a limit hand.",
        concept="honours-only",
    ),
    modern.double(
        "loose-tile",
        "Won on a loose tile",
        conditions.LOOSE_TILE,
        _DOUBLES,
        aliases=("Last Tile Taken from Dead Wall",),
    ),
    modern.last_tile(_DOUBLES),
    modern.last_discard(_DOUBLES),
    modern.robbed_kong(_DOUBLES),
    modern.double(
        "original-call",
        "Original call: waiting since the first discard",
        special.ORIGINAL_CALL(exposed=2),
        _DOUBLES,
        interpretation="Kajongg counts it with up to two exposed sets; one that was claimed before the win is refused "
        "here, as the hand is not to be changed.",
    ),
)
LIMIT_HANDS: Final = (
    modern.limit_hand(
        "nine-gates",
        "Waiting concealed on 1112345678999 of one suit",
        conditions.NINE_GATES,
        _LIMITS,
        aliases=("Nine United Sons", "Nine Lanterns"),
        interpretation="The winning tile may be any of the suit, and may be claimed.",
    ),
    modern.limit_hand(
        "thirteen-orphans",
        "One of each head, one of them twice",
        conditions.SHAPE(shape=THIRTEEN_MAJORS.id),
        _LIMITS,
        aliases=("13 Unique Wonders", "thirteen heads"),
        interpretation="A concealed kong may be robbed for it.",
        concept="thirteen-heads",
    ),
    modern.limit_hand(
        "squirming-snake",
        "One suit: pungs of ones and nines, a pair of twos, fives or eights, chows of the other numbers",
        special.SNAKE(kongs=False),
        _LIMITS,
        aliases=("Wriggling Snake",),
        interpretation="Its count of the numbers shuts out kongs.",
    ),
    modern.limit_hand(
        "heaven",
        "East wins with the dealt hand",
        special.DEALT(bonus=True),
        _LIMITS,
        aliases=("Blessing of Heaven",),
        concept="original-hand",
    ),
    modern.limit_hand(
        "earth",
        "Won on East's first discard",
        conditions.FIRST_DISCARD,
        _LIMITS,
        aliases=("Blessing of Earth",),
        concept="first-discard",
    ),
    modern.limit_hand(
        "twofold-fortune",
        "A kong, a kong with its loose tile, and Mah-Jong with the second loose tile",
        special.CIRCUMSTANCE(circumstance="kong_upon_kong"),
        _LIMITS,
        aliases=("kong upon kong",),
        concept="kong-upon-kong",
    ),
    modern.limit_hand(
        "east-nine-times",
        "East's ninth Mah-Jong in a row",
        conditions.LAST_WIN_IN_A_ROW(wins=9),
        _LIMITS,
        interpretation="The deal then passes, so that there is no longer run; one that is told counts as any other.",
        concept="consecutive-wins",
    ),
    modern.limit_hand(
        "concealed-true-color",
        "One suit, no exposed set",
        special.CONCEALED_ONE_SUIT(claimed_kongs=True),
        _LIMITS,
        aliases=("Concealed True Color Game", "concealed clear suit"),
        interpretation=_CLAIMED_KONG,
        concept="concealed-clear-suit",
    ),
    modern.limit_hand(
        "hidden-treasure",
        "Four concealed pungs or kongs, the last tile drawn",
        special.FOUR_CONCEALED(claimed_kongs=True),
        _LIMITS,
        aliases=("Buried Treasure",),
        interpretation=_CLAIMED_KONG,
        concept="concealed-pungs",
    ),
    modern.limit_hand("heads-and-tails", "Ones and nines only", conditions.ONES_AND_NINES, _LIMITS),
    modern.limit_hand(
        "fourfold-plenty",
        "Four kongs and any pair",
        conditions.FOUR_KONGS,
        _LIMITS,
        aliases=("four kongs",),
        concept="four-kongs",
    ),
    modern.limit_hand(
        "three-great-scholars",
        "Sets of all three dragons",
        conditions.THREE_DRAGONS,
        _LIMITS,
        aliases=("three dragons",),
        interpretation="A chow is allowed.",
        concept="three-dragons",
    ),
    modern.limit_hand(
        "four-blessings",
        "Sets of all four winds",
        conditions.FOUR_WINDS,
        _LIMITS,
        aliases=("Four Blessings Hovering over the Door", "four winds"),
        concept="four-winds",
    ),
    modern.limit_hand(
        "imperial-jade",
        "Green tiles only: 2, 3, 4, 6, 8 of Bamboos and green dragons",
        special.GREEN(chows=True),
        _LIMITS,
        aliases=("All Green",),
        interpretation="All six kinds too, which Kajongg's program misses; no dragon is needed.",
    ),
    modern.limit_hand(
        "plum-blossom",
        "Won on a loose five of Circles",
        special.PLUM_BLOSSOM(after_kong=False),
        _LIMITS,
        aliases=("Gathering the Plum Blossom from the Roof",),
    ),
    modern.limit_hand(
        "moon",
        "Won by drawing the last tile of the wall, a one of Circles",
        special.MOON,
        _LIMITS,
        aliases=("Plucking the Moon from the Bottom of the Sea",),
    ),
    modern.limit_hand(
        "carrying-pole",
        "Won by robbing a kong of the two of Bamboos",
        special.CARRYING_POLE,
        _LIMITS,
        aliases=("Scratching a Carrying Pole",),
    ),
)

RULEBOOK: Final = Rulebook(
    id="dmjl",
    title="Deutsche Mah Jongg Liga, Chinesisch-Klassisch",
    source=DMJL("all"),
    books=(DMJL, KAJONGG, DMJL_PENALTIES),
    revision=2,
    options=(
        modern.limit(
            DMJL("limit"),
            _LIMIT,
            nullable=False,
            interpretation="A game with limit hands needs a limit, so there is always one.",
        ),
    ),
    rules=(*POINTS, *DOUBLES, *LIMIT_HANDS),
    shapes=(FOUR_SETS, THIRTEEN_MAJORS),
    robs_concealed=(THIRTEEN_MAJORS,),
    sitting=modern.rounds(DMJL("settlement")),
    settling=Settling(
        rows=modern.settling_rows(DMJL("settlement")),
        limit_cuts=LimitCuts.HAND,
        danger=DangerousDiscard(
            settlement_rule=SettlementRule(
                id="dangerous-discard",
                text="A player whose discard was claimed although the table gave warning pays for all when that hand "
                "wins",
                source=KAJONGG("Dangerous Game"),
                interpretation="Any claim of the deal counts, so that the players tell who is liable; the answer names "
                "what the hand ended with. Five or fewer live tiles are a warning that no final hand shows.",
            ),
            patterns=danger_patterns.WARNINGS,
            excuses=False,
            during_play=True,
        ),
    ),
    dead_hand=replace(
        rows.dead_hand(KAJONGG("Long Hand")),
        interpretation="Kajongg says it of a hand with too many tiles; that one with too few, and one that the players "
        "declare dead, is treated alike is assumed.",
        assumed=True,
    ),
    false_mahjong=FalseMahjong(
        settlement_rule=SettlementRule(
            id="false-mahjong",
            text="A player who calls Mah-Jong wrongly pays 300 to each of the others",
            source=DMJL_PENALTIES("false Mah-Jong"),
            interpretation="To each, as the page says; Kajongg shares 300 out. That East neither pays nor collects "
            "double is assumed. East keeps the deal; by the page the winds move where East called.",
            assumed=True,
        ),
        to_each=300,
        east_doubles=False,
    ),
)
