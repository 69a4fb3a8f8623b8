"""The language of layouts: the examples of its page, faults and their positions, parsing of what was written."""

import random
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pung_chow_settlement.domain.hand import COMPLETE_TILES, Hand
from pung_chow_settlement.domain.layouts import compile as compiling
from pung_chow_settlement.domain.layouts import grammar
from pung_chow_settlement.domain.layouts.compile import MAX_LAYOUTS, compile_layout, too_many
from pung_chow_settlement.domain.layouts.grammar import MAX_CHARACTERS, parse, parse_completes, write, write_completes
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked, parsed
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.texts import english
from tests.domain.builders import hand, prepare
from tests.domain.layouts import layout_of, matcher, special_hands
from tests.support import random_layouts
from tests.support.amounts import amount

PAGE = Path(__file__).parents[2] / "docs" / "layouts.md"


def tables(first: str) -> Iterator[list[list[str]]]:
    """The cells of each table of the page whose head begins so."""
    for found in re.findall(rf"^\| {first} \|.*\n\| ---.*\n((?:\|.*\n)+)", PAGE.read_text(), re.MULTILINE):
        yield [line[2:-2].split(" | ") for line in found.splitlines()]


def layout_in(cell: str) -> dict[str, Any]:
    """A layout as the page writes it, with its other members."""
    tiles, *more = re.findall(r"`([^`]+)`", cell)
    return {"tiles": tiles} | {name: yaml.safe_load(value) for name, value in (each.split(": ") for each in more)}


def hand_in(cell: str) -> Hand:
    """A hand as the page writes it."""
    (concealed,) = re.findall(r"^`(\w+)`", cell)
    bonus = re.findall(r"; bonus `(\w+)`", cell)
    return hand(concealed, *re.findall(r" `(\w+)`", cell.partition("on the table")[2]), bonus="".join(bonus))


HANDS = [*tables("hand")]
EXAMPLES = {name: (layout_in(layout), hand_in(such_as)) for table in HANDS for name, layout, such_as in table}
(WRONG,) = tables("you write")
(IMPOSSIBLE,) = (table for table in tables("layout") if len(table[0]) == 2)
WORDS = [*"abcnm", "pair", "pairs", "pung", "p/k", "kong", "chow", "set", "mixed", "run", "of", "each", "suit", "any"]
WORDS += ["wind", "own", "dragon", "red", "green", "bamboo", "circles", "honour", "with", "one", "twice", "different"]
WORDS += ["or", ",", "(", ")", "/", "-", "1", "2", "4", "7", "9", "14", "19m5z", "odd", "in", "from", "east", "tile"]


# The page


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_of_the_page_matches_its_hand(name: str) -> None:
    row, held = EXAMPLES[name]
    found = matcher(row, Seat.SOUTH, Seat.SOUTH)
    prepared = prepare(held)
    assert found.is_complete(prepared)
    assert found.tiles_missing(prepared) == 0


def test_the_page_has_forty_seven_hands() -> None:
    assert [len(table) for table in HANDS] == [6, 2, 2, 47]
    assert [len(table) for table in (WRONG, IMPOSSIBLE)] == [6, 9]


def test_the_layouts_of_the_page_cost_no_more_than_it_says() -> None:
    assert sum(matcher(row).compiled.cost for row, _ in EXAMPLES.values()) < 5000


@pytest.mark.parametrize(("written", "says", "suggestion"), WRONG)
def test_an_unreadable_layout_of_the_page_is_refused_at_its_position(written: str, says: str, suggestion: str) -> None:
    parts, (fault,) = parse(written.strip("`"))
    assert not parts
    assert (fault.suggestion or "none") == suggestion.strip("`")
    assert english(fault.message_key, fault.facts) == says
    assert f"position {fault.facts['position']}" in says


@pytest.mark.parametrize(("layout", "says"), IMPOSSIBLE)
def test_an_impossible_layout_of_the_page_is_refused(layout: str, says: str) -> None:
    form, (fault,), _ = checked(LayoutSpec(**layout_in(layout)))
    assert form is None
    assert (fault.code, english(fault.message_key, fault.facts)) == ("impossible-layout", says)


