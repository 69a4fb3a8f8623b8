"""The matcher of layouts agrees with a second interpreter, a brute-force one, hand by hand.

With WHOLE=1 40 random hits and 400 neighbours of each layout; else a few.
"""

import random
from collections.abc import Iterator

import pytest

from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.grammar import write
from pung_chow_settlement.domain.layouts.match import Layouts, Matcher
from pung_chow_settlement.domain.seats import BY_NAME
from pung_chow_settlement.domain.tiles import MAX_COPIES
from tests.domain.builders import hand, prepare, tiles, won
from tests.domain.layouts import OWN, SpecialHand, layout_of, matcher, matchers, of_book, special_hands
from tests.support.amounts import amount
from tests.support.oracle.layout_reader import DECLARED, Group, hands_of, is_complete, random_groups
from tests.support.oracle.tiles import KINDS

HITS, NEIGHBOURS = amount(2, 40), amount(8, 10)
"""Random hits of each layout, and neighbours of each hit."""
NARROW = 40_000
"""A layout with up to this many readings has all its hands listed."""
LAYOUTS = special_hands()
Tiles = tuple[list[str], list[tuple[str, ...]]]
"""Concealed tiles and declared sets."""


def divided(groups: list[Group], may_expose: bool, rng: random.Random) -> Tiles:
    """The groups as concealed tiles or, if they may be exposed, as declared sets, some of them kongs."""
    concealed: list[str] = []
    declared: list[tuple[str, ...]] = []
    for what, group in groups:
        if what == "kong" or (may_expose and what in DECLARED and rng.random() < 0.4):
            kong = what != "kong" and 4 in DECLARED[what] and len(set(group)) == 1 and rng.random() < 0.3
            declared.append(group + group[:1] * kong)
        else:
            concealed += group
    return concealed, declared


def is_real(hand: Tiles) -> bool:
    held = hand[0] + [tile for each in hand[1] for tile in each]
    return all(held.count(kind) <= MAX_COPIES for kind in set(held))


def hits(each: SpecialHand, rng: random.Random, number: int) -> Iterator[Tiles]:
    may_expose = each.row.get("exposed") in ("half", "full")
    while number:
        hand = divided(random_groups(each.text, OWN, rng), may_expose, rng)
        if is_real(hand):
            yield hand
            number -= 1


def neighbour(hand: Tiles, rng: random.Random) -> Tiles:
    """The same hand with one tile exchanged."""
    while True:
        place, tile = rng.randrange(len(hand[0])), rng.choice(KINDS)
        other = [*hand[0][:place], tile, *hand[0][place + 1 :]], hand[1]
        if is_real(other) and tile != hand[0][place]:
            return other


def in_hand(tiles_of_hand: Tiles, *, claimed: bool) -> Hand:
    concealed, declared = "".join(tiles_of_hand[0]), ["".join(each) for each in tiles_of_hand[1]]
    return hand(concealed, *declared) if claimed else hand(concealed, kongs=declared)


def judge(found: Matcher, hand: Hand) -> tuple[bool, int | None]:
    prepared = prepare(hand)
    return found.is_complete(prepared), found.tiles_missing(prepared)


@pytest.mark.parametrize("each", LAYOUTS, ids=lambda each: each.name)
def test_random_hands_and_their_neighbours_are_judged_as_by_the_second_interpreter(each: SpecialHand) -> None:
    rng = random.Random(each.name)
    found, may_expose = matchers()[each.name], each.row.get("exposed") in ("half", "full")
    for hit in hits(each, rng, HITS):
        assert judge(found, in_hand(hit, claimed=may_expose)) == (True, 0)
        for other in [neighbour(hit, rng) for _ in range(NEIGHBOURS)]:
            complete = is_complete(each.text, *other, OWN)
            assert judge(found, in_hand(other, claimed=may_expose)) == (complete, 0 if complete else 1), other


@pytest.mark.parametrize("each", LAYOUTS, ids=lambda each: each.name)
def test_a_hand_waits_for_the_tiles_that_complete_it_for_the_second_interpreter(each: SpecialHand) -> None:
    rng = random.Random(each.name)
    found, may_expose = matchers()[each.name], each.row.get("exposed") in ("half", "full")
    for hit in hits(each, rng, amount(1, 20)):
        concealed, declared = hit
        short = concealed[:], declared
        short[0].pop(rng.randrange(len(concealed)))
        candidates = [kind for kind in KINDS if is_real(([*short[0], kind], declared))]
        waits = [kind for kind in candidates if is_complete(each.text, [*short[0], kind], declared, OWN)]
        held = in_hand(short, claimed=may_expose)
        prepared = prepare(held)
        assert found.waits(prepared) == sorted(tiles("".join(waits)))
        assert found.tiles_missing(prepared) == 1


