"""Imports within the page run in one direction: i18n, model, storage, router, api, components, screens."""

import re
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "web" / "src"
ORDER = ["i18n", "model", "storage", "router.ts", "api", "components", "screens", "app.tsx", "main.tsx"]
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
        ("model/hand.ts", "import { x } from '../api/request.ts';", "model/hand.ts -> api/request.ts"),
        ("model/tiles.ts", "import { x } from './hand.ts';", "cycle: "),
        ("components/name.tsx", "import '../app.tsx';", "components/name.tsx -> app.tsx"),
    ],
)
def test_the_check_finds_a_forbidden_import(file: str, line: str, result: str) -> None:
    sources = _read()
    found = forbidden_imports({**sources, file: f"{line}\n{sources[file]}"})
    assert any(each.startswith(result) for each in found), found


def test_only_the_api_layer_imports_the_client() -> None:
    knowing = {name for name, text in _read().items() if "'pung-chow-client'" in text}
    names = ("adapter", "faults", "request", "rule-adapter")
    assert knowing == {f"api/{name}.ts" for name in names}
