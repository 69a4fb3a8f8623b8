"""Random requests, deterministic for a given `random.Random`: legal ones, and variants of them with faults.

Legal deals come from the generators of the two scorers in tests/support/oracle. A deal is the JSON
of `POST /v1/settlements`.
"""

import copy
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import orjson

from pung_chow_settlement.rulebooks import ALL
from tests.support import random_houses
from tests.support.contract import CONTRACT, operations, parts, schemas_in
from tests.support.fuzz import bodies
from tests.support.fuzz.bodies import Json
from tests.support.oracle import deals, modern_deals
from tests.support.oracle.tiles import KINDS, SEATS, parse, written

HERE: Final = Path(__file__).parents[3] / "tests" / "fuzz"
RULESETS: Final = (*deals.RULESETS, *modern_deals.BOOKS)
_BODIES: Final = [operation.get("requestBody", {}) for _, _, operation in operations()]
_SCHEMAS: Final = [
    part for name in schemas_in(CONTRACT, _BODIES) for part in parts(CONTRACT["components"]["schemas"][name])
]
NAMES: Final = sorted({name for part in _SCHEMAS for name in part.get("properties", ())})
"""Every member of a request."""
WORDS: Final = sorted(
    {word for part in _SCHEMAS for word in (*part.get("enum", ()), *part.get("x-extensible-enum", ())) if word}, key=str
)
"""Every value that the contract lists for a member."""
NUMBERS: Final = (0, 1, 4, 13, 14, 20, 100, 101, 300.0, 0.5, 1000, 10_001, 10**12, 2**53, 2**63, 2**70, -1)
TILES: Final = ("", "1m", "5z", "88m", "111z", "1111p", "123s", "19m19p19s1234567z", "1f", "1y", "0m", "\U0001f000")
CHARACTERS: Final = (
    "0123456789" * 3 + "mpszfy" * 4 + " \t٣\ufe0f\U0001f000\U0001f004\U0001f010\U0001f021\U0001f022\U0001f02a"
)
PIECES: Final = (b"{", b"}", b"[", b'"', b",", b"\\u0000", b"\\ud800", b"NaN", b"1e999", b"\xff", b"[" * 50)
FINES: Final = ("house:late", *sorted({fine.id for each in ALL for fine in each.fines}))
"""The fine that random house rules have, and those of rulebooks."""
PATHS: Final = ("/v1/rulesets", "/v1/rulesets/compare", "/v1/finders", "/v1/rulesets/{}",
                "/problems/{}", "/v1/{}", "/v1/settlements")  # fmt: skip


class RandomRequest(NamedTuple):
    """One request."""

    kind: str
    path: str
    body: bytes = b""
    is_legal_deal: bool = False
    """True if the body is a legal deal, to be settled without faults."""
    method: str = "POST"
    query: str = ""


def requests(rng: Random) -> Iterator[RandomRequest]:
    """An endless stream of requests, of all kinds, operations and rulebooks in turn."""
    for ruleset in cycle(RULESETS):
        legal, rules = legal_deal(rng, ruleset), random_houses.house(rng, ruleset)
        for path, body in bodies_of(rng, legal):
            yield RandomRequest("legal", path, orjson.dumps(body), is_legal_deal=body is legal)
            yield RandomRequest("house rules", path, orjson.dumps(_with_house_rules(body, rules)))
            yield RandomRequest("house rules changed", path, serialize(_with_house_rules(body, changed(rng, rules))))
            for _ in range(4):
                yield RandomRequest("one tile wrong", path, serialize(one_tile_wrong(rng, body)))
                yield RandomRequest("a member changed", path, serialize(changed(rng, body)))
            yield RandomRequest("bytes damaged", path, damaged(rng, body))
        yield RandomRequest("house rules", bodies.RESOLVE, orjson.dumps({"ruleset": ruleset, "house_rules": rules}))
        yield from (_get_request(rng) for _ in range(4))


def legal_deal(rng: Random, ruleset: str) -> Json:
    """A legal deal of any rulebook, one in six a goulash."""
    goulash = rng.random() < 1 / 6
    if ruleset in modern_deals.BOOKS:
        return modern_deals.deal(ruleset, rng.randrange(2**32), goulash=goulash)
    return deals.deal(rng, ruleset, players=rng.choice((2, 3, 4, 4, 4)), goulash=goulash)


