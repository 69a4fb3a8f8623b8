"""A flower or season as a tile of a layout: beside thirteen other tiles, in place of one that the player would draw."""

import random

import pytest

from pung_chow_settlement.domain.layouts.grammar import parse, write
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.tiles import BONUS_TILES, NAMES, PLAYING_TILES
from tests.domain.builders import hand, prepare
from tests.domain.layouts import matcher
from tests.support.amounts import amount
from tests.support.oracle.layout_reader import is_complete, random_groups

LAYOUTS = [
    "flower, 13579 of a, 4 pairs of b",
    "1-9 of a, 4 different tiles of honour, season",
    "1f/2y, 3 chows of a, 2 pairs of honour",
    "flower/3y, each dragon with one twice, 3 mixed triples",
    "(flower, 1-9 of a, each wind) or (season, 2 pungs of a, 7 tiles of b)",
    "flower or pair of own wind or tile of east, 6 pairs, tile of a",
]


@pytest.mark.parametrize("text", LAYOUTS)
def test_hands_with_a_flower_are_complete_as_the_second_interpreter_says(text: str) -> None:
    rng, found, met = random.Random(text), matcher({"tiles": text}), {True: 0, False: 0}
    for _ in range(amount(60, 600)):
        tiles = [tile for group in random_groups(text, Seat.SOUTH, rng) for tile in group.tiles]
        bonus = [tile for tile in tiles if tile[1] in "fy"]
        concealed = [tile for tile in tiles if tile not in bonus]
        if rng.random() < 0.5:
            bonus = [rng.choice([NAMES[each] for each in BONUS_TILES])] * len(bonus)
        if rng.random() < 0.3:
            other = rng.choice([NAMES[each] for each in PLAYING_TILES])
            if concealed.count(other) < 4:
                concealed[rng.randrange(len(concealed))] = other
        counted = prepare(hand("".join(sorted(concealed)), bonus="".join(bonus)))
        expected = is_complete(text, [*concealed, *bonus], [], Seat.SOUTH)
        assert found.is_complete(counted) is expected, (concealed, bonus)
        met[expected] += 1
        for place, tile in enumerate(concealed if expected else ()):
            short = "".join([*concealed[:place], *concealed[place + 1 :]])
            waits = found.waits(prepare(hand(short, bonus="".join(bonus))))
            assert NAMES.index(tile) in waits, (short, bonus)
    assert all(met.values())


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("tile of flower, pair", "flower, pair"),
        ("Flowers, pair", "flower, pair"),
        ("1f2f, pair", None),
        ("2f/1f/3f/4f/1y, pair", "flower/1y, pair"),
        ("season/flower", "flower/season"),
    ],
)
def test_a_flower_is_written_by_its_word(text: str, written: str | None) -> None:
    parts, faults = parse(text)
    assert (write(parts) if not faults else None) == written
    assert not parts or parse(write(parts)) == (parts, [])


@pytest.mark.parametrize(
    ("text", "at"),
    [("2 flowers, pair", 3), ("12f, pair", 1), ("different season", 11), ("1m2f, pair", 1), ("flower/a", 8)],
)
def test_more_than_one_flower_is_refused_and_the_fault_says_what_to_write(text: str, at: int) -> None:
    parts, (fault,) = parse(text)
    assert not parts
    assert fault.facts["position"] == at
    assert "one flower or season, by itself" in str(fault.facts["expected"])
