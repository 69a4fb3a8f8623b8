"""Writes the conformance vectors: `make generate` after a change of the responses; review the differences.

The requests are the books' hands and deals, every rule's hit and near miss, good and wrong requests of every operation
and a refusal for every fault code. Of the service's response a vector holds what a client may rely on: the members in
`HELD`, without texts for people. Members that are new in a response change no vector.
"""

import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement import create_app
from tests.support.cases import cases_of
from tests.support.oracle.tiles import parse
from tests.support.oracle.tiles import written as tiles_written
from tests.support.rulebook_cases import rule_cases
from tests.support.sessions import SessionModel, as_entry, random_deal

ROOT = Path(__file__).parents[1]
OUT = ROOT / "conformance"
HOUSE_RULES = ROOT / "clients" / "examples" / "house_rules"
CONTRACT = ROOT / "openapi.yaml"
HELD: Final = frozenset(
    """
    score points doubles added uncapped_score capped limit_hands rounded halved items rule limit_share
    waiting hand hands settlement payments payer payee amount net reason transfers counters piles value count remainder
    dangerous_discard excused overridden letters next_deal east_keeps_the_deal next_east goulash entries number type
    deal seating paying_player receiving_player totals standings player rank total east_player wins_before
    round_over game_over waits tile unseen drawn claimed results outcome code status errors pointer
    parameter message_key problem answer rules id settling a b differs legality chows least_points least_doubles
    least_score shapes robs_concealed dealt_kongs east south west north
    """.split()  # noqa: SIM905 - a list of so many would take a line each
)
"""Members that a vector holds: amounts, ids, codes, tiles and places."""
ALSO_HELD: Final = {
    "deals": {
        *("matrix", "arrangement", "kind", "tiles", "round_wind", "options"),
        *("source", "book", "page", "multiplier", "changed_by", "factors", "times"),
    },
    "resolve": {"house_rules", "digest"},
    "rulebooks": {
        "options",
        "name",
        "default_integer",
        "default_boolean",
        "minimum",
        "maximum",
        "limit_hand",
        "replaces",
    },
}
"""Further members, in one file."""
NOT_HELD: Final = {
    "resolve": {"rules", "settling"},
    "numbers": {"rules"},
    "german": {"items", "rules", "legality", "entries", "waits"},
    "rules": {"uncapped_score"},
    "near-misses": {"uncapped_score", "items"},
    "waits": {"items", "uncapped_score"},
    "sheets": {
        "transfers",
        "standings",
        "points",
        "doubles",
        "uncapped_score",
        "seating",
        "reason",
        "multiplier",
        "number",
    },
}
"""Members that are left out of one file, since another has them."""
ROWS: Final = {"items", "rules"}
"""Long lists, whose elements are held without what is zero or empty."""
NOT_HELD_EMPTY: Final = {"added", "capped", "limit_hands", "round_over", "game_over", "wins_before", "goulash"}
"""Members that are zero, false or empty in most responses, and left out there."""
MISS: Final = " miss"
"""The end of the name of a rule's near miss, which holds what the hand scores in all."""
SEED = 30
"""The seed of the random deals."""
DEALS = 18
"""The number of different deals of each modern rulebook: generating one is slow."""
SHEETS = 20
WAITS = 24
"""Random scoresheets, and random hands that wait, of each rulebook."""
BY_EAST = {"source": "discard", "discarder": "east"}
ROBBED = {"source": "robbed-kong", "discarder": "west"}
SCHEMES: dict[str, tuple[dict[str, str], dict[str, Any]]] = {
    "East discards and pays twice": (BY_EAST, {"discarder": {"share": 2}}),
    "only the discarder pays": (BY_EAST, {"discarder": {"others_share": 0}}),
    "the discarder pays for all": (BY_EAST, {"discarder": {"share": 3, "for_all": True}}),
    "a drawn tile is paid three times": ({"source": "wall"}, {"self_drawn": 3, "losers": "full-ways"}),
    "a robbed kong is paid like a drawn tile": (ROBBED, {"self_drawn": 2, "robbed_kong_as": "self-drawn"}),
    "East is paid three times": ({"source": "wall"}, {"east": {"receives": 3}}),
}
"""The win, and the settlement in house rules."""
Json = dict[str, Any]
Request = tuple[str, str, Any]
"""The name of a vector, its path and its body (None: a GET)."""


