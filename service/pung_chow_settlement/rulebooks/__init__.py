"""The rulebooks that a service plays: the built-in ones, one YAML file each, and those that are added to them.

The files are read once, at import; `index.yaml` lists them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pung_chow_settlement.domain.rulebook.check import check
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.schemas.rulebook_files import filled_in, rulebook
from pung_chow_settlement.schemas.yaml_files import read_yaml

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, eq=False)
class Rulebooks:
    """Rulebooks as a value, which every operation takes: it does not change, and another one does not affect it."""

    by_id: Mapping[str, PlayableRulebook]
    """Each with its compiled forms."""
    library: Library
    """What house rules can use of them."""
    files: Mapping[str, Any]
    """The parsed files by rulebook; entries of an operator's file can refer to them."""

    def plus(self, rulebook: Rulebook, file: Any = None) -> "Rulebooks":
        """These and one more, at the end; `file` is what it was parsed from, if that can be referred to."""
        library = self.library.plus(rulebook)
        files = self.files if file is None else {**self.files, rulebook.id: file}
        return Rulebooks({**self.by_id, rulebook.id: _playable(rulebook, library)}, library, files)


def _playable(rulebook: Rulebook, library: Library) -> PlayableRulebook:
    """A rulebook with its default form compiled, before the workers part, so that they share it."""
    playable = PlayableRulebook(rulebook, library.candidates)
    playable.default.digest  # noqa: B018 - compiled, and the digest made, on first use
    return playable


def _read(name: str) -> Any:
    return read_yaml((FOLDER / f"{name}.yaml").read_bytes())


def _read_all() -> dict[str, Any]:
    """Every file, with shared entries filled in from `common.yaml` and the files before it."""
    files = {"common": _read("common")}
    for name in _read("index"):
        files[name] = filled_in(_read(name), files)
    return files


def _built_in() -> Rulebooks:
    files = _read_all()
    rulebooks = [rulebook(file) for name, file in files.items() if name != "common"]
    for each in rulebooks:
        check(each)
    library = Library(rulebooks)
    return Rulebooks({each.id: _playable(each, library) for each in rulebooks}, library, files)


SCHEMA: Final = (FOLDER / "rulebook.schema.json").read_bytes()
"""The JSON Schema of a file; each file refers to it for editors."""
BUILT_IN: Final = _built_in()
ALL: Final = tuple(BUILT_IN.library.rulebooks.values())
"""The built-in rulebooks as data."""
