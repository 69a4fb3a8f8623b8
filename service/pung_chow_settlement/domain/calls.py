"""Payments without a winner: washed tiles, false Mah-Jongs and fines.

Washed tiles and a false Mah-Jong end the deal, unless the rulebook takes the call back. East stays East, except after a
false Mah-Jong of his own if the rulebook says so. After a fine the deal goes on, unless one player pays for all: then
it ends as if the other had won.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import SHOWN, Facts, Fault
from pung_chow_settlement.domain.hand import HAND_TILES
from pung_chow_settlement.domain.legality.counts import too_many
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, FinePaid, PercentOfLimit
from pung_chow_settlement.domain.rulebook.rules import LIMIT, WHOLE_LIMIT, SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import factor
from pung_chow_settlement.domain.seats import EAST, Seat, east_doubles, seats_of
from pung_chow_settlement.domain.settlement import (
    NextDeal,
    PaidFor,
    Payment,
    Settlement,
    fine_for_all,
    next_after,
    next_deal,
    settlement_of,
)
from pung_chow_settlement.domain.tiles import TERMINALS_AND_HONOURS, Tiles
from pung_chow_settlement.domain.turns import Outcome

OTHER_CALLERS: Final = "other_callers"
"""The member of a request with the players who called falsely beside the first."""
PAYEE: Final = "payee"
"""The member of a request with the player who is paid a fine."""


class PenaltyResult(NamedTuple):
    """The result of a call."""

    settlement: Settlement
    next_deal: NextDeal


class WashedTilesCall(NamedTuple):
    """A player calls off the deal with these dealt tiles."""

    player: Seat
    concealed: Tiles


class FalseMahjongCall(NamedTuple):
    """Players called Mah-Jong with incomplete hands."""

    callers: tuple[Seat, ...]
    exposed: bool | None
    """True if the whole hand was exposed; None if not given, if the rulebook does not need it."""


class FineCall(NamedTuple):
    """A player is fined."""

    fine: str
    payer: Seat
    payee: Seat | None
    """Who is paid, if the table names him."""
    score: int | None
    """The score of which he pays what all would have paid; None of other fines."""


Call = WashedTilesCall | FalseMahjongCall | FineCall
"""What a player does or has done for which players pay without a winner."""


def ended_by(call: Call, compiled: CompiledRulebook, players: int, run: int = 0) -> PenaltyResult:
    """The payments of a call, and who is East next; `run`: East's wins in a row before it."""
    if isinstance(call, WashedTilesCall):
        return wash(compiled, players, *call)
    if isinstance(call, FineCall):
        return fined(compiled, players, call, run)
    return false_call(compiled, players, call.callers, exposed=bool(call.exposed))


def different_terminals_and_honours(concealed: Tiles) -> Tiles:
    """The different terminals and honours of a hand, sorted."""
    return tuple(sorted(TERMINALS_AND_HONOURS.intersection(concealed)))


def washing_faults(compiled: CompiledRulebook, call: WashedTilesCall, bonus: Tiles) -> list[Fault]:
    """Faults of washing these tiles; `bonus` are the flowers and seasons beside them."""
    path, (player, concealed) = ("hand", "concealed"), call
    faults = list(too_many([(path, concealed), (("hand", "bonus"), bonus)]))
    washed = compiled.rulebook.washed_tiles
    if washed is None:
        faults.append(_no_such_penalty(compiled, "washed-tiles"))
    dealt = HAND_TILES + (player is EAST)
    if dealt not in (len(concealed), len(concealed) + len(bonus)):
        facts = {"given": len(concealed), "flowers": len(bonus), "needed": dealt}
        sentence = "dealt-to-east" if player is EAST else "dealt"
        faults.append(Fault("wrong-number-of-tiles", path, facts=facts, sentence=sentence))
    given = len(different_terminals_and_honours(concealed))
    if washed is not None and given < (needed := min(washed.points)):
        faults.append(Fault("too-few-heads", path, facts={"given": given, "needed": needed}))
    return faults


