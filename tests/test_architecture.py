"""Imports run one way, along the way of a request; the domain knows no library and the tables no HTTP."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOMAIN = "service.domain"
ORDER = [
    "tiles", "seats", "sets", "hand", "deal", "arrange", "distance", "view", "rulebook", "legality", "scoring",
    "danger", "settlement", "penalties", "sitting", "pipeline",
]  # fmt: skip
"""Each room of the domain imports only from those before it."""
STAGES = {"score_winner", "score_other", "judge", "settle"}
"""What only the pipeline calls (and the danger, which asks what the discarder's hand would have scored)."""


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


def room(module: str) -> str:
    return module.removeprefix(DOMAIN + ".").split(".")[0]


@pytest.mark.parametrize("path", modules("service/domain"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_domain_imports_the_standard_library_and_earlier_rooms_only(path: Path) -> None:
    own = room(".".join(path.relative_to(ROOT).with_suffix("").parts))
    for module, _ in imports(path):
        if module.startswith(DOMAIN + "."):
            assert room(module) == own or ORDER.index(room(module)) < ORDER.index(own), module
        else:
            assert module.split(".")[0] in sys.stdlib_module_names, module


@pytest.mark.parametrize("path", modules("service"), ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_pipeline_calls_the_stages(path: Path) -> None:
    called = {name for module, name in imports(path) if module.startswith(DOMAIN)} & STAGES
    allowed = {"pipeline.py": STAGES, "danger.py": {"score_other"}}.get(path.name, set())
    assert called <= allowed


@pytest.mark.parametrize("path", modules("service/domain"), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_code_outside_the_tables_names_a_rule(path: Path) -> None:
    from service.domain.rulebook import ALL

    if path.parent.name == "rulebook" and path.name != "finders.py":
        return
    ids = {rule.id for rulebook in ALL for rule in rulebook.rules if "-" in rule.id}
    shapes = {"thirteen-heads"}
    texts = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
    assert not (ids - shapes) & {text for text in texts if isinstance(text, str)}
