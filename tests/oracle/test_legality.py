"""The judge of legality against the books' deals and cases told by hand, so that it may be trusted."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.conftest import worked
from tests.contract import CONTRACT
from tests.fuzz import bodies
from tests.oracle import legality
from tests.oracle.deals import RULESETS, deal

Json = dict[str, Any]
CODES = set(CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"])
LEGAL: Json = {
    "ruleset": "harr-1923-limit",
    "round_wind": "east",
    "winner": "south",
    "win": {"source": "discard", "tile": "5m", "discarder": "east"},
    "hands": {
        "east": {"concealed": "1357m246p", "exposed": ["111s", "5555z"], "bonus": "1f"},
        "south": {"concealed": "234555m33p", "exposed": ["789s", "777z"]},
        "west": {"concealed": "1199p3366s147z2p1m"},
        "north": {"concealed": "2233m", "exposed": ["222z", "888p"], "concealed_kongs": ["9999m"]},
    },
    "discards": "11m",
}
FIRST: Json = {
    "ruleset": "harr-1923",
    "round_wind": "east",
    "winner": "south",
    "win": {"source": "discard", "tile": "5m", "discarder": "east", "first_discard": True},
    "hands": {"east": {"concealed": "1357m2468p11223z"}, "south": {"concealed": "234555m33p789s777z"}},
}
ORIGINAL: Json = {
    "ruleset": "harr-1923",
    "round_wind": "east",
    "winner": "east",
    "win": {"source": "original-hand"},
    "hands": {"south": {"concealed": "1357m2468p11223z"}, "east": {"concealed": "234555m33p789s777z"}},
}
THIRTEEN: Json = {
    "ruleset": "harr-1923-limit",
    "round_wind": "east",
    "winner": "south",
    "win": {"source": "wall", "tile": "7z"},
    "hands": {"east": {"concealed": "1357m2468p11223z"}, "south": {"concealed": "19m19p19s12345677z"}},
}


def put(path: str, value: Any) -> Callable[[Json], None]:
    """A change of one member, by its path."""
    *above, name = path.split("/")

    def change(body: Json) -> None:
        holder: Any = body
        for step in above:
            holder = holder[int(step) if isinstance(holder, list) else step]
        if value is ...:
            del holder[name]
        else:
            holder[int(name) if isinstance(holder, list) else name] = value

    return change


def made(base: Json, changes: dict[str, Any]) -> Json:
    body = copy.deepcopy(base)
    for path, value in changes.items():
        put(path, value)(body)
    return body


CASES: dict[str, tuple[Json, dict[str, Any], set[tuple[str, str]]]] = {
    "a legal deal": (LEGAL, {}, set()),
    "a first discard": (FIRST, {}, set()),
    "an original hand": (ORIGINAL, {}, set()),
    "five of a tile, in three hands and the discards": (
        LEGAL,
        {"discards": "111m"},
        {(at, "too-many-of-a-tile") for at in ("/discards", "/hands/east/concealed", "/hands/west/concealed")},
    ),
    "five alike among the winner's": (
        LEGAL,
        {"hands/south/concealed": "55555m333p", "hands/east/concealed": "1367m246p"},
        {("/hands/south/concealed", "too-many-of-a-tile")},
    ),
    "a flower twice": (
        LEGAL,
        {"hands/south/bonus": "12f"},
        {("/hands/east/bonus", "too-many-of-a-tile"), ("/hands/south/bonus", "too-many-of-a-tile")},
    ),
    "twelve tiles": (
        LEGAL,
        {"hands/west/concealed": "1199p3366s147z2p"},
        {("/hands/west/concealed", "wrong-number-of-tiles")},
    ),
    "twelve tiles of a partial hand": (
        LEGAL,
        {"hands/west": {"concealed": "1199p3366s147z2p", "partial": True}},
        set(),
    ),
    "fourteen tiles of a partial hand": (
        LEGAL,
        {"hands/west": {"concealed": "1199p3366s147z2p1m4s", "partial": True}},
        {("/hands/west/concealed", "wrong-number-of-tiles")},
    ),
    "eighteen tiles of a dead hand": (
        LEGAL,
        {"hands/west": {"concealed": "1199p3366s147z2p1m44556s", "dead": True}},
        set(),
    ),
    "nineteen tiles of a dead hand": (
        LEGAL,
        {"hands/west": {"concealed": "1199p3366s147z2p1m445566s", "dead": True}},
        {("/hands/west/concealed", "wrong-number-of-tiles")},
    ),
    "a hand that is dead and partial": (
        LEGAL,
        {"hands/west/dead": True, "hands/west/partial": True},
        {("/hands/west/partial", "dead-and-partial")},
    ),
    "a dead winner": (LEGAL, {"hands/south/dead": True}, {("/hands/south/dead", "dead-winner")}),
    "a partial winner": (LEGAL, {"hands/south/partial": True}, {("/hands/south/partial", "partial-winner")}),
    "four sets and no pair": (
        LEGAL,
        {"hands/south/concealed": "234555m34p"},
        {("/hands/south/concealed", "incomplete-hand")},
    ),
    "a chow of winds": (LEGAL, {"hands/south/exposed": ["123z", "777z"]}, {("/hands/south/exposed/0", "not-a-set")}),
    "a chow round the corner": (
        LEGAL,
        {"hands/south/exposed": ["891s", "777z"]},
        {("/hands/south/exposed/0", "not-a-set")},
    ),
    "a pung among the kongs": (
        LEGAL,
        {"hands/north/concealed_kongs": ["999m"]},
        {("/hands/north/concealed_kongs/0", "not-a-kong")},
    ),
    "a winning tile that lies on the table": (LEGAL, {"win/tile": "7s"}, {("/win/tile", "winning-tile-not-in-hand")}),
    "a win by no tile": (LEGAL, {"win/tile": ...}, {("/win/tile", "missing-member")}),
    "a discard by nobody": (LEGAL, {"win/discarder": ...}, {("/win/discarder", "missing-member")}),
    "his own discard": (LEGAL, {"win/discarder": "south"}, {("/win/discarder", "discarder-is-winner")}),
    "a discarder of a drawn tile": (LEGAL, {"win/source": "wall"}, {("/win/discarder", "unexpected-member")}),
    "a last tile that was claimed": (LEGAL, {"win/last_tile": True}, {("/win/last_tile", "last-tile-not-from-wall")}),
    "a last tile that it was not": (LEGAL, {"win/last_tile": False}, set()),
    "a standing hand with a set laid down": (
        LEGAL,
        {"win/standing_hand": True},
        {("/win/standing_hand", "standing-hand-impossible")},
    ),
    "an original call with a set laid down": (
        LEGAL,
        {"win/original_call": True},
        {("/win/original_call", "original-call-impossible")},
    ),
    "a run of South's": (LEGAL, {"win/consecutive_wins": 2}, {("/win/consecutive_wins", "consecutive-wins-not-east")}),
    "a loose tile after nothing": (
        LEGAL,
        {"win": {"source": "loose-tile", "tile": "5m"}},
        {("/win/source", "loose-tile-impossible")},
    ),
    "a loose tile after a season": (
        LEGAL,
        {"win": {"source": "loose-tile", "tile": "5m"}, "hands/south/bonus": "1y"},
        set(),
    ),
    "a robbed kong without a pung": (LEGAL, {"win/source": "robbed-kong"}, {("/win/source", "no-pung-to-rob")}),
    "a robbed kong": (
        LEGAL,
        {
            "win": {"source": "robbed-kong", "tile": "9s", "discarder": "east"},
            "hands/east/exposed": ["999s", "5555z"],
            "hands/south": {"concealed": "234555m33p789s", "exposed": ["777z"]},
        },
        set(),
    ),
    "a first discard with a set laid down": (
        FIRST,
        {"hands/east": {"concealed": "1357m24p1122z", "exposed": ["666z"]}},
        {("/win/first_discard", "first-discard-impossible")},
    ),
    "a first discard and East's kong": (
        FIRST,
        {"hands/east": {"concealed": "1357m24p1122z", "concealed_kongs": ["6666z"]}},
        set(),
    ),
    "a first discard of South's": (
        FIRST,
        {
            "winner": "east",
            "win/discarder": "south",
            "hands/east": FIRST["hands"]["south"],
            "hands/south": FIRST["hands"]["east"],
        },
        {("/win/first_discard", "first-discard-impossible")},
    ),
    "an original hand of South's": (
        ORIGINAL,
        {"winner": "south", "hands/south": ORIGINAL["hands"]["east"], "hands/east": ORIGINAL["hands"]["south"]},
        {("/win/source", "original-hand-impossible")},
    ),
    "an original hand that names its tile": (ORIGINAL, {"win/tile": "5m"}, {("/win/tile", "unexpected-member")}),
    "an original hand that stood": (
        ORIGINAL,
        {"win/standing_hand": True},
        {("/win/standing_hand", "original-hand-impossible")},
    ),
    "an original hand with a kong": (
        ORIGINAL,
        {"hands/east": {"concealed": "234555m33p789s", "concealed_kongs": ["7777z"]}},
        {("/win/source", "original-hand-impossible")},
    ),
    "hands of two who are not East and South": (
        FIRST,
        {"hands/west": {"concealed": "", "partial": True}, "hands/south": ..., "winner": None, "win": ...},
        {("/hands", "wrong-seats")},
    ),
    "a winner without a hand": (
        FIRST,
        {"winner": "west", "hands/south/concealed": "23455m33p789s777z"},
        {("/winner", "seat-not-playing")},
    ),
    "a winner without a win": (LEGAL, {"win": ...}, {("/win", "missing-member")}),
    "thirteen heads where they win": (THIRTEEN, {}, set()),
    "thirteen heads where they do not": (
        THIRTEEN,
        {"ruleset": "harr-1923"},
        {("/hands/south/concealed", "incomplete-hand")},
    ),
    "two suits where hands are cleared": (
        LEGAL,
        {"ruleset": "harr-1922", "options": {"cleared_hands": True}},
        {("/hands/south/concealed", "not-a-cleared-hand")},
    ),
    "an option of other rulebooks": (
        LEGAL,
        {"options": {"cleared_hands": False}},
        {("/options/cleared_hands", "option-of-another-ruleset")},
    ),
    "no limit where limit hands need one": (
        LEGAL,
        {"options": {"limit": None}},
        {("/options/limit", "null-not-allowed")},
    ),
    "an odd limit": (LEGAL, {"options": {"limit": 301}}, {("/options/limit", "out-of-range")}),
    "a member that is not known": (LEGAL, {"hands/east/conceald": "1m"}, {("/hands/east/conceald", "unknown-member")}),
    "a wind as a number": (LEGAL, {"round_wind": 1}, {("/round_wind", "wrong-type")}),
    "a flower among the discards": (LEGAL, {"discards": "1f"}, {("/discards", "bonus-tile-misplaced")}),
    "a wind among the flowers": (LEGAL, {"hands/west/bonus": "1z"}, {("/hands/west/bonus", "not-a-bonus-tile")}),
    "a dangerous discard of a hand told in part": (
        LEGAL,
        {
            "hands/south": {"concealed": "23455m", "exposed": ["111m", "678m", "999m"]},
            "hands/north/concealed_kongs": ["9999s"],
            "hands/east": {"concealed": "137m24p", "partial": True},
            "hands/west/concealed": "1199p3366s147z23p",
            "discards": ...,
        },
        {("/win/discarder_excused", "excuse-undecided")},
    ),
}


@pytest.mark.parametrize(("base", "changes", "faults"), CASES.values(), ids=CASES)
def test_the_judge_and_the_service_find_the_faults_of_a_case(
    base: Json, changes: dict[str, Any], faults: set[tuple[str, str]]
) -> None:
    body = made(base, changes)
    verdict = legality.settlement(body)
    assert verdict.disagreement(faults) is None
    assert verdict.legal == (not faults)
    assert {code for _, code in faults} <= CODES
    answer = bodies.ask(bodies.SETTLE, body)
    assert (answer.status, set(answer.faults)) == (422 if faults else 200, faults)


@pytest.mark.parametrize("told", worked("deals"), ids=lambda told: told["id"])
def test_the_books_deals_are_legal(told: Json) -> None:
    assert legality.settlement(told["request"]).legal


@pytest.mark.parametrize("ruleset", RULESETS)
def test_deals_out_of_one_wall_are_legal_however_they_are_sent(ruleset: str) -> None:
    rng = Random(ruleset)
    for players in (2, 3, 4) * 10:
        dealt = deal(rng, ruleset, players)
        assert legality.settlement(dealt).legal, dealt
        assert legality.score(bodies.score_body(dealt, dealt["winner"] or "east")).legal, dealt
        assert legality.scoresheet(bodies.sheet_body(dealt)).legal, dealt
        assert all(each.legal for each in legality.batch(bodies.batch_body([dealt]))[1])


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("", ()),
        ("12m 5z", ("1m", "2m", "5z")),
        ("\U0001f000\U0001f006\ufe0e1y", ("1z", "5z", "1y")),
        ("\U0001f007\U0001f010\U0001f019\U0001f029", ("1m", "1s", "1p", "4y")),
        ("0m", None),
        ("8z", None),
        ("5f", None),
        ("12", None),
        ("m", None),
        ("1 m", None),
        ("1m\n", None),
    ],
)
def test_tiles_are_read_as_the_contract_writes_them(text: str, tiles: tuple[str, ...] | None) -> None:
    assert legality.tiles_of(text) == tiles


# What cannot be true, though no tile is told too often.

IMPOSSIBLE: dict[str, tuple[str, Json, set[tuple[str, str]]]] = {
    "a first discard and others before it": (
        bodies.SETTLE,
        made(FIRST, {"discards": "9m"}),
        {("/win/first_discard", "first-discard-impossible")},
    ),
    "an original hand after discards": (
        bodies.SETTLE,
        made(ORIGINAL, {"discards": "9m"}),
        {("/win/source", "original-hand-impossible")},
    ),
    "an original hand after a kong of South's": (
        bodies.SETTLE,
        made(ORIGINAL, {"hands/south": {"concealed": "1357m2468p11z", "concealed_kongs": ["2222z"]}}),
        {("/win/source", "original-hand-impossible")},
    ),
    "a kong robbed of a hand that is counted, of whose tile another has one": (
        bodies.SETTLE,
        made(
            LEGAL,
            {
                "win": {"source": "robbed-kong", "tile": "4m", "discarder": "east"},
                "hands/east": {"counted": {"score": 8}},
                "discards": "4m",
            },
        ),
        {("/win/source", "no-pung-to-rob")},
    ),
    "a robbed tile of which the hand alone has two": (
        bodies.SCORE,
        {
            **{name: LEGAL[name] for name in ("ruleset", "round_wind")},
            "seat": "south",
            "hand": {"concealed": "234789m33p", "exposed": ["789s", "777z"]},
            "win": {"source": "robbed-kong", "tile": "3p"},
        },
        {("/win/source", "no-pung-to-rob")},
    ),
}


@pytest.mark.parametrize(("path", "body", "faults"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_true_is_refused(path: str, body: Json, faults: set[tuple[str, str]]) -> None:
    assert set(bodies.ask(path, body).faults) == faults


# Every fault at once: faults that one contradiction must not hide, and faults that another one hides.

SHORT = {"hands/west/concealed": "1199p3366s147z2p"}
TWELVE = ("/entries/0/hands/2/concealed", "wrong-number-of-tiles")
TOGETHER: dict[str, tuple[str, Json, set[tuple[str, str]]]] = {
    "a sheet's win without a winner": (
        bodies.SHEET,
        made(bodies.sheet_body(made(LEGAL, SHORT)), {"entries/0/winning_player": None}),
        {("/entries/0/win", "unexpected-member"), TWELVE},
    ),
    "a sheet's winner without a win": (
        bodies.SHEET,
        made(bodies.sheet_body(made(LEGAL, SHORT)), {"entries/0/win": ...}),
        {("/entries/0/win", "missing-member"), TWELVE},
    ),
    "a sheet's wind that contradicts": (
        bodies.SHEET,
        made(bodies.sheet_body(made(LEGAL, SHORT)), {"entries/0/round_wind": "north"}),
        {("/entries/0/round_wind", "round-wind-contradicts"), TWELVE},
    ),
}
HIDDEN: dict[str, tuple[str, Json, set[tuple[str, str]]]] = {
    "a set that is none, in a hand with a tile too many": (
        bodies.SETTLE,
        made(LEGAL, {"hands/east/exposed": ["112s", "5555z"], "discards": "111m"}),
        {
            ("/hands/east/exposed/0", "not-a-set"),
            *((at, "too-many-of-a-tile") for at in ("/discards", "/hands/east/concealed", "/hands/west/concealed")),
        },
    ),
    "a winner's set that is none, and the winning tile elsewhere": (
        bodies.SETTLE,
        made(LEGAL, {"hands/south/exposed": ["788s", "777z"], "win/tile": "7s"}),
        {("/hands/south/exposed/0", "not-a-set"), ("/win/tile", "winning-tile-not-in-hand")},
    ),
    "flowers that cannot be read, and a tile too few": (
        bodies.SETTLE,
        made(LEGAL, {**SHORT, "hands/west/bonus": "9f"}),
        {("/hands/west/bonus", "no-such-tile"), ("/hands/west/concealed", "wrong-number-of-tiles")},
    ),
    "a set that is none, of a hand that is dead and partial": (
        bodies.SETTLE,
        made(LEGAL, {"hands/north/exposed": ["222z", "889p"], "hands/north/dead": True, "hands/north/partial": True}),
        {("/hands/north/exposed/1", "not-a-set"), ("/hands/north/partial", "dead-and-partial")},
    ),
    "a second set that is none, and five of the third": (
        bodies.SETTLE,
        made(LEGAL, {"hands/north/exposed": ["222z", "889p", "222z"]}),
        {
            ("/hands/north/exposed/1", "not-a-set"),
            *((f"/hands/north/exposed/{index}", "too-many-of-a-tile") for index in (0, 2)),
        },
    ),
    "tiles that cannot be read, of a winner who stood with a set on the table": (
        bodies.SETTLE,
        made(LEGAL, {"hands/south/concealed": "234555m33x", "win/standing_hand": True}),
        {("/hands/south/concealed", "unknown-character"), ("/win/standing_hand", "standing-hand-impossible")},
    ),
    "a source that cannot be read, of an incomplete hand": (
        bodies.SETTLE,
        made(LEGAL, {"win/source": "a gift", "hands/south/concealed": "234555m34p"}),
        {("/win/source", "unknown-value"), ("/hands/south/concealed", "incomplete-hand")},
    ),
    "a slip of the pen, and the winning tile elsewhere": (
        bodies.SETTLE,
        made(LEGAL, {"hands/south/bonuss": "1f", "win/tile": "7s"}),
        {("/hands/south/bonuss", "unknown-member"), ("/win/tile", "winning-tile-not-in-hand")},
    ),
    "the last tile of the wall discarded, and no cleared hand": (
        bodies.SETTLE,
        made(LEGAL, {"ruleset": "harr-1922", "options": {"cleared_hands": True}, "win/last_tile": True}),
        {("/win/last_tile", "last-tile-not-from-wall"), ("/hands/south/concealed", "not-a-cleared-hand")},
    ),
    "the winning tile elsewhere, and no cleared hand": (
        bodies.SETTLE,
        made(LEGAL, {"ruleset": "harr-1922", "options": {"cleared_hands": True}, "win/tile": "7s"}),
        {("/win/tile", "winning-tile-not-in-hand"), ("/hands/south/concealed", "not-a-cleared-hand")},
    ),
}


@pytest.mark.parametrize(("path", "body", "faults"), TOGETHER.values(), ids=TOGETHER)
def test_what_contradicts_in_a_sheet_hides_no_other_fault(path: str, body: Json, faults: set[tuple[str, str]]) -> None:
    assert set(bodies.ask(path, body).faults) == faults


@pytest.mark.parametrize(("path", "body", "faults"), HIDDEN.values(), ids=HIDDEN)
def test_every_fault_is_told_at_once(path: str, body: Json, faults: set[tuple[str, str]]) -> None:
    assert set(bodies.ask(path, body).faults) == faults


# No fault that only follows from another one: what could not be read might have made it right.

FOLLOWING: dict[str, tuple[str, Json, set[tuple[str, str]]]] = {
    "a set that is none, in a hand of thirteen": (
        bodies.SETTLE,
        made(LEGAL, {"hands/north/exposed": ["222z", "89p"]}),
        {("/hands/north/exposed/1", "not-a-set")},
    ),
    "a loose tile after what cannot be read": (
        bodies.SETTLE,
        made(LEGAL, {"win": {"source": "loose-tile", "tile": "5m"}, "hands/south/bonus": "9f"}),
        {("/hands/south/bonus", "no-such-tile")},
    ),
    "a kong upon a kong that cannot be read": (
        bodies.SETTLE,
        made(
            LEGAL,
            {
                "win": {"source": "loose-tile", "tile": "5m", "kong_upon_kong": True},
                "hands/south/exposed": ["6666z"],
                "hands/south/concealed_kongs": ["8889s"],
            },
        ),
        {("/hands/south/concealed_kongs/0", "not-a-kong")},
    ),
    "a kong robbed of a pung that cannot be read": (
        bodies.SETTLE,
        made(
            LEGAL, {"win": {"source": "robbed-kong", "tile": "2m", "discarder": "east"}, "hands/east/exposed": ["22m"]}
        ),
        {("/hands/east/exposed/0", "not-a-set")},
    ),
    "a concealed kong robbed by a hand that cannot be read": (
        bodies.SETTLE,
        made(
            LEGAL,
            {
                "ruleset": "dmjl",
                "win": {"source": "robbed-kong", "tile": "9p", "discarder": "east"},
                "hands/east": {"concealed": "1357m246p999p", "exposed": ["5555z"]},
                "hands/south/concealed": "19m19p19s12345677x",
                "hands/west/concealed": "119p3366s147z2p1m2s",
            },
        ),
        {("/hands/south/concealed", "unknown-character")},
    ),
    "tiles that a slip of the pen left out": (
        bodies.SETTLE,
        made(LEGAL, {"hands/north": {"concealed": "2233m", "exposed": ["222z", "888p"], "conceald_kongs": ["9999m"]}}),
        {("/hands/north/conceald_kongs", "unknown-member")},
    ),
}


@pytest.mark.parametrize(("path", "body", "faults"), FOLLOWING.values(), ids=FOLLOWING)
def test_nothing_is_told_that_what_could_not_be_read_may_explain(
    path: str, body: Json, faults: set[tuple[str, str]]
) -> None:
    assert set(bodies.ask(path, body).faults) == faults


UNREADABLE = HIDDEN | FOLLOWING


@pytest.mark.parametrize(("path", "body", "faults"), UNREADABLE.values(), ids=UNREADABLE)
def test_batch_file_and_sheet_tell_the_same_of_what_cannot_be_read(
    path: str, body: Json, faults: set[tuple[str, str]]
) -> None:
    told = {way: ask([body])[0] for way, ask in bodies.WAYS.items()}
    assert {way: set(answer.faults) for way, answer in told.items()} == {
        way: {(pointer.replace("discarder", "discarding_player"), code) for pointer, code in faults}
        if way == "scoresheet"
        else faults
        for way in bodies.WAYS
    }