class InLanguage(NamedTuple):
    """A request with a language."""

    request: Any
    language: str


class RawBody(NamedTuple):
    """A body that is sent unchanged, so many times in a row."""

    body: str
    content_type: str = "application/json"
    times: int = 1


def hands() -> Iterator[Request]:
    """The books' worked hands."""
    yield from _cases_of("worked-hands")


def deals() -> Iterator[Request]:
    """The books' worked deals, and a good request of each kind."""
    yield from _stored_requests(refused=False)
    yield from _cases_of("worked-deals")
    yield from _schemes()


def _schemes() -> Iterator[Request]:
    """A deal of counted hands, under several schemes of settlement."""
    counts = {"east": 8, "south": 440, "west": 20, "north": 0}
    hands = {seat: {"counted": {"score": count}} for seat, count in counts.items()}
    deal = {"ruleset": "harr-1922", "round_wind": "east", "winner": "south", "hands": hands, "options": {"limit": 300}}
    for name, (win, settlement) in SCHEMES.items():
        yield name, "/v1/settlements", {**deal, "win": win, "house_rules": {"settlement": settlement}}


def rules() -> Iterator[Request]:
    """A hit and a near miss of every rule in every rulebook that has it."""
    for case in rule_cases():
        yield f"{case.name} hit", "/v1/scores", case.hit
        yield f"{case.name}{MISS}", "/v1/scores", case.miss


def refusals() -> Iterator[Request]:
    """Refused requests, at least one for each fault code."""
    yield from _stored_requests(refused=True)
    yield from _cases_of("refusals")


def numbers() -> Iterator[Request]:
    """What the readings of the rules decided, and what tables play."""
    for subject in ("decisions", "rulings", "tables"):
        for name, path, body in _cases_of(subject):
            yield name, path, _without_null(body, "win")


def _without_null(body: Any, member: str) -> Any:
    """A body without a member that is null, as a case leaves out what its group has: openapi.yaml has no null there."""
    return {name: value for name, value in body.items() if (name, value) != (member, None)}


def rulebooks() -> Iterator[Request]:
    """The rulebooks as data."""
    for ruleset in _rulesets():
        yield f"rulebook {ruleset}", f"/v1/rulesets/{ruleset}", None
    for a, b in (("bmja", "millington"), ("harr-1923-limit", "dmjl")):
        yield f"{a} beside {b}", f"/v1/rulesets/compare?a={a}&b={b}", None


WASHED: Final = {"ruleset": "harr-1922-limit", "seat": "south", "hand": {"concealed": "123459m19p19s123z"}}
RAW: Final = {
    "malformed-json": RawBody('{"ruleset": "bmja",\n "round_wind": east}'),
    "malformed-json empty": RawBody(""),
    "duplicate-key": RawBody('{"ruleset": "bmja",\n "ruleset": "dmjl"}'),
    "not-a-number": RawBody('{"ruleset": "bmja", "options": {"limit": NaN}}'),
    "nested-too-deep": RawBody("[" * 40 + "]" * 40),
    "body-too-large": RawBody(" ", times=64 * 1024 + 1),
    "unsupported-media-type": RawBody("<a/>", "application/xml"),
    "unsupported-media-type none": RawBody("{}", ""),
}


