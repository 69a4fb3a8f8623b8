"""Find what a hand waits for."""

from service.domain.waiting import awaited, unawaited
from service.requests.requests import Note, read_waiting_hand, unnoted
from service.responses import answers as serialize
from service.responses.answers import Answer
from service.responses.explanations import unawaited as no_waits
from service.usecases.bounds import check_hands, check_scores, layouts_bounded


def wait(body: object, *, note: Note = unnoted) -> Answer:
    """Return each tile that completes a hand, with its scores. Raises Refused."""
    waiting = read_waiting_hand(body, note)
    with layouts_bounded(waiting.compiled):
        found = awaited(waiting)
        reasons = [] if found else unawaited(waiting)
    for each in found:
        check_scores([way.score for way in (each.drawn, each.claimed) if way], waiting.compiled)
    answer = serialize.waits(waiting.compiled, waiting.context, found)
    completed = [each[way] for each in answer["waits"] for way in ("drawn", "claimed") if way in each]
    check_hands(completed, waiting.compiled)
    return answer if found else {**answer, **no_waits(reasons)}