def _no_such_penalty(compiled: CompiledRulebook, sentence: str) -> Fault:
    facts = {"ruleset": compiled.rulebook.id}
    return Fault("no-such-penalty", ("ruleset",), facts=facts, sentence=sentence)


def wash(compiled: CompiledRulebook, players: int, player: Seat, concealed: Tiles) -> PenaltyResult:
    """Every other player pays for the number of different terminals and honours, undoubled (1922 p.61)."""
    washed = compiled.rulebook.washed_tiles
    assert washed is not None
    points = washed.points[len(different_terminals_and_honours(concealed))]
    rows = (washed.settlement_rule,)
    others = (seat for seat in seats_of(players) if seat is not player)
    payments = [Payment(seat, player, points, PaidFor.WASHED_TILES, points, 1, rows) for seat in others]
    follows = next_after(Outcome.CALLED_OFF, 0, washed.settlement_rule, compiled)
    return PenaltyResult(settlement_of(players, payments), follows)


def false_call_faults(
    compiled: CompiledRulebook, call: FalseMahjongCall, players: int, others: str = OTHER_CALLERS
) -> list[Fault]:
    """Faults of settling a false Mah-Jong; `others` is the member that has the callers beside the first."""
    callers, exposed = call
    repeated = [
        Fault("caller-named-twice", (others, index))
        for index, caller in enumerate(callers[1:])
        if caller in callers[: index + 1]
    ]
    faults = [*repeated]
    rulebook = compiled.rulebook
    penalty = rulebook.false_mahjong
    if penalty is None:
        return [*faults, _no_such_penalty(compiled, "false-mahjong")]
    number = len(callers)
    has_points = number in penalty.by_callers or isinstance(penalty.to_each, int)
    if compiled.limit is None and not has_points:
        faults.append(Fault("limit-required", ("options", LIMIT)))
    if penalty.exposed_only and exposed is None:
        facts = {"ruleset": rulebook.id}
        faults.append(Fault("missing-member", ("hand_exposed",), facts=facts, sentence="hand-exposed"))
    pays = penalty.pays(exposed=bool(exposed))
    if pays and not repeated and number > 1 and (number not in penalty.by_callers or number >= players):
        counts: Facts = {"ruleset": rulebook.id, "callers": number, "players": players}
        faults.append(Fault("no-such-penalty", (others,), facts=counts, sentence="callers"))
    return faults


def after_false_call(penalty: FalseMahjong, callers: Iterable[Seat], *, exposed: bool) -> Outcome:
    """The outcome of a deal in which these players called falsely."""
    pays = penalty.pays(exposed=exposed)
    if not pays and penalty.taken_back:
        return Outcome.GOES_ON
    return Outcome.EAST_LOST if pays and penalty.passes_the_deal and EAST in callers else Outcome.CALLED_OFF


def false_call(compiled: CompiledRulebook, players: int, callers: Sequence[Seat], *, exposed: bool) -> PenaltyResult:
    """Each player who called falsely pays each of those who did not (1922 p.67)."""
    penalty = compiled.rulebook.false_mahjong
    assert penalty is not None
    follows = next_after(after_false_call(penalty, callers, exposed=exposed), 0, penalty.settlement_rule, compiled)
    if not penalty.pays(exposed=exposed):
        return PenaltyResult(settlement_of(players, ()), follows)
    if len(callers) > 1:
        share = penalty.by_callers[len(callers)]
    else:
        share = _in_points(penalty.to_each, compiled.limit) // (players - 1 if penalty.shared else 1)
    others = [seat for seat in seats_of(players) if seat not in callers]
    to_each = _Penalty(share, penalty.east_doubles, penalty.settlement_rule, PaidFor.FALSE_MAHJONG)
    payments = [_penalty_paid(caller, seat, to_each) for caller, seat in product(callers, others)]
    return PenaltyResult(settlement_of(players, payments), follows)