# Parsing


@pytest.mark.parametrize(
    ("text", "place", "meant"),
    [
        ("", 1, None),
        ("pair of a,, pung", 11, None),
        ("pair of a pung", 11, None),
        ("pair of d", 9, None),
        ("pungs of bambo", 10, "bamboo"),
        ("wnds", 1, "wind"),
        ("pung of a wind", 11, None),
        ("1-9", 4, None),
        ("9-1 of a", 3, None),
        ("10 of a", 1, None),
        ("3-2 pairs", 3, None),
        ("0 pairs", 1, None),
        ("15 pairs", 1, None),
        ("n of a", 1, "tile of n"),
        ("any pair", 1, "pair of any"),
        ("pair of, pung", 8, None),
        ("tile each", 10, None),
        ("run of 3 of", 12, None),
        ("1-9 of a with one", 18, None),
        ("(pair of a", 11, None),
        ("pair of a)", 10, None),
        ("(((((pair)))))", 5, None),
        ("pair of own", 12, None),
        ("run of 14 of a", 8, "1/4"),
        ("run of 10 of a", 8, None),
        ("run of \u0663 of a", 8, None),  # an Arabic three
        ("run of 4 from odd of a", 15, None),
        ("0m", 1, None),
        ("pair; pung", 5, None),
        ("d in 2-8", 1, None),
        ("a in 2-8", 6, None),
        ("pung of red", 9, "red dragon"),
        ("mixed pung", 7, None),
        ("pung of honour, pair of wind or dragon", 33, "pair of wind/dragon"),
        ("pair of a or b", 14, "pair of a/b"),
        ("pair of 1 or 9 a", 14, "pair of 1/9 a"),
        ("pung or dragon", 9, "pung of dragon"),
        ("run of 4 of a or b", 18, "run of 4 of a/b"),
        ("chow or pung of a", 6, "chow of a or pung of a"),
        ("4 chows or pungs of a", 9, "4 sets of a"),
        ("2 pairs or pungs of a", 9, None),
        ("a in circles or bamboo, 7 pairs of a", 14, "/"),
        ("7 pairs and chow", 9, ","),
        ("four pungs", 1, "4"),
        ("pair von a", 6, "of"),
        ("fünf pairs", 1, "5"),
        ("oder", 1, "or"),
        ("triplets of a", 1, "pung"),
        ("cheese", 1, None),
        ("4 (pung or chow), pair", 1, "(pung or chow), (pung or chow), (pung or chow), (pung or chow)"),
        ("3 (pair or (tile, tile of a)), 8 tiles", 1, ", ".join(["(pair or (tile, tile of a))"] * 3)),
        ("3-4 (pung or chow), pair", 1, None),
        ("2 different (pair or pung)", 1, None),
        ("different (pair or pung), pair", 1, None),
        ("15 (pair)", 1, None),
        (f"14 ({' or '.join(['pung'] * 5)})", 1, None),
    ],
)
def test_an_unreadable_layout_is_refused_at_its_position(text: str, place: int, meant: str | None) -> None:
    parts, (fault,) = parse(text)
    assert not parts
    assert (fault.code, fault.facts["position"], fault.suggestion) == ("unreadable-layout", place, meant)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("and und en", ","),
        ("von van aus", "of"),
        ("ones eins", "1"),
        ("four vier", "4"),
        ("eight acht", "8"),
        ("both jede", "each"),
        ("single stone Steine steen", "tile"),
        ("seat eigener", "own"),
        ("ost oost", "east"),
        ("wit weiß", "white"),
        ("oneven ungerade", "odd"),
        ("pin dots kringen", "circles"),
        ("wan man", "characters"),
        ("pong pnugs", "pung"),
        ("diferent verschiedene", "different"),
        ("not none nor once ohne geen een eleven tien least last wild wine king no without heads blume off find", None),
    ],
)
def test_words_that_are_none_suggest_what_they_mean_and_nothing_else(words: str, meant: str | None) -> None:
    suggested = {word: parse(word)[1][0].suggestion for word in words.split()}
    assert suggested == dict.fromkeys(words.split(), meant)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Pungs or Kongs of Circles + PAIR", "p/k of circles, pair"),
        ("7 knitted pairs of a / b", "7 mixed pairs of a/b"),
        ("1 pair of every wind", "pair of each wind"),
        ("9871 of a", "1789 of a"),
        ("1111 bamboos", "1111 of bamboo"),
        ("１-９ of A， ５ tiles\xa0of honour", "1-9 of a, 5 tiles of honour"),
        ("１９ｍ, （Pair or pung）, ９ ｔｉｌｅｓ", "19m, (pair or pung), 9 tiles"),
        ("5 different honors", "5 different tiles of honour"),
        ("each wind with one of each twice", "each wind with one twice"),
        ("pair of 1/9 any suit/honour", "pair of 1/9/honour"),
    ],
)
def test_other_spellings_are_read_as_the_plain_one(text: str, plain: str) -> None:
    assert write(parse(text)[0]) == plain


