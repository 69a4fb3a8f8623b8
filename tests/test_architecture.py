"""Rules about imports: the layers of the service, the modules of the domain, libraries, and support code."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.rulebook.model import MEMBERS
from pung_chow_settlement.rulebooks import ALL

ROOT = Path(__file__).parents[1]
DOMAIN = "pung_chow_settlement.domain"
RULEBOOK = "pung_chow_settlement.domain.rulebook"
CLAUSES = "pung_chow_settlement.domain.clauses"
HTTP_LIBRARIES = ("flask", "werkzeug", "gunicorn", "http", "wsgiref")
OF_DOMAIN_TESTS = {"domain", "requests", "rulebooks", "texts"}
"""Packages that tests/domain imports."""
STAGES = {"score_winner", "score_other", "score_counted", "judge", "settle"}
"""Functions that only the pipeline calls, with exceptions."""

CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "setdefault", "update"}
"""Methods that change a list, a set or a mapping."""
DECLARING = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.ClassDef)
"""Statements that a module may consist of, beside texts."""
OF_THE_PROCESS = {"logs", "readiness"}
"""Modules with what a process has once: its log's channels, whether it drains."""


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT / "service").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources() -> dict[str, str]:
    """The code of every module of the service, by its name."""
    return {name_of(path): path.read_text() for path in modules("service")}


@cache
def imports(code: str) -> tuple[tuple[str, str], ...]:
    """Module and name of every import of a module, also of late ones and of those for types only."""
    return tuple(_imports(code))


def _imports(code: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written in full"
            yield from ((node.module or "", alias.name) for alias in node.names)


def is_in(module: str, within: str) -> bool:
    return f"{module}.".startswith(f"{within}.")


def test_every_import_is_one_of_those_that_imports_toml_allows() -> None:
    """In a process of its own: it configures logging anew."""
    command = [f"{Path(sys.executable).parent}/lint-imports", "--no-cache", "--no-logo", "--config=tests/imports.toml"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_support_and_tools_import_no_tests() -> None:
    """They use `tests.support` alone, and support no tools."""
    used = {
        (folder, module)
        for folder in ("tests/support", "tools")
        for path in modules(folder)
        for module, _ in imports(path.read_text())
        if is_in(module, "tests") or (folder == "tests/support" and is_in(module, "tools"))
    }
    assert {module for _, module in used if not is_in(module, "tests.support")} == set()


def test_domain_tests_use_the_domain_its_rulebooks_texts_and_the_reader_of_requests_only() -> None:
    """They build the domain's records or read them from requests; responses and HTTP are tested in tests/api."""
    used = {(path.stem, module) for path in modules("tests/domain") for module, _ in imports(path.read_text())}
    forbidden_imports = [
        f"{test} -> {module}"
        for test, module in used
        if module.startswith((*HTTP_LIBRARIES, "pung_chow_settlement", "tests.support.fuzz", "tests.api"))
        and module.removeprefix("pung_chow_settlement.").split(".")[0] not in OF_DOMAIN_TESTS
    ]
    assert forbidden_imports == []


def test_no_module_of_the_domain_is_filled_at_import_or_changed_later() -> None:
    """What a module has stands where it is written; caches are those of `lru_cache`."""
    changed = {f"{name}.{found}" for name, code in sources().items() if is_in(name, DOMAIN) for found in changes(code)}
    assert changed == set()


def test_no_module_changes_what_it_has_but_those_of_the_process() -> None:
    """What a service plays is a value of its application; the process has its log and whether it drains."""
    changed = {(name, found) for name, code in sources().items() for found in changes(code) if found.isidentifier()}
    assert {name for name, _ in changed} == {f"pung_chow_settlement.server.{each}" for each in OF_THE_PROCESS}


def changes(code: str) -> set[str]:
    """The lists, sets and mappings of a module that its code changes, and what it does when it is imported."""
    module = ast.parse(code)
    assigned = [target for each in module.body for target in _targets(each)]
    own = {target.id for target in assigned if isinstance(target, ast.Name)}
    called = [each for each in ast.walk(module) if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)]
    at = [each.func.value for each in called if isinstance(each.func, ast.Attribute) and each.func.attr in CHANGING]
    items = [target for each in ast.walk(module) for target in _targets(each) if isinstance(target, ast.Subscript)]
    changed = [each for each in (*at, *[item.value for item in items]) if isinstance(each, ast.Name)]
    run = [each for each in module.body if not (isinstance(each, DECLARING) or _is_text(each))]
    return {each.id for each in changed if each.id in own} | {ast.unparse(each) for each in run}


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _targets(statement: ast.AST) -> list[ast.expr]:
    if isinstance(statement, ast.AnnAssign | ast.AugAssign):
        return [statement.target]
    return statement.targets if isinstance(statement, ast.Assign | ast.Delete) else []


def test_the_domain_imports_only_the_standard_library() -> None:
    used = {
        module.split(".")[0] for name, code in sources().items() if is_in(name, DOMAIN) for module, _ in imports(code)
    }
    assert used - {"pung_chow_settlement"} <= sys.stdlib_module_names


def test_only_the_pipeline_calls_the_stages() -> None:
    """And the danger, for the discarder's score; and legality, for a minimum of points."""
    allowed = {
        f"{DOMAIN}.pipeline": STAGES,
        f"{DOMAIN}.danger": {"score_other"},
        f"{DOMAIN}.legality.complete": {"score_winner"},
    }
    calls = {
        name: {called for module, called in imports(code) if module.startswith(DOMAIN)} & STAGES
        for name, code in sources().items()
    }
    assert {name: called for name, called in calls.items() if not called <= allowed.get(name, set())} == {}


def is_engine(name: str) -> bool:
    """True if a module belongs to the engine of rulebooks; a condition may have the id of a rule."""
    return is_in(name, RULEBOOK) or is_in(name, CLAUSES)


def test_no_code_outside_the_engine_names_a_rule() -> None:
    """The rulebooks and their engine may."""
    ids = {rule.id for rulebook in ALL for rule in rulebook.rules if "-" in rule.id} - set(WinSource)
    code_of = {name: code for name, code in sources().items() if is_in(name, DOMAIN) and not is_engine(name)}
    named = {name: ids & set(texts(code)) for name, code in code_of.items()}
    assert {name: rules for name, rules in named.items() if rules} == {}


def test_every_member_of_a_rulebook_is_a_field_of_its_record() -> None:
    assert {record.__name__: [*members] for record, members in MEMBERS.items()} == {
        record.__name__: [field.name for field in fields(record) if field.name in members]
        for record, members in MEMBERS.items()
    }


def test_one_module_reads_yaml() -> None:
    of_yaml = {module: {name for of, name in imports(code) if of == "yaml"} for module, code in sources().items()}
    readers = {module for module, names in of_yaml.items() if names - {"YAMLError"}}
    assert readers == {"pung_chow_settlement.schemas.yaml_files"}


def texts(code: str) -> Iterator[str]:
    """Every string constant in some code."""
    constants = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return (text for text in constants if isinstance(text, str))
