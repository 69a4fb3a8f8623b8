"""The independent scorer of three modern rulebooks, written from the text of the rules, by brute force.

`settle` takes a legal settlement request and returns each hand's points, doubles and score and each seat's net amount.
It raises NotCompleteError if the winner's hand is incomplete and checks nothing else.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from tests.support.oracle import settling
from tests.support.oracle.modern_books import (
    DEFAULT_LIMIT,
    HALVES,
    Hand,
    Options,
    OracleDeal,
    Row,
    Win,
    bmja_doubles,
    bmja_events,
    bmja_flowers,
    bmja_points,
    bmja_shapes,
    bmja_specials,
    bonus_points,
    chinese_doubles,
    dmjl_doubles,
    dmjl_limits,
    dmjl_points,
    gates_may_be_claimed,
    millington_doubles,
    millington_limits,
    millington_points,
    playing_points,
    purity,
    readings,
    set_doubles,
)
from tests.support.oracle.modern_tiles import Form, losing, meld_of, placed, seven_pairs, thirteen_heads
from tests.support.oracle.terms import Terms
from tests.support.oracle.tiles import KINDS, SEATS, parse

Request = dict[str, Any]


class NotCompleteError(ValueError):
    """A winner's hand that is not complete under this rulebook."""


@dataclass(frozen=True)
class Score:
    """The score of one reading of a hand: points x 2^doubles + added, capped at the limit.

    `exact` is false if a special hand replaces the count, so that only the sum is meaningful; `ties` has the points
    and doubles of all readings with the same score.
    """

    points: int
    doubles: int
    added: int
    uncapped: int
    score: int
    limit_hands: tuple[str, ...]
    rows: tuple[Row, ...]
    form: Form | None = None
    exact: bool = True
    ties: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Settled:
    """A deal's scores and each seat's net amount."""

    hands: dict[str, Score]
    net: dict[str, int]


NOTHING = Score(0, 0, 0, 0, 0, (), ())


# reading a request


def hand_of(data: Request) -> Hand:
    """Parse a hand of a request."""
    declared = [meld_of(s, exposed=True) for s in data.get("exposed", [])]
    declared += [meld_of(s, exposed=True, whole=True) for s in data.get("claimed_kongs", [])]
    declared += [meld_of(s, exposed=False) for s in data.get("concealed_kongs", [])]
    return Hand(
        [*parse(data.get("concealed", ""))],
        declared,
        [*parse(data.get("bonus", ""))],
        bool(data.get("dead", False)),
        bool(data.get("partial", False)),
        bool(data.get("original_call", False)),
        [*parse(data.get("wild", ""))],
    )


def win_of(data: Request) -> Win:
    """Parse the win of a request."""
    return Win(
        source=data["source"],
        tile=parse(data["tile"])[0] if "tile" in data else None,
        discarder=data.get("discarder"),
        last_tile=data.get("last_tile", False),
        first_discard=data.get("first_discard", False),
        last_discard=data.get("last_discard", False),
        original_call=data.get("original_call", False),
        kong_upon_kong=data.get("kong_upon_kong", False),
        dangerous_discard_by=data.get("dangerous_discard_by"),
        consecutive_wins=data.get("consecutive_wins", 1),
    )


def options_of(book: str, data: Request) -> Options:
    """The options of a request with their defaults."""
    limit = data.get("limit", DEFAULT_LIMIT[book])
    return Options(**{**data, "limit": limit or None})


def lying_face_up(request: Request) -> Counter[str]:
    """The discards and all players' declared sets without blanks, before the winning tile."""
    seen = Counter(parse(request.get("discards") or ""))
    for data in request["hands"].values():
        hand = hand_of(data)
        seen.update(Counter(hand.on_the_table) - Counter(hand.wild))
    return seen


def cases_of(request: Request) -> dict[str, OracleDeal]:
    """Each seat's hand with everything that its score depends on."""
    book, winner = request["ruleset"], request.get("winner")
    options = options_of(book, request.get("options", {}))
    face_up = lying_face_up(request)
    goulash = any(data.get("wild") for data in request["hands"].values())
    return {
        seat: OracleDeal(
            book=book,
            options=options,
            seat=seat,
            round_wind=request["round_wind"],
            hand=hand_of(data),
            win=win_of(request["win"]) if seat == winner else None,
            face_up=face_up,
            goulash=goulash,
        )
        for seat, data in request["hands"].items()
    }


# counting


