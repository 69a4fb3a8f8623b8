"""A peer's deal held against this service's answer: what differs, and whether our own reading explains it.

A peer scores the sets that its player declared; this service scores the best arrangement. So ours may be higher: then
the arrangement must be a legal reading of the same tiles, and add up. Payments are held against a settlement computed
here from the scores, and against the peer's where the scores agree.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tests.peers.deals import SEATS, DeclaredSet, Json, PeerDeal, PeerHand, PeerScore, is_set, laid_sets, tiles_of

SELF_DRAWN: Final = ("wall", "loose", "dealt", "robbed-kong")
"""What xmj takes as drawn by the winner where the discarder pays more."""


@dataclass(frozen=True)
class Compared:
    """A deal compared: faults are differences that nothing explains, `better` the seats that we read better."""

    name: str
    faults: tuple[str, ...]
    better: tuple[str, ...] = ()
    limit_hands: tuple[str, ...] = ()
    """What the winner's hand is by the peer's names."""


@dataclass(frozen=True)
class Scheme:
    """How an option set settles, as xmj does."""

    losers: bool = True
    east: int = 2
    discarder: bool = False
    """Whether the discarder pays the winner double, and everybody a drawn tile."""


def compare(deal: PeerDeal, answer: Json, scheme: Scheme = Scheme()) -> Compared:  # noqa: B008
    """Hold an answer of `/v1/settlements` against what the peer made of the deal."""
    faults, better = [], []
    for seat in SEATS:
        ours, theirs = answer["hands"][seat], deal.hands[seat].score
        if same_score(ours, theirs):
            continue
        wrong = [f"{seat}: {flaw}" for flaw in unexplained(deal, seat, ours)]
        faults += wrong
        better += [] if wrong else [seat]
    faults += _payments(deal, answer, scheme, as_theirs=not faults and not better)
    return Compared(deal.name, tuple(faults), tuple(better), deal.hands[deal.win.seat].score.limit_hands)


def same_score(ours: Json, theirs: PeerScore) -> bool:
    """Whether points, doubles and score agree; of a limit hand the score and that it is one."""
    if bool(ours["limit_hands"]) != bool(theirs.limit_hands):
        return False
    if theirs.limit_hands and theirs.points is None:
        return bool(ours["score"] == theirs.score)
    return (ours["points"], ours["doubles"], ours["score"]) == (theirs.points, theirs.doubles, theirs.score)


def unexplained(deal: PeerDeal, seat: str, ours: Json) -> list[str]:
    """Why another score than the peer's is not simply a better reading of the same tiles; empty where it is."""
    theirs = deal.hands[seat].score
    told = f"{_line(ours)}; theirs {theirs.points} x 2^{theirs.doubles} = {theirs.score} {list(theirs.limit_hands)}"
    if ours["score"] < theirs.score:
        return [f"lower: {told}; {_items(ours)}; theirs {list(theirs.items)}"]
    if not ours["arrangement"] or _as_declared(ours, deal.hands[seat]):
        return [f"another score of the same sets: {told}; {_items(ours)}; theirs {list(theirs.items)}"]
    return [f"{flaw}: {told}" for flaw in illegal(deal, seat, ours)]


def _line(ours: Json) -> str:
    return f"ours {ours['points']} x 2^{ours['doubles']} = {ours['score']} {ours['limit_hands']}"


def _items(ours: Json) -> list[str]:
    return [f"{item['rule']}: {item['points'] or str(item['doubles']) + ' dbl'}" for item in ours["items"]]


def _as_declared(ours: Json, hand: PeerHand) -> bool:
    """Whether our arrangement is the peer's, set by set, in what scores; a chow of a loser is never arranged."""
    mine = Counter((each["set"], each["tiles"], each["exposed"]) for each in ours["arrangement"])
    declared = Counter((each.kind, each.tiles, each.open) for each in hand.sets)
    return mine == declared