def test_each_item_reports_its_own_fault() -> None:
    parts, faults = parse("1-9 of a, pug of a, (pair of q, chow), pair of wind or dragon; 3 pairs")
    assert not parts
    assert [(fault.facts["position"], fault.suggestion) for fault in faults] == [(11, "pung"), (30, None), (62, None)]


@pytest.mark.parametrize(
    "text",
    [
        "tile of wind or dragon",
        "wind or dragon",
        "pair of wind or pair of dragon",
        "pung of a or chow",
        "pung or kong of a",
        "pair of wind or each dragon",
        "pair of a or 99 of b",
        "(chow, pair) or pung of a",
    ],
)
def test_alternatives_that_say_what_they_are_can_be_read(text: str) -> None:
    assert not parse(text)[1]


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_words_parse_to_the_same_when_written_or_are_refused_at_a_position(words: list[str]) -> None:
    text = " ".join(words)
    parts, faults = parse(text)
    if faults:
        assert 1 <= int(str(faults[0].facts["position"])) <= len(text) + 1
    else:
        assert parse(write(parts)) == (parts, [])


@given(st.randoms(use_true_random=False))
def test_a_random_layout_parses_to_the_same_when_written(rng: random.Random) -> None:
    parts, faults = parse(random_layouts.layout(rng))
    if not faults:
        written = write(parts)
        assert len(written) > MAX_CHARACTERS or parse(written) == (parts, [])


def test_random_layouts_parse_to_the_same_when_written() -> None:
    rng, met = random.Random("written"), 0
    for _ in range(amount(1_000, 20_000)):
        parts, faults = parse(random_layouts.hostile(rng))
        written = write(parts)
        if not faults and len(written) <= MAX_CHARACTERS:
            met += 1
            assert parse(written) == (parts, []), written
    assert met > amount(400, 8_000)


