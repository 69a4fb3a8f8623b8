"""Bodies of all kinds, most of them wrong: never a 500, never an answer over one second of work."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import orjson
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.oracle.deals import RULESETS, deal

EACH = amount(200, 4000)
PATHS = st.sampled_from(
    [
        "/v1/settlements",
        "/v1/settlements",
        "/v1/scores",
        "/v1/waits",
        "/v1/settlements/batch",
        "/v1/washed-tiles",
        "/v1/false-mahjong",
        "/v1/scoresheets",
    ]
)
KNOWN = {200, 400, 413, 422}
_rng = Random(1922)
DEALS = [deal(_rng, RULESETS[number % len(RULESETS)]) for number in range(60)]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
UNICODE_TILES = "".join(chr(code) for code in range(0x1F000, 0x1F02C))
TILES = st.text(st.sampled_from("0123456789" * 3 + "mpszfy" * 3 + " \t\n٣²\ufe0e\ufe0f" + UNICODE_TILES), max_size=60)


def fuzz(client: FlaskClient, bodies: st.SearchStrategy[tuple[str, bytes]], examples: int = EACH) -> None:
    sent = 0

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(bodies)
    def send(request: tuple[str, bytes]) -> None:
        nonlocal sent
        sent += 1
        path, body = request
        started = time.process_time()
        answer = client.post(path, data=body, content_type="application/json")
        assert time.process_time() - started < 1
        assert answer.status_code in KNOWN, answer.data
        assert answer.status_code == 200 or answer.mimetype == "application/problem+json"

    send()
    assert sent >= examples


def changed(change: Callable[[st.DrawFn, dict[str, Any]], object]) -> st.SearchStrategy[tuple[str, bytes]]:
    """A legal deal with something changed in it, as a single deal, in a batch or in a scoresheet."""

    @st.composite
    def build(draw: st.DrawFn) -> tuple[str, bytes]:
        legal = orjson.loads(orjson.dumps(draw(st.sampled_from(DEALS))))
        change(draw, legal)
        path = draw(PATHS)
        return path, orjson.dumps(wrapped(path, legal))

    return build()


def wrapped(path: str, legal: dict[str, Any]) -> dict[str, Any]:
    if path.endswith("batch"):
        return {"deals": [legal]}
    if path.endswith("scoresheets"):
        return as_scoresheet(legal)
    if path.endswith("scores"):
        return {
            **{k: legal[k] for k in ("ruleset", "options", "round_wind", "win", "discards") if k in legal},
            **one_hand(legal),
        }
    if path.endswith("settlements"):
        return legal
    return {"ruleset": legal.get("ruleset"), "seat": "east", **one_hand(legal)}


def one_hand(legal: dict[str, Any]) -> dict[str, Any]:
    hands = legal.get("hands")
    seat = legal.get("winner") or "east"
    return {"seat": seat, "hand": hands.get(seat) if isinstance(hands, dict) and isinstance(seat, str) else hands}


def as_scoresheet(legal: dict[str, Any]) -> dict[str, Any]:
    hands = legal.get("hands")
    entry = {**legal, "type": "deal", "hands": list(hands.values()) if isinstance(hands, dict) else hands}
    return {"ruleset": entry.pop("ruleset", None), "players": ["A", "B", "C", "D"], "entries": [entry]}


def put(draw: st.DrawFn, target: Any, values: st.SearchStrategy[Any]) -> None:
    """Walk down to a random member and replace, remove or add there."""
    while True:
        keys = list(target) if isinstance(target, dict) else list(range(len(target)))
        key = draw(st.sampled_from(keys)) if keys else None
        if key is None or not isinstance(target[key], dict | list) or not target[key] or draw(st.booleans()):
            break
        target = target[key]
    if key is None or (isinstance(target, dict) and draw(st.integers(0, 9)) == 0):
        key = draw(st.text(max_size=8)) if isinstance(target, dict) else None
    if key is None:
        target.append(draw(values))
    elif isinstance(target, dict) and key in target and draw(st.integers(0, 9)) == 0:
        del target[key]
    else:
        target[key] = draw(values)


def put_tiles(draw: st.DrawFn, legal: dict[str, Any]) -> None:
    hand = legal["hands"][draw(st.sampled_from(sorted(legal["hands"])))]
    place = draw(st.sampled_from(["concealed", "bonus", "exposed", "concealed_kongs", "discards", "tile"]))
    tiles = draw(TILES)
    if place == "discards":
        legal["discards"] = tiles
    elif place == "tile" and "win" in legal:
        legal["win"]["tile"] = tiles
    else:
        hand[place] = [tiles] if place in ("exposed", "concealed_kongs") else tiles


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, bytes]:
    """The bytes of a legal request, with a piece cut, doubled or overwritten."""
    path = draw(PATHS)
    body = orjson.dumps(wrapped(path, draw(st.sampled_from(DEALS))))
    start = draw(st.integers(0, len(body)))
    end = draw(st.integers(start, min(len(body), start + 40)))
    piece = draw(
        st.binary(max_size=8)
        | st.just(body[start:end] * 2)
        | st.sampled_from([b"{", b"[", b'"', b":", b",", b"\\u", b"NaN"])
    )
    return path, body[:start] + piece + body[end:]


def test_raw_bytes(client_of_service: FlaskClient) -> None:
    fuzz(client_of_service, st.tuples(PATHS, st.binary(max_size=400)))


def test_json_of_any_kind(client_of_service: FlaskClient) -> None:
    fuzz(
        client_of_service,
        st.tuples(PATHS, VALUES.map(lambda value: orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))),
    )


def test_damaged_bytes_of_legal_requests(client_of_service: FlaskClient) -> None:
    fuzz(client_of_service, damaged())


def test_legal_requests_with_any_member_changed(client_of_service: FlaskClient) -> None:
    fuzz(
        client_of_service,
        changed(lambda draw, legal: put(draw, legal, VALUES | TILES | st.sampled_from(["east", "wall", 14, -1]))),
    )


def test_tile_strings(client_of_service: FlaskClient) -> None:
    fuzz(client_of_service, changed(put_tiles))
