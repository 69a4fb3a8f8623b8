"""The rulebooks, one YAML file each, read once when the service starts. `ORDER` is the one place that lists them."""

from pathlib import Path
from typing import Any, Final

import yaml

from service.domain.rulebook.check import check
from service.domain.rulebook.compiled_rulebook import RulebookCache
from service.domain.rulebook.library import Library
from service.domain.rulebook.model import Rulebook
from service.rulebooks.files import filled_in, rulebook

ORDER: Final = (
    "harr-1922",
    "harr-1922-limit",
    "harr-1923",
    "harr-1923-limit",
    "pamphlet",
    "millington",
    "bmja",
    "dmjl",
)
"""The rulebooks as they are listed; a file may share what one before it has, and what `common.yaml` has."""
FOLDER: Final = Path(__file__).parent
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C, where PyYAML has it, takes a tenth of the time."""


def _read(name: str) -> dict[str, Any]:
    value: dict[str, Any] = yaml.load((FOLDER / f"{name}.yaml").read_bytes(), _LOADER)  # noqa: S506 - both are safe
    return value


def _read_all() -> tuple[Rulebook, ...]:
    files = {"common": _read("common")}
    for name in ORDER:
        files[name] = filled_in(_read(name), files)
    return tuple([rulebook(files[name]) for name in ORDER])


ALL: Final[tuple[Rulebook, ...]] = _read_all()
for _rulebook in ALL:
    check(_rulebook)
LIBRARY: Final[Library] = Library(ALL)
"""What house rules may take a rule from."""
BY_ID: Final[dict[str, RulebookCache]] = {each.id: RulebookCache(each, LIBRARY.candidates) for each in ALL}
"""The rulebooks, ready to be played, by id."""
for _cached in BY_ID.values():
    assert _cached.plain, "compiled before the workers part, so that they share it"