def test_a_misspelt_word_is_compared_with_words_of_its_first_letter_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many misspelt layouts cost no more than a deal: the words compared are counted, not the time."""
    compared = 0

    def counted(word: str, known: list[str], *more: Any) -> list[str]:
        nonlocal compared
        compared += len(known)
        return get_close_matches(word, known, *more)

    monkeypatch.setattr(grammar, "get_close_matches", counted)
    words = "pxng txle cxow sxit pxir rxn hxnour wxnd dxagon"
    _, faults = parse(" ".join([words] * 6)[:MAX_CHARACTERS])
    assert [fault.suggestion for fault in faults[:5]] == ["pung", "tile", "chow", "suit", "pair"]
    assert compared <= 12 * len(faults)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("2 tiles of each wind, 6 tiles of a", "2 tiles of each wind, 6 tiles of a"),
        ("2 each wind, 6 a", "2 tiles of each wind, 6 of a"),
        ("2 pungs or 1 kong, pair", "2 pungs or 1 kong, pair"),
    ],
)
def test_what_was_written_so_that_it_was_read_as_something_else(text: str, plain: str) -> None:
    assert write(parse(text)[0]) == plain
    assert parse(plain) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "2 tiles of each wind, 6 tiles of a",
        ", ".join(f"own wind/{number} a, round wind/{number} a" for number in range(1, 8)),
    ],
)
def test_a_layout_is_never_read_from_its_standard_form(text: str) -> None:
    found = checked(LayoutSpec(text))
    assert found.compiled or "cost" in str(found.faults)
    read = parsed(LayoutSpec(text)).read
    assert read is not None
    assert len(read.written.tiles) <= MAX_CHARACTERS
    assert parsed(read.written).read == read


@given(st.text(max_size=40))
def test_any_text_gives_either_parts_or_faults(text: str) -> None:
    parts, faults = parse(text)
    assert bool(parts) != bool(faults)


@pytest.mark.parametrize("text", ["pair", "pung/kong", "1/9", "p/k/set", "2-8 circles/honour", "run"])
def test_what_the_winning_tile_must_complete_parses_when_written(text: str) -> None:
    completes, faults = parse_completes(text)
    assert not faults
    assert write_completes(completes) == text


@pytest.mark.parametrize(
    "text", ["pair of a", "", "pug", "pair, pung", "1 a", "odd n", "9 of each suit", "pair or pung"]
)
def test_what_no_winning_tile_completes_is_refused(text: str) -> None:
    assert parse_completes(text)[1]


# Impossible and costly layouts


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("14 pairs", "more than 14 tiles"),
        ("4 different pungs, pair", "only tiles and pairs"),
        ("4 pungs, pair, a in circles", "'a' is limited"),
        ("4 pungs with one twice, tile", "only tiles that are all listed"),
        ("run of 8 from 3 of a, 3 pairs", "a hand is 14"),
        ("5 pungs of wind", "more than 14 tiles"),
        ("4 pungs of wind, pair of wind", "more than 4 of a tile"),
    ],
)
def test_an_impossible_layout_is_refused(text: str, says: str) -> None:
    form, (fault,) = compile_layout(layout_of({"tiles": text}), Seat.EAST, Seat.EAST)
    assert form is None
    assert fault.code == "impossible-layout"
    assert says in english(fault.message_key, fault.facts)


ALTERNATIVE = "no hand of 14 tiles has"
BRACKETED = "1-9 of a, (p/k of wind, pair of dragon) or (p/k of dragon, pair of wind)"
IN_VAIN = "no winning tile can be"


@pytest.mark.parametrize(
    ("layout", "member", "says", "meant"),
    [
        ({"tiles": "1-9 of a, p/k of honour, pair of wind or pung of dragon"}, "tiles", f"{ALTERNATIVE} 'pung", None),
        ({"tiles": "1-9 of a, p/k of wind, pair of dragon or p/k of dragon, pair of wind"}, "tiles", "more than 14",
         BRACKETED),
        ({"tiles": "1-9 of a, 3 tiles of honour or pung of wind, pair of wind or 5 tiles of honour"}, "tiles",
         f"{ALTERNATIVE} '5 tiles of honour'",
         "1-9 of a, (3 tiles of honour or pung of wind, pair of wind) or 5 tiles of honour"),
        ({"tiles": "1-8/2-8 of a, 6 tiles of honour"}, "tiles", f"{ALTERNATIVE} '2-8 of a'", None),
        ({"tiles": "1111 of a or 11111 of a, 5 pairs of b"}, "tiles", f"{ALTERNATIVE} '11111 of a'", None),
        ({"tiles": "4 pungs, (pair or (tile, tile of 1) or tile)"}, "tiles", f"{ALTERNATIVE} 'tile'", None),
        ({"tiles": "7 pairs", "winning": "pung"}, "winning", IN_VAIN, None),
        ({"tiles": "7 pairs", "claimed": "pung"}, "claimed", IN_VAIN, None),
        ({"tiles": "4 kongs, pair", "winning": "kong"}, "winning", IN_VAIN, None),
        ({"tiles": "4 sets of a, pair of a", "winning": "wind"}, "winning", IN_VAIN, None),
        ({"tiles": "7 pairs or (4 pungs, pair)", "winning": "pung"}, "tiles", "can complete a hand that has", None),
    ],
    ids=lambda value: str(value)[:50],
)  # fmt: skip
def test_what_a_layout_says_in_vain_is_refused(
    layout: dict[str, Any], member: str, says: str, meant: str | None
) -> None:
    compiled, (fault,), _ = checked(LayoutSpec(**layout))
    assert compiled is None
    assert (fault.code, fault.path, fault.suggestion) == ("impossible-layout", (member,), meant)
    assert says in english(fault.message_key, fault.facts)
    if meant:
        assert checked(LayoutSpec(meant)).compiled


@pytest.mark.parametrize(
    "layout",
    [
        {"tiles": "1-9 of a, (p/k of wind, pair of dragon) or (p/k of dragon, pair of wind)"},
        {"tiles": "(pung of own wind, pung of round wind, 2 chows) or 4 chows, pair"},
        {"tiles": "pung of east or pung of own wind, 3 chows, pair"},
        {"tiles": "7 pairs or (4 pungs, pair)", "winning": "pair"},
        {"tiles": "1112345678999 of a, tile of a", "winning": "tile", "claimed": "1/9"},
        {"tiles": "4 p/k, pair", "winning": "pung"},
    ],
    ids=lambda value: str(value)[:50],
)
def test_a_layout_whose_every_alternative_is_a_hand_is_accepted(layout: dict[str, Any]) -> None:
    assert not checked(LayoutSpec(**layout)).faults


@pytest.mark.parametrize(
    "text",
    [
        "run of 2 from n of a, run of 2 from m of b, chow of 1-4 c or chow of 2-5 c, 7 different tiles of honour",
        "0-9 pairs of a, 0-9 pairs of b, 0-9 pairs of c, 0-9 pairs of wind, 0-9 pairs of dragon",
        "3 mixed chows, 2 mixed pairs, tile",
    ],
)
def test_a_layout_that_costs_too_much_is_refused(text: str) -> None:
    form, (fault,) = compile_layout(layout_of({"tiles": text}), Seat.EAST, Seat.EAST)
    assert form is None
    assert fault.code == "layout-too-costly"
    assert "at most" in english(fault.message_key, fault.facts)


def test_a_layout_that_costs_too_much_in_one_seat_only_is_refused() -> None:
    text = ", ".join(f"own wind/{number}, round wind/{number}" for number in range(1, 8))
    layout = layout_of({"tiles": text})
    assert compile_layout(layout, Seat.EAST, Seat.EAST)[0]
    assert compile_layout(layout, Seat.SOUTH, Seat.EAST)[0] is None
    compiled, (fault,), _ = checked(LayoutSpec(text))
    assert compiled is None
    assert (fault.code, fault.path) == ("layout-too-costly", ("tiles",))


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ("7 pairs", 8),
        ("4 pungs, pair", 5 * 2),
        ("4 sets, pair", 35 * 2),
        ("7 mixed pairs", 120),
        ("4 mixed triples, mixed pair", 35 * 4),
        ("4 mixed chows, mixed pair", 2380 * 4),
    ],
)
def test_a_layout_costs_the_ways_in_which_its_groups_may_be_empty_begun_or_full(text: str, cost: int) -> None:
    assert matcher({"tiles": text}).compiled.cost == cost


def test_the_layouts_of_house_rules_are_bounded_together() -> None:
    forms = {f"house:{number}": matcher({"tiles": "7 pairs"}).compiled for number in range(MAX_LAYOUTS + 1)}
    assert [fault.sentence for fault in too_many(forms)] == ["number"]
    del forms["house:0"]
    assert not too_many(forms)
    costly = [
        matcher({"tiles": f"4 mixed chows, {pair}"}).compiled
        for pair in ("pair", "mixed pair", "pair of any", "pair of 1-9")
    ]
    (fault,) = too_many(dict(zip("abcd", costly, strict=True)))
    assert (fault.sentence, fault.facts["dearest"]) == ("steps", "b")
    assert fault.facts["steps"] == costly[1].cost > costly[0].cost
    assert not too_many({each.name: matcher(each.row).compiled for each in special_hands() if each.book == "western"})


def test_each_plan_has_fourteen_tiles_that_can_be_divided() -> None:
    for each in special_hands():
        for plan in matcher(each.row).compiled.plans:
            assert len(plan.fixed) + sum(slot.size * times for slot, times in plan.slots) == COMPLETE_TILES
            assert compiling.is_possible(plan, Steps())
