"""The independent scorer of the living rulebooks against the answers of other people's programs.

The vectors lie beside the repository, not in it; without them these tests are skipped. Every vector that differs is
listed here with its reason, and fails if it begins to agree.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.living import NotCompleteError, Score, hand_of, options_of, payments, score, settle, win_of
from tests.oracle.living_books import Case
from tests.oracle.living_tiles import SEATS, tiles

VECTORS = Path(__file__).parents[3] / "shared" / "rules" / "vectors"
if not VECTORS.is_dir():  # a worktree may lie one folder deeper
    VECTORS = Path(__file__).parents[4] / "shared" / "rules" / "vectors"
pytestmark = pytest.mark.skipif(not VECTORS.is_dir(), reason="the vectors of other programs are not there")

Vector = dict[str, Any]


def vectors(file: str, *names: str) -> list[Any]:
    """The cases of a file of vectors; none where it is not there."""
    path = VECTORS / file
    if not path.is_file():
        return []
    told = json.loads(path.read_text())
    return [case for name in names for case in told[name]]


# xmj: whole deals

XMJ = vectors("xmj_deals.json", "deals")
XMJ_OPTIONS: dict[str, dict[str, Any]] = {
    "default": {},
    "noflowers": {},
    "limit300": {"limit": 300},
    "nolimit": {"limit": None},
    "mj10": {"mahjong_points": 10},
    "kong3": {"mahjong_points": 10, "claimed_kong_concealed": True},
    "pairs": {"seven_pairs": True},
}
OTHER_PAYMENTS = ("noeast", "nosettle", "disc")  # the hands score as by default
XMJ_LIMITS = {
    "Buried Treasure": "buried-treasure",
    "Heaven's Blessing": "heaven",
    "Four Blessing o'er the Door": "four-blessings",
    "All Honours": "all-honours",
    "Concealed Clear Suit": "concealed-clear-suit",
    "Wriggling Snake": "wriggling-snake",
    "Heads and Tails": "heads-and-tails",
    "Imperial Jade": "imperial-jade",
    "Three Great Scholars": "three-great-scholars",
    "Earth's Blessing": "earth",
    "Nine Gates": "nine-gates",
}
XMJ_SOURCES = {"loose": "loose-tile", "dealt": "original-hand", "robbed_kong": "robbed-kong"}
XMJ_DIFFERS = {
    "xmj-nolimit-r0330dragons2-02": "xmj gives the only place for a tile that was never drawn: East was dealt"
}


def told_hand(seat: Vector, completed: str | None) -> dict[str, Any]:
    """A seat's hand in the request's form; the set that a claimed tile completed goes back into the hand."""
    hand: dict[str, Any] = {"exposed": [], "claimed_kongs": [], "concealed_kongs": [], "bonus": seat["bonus"]}
    concealed = seat["rest"]
    for meld in seat["sets"]:
        if meld["open"] and completed is not None and sorted(tiles(meld["tiles"])) == sorted(tiles(completed)):
            completed = None
            concealed += meld["tiles"]
        elif not meld["open"] and meld["kind"] != "kong":
            concealed += meld["tiles"]
        else:
            hand[where(meld)].append(meld["tiles"])
    return {**hand, "concealed": concealed}


def where(meld: Vector) -> str:
    """The member of a hand that a declared set stands in."""
    if not meld["open"]:
        return "concealed_kongs"
    return "claimed_kongs" if meld["kind"] == "kong" and not meld.get("added") else "exposed"


def told_win(deal: Vector) -> dict[str, Any]:
    """The win in the request's form."""
    its = deal["win"]
    win: dict[str, Any] = {"source": XMJ_SOURCES.get(its["source"], its["source"])}
    win |= {"tile": its["tile"]} if its["source"] != "dealt" else {}
    win |= {"discarder": its["from"]} if "from" in its else {}
    win |= {"last_tile": its["last_tile"], "last_discard": its["last_discard"]}
    win["first_discard"] = its["source"] == "discard" and its["from"] == "east" and deal["discards"] == 1
    if its["seat"] == "east":
        win["consecutive_wins"] = deal["east_wins_before"] + 1
    if "cannoner" in deal:
        win["dangerous_discard_by"] = deal["cannoner"]
    return win


def told_deal(deal: Vector) -> dict[str, Any]:
    """A deal of xmj's in the request's form."""
    its = deal["win"]
    completed = its.get("completes")
    return {
        "ruleset": "millington",
        "options": XMJ_OPTIONS.get(deal["options"], {}),
        "round_wind": deal["round_wind"],
        "winner": its["seat"],
        "win": told_win(deal),
        "hands": {s: told_hand(h, completed if s == its["seat"] else None) for s, h in deal["seats"].items()},
        "discards": deal["on_the_table"],
    }


def agrees(ours: Score, theirs: Vector) -> bool:
    """Whether a hand scores alike, limit hands by name; a cut limit hand has no count in xmj."""
    if [ours.score, set(ours.limit_hands)] != [theirs["score"], {XMJ_LIMITS[n] for n in theirs["limit_hands"]}]:
        return False
    return theirs["points"] is None or (theirs["points"], theirs["doubles"]) in ours.ties | {
        (ours.points, ours.doubles)
    }


@pytest.mark.parametrize("option_set", [*XMJ_OPTIONS, *OTHER_PAYMENTS])
def test_every_deal_of_xmj_scores_and_settles_as_it_did(option_set: str) -> None:
    deals = [d for d in XMJ if d["options"] == option_set]
    assert deals
    wrong = []
    for deal in deals:
        ours = settle(told_deal(deal))
        right = all(agrees(ours.hands[s], h["score"]) for s, h in deal["seats"].items())
        if option_set in XMJ_OPTIONS:
            right = right and ours.net == {s: h["net"] for s, h in deal["seats"].items()}
        if not right:
            wrong.append(deal["id"])
    assert wrong == [i for i in XMJ_DIFFERS if i in {d["id"] for d in deals}]


