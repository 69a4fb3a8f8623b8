"""Settling deals that end without a winner: washed tiles and wrong calls."""

from service.domain.penalties import different_heads, false_call, wash
from service.domain.tiles import write
from service.reading.requests import read_false_mahjong, read_washed_tiles
from service.reading.rules import Note, unnoted
from service.telling.answers import Answer, penalty


def wash_tiles(body: object, *, counters: bool = False, note: Note = unnoted) -> Answer:
    """Settle washed tiles. Raises Refused."""
    terms, players, (player, concealed) = read_washed_tiles(body, note)
    paid = wash(terms, players, player, concealed)
    return penalty(terms, player, {"heads": write(different_heads(concealed))}, paid, counters=counters)


def call_falsely(body: object, *, counters: bool = False, note: Note = unnoted) -> Answer:
    """Settle a wrong call of Mah-Jong. Raises Refused."""
    terms, players, (player, exposed) = read_false_mahjong(body, note)
    paid = false_call(terms, players, player, exposed=bool(exposed))
    return penalty(terms, player, {}, paid, counters=counters)