def bodies_of(rng: Random, legal: Json) -> list[tuple[str, Json]]:
    """Bodies for every operation, made from one legal deal; those of the penalties are seldom legal."""
    seat = rng.choice(list(legal["hands"]))
    sheet = bodies.sheet_body(legal)
    sheet["entries"] += [{**sheet["entries"][0], "id": "again"}, *_other_entries(rng, len(sheet["players"]))]
    rng.shuffle(sheet["entries"])
    washed = {**bodies.wash_body(legal, "east"), "hand": {"concealed": "19m19p19s123z2345m5p"}}
    counts = ({"score": 120}, {"points": 30, "doubles": 2}, {"limit_hand": True}, {"special": "buried-treasure"})
    counted = {"counted": rng.choice(counts)}
    return [
        (bodies.SETTLE, legal),
        (bodies.SETTLE, {**legal, "hands": {**legal["hands"], seat: counted}}),
        (bodies.SCORE, bodies.score_body(legal, legal["winner"] or seat)),
        (bodies.BATCH, bodies.batch_body([legal, {**one_tile_wrong(rng, legal), "id": "b"}])),
        (bodies.SHEET, sheet),
        (bodies.WASH, rng.choice((washed, bodies.wash_body(legal, seat)))),
        (bodies.CALL, bodies.call_body(legal, seat)),
        (bodies.FINE, bodies.fine_body(legal, rng.choice(FINES), **rng.choice(({}, {"payee": seat}, {"score": 64})))),
        (bodies.WAIT, bodies.wait_body(legal, legal["winner"] or seat)),
    ]


def _other_entries(rng: Random, players: int) -> list[Json]:
    """Entries of a sheet that are not deals, and a deal of partial hands."""
    amounts = rng.sample(range(-50, 50), players - 1)
    some: list[Json] = [
        {"type": "deal", "winning_player": None, "hands": [{"concealed": "", "partial": True}] * players},
        {"type": "correction", "amounts": [*amounts, -sum(amounts)], "reason": "a slip"},
        {"type": "false-mahjong", "player": rng.randrange(players), "hand_exposed": True},
        {"type": "washed-tiles", "player": 0, "hand": {"concealed": "19m19p19s123z2345m5p"}},
    ]
    return rng.sample(some, rng.randrange(3))


def _with_house_rules(body: Json, rules: Any) -> Json:
    """The body with house rules beside each `ruleset`: in a batch, those of the deals."""
    if "deals" in body:
        return {**body, "deals": [{**each, "house_rules": rules} for each in body["deals"]]}
    return {**body, "house_rules": rules}


def _get_request(rng: Random) -> RandomRequest:
    one, other = (
        quote(rng.choice((*RULESETS, *RULESETS, *random_houses.WORDS, "\x00", "é", "../.."))) for _ in range(2)
    )
    path = rng.choice(PATHS).format(one)
    query = rng.choice((f"a={one}&b={other}", f"a={one}&a={other}", f"A={one}")) if "compare" in path else ""
    return RandomRequest("get", path, method=rng.choice(("GET", "GET", "HEAD")), query=query)


def serialize(body: Any) -> bytes:
    """The body as bytes; one that orjson refuses (lone surrogates, large numbers) as its `repr`, which is no JSON."""
    try:
        return orjson.dumps(body)
    except TypeError:
        return repr(body).encode("utf-8", "replace")


# One tile wrong


class Place(NamedTuple):
    """The place of a string of tiles: the object or list that holds it, and its name or index there."""

    holder: Any
    name: Any

    @property
    def tiles(self) -> list[str]:
        return list(parse(self.holder[self.name]))

    def put(self, tiles: list[str]) -> None:
        self.holder[self.name] = written(tiles)


def places(value: Any) -> list[Place]:
    """Every string of tiles in a legal body, including empty ones."""
    if isinstance(value, list):
        own = [Place(value, at) for at, each in enumerate(value) if isinstance(each, str) and each[-1:] in "mpsz"]
        return own + [place for each in value for place in places(each)]
    if not isinstance(value, dict):
        return []
    own = [
        Place(value, name) for name in ("concealed", "bonus", "wild", "discards", "tile", "visible") if name in value
    ]
    inner = ("hands", "hand", "win", "deals", "entries", "exposed", "claimed_kongs", "concealed_kongs", *SEATS)
    return own + [place for name in inner for place in places(value.get(name))]


def _replace(rng: Random, here: list[str], there: list[str]) -> None:
    here[rng.randrange(len(here))] = rng.choice((*KINDS, *there, *("1f", "2y")))


def _multiply(rng: Random, here: list[str], there: list[str]) -> None:
    here += [rng.choice(here)] * rng.choice((1, 1, 1, 2, 3, 8))


