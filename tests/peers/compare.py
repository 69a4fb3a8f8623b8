"""A peer's deal held against this service's answer: what differs, and whether our own reading explains it.

A peer scores the sets that its player declared; this service scores the best arrangement. So ours may be higher: then
the arrangement must be a legal reading of the same tiles, and add up. Payments are held against a settlement computed
here from the scores, and against the peer's where the scores agree.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from tests.peers.deals import SEATS, DeclaredSet, Json, PeerDeal, PeerScore, is_set, laid_sets, tiles_of
from tests.peers.xmj_rules import LIMIT_HANDS, SELF_DRAWN, Scheme, cut, scheme_of


@dataclass(frozen=True)
class Compared:
    """A deal compared: faults are differences that nothing explains, `better` the seats that we read better."""

    name: str
    faults: tuple[str, ...]
    better: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()
    """Differences that we know the reason of."""
    limit_hands: tuple[str, ...] = ()
    """What the winner's hand is by the peer's names."""


def compare(deal: PeerDeal, answer: Json) -> Compared:
    """Hold an answer of `/v1/settlements` against what xmj made of the deal."""
    faults: list[str] = []
    better: list[str] = []
    explained = [END_OF_WALL] if counts_the_end_of_the_wall(deal) else []
    for seat in SEATS:
        ours, theirs = answer["hands"][seat], score_of(deal, seat)
        if not same_limit_hands(ours, theirs, dealt=deal.win.source == "dealt"):
            faults.append(f"{seat}: limit hands {ours['limit_hands']}, theirs {list(theirs.limit_hands)}")
        if same_score(ours, theirs):
            continue
        wrong = [f"{seat}: {flaw}" for flaw in unexplained(deal, seat, ours)]
        faults += wrong
        better += [] if wrong else [seat]
    as_theirs = not (faults or better or explained)
    faults += _payments(deal, answer, scheme_of(deal.rules), as_theirs=as_theirs)
    limit_hands = deal.hands[deal.win.seat].score.limit_hands
    return Compared(deal.name, tuple(faults), tuple(better), tuple(explained), limit_hands)


END_OF_WALL: Final = (
    "a loose tile or a robbed kong is no last tile of the wall here, where xmj counts a wall that is empty"
)


def counts_the_end_of_the_wall(deal: PeerDeal) -> bool:
    """Whether xmj gave the double of the last tile to a win that our request cannot call one."""
    items = deal.hands[deal.win.seat].score.items
    return deal.win.source in ("loose", "robbed-kong") and any("winning with last tile" in item for item in items)


def score_of(deal: PeerDeal, seat: str) -> PeerScore:
    """The peer's score, without the double that END_OF_WALL explains."""
    score = deal.hands[seat].score
    if seat != deal.win.seat or not counts_the_end_of_the_wall(deal):
        return score
    assert score.points is not None
    assert score.doubles is not None
    doubles = score.doubles - 1
    return replace(score, doubles=doubles, score=cut(deal.rules, score.points << doubles))


def same_limit_hands(ours: Json, theirs: PeerScore, *, dealt: bool) -> bool:
    """Whether both know the same limit hands.

    A dealt hand has no winning tile here, so that any of its tiles may be the one that the gates waited for; xmj takes
    the one that it dealt last. Such a hand is a limit hand in any case.
    """
    left_out = {"nine-gates"} if dealt else set()
    return {*ours["limit_hands"]} - left_out == {LIMIT_HANDS[name] for name in theirs.limit_hands} - left_out


def same_score(ours: Json, theirs: PeerScore) -> bool:
    """Whether points, doubles and score agree; a limit hand's points are told only without a limit."""
    if theirs.points is None:
        return bool(ours["score"] == theirs.score)
    return (ours["points"], ours["doubles"], ours["score"]) == (theirs.points, theirs.doubles, theirs.score)


