"""tools/case_lines.py: long lines are broken, and what a file says stays the same."""

import pytest
import yaml

from tools.case_lines import FITS, LONG, written

HAND = "{concealed: 22233366688s, exposed: [111s], bonus: 1234f1234y}"
PILES = "{east: [1m, 2m, 3m, 4m, 5m], south: [1s, 2s, 3s, 4s, 5s], west: [1p, 2p, 3p], north: [E, S, W, N]}"
LONG_LINES = {
    "a member for each line": (
        f"    body: {{seat: east, round_wind: east, hand: {HAND}, "
        "win: {source: discard, tile: 8s, last_discard: true}, dealt: true, again: false}\n",
        "    body: {\n"
        "      seat: east,\n"
        "      round_wind: east,\n"
        f"      hand: {HAND},\n"
        "      win: {source: discard, tile: 8s, last_discard: true},\n"
        "      dealt: true,\n"
        "      again: false}\n",
    ),
    "in an item of a list, and a part that is too long itself": (
        f"  - body: {{hands: {{east: {HAND}, south: {HAND}}}, discards: {PILES}, winner: east}}\n",
        "  - body: {\n"
        "      hands: {\n"
        f"        east: {HAND},\n"
        f"        south: {HAND}}},\n"
        f"      discards: {PILES},\n"
        "      winner: east}\n",
    ),
    "brackets and commas within quotes": (
        f"  expect: {{/title: 'a, [b] and {{c}}', /text: \"it's, one\", /don't: 1, /first: {HAND}, /second: {HAND}}}\n",
        "  expect: {\n"
        "    /title: 'a, [b] and {c}',\n"
        '    /text: "it\'s, one",\n'
        "    /don't: 1,\n"
        f"    /first: {HAND},\n"
        f"    /second: {HAND}}}\n",
    ),
}


@pytest.mark.parametrize(("text", "expected"), LONG_LINES.values(), ids=LONG_LINES)
def test_a_long_line_is_broken_into_its_members(text: str, expected: str) -> None:
    assert len(text) > LONG
    assert written(text) == expected
    assert max(map(len, expected.splitlines())) <= FITS
    assert yaml.safe_load(expected) == yaml.safe_load(text)
    assert written(expected) == expected, "once is enough"


@pytest.mark.parametrize(
    "text",
    [
        f"body: {{hand: {HAND}}}\n",
        f"# {'a comment, [of] many words ' * 8}\n",
        f"name: {'a long text without brackets ' * 8}\n",
        f"body: [1, 2, 3] {'# and a comment ' * 12}\n",
        f"body: {{open: [{'1, ' * 60}\n",
    ],
    ids=["short", "a comment", "a text", "a collection with a comment", "a collection that goes on"],
)
def test_other_lines_stay_as_they_are(text: str) -> None:
    assert written(text) == text