def problems() -> Iterator[Request]:
    """Requests that are refused for their query, their path, or a body that is no valid JSON."""
    for name, raw in RAW.items():
        yield name, "/v1/scores", raw
    yield "two faults in a query", "/v1/settlements?counter=true&transfers=yes", {}
    yield "a parameter twice", "/v1/false-mahjong?counters=true&counters=1", {}
    yield "a number in a query", "/v1/scoresheets?from=0&counters=2", {}
    yield "a parameter of an operation without any", "/v1/finders?a=1", None
    yield "flags as numbers", "/v1/washed-tiles?counters=1&transfers=0", WASHED
    yield "unknown rulebook in a path", "/v1/rulesets/bmj", None
    yield "unknown rulebooks in a query", "/v1/rulesets/compare?a=millingten&b=dmjl-1", None
    yield "one rulebook, and a slip", "/v1/rulesets/compare?a=bmja&c=dmjl", None


def sheets() -> Iterator[Request]:
    """Scoresheets of one or two random deals."""
    for ruleset, number in product(_rulesets(), range(1, SHEETS + 1)):
        rng = _generator("sheet", ruleset, number)
        sheet = _sheet(rng, ruleset, rng.choice((1, 1, 2)))
        yield f"sheet {ruleset} {number}", "/v1/scoresheets?items=false", sheet


def _generator(*names: object) -> random.Random:
    """A random generator of each vector's own: a new rulebook, or one more draw, changes no other vector."""
    return random.Random(" ".join(map(str, (SEED, *names))))


def _sheet(rng: random.Random, ruleset: str, deals: int) -> Json:
    table = SessionModel(4, ruleset)
    entries = []
    for _ in range(deals):
        entries.append(as_entry(random_deal(rng, table, ruleset, DEALS), table))
        table.play_entry(entries[-1])
    return {"ruleset": ruleset, "players": ["Anna", "Ben", "Carla", "David"], "entries": entries}


def waits() -> Iterator[Request]:
    """The winners' hands of random deals, without the winning tile."""
    for ruleset, number in product(_rulesets(), range(1, WAITS + 1)):
        rng = _generator("wait", ruleset, number)
        deal = random_deal(rng, SessionModel(4, ruleset), ruleset, DEALS)
        while "tile" not in deal.get("win", ()) or not _before(deal):
            deal = random_deal(rng, SessionModel(4, ruleset), ruleset, DEALS)
        request = {"ruleset": ruleset, "round_wind": "east", "seat": deal["winner"], "hand": _before(deal)}
        yield f"wait {ruleset} {number}", "/v1/waits", request


def _before(deal: Json) -> Json | None:
    """The winner's hand without the winning tile; None for a counted hand."""
    hand = deal["hands"][deal["winner"]]
    if "counted" in hand:
        return None
    tiles = list(parse(hand["concealed"]))
    won = parse(deal["win"]["tile"])[0]
    tiles.remove(won)
    return {**hand, "concealed": tiles_written(tiles)}


def resolve() -> Iterator[Request]:
    """The files of house rules, each with two rulebooks."""
    for file in sorted(HOUSE_RULES.glob("*.json")):
        for ruleset in ("harr-1923", "bmja"):
            house = json.loads(file.read_text())
            yield f"{file.stem} over {ruleset}", "/v1/rulesets/resolve", {"ruleset": ruleset, "house_rules": house}


def german() -> Iterator[Request]:
    """Requests in German: the same numbers."""
    for name, path, request in (*_stored_requests(refused=False), *_stored_requests(refused=True)):
        yield f"{name} in German", path, InLanguage(request, "de")


def _rulesets() -> list[str]:
    return list(_contract()["components"]["schemas"]["RulesetId"]["x-extensible-enum"])


FILES = {
    "hands": hands,
    "deals": deals,
    "rules": rules,
    "numbers": numbers,
    "refusals": refusals,
    "rulebooks": rulebooks,
    "problems": problems,
    "sheets": sheets,
    "waits": waits,
    "resolve": resolve,
    "german": german,
}


@cache
def _contract() -> Json:
    contract: Json = yaml.load(CONTRACT.read_text(), Loader=yaml.CSafeLoader)
    return contract


def _cases_of(subject: str) -> Iterator[Request]:
    for case in cases_of(subject):
        yield case["name"], case["path"], case["body"]


def _stored_requests(*, refused: bool) -> Iterator[Request]:
    return (each for each in _cases_of("requests") if each[0].startswith("refused-") == refused)


