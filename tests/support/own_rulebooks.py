"""An operator's own rulebooks: two that change another, and a whole one."""

import re
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
CLUB: Final = """
id: our-club
title: The rules of our club
about: Our members and their guests.
base: harr-1923
rules:
  mah-jong: {points: 10}
  no-chow: null
  house:pure: {find: one-suit, text: Pure, doubles: 1}
settlement: {losers: none}
penalties: {washed-tiles: {by_heads: {10: 20, 11: 30, 12: 40, 13: 50}}}
options: {limit: {default_integer: 500}}
"""
JUNIORS: Final[Json] = {
    "id": "our-juniors",
    "title": "Juniors",
    "base": "our-club",
    "revision": 3,
    "rules": {"mah-jong": {"points": 30}},
}


def whole() -> str:
    """A rulebook without a base: the second one of docs/adding-a-rulebook.md."""
    page = (Path(__file__).parents[2] / "docs" / "adding-a-rulebook.md").read_text()
    return str(re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[1])
