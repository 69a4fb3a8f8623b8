"""Nothing of a request or of a rulebook that is gone is kept."""

import gc
import weakref
from dataclasses import dataclass, replace
from typing import cast

import orjson

from service.domain.hand import Hand
from service.domain.rulebook.model import Cite, ScoringRule
from service.domain.scoring import DEAD, Item
from service.responses.answers import scored
from service.rulebooks import BY_ID
from tests.conftest import NOT_COMPILED


@dataclass
class WatchedRow:
    """What an item needs of its rule, in a form that can be watched."""

    id: str
    text: str
    source: Cite


@NOT_COMPILED
def test_the_row_of_a_rulebook_that_is_gone_is_not_kept() -> None:
    row = WatchedRow("a-row", "A row", Cite("house", "7"))
    result = scored(replace(DEAD, items=(Item(cast("ScoringRule", row), (), points=2),)), Hand(()), None)
    assert orjson.loads(orjson.dumps(result))["items"][0]["source"] == {"book": "house", "page": "7"}
    watched = weakref.ref(row)
    del row, result
    gc.collect()
    assert watched() is None


def test_two_rows_of_one_id_are_reported_each_by_itself() -> None:
    rule = BY_ID["harr-1923"].rulebook.rules[0]
    other = replace(rule, source=Cite("house", "7"))
    result = [
        scored(replace(DEAD, items=(Item(each, (), points=2),)), Hand(()), None)["items"][0] for each in (rule, other)
    ]
    assert [orjson.loads(orjson.dumps(each))["source"]["page"] for each in result] == [rule.source.page, "7"]
