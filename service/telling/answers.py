"""From the domain's results to the plain dicts of an answer, in the contract's order."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import orjson

from service.domain.danger import Danger
from service.domain.deal import Deal
from service.domain.pipeline import Settled
from service.domain.rulebook.model import Amount, Cite, Option, Rule, Rulebook, Ruling, ShareOf
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Item, Score
from service.domain.seats import SEAT_NAMES, Seat
from service.domain.sets import CONCEALED, EXPOSED, Set
from service.domain.settlement import EAST_KEEPS_THE_DEAL, NextDeal, Payment, Settlement
from service.domain.tiles import Tiles, write

Answer = dict[str, Any]


def written(answer: Answer) -> orjson.Fragment:
    """A part of answers that is written once and put into many."""
    return orjson.Fragment(bytes(memoryview(orjson.dumps(answer))))  # a copy: orjson's own bytes keep a buffer of 4 KiB


def _set(each: Set, *, won: bool) -> Answer:
    return {"set": each.kind, "tiles": each.text, "exposed": each.exposed, "won": won}


def source(cite: Cite) -> Answer:
    """A book and its page."""
    return {"book": cite.book, "page": cite.page}


# What never changes is written once, at import.

_SETS: Final = {
    each: (written(_set(each, won=False)), written(_set(each, won=True)))
    for each in (*EXPOSED.values(), *CONCEALED.values())
}
_ITEMS_KEPT: Final = 4096
"""Items of scores that are kept as they are written, under two megabytes; a rulebook's own points give fewer."""
COUNTERS: Final = (1000, 500, 100, 10, 2)
"""The counters of the sets (1922 p.26)."""


def settled(terms: Terms, deal: Deal, result: Settled, *, counters: bool = False) -> Answer:
    """The answer of a settled deal."""
    return {
        **played_by(terms),
        "round_wind": SEAT_NAMES[deal.round_wind],
        "winner": None if deal.winner is None else SEAT_NAMES[deal.winner],
        "hands": {SEAT_NAMES[seat]: scored(each) for seat, each in result.scores.of()},
        "settlement": settlement(result.settlement, counters=counters),
        "next_deal": next_deal(result.next_deal),
    }


def played_by(terms: Terms) -> Answer:
    """The rulebook and every option of it, as every answer echoes them."""
    rulebook, options = terms.rulebook, terms.options
    return {"ruleset": rulebook.id, "revision": rulebook.revision, "options": dict(options)}


# Hands


def scored(score: Score) -> Answer:
    """One hand's score with its items."""
    return {
        "points": score.points,
        "doubles": score.doubles,
        "added": score.added,
        "uncapped_score": score.uncapped_score,
        "score": score.score,
        "capped": score.capped,
        "limit_hands": list(score.limit_hands),
        "arrangement": _arrangement(score),
        "items": list(map(_item, score.items)),
    }


def _arrangement(score: Score) -> list[orjson.Fragment]:
    sets, won, _, shape = score.arrangement
    if not shape.has_sets:
        return [written({"set": shape.id})]
    if won is None:
        return [_SETS[each][False] for each in sets]
    place = sets.index(won)
    return [_SETS[each][index == place] for index, each in enumerate(sets)]


def _item(item: Item) -> orjson.Fragment:
    rule, tiles, points, doubles, added = item
    book = rule.source
    return _line(rule.id, rule.text, points, doubles, added, tiles, book.book, book.page)


@lru_cache(_ITEMS_KEPT)  # by value: the row of a rulebook that is gone is not kept
def _line(
    rule: str, text: str, points: int, doubles: int, added: int, tiles: Tiles, book: str, page: str
) -> orjson.Fragment:
    return written(
        {
            "rule": rule,
            "text": text,
            "points": points,
            "doubles": doubles,
            "added": added,
            "tiles": write(tiles) or None,
            "source": {"book": book, "page": page},
        }
    )


# Settling


def settlement(paid: Settlement, *, counters: bool = False) -> Answer:
    """Who pays whom."""
    names = SEAT_NAMES[: len(paid.seats)]
    matrix = paid.matrix
    return {
        "matrix": dict(zip(names, [dict(zip(names, row, strict=True)) for row in matrix], strict=True)),
        "net": dict(zip(names, map(sum, matrix), strict=True)),
        "payments": [payment(each, SEAT_NAMES, counters=counters) for each in paid.payments],
        "dangerous_discard": danger(paid.danger, SEAT_NAMES),
    }


