"""The notation of tiles: parsing, writing, and faults with their positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pung_chow_settlement.domain.tiles import NAMES, parse, write
from pung_chow_settlement.texts import english

UNICODE = "".join(map(chr, [*range(0x1F007, 0x1F010), *range(0x1F019, 0x1F022), *range(0x1F010, 0x1F019)]))
UNICODE_HONOURS = "🀀🀁🀂🀃🀆🀅🀄"
UNICODE_BONUS = "".join(map(chr, range(0x1F022, 0x1F02A)))
TILES = st.lists(st.sampled_from(range(len(NAMES))), max_size=40)


@given(TILES)
def test_written_tiles_parse_to_the_same_sorted(tiles: list[int]) -> None:
    assert parse(write(tiles)) == (tuple(sorted(tiles)), [])


@given(TILES)
def test_order_and_blanks_between_groups_do_not_matter(tiles: list[int]) -> None:
    assert parse("  ".join(NAMES[tile] for tile in tiles)) == (tuple(sorted(tiles)), [])


@given(st.text())
def test_what_was_parsed_of_any_text_parses_the_same_when_written(text: str) -> None:
    tiles, _ = parse(text)
    assert parse(write(tiles)) == (tiles, [])


def test_unicode_tiles_stand_for_the_letters() -> None:
    every = "123456789m123456789p123456789s1234567z1234f1234y"
    assert write(parse(UNICODE + UNICODE_HONOURS + UNICODE_BONUS)[0]) == every


def test_letters_and_unicode_mix_and_variation_selectors_are_skipped() -> None:
    assert parse("12m🀉\ufe0f🀄\ufe0e5z") == (parse("123m57z")[0], [])


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("0m", "red-five", "position 1"),
        ("12m340p", "red-five", "position 6"),
        ("8z", "no-such-tile", "position 1"),
        ("15f", "no-such-tile", "position 2"),
        ("0z", "no-such-tile", "position 1"),
        ("123", "missing-suit", "end"),
        ("12🀇", "missing-suit", "position 3"),
        ("m", "missing-number", "position 1"),
        ("1 2m", "space-inside-group", "position 2"),
        ("1m\ufe0f", "unknown-character", "position 3"),
    ],
)
def test_a_fault_names_its_position(text: str, code: str, place: str) -> None:
    faults = [fault for fault in parse(text)[1] if fault.code == code]
    assert faults, parse(text)
    assert place in english(faults[0].message_key, faults[0].facts)


def test_every_fault_of_a_string_is_reported() -> None:
    assert [fault.code for fault in parse("0m8zx12")[1]] == [
        "red-five",
        "no-such-tile",
        "unknown-character",
        "missing-suit",
    ]


@pytest.mark.parametrize("text", ["12x3m", "3m5,6p", "2\t1m", "11,p", "14x", "1m,p", "11, p", "12, m"])
def test_one_wrong_character_is_one_fault(text: str) -> None:
    assert [fault.code for fault in parse(text)[1]] == ["unknown-character"]


@pytest.mark.parametrize("text", ["1m,2m", "1m\t2m", "１２m", "１２ｍ", "12M", "1M 2M", "1m，2m", "1m\xa02m"])
def test_tiles_pasted_from_elsewhere_are_read(text: str) -> None:
    assert parse(text) == (parse("12m")[0], [])
