"""By bound of the work of a request: the dearest request within it, and the dearest that it refuses, cost alike."""

import gc
from time import process_time
from typing import Any, Final, NamedTuple

import pytest
from flask.testing import FlaskClient

from tests.api.test_bounds import COSTLY, TEXT, combined, compared_deal, own_layouts
from tests.conftest import NOT_TRACED
from tests.support.amounts import cpu_seconds
from tests.support.hostile_bodies import batch, deal, own_rules, sheet, waits
from tests.support.hostile_layouts import forget
from tests.support.sessions import Json

MAX_CPU: Final = cpu_seconds(alone=1.0)
"""Seconds of processor time of any request."""
MAX_MORE: Final = 2.0
"""Times that a refusal costs what an answer costs, if it costs more than `MIN_COMPARED`."""
MIN_COMPARED: Final = cpu_seconds(alone=0.1)
SETTLE, BATCH, SHEET, WAITS, RESOLVE = (
    "/v1/settlements",
    "/v1/settlements/batch",
    "/v1/scoresheets",
    "/v1/waits",
    "/v1/rulesets/resolve",
)
NEVER: Final[Json] = {"find": "simples-only", "parameters": {}, "applies_to": "winner"}
"""A rule that no hand of these deals fulfils."""


class Bound(NamedTuple):
    """A bound: a path, a body within it, one beyond it, and the code of its fault."""

    path: str
    within: Json
    beyond: Json
    code: str


def resolve(**rules: Any) -> Json:
    return {"ruleset": "dmjl", "house_rules": {"rules": rules}}


def layouts(*tiles: str) -> Json:
    return resolve(
        **{f"house:{number}": {"layout": {"tiles": each}, "score": 100} for number, each in enumerate(tiles)}
    )


IN_MANY_WAYS: Final = [
    f"pung of n a, pung of n b, pung of n c, pung of m a, pair of {kind}, m in 1-2"
    for kind in ("east", "south", "west", "north", "red dragon", "green dragon", "white dragon", "dragon")
]
MIXED: Final = [f"4 mixed chows, pair of 1-{last}" for last in range(4, 9)]
PLANS: Final = "p/k of n a, p/k of n b, p/k of m a, p/k of m b, pair of {}, n in 2-8, m in 2-8"
SEVEN_SLOTS: Final = ", ".join(f"0-7 pairs of {kind}" for kind in ("any suit", "wind", "a", "b", "c", "dragon"))
MANY: Final = [
    f"pung of {one} circles, pung of {two} {suit}, 2 p/k, pair"
    for suit in ("bamboo", "characters")
    for one in range(1, 10)
    for two in range(1, 10)
]
LONG: Final = ", ".join(["tile of 1/2/3/4/5/6/7/8/9 a/b"] * 8 + ["6 tiles"])
BOUNDS: Final = {
    "rules of all entries": Bound(SHEET, sheet(own_rules(16, **NEVER), 1000), sheet(own_rules(17, **NEVER), 1000),
                                  "too-many-rules"),
    "parts of rules of all entries": Bound(SHEET, sheet(combined(20, 19), 40), sheet(combined(150, 19), 106),
                                           "too-many-rules"),
    "different house rules": Bound(BATCH, batch(*[own_rules(98, points=each) for each in range(32)]),
                                   batch(*[own_rules(98, points=each) for each in range(33)]), "too-many-house-rules"),
    "house rules with layouts": Bound(BATCH, batch(*[own_layouts(each) for each in range(3)]),
                                      batch(*[own_layouts(each) for each in range(4)]), "too-many-house-rules"),
    "items of all scores": Bound(SHEET, sheet(own_rules(1), 1000), sheet(own_rules(16), 1000), "too-many-score-items"),
    "bytes of a hand": Bound(SETTLE, deal(own_rules(40)), deal(own_rules(40, TEXT)), "answer-too-large"),
    "bytes of what a hand waits for": Bound(
        WAITS, waits(own_rules(20, find="shape", parameters={"shape": "four-sets"}, applies_to="winner")),
        waits(own_rules(60, "\x01" * 150, find="shape", parameters={"shape": "four-sets"}, applies_to="winner")),
        "answer-too-large",
    ),
    "bytes of a response": Bound(SHEET, sheet(own_rules(2), 1000), sheet(own_rules(2, TEXT), 1000), "answer-too-large"),
    "steps of all deals": Bound(BATCH, {"deals": [compared_deal(COSTLY)] * 55},
                                {"deals": [compared_deal(COSTLY)] * 1000}, "layouts-too-costly"),
    "ways of all layouts": Bound(RESOLVE, layouts(*IN_MANY_WAYS[:7]), layouts(*IN_MANY_WAYS),
                                 "layouts-too-costly"),
    "cost of all layouts": Bound(RESOLVE, layouts(*MIXED[:4]), layouts(*MIXED), "layouts-too-costly"),
    "plans of a layout": Bound(RESOLVE, layouts(PLANS.format("honour")), layouts(SEVEN_SLOTS), "layout-too-costly"),
    "number of layouts": Bound(RESOLVE, {**layouts(*MANY[:100]), "ruleset": "harr-1923"},
                               {**layouts(*MANY[:101]), "ruleset": "harr-1923"}, "layouts-too-costly"),
    "characters of a layout": Bound(RESOLVE, layouts(LONG), layouts(f"{LONG}, {LONG}"), "too-long"),
    "changes of house rules": Bound(RESOLVE, resolve(**own_rules(199)["rules"]), resolve(**own_rules(201)["rules"]),
                                    "too-many-items"),
    "deals of a batch": Bound(BATCH, batch(*[{}] * 1000), batch(*[{}] * 1001), "too-many-items"),
    "entries of a scoresheet": Bound(SHEET, sheet({}, 1000), sheet({}, 1001), "too-many-items"),
}  # fmt: skip


def cpu(client: FlaskClient, path: str, body: Json) -> tuple[float, Any]:
    """Seconds of processor time, without collecting what was there before; and the response."""
    forget()
    gc.freeze()
    started = process_time()
    response = client.post(path, json=body)
    taken = process_time() - started
    gc.unfreeze()
    return taken, response.get_json()


@NOT_TRACED
@pytest.mark.parametrize("name", BOUNDS)
def test_a_refusal_costs_no_more_than_an_answer(client_unchecked: FlaskClient, name: str) -> None:
    path, within, beyond, code = BOUNDS[name]
    for _ in range(3):  # a busy machine may disturb a measurement
        (answered, answer), (refused, problem) = (cpu(client_unchecked, path, body) for body in (within, beyond))
        print(f"{name}: answered in {answered * 1000:.0f} ms, refused in {refused * 1000:.0f} ms")
        assert code in {fault["code"] for fault in problem.get("errors", ())}, problem
        assert "errors" not in answer, answer["errors"][:2]
        if answered < MAX_CPU and refused < max(MAX_MORE * answered, MIN_COMPARED):
            break
    else:
        pytest.fail("dearer each time")
