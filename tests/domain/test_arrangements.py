"""Arrangements: every decomposition into sets once, waits, and how many tiles are missing."""

from itertools import combinations_with_replacement

import pytest

from pung_chow_settlement.domain.arrangements import WinConditions, arrangements, nearest, waits
from pung_chow_settlement.domain.sets_and_pair import decompositions
from pung_chow_settlement.domain.shapes import FOUR_SETS
from pung_chow_settlement.domain.tiles import Tiles, write
from tests.domain.builders import hand, prepare, tiles, won

SETS = WinConditions((FOUR_SETS,))


def texts(concealed: str) -> set[str]:
    return {
        " ".join(sorted(each.text for each in decomposition)) for decomposition in decompositions(tiles(concealed), 4)
    }


@pytest.mark.parametrize(
    ("concealed", "expected"),
    [
        ("111222333m11122z", {"111m 111z 222m 22z 333m", "111z 123m 123m 123m 22z"}),
        ("2223344555m666z", set()),
        ("222234m555p777s66z", {"222m 234m 555p 66z 777s"}),
        ("22334455667788p", {"22p 345p 345p 678p 678p", "234p 234p 55p 678p 678p", "234p 234p 567p 567p 88p"}),
    ],
)
def test_every_decomposition_is_found(concealed: str, expected: set[str]) -> None:
    assert texts(concealed) == expected


@pytest.mark.parametrize("concealed", ["11112222333344m", "22223333444455s", "11122233344455p"])
def test_no_decomposition_is_found_twice(concealed: str) -> None:
    found = decompositions(tiles(concealed), 4)
    assert found
    assert len(found) == len({tuple(sorted(each.tiles for each in decomposition)) for decomposition in found})


def test_each_place_of_the_winning_tile_is_one_arrangement() -> None:
    held = hand("123345m11z", "555p", "777p")
    places = [
        arrangement.won.text for arrangement in arrangements(prepare(held), won("wall", "3m"), SETS) if arrangement.won
    ]
    assert places == ["123m", "345m"]


def test_a_claimed_tile_exposes_the_set_that_it_completes_and_a_drawn_one_does_not() -> None:
    held = hand("22777z", "999p", "222p", "444z")
    for source, is_exposed in (("discard", True), ("wall", False)):
        (arrangement,) = arrangements(prepare(held), won(source, "7z"), SETS)
        assert arrangement.won is not None
        assert (arrangement.won.text, arrangement.won.exposed) == ("777z", is_exposed)


@pytest.mark.parametrize(
    ("concealed", "declared", "expected"),
    [
        ("1234p", ("123m", "444m", "999s"), "14p"),
        ("1112345678999s", (), "123456789s"),
        ("1111p", ("123m", "444m", "999s"), ""),
        ("2355z", ("123m", "444m", "999s"), ""),
    ],
)
def test_waits_are_the_tiles_that_complete_the_hand(concealed: str, declared: tuple[str, ...], expected: str) -> None:
    held = hand(concealed, *declared)
    assert write(waits(prepare(held), SETS)) == expected


def fewest_exchanges(concealed: Tiles, sets: int) -> int:
    """The fewest tiles to exchange, by comparison with every hand of `sets` sets and a pair in the first suit."""
    pieces = [(tile,) * 3 for tile in range(9)] + [(tile, tile + 1, tile + 2) for tile in range(7)]
    best = len(concealed)
    for chosen in combinations_with_replacement(pieces, sets):
        for pair in range(9):
            goal = [*sum(chosen, ()), pair, pair]
            if all(goal.count(tile) <= 4 for tile in goal):
                kept = sum(min(concealed.count(tile), goal.count(tile)) for tile in set(goal))
                best = min(best, len(concealed) - kept)
    return best


@pytest.mark.parametrize("concealed", ["11223399m", "13579999m", "12345678m", "11124689m", "11115599m", "14477999m"])
def test_tiles_missing_is_the_fewest_tiles_to_exchange(concealed: str) -> None:
    held = hand(concealed, "111z", "222z")
    assert nearest(prepare(held), SETS).short == fewest_exchanges(held.concealed, 2)