CONCEALED = [
    layout for layout in LAYOUTS if layout.row.get("exposed") not in ("half", "full") and "kong" not in layout.text
]


@pytest.mark.parametrize("each", CONCEALED, ids=lambda each: each.name)
def test_a_hand_lacks_the_tiles_that_it_lacks_of_the_nearest_hand_of_the_layout(each: SpecialHand) -> None:
    """If the layout has too many hands to list: exchanging one tile changes the number by at most one."""
    rng = random.Random(each.name)
    every = hands_of(each.text, OWN, amount(3000, NARROW))
    for near in [exchanged(each, rng, times) for times in [2, 4, 14] * (amount(1, 10))]:
        number = lacking(each, near[0])
        if every is None:
            assert number is not None
            assert abs(number - (lacking(each, neighbour(near, rng)[0]) or 0)) <= 1
        else:
            counts = [near[0].count(kind) for kind in KINDS]
            assert number == min(14 - sum(map(min, counts, other)) for other in every)


@pytest.mark.parametrize(
    "text",
    [
        "4444 of a, 4 runs of 2 of a, pair of b",
        "4444 of circles, 5 mixed pairs of characters/circles",
        "555 of a, 3 chows of a, pair of a",
        "33 of a, 6 mixed pairs of a/b",
        "2 different tiles of odd a, 6 different pairs of 2-8 a",
        "run of 4 of a, run of 3 of a, run of 2 of a, 5 different tiles of a",
    ],
)
def test_tiles_that_fit_many_groups_are_counted_once(text: str) -> None:
    every, rng, found = hands_of(text, OWN, 200_000), random.Random(text), alone(text)
    assert every
    for number in range(0, 12, 3):
        near = [kind for kind, count in enumerate(rng.choice(sorted(every))) for _ in range(count)]
        kept = rng.sample(near, 14 - number)
        hand = tuple(sorted(kept + rng.sample([tile for tile in range(34) if tile not in near], number)))
        counts = [hand.count(kind) for kind in range(34)]
        prepared = prepare(Hand(hand))
        assert found.tiles_missing(prepared) == min(14 - sum(map(min, counts, other)) for other in every)


def exchanged(each: SpecialHand, rng: random.Random, times: int) -> Tiles:
    hand = next(hits(each, rng, 1))
    for exchanges in range(times):
        hand = neighbour(hand, rng)
        assert (lacking(each, hand[0]) or 0) <= exchanges + 1
    return hand


def lacking(each: SpecialHand, concealed: list[str]) -> int | None:
    held = hand("".join(concealed))
    prepared, found = prepare(held), matchers()[each.name]
    number = found.tiles_missing(prepared)
    assert number is not None
    assert number == 0 or found.tiles_missing(prepared, number - 1) is None
    return number


def test_many_layouts_together_match_as_each_alone() -> None:
    rng = random.Random(28)
    layouts = Layouts({one: one for one in of_book("western")})
    for each in [layout for layout in LAYOUTS if layout.book == "western"]:
        may_expose = each.row.get("exposed") in ("half", "full")
        for hit in hits(each, rng, amount(1, 3)):
            held = in_hand(hit, claimed=may_expose)
            prepared = prepare(held)
            assert layouts.complete(prepared) == [one for one in layouts.matchers if one.is_complete(prepared)]
            short = held.with_concealed(held.concealed[1:])
            prepared = prepare(short)
            alone = [(one, tiles) for one in layouts.matchers if (tiles := one.waits(prepared))]
            assert layouts.waits(prepared) == alone
            assert alone


# Members beside the tiles


def alone(text: str, **beside: str | bool) -> Matcher:
    return matcher({"tiles": text, **beside})


def complete(found: Matcher, held: Hand) -> bool:
    return found.is_complete(prepare(held))


@pytest.mark.parametrize(
    ("text", "concealed", "waits"),
    [
        ("7 pairs of a", "1122335577889m", "9m"),
        ("7 pairs of a", "1111222233344m", "3m"),
        ("7 pairs of a", "1112333557788m", ""),
        ("7 pairs of a", "112233557788m1s", ""),
        ("7 different pairs of a", "1111223355778m", ""),
        ("3 pairs of a, 4 pairs of b", "112233m1122335s", "5s"),
        ("3 pairs of a, 4 pairs of b", "112233m1122334m", ""),
    ],
)
def test_pairs_wait_for_the_tile_of_which_there_is_an_odd_number(text: str, concealed: str, waits: str) -> None:
    short = hand(concealed)
    assert alone(text).waits(prepare(short)) == list(tiles(waits))


