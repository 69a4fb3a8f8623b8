"""Imports within the page run in one direction: words, model, keep, service, parts, screens."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "web" / "src"
ORDER = ["words", "model", "keep", "service", "parts", "screens", "app.tsx", "main.tsx"]
_IMPORT = re.compile(r"""(?:from|import)[\s(]+['"](\.[^'"]+)['"]""")
Sources = Mapping[str, str]


def _read() -> dict[str, str]:
    return {str(path.relative_to(SOURCES)): path.read_text() for path in SOURCES.rglob("*.ts*")}


def _imports(name: str, text: str) -> Iterator[str]:
    for found in _IMPORT.findall(text):
        target = (SOURCES / name).parent.joinpath(found).resolve().relative_to(SOURCES)
        if target.suffix in {".ts", ".tsx"}:
            yield str(target)


def _layer(name: str) -> int:
    return ORDER.index(name.split("/")[0])


def forbidden_imports(sources: Sources) -> list[str]:
    """Imports of a later layer, and the files of an import cycle if there is one."""
    imports = {name: list(_imports(name, text)) for name, text in sources.items()}
    upwards = [f"{name} -> {to}" for name, found in imports.items() for to in found if _layer(to) > _layer(name)]
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as cycle:
        upwards.append("cycle: " + " -> ".join(cycle.args[1]))
    return upwards


def test_no_import_leads_to_a_later_layer_and_there_is_no_cycle() -> None:
    sources = _read()
    assert len(sources) > 40
    assert forbidden_imports(sources) == []


@pytest.mark.parametrize(
    ("file", "line", "result"),
    [
        ("model/hand.ts", "import { x } from '../service/look.ts';", "model/hand.ts -> service/look.ts"),
        ("model/tiles.ts", "import { x } from './hand.ts';", "cycle: "),
        ("parts/name.tsx", "import '../app.tsx';", "parts/name.tsx -> app.tsx"),
    ],
)
def test_the_check_finds_a_forbidden_import(file: str, line: str, result: str) -> None:
    sources = _read()
    found = forbidden_imports({**sources, file: f"{line}\n{sources[file]}"})
    assert any(each.startswith(result) for each in found), found


def test_only_the_service_layer_imports_the_client() -> None:
    knowing = {name for name, text in _read().items() if "'pung-chow-client'" in text}
    names = ("adapter", "faults", "put", "rule-adapter")
    assert knowing == {f"service/{name}.ts" for name in names}