def _drop(rng: Random, here: list[str], there: list[str]) -> None:
    del here[rng.randrange(len(here))]


def _move(rng: Random, here: list[str], there: list[str]) -> None:
    there.append(here.pop(rng.randrange(len(here))))


def _exchange(rng: Random, here: list[str], there: list[str]) -> None:
    at, other = rng.randrange(len(here)), rng.randrange(len(there))
    here[at], there[other] = there[other], here[at]


def _make_alike(rng: Random, here: list[str], there: list[str]) -> None:
    for at in rng.sample(range(len(here)), rng.randint(1, len(here))):
        here[at] = here[0]


WRONGS: Final = (_replace, _replace, _multiply, _drop, _move, _move, _exchange, _make_alike)


def one_tile_wrong(rng: Random, body: Json) -> Json:
    """A copy of a legal body with one change of its tiles; some of these copies are still legal."""
    new = copy.deepcopy(body)
    holders = [place.holder for place in places(new) if place.name == "concealed"]
    if holders and rng.random() < 0.15:
        _expose_some(rng, rng.choice(holders))
        return new
    found = [place for place in places(new) if place.tiles]
    if found:
        here, there = rng.choice(found), rng.choice(found)
        tiles, others = here.tiles, there.tiles
        rng.choice(WRONGS)(rng, tiles, others if there != here else tiles)
        there.put(others)
        here.put(tiles)
    return new


def _expose_some(rng: Random, hand: Json) -> None:
    """Expose three or four concealed tiles of a hand, whether they are a set or not."""
    tiles = list(parse(hand["concealed"]))
    part = rng.sample(tiles, min(len(tiles), rng.choice((3, 3, 4))))
    for tile in part:
        tiles.remove(tile)
    hand["concealed"] = written(tiles)
    hand.setdefault(rng.choice(("exposed", "concealed_kongs")), []).append(written(part))


# Members and bytes


def _holders(value: Any) -> list[Any]:
    """The non-empty objects and lists of a body, the body first."""
    found = [value] if isinstance(value, dict | list) and value else []
    for inner in list(found and (value.values() if isinstance(value, dict) else value)):
        found += _holders(inner)
    return found


def some_value(rng: Random) -> Any:
    """A random value of any type that occurs in requests."""
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: rng.choice((None, True, False, [], {}, ["1111m"], {"limit": 1})),
        lambda: rng.choice(NUMBERS),
        lambda: "".join(rng.choices(CHARACTERS, k=rng.randrange(24))),
        lambda: rng.choice(TILES),
        lambda: rng.choice(WORDS),
        lambda: rng.choice(random_houses.WORDS),
    )
    return rng.choice(kinds)()


def changed(rng: Random, body: Json) -> Json:
    """A copy of a body with one to three members replaced, deleted, duplicated, renamed or added."""
    new = copy.deepcopy(body)
    for _ in range(rng.choice((1, 1, 2, 3))):
        holder = rng.choice(_holders(new) or [new])
        if isinstance(holder, list):
            _change_item(rng, holder)
        elif holder:
            _change_member(rng, holder)
    return new


def _change_item(rng: Random, items: list[Any]) -> None:
    at = rng.randrange(len(items))
    items[at : at + rng.randrange(2)] = rng.choice(([], [some_value(rng)], [copy.deepcopy(items[at])]))


def _change_member(rng: Random, holder: Json) -> None:
    name, what = rng.choice(list(holder)), rng.randrange(8)
    if what == 0:
        del holder[name]
    elif what == 1:
        holder[rng.choice((name[1:], f"{name}/~", name.upper()))] = holder.pop(name)
    elif what <= 4:
        holder[rng.choice(NAMES)] = rng.choice((True, some_value(rng)))
    else:
        holder[name] = some_value(rng)


def damaged(rng: Random, body: Json) -> bytes:
    """The bytes of a body with a piece deleted, duplicated or overwritten."""
    text = orjson.dumps(body)
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.randrange(40))
    return text[:start] + rng.choice((b"", text[start:end] * 2, rng.choice(PIECES), rng.randbytes(4))) + text[end:]


# Stored


def stored() -> dict[str, RandomRequest]:
    """Bodies found by the coverage-guided fuzzer, or once answered wrongly; a file has path, line feed, body."""
    files = sorted(file for folder in ("corpus", "once_wrong") for file in (HERE / folder).iterdir())
    read = {file.name: file.read_bytes().partition(b"\n") for file in files}
    return {name: RandomRequest("stored", path.decode(), body) for name, (path, _, body) in read.items()}