def capped(case: OracleDeal, amount: int) -> int:
    """An amount, capped at the limit."""
    return amount if case.options.limit is None else min(amount, case.options.limit)


def limit_of(case: OracleDeal) -> int:
    """The limit, or its default if none is set."""
    return DEFAULT_LIMIT[case.book] if case.options.limit is None else case.options.limit


def counted(case: OracleDeal, form: Form | None, rows: list[Row], limits: list[str]) -> Score:
    """The score of some rows; with a limit hand the limit or, if none is set, its default or the count if more."""
    points, doubles = sum(r.points for r in rows), sum(r.doubles for r in rows)
    count = points * 2**doubles
    score = capped(case, count)
    if limits:
        score = max(limit_of(case), count) if case.options.limit is None else limit_of(case)
    limits = limits if score == limit_of(case) else []  # if the count is more, no limit hand is named
    return Score(points, doubles, 0, count, score, tuple(limits), tuple(rows), form)


def best(scores: list[Score]) -> Score:
    """The reading with the highest score; of equal ones, that with the highest count."""
    top = max((s.score, s.uncapped) for s in scores)
    equal = [s for s in scores if (s.score, s.uncapped) == top]
    chosen = min(equal, key=_order)
    return replace(chosen, ties=frozenset((s.points, s.doubles) for s in equal), exact=all(s.exact for s in equal))


def _order(score: Score) -> tuple[int, list[str], int]:
    form = score.form
    if form is None:
        return (9, [], 0)
    written = sorted("".join(m.tiles) for m in form.melds)
    where = 0 if form.won_in is None else written.index("".join(form.melds[form.won_in].tiles))
    return (len(form.chows), written, where)


def forms_of(case: OracleDeal) -> list[Form]:
    """Every complete reading of the winner's hand: sets and a pair, seven pairs if allowed, thirteen wonders."""
    hand, win = case.hand, case.won
    ways = [("sets", melds) for melds in readings(case, hand.concealed)]
    pairs = seven_pairs(hand.concealed, hand.declared)
    if case.options.seven_pairs and pairs is not None:
        ways.append(("seven-pairs", pairs))
    declared = len(hand.declared)
    found = [f for shape, melds in ways for f in placed(melds, declared, win.tile, win.claimed, shape)]
    if case.book != "bmja" and thirteen_heads(hand.concealed, hand.declared):
        found.append(Form("thirteen", (), None))
    return found


def common_rows(case: OracleDeal, form: Form) -> list[Row]:
    """The rows that winning and losing hands have in common."""
    rows = playing_points(case, form.melds) + bonus_points(case)
    if case.book == "bmja":
        return rows + set_doubles(case, form.melds) + bmja_flowers(case)
    return rows + chinese_doubles(case, form)


def millington_winner(case: OracleDeal, form: Form) -> Score:
    """The score of one reading of a winner's hand under Millington."""
    rows = common_rows(case, form) + millington_points(case, form) + millington_doubles(case, form)
    return replace(counted(case, form, rows, millington_limits(case, form)), exact=form.shape != "thirteen")


def dmjl_winner(case: OracleDeal, form: Form) -> Score:
    """The score of one reading of a winner's hand under the DMJL."""
    rows = common_rows(case, form) + dmjl_points(case, form) + dmjl_doubles(case, form)
    return replace(counted(case, form, rows, dmjl_limits(case, form)), exact=form.shape != "thirteen")


# bmja: special hands replace the count of the playing tiles


def bonus_part(case: OracleDeal) -> int:
    """The points of flowers and seasons, doubled only by their own doubles and by the last discard."""
    doubles = sum(r.doubles for r in bmja_flowers(case)) + (case.win is not None and case.win.last_discard)
    return int(4 * len(case.hand.bonus) * 2**doubles)


def special(case: OracleDeal, name: tuple[str, ...], value: int, form: Form | None) -> Score:
    """A special hand's score: its value and that of the bonus tiles."""
    added = value + bonus_part(case)
    return Score(0, 0, added, added, capped(case, added), name, (), form, exact=False)


