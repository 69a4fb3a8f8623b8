"""The rulebooks, one YAML file each, read once when the service starts; `index.yaml` lists them."""

from pathlib import Path
from typing import Any, Final

from pung_chow_settlement.domain.rulebook.check import check
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.schemas.rulebook_files import filled_in, rulebook
from pung_chow_settlement.schemas.yaml_files import read_yaml

FOLDER: Final = Path(__file__).parent


def _read(name: str) -> Any:
    return read_yaml((FOLDER / f"{name}.yaml").read_bytes())


def _read_all() -> dict[str, Any]:
    """Every file, with shared entries filled in from `common.yaml` and the files before it."""
    files = {"common": _read("common")}
    for name in _read("index"):
        files[name] = filled_in(_read(name), files)
    return files


SCHEMA: Final = (FOLDER / "rulebook.schema.json").read_bytes()
"""The JSON Schema of a file; each file refers to it for editors."""
FILES: Final[dict[str, Any]] = _read_all()
"""The parsed files by rulebook; entries of an operator's file can refer to them."""
ALL: Final[tuple[Rulebook, ...]] = tuple([rulebook(file) for name, file in FILES.items() if name != "common"])
LIBRARY: Final[Library] = Library()
"""The rules that house rules may use."""
BY_ID: Final[dict[str, PlayableRulebook]] = {}
"""The rulebooks with their compiled forms, by id."""


def add(rulebook: Rulebook) -> None:
    """Add a rulebook at the end."""
    LIBRARY.add(rulebook)
    cached = BY_ID[rulebook.id] = PlayableRulebook(rulebook, LIBRARY.candidates)
    cached.default  # noqa: B018 - compiled here, before the workers part, so that they share it


for _rulebook in ALL:
    check(_rulebook)
    add(_rulebook)
