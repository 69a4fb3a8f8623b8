"""Serialize the domain's results to dictionaries, in the contract's order."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

import orjson

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Options
from pung_chow_settlement.domain.clauses.joined import NOT
from pung_chow_settlement.domain.clauses.of_hands import are_cleared
from pung_chow_settlement.domain.clauses.patterns import LAYOUT_PART, written_in
from pung_chow_settlement.domain.danger import Danger, Excuse
from pung_chow_settlement.domain.deal import Deal, Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.spec import LayoutSpec
from pung_chow_settlement.domain.penalties import (
    OTHER_CALLERS,
    Call,
    FineCall,
    PenaltyResult,
    WashedTilesCall,
    different_terminals_and_honours,
)
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.amend import HOUSE
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import HouseRulesInfo, Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rule_table import Item
from pung_chow_settlement.domain.rulebook.rules import (
    NAMES_OF_RULES,
    WHOLE_LIMIT,
    Amount,
    Book,
    Cite,
    Option,
    Percent,
    ScoringRule,
    SettlementRule,
    ShareOf,
    Worth,
    layout_of,
)
from pung_chow_settlement.domain.rulebook.settlement_sentences import EAST_FACTOR
from pung_chow_settlement.domain.rulebook.settlement_terms import Factor
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import CONCEALED, EXPOSED, Set
from pung_chow_settlement.domain.settlement import AddedScore, NextDeal, PaidShare, Payment, Settlement
from pung_chow_settlement.domain.shapes import Pattern
from pung_chow_settlement.domain.table_counts import TABLE
from pung_chow_settlement.domain.tiles import NAMES, Tiles, write
from pung_chow_settlement.domain.transfers import Transfer, fewest_transfers
from pung_chow_settlement.domain.waiting import Wait
from pung_chow_settlement.serializers.languages import CachedJson, JsonObject
from pung_chow_settlement.texts import Sentence, Text


def _set(each: Set, *, won: bool) -> JsonObject:
    return {"kind": each.kind, "tiles": each.text, "exposed": each.exposed, "won": won}


def source(cite: Cite) -> JsonObject:
    """A book and its page."""
    return {"book": cite.book, "page": cite.page}


# Constant parts are serialized once, at import.

_SETS: Final = {
    each: (CachedJson(_set(each, won=False)).english, CachedJson(_set(each, won=True)).english)
    for each in (*EXPOSED.values(), *CONCEALED.values())
}
_ITEMS_KEPT: Final = 4096
"""Serialized items of scores in the cache, under two megabytes; built-in rulebooks alone need fewer."""
_TWICE: Final = 2
_PLACES_KEPT: Final = 256
"""Serialized pages of settlement rules in the cache."""
COUNTERS: Final = (1000, 500, 100, 10, 2)
"""The values of the counters in a set of tiles (1922 p.26)."""


def settled(
    compiled: CompiledRulebook,
    deal: Deal,
    result: Settled,
    *,
    counters: bool = False,
    transfers: bool = False,
) -> JsonObject:
    """The response of a settled deal."""
    return {
        **played_by(compiled),
        "round_wind": SEAT_NAMES[deal.round_wind],
        "winner": None if deal.winner is None else SEAT_NAMES[deal.winner],
        "hands": {SEAT_NAMES[seat]: scored_in(deal, seat, each) for seat, each in result.scores.of()},
        "settlement": settlement(result.settlement, counters=counters, transfers=transfers),
        "next_deal": next_deal(result.next_deal),
    }


def played_by(compiled: CompiledRulebook) -> JsonObject:
    """The rulebook with all of its options, which every response repeats."""
    rulebook = compiled.rulebook
    played = {"ruleset": rulebook.id, "revision": rulebook.revision, "options": dict(compiled.options)}
    return played if rulebook.house is None else {**played, "house_rules": house_rules(rulebook.house)}


def house_rules(adopted: HouseRulesInfo) -> JsonObject:
    """The house rules: their title and the digest of the resulting rulebook."""
    return {**({} if adopted.title is None else {"title": adopted.title}), "digest": adopted.digest}


# Hands


def scored_alone(compiled: CompiledRulebook, context: HandContext, score: Score) -> JsonObject:
    """The response of one hand."""
    return {**_alone(compiled, context), "score": scored(score, context.hand, context.win)}


def waits(compiled: CompiledRulebook, context: HandContext, found: Sequence[Wait]) -> JsonObject:
    """The tiles that complete a hand."""
    return {**_alone(compiled, context), "waits": [_awaited(each) for each in found]}


def _alone(compiled: CompiledRulebook, context: HandContext) -> JsonObject:
    winds = {"round_wind": SEAT_NAMES[context.round_wind], "seat": SEAT_NAMES[context.seat]}
    return {**played_by(compiled), **winds}


def _awaited(one: Wait) -> JsonObject:
    discard = {} if one.discard is None else {"discard": NAMES[one.discard]}
    ways = {"drawn": one.drawn, "claimed": one.claimed}
    scores = {name: scored(way.score, way.context.hand, way.context.win) for name, way in ways.items() if way}
    return {**discard, "tile": NAMES[one.tile], "unseen": one.unseen, **scores}


def scored_in(deal: Deal, seat: Seat, score: Score) -> JsonObject:
    """The score of a hand of a deal."""
    return scored(score, deal.hands[seat], deal.win if seat is deal.winner else None)


def counted(score: Score) -> JsonObject:
    """The numbers of a score."""
    numbers = {
        "points": score.points,
        "doubles": score.doubles,
        "added": score.bonus_points,
        "uncapped_score": score.uncapped_score,
        "score": score.score,
    }
    if score.halved:
        numbers["halved"] = True
    if score.rounded:
        numbers["rounded"] = score.rounded
    return numbers


def scored(score: Score, hand: Hand, win: Win | None) -> JsonObject:
    """The score of a hand with its items; `win` is None if it did not win."""
    return {
        **counted(score),
        "capped": score.capped,
        "limit_hands": list(score.limit_hands),
        "arrangement": _arrangement(score, hand, win),
        "items": [each.shown or _shown(each) for each in score.items],
    }


def _shown(item: Item) -> CachedJson:
    """The item as a response shows it; kept with it, unless its rule is the table's own: those could be many."""
    rule = item.rule
    amounts = item.points, item.doubles, item.bonus_points, item.limit_percent
    shown = _item(rule.id, rule.text, rule.source, item.tiles, *amounts, _is_waiting(rule), item.rounded, item.halved)
    if rule.source.book != HOUSE.book:
        item.shown = shown
    return shown


