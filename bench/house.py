"""House rules in process: a request with the same ones again, or with new ones each time, against the plain one."""

from collections.abc import Sequence
from itertools import count
from statistics import median
from typing import Any, Final, NamedTuple

from bench.bare import body_of
from bench.clock import MICRO, in_turn, ratio
from bench.corpus import CLASSES, Example
from bench.wsgi import SETTLE, call, without_log
from service import create_app

ROUNDS: Final = 15
RULES: Final[dict[str, Any]] = {
    "title": "Thursday table",
    "rules": {
        "mah-jong": {"points": 10},
        "robbed-kong": None,
        "three-concealed-pungs": {"doubles": 1},
        "no-chow": {"doubles": 2, "applies_to": "winner"},
        "house:all-simples": {"find": "simples-only", "text": "All simples", "doubles": 1},
    },
    "settlement": {"losers": "none", "east": {"pays": 1, "receives": 1}, "discarder": {"share": 2}, "self_drawn": 2},
    "penalties": {"false-mahjong": {"limit_percent": 50}},
}
"""The contract's own example, which any rulebook takes."""


class Compared(NamedTuple):
    """Microseconds of CPU for a request, and times the plain one."""

    plain: float
    kept: float
    new: float
    kept_ratio: float
    new_ratio: float


def compare(examples: Sequence[Example]) -> Compared:
    """The deals of the first class, plain and with house rules, in alternation."""
    app, numbers = create_app().wsgi_app, count()
    sent = [each.body for each in examples if each.kind == CLASSES[0]]
    plain = [body_of(body) for body in sent]
    kept = [body_of({**body, "house_rules": RULES}) for body in sent]

    def new() -> list[bytes]:
        return [body_of({**body, "house_rules": {**RULES, "title": f"table {next(numbers)}"}}) for body in sent]

    fresh = [new() for _ in range(ROUNDS + 1)]
    with without_log():  # new ones by themselves: they would drive the others out
        kept_rounds = in_turn([lambda: _send(app, plain), lambda: _send(app, kept)], ROUNDS)
        new_rounds = in_turn([lambda: _send(app, plain), lambda: _send(app, fresh.pop())], ROUNDS)
    (alone, again), (_, anew) = (_medians(rounds, len(sent)) for rounds in (kept_rounds, new_rounds))
    return Compared(alone, again, anew, ratio(kept_rounds, 1, 0), ratio(new_rounds, 1, 0))


def _medians(rounds: Sequence[Sequence[float]], of: int) -> list[float]:
    return [median(each) / of * MICRO for each in zip(*rounds, strict=True)]


def _send(app: Any, sent: Sequence[bytes]) -> None:
    for body in sent:
        call(app, SETTLE, body)
