"""Writes the conformance vectors: `make vectors` after a change of the answers, which are then to be looked at.

The requests are the books' hands and deals, every rule's hit and near miss, good and wrong requests of every operation
and a refusal for every fault code; the answers are the service's, without the texts for people, which may be reworded.
"""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import create_app
from support.oracle.brute import parse
from support.oracle.brute import written as tiles_written
from support.rulebook_cases import rule_cases
from support.sittings import SittingModel, as_entry, random_deal

ROOT = Path(__file__).parents[1]
OUT = ROOT / "conformance"
DATA = ROOT / "tests" / "data"
HOUSE_RULES = ROOT / "house_rules"
CONTRACT = ROOT / "openapi.yaml"
FOR_PEOPLE = {"text", "title", "about", "detail", "interpretation", "request_id", "type"}
"""What may be reworded, and what differs from request to request; an entry's or option's `type` is kept."""
OF_A_HAND = {"options", "arrangement", "items", "source", "text"}
LEFT_OUT = {
    "rules": {"options", "arrangement", "tiles", "source"},
    "waits": OF_A_HAND,
    "resolve": {"rules", "settling", "books", "options", "looks_at", "entries", "table", "source"},
}
"""What the vectors of a file leave out, since others show it: there are two for each rule of each rulebook."""
SEED = 30
"""Of the deals that are drawn."""
MADE = 6
"""Deals of each rulebook of today that are drawn from: to make one takes its time."""
SHEETS = 200
WAITS = 200
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
"""Who gave the winning tile, and how the table settles."""
Json = dict[str, Any]
Asked = tuple[str, str, Any]
"""The name of a vector, its path and its request (None: a GET)."""


class Spoken(NamedTuple):
    """A request in a language."""

    request: Any
    language: str


class Raw(NamedTuple):
    """A body that is sent as it stands."""

    body: str
    content_type: str = "application/json"


def hands() -> Iterator[Asked]:
    """The books' worked hands."""
    for hand in _data("worked_hands")["hands"]:
        members = ("ruleset", "round_wind", "seat", "hand", "win")
        request = {name: hand[name] for name in members if hand.get(name) is not None}
        yield str(hand["id"]), "/v1/scores", request


def deals() -> Iterator[Asked]:
    """The books' worked deals, and a good request of each kind."""
    for deal in _data("worked_deals")["deals"]:
        yield str(deal["id"]), "/v1/settlements", deal["request"]
    yield from _shown(refused=False)
    yield from _schemes()


def _schemes() -> Iterator[Asked]:
    """A deal whose hands the players counted, under several schemes of settlement."""
    counts = {"east": 8, "south": 440, "west": 20, "north": 0}
    hands = {seat: {"counted": {"score": count}} for seat, count in counts.items()}
    deal = {"ruleset": "harr-1922", "round_wind": "east", "winner": "south", "hands": hands, "options": {"limit": 300}}
    for name, (win, settlement) in SCHEMES.items():
        yield name, "/v1/settlements", {**deal, "win": win, "house_rules": {"settlement": settlement}}


def rules() -> Iterator[Asked]:
    """A hit and a near miss of every rule in every rulebook that has it."""
    for number, case in enumerate(rule_cases(), 1):
        for ruleset in case["rulesets"]:
            for kind in ("hit", "miss"):
                request = {name: value for name, value in case[kind].items() if name != "expect"}
                yield f"{ruleset} {case['rule']} {number} {kind}", "/v1/scores", {"ruleset": ruleset, **request}


def refusals() -> Iterator[Asked]:
    """What is refused, and why."""
    yield from _shown(refused=True)
    for code, (path, body) in _data("refusals").items():
        yield code, path, body


def numbers() -> Iterator[Asked]:
    """What other sources than the books decided, with the house rules that are files."""
    for case in _data("numbers")["cases"]:
        file, body = case.get("house_rules_file"), case["body"]
        house = {} if file is None else {"house_rules": json.loads((HOUSE_RULES / f"{file}.json").read_text())}
        yield case["name"], case["path"], body | house


def rulebooks() -> Iterator[Asked]:
    """The rulebooks as data."""
    for ruleset in _rulesets():
        yield f"rulebook {ruleset}", f"/v1/rulesets/{ruleset}", None
    for a, b in (("bmja", "millington"), ("harr-1923-limit", "dmjl")):
        yield f"{a} beside {b}", f"/v1/rulesets/compare?a={a}&b={b}", None


WASHED: Final = {"ruleset": "harr-1922-limit", "seat": "south", "hand": {"concealed": "123459m19p19s123z"}}
RAW: Final = {
    "malformed-json": Raw('{"ruleset": "bmja",\n "round_wind": east}'),
    "malformed-json empty": Raw(""),
    "duplicate-key": Raw('{"ruleset": "bmja",\n "ruleset": "dmjl"}'),
    "not-a-number": Raw('{"ruleset": "bmja", "options": {"limit": NaN}}'),
    "nested-too-deep": Raw("[" * 40 + "]" * 40),
    "body-too-large": Raw(" " * (64 * 1024 + 1)),
    "unsupported-media-type": Raw("<a/>", "application/xml"),
    "unsupported-media-type none": Raw("{}", ""),
}


def problems() -> Iterator[Asked]:
    """What is refused for its query, its path, or a body that is not read as JSON."""
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