def vectors(client: FlaskClient, kind: str) -> Iterator[Json]:
    """The vectors of a file: requests with the service's answers."""
    for name, path, request in _different(FILES[kind]()):
        method = "GET" if request is None else "POST"
        vector = {"name": name, "method": method, "path": path, **_request_members(request)}
        response = send(client, vector)
        language = {"language": response.headers["Content-Language"]} if isinstance(request, InLanguage) else {}
        yield {**vector, "status": response.status_code, **language, "response": held(response.get_json(), kind, name)}


def _different(requests: Iterator[Request]) -> Iterator[Request]:
    """The requests without those that repeat another's: a hand may be the near miss of several rules."""
    asked = set()
    for name, path, request in requests:
        same = json.dumps([path, request], sort_keys=True)
        if same not in asked:
            asked.add(same)
            yield name, path, request


def _request_members(request: Any) -> Json:
    if request is None:
        return {}
    if isinstance(request, RawBody):
        once = request._asdict()
        return once if once.pop("times") == 1 else request._asdict()
    if isinstance(request, InLanguage):
        return {"accept_language": request.language, "request": request.request}
    return {"request": request}


def send(client: FlaskClient, vector: Json, **headers: str) -> TestResponse:
    """Send a vector's request: its `body` unchanged, or its `request` as JSON."""
    if "accept_language" in vector:
        headers = {"Accept-Language": vector["accept_language"], **headers}
    if "body" in vector:
        body = vector["body"] * vector.get("times", 1)
        content: Json = {"data": body, "headers": {**headers, "Content-Type": vector["content_type"]}}
    else:
        content = {"json": vector.get("request"), "headers": headers}
    return client.open(vector["path"], method=vector["method"], **content)


def held(response: Any, file: str, name: str) -> Any:
    """What a vector of a file holds of a response."""
    kind = "near-misses" if name.endswith(MISS) else file
    return _held(response, HELD - NOT_HELD.get(kind, set()) | ALSO_HELD.get(kind, set()))


def _held(value: Any, members: frozenset[str], *, row: bool = False) -> Any:
    if isinstance(value, list):
        return [_held(each, members, row=row) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _held(each, members, row=name in ROWS)
        for name, each in value.items()
        if name in members and (each or not (row or name in NOT_HELD_EMPTY)) and not _for_people(name, value)
    }


def _for_people(name: str, holder: Json) -> bool:
    """True if a member that is data in one record is for people in another: the `type` of a problem is a page."""
    return name == "type" and "code" in holder


def file_text(name: str, client: FlaskClient) -> str:
    """The text of a file of vectors, a vector on each line."""
    version = _contract()["info"]["version"]
    lines = [json.dumps(vector, ensure_ascii=False, separators=(",", ":")) for vector in vectors(client, name)]
    return f'{{"contract": "{version}", "vectors": [\n' + ",\n".join(lines) + "\n]}\n"


def refused_now(before: str, after: str) -> list[str]:
    """The names of vectors that were answered with 200 in the file before, and are refused in the file after."""
    answered = {each["name"] for each in json.loads(before)["vectors"] if each["status"] == HTTPStatus.OK}
    return [
        each["name"]
        for each in json.loads(after)["vectors"]
        if each["status"] != HTTPStatus.OK and each["name"] in answered
    ]


def main() -> None:
    """Write all files; none if a request that was answered is refused now, which nobody would see among the rest."""
    client = create_app().test_client()
    texts = {OUT / f"{name}.json": file_text(name, client) for name in FILES}
    refused = [
        f"{file.name}: {name}"
        for file, text in texts.items()
        if file.exists()
        for name in refused_now(file.read_text(), text)
    ]
    if refused:
        sys.exit(
            "\n".join(
                [
                    *refused,
                    "These were answered and are refused now: mend that or, if it is meant, remove their lines first.",
                ]
            )
        )
    for file, text in texts.items():
        file.write_text(text)


if __name__ == "__main__":
    main()
