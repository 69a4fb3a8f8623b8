"""Settling deals that end without a winner: washed tiles and wrong calls."""

from service.domain.penalties import different_heads, false_call, wash
from service.domain.tiles import write
from service.reading.requests import read_false_mahjong, read_washed_tiles
from service.reading.rules import Note, unnoted
from service.telling.answers import Answer, penalty


def wash_tiles(body: object, *, counters: bool = False, note: Note = unnoted) -> Answer:
    """Settle washed tiles. Raises Refused."""
    rules, players, (player, concealed) = read_washed_tiles(body, note)
    paid = wash(rules.rulebook, players, player, concealed)
    return penalty(rules, player, {"heads": write(different_heads(concealed))}, paid, counters=counters)


def call_falsely(body: object, *, counters: bool = False, note: Note = unnoted) -> Answer:
    """Settle a wrong call of Mah-Jong. Raises Refused."""
    rules, players, (player, exposed) = read_false_mahjong(body, note)
    paid = false_call(*rules, players, player, exposed=exposed)
    return penalty(rules, player, {}, paid, counters=counters)