def unexplained(deal: PeerDeal, seat: str, ours: Json) -> list[str]:
    """Why another score than the peer's is not simply a better reading of the same tiles; empty where it is."""
    theirs = score_of(deal, seat)
    told = f"{_told(ours)}; theirs {theirs.points} x 2^{theirs.doubles} = {theirs.score} {list(theirs.items)}"
    if ours["score"] < theirs.score:
        return [f"lower: {told}"]
    arranged = [DeclaredSet(each["kind"], each["tiles"], open=each["exposed"]) for each in ours["arrangement"]]
    if _scoring(arranged, deal, seat) == _scoring(deal.hands[seat].sets, deal, seat):
        return [f"another score of the same sets: {told}"]
    return [f"{flaw}: {told}" for flaw in illegal(deal, seat, ours, arranged)]


def _told(ours: Json) -> str:
    items = [f"{item['rule']} {item['points']}/{item['doubles']}" for item in ours["items"]]
    return f"ours {ours['points']} x 2^{ours['doubles']} = {ours['score']} {ours['limit_hands']} {items}"


def _scoring(sets: Iterable[DeclaredSet], deal: PeerDeal, seat: str) -> Counter[DeclaredSet]:
    """Sets as they decide the score: all of a winner's, of another hand those that are worth something."""
    plain = [DeclaredSet(each.kind, each.tiles, open=each.open) for each in sets]
    return Counter(each for each in plain if seat == deal.win.seat or set_points([each], deal.round_wind, seat))


def illegal(deal: PeerDeal, seat: str, ours: Json, arranged: list[DeclaredSet]) -> Iterator[str]:
    """What is wrong with our arrangement as a reading of the tiles, and with its sum."""
    hand = deal.hands[seat]
    yield from (f"{each.tiles} is no {each.kind}" for each in arranged if not is_set(each.kind, each.tiles))
    held = Counter(tiles_of(hand.rest + "".join(each.tiles for each in hand.sets)))
    used = Counter(tile for each in arranged for tile in tiles_of(each.tiles))
    if used - held or (seat == deal.win.seat and used != held):
        yield "other tiles than the hand's"
    laid = [each for each in laid_sets(deal, seat) if each.kind != "chow"]
    if _scoring(laid, deal, seat) - _scoring(arranged, deal, seat):
        yield "a laid set is missing"
    if ours["points"] * 2 ** ours["doubles"] + ours["added"] != ours["uncapped_score"]:
        yield "does not add up"
    if any(sum(item[kind] for item in ours["items"]) != ours[kind] for kind in ("points", "doubles", "added")):
        yield "the items do not add up"
    if set_points(arranged, deal.round_wind, seat) != _set_items(ours):
        yield "the sets are worth something else"


def set_points(sets: Iterable[DeclaredSet], round_wind: str, seat: str) -> int:
    """What sets and pairs are worth in points in every rulebook played today."""
    return sum(_points(each, round_wind, seat) for each in sets)


def _points(each: DeclaredSet, round_wind: str, seat: str) -> int:
    if each.kind not in ("pung", "kong", "pair"):
        return 0
    tile = tiles_of(each.tiles)[0]
    if each.kind == "pair":
        wind = "1234"[SEATS.index(seat)], "1234"[SEATS.index(round_wind)]
        return 2 * (tile in ("5z", "6z", "7z")) + 2 * sum(tile == f"{number}z" for number in wind)
    major = tile[1] == "z" or tile[0] in "19"
    return {"pung": 2, "kong": 8}[each.kind] * (2 if major else 1) * (1 if each.open else 2)


def _set_items(ours: Json) -> int:
    """The points of items about sets and pairs, whose rules are named after them."""
    about_sets = [item for item in ours["items"] if any(kind in item["rule"] for kind in ("pung", "kong", "pair-of"))]
    return sum(item["points"] for item in about_sets)


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
    return 2 if scheme.discarder_pays_more and doubled else 1
