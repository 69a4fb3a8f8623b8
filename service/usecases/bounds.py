"""What one request may cost: rules to play, items to score and bytes to answer, bounded by what its body unpacks to.

A body of a few hundred bytes can unpack to a thousand deals, and house rules multiply what each of them scores.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import orjson

from service.domain.faults import Fault, Path
from service.domain.layouts.steps import TooManyStepsError, bounded
from service.domain.rulebook.compiled_rulebook import CompiledRulebook
from service.domain.scoring import Score
from service.requests.fields import fact
from service.requests.refusals import Refused, refused
from service.responses.answers import Answer

MOST_SCORE: Final = 10**13
"""Points of a score: more than a table counts by hand, and few enough that what a sitting adds up is read exactly."""
MOST_RULES: Final = 16_000
"""Rules that house rules name, each counted for every deal that is played by them: sixteen for a thousand deals."""
MOST_HOUSES: Final = 32
"""Different house rules in one batch: to apply them, and to write and translate their items, takes longest of all."""
MOST_ITEMS: Final = 60_000
"""Items of all scores of a request; a thousand ordinary deals have some 20,000, by twelve own rules some 35,000."""
MOST_HAND: Final = 48 * 1024
"""Bytes of the score of a hand in English; in another language it is at most 64 KiB."""
MOST_DEAL: Final = 4 * MOST_HAND
"""Bytes of what a hand waits for, in English."""
MOST_ANSWER: Final = 12 * 1024 * 1024
"""Bytes of the answer to many deals; a thousand ordinary deals take six million, by twelve own rules nine."""


def check_scores(scores: Iterable[Score], compiled: CompiledRulebook) -> None:
    """Raises Refused, at the rules that make it, if an uncut score has more digits than allowed."""
    most = max(each.uncapped_score for each in scores)
    if most > MOST_SCORE:
        facts = {"given": fact(most), "least": 0, "most": MOST_SCORE}
        raise refused([Fault("out-of-range", _rules(compiled), facts=facts)])


@contextmanager
def layouts_bounded(compiled: CompiledRulebook) -> Iterator[None]:
    """Raises Refused, at the rules that make it, where what is done within compares too much with their layouts."""
    try:
        with bounded():
            yield
    except TooManyStepsError:
        raise refused([Fault("layouts-too-costly", _rules(compiled), sentence="deal")]) from None


def check_hands(given: Sequence[Answer], compiled: CompiledRulebook) -> None:
    """Raises Refused, at the rules that make it, where the given score of a hand, or of all together, is too long."""
    if len(orjson.dumps(given)) <= MOST_HAND:  # all together, as usual
        return
    sizes = [len(orjson.dumps(each)) for each in given]
    if max(sizes, default=0) > MOST_HAND or sum(sizes) > MOST_DEAL:
        raise refused([Fault("answer-too-large", _rules(compiled), sentence="hand")])


def _rules(compiled: CompiledRulebook) -> Path:
    return ("ruleset",) if compiled.rulebook.house is None else ("house_rules",)


def check_sheet(body: object) -> None:
    """Raises Refused if house rules name too many rules for so many entries."""
    given = body if isinstance(body, dict) else {}
    entries = given.get("entries")
    _check_rules(_named(given) * (len(entries) if isinstance(entries, list) else 0), "entries")


def check_batch(deals: Iterable[object]) -> None:
    """Raises Refused if the house rules of all deals name too many rules, or too many of them differ."""
    houses = [deal for deal in deals if isinstance(deal, dict) and deal.get("house_rules")]
    _check_rules(sum(map(_named, houses)), "deals")
    different = len({json.dumps(deal["house_rules"], sort_keys=True) for deal in houses})
    if different > MOST_HOUSES:
        facts = {"given": different, "most": MOST_HOUSES}
        raise refused([Fault("too-many-house-rules", ("deals",), facts=facts)])


def _named(given: dict[str, Any]) -> int:
    """How many rules the house rules of a deal or a scoresheet name."""
    house = given.get("house_rules")
    rules = house.get("rules") if isinstance(house, dict) else None
    return len(rules) if isinstance(rules, dict) else 0


def _check_rules(given: int, at: str) -> None:
    if given > MOST_RULES:
        raise refused([Fault("too-many-rules", (at,), facts={"given": given, "most": MOST_RULES})])


class Tally:
    """What the deals of one request have come to so far; they stand in the body at this member."""

    def __init__(self, at: str) -> None:
        self._at = at
        self._items = 0
        self._bytes = 0

    def score(self, items: int) -> None:
        """So many items more. Raises Refused."""
        self._items += items
        if self._items > MOST_ITEMS:
            raise self._refusal("too-many-score-items", MOST_ITEMS)

    def add(self, answer: bytes) -> bytes:
        """So much more of the answer. Raises Refused."""
        self._bytes += len(answer)
        if self._bytes > MOST_ANSWER:
            raise self._refusal("answer-too-large", MOST_ANSWER)
        return answer

    def _refusal(self, code: str, most: int) -> Refused:
        return refused([Fault(code, (self._at,), facts={"most": most})])
