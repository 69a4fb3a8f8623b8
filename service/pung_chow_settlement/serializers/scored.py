"""Scored hands to JSON objects, in the contract's order."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import orjson

from pung_chow_settlement.domain.deal import Deal, Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.rulebook.amend.patch import HOUSE
from pung_chow_settlement.domain.rulebook.rule_table import Item
from pung_chow_settlement.domain.rulebook.rules import Cite, Percent, ScoringRule, SettlementRule
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.sets import CONCEALED, EXPOSED, Set
from pung_chow_settlement.domain.shapes import Pattern
from pung_chow_settlement.domain.statements import RuleText
from pung_chow_settlement.domain.table_counts import TABLE
from pung_chow_settlement.domain.tiles import Tiles, write
from pung_chow_settlement.serializers.languages import CachedJson, JsonObject, marked
from pung_chow_settlement.serializers.rulesets import limit_share, source


def _set(each: Set, *, won: bool) -> JsonObject:
    return {"kind": each.kind, "tiles": each.text, "exposed": each.exposed, "won": won}


_SETS: Final = {
    each: (CachedJson(_set(each, won=False)).english, CachedJson(_set(each, won=True)).english)
    for each in (*EXPOSED.values(), *CONCEALED.values())
}
_ITEMS_KEPT: Final = 4096
"""Serialized items of scores in the cache, under two megabytes; built-in rulebooks alone need fewer.

Without, a deal takes 1.02 to 1.07 of the time."""


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
        "items": [item.shown or _shown(item) for item in score.items],
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
    text: RuleText,
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
            "text": marked(text, cite.book),
            "points": points,
            "doubles": doubles,
            **({"added": bonus_points} if bonus_points else {}),
            **limit_share(percent),
            **({"waiting": True} if is_waiting_row else {}),
            **({"rounded": rounded} if rounded else {}),
            **({"halved": True} if halved else {}),
            **({"tiles": write(tiles)} if tiles else {}),
            **({} if cite.book == TABLE.id else {"source": source(cite)}),
        }
    )
