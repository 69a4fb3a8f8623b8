"""Settlements to JSON objects: payments, transfers, penalties and who is East next."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

import orjson

from pung_chow_settlement.domain.calls import (
    OTHER_CALLERS,
    Call,
    FineCall,
    WashedTilesCall,
    different_terminals_and_honours,
)
from pung_chow_settlement.domain.danger import Danger, Excuse
from pung_chow_settlement.domain.rulebook.rules import Cite
from pung_chow_settlement.domain.rulebook.settlement_sentences import EAST_FACTOR
from pung_chow_settlement.domain.rulebook.settlement_terms import Factor
from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.domain.settlement import AddedScore, NextDeal, PaidShare, Payment, Settlement
from pung_chow_settlement.domain.tiles import write
from pung_chow_settlement.domain.transfers import Transfer, fewest_transfers
from pung_chow_settlement.serializers.languages import CachedJson, JsonObject, sentence
from pung_chow_settlement.serializers.rulesets import row, source
from pung_chow_settlement.texts import Sentence

_TWICE: Final = 2
_PLACES_KEPT: Final = 256
"""Serialized pages of settlement rules in the cache: without, a deal takes 1.02 to 1.06 of the time."""
COUNTERS: Final = (1000, 500, 100, 10, 2)
"""The values of the counters in a set of tiles (1922 p.26)."""


def settlement(paid: Settlement, *, counters: bool = False, transfers: bool = False) -> JsonObject:
    """Who pays whom; on request also the fewest transfers with the same result."""
    matrix = paid.matrix
    owed = [sum(row.values()) for row in matrix.values()]
    more = {"transfers": [transfer(each, BY_SEAT) for each in fewest_transfers(owed)]} if transfers else {}
    return {"matrix": matrix, "net": paid.net, **payments(paid, BY_SEAT, counters=counters), **more}


class Members(NamedTuple):
    """How a response names players: by seats, or by numbers of players."""

    of: Sequence[str | int]
    """The name in members, by seat."""
    payer: str
    payee: str
    discarder: str
    caller: str
    other_callers: str
    called: Sequence[str]
    """The name in texts, by seat."""


_SEATS: Final = [Sentence(f"seat.{name}", {}) for name in SEAT_NAMES]
BY_SEAT: Final = Members(SEAT_NAMES, "payer", "payee", "discarder", "seat", OTHER_CALLERS, _SEATS)
_BY_PLAYER: Final = Members(
    (), "paying_player", "receiving_player", "discarding_player", "player", "other_calling_players", _SEATS
)


def by_player(seating: Sequence[int], players: Sequence[str] = ()) -> Members:
    """The names in a session: players' numbers in members, their names in texts."""
    called = [players[player] for player in seating] if players else _SEATS
    return _BY_PLAYER._replace(of=seating, called=called)


def payments(paid: Settlement, names: Members, *, counters: bool = False) -> JsonObject:
    """The payments and, if there is one, the dangerous discard."""
    return {
        "payments": [_payment(payment, names, counters=counters) for payment in paid.payments],
        **({"scores_added": [_added(each, names) for each in paid.added]} if paid.added else {}),
        **_danger(paid.danger, names),
    }


def _added(one: AddedScore, names: Members) -> JsonObject:
    facts = {"player": names.called[one.seat], "amount": one.amount}
    text = Sentence("payment.added", facts)
    return {names.caller: names.of[one.seat], "amount": one.amount, **row(one.row), "text": text}


def transfer(one: Payment | Transfer, names: Members) -> JsonObject:
    """Who pays whom how much."""
    return {names.payer: names.of[one.payer], names.payee: names.of[one.payee], "amount": one.amount}


def _payment(one: Payment, names: Members, *, counters: bool) -> JsonObject:
    settlement_rule, *changes = one.rows
    serialized: JsonObject = {
        **transfer(one, names),
        **({} if one.difference is None else {"difference": one.difference}),
        **({} if one.multiplier is None else {"multiplier": one.multiplier}),
        "capped": one.capped,
        "reason": one.reason,
        "rule": settlement_rule.id,
        "source": _place(settlement_rule.source),
        "changed_by": [change.id for change in changes],
        "factors": _factors(one.factors) if one.factors else [],
        "text": _payment_text(one, names),
    }
    if one.rounded:
        serialized["rounded"] = one.rounded
    if one.shares:
        serialized["shares"] = [_share_paid(share, names) for share in one.shares]
    if counters:
        serialized["counters"] = in_counters(one.amount)
    return serialized