def test_six_alike_are_three_pairs_where_two_are_blanks_and_five_are_none() -> None:
    assert complete(alone("7 pairs of a"), hand("11111122334455m", wild="11m"))
    assert not complete(alone("7 pairs of a"), hand("11111222223344m", wild="12m"))
    assert not complete(alone("7 different pairs of a"), hand("11111122334455m", wild="11m"))


def test_an_exposed_set_spoils_a_concealed_layout_and_no_other() -> None:
    for beside, may in (("never", False), ("kongs", False), ("half", True), ("full", True)):
        assert complete(alone("4 p/k of a, pair of a", exposed=beside), hand("222333444m55m", "111m")) is may


def test_a_claimed_kong_is_allowed_where_kongs_are() -> None:
    held = hand("222333444m55m", claimed_kongs=["1111m"])
    for beside, may in (("never", False), ("kongs", True), ("half", True)):
        assert complete(alone("4 p/k of a, pair of a", exposed=beside), held) is may


def test_a_kong_stands_for_a_pung_where_the_layout_or_the_table_says_so() -> None:
    held = hand("222333444m55m", kongs=["1111m"])
    assert not complete(alone("4 pungs of a, pair of a"), held)
    assert complete(alone("4 p/k of a, pair of a"), held)
    assert complete(alone("4 pungs of a, pair of a", kongs=True), held)


def test_a_kong_of_a_layout_lacks_its_fourth_tile_until_it_is_declared() -> None:
    found = alone("4 kongs, pair", exposed="full")
    held = hand("444m55z", "1111m", "2222m", "3333m")
    assert found.tiles_missing(prepare(held)) == 1
    assert not complete(found, held)
    assert complete(found, hand("55z", "1111m", "2222m", "3333m", "4444m"))


@pytest.mark.parametrize(
    ("beside", "source", "tile", "may"),
    [
        ({}, WinSource.DISCARD, "5m", True),
        ({"from_wall": "last"}, WinSource.DISCARD, "5m", False),
        ({"from_wall": "last"}, WinSource.WALL, "5m", True),
        ({"from_wall": "every"}, WinSource.ROBBED_KONG, "5m", False),
        ({"claimed": "1/9"}, WinSource.DISCARD, "5m", False),
        ({"claimed": "1/9"}, WinSource.DISCARD, "1m", True),
        ({"claimed": "1/9"}, WinSource.WALL, "5m", True),
        ({"claimed": "pair"}, WinSource.DISCARD, "5m", True),
        ({"claimed": "pair"}, WinSource.DISCARD, "1m", False),
        ({"claimed": "pung"}, WinSource.DISCARD, "1m", True),
        ({"winning": "pair"}, WinSource.LOOSE_TILE, "1m", False),
        ({"winning": "pair/pung"}, WinSource.LOOSE_TILE, "1m", True),
        ({"winning": "pair"}, WinSource.ORIGINAL_HAND, "", True),
    ],
)
def test_the_winning_tile_comes_as_the_layout_says(
    beside: dict[str, str], source: WinSource, tile: str, may: bool
) -> None:
    found = alone("4 p/k of a, pair of a", **beside)
    assert found.may_win(prepare(hand("111222333444m55m")), won(source, tile)) is may


def test_nine_gates_are_won_on_the_tile_beside_them() -> None:
    found = alone("1112345678999 of a, tile of a", winning="tile")
    held = hand("11123456678999p")
    assert [found.may_win(prepare(held), won("wall", tile)) for tile in ("6p", "5p", "1p")] == [True, False, False]


@pytest.mark.parametrize(("own", "may"), [("east", "55z111z"), ("west", "55z333z")])
def test_the_own_wind_is_that_of_the_seat(own: str, may: str) -> None:
    text = "123m123p123s"
    for honours in ("55z111z", "55z333z"):
        found = matcher({"tiles": "chow of each suit, p/k of own wind, pair of dragon"}, BY_NAME[own])
        assert complete(found, hand(text + honours)) is (honours == may)


def test_a_layout_that_is_written_parses_to_the_same_parts() -> None:
    for layout in LAYOUTS:
        parts = layout_of(layout.row).parts
        assert layout_of({"tiles": write(parts)}).parts == parts


@pytest.mark.parametrize("text", ["5 of a, 1-4 of b, 3 pungs", "555 of a, 19 of b, 3 pungs", "1-9 of a, 1-5 of a"])
def test_numbers_are_written_as_a_range_only_where_they_are_one(text: str) -> None:
    assert write(layout_of({"tiles": text}).parts) == text


def test_a_hand_is_complete_in_any_order_of_its_tiles() -> None:
    found = alone("1-9 of a, pung of a, pair of a")
    assert complete(found, hand("55m123456789m111m"))
