"""The second scorer against what the books print, so that it may be trusted as a judge."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.amounts import amount
from tests.oracle import brute, deals

DATA = Path(__file__).parents[1] / "data"
HANDS = json.loads((DATA / "worked_hands.json").read_text())["hands"]
DEALS = json.loads((DATA / "worked_deals.json").read_text())["deals"]
PRINTED = [hand for hand in HANDS if hand["win"]]

# The pamphlet does not tell the win and leaves the bonus points out: a win that fits, and the bonus points it adds.
PAMPHLET_WINS: dict[str, tuple[str, int]] = {
    "pamphlet-1": ("4p", 10),  # no scoring value
    "pamphlet-2": ("1m", 0),
    "pamphlet-3": ("4m", 0),
    "pamphlet-4": ("2p", 0),
    "pamphlet-5": ("7s", 12),  # no chows, only possible piece
    "pamphlet-6": ("8m", 12),  # no chows, only possible piece
}


def request_of(entry: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {key: entry[key] for key in ("ruleset", "round_wind", "win")}
    return {**base, "winner": entry["seat"], "hands": {entry["seat"]: entry["hand"]}, **more}


def one_hand(ruleset: str, seat: str, hand: dict[str, Any], win: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"ruleset": ruleset, "round_wind": "east", "winner": seat, "win": win, "hands": {seat: hand}, **more}
    return brute.score_hand(request, seat)


def discard(tile: str, discarder: str = "east", **more: Any) -> dict[str, Any]:
    return {"tile": tile, "source": "discard", "discarder": discarder, **more}


def amounts(request: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {(entry["payer"], entry["payee"]): entry["amount"] for entry in brute.settle(request)["payments"]}


@pytest.mark.parametrize("entry", PRINTED, ids=lambda entry: entry["id"])
def test_a_worked_hand_counts_what_the_book_prints(entry: dict[str, Any]) -> None:
    result = brute.score_hand(request_of(entry), entry["seat"])
    counted = result["points"], result["doubles"], result["uncapped_score"]
    assert counted == (entry["points"], entry["doubles"], entry["score"])


@pytest.mark.parametrize("entry", [hand for hand in HANDS if not hand["win"]], ids=lambda entry: entry["id"])
def test_a_pamphlet_hand_agrees_without_its_bonus_points(entry: dict[str, Any]) -> None:
    tile, bonus_points = PAMPHLET_WINS[entry["id"]]
    result = brute.score_hand(request_of(entry, win=discard(tile)), entry["seat"])
    assert (result["points"] - bonus_points, result["doubles"]) == (entry["points"], entry["doubles"])


@pytest.mark.parametrize(("seat", "doubles"), [("south", 1), ("east", 2)])
def test_the_third_pamphlet_hand_is_doubled_in_easts_round(seat: str, doubles: int) -> None:
    hand = next(hand for hand in HANDS if hand["id"] == "pamphlet-3")["hand"]
    assert one_hand("pamphlet", seat, hand, discard("4m", "north"))["doubles"] == doubles


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_a_worked_deal_settles_as_the_book_prints(deal: dict[str, Any]) -> None:
    request = deal["request"]
    assert {seat: brute.score_hand(request, seat)["score"] for seat in request["hands"]} == deal["scores"]
    assert amounts(request) == {(entry["payer"], entry["payee"]): entry["amount"] for entry in deal["payments"]}


@pytest.mark.parametrize("ruleset", brute.LIMIT)
@pytest.mark.parametrize(
    ("limit_hand", "hand", "tile"),
    [
        ("thirteen-heads", {"concealed": "19m19p19s12334567z"}, "3z"),
        ("all-heads", {"concealed": "11p999s", "exposed": ["111s", "999p", "111m"]}, "9s"),
        ("three-dragons", {"concealed": "99p777z", "exposed": ["555z", "666z", "456s"]}, "7z"),
    ],
)
def test_limit_examples_5_to_7_score_the_limit(ruleset: str, limit_hand: str, hand: dict[str, Any], tile: str) -> None:
    result = one_hand(ruleset, "west", hand, {"tile": tile, "source": "wall"})
    assert limit_hand in result["limit_hands"]
    assert result["score"] == 300


def test_the_highest_hand_without_flowers_collects_126976_from_each() -> None:
    losers = {
        "south": {"concealed": "147m147p147s1235m"},
        "west": {"concealed": "258m258p258s1235p"},
        "north": {"concealed": "369m369p369s1235s"},
    }
    east = {"concealed": "11122555666777z"}
    win = {"source": "original-hand"}
    request = {
        "ruleset": "harr-1923",
        "round_wind": "east",
        "winner": "east",
        "win": win,
        "hands": {"east": east, **losers},
    }
    assert set(amounts(request).values()) == {126_976}
    assert brute.settle(request)["net"]["east"] == 380_928


@pytest.mark.parametrize(("limit", "from_east", "from_others"), [(300, 600, 300), (640, 1280, 640), (1000, 1280, 640)])
def test_the_limit_cuts_the_second_limit_example_before_easts_double(
    limit: int, from_east: int, from_others: int
) -> None:
    entry = next(hand for hand in HANDS if hand["id"] == "limit-1923-2")
    blank = {"concealed": "", "partial": True}
    request = request_of(entry, options={"limit": limit})
    request["hands"] = {"east": blank, "south": blank, "west": blank, **request["hands"]}
    assert amounts(request) == {
        ("east", "north"): from_east,
        ("south", "north"): from_others,
        ("west", "north"): from_others,
    }


def test_losers_settle_the_cut_difference_of_uncut_scores() -> None:
    deal: dict[str, Any] = {
        "ruleset": "harr-1922-limit",
        "options": {"limit": 100},
        "round_wind": "east",
        "winner": "east",
        "win": {"tile": "5m", "source": "wall"},
        "hands": {
            "east": {"concealed": "123456m234p88s555m"},
            "south": {"partial": True, "concealed": "22z", "exposed": ["5555z", "999m"], "concealed_kongs": ["6666z"]},
            "west": {"partial": True, "concealed": "", "exposed": ["7777z"], "concealed_kongs": ["1111p"]},
            "north": {"partial": True, "concealed": ""},
        },
    }
    scores = {seat: brute.score_hand(deal, seat)["score"] for seat in ("south", "west", "north")}
    assert scores == {"south": 216, "west": 96, "north": 0}
    found = amounts(deal)
    assert (found["west", "south"], found["north", "south"], found["north", "west"]) == (100, 100, 96)


# 1923 pp.119-120: what lies on the table, what stands in the hand without the discard, the discards named.
PENALTY_LAYOUTS = [
    (["666p", "333p", "999p"], "1144p", "1p", ["a"]),
    (["666p", "333p", "999p"], "1144p", "4p", ["a"]),
    (["111m", "444z", "999s"], "2227z", "7z", ["b"]),
    (["555z", "666z", "123p"], "11p77z", "7z", ["c"]),
    (["555z", "666z", "123p"], "11p77z", "1p", []),
    (["444z", "222z", "333z"], "33s11z", "1z", ["d"]),
    (["444z", "222z", "333z"], "33s11z", "3s", []),
]


@pytest.mark.parametrize("winner", ["east", "south"])
@pytest.mark.parametrize(("exposed", "standing", "tile", "letters"), PENALTY_LAYOUTS)
def test_the_penalty_layouts_name_the_dangerous_discards(
    winner: str, exposed: list[str], standing: str, tile: str, letters: list[str]
) -> None:
    hands: dict[str, Any] = {
        "east": {"concealed": "147m258m258s4567s"},
        "south": {"concealed": "147m258m258s4567s"},
        "west": {"concealed": "147m258m258s4567s"},
    }
    hands[winner] = {"concealed": standing + tile, "exposed": exposed}
    request = {
        "ruleset": "harr-1923-limit",
        "round_wind": "east",
        "winner": winner,
        "win": discard(tile, "west"),
        "hands": hands,
    }
    settled = brute.settle(request)
    assert settled.get("dangerous_discard") == ({"letters": letters, "excused": False} if letters else None)
    reasons = [entry["reason"] for entry in settled["payments"]]
    assert reasons[0] == ("dangerous-discard" if letters else "winner")
    if letters:
        score = brute.score_hand(request, winner)["score"]
        assert settled["net"]["west"] == -score * (4 if winner == "east" else 3)
        assert len(reasons) == 1


@pytest.mark.parametrize(
    ("discarder", "excused"),
    [
        ({"concealed": "123m55s66s", "exposed": ["555z", "777z"]}, True),  # waiting, two complete
        ({"concealed": "123m58s69s", "exposed": ["555z", "777z"]}, False),  # two complete, not waiting
        ({"concealed": "44m222s55z", "exposed": ["999m", "777z"]}, True),  # 5z would give three
        ({"concealed": "234m44s55z", "exposed": ["234s", "777z"]}, False),  # 5z would give two only
        ({"concealed": "3344444p", "exposed": ["123s", "789m"]}, True),  # no choice
        ({"concealed": "123m55s66s", "exposed": ["555z", "777z"], "dead": True}, False),
    ],
)
def test_the_excuses_of_the_discarder(discarder: dict[str, Any], excused: bool) -> None:
    winner = {"concealed": "11188p", "exposed": ["666p", "222p", "999p"]}
    request = {
        "ruleset": "harr-1923-limit",
        "round_wind": "east",
        "winner": "south",
        "win": discard("1p", "west"),
        "hands": {"east": {"concealed": "", "partial": True}, "south": winner, "west": discarder},
    }
    assert brute.settle(request).get("dangerous_discard") == {"letters": ["a"], "excused": excused}


@pytest.mark.parametrize(
    ("concealed", "exposed", "tile", "earned"),
    [
        ("11144422p", ["777p", "999m"], "2p", True),  # example 6: 3p would do too, in another division
        ("122334m77z", ["555m", "222z"], "2m", False),  # example 12
        ("22345m333z", ["555z", "456m"], "5m", False),  # example 19: 3-4 waits at both ends
        ("56788m", ["777p", "777z", "123s"], "8m", False),  # a four-tile run
        ("55678m", ["777p", "777z", "123s"], "5m", False),  # its other end
        ("88m", ["567m", "777p", "777z", "123s"], "8m", True),  # the run's chow is exposed
        ("12377m", ["777p", "777z", "123s"], "3m", True),  # only open end
        ("12377m", ["777p", "777z", "123s"], "1m", False),
    ],
)
def test_only_place_to_win_looks_at_the_shape(concealed: str, exposed: list[str], tile: str, earned: bool) -> None:
    win = discard(tile, "south")
    case = brute.case_of(
        {
            "ruleset": "harr-1923",
            "round_wind": "east",
            "winner": "north",
            "win": win,
            "hands": {"north": {"concealed": concealed, "exposed": exposed}},
        },
        "north",
    )
    assert {brute.only_place(case, way) for way in brute.arrangements(case)} == {earned}


@pytest.mark.parametrize(("discards", "points"), [("7777m444m", 2), ("7777m44m", 0), ("777m444m", 0)])
def test_the_pamphlets_only_possible_piece_counts_what_is_unseen(discards: str, points: int) -> None:
    hand = {"concealed": "456m11122p", "exposed": ["234s", "678s"]}
    plain = one_hand("pamphlet", "north", hand, discard("4m"))
    seen = one_hand("pamphlet", "north", hand, discard("4m"), discards=discards)
    assert seen["points"] - plain["points"] == points


def pamphlet_losers(limit: int | None, *holders: str) -> dict[str, Any]:
    dragons = {
        "east": {"concealed": "", "exposed": ["555z", "666z", "777z"], "partial": True},
        "north": {"concealed": "22z", "exposed": ["111z", "333z", "444z"], "partial": True},
    }
    hands: dict[str, Any] = {seat: {"concealed": "33p", "partial": True} for seat in ("east", "west", "north")}
    hands |= {seat: dragons[seat] for seat in holders}
    hands["south"] = {"concealed": "234m456m678m11s", "exposed": ["123s"]}
    return {
        "ruleset": "pamphlet",
        "options": {"limit": limit},
        "round_wind": "west",
        "winner": "south",
        "win": {"tile": "4m", "source": "wall"},
        "hands": hands,
    }


def test_a_loser_with_a_limit_hand_takes_the_limit_from_the_other_losers() -> None:
    found = amounts(pamphlet_losers(600, "east"))
    assert (found["west", "east"], found["north", "east"]) == (1200, 1200)
    assert found["east", "south"] == 2 * found["west", "south"]
    assert ("north", "west") not in found


def test_two_losers_with_limit_hands_settle_nothing_between_them() -> None:
    found = amounts(pamphlet_losers(600, "east", "north"))
    assert (found["west", "east"], found["west", "north"]) == (1200, 600)
    assert not {("east", "north"), ("north", "east")} & set(found)


def test_without_a_limit_a_losers_limit_hand_scores_its_face_value() -> None:
    request = pamphlet_losers(None, "north")
    north = brute.score_hand(request, "north")
    assert (north["limit_hands"], north["score"]) == (["three-winds-and-pair"], 48)
    assert amounts(request)["east", "north"] == 96


@pytest.mark.parametrize(
    ("ruleset", "hand", "win", "expected"),
    [
        # 111222333: four divisions; three pungs and no chow beat three chows.
        ("harr-1923", {"concealed": "11122233344455m"}, {"tile": "5m", "source": "wall"}, (54, 3, [])),
        ("harr-1922-limit", {"concealed": "234m567m678p234s88s"}, discard("8p", first_discard=True), (20, 0, [])),
        (
            "harr-1923-limit",
            {"concealed": "234m567m678p234s88s"},
            discard("8p", first_discard=True),
            (20, 0, ["first-discard"]),
        ),
        ("pamphlet", {"concealed": "11123455678999s"}, discard("5s"), (36, 3, ["nine-gates"])),
    ],
)
def test_a_hand_is_counted_by_its_best_arrangement(
    ruleset: str, hand: dict[str, Any], win: dict[str, Any], expected: tuple[int, int, list[str]]
) -> None:
    result = one_hand(ruleset, "north", hand, win)
    assert (result["points"], result["doubles"], result["limit_hands"]) == expected


PLAIN = {"concealed": "23455m678p444s", "exposed": ["999s"]}
STANDING = {"concealed": "23455m678p444999s"}
FOURTH = {"concealed": "23455m678p789s", "exposed": ["999s"]}


# Counted by hand: 20 or 10 for Mah-Jong, the two pungs, then what the row is about.
@pytest.mark.parametrize(
    ("ruleset", "hand", "win", "points", "doubles"),
    [
        ("harr-1923", PLAIN, {"source": "wall"}, 20 + 8 + 2, 0),
        ("harr-1922-limit", PLAIN, {"source": "wall"}, 10 + 10 + 4, 0),
        ("harr-1923-limit", PLAIN, {"source": "wall"}, 10 + 10 + 2, 0),
        ("harr-1923-limit", PLAIN, {"source": "wall", "last_tile": True}, 10 + 10 + 2, 1),
        ("harr-1923", PLAIN, {"source": "wall", "last_tile": True}, 20 + 8 + 2, 0),
        ("pamphlet", PLAIN, {"source": "wall", "last_tile": True}, 20 + 8 + 2 + 10, 1),
        ("pamphlet", PLAIN, {"source": "robbed-kong", "discarder": "east"}, 20 + 8, 1),
        ("harr-1923", PLAIN, {"source": "robbed-kong", "discarder": "east"}, 20 + 8, 0),
        ("pamphlet", STANDING, {"source": "wall", "standing_hand": True}, 20 + 12 + 2 + 100, 0),
        ("harr-1923", {**PLAIN, "bonus": "4f"}, {"source": "wall"}, 20 + 8 + 2 + 4, 1),
        ("harr-1923", {**PLAIN, "bonus": "1f"}, {"source": "wall"}, 20 + 8 + 2 + 4, 0),
        ("harr-1923", {**PLAIN, "bonus": "1234f4y"}, {"source": "wall"}, 20 + 8 + 2 + 20, 4),
        ("pamphlet", {**PLAIN, "bonus": "1234y"}, {"source": "wall"}, 20 + 8 + 2 + 16, 3),
        ("harr-1922", {**PLAIN, "bonus": "1234f4y"}, {"source": "wall"}, 20 + 8 + 2, 2),
        ("harr-1922", {**PLAIN, "bonus": "1f"}, {"source": "loose-tile"}, 20 + 8 + 2 + 10, 0),
        ("harr-1922-limit", {**PLAIN, "bonus": "1f"}, {"source": "loose-tile"}, 10 + 10 + 4, 1),
        ("pamphlet", {**PLAIN, "bonus": "1f"}, {"source": "loose-tile"}, 20 + 8 + 2 + 10 + 4, 1),
        ("harr-1923-limit", FOURTH, {"tile": "9s", "source": "discard", "discarder": "east"}, 10 + 4, 1),
        ("harr-1923", FOURTH, {"tile": "9s", "source": "discard", "discarder": "east"}, 20 + 4, 0),
    ],
)
def test_a_winners_bonuses_count_as_added_up_by_hand(
    ruleset: str, hand: dict[str, Any], win: dict[str, Any], points: int, doubles: int
) -> None:
    result = one_hand(ruleset, "north", hand, {"tile": "6p", **win})
    assert (result["points"], result["doubles"]) == (points, doubles)


HEADS_ONLY = {"concealed": "1199m119p199s123z"}
HONOURS_ONLY = {"concealed": "1122334466677z"}  # scoring pairs: 4z his own, 7z, and 1z of the round
TOO_FEW = {"concealed": "123m666z", "dead": True}


@pytest.mark.parametrize(
    ("ruleset", "round_wind", "hand", "points", "doubles"),
    [
        ("harr-1922", "east", HEADS_ONLY, 0, 0),
        ("harr-1923", "east", HEADS_ONLY, 0, 1),
        ("harr-1922", "east", {**HONOURS_ONLY, "partial": True}, 12, 1),
        ("harr-1922", "east", HONOURS_ONLY, 12, 4),
        ("harr-1923-limit", "east", HONOURS_ONLY, 14, 1),
        ("pamphlet", "east", HONOURS_ONLY, 14, 1),
        ("harr-1923-limit", "east", TOO_FEW, 8, 1),
        ("harr-1922-limit", "east", TOO_FEW, 0, 0),
        ("harr-1923-limit", "east", {**HONOURS_ONLY, "dead": True}, 0, 0),
        ("harr-1923", "north", {"concealed": "44z", "exposed": ["5555z"], "partial": True}, 18, 1),
        ("harr-1923-limit", "north", {"concealed": "44z", "partial": True}, 4, 0),
        ("pamphlet", "north", {"concealed": "44z", "partial": True}, 4, 0),
        ("harr-1923", "north", {"concealed": "4444z", "partial": True}, 8, 1),
        ("harr-1923-limit", "north", {"concealed": "444z", "partial": True}, 8, 2),
        ("pamphlet", "north", {"concealed": "444z", "partial": True}, 8, 2),
        ("harr-1923-limit", "east", {"concealed": "111z", "partial": True}, 8, 0),
        ("pamphlet", "east", {"concealed": "111z", "partial": True}, 8, 1),
    ],
)
def test_a_losing_hand_counts_as_added_up_by_hand(
    ruleset: str, round_wind: str, hand: dict[str, Any], points: int, doubles: int
) -> None:
    request = {"ruleset": ruleset, "round_wind": round_wind, "winner": None, "hands": {"north": hand}}
    result = brute.score_hand(request, "north")
    assert (result["points"], result["doubles"]) == (points, doubles)


def test_the_divisions_are_all_that_there_are() -> None:
    """Against every choice of four sets and a pair of one suit, held beside the tiles."""
    tiles = deals.of_suit("m")
    parts = [*deals.shapes("pung", tiles), *deals.shapes("chow", tiles)]
    every: dict[brute.Tiles, set[tuple[brute.Tiles, ...]]] = {}
    for sets in combinations_with_replacement(parts, 4):
        for pair in deals.shapes("pung", tiles):
            division = tuple(sorted((pair[:2], *sets), key=brute.set_order))
            every.setdefault(tuple(sorted(sum(division, ()))), set()).add(division)
    ambiguous = [hand for hand, ways in every.items() if len(ways) > 2 and max(Counter(hand).values()) <= 4]
    assert len(ambiguous) > 100
    assert all(brute.divisions(hand) == every[hand] for hand in ambiguous)


# --- the generators ------------------------------------------------------------------------------------------------


def laid_sets(hand: dict[str, Any]) -> list[str]:
    return [*hand.get("exposed", []), *hand.get("concealed_kongs", [])]


def kong_count(hand: dict[str, Any]) -> int:
    return sum(len(brute.parse(text)) == 4 for text in laid_sets(hand))


def tiles_of(hand: dict[str, Any]) -> brute.Tiles:
    return brute.parse("".join([hand["concealed"], *laid_sets(hand)]))


def is_set(text: str) -> bool:
    numbers, suits = [int(tile[0]) for tile in brute.parse(text)], {tile[1] for tile in brute.parse(text)}
    alike = len(set(numbers)) == 1 and len(numbers) in (3, 4)
    chow = numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2] and suits < set("mps")
    return len(suits) == 1 and (alike or chow)


def faults_of_hand(hand: dict[str, Any], wins: bool) -> Iterator[str]:
    count, right = len(tiles_of(hand)), 13 + kong_count(hand) + wins
    if not all(is_set(text) for text in laid_sets(hand)):
        yield "a set that is none"
    if any(len(brute.parse(text)) != 4 or len(set(brute.parse(text))) != 1 for text in hand.get("concealed_kongs", [])):
        yield "a concealed kong that is none"
    if hand.get("dead") and (wins or count > 18):
        yield "a dead winner, or too many tiles even for a dead hand"
    if hand.get("partial") and (wins or count > right):
        yield "a partial winner, or a partial hand of too many tiles"
    if not hand.get("dead") and not hand.get("partial") and count != right:
        yield "a wrong number of tiles"


def faults_of_win(request: dict[str, Any]) -> Iterator[str]:
    """The contradictions that are refused whatever the rulebook, one line for each."""
    win, winner, hands = request["win"], request["winner"], request["hands"]
    hand, source = hands[winner], win["source"]
    claimed = source in ("discard", "robbed-kong")
    any_exposed = any(other.get("exposed") for other in hands.values())
    kong_seats = {seat for seat in hands if kong_count(hands[seat])}
    flags = [win.get(flag) for flag in ("last_tile", "first_discard", "standing_hand")]
    discarder = hands.get(win.get("discarder"), {})
    pung = brute.written([win.get("tile", "1m")] * 3)
    tests = {
        "discarder": claimed != ("discarder" in win),
        "discarder's seat": claimed and (win["discarder"] == winner or not discarder),
        "no tile": (source == "original-hand") == ("tile" in win),
        "tile not held": source != "original-hand" and win["tile"] not in brute.parse(hand["concealed"]),
        "last tile": win.get("last_tile") and source != "wall",
        "first discard": win.get("first_discard")
        and (source != "discard" or win["discarder"] != "east" or any_exposed or kong_seats - {"east"}),
        "original hand": source == "original-hand"
        and (winner != "east" or any_exposed or winner in kong_seats or any(flags)),
        "loose tile": source == "loose-tile" and not kong_count(hand) and not hand.get("bonus"),
        "standing hand": win.get("standing_hand") and hand.get("exposed"),
        "robbed kong": source == "robbed-kong"
        and (pung not in discarder.get("exposed", []) or tiles_of(hand).count(win["tile"]) != 1),
        "not cleared": request.get("options", {}).get("cleared_hands")
        and len({tile[1] for tile in tiles_of(hand)} & set("mps")) > 1,
        "run": win.get("consecutive_wins", 1) > 1 and winner != "east",
        "incomplete": not brute.arrangements(brute.case_of(request, winner)),
    }
    yield from (name for name, wrong in tests.items() if wrong)


def faults(request: dict[str, Any]) -> list[str]:
    hands = request["hands"]
    found = [fault for seat in hands for fault in faults_of_hand(hands[seat], seat == request["winner"])]
    in_play = Counter(tile for hand in hands.values() for tile in tiles_of(hand))
    in_play.update(brute.parse(request.get("discards", "")))
    bonus = Counter(tile for hand in hands.values() for tile in brute.parse(hand.get("bonus", "")))
    if max(in_play.values()) > 4 or max(bonus.values(), default=0) > 1:
        found.append("a tile too often")
    if (request["winner"] is None) == ("win" in request):
        found.append("a win without a winner, or the other way round")
    return found + (list(faults_of_win(request)) if request["winner"] else [])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("ruleset", deals.RULESETS)
def test_a_generated_deal_is_legal_and_settles_to_zero(ruleset: str, players: int) -> None:
    rng = Random(f"{ruleset} {players}")
    for _ in range(amount(40, 100)):
        request = deals.deal(rng, ruleset, players)
        assert not faults(request), request
        assert sum(brute.settle(request)["net"].values()) == 0


@pytest.mark.parametrize("style", deals.STYLES)
def test_a_generated_winning_hand_is_complete_and_scores(style: str) -> None:
    rng = Random(style)
    for _ in range(amount(40, 100)):
        request = deals.as_settlement(deals.winning_hand(rng, style))
        seat = request["winner"]
        assert not list(faults_of_hand(request["hands"][seat], wins=True))
        assert brute.score_hand(request, seat)["score"] > 0


def test_the_generators_answer_the_same_for_the_same_seed() -> None:
    once, again = ([deals.deal(Random(seed), "pamphlet") for seed in range(5)] for _ in range(2))
    assert once == again


def test_the_generated_deals_reach_what_is_rare() -> None:
    rng = Random(1922)
    limit_hands: dict[str, set[str]] = {ruleset: set() for ruleset in deals.RULESETS}
    seen: Counter[str] = Counter()
    rare = ["loser-limit-hand", "dangerous-discard", "robbed-kong", "loose-tile", "original-hand", "first_discard"]
    excuses = [f"{letter} {excused}" for letter in "abcd" for excused in (True, False)]
    wanted = {*rare, *excuses, "drawn", "last_tile", "standing_hand"}
    all_limit_hands = {ruleset: set(names) for ruleset, names in brute.LIMIT_HANDS.items()}
    for ruleset in deals.RULESETS * 400:
        if wanted <= seen.keys() and limit_hands == all_limit_hands:
            return
        request = deals.deal(rng, ruleset)
        settled = brute.settle(request)
        for seat in request["hands"]:
            limit_hands[ruleset].update(brute.score_hand(request, seat)["limit_hands"])
        danger = settled.get("dangerous_discard")
        seen.update(f"{letter} {danger['excused']}" for letter in danger["letters"]) if danger else None
        seen.update(entry["reason"] for entry in settled["payments"])
        seen.update([request["win"]["source"]] if request["winner"] else ["drawn"])
        seen.update(flag for flag in request.get("win", {}) if flag != "tile")
    assert limit_hands == all_limit_hands
    assert wanted <= seen.keys(), seen