def bmja_value(case: OracleDeal, names: list[str]) -> int:
    """The value of the best of some special hands, of the winner."""
    return max(limit_of(case) // 2 if n in HALVES else limit_of(case) for n in names)


def bmja_ordinary(case: OracleDeal, form: Form) -> Score:
    """The score of an ordinary winning hand."""
    rows = common_rows(case, form) + bmja_points(case) + bmja_doubles(case, form)
    return counted(case, form, rows, [])


def bmja_pure(case: OracleDeal, form: Form) -> Score:
    """Purity: playing tiles and Mah-Jong doubled three times (on the last discard four), plus the bonus tiles."""
    rows = playing_points(case, form.melds) + bmja_points(case)
    times = 16 if case.won.last_discard else 8
    return special(case, ("purity",), times * sum(r.points for r in rows), form)


def bmja_reading(case: OracleDeal, form: Form) -> list[Score]:
    """The score of one reading as four sets and a pair."""
    its = case.hand.all_tiles
    if len(form.chows) > case.options.chows:
        return []
    names = bmja_specials(form, its) + bmja_events(case, form)
    if names:
        return [special(case, tuple(names), bmja_value(case, names), form)]
    ordinary = bmja_ordinary(case, form)
    return [bmja_pure(case, form), ordinary] if purity(form, its) else [ordinary]


def bmja_winner(case: OracleDeal) -> list[Score]:
    """The scores of every reading of a winner's hand under the BMJA."""
    found = [s for form in forms_of(case) for s in bmja_reading(case, form)]
    names = bmja_shapes(case.hand.concealed, case.hand.declared)
    if not gates_may_be_claimed(case.won):
        names = [n for n in names if n != "gates-of-heaven"]
    if names:
        names += bmja_events(case, Form("special", (), None))
        found.append(special(case, tuple(names), bmja_value(case, names), None))
    return found


def fishing(case: OracleDeal, tile: str) -> tuple[list[str], bool]:
    """The special hands of a loser's hand with one more drawn tile, and whether it would be Purity."""
    concealed, declared = [*case.hand.concealed, tile], case.hand.declared
    names = bmja_shapes(concealed, declared)
    pure = False
    its = [*case.hand.all_tiles, tile]
    for melds in readings(case, concealed):
        form = Form("sets", tuple(melds), None)
        names += bmja_specials(form, its)
        pure = pure or purity(form, its)
    return names, pure


def share_for_waiting(case: OracleDeal, name: str) -> int:
    """A fifth of the limit for special hands worth half of it, two fifths for the others."""
    return limit_of(case) * (1 if name in HALVES else 2) // 5


def bmja_loser(case: OracleDeal) -> Score:
    """A loser's score under the BMJA: its count, or its share for waiting for a special hand if that is more."""
    form = losing(case.hand.concealed, case.hand.declared)
    called = [Row("original-call", 0, 1)] * case.hand.original_call
    found = [counted(case, form, common_rows(case, form) + called, [])]
    if case.hand.partial:
        return found[0]
    held = case.hand.real
    for tile in KINDS:
        if held[tile] == 4:
            continue
        names, pure = fishing(case, tile)
        found += [special(case, (n,), share_for_waiting(case, n), form) for n in names]
        if pure:
            value = 8 * sum(r.points for r in playing_points(case, form.melds))
            found.append(special(case, ("purity",), value, form))
    return best(found)


# a deal


WINNERS: dict[str, Callable[[OracleDeal, Form], Score]] = {"millington": millington_winner, "dmjl": dmjl_winner}


def score(case: OracleDeal) -> Score:
    """A hand's score."""
    if case.hand.dead:
        return NOTHING
    if case.win is not None:
        found = bmja_winner(case) if case.book == "bmja" else [WINNERS[case.book](case, f) for f in forms_of(case)]
        if not found:
            raise NotCompleteError(case.hand)
        return best(found)
    if case.book == "bmja":
        return bmja_loser(case)
    form = losing(case.hand.concealed, case.hand.declared)
    return counted(case, form, common_rows(case, form), [])


def outcome(request: Request, hands: dict[str, Score]) -> settling.Outcome:
    """All payments: these rulebooks cap each hand, and share all other terms."""
    stakes = {seat: settling.Stake(hand.score) for seat, hand in hands.items()}
    won = None
    if request.get("winner") is not None:
        liable = None if request["ruleset"] == "bmja" else request["win"].get("dangerous_discard_by")
        won = settling.Win(request["winner"], request["win"]["source"], request["win"].get("discarder"), liable)
    return settling.settle(Terms(limit=None), stakes, won)


def settle(request: Request) -> Settled:
    """Score and settle a request."""
    hands = {seat: score(case) for seat, case in cases_of(request).items()}
    return Settled(hands, outcome(request, hands).net(seat for seat in SEATS if seat in hands))
