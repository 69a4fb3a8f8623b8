"""Telling what a hand waits for."""

from service.domain.waiting import awaited
from service.reading.requests import read_waiting_hand
from service.reading.rules import Note, unnoted
from service.telling import answers as tell
from service.telling.answers import Answer


def wait(body: object, *, note: Note = unnoted) -> Answer:
    """Tell each tile that completes a hand, with its scores. Raises Refused."""
    waiting = read_waiting_hand(body, note)
    return tell.waits(waiting.terms, waiting.situation, awaited(waiting))