def _is_waiting(rule: ScoringRule | SettlementRule) -> bool:
    return isinstance(rule, ScoringRule) and rule.is_waiting_row


def _arrangement(score: Score, hand: Hand, win: Win | None) -> Sequence[orjson.Fragment | JsonObject]:
    sets, won, _, shape = score.arrangement
    if not shape.has_sets:
        return [*[_SETS[each][False] for each in hand.declared], _whole_hand(shape, hand, win)]
    if won is None:
        return [_SETS[each][False] for each in sets]
    place = sets.index(won)
    return [_SETS[each][index == place] for index, each in enumerate(sets)]


def _whole_hand(shape: Pattern, hand: Hand, win: Win | None) -> JsonObject:
    won, claimed = win is not None and win.tile is not None, win is not None and win.claimed
    return {"kind": shape.id, "tiles": write(hand.concealed), "exposed": claimed, "won": won}


@lru_cache(_ITEMS_KEPT)  # keyed by values, so that the cache keeps no rule of a discarded rulebook
def _item(
    rule: str,
    text: str,
    cite: Cite,
    tiles: Tiles,
    points: int,
    doubles: int,
    bonus_points: int,
    percent: Percent,
    is_waiting_row: bool,
    rounded: int,
    halved: bool,
) -> CachedJson:
    return CachedJson(
        {
            "rule": rule,
            "text": Text(text),
            "points": points,
            "doubles": doubles,
            "added": bonus_points,
            **limit_share(percent),
            **({"waiting": True} if is_waiting_row else {}),
            **({"rounded": rounded} if rounded else {}),
            **({"halved": True} if halved else {}),
            "tiles": write(tiles) or None,
            **({} if cite.book == TABLE.id else {"source": source(cite)}),
        }
    )


# Settling


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
    """The names in a sitting: players' numbers in members, their names in texts."""
    called = [players[player] for player in seating] if players else _SEATS
    return _BY_PLAYER._replace(of=seating, called=called)


