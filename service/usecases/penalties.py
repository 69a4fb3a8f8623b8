"""Settling deals that end without a winner: washed tiles and wrong calls."""

from service.domain.penalties import different_heads, false_call, wash
from service.domain.tiles import write
from service.reading.requests import read_false_mahjong, read_washed_tiles
from service.reading.rules import Note, unnoted
from service.telling.answers import Answer, penalty


def wash_tiles(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle washed tiles. Raises Refused."""
    terms, players, (player, concealed) = read_washed_tiles(body, note)
    ended = wash(terms, players, player, concealed)
    heads = {"heads": write(different_heads(concealed))}
    return penalty(terms, player, heads, ended, counters=counters, transfers=transfers)


def call_falsely(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle a wrong call of Mah-Jong. Raises Refused."""
    terms, players, (player, exposed) = read_false_mahjong(body, note)
    ended = false_call(terms, players, player, exposed=bool(exposed))
    return penalty(terms, player, {}, ended, counters=counters, transfers=transfers)
