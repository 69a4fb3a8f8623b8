"""Bound the cost of one request: rules to apply, items to score and bytes of the response.

A body of a few hundred bytes can unpack to a thousand deals, and house rules multiply what each of them scores.
"""

import json
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from pung_chow_settlement.domain.clauses.condition_parser import extent, has_layout
from pung_chow_settlement.domain.faults import Fault, Path
from pung_chow_settlement.domain.layouts.steps import MAX_STEPS, Steps
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.requests.forms import MAX_OF_A_HAND
from pung_chow_settlement.requests.refusals import Refused, invalid_request
from pung_chow_settlement.schemas.fields import fact
from pung_chow_settlement.serializers.languages import JsonObject, to_json
from pung_chow_settlement.texts import Language

MAX_RULES: Final = 16_000
"""Most rules in house rules, counted once for each deal: sixteen for a thousand deals."""
MAX_HOUSES: Final = 32
"""Most different house rules in one batch: applying them, and serializing and translating their items, costs most."""
MAX_HOUSES_WITH_LAYOUTS: Final = 3
"""Most of these with layouts, which take up to a tenth of a second to prepare where they are new."""
MAX_ITEMS: Final = 60_000
"""Most items of all scores of a request; a thousand ordinary deals have about 20,000, with twelve own rules 35,000."""
MAX_HAND: Final = 48 * 1024
"""Most bytes of the score of a hand in English; in another language at most 64 KiB."""
MAX_DEAL: Final = 4 * MAX_HAND
"""Most bytes of what a hand waits for, in English."""
EXPLANATION: Final = "explanation"
"""The member of a hand with its explanation."""
MAX_ANSWER: Final = 12 * 1024 * 1024
"""Most bytes of the response to many deals; a thousand ordinary ones take six million, with twelve own rules nine."""


def check_scores(scores: Iterable[Score], compiled: CompiledRulebook) -> None:
    """Raises Refused, at the rules that cause it, if a score before the limit is greater than MAX_OF_A_HAND."""
    most = max(score.uncapped_score for score in scores)
    if most > MAX_OF_A_HAND:
        facts = {"given": fact(most), "least": 0, "most": MAX_OF_A_HAND}
        raise invalid_request([Fault("out-of-range", _path_of_rules(compiled), facts=facts)])


@contextmanager
def layouts_bounded(compiled: CompiledRulebook, steps: Steps, most: int = MAX_STEPS) -> Iterator[None]:
    """Raises Refused, at the rules that cause it, if comparing hands with layouts within takes too many steps."""
    with steps.stage(_path_of_rules(compiled), most) as faults:
        yield
    if faults:
        raise invalid_request(faults)


def bounded_json(
    response: JsonObject, hands: Sequence[JsonObject], compiled: CompiledRulebook, language: Language | None
) -> bytes:
    """A finished response as JSON. Raises Refused as `check_hands` if it is so long that its hands may be too long."""
    text = to_json(response, language)
    if len(text) > MAX_HAND:
        check_hands(hands, compiled)
    return text


def check_hands(given: Sequence[JsonObject], compiled: CompiledRulebook) -> None:
    """Raises Refused, at the rules that cause it, if the serialized score of a hand, or of all hands, is too long.

    Explanations are not counted: they have their own bound.
    """
    scores = [{name: value for name, value in each.items() if name != EXPLANATION} for each in given]
    sizes = [len(to_json(score)) for score in scores]
    if max(sizes, default=0) > MAX_HAND or sum(sizes) > MAX_DEAL:
        raise invalid_request([Fault("answer-too-large", _path_of_rules(compiled), sentence="hand")])


def _path_of_rules(compiled: CompiledRulebook) -> Path:
    return ("ruleset",) if compiled.rulebook.house is None else ("house_rules",)


def check_sheet(body: object) -> None:
    """Raises Refused if house rules have too many rules for this number of entries, or entries bring too many."""
    given = body if isinstance(body, dict) else {}
    sent = given.get("entries")
    entries = [each for each in sent if isinstance(each, dict)] if isinstance(sent, list) else []
    rules, of_these = 0, _number_of_rules(given)
    for entry in entries:
        of_these = _number_of_rules(entry) if entry.get("type") == "house-rules" else of_these
        rules += of_these
    _check_rules(rules, "entries")
    _check_different([each for each in entries if each.get("house_rules")], "entries")


def check_batch(deals: Collection[object], shared: dict[str, Any]) -> None:
    """Raises Refused if the house rules of all deals have too many rules, or too many different ones.

    Those that the deals share are scored with each that has none, and applied once.
    """
    own = [deal for deal in deals if isinstance(deal, dict) and deal.get("house_rules")]
    _check_rules(sum(map(_number_of_rules, own)) + _number_of_rules(shared) * (len(deals) - len(own)), "deals")
    _check_different([*own, *[each for each in (shared,) if each.get("house_rules")]], "deals")


def _check_different(houses: Sequence[dict[str, Any]], at: str) -> None:
    """Raises Refused if these deals or entries have too many different house rules, or too many with layouts."""
    different = {json.dumps(house["house_rules"], sort_keys=True): house for house in houses}
    _check_houses(len(different), MAX_HOUSES, at)
    _check_houses(sum(map(_has_layouts, different.values())), MAX_HOUSES_WITH_LAYOUTS, at, "layouts")


def _check_houses(given: int, most: int, at: str, sentence: str = "") -> None:
    if given > most:
        facts = {"given": given, "most": most}
        raise invalid_request([Fault("too-many-house-rules", (at,), facts=facts, sentence=sentence)])


def _rules_of(given: dict[str, Any]) -> dict[str, Any]:
    """The rules in the house rules of a deal or a scoresheet, as far as they can be read."""
    house = given.get("house_rules")
    rules = house.get("rules") if isinstance(house, dict) else None
    return rules if isinstance(rules, dict) else {}


def _number_of_rules(given: dict[str, Any]) -> int:
    """The number of rules in the house rules, each part of those that combine conditions counted."""
    return sum([extent(rule)[0] for rule in _rules_of(given).values()])


def _has_layouts(given: dict[str, Any]) -> bool:
    return any(map(has_layout, _rules_of(given).values()))


def _check_rules(given: int, at: str) -> None:
    if given > MAX_RULES:
        raise invalid_request([Fault("too-many-rules", (at,), facts={"given": given, "most": MAX_RULES})])


class RequestBudget:
    """The items and bytes of the deals of one request so far, and the steps that are left to compare them with layouts.

    `at` is the member of the body that has the deals; items count only if the response has them.
    """

    def __init__(self, at: str, *, counts_items: bool = True) -> None:
        self.steps = Steps(self.check_steps)
        self._most_items = MAX_ITEMS if counts_items else sys.maxsize
        self._at = at
        self._items = 0
        self._bytes = 0

    def check_steps(self) -> None:
        """Raises Refused if no steps are left."""
        if not self.steps.in_all:
            raise invalid_request([Fault("layouts-too-costly", (self._at,), sentence="deals")])

    def count(self, items: int) -> None:
        """Add items."""
        self._items += items

    def check_items(self) -> None:
        """Raises Refused if there are too many items."""
        if self._items > self._most_items:
            raise self._refusal("too-many-score-items", MAX_ITEMS)

    def add(self, response: bytes) -> bytes:
        """Add a part of the response and return it. Raises Refused if the response is too long."""
        self._bytes += len(response)
        if self._bytes > MAX_ANSWER:
            raise self._refusal("answer-too-large", MAX_ANSWER)
        return response

    def _refusal(self, code: str, most: int) -> Refused:
        return invalid_request([Fault(code, (self._at,), facts={"most": most})])
