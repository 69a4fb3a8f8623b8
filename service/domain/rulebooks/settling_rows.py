"""Rows that settle, shared by several rulebooks: payments, East, the limit, the seats, and how deal follows deal."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook.model import Cite, SettlementRule, SettlingRows, Sitting
from service.domain.rulebooks.sources import HARR_1922, HARR_1923

WINNER_COLLECTS: Final = SettlementRule(
    id="winner-collects",
    text="The winner collects the whole of his score from each other player, whatever they hold",
    source=HARR_1922(25),
)
OTHERS_SETTLE: Final = SettlementRule(
    id="others-settle",
    text="The others settle with each other, pair by pair: the lower pays the higher the difference of their scores",
    source=HARR_1922(25),
)
EAST_DOUBLE: Final = SettlementRule(
    id="east-double",
    text="Whatever East pays or is paid is doubled, whether East won or not",
    source=HARR_1922("13, 25"),
)
LIMIT_CUTS: Final = SettlementRule(
    id="limit-cuts",
    text="Where a limit is set, nobody pays another more than it, and East neither pays nor is paid more than twice",
    source=HARR_1922(60),
    interpretation="The winner's score is cut, and the difference of two others' scores, each before East's double; "
    "the score of a hand that did not win is not. Paying for all, washed tiles and wrong calls are not bound by it.",
)
ROBBED_KONG: Final = SettlementRule(
    id="robbing-a-kong",
    text="A win on the tile with which another player adds to an exposed pung scores like any claimed tile",
    source=HARR_1922("no page"),
    interpretation="The book is silent: no page lets a kong be robbed, and none forbids it. The claim is accepted; it "
    "is no discard, so nobody pays for all by it.",
    assumed=True,
)
DRAWN_DEAL: Final = SettlementRule(
    id="drawn-deal",
    text="In a drawn deal nobody pays, and East stays East",
    source=HARR_1922("13, 25"),
    interpretation="The book settles where somebody has completed a hand (p. 25), and nowhere else.",
)
NEXT_EAST: Final = SettlementRule(
    id="next-east",
    text="East stays East while he wins; when he loses, the player to his right, who was South, is East",
    source=HARR_1922(13),
)
SEATS: Final = SettlementRule(
    id="fewer-players",
    text="Two or three play in the same way as four, and those settle who play",
    source=HARR_1922(76),
    interpretation="The book does not say where they sit, which decides the own winds: two sit as East and South, "
    "three as East, South and West. A round ends when the last of them has lost the deal.",
    assumed=True,
)
ROUNDS: Final = SettlementRule(
    id="rounds-and-sets",
    text="When the last player to be East has lost the deal, the next wind's round begins with the first East; four "
    "rounds are a set",
    source=HARR_1922("57-59"),
    interpretation="How many sets are played is agreed before starting: a sitting has no end of its own, and where the "
    "table agreed on none, each set is followed by the next.",
)
NO_ROUNDS: Final = SettlementRule(
    id="no-rounds",
    text="The deal passes on all evening: there are no rounds, no sets and no end",
    source=HARR_1922(13),
    interpretation="Rounds and sets are told of with the game with a limit only; the wind of the round scores nothing "
    "here.",
)

HARR_1922_ROWS: Final = SettlingRows(
    seats=SEATS,
    winner=WINNER_COLLECTS,
    losers=OTHERS_SETTLE,
    east=EAST_DOUBLE,
    limit=LIMIT_CUTS,
    next_east=NEXT_EAST,
    drawn_deal=DRAWN_DEAL,
    robbed_kong=ROBBED_KONG,
)


def _cited(row: SettlementRule, source: Cite, interpretation: str | None = None) -> SettlementRule:
    return replace(row, source=source, interpretation=interpretation or row.interpretation)


HARR_1923_ROWS: Final = SettlingRows(
    seats=_cited(SEATS, HARR_1923(126)),
    winner=_cited(WINNER_COLLECTS, HARR_1923(24)),
    losers=_cited(OTHERS_SETTLE, HARR_1923(24)),
    east=_cited(EAST_DOUBLE, HARR_1923("12, 24")),
    limit=_cited(LIMIT_CUTS, HARR_1923("54-55, 110-111")),
    next_east=_cited(NEXT_EAST, HARR_1923(12)),
    drawn_deal=_cited(
        DRAWN_DEAL,
        HARR_1923("12, 24"),
        "The book settles where somebody has completed a hand (p. 24), and nowhere else.",
    ),
    robbed_kong=_cited(ROBBED_KONG, HARR_1923("no page")),
)
HARR_1922_SITTING: Final = Sitting(settlement_rule=NO_ROUNDS, rounds=False)
HARR_1923_SITTING: Final = Sitting(settlement_rule=_cited(NO_ROUNDS, HARR_1923(12)), rounds=False)
HARR_1922_LIMIT_SITTING: Final = Sitting(settlement_rule=ROUNDS, rounds=True)
HARR_1923_LIMIT_SITTING: Final = Sitting(settlement_rule=_cited(ROUNDS, HARR_1923("107-109")), rounds=True)
