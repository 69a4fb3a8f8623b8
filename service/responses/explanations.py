"""Serialize explanations of scores; each part is serialized once and used in many responses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import orjson

from service.domain.clauses.clause import Reason
from service.domain.explained import Explanation, NotCounted, Weighed
from service.responses.answers import Answer, written
from service.texts import english

_KEPT: Final = 8192
"""Serialized reasons in the cache, under four megabytes."""


def unawaited(reasons: Sequence[Reason]) -> Answer:
    """Why a hand waits for no tile."""
    return {"none_because": [_reason(each) for each in reasons]}


def explanation(one: Explanation) -> Answer:
    """Why a hand has its score."""
    return {
        "steps": [_reason(each) for each in one.steps],
        "arrangements_weighed": one.weighed,
        "arrangements": [_weighed(each) for each in one.arrangements],
        "not_counted": [_not_counted(each) for each in one.not_counted],
    }


def _sentence(reason: Reason) -> Answer:
    facts = dict(reason.facts)
    return {"message_key": reason.key, "parameters": facts, "text": english(reason.key, facts)}


@lru_cache(_KEPT)
def _reason(reason: Reason) -> orjson.Fragment:
    return written(_sentence(reason))


@lru_cache(_KEPT)
def _not_counted(one: NotCounted) -> orjson.Fragment:
    return written({"rules": list(one.rules), **_sentence(one.reason)})


def _weighed(one: Weighed) -> Answer:
    counted = one.counted
    return {
        "sets": [each.text for each in counted.arrangement.sets],
        "shape": counted.arrangement.shape.id,
        "completed": None if counted.arrangement.won is None else counted.arrangement.won.text,
        "points": counted.points,
        "doubles": counted.doubles,
        "added": counted.bonus_points,
        "uncapped_score": counted.uncapped_score,
        "score": counted.score,
        "may_win": one.enough,
    }
