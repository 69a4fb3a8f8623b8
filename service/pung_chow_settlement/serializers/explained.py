"""Serialize explanations of scores; each part is serialized once and used in many responses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from pung_chow_settlement.domain.clauses.clause import Reason
from pung_chow_settlement.domain.explanations import Explanation, NotCounted, RankedArrangement
from pung_chow_settlement.serializers.languages import CachedJson, JsonObject, sentence_by_texts
from pung_chow_settlement.serializers.scored import counted

_KEPT: Final = 8192
"""Serialized reasons in the cache, under four megabytes: without, an explained deal of bmja takes 1.4 of the time."""


def no_waits(reasons: Sequence[Reason]) -> JsonObject:
    """Why a hand waits for no tile."""
    return {"none_because": [_reason(reason) for reason in reasons]}


def explanation(one: Explanation) -> JsonObject:
    """Why a hand has its score."""
    return {
        "steps": [_reason(step) for step in one.steps],
        "arrangements_weighed": one.compared,
        "arrangements": [_ranked(arrangement) for arrangement in one.arrangements],
        "not_counted": [_not_counted(each) for each in one.not_counted],
    }


@lru_cache(_KEPT)
def _reason(reason: Reason) -> CachedJson:
    return CachedJson(sentence_by_texts(reason.key, dict(reason.facts)))


@lru_cache(_KEPT)
def _not_counted(one: NotCounted) -> CachedJson:
    return CachedJson({"rules": list(one.rules), **sentence_by_texts(one.reason.key, dict(one.reason.facts))})


def _ranked(one: RankedArrangement) -> JsonObject:
    sets, won, _, shape = one.score.arrangement
    return {
        "sets": [each.text for each in sets],
        "shape": shape.id,
        "completed": None if won is None else won.text,
        **counted(one.score),
        "may_win": one.may_win,
    }
