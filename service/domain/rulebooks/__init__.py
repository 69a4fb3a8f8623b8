"""The rulebooks: tables of rules, each row with its source. `ALL` is the one place that lists them."""

from typing import Final

from service.domain.rulebook.check import check
from service.domain.rulebook.compiled_rulebook import RulebookCache
from service.domain.rulebook.library import Library
from service.domain.rulebook.model import Rulebook
from service.domain.rulebooks.bmja import RULEBOOK as BMJA
from service.domain.rulebooks.dmjl import RULEBOOK as DMJL
from service.domain.rulebooks.harr_1922 import RULEBOOK as HARR_1922
from service.domain.rulebooks.harr_1922_limit import RULEBOOK as HARR_1922_LIMIT
from service.domain.rulebooks.harr_1923 import RULEBOOK as HARR_1923
from service.domain.rulebooks.harr_1923_limit import RULEBOOK as HARR_1923_LIMIT
from service.domain.rulebooks.millington import RULEBOOK as MILLINGTON
from service.domain.rulebooks.pamphlet import RULEBOOK as PAMPHLET

ALL: Final[tuple[Rulebook, ...]] = (
    HARR_1922,
    HARR_1922_LIMIT,
    HARR_1923,
    HARR_1923_LIMIT,
    PAMPHLET,
    MILLINGTON,
    BMJA,
    DMJL,
)
for _rulebook in ALL:
    check(_rulebook)
LIBRARY: Final[Library] = Library(ALL)
"""What house rules may take a rule from."""
BY_ID: Final[dict[str, RulebookCache]] = {rulebook.id: RulebookCache(rulebook, LIBRARY.candidates) for rulebook in ALL}
"""The rulebooks, ready to be played, by id."""
for _cached in BY_ID.values():
    assert _cached.plain, "compiled before the workers part, so that they share it"
