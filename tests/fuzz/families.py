"""What the million asks, family by family.

The books that the judge of legality knows, the living ones, house rules, and questions about the rulebooks themselves.
"""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from tests import house
from tests.fuzz import bodies, changes
from tests.fuzz.bodies import Json
from tests.fuzz.hostile import hostile
from tests.fuzz.near_legal import ALL_RULESETS, one_tile_wrong
from tests.oracle import living_deals
from tests.oracle.deals import RULESETS

OF_EACH = 12
"""Variants of a legal body; a deal is dealt for nine of them."""
HOSTILE_ONE_IN = 10_000
QUESTIONS = 40
"""Questions about the rulebooks in each round."""
LIVING_WORDS = ("last_discard", "original_call", "kong_upon_kong", "claimed_kongs", "dangerous_discard_by", "chows",
                "seven_pairs", "claimed_kong_concealed", "house_rules", "revision", "settlement", "penalties",
                "legality", "find", "parameters", *living_deals.BOOKS)  # fmt: skip
PATHS = ("/v1/rulesets", "/v1/rulesets/outline", "/v1/rulesets/compare", "/v1/finders", "/v1/rulesets/{}", "/healthz",
         "/problems/{}", "/v1/{}", "/v1/settlements")  # fmt: skip
PARAMETERS = ("a", "b", "from", "counters", "A", "", "a%00")


class Asked(NamedTuple):
    """One request of the million."""

    kind: str
    path: str
    body: Any
    """A JSON value, or bytes where it is none."""
    judged: bool = False
    """Whether the judge of legality knows what it asks."""
    settled: bool = False
    """Whether it is a legal deal, which must be settled."""
    method: str = "POST"
    query: str = ""

    @property
    def text(self) -> bytes:
        """The body as it is sent."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def requests(rng: Random) -> Iterator[Asked]:
    """Requests of all families by turns, without end."""
    number = 0
    while True:
        yield from _of_a_known_book(rng, RULESETS[number % len(RULESETS)])
        yield from _of_a_living_book(rng, living_deals.BOOKS[number % len(living_deals.BOOKS)])
        yield from _of_a_house(rng, ALL_RULESETS[number % len(ALL_RULESETS)])
        yield from (_question(rng) for _ in range(QUESTIONS))
        number += 1


def _of_a_known_book(rng: Random, ruleset: str) -> Iterator[Asked]:
    for path, legal in changes.legal_bodies(rng, ruleset):
        for kind, body in _variants(rng, path, legal):
            yield Asked(kind, path, body, judged=True, settled=kind == "legal" and path == bodies.SETTLE)
        if path == bodies.SETTLE and rng.random() < 7 * (OF_EACH + 1) / HOSTILE_ONE_IN:
            yield Asked("hostile", *hostile(rng, legal))


def _of_a_living_book(rng: Random, ruleset: str) -> Iterator[Asked]:
    for path, legal in changes.legal_bodies(rng, ruleset):
        for kind, body in _variants(rng, path, legal):
            settled = kind == "legal" and path == bodies.SETTLE
            yield Asked(f"{kind}, a living book", _or_csv(rng, path), _more(rng, body, settled), settled=settled)


def _of_a_house(rng: Random, base: str) -> Iterator[Asked]:
    sound = house.house(rng, base)
    for path, legal in changes.legal_bodies(rng, base):
        for kind, body in _variants(rng, path, _at_home(legal, sound)):
            yield Asked(f"{kind}, house rules", _or_csv(rng, path), body)
    for _ in range(OF_EACH):
        rules = house.mutated(rng, sound)["house_rules"] if rng.random() < 0.7 else sound
        for path, body in ((bodies.RESOLVE, {"ruleset": base}), rng.choice(changes.legal_bodies(rng, base))):
            yield Asked("house rules changed", path, _at_home(body, rules))
    yield Asked(
        "bytes damaged, house rules", bodies.RESOLVE, changes.damaged(rng, {"ruleset": base, "house_rules": sound})
    )


def _at_home(body: Json, rules: Any) -> Json:
    """A body with house rules, where it tells its rulebook."""
    if "deals" in body:
        return {**body, "deals": [{**each, "house_rules": rules} for each in body["deals"]]}
    return {**body, "house_rules": rules}


def _or_csv(rng: Random, path: str) -> str:
    return bodies.CSV if path == bodies.SHEET and rng.random() < 0.3 else path


def _more(rng: Random, body: Any, settled: bool) -> Any:
    """At times with a member that only living books and house rules know, somewhere."""
    if settled or isinstance(body, bytes) or rng.random() < 0.7:
        return body
    body = copy.deepcopy(body)
    holder = rng.choice([each for each in changes.holders(body) if isinstance(each, dict)] or [{}])
    word = rng.choice(LIVING_WORDS)
    holder[word] = rng.choice((True, None, 1, "east", word, ["1111m"], {"limit": 1}, changes.some_value(rng, body)))
    return body


def _question(rng: Random) -> Asked:
    words = (*ALL_RULESETS, *house.WORDS, "kajongg-dmjl", "invalid-request", "overloaded", "\x00", "é", "../..")
    path = rng.choice(PATHS).format(quote(rng.choice(words), safe=""))
    names = (
        ("a", "b") if path.endswith("compare") and rng.random() < 0.7 else rng.choices(PARAMETERS, k=rng.randrange(3))
    )
    query = "&".join(f"{name}={quote(rng.choice(words))}" for name in names)
    return Asked("question", path, b"", method=rng.choice(("GET", "GET", "GET", "HEAD")), query=query)


def _variants(rng: Random, path: str, legal: Json) -> Iterator[tuple[str, Any]]:
    """The body as it is, and others made of it: JSON values, or bytes where it is no JSON any more."""
    yield "legal", legal
    for _ in range(OF_EACH):
        chance = rng.random()
        if chance < 0.4:
            yield "one tile wrong", _wrong(rng, path, legal)
        elif chance < 0.8:
            yield "a member changed", changes.changed(rng, legal)
        elif chance < 0.97:
            yield "bytes damaged", changes.damaged(rng, legal)
        else:
            yield "noise", rng.randbytes(rng.randrange(200))


def _wrong(rng: Random, path: str, legal: Json) -> Any:
    if path == bodies.SETTLE:
        return one_tile_wrong(rng, legal)
    if path == bodies.BATCH and not any("counted" in hand for hand in legal["deals"][0]["hands"].values()):
        return {"deals": [one_tile_wrong(rng, legal["deals"][0])]}
    if path == bodies.SHEET:
        return changes.retiled_sheet(rng, legal)
    return changes.retiled(rng, legal)
