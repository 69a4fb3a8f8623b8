"""The pictures of special hands match their layouts."""

import json
import re
from pathlib import Path

import pytest

from pung_chow_settlement.domain.rulebook.rules import layout_of
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.oracle.layout_reader import is_complete
from web.tests.phone import tiles_of

_FILE = Path(__file__).parents[1] / "src" / "model" / "pictures.json"
PICTURES: dict[str, str] = json.loads(_FILE.read_text())
WINDS = range(4)
LAYOUTS = [
    (ruleset, rule.id, rule.concept or rule.id, layout.written.tiles)
    for ruleset, loaded in BUILT_IN.by_id.items()
    for rule in loaded.rulebook.rules
    if (layout := layout_of(rule)) is not None
]


def _matches(picture: str, layout: str) -> bool:
    """True if the picture is the layout for some seat; in more than fourteen tiles, four alike are a kong."""
    tiles = tiles_of(picture)
    kongs = [tile for tile in dict.fromkeys(tiles) if len(tiles) > 14 and tiles.count(tile) == 4]
    concealed = [tile for tile in tiles if tile not in kongs]
    return any(is_complete(layout, concealed, [(kong,) * 4 for kong in kongs], own) for own in WINDS)


@pytest.mark.parametrize(("ruleset", "rule", "concept", "layout"), LAYOUTS)
def test_every_layout_has_a_picture_that_matches(ruleset: str, rule: str, concept: str, layout: str) -> None:
    picture = PICTURES.get(f"{ruleset}/{rule}") or PICTURES[concept]
    assert _matches(picture, layout)


def test_a_picture_of_another_hand_does_not_match() -> None:
    assert not _matches(PICTURES["thirteen-heads"], "7 pairs of a/honour")


def test_no_rulebook_has_a_flower_in_place_of_a_tile() -> None:
    """The page looks for such hands in house rules alone (`bonusInPlace` in web/src/model/house.ts)."""
    pictures = re.compile(r"\bflowers?\b|\bseasons?\b|\b[1-4][fy]\b")
    assert [each for each in LAYOUTS if pictures.search(each[3])] == []