def illegal(deal: PeerDeal, seat: str, ours: Json) -> Iterator[str]:
    """What is wrong with an arrangement as a reading of the tiles, and with its sum."""
    hand, wins = deal.hands[seat], seat == deal.win.seat
    arranged = [DeclaredSet(each["set"], each.get("tiles", ""), open=each.get("exposed", False))
                for each in ours["arrangement"]]  # fmt: skip
    yield from (f"{each.tiles} is no {each.kind}" for each in arranged if not is_set(each.kind, each.tiles))
    left = Counter(tile for each in hand.sets for tile in tiles_of(each.tiles)) + Counter(tiles_of(hand.rest))
    used = Counter(tile for each in arranged for tile in tiles_of(each.tiles))
    if (used != left) if wins else (used - left):
        yield "other tiles than the hand's"
    laid = Counter((each.kind, each.tiles, each.open) for each in laid_sets(deal, seat))
    if laid - Counter((each.kind, each.tiles, each.open) for each in arranged):
        yield "a laid set is missing"
    if ours["points"] * 2 ** ours["doubles"] + ours["added"] != ours["uncapped_score"]:
        yield "does not add up"
    if any(sum(item[kind] for item in ours["items"]) != ours[kind] for kind in ("points", "doubles", "added")):
        yield "the items do not add up"
    if set_points(arranged, deal.round_wind, seat) != _set_items(ours):
        yield "the sets are worth something else"


def set_points(sets: list[DeclaredSet], round_wind: str, seat: str) -> int:
    """What sets and pairs are worth in points in every rulebook played today."""
    return sum(_points(each, round_wind, seat) for each in sets)


def _points(each: DeclaredSet, round_wind: str, seat: str) -> int:
    if each.kind in ("chow", "special"):
        return 0
    tile = tiles_of(each.tiles)[0]
    if each.kind == "pair":
        wind = "1234"[SEATS.index(seat)], "1234"[SEATS.index(round_wind)]
        return 2 * (tile in ("5z", "6z", "7z")) + 2 * sum(tile == f"{number}z" for number in wind)
    major = tile[1] == "z" or tile[0] in "19"
    return {"pung": 2, "kong": 8}[each.kind] * (2 if major else 1) * (1 if each.open else 2)


def _set_items(ours: Json) -> int:
    """The points of items about sets and pairs: bonus tiles, Mah-Jong and how the hand was won left out."""
    arranged = {each.get("tiles") for each in ours["arrangement"]}
    return sum(
        item["points"] for item in ours["items"] if item["tiles"] in arranged and not _of_the_win(item["rule"])
    )


def _of_the_win(rule: str) -> bool:
    return any(word in rule for word in ("fishing", "completed", "only", "drawn", "mah-jong"))


# Payments


def _payments(deal: PeerDeal, answer: Json, scheme: Scheme, *, as_theirs: bool) -> Iterator[str]:
    ours = answer["settlement"]["net"]
    scores = {seat: answer["hands"][seat]["score"] for seat in SEATS}
    expected = settled(deal, scores, scheme)
    if ours != expected:
        yield f"paid {ours}, by the scores {expected}"
    theirs = {seat: deal.hands[seat].net for seat in SEATS}
    if as_theirs and ours != theirs:
        yield f"paid {ours}, theirs {theirs}"


def settled(deal: PeerDeal, scores: Mapping[str, int], scheme: Scheme) -> dict[str, int]:
    """Who wins and loses what, from everybody's score: one place for the peer's settlement, written from its rules."""
    net = dict.fromkeys(SEATS, 0)
    winner = deal.win.seat
    losers = [seat for seat in SEATS if seat != winner]

    def pay(payer: str, payee: str, amount: int, by: str) -> None:
        net[by] -= amount * (scheme.east if "east" in (payer, payee) else 1)
        net[payee] += amount * (scheme.east if "east" in (payer, payee) else 1)

    for loser in losers:
        pay(loser, winner, scores[winner] * _share(deal, loser, scheme), deal.cannoner or loser)
    if scheme.losers and deal.cannoner is None:
        for payer in losers:
            for payee in losers:
                pay(payer, payee, max(0, scores[payee] - scores[payer]), payer)
    return net


def _share(deal: PeerDeal, loser: str, scheme: Scheme) -> int:
    doubled = deal.win.source in SELF_DRAWN or loser == deal.win.discarder
    return 2 if scheme.discarder and doubled else 1