def sheets() -> Iterator[Asked]:
    """Sittings of a drawn deal or two, answered by scores, payments and totals; some as a table (CSV)."""
    rng = random.Random(SEED)
    rulesets = _rulesets()
    for number in range(SHEETS):
        ruleset = rulesets[number % len(rulesets)]
        sheet = _sheet(rng, ruleset, rng.randint(1, 2))
        yield f"sheet {number} {ruleset}", "/v1/scoresheets?items=false", sheet
        if number < 2 * len(rulesets):
            yield f"table {number} {ruleset}", "/v1/scoresheets/csv", sheet


def _sheet(rng: random.Random, ruleset: str, deals: int) -> Json:
    table = SittingModel(4, ruleset)
    entries = []
    for _ in range(deals):
        entries.append(as_entry(random_deal(rng, table, ruleset, MADE), table))
        table.play_entry(entries[-1])
    return {"ruleset": ruleset, "players": ["Anna", "Ben", "Carla", "David"], "entries": entries}


def waits() -> Iterator[Asked]:
    """The winners' hands of drawn deals before they were won."""
    rng = random.Random(SEED)
    rulesets = _rulesets()
    for number in range(WAITS):
        ruleset = rulesets[number % len(rulesets)]
        deal = random_deal(rng, SittingModel(4, ruleset), ruleset, MADE)
        while "tile" not in deal.get("win", ()) or not _before(deal):
            deal = random_deal(rng, SittingModel(4, ruleset), ruleset, MADE)
        asked = {"ruleset": ruleset, "round_wind": "east", "seat": deal["winner"], "hand": _before(deal)}
        yield f"wait {number} {ruleset}", "/v1/waits", asked


def _before(deal: Json) -> Json | None:
    """The winner's hand without the winning tile; None where the hand was given by its count."""
    hand = deal["hands"][deal["winner"]]
    if "counted" in hand:
        return None
    tiles = list(parse(hand["concealed"]))
    won = parse(deal["win"]["tile"])[0]
    tiles.remove(won)
    return {**hand, "concealed": tiles_written(tiles)}


def resolve() -> Iterator[Asked]:
    """The house rules that are files, over two rulebooks each."""
    for file in sorted(HOUSE_RULES.glob("*.json")):
        for ruleset in ("harr-1923", "bmja"):
            house = json.loads(file.read_text())
            yield f"{file.stem} over {ruleset}", "/v1/rulesets/resolve", {"ruleset": ruleset, "house_rules": house}


def german() -> Iterator[Asked]:
    """Answers in German: the same numbers."""
    for name, path, request in (*_shown(refused=False), *_shown(refused=True)):
        yield f"{name} in German", path, Spoken(request, "de")


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


def _data(name: str) -> Json:
    data: Json = json.loads((DATA / f"{name}.json").read_text())
    return data


def _shown(*, refused: bool) -> Iterator[Asked]:
    for each in json.loads((DATA / "requests.json").read_text()):
        if each["name"].startswith("refused-") == refused:
            yield each["name"], each["path"], each["request"]


def vectors(client: FlaskClient, kind: str) -> Iterator[Json]:
    """The requests of a file with what the service answers."""
    for name, path, request in FILES[kind]():
        method = "GET" if request is None else "POST"
        vector = {"name": name, "method": method, "path": path, **_sent(request)}
        answer = asked(client, vector)
        told = {"language": answer.headers["Content-Language"]} if isinstance(request, Spoken) else {}
        content = answer.get_json(force=True) if answer.is_json else answer.get_data(as_text=True)
        result = kept(content, FOR_PEOPLE | LEFT_OUT.get(kind, set()))
        yield {**vector, "status": answer.status_code, **told, "answer": result}


def _sent(request: Any) -> Json:
    if request is None:
        return {}
    if isinstance(request, Raw):
        return request._asdict()
    if isinstance(request, Spoken):
        return {"accept_language": request.language, "request": request.request}
    return {"request": request}


def asked(client: FlaskClient, vector: Json, **headers: str) -> TestResponse:
    """The answer to a vector's request; its `body` is sent as it stands, its `request` as JSON."""
    if "accept_language" in vector:
        headers = {"Accept-Language": vector["accept_language"], **headers}
    if "body" in vector:
        sent: Json = {"data": vector["body"], "headers": {**headers, "Content-Type": vector["content_type"]}}
    else:
        sent = {"json": vector.get("request"), "headers": headers}
    return client.open(vector["path"], method=vector["method"], **sent)


def kept(answer: Any, left_out: set[str]) -> Any:
    """An answer without these members; `type` is left out of problems only."""
    if isinstance(answer, list):
        return [kept(each, left_out) for each in answer]
    if not isinstance(answer, dict):
        return answer
    of_problem = "code" in answer
    return {
        name: kept(value, left_out)
        for name, value in answer.items()
        if name not in left_out or (name == "type" and not of_problem)
    }


def written(name: str, client: FlaskClient) -> str:
    """A file of vectors, a vector on each line."""
    version = _contract()["info"]["version"]
    lines = [json.dumps(each, ensure_ascii=False) for each in vectors(client, name)]
    return f'{{"contract": "{version}", "vectors": [\n' + ",\n".join(lines) + "\n]}\n"


def main() -> None:
    """Write all files."""
    client = create_app().test_client()
    for name in FILES:
        (OUT / f"{name}.json").write_text(written(name, client))


if __name__ == "__main__":
    main()
