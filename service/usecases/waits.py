"""Telling what a hand waits for."""

from service.domain.waiting import awaited
from service.reading.requests import read_waiting_hand
from service.reading.rules import Note, unnoted
from service.telling import answers as tell
from service.telling.answers import Answer
from service.usecases.bounds import check_hands, check_scores


def wait(body: object, *, note: Note = unnoted) -> Answer:
    """Tell each tile that completes a hand, with its scores. Raises Refused."""
    waiting = read_waiting_hand(body, note)
    found = awaited(waiting)
    for each in found:
        check_scores([way.score for way in (each.drawn, each.claimed) if way], waiting.terms)
    answer = tell.waits(waiting.terms, waiting.situation, found)
    ways = [each[way] for each in answer["waits"] for way in ("drawn", "claimed") if way in each]
    check_hands(ways, waiting.terms)
    return answer