def _payment_text(one: Payment, names: Members) -> Sentence:
    """The sentence of a payment: who pays whom, and how the amount is computed."""
    facts: dict[str, Any] = {
        "payer": names.called[one.payer],
        "payee": names.called[one.payee],
        "amount": one.amount,
    }
    if one.shares:
        return Sentence("payment.for-all", facts)
    if not (one.capped or one.factors or one.rounded):
        return Sentence("payment.plain", facts)
    facts["difference"] = one.difference
    factors = tuple([(row.id, times) for row, times, _ in one.factors])
    facts["how"] = _how(_capped_to(one), factors, bool(one.rounded))
    return Sentence("payment.of", facts)


def _capped_to(one: Payment) -> int | None:
    """What the limit left of the difference; None if it left all."""
    return (one.amount - one.rounded) // (one.multiplier or 1) if one.capped else None


@lru_cache(_PLACES_KEPT)
def _how(capped: int | None, factors: tuple[tuple[str, int], ...], rounded: bool) -> Sentence:
    """The steps that change a payment, as a sentence."""
    steps = [] if capped is None else [Sentence("payment.cut", {"capped": capped})]
    steps += [_multiplied(row, times) for row, times in factors]
    steps += [Sentence("payment.rounded", {})] if rounded else []
    return reduce(lambda one, other: Sentence("payment.and", {"first": one, "then": other}), steps)


def _multiplied(row: str, times: int) -> Sentence:
    by_east = row == EAST_FACTOR
    if times == _TWICE:
        return Sentence("payment.doubled-for-east" if by_east else "payment.doubled", {})
    return Sentence("payment.times-for-east" if by_east else "payment.times", {"times": times})


def _share_paid(one: PaidShare, names: Members) -> JsonObject:
    """The JSON of a share, in points, that another player pays in place of the one who owed it."""
    base = {names.payer: names.of[one.payer], "amount": one.amount, "difference": one.difference}
    return {**base, "multiplier": one.multiplier, "factors": _factors(one.factors)}


def _factors(factors: Sequence[Factor]) -> list[orjson.Fragment]:
    return [_factor(row.id, times, cite) for row, times, cite in factors]


@lru_cache(_PLACES_KEPT)
def _factor(rule: str, times: int, cite: Cite) -> orjson.Fragment:
    return CachedJson({"rule": rule, "times": times, "source": source(cite)}).english


@lru_cache(_PLACES_KEPT)
def _place(cite: Cite) -> orjson.Fragment:
    return CachedJson(source(cite)).english


def in_counters(amount: int) -> JsonObject:
    """An amount in the fewest counters; `remainder` is less than the smallest counter."""
    piles = []
    for value in COUNTERS:
        count, amount = divmod(amount, value)
        if count:
            piles.append({"value": value, "count": count})
    return {"piles": piles, "remainder": amount}


def _danger(judged: Danger | None, names: Members) -> JsonObject:
    if judged is None:
        return {}
    serialized = {
        names.discarder: names.of[judged.discarder],
        "letters": list(judged.patterns),
        "excuses": [_excuse(excuse) for excuse in judged.excuses],
        "excused": judged.excused,
        "overridden": judged.overridden,
    }
    return {"dangerous_discard": serialized}


def _excuse(one: Excuse) -> JsonObject:
    return {
        "letter": one.pattern,
        "excuse": one.kind,
        "held": one.held,
        **sentence(one.message_key, one.facts),
    }


def called(call: Call, names: Members) -> JsonObject:
    """Who called, and with what."""
    if isinstance(call, WashedTilesCall):
        return {names.caller: names.of[call.player], "heads": write(different_terminals_and_honours(call.concealed))}
    if isinstance(call, FineCall):
        payee = {} if call.payee is None else {names.payee: names.of[call.payee]}
        score = {} if call.score is None else {"score": call.score}
        return {"fine": call.fine, names.caller: names.of[call.payer], **payee, **score}
    player, *others = [names.of[seat] for seat in call.callers]
    return {names.caller: player, **({names.other_callers: others} if others else {})}


_EAST_STAYS: Final = Sentence("next-deal.stays", {})
_EAST_PASSES: Final = Sentence("next-deal.passes", {})


def next_deal(follows: NextDeal) -> JsonObject:
    """Who is East next."""
    return {
        "east_keeps_the_deal": follows.east_keeps_the_deal,
        "next_east": SEAT_NAMES[follows.next_east],
        **row(follows.row),
        **({"goulash": True} if follows.goulash else {}),
        "text": _EAST_STAYS if follows.east_keeps_the_deal else _EAST_PASSES,
    }