def payments(paid: Settlement, names: Members, *, counters: bool = False) -> JsonObject:
    """The payments and, if there is one, the dangerous discard."""
    return {
        "payments": [_payment(each, names, counters=counters) for each in paid.payments],
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
    answer: JsonObject = {
        **transfer(one, names),
        "difference": one.difference,
        "multiplier": one.multiplier,
        "capped": one.capped,
        "reason": one.reason,
        "rule": settlement_rule.id,
        "source": _place(settlement_rule.source),
        "changed_by": [change.id for change in changes],
        "factors": _factors(one.factors) if one.factors else [],
        "text": _payment_text(one, names),
    }
    if one.rounded:
        answer["rounded"] = one.rounded
    if one.shares:
        answer["shares"] = [_share_paid(each, names) for each in one.shares]
    if counters:
        answer["counters"] = in_counters(one.amount)
    return answer


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
    facts["how"] = _how(one.capped, factors, bool(one.rounded))
    return Sentence("payment.of", facts)


@lru_cache(_PLACES_KEPT)
def _how(capped: bool, factors: tuple[tuple[str, int], ...], rounded: bool) -> Sentence:
    """The steps that change a payment, as a sentence."""
    steps = [Sentence("payment.cut", {})] if capped else []
    steps += [_multiplied(row, times) for row, times in factors]
    steps += [Sentence("payment.rounded", {})] if rounded else []
    return reduce(lambda one, other: Sentence("payment.and", {"first": one, "then": other}), steps)


def _multiplied(row: str, times: int) -> Sentence:
    by_east = row == EAST_FACTOR
    if times == _TWICE:
        return Sentence("payment.doubled-for-east" if by_east else "payment.doubled", {})
    return Sentence("payment.times-for-east" if by_east else "payment.times", {"times": times})


def _share_paid(one: PaidShare, names: Members) -> JsonObject:
    """The share that a player would have paid for whom another pays."""
    answer_part = {names.payer: names.of[one.payer], "amount": one.amount, "difference": one.difference}
    return {**answer_part, "multiplier": one.multiplier, "factors": _factors(one.factors)}


def _factors(factors: Sequence[Factor]) -> list[orjson.Fragment]:
    return [_factor(row.id, times, cite) for row, times, cite in factors]


@lru_cache(_PLACES_KEPT)
def _factor(rule: str, times: int, cite: Cite) -> orjson.Fragment:
    return CachedJson({"rule": rule, "times": times, "source": source(cite)}).english


@lru_cache(_PLACES_KEPT)
def _place(cite: Cite) -> orjson.Fragment:
    return CachedJson(source(cite)).english


def row(one: ScoringRule | SettlementRule) -> JsonObject:
    """The id and source of a rule."""
    return {"rule": one.id, "source": source(one.source)}


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
    answer = {
        names.discarder: names.of[judged.discarder],
        "letters": list(judged.patterns),
        "excuses": [_excuse(each) for each in judged.excuses],
        "excused": judged.excused,
        "overridden": judged.overridden,
    }
    return {"dangerous_discard": answer}


def _excuse(one: Excuse) -> JsonObject:
    return {
        "letter": one.pattern,
        "excuse": one.kind,
        "held": one.held,
        **sentence(one.message_key, one.facts),
    }


def sentence(key: str, facts: Mapping[str, Any], member: str = "text") -> JsonObject:
    """A sentence with its key and facts."""
    return {"message_key": key, "parameters": facts, member: Sentence(key, facts)}


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


def called_off(
    compiled: CompiledRulebook, call: Call, ended: PenaltyResult, *, counters: bool = False, transfers: bool = False
) -> JsonObject:
    """The response of a deal that a player's call ended without a winner."""
    return {
        **played_by(compiled),
        **called(call, BY_SEAT),
        "settlement": settlement(ended.settlement, counters=counters, transfers=transfers),
        "next_deal": next_deal(ended.next_deal),
    }


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


# Rulebooks


def summary(rulebook: Rulebook) -> JsonObject:
    """A summary of a rulebook: its data without its rules."""
    return {
        "id": rulebook.id,
        "revision": rulebook.revision,
        "title": Text(rulebook.title),
        **({} if rulebook.about is None else {"about": Text(rulebook.about)}),
        "source": source(rulebook.source),
        "books": [book(each) for each in rulebook.books],
        "options": [option(each) for each in rulebook.options],
        "looks_at": list(rulebook.looks_at),
        "entries": list(rulebook.entries),
    }


def book(one: Book) -> JsonObject:
    """A book; with its edition and location, unless it is the rules of a table or an operator."""
    more = {"edition": one.edition, "where": one.where}
    return {"id": one.id, "title": Text(one.title), **{name: text for name, text in more.items() if text is not None}}


def ruleset(compiled: CompiledRulebook) -> JsonObject:
    """A whole rulebook as data."""
    rulebook = compiled.rulebook
    return {
        **summary(rulebook),
        "legality": legality(compiled),
        "rules": [rule(each) for each in rulebook.rules],
        "settling": [settlement_rule(each, values) for each, values in rulebook.settlement_rules],
    }


def legality(compiled: CompiledRulebook) -> JsonObject:
    """What may win under these options, as house rules say it."""
    rulebook, options = compiled.rulebook, compiled.options
    cleared = any(option.requires and options[option.name] for option in rulebook.options)
    columns = [(each, getattr(rulebook, name)) for name, each in members_of(Rulebook).items()]
    numbers = {each.path[0]: value for each, value in columns if each.most}
    flags = {each.path[0]: value for each, value in columns if not each.most}
    numbers["chows"] = compiled.win_conditions.most_chows  # an option can say so
    return {
        **numbers,
        "one_suit_only": cleared or are_cleared(rulebook.winner_shows),
        **_winner_shows(rulebook, options),
        "shapes": [shape.id for shape in compiled.win_conditions.shapes],
        "robs_concealed": [shape.id for shape in rulebook.robs_concealed] or ["none"],
        **flags,
        "goulash": rulebook.goulash is not None,
    }


def _winner_shows(rulebook: Rulebook, options: Options) -> JsonObject:
    """The conditions of which a winner must meet one, if they are others than those of `one_suit_only`."""
    shows = rulebook.winner_shows
    return {} if not shows or are_cleared(shows) else {"winner_shows": [condition(each, options) for each in shows]}


def condition(bound: BoundCondition, options: Options) -> JsonObject:
    """The condition of a rule: `find` with `parameters`, or a combining member with its parts."""
    parts = [condition(part, options) for part in bound.parts]
    if parts:
        return {bound.condition.id: parts[0] if bound.condition is NOT else parts}
    if bound.condition is LAYOUT_PART:
        return {"layout": written_layout(written_in(bound.values_under(options)))}
    return {"find": bound.condition.id, "parameters": bound.values_under(options)}


def option(one: Option) -> JsonObject:
    """An option, as data."""
    return {
        "name": one.name,
        "text": Text(one.text),
        "type": "boolean" if one.is_boolean else "integer",
        "nullable": one.nullable,
        ("default_boolean" if one.is_boolean else "default_integer"): one.default,
        **_default_by(one),
        "minimum": one.minimum,
        "maximum": one.maximum,
        "multiple_of": one.multiple_of,
        **({} if one.choices is None else {"choices": list(one.choices)}),
        "usual": list(one.usual),
        **_cited(one),
    }


def _cited(one: ScoringRule | SettlementRule | Option) -> JsonObject:
    """The page of a row, and how it is interpreted."""
    interpretation = None if one.interpretation is None else Text(one.interpretation)
    return {"source": source(one.source), "interpretation": interpretation, "assumed": one.assumed}


def _default_by(option: Option) -> JsonObject:
    if option.default_by is None:
        return {}
    name, defaults = option.default_by
    values = [{"value": value, "default": default} for value, default in defaults.items()]
    return {"default_by": {"option": name, "values": values}}


def rule(one: ScoringRule) -> JsonObject:
    """A rule that scores, as data."""
    layout = layout_of(one)
    return {
        "id": one.id,
        "concept": one.concept_or_id,
        "text": Text(one.text),
        "applies_to": one.applies_to,
        "points": _fixed(one.points),
        "doubles": one.doubles,
        "added": _fixed(one.bonus_points),
        **_share(points=one.points, added=one.bonus_points),
        "limit_hand": one.limit_hand,
        **limit_share(one.limit_percent),
        **({"score": one.score} if one.score else {}),
        **({} if one.waiting is None else {"waiting": written_worth(one.waiting)}),
        **({} if layout is None else {"layout": {**written_layout(layout), "exposed": layout.exposed}}),
        "when_limit": one.when_limit,
        **{name: list(names) for name in NAMES_OF_RULES if (names := getattr(one, name)) is not None},
        **{flag: True for flag in ("halves", "count_if_more") if getattr(one, flag)},
        "aliases": list(one.aliases),
        **_cited(one),
    }


def limit_share(percent: Percent) -> JsonObject:
    """A share of the limit in per cent; if not a whole number, rounded down, with the exact fraction added."""
    whole = {"limit_percent": int(percent)}
    return whole if isinstance(percent, int) else {**whole, "limit_share": str(percent / WHOLE_LIMIT)}


def written_worth(one: Worth) -> JsonObject:
    """A worth: a score in points, doubles, or a share of the limit as a fraction."""
    if one.score or one.doubles:
        return {"score": one.score} if one.score else {"doubles": one.doubles}
    return {"limit_share": str(Fraction(one.limit_percent) / WHOLE_LIMIT)}


def written_layout(layout: LayoutSpec) -> JsonObject:
    """A layout with all of its members."""
    plain = LayoutSpec(layout.tiles)._asdict()
    return {name: value for name, value in layout._asdict().items() if name == "tiles" or value != plain[name]}


def _fixed(amount: Amount) -> int:
    return amount if isinstance(amount, int) else 0


def _share(**amounts: Amount) -> JsonObject:
    """The option that determines a number of the rule, and the name of that number; empty if there is none."""
    for gives, share in amounts.items():
        if isinstance(share, ShareOf):
            return {"option": {"name": share.option, "divided_by": share.divided_by, "gives": gives}}
    return {}


def settlement_rule(one: SettlementRule, values: Mapping[str, int]) -> JsonObject:
    """A rule that settles, with its numbers, as data."""
    return {
        "id": one.id,
        "text": Text(one.text),
        "values": [{"of": Text(of), "points": points} for of, points in values.items()],
        **_cited(one),
    }
