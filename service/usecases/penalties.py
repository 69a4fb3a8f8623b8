"""Settle deals that end without a winner: washed tiles and false calls."""

from service.domain.penalties import OTHER_CALLERS, different_majors, false_call, wash
from service.domain.seats import SEAT_NAMES
from service.domain.tiles import write
from service.requests.requests import Note, read_false_mahjong, read_washed_tiles, unnoted
from service.responses.answers import Answer, penalty


def wash_tiles(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle washed tiles. Raises Refused."""
    compiled, players, (player, concealed) = read_washed_tiles(body, note)
    ended = wash(compiled, players, player, concealed)
    heads = {"heads": write(different_majors(concealed))}
    return penalty(compiled, player, heads, ended, counters=counters, transfers=transfers)


def call_falsely(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle a false call of Mah-Jong. Raises Refused."""
    compiled, players, (callers, exposed) = read_false_mahjong(body, note)
    ended = false_call(compiled, players, callers, exposed=bool(exposed))
    player, *others = callers
    also = {OTHER_CALLERS: [SEAT_NAMES[seat] for seat in others]} if others else {}
    return penalty(compiled, player, also, ended, counters=counters, transfers=transfers)
