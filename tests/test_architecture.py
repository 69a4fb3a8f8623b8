"""Rules about imports: the layers of the service, the modules of the domain, libraries, and support code."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.rulebook.model import MEMBERS, Rulebook, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong
from pung_chow_settlement.domain.rulebook.rules import ScoringRule
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementSources, SettlementTerms
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
OF_RECORDS = {"rules", "settlement_terms", "penalties", "model"}
"""Modules of the rulebook with tables of members."""
BOUNDS = re.compile(r"\b_?(?:MOST|FEWEST|LONGEST|SHORTEST)_[A-Z_]+")
"""Names of bounds in words that no other program has for them."""
OF_THE_PROCESS = {"logs", "readiness"}
"""Modules with what a process has once: its log's channels, whether it drains."""
OF_SCORES = {"points", "doubles", "added", "score", "waiting"}
"""Columns of rules that scores have too."""


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


def test_no_function_of_the_domain_takes_more_than_five_arguments() -> None:
    assert [found for name, code in sources().items() if is_in(name, DOMAIN) for found in taking_many(code)] == []


def taking_many(code: str, most: int = 5) -> list[str]:
    """The functions with more arguments than that, besides `self` or `cls`."""
    found = []
    for each in ast.walk(ast.parse(code)):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [one.arg for one in (*each.args.posonlyargs, *each.args.args, *each.args.kwonlyargs)]
            if len([name for name in names if name not in ("self", "cls")]) > most:
                found.append(each.name)
    return found


def test_a_function_with_six_arguments_is_found() -> None:
    of_five, of_six = "def fits(self, a, b, c, *, d, e): ...", "def takes_many(a, b, c, d, *, e, f): ..."
    assert taking_many(f"{of_five}\n{of_six}") == ["takes_many"]


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


def test_a_registry_that_is_filled_at_import_is_found() -> None:
    by_loop = "BY_ID = {}\nfor each in ALL:\n    BY_ID[each.id] = each"
    by_decorator = "KNOWN = {}\ndef known(cls):\n    KNOWN[cls.id] = cls\n    return cls"
    by_method = "SEEN = []\ndef see(one):\n    SEEN.append(one)"
    assert changes(by_loop) == {"BY_ID", by_loop.removeprefix("BY_ID = {}\n")}
    assert (changes(by_decorator), changes(by_method)) == ({"KNOWN"}, {"SEEN"})
    assert changes("BY_ID = {each.id: each for each in ALL}\ndef of(one):\n    return BY_ID[one]") == set()


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


def test_no_list_outside_the_declaration_names_the_columns_of_a_rulebook() -> None:
    """What a member is called, and how it is compared, digested and read, stands in the table below its record."""
    declared = {
        **members_of(SettlementTerms),
        **members_of(ScoringRule),
        **members_of(FalseMahjong),
        **members_of(Rulebook),
    }
    rows = {each.name for each in fields(SettlementSources)}
    names = {name for column, each in declared.items() for name in (column, *each.path)} - OF_SCORES - rows
    lists = {
        f"{module}:{line}": names & listed
        for module, code in sources().items()
        if module.removeprefix(f"{RULEBOOK}.") not in OF_RECORDS
        for line, listed in listed_in(code)
    }
    assert {place: found for place, found in lists.items() if len(found) > 2} == {}
    assert list(listed_in('x = {"replaces": 1, **more}\ny = ("bonus", z)')) == [(1, {"replaces"}), (2, {"bonus"})]


def test_no_class_name_means_two_things() -> None:
    """But `Meta`, which is marshmallow's word."""
    named = Counter(name for code in sources().values() for name in class_names(code))
    assert [name for name, times in named.items() if times > 1 and name != "Meta"] == []
    assert list(class_names("class A:\n    class B: ...\nA = 1")) == ["A", "B"]


def class_names(code: str) -> Iterator[str]:
    """The names of the classes in some code."""
    return (node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.ClassDef))


def test_bounds_are_called_max_and_min() -> None:
    found = {module: BOUNDS.findall(code) for module, code in sources().items()}
    assert {module: names for module, names in found.items() if names} == {}
    assert BOUNDS.findall("_MOST_ROWS + FEWEST_ROWS + MAX_ROWS + UTMOST_CARE") == ["_MOST_ROWS", "FEWEST_ROWS"]


def test_every_member_of_a_rulebook_is_a_field_of_its_record() -> None:
    assert {record.__name__: [*members] for record, members in MEMBERS.items()} == {
        record.__name__: [each.name for each in fields(record) if each.name in members]
        for record, members in MEMBERS.items()
    }


def test_one_module_reads_yaml() -> None:
    of_yaml = {module: {name for of, name in imports(code) if of == "yaml"} for module, code in sources().items()}
    readers = {module for module, names in of_yaml.items() if names - {"YAMLError"}}
    assert readers == {"pung_chow_settlement.schemas.yaml_files"}


def listed_in(code: str) -> Iterator[tuple[int, set[object]]]:
    """The line and the constants of every tuple, list and set, and of the names of every dictionary."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set, ast.Dict)):
            items = node.keys if isinstance(node, ast.Dict) else node.elts
            yield node.lineno, {each.value for each in items if isinstance(each, ast.Constant)}


def texts(code: str) -> Iterator[str]:
    """Every string constant in some code."""
    constants = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return (text for text in constants if isinstance(text, str))
