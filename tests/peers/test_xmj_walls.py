"""Prepared walls, and what a prompter says for a robot."""

from collections import Counter

import pytest

from tests.peers.xmj_prompter import Prompter
from tests.peers.xmj_walls import BONUS, PLAYING, WALLS, PreparedWall, laid


@pytest.mark.parametrize("wall", WALLS, ids=lambda wall: wall.name)
def test_a_wall_holds_every_tile_once(wall: PreparedWall) -> None:
    for rules in wall.rules:
        tiles = laid(wall, rules, wall.seed).split()
        assert len(tiles) == len(PLAYING) + len(BONUS)
        assert sorted(Counter(tiles).values()) == [1] * 8 + [4] * 34


def test_players_are_dealt_four_at_a_time_and_the_loose_tiles_lie_at_the_end() -> None:
    wall = PreparedWall("example", "", east="1111222233334m", south="9999s", draws="5z6z", loose="7z1z")
    tiles = laid(wall, "noflowers", 1).split()
    assert len(tiles) == len(PLAYING)
    assert tiles[:4] + tiles[16:20] + tiles[32:36] + [tiles[48]] == ["1C"] * 4 + ["2C"] * 4 + ["3C"] * 4 + ["4C"]
    assert tiles[4:8] == ["9B"] * 4
    assert tiles[53:55] == ["WD", "GD"]
    assert tiles[-2:] == ["EW", "RD"]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        (["MahJong 0", "ShowTiles"], ["MahJong 0", "FormClosedSpecialSet"]),
        (["MahJong 17", "ShowTiles"], ["MahJong 17", "SpecialSet"]),
        (["MahJong 17", "DeclareSpecial --", "ShowTiles"], ["MahJong 17", "DeclareSpecial --", "ShowTiles"]),
        (["ShowTiles", "Discard 4C 0"], ["ShowTiles", "Discard 4C 0"]),
    ],
)
def test_a_winner_without_sets_lays_the_whole_hand(said: list[str], heard: list[str]) -> None:
    prompter = Prompter(calls=False)
    assert [prompter(line) for line in said] == heard


def test_an_original_call_is_declared_with_the_first_discard() -> None:
    prompter = Prompter(calls=True)
    assert [prompter("Discard 4C 0"), prompter("Discard 5C 0")] == ["Discard 4C 1", "Discard 5C 0"]