# single hands of other scorers


def concealed_of(vector: Vector) -> str:
    """Everything of a vector's hand that stood concealed, the pair included."""
    parts = [vector.get("tiles", ""), vector.get("pair", ""), vector.get("exposed_pair", "")]
    return "".join(parts + vector.get("concealed_sets", []) + vector.get("pairs", []))


def case_of(book: str, vector: Vector, win: Vector | None, **options: Any) -> Case:
    """A vector's hand as a case; one that did not win and is not whole is partly told."""
    told = {**vector, **vector.get("sets", {})}
    hand = {k: told[k] for k in ("exposed", "concealed_kongs", "bonus") if k in told}
    hand |= {"concealed": concealed_of(told), "partial": win is None and len(tiles(concealed_of(told))) != 13}
    return Case(
        book=book,
        options=options_of(book, options),
        seat=vector["own_wind"],
        round_wind=vector["round_wind"],
        hand=hand_of(hand),
        win=None if win is None else win_of(win),
        face_up=Counter(),
    )


# where a vector does not name the winning tile, one that leaves its items as it lists them
BMJA_WINS: dict[str, Vector] = {
    "mixed-one-suit": {"source": "wall", "tile": "5s"},
    "mixed-one-suit-2": {"source": "wall", "tile": "5s"},
    "purity": {"source": "discard", "tile": "5m"},
    "all-pair-honours-last-discard": {"source": "discard", "tile": "1s", "last_discard": True},
    "heavens-blessing": {"source": "original-hand"},
    "heavens-blessing-flower": {"source": "original-hand"},
    "earths-blessing": {"source": "discard", "tile": "5s", "discarder": "east", "first_discard": True},
}
BMJA_OPTIONS: dict[str, dict[str, Any]] = {"mixed-one-suit": {"chows": 2}}
BMJA_DIFFERS = {
    "knitting": "its pairs are of three suits; the description has two suits only",
    "heavens-blessing-flower": "refused there; here a hand of replaced flowers wins, but not as Heaven's Blessing",
    "heavens-blessing-south": "refused there as by the service; this scorer settles legal deals and does not judge it",
}


def bmja_answer(vector: Vector) -> Score | None:
    """What the scorer says of a vector, None where its hand is not complete."""
    win = BMJA_WINS.get(vector["id"], {"source": "wall", "tile": tiles(concealed_of(vector))[0]})
    case = case_of("bmja", vector, win if vector["won"] else None, **BMJA_OPTIONS.get(vector["id"], {}))
    try:
        return score(case)
    except NotCompleteError:
        return None


def bmja_agrees(vector: Vector) -> bool:
    expected, ours = vector["expected"], bmja_answer(vector)
    if not expected.get("valid", True):
        return ours is None
    if ours is None:
        return False
    right = ours.score == expected.get("total", 1000)
    if "doubles" in expected:
        right = right and (ours.points, ours.doubles) == (expected["points"], expected["doubles"])
    if "special" in expected:
        right = right and bool(ours.limit_hands)
    return right and expected.get("uncapped", ours.uncapped) in (ours.uncapped, ">1000")


@pytest.mark.parametrize("vector", vectors("bmja_cases.json", "hands"), ids=lambda v: v["id"])
def test_a_hand_of_another_bmja_scorer_scores_alike(vector: Vector) -> None:
    assert bmja_agrees(vector) is (vector["id"] not in BMJA_DIFFERS)


NOXONE_WINS: dict[str, Vector] = {
    "noxone-dmjl-23": {"source": "discard", "tile": "1s"},
    "noxone-dmjl-24": {"source": "wall", "tile": "5s", "last_tile": True},
    "noxone-dmjl-25": {"source": "discard", "tile": "7p"},
    "noxone-dmjl-26": {"source": "discard", "tile": "9m"},
}
UNDONE = "it does not count the zero-point hand yet ('to do'), nor the only place"
NOXONE_DIFFERS = {f"noxone-dmjl-{n}": UNDONE for n in (23, 25, 26)}


@pytest.mark.parametrize("vector", vectors("noxone_cases.json", "cases"), ids=lambda v: v["id"])
def test_a_hand_of_another_dmjl_calculator_scores_alike(vector: Vector) -> None:
    case = case_of("dmjl", vector, NOXONE_WINS.get(vector["id"]), limit=None)
    ours, expected = score(case), vector["expected"]
    right = ours.uncapped == expected["total"]
    if expected["points"] is not None:
        right = right and (ours.points, ours.doubles) == (expected["points"], expected["doubles"])
    assert right is (vector["id"] not in NOXONE_DIFFERS)


# settlements


@pytest.mark.parametrize(
    "vector", vectors("bmja_cases.json", "settlements", "other_settlements"), ids=lambda v: v["id"]
)
def test_a_published_settlement_comes_out_alike(vector: Vector) -> None:
    request = {"ruleset": "bmja", "winner": vector["winner"], "win": {}}
    paid = payments(request, {s: vector[s] for s in SEATS})
    net = {s: sum(a for _, to, a in paid if to == s) - sum(a for by, _, a in paid if by == s) for s in SEATS}
    wanted = vector.get("net") or {s: b - vector["start"] for s, b in vector.get("balances", {}).items()}
    assert {s: net[s] for s in wanted} == wanted
    for payment in vector.get("payments_between_losers", []):
        assert (payment["from"], payment["to"], payment["amount"]) in paid