def fine_named(rulebook: Rulebook, name: str) -> Fine | None:
    """The fine of this name."""
    return next((fine for fine in rulebook.fines if fine.id == name), None)


def fine_faults(
    compiled: CompiledRulebook,
    call: FineCall,
    nearest: Callable[[str, Iterable[str]], str | None],
    payee_member: str = PAYEE,
) -> list[Fault]:
    """Faults of a fine."""
    fine, payer, payee, score = call
    known = [each.id for each in compiled.rulebook.fines]
    found = fine_named(compiled.rulebook, fine)
    if not known:
        return [Fault("no-such-penalty", ("fine",), facts={"ruleset": compiled.rulebook.id}, sentence="fines")]
    if found is None:
        facts: Facts = {"given": fine[SHOWN], "known": tuple(known)}
        return [Fault("unknown-value", ("fine",), nearest(fine, known), facts)]
    asked = {"fine": fine}
    payee_facts = {"fine": fine, "member": payee_member}
    faults = []
    if found.names_payee and payee is None:
        faults.append(Fault("missing-member", (payee_member,), facts=payee_facts, sentence="payee"))
    if not found.names_payee and payee is not None:
        faults.append(Fault("unexpected-member", (payee_member,), facts=payee_facts, sentence="payee"))
    if payee is not None and payee == payer:
        faults.append(Fault("caller-named-twice", (payee_member,), facts={"member": payee_member}, sentence="fine"))
    if (found.to is FinePaid.FOR_ALL) is (score is None):
        code = "missing-member" if score is None else "unexpected-member"
        faults.append(Fault(code, ("score",), facts=asked, sentence="fine-score"))
    if compiled.limit is None and isinstance(found.amount, PercentOfLimit):
        faults.append(Fault("limit-required", ("options", LIMIT), sentence="fine"))
    return faults


def fined(compiled: CompiledRulebook, players: int, call: FineCall, run: int = 0) -> PenaltyResult:
    """What a fined player pays; the deal goes on, unless he pays for all."""
    fine = fine_named(compiled.rulebook, call.fine)
    assert fine is not None, "an unknown fine is refused before"
    row, others = fine.settlement_rule, [seat for seat in seats_of(players) if seat is not call.payer]
    if call.payee is not None and call.score is not None:
        payment = fine_for_all((call.payer, call.payee), call.score, seats_of(players), row, compiled)
        return PenaltyResult(settlement_of(players, [payment]), next_deal(call.payee, run, compiled))
    paid = others if call.payee is None else [call.payee]
    part = _in_points(fine.amount, compiled.limit) // (len(others) if fine.to is FinePaid.SHARED else 1)
    penalty = _Penalty(part, fine.east_doubles, row, PaidFor.FINE)
    payments = [_penalty_paid(call.payer, seat, penalty) for seat in paid]
    return PenaltyResult(settlement_of(players, payments), next_after(Outcome.GOES_ON, run, row, compiled))


class _Penalty(NamedTuple):
    """What one player pays another, doubled to and from East where the rulebook says so."""

    points: int
    doubled: bool
    row: SettlementRule
    reason: PaidFor


def _penalty_paid(payer: Seat, payee: Seat, penalty: _Penalty) -> Payment:
    points, doubled, row, reason = penalty
    multiplier = east_doubles(payer, payee) if doubled else 1
    double = factor(row, multiplier)
    factors = () if double is None else (double,)
    rows = (row, *[each.row for each in factors])
    return Payment(payer, payee, points * multiplier, reason, points, multiplier, rows, factors=factors)


def _in_points(amount: int | PercentOfLimit, limit: int | None) -> int:
    if isinstance(amount, int):
        return amount
    assert limit is not None, "a share of the limit without a limit is refused before"
    return limit * amount.percent // WHOLE_LIMIT