def payment(one: Payment, names: Sequence[str | int], *, counters: bool = False) -> Answer:
    """One payment, between those who sit at its seats."""
    payer, payee, amount, reason, difference, multiplier, capped = one
    answer: Answer = {
        "payer": names[payer],
        "payee": names[payee],
        "amount": amount,
        "difference": difference,
        "multiplier": multiplier,
        "capped": capped,
        "reason": reason,
    }
    if counters:
        answer["counters"] = in_counters(amount)
    return answer


def in_counters(amount: int) -> dict[str, int]:
    """An amount in the fewest counters; `remainder` is what they cannot pay."""
    counted = {}
    for counter in COUNTERS:
        counted[str(counter)], amount = divmod(amount, counter)
    return counted | {"remainder": amount}


def danger(judged: Danger | None, names: Sequence[str | int]) -> Answer | None:
    """Whether the discard was dangerous, and why its discarder was or was not excused."""
    if judged is None:
        return None
    return {
        "discarder": names[judged.discarder],
        "letters": list(judged.letters),
        "excuses": [
            {"letter": each.letter, "excuse": each.kind, "held": each.held, "text": each.text}
            for each in judged.excuses
        ],
        "excused": judged.excused,
        "overridden": judged.overridden,
    }


def penalty(terms: Terms, player: Seat, more: Answer, paid: Settlement, *, counters: bool = False) -> Answer:
    """The answer of a deal that ended without a winner, by what a player did."""
    return {
        **played_by(terms),
        "player": SEAT_NAMES[player],
        **more,
        "settlement": settlement(paid, counters=counters),
        "next_deal": next_deal(EAST_KEEPS_THE_DEAL),
    }


def next_deal(follows: NextDeal) -> Answer:
    """Who is East next."""
    return {"east_keeps_the_deal": follows.east_keeps_the_deal, "next_east": SEAT_NAMES[follows.next_east]}


# Rulebooks


def ruleset(rulebook: Rulebook) -> Answer:
    """A whole rulebook as data."""
    return {
        "id": rulebook.id,
        "revision": rulebook.revision,
        "title": rulebook.title,
        "source": source(rulebook.source),
        "options": [_option(option) for option in rulebook.options],
        "rules": [_rule(rule) for rule in rulebook.rules],
        "settling": [_ruling(ruling, values) for ruling, values in rulebook.rulings],
    }


def _option(option: Option) -> Answer:
    return {
        "name": option.name,
        "text": option.text,
        "type": "boolean" if option.is_boolean else "integer",
        "nullable": option.nullable,
        "default": option.default,
        "default_by": _default_by(option),
        "minimum": option.minimum,
        "maximum": option.maximum,
        "multiple_of": option.multiple_of,
        "choices": None if option.choices is None else list(option.choices),
        "source": source(option.source),
        "interpretation": option.interpretation,
    }


def _default_by(option: Option) -> Answer | None:
    if option.default_by is None:
        return None
    name, defaults = option.default_by
    return {"option": name, "values": [{"value": value, "default": default} for value, default in defaults.items()]}


def _rule(rule: Rule) -> Answer:
    return {
        "id": rule.id,
        "text": rule.text,
        "applies_to": rule.applies_to,
        "points": _fixed(rule.points),
        "doubles": rule.doubles,
        "added": _fixed(rule.added),
        "option": _share(points=rule.points, added=rule.added),
        "limit_hand": rule.limit_hand,
        "when_limit": rule.when_limit,
        "replaces": list(rule.replaces),
        "spoiled_by": list(rule.spoiled_by),
        "only_beside": None if rule.only_beside is None else list(rule.only_beside),
        "source": source(rule.source),
        "interpretation": rule.interpretation,
    }


def _fixed(amount: Amount) -> int:
    return amount if isinstance(amount, int) else 0


def _share(**amounts: Amount) -> Answer | None:
    """Which option gives a rule its number, and which number that is."""
    shares = ((gives, amount) for gives, amount in amounts.items() if isinstance(amount, ShareOf))
    return next(
        ({"name": share.option, "divided_by": share.divided_by, "gives": gives} for gives, share in shares), None
    )


def _ruling(ruling: Ruling, values: Mapping[str, int]) -> Answer:
    return {
        "id": ruling.id,
        "text": ruling.text,
        "values": [{"of": of, "points": points} for of, points in values.items()],
        "source": source(ruling.source),
        "interpretation": ruling.interpretation,
    }
