"""Imports run one way, along the way of a request; the domain knows no library and the tables no HTTP."""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from service.domain.deal import Source
from service.rulebooks import ALL

ROOT = Path(__file__).parents[1]
DOMAIN = "service.domain"
RULEBOOK = "service.domain.rulebook"
MAY_USE = {
    "domain": set(),
    "problems": set(),
    "messages": set(),
    "texts": {"messages"},
    "rulebooks": {"domain"},
    "requests": {"domain", "rulebooks", "texts"},
    "responses": {"domain", "problems", "rulebooks", "texts"},
    "usecases": {"domain", "requests", "responses", "texts"},
    "api": {"domain", "ops", "problems", "requests", "responses", "rulebooks", "texts", "usecases"},
    "ops": {"problems"},
}
"""The packages of the service, and those that each may import beside itself; ops imports none of the game's."""
PUTS_TOGETHER = {"service", "service.__main__", "service.api.app"}
"""What may import every package."""
OF_DOMAIN = [
    "__init__", "records", "faults", "tiles", "seats", "sets", "hand", "goulash", "deal", "circumstances", "decompose",
    "tiles_missing", "layouts", "shapes", "arrange", "stand_ins", "arranged_hand", "rulebook", "scoring", "counted",
    "explained", "legality", "danger", "settlement", "penalties", "sitting", "pipeline", "waiting",
]  # fmt: skip
"""Each module or package of the domain imports only from those before it."""
OF_RULEBOOK = [
    {"model"}, {"conditions"}, {"more_conditions", "combined"}, {"reasons"},
    {"danger_patterns", "named_conditions", "whole_hands"},
    {"check", "compiled_rulebook"}, {"digests"}, {"library"}, {"settled_by"}, {"amend"}, {"__init__"},
]  # fmt: skip
"""Each module of `rulebook` imports only from the sets before its own."""
HTTP_LIBRARIES = {"flask", "werkzeug", "gunicorn", "http", "wsgiref"}
ONLY_IN = {
    **{library: {"api", "ops"} for library in HTTP_LIBRARIES},
    "environs": {"ops"},
    "flask_swagger_ui": {"api"},
    "flask_cors": {"api"},
    "flask_compress": {"api"},
    "gevent": {"ops"},
    "marshmallow": {"requests"},
    "polib": {"texts"},
    "prometheus_client": {"ops"},
    "pythonjsonlogger": {"ops"},
}
"""Libraries that only some packages import."""
STAGES = {"score_winner", "score_other", "score_counted", "judge", "settle"}
"""What only the pipeline calls (and the danger, which asks what the discarder's hand would have scored)."""

Sources = Mapping[str, str]


def modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources() -> dict[str, str]:
    """The code of every module of the service, by its name."""
    return {name_of(path): path.read_text() for path in modules("service")}


@cache
def imports(code: str) -> tuple[tuple[str, str], ...]:
    """Module and name of everything that a module imports, also late or for its types alone."""
    return tuple(_imports(code))


def _imports(code: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written in full"
            yield from ((node.module or "", alias.name) for alias in node.names)


def arrows(code: str, known: Sources) -> set[str]:
    """The modules of the service that a module imports."""
    found = {f"{module}.{name}" if f"{module}.{name}" in known else module for module, name in imports(code)}
    return {module for module in found if module in known}


def package(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def wrong(code_of: Sources) -> list[str]:
    """Imports of packages and libraries that a package may not use."""
    found = []
    for module, code in code_of.items():
        if module in PUTS_TOGETHER:
            continue
        own = package(module)
        allowed = MAY_USE[own] | {own}
        found += [f"{module} -> {other}" for other in arrows(code, code_of) if package(other) not in allowed]
        libraries = {library.split(".")[0] for library, _ in imports(code)}
        found += [f"{module} -> {library}" for library in libraries if own not in ONLY_IN.get(library, {own})]
    return sorted(found)


def backwards(code_of: Sources, within: str, layers: list[set[str]]) -> list[str]:
    """Every import between parts of a package that does not lead to an earlier layer."""
    layer = {part: number for number, parts in enumerate(layers) for part in parts}
    part = {name: name.removeprefix(within)[1:].split(".")[0] or "__init__" for name in code_of if is_in(name, within)}
    return sorted(
        f"{module} -> {other}"
        for module, own in part.items()
        for other in arrows(code_of[module], code_of) & part.keys()
        if part[other] != own and layer[part[other]] >= layer[own]
    )


def is_in(module: str, within: str) -> bool:
    return f"{module}.".startswith(f"{within}.")


def circle(code_of: Sources) -> list[str]:
    """Modules that import each other in a circle, if any do."""
    try:
        TopologicalSorter({module: arrows(code, code_of) - {module} for module, code in code_of.items()}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_package_uses_only_those_below_it() -> None:
    assert wrong(sources()) == []


def test_support_uses_no_test_script_or_bench_and_these_no_test() -> None:
    """A script that is tested may be imported by tests, and only by them."""
    outside = {"support": {"tests", "scripts", "bench"}, "scripts": {"tests"}, "bench": {"tests", "scripts"}}
    used = {
        folder: {module.split(".")[0] for path in modules(folder) for module, _ in imports(path.read_text())} & others
        for folder, others in outside.items()
    }
    assert not any(used.values()), used


def test_domain_tests_use_the_domain_its_rulebooks_and_texts_only() -> None:
    """They build the domain's records; what reads requests or asks over HTTP is tested in tests/api."""
    used = {(path.stem, module) for path in modules("tests/domain") for module, _ in imports(path.read_text())}
    beyond = [
        f"{test} -> {module}"
        for test, module in used
        if module.startswith((*HTTP_LIBRARIES, "service", "support.fuzz", "tests.api"))
        and not module.startswith(("service.domain", "service.rulebooks", "service.texts"))
    ]
    assert beyond == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(sources()) == []


def test_the_domain_is_built_in_one_direction() -> None:
    assert backwards(sources(), DOMAIN, [{part} for part in OF_DOMAIN]) == []


def test_the_rulebooks_are_built_upon_their_columns_and_the_catalogue() -> None:
    assert backwards(sources(), RULEBOOK, OF_RULEBOOK) == []


def test_the_domain_imports_no_library_but_the_standard_one() -> None:
    used = {
        module.split(".")[0] for name, code in sources().items() if is_in(name, DOMAIN) for module, _ in imports(code)
    }
    assert used - {"service"} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("module", "line", "arrow"),
    [
        ("service.domain.scoring", "from service import problems", "service.problems"),
        ("service.domain.seats", "def late():\n    import service.api.rulesets", "service.api.rulesets"),
        ("service.usecases.deals", "import flask", "flask"),
    ],
)
def test_the_guard_sees_a_wrong_import(module: str, line: str, arrow: str) -> None:
    code_of = sources()
    assert wrong({**code_of, module: f"{code_of[module]}\n{line}\n"}) == [f"{module} -> {arrow}"]


def test_the_guard_sees_an_import_backwards_and_a_circle() -> None:
    upside_down = {**sources(), f"{RULEBOOK}.conditions": f"import {RULEBOOK}.library"}
    assert backwards(upside_down, RULEBOOK, OF_RULEBOOK) == [f"{RULEBOOK}.conditions -> {RULEBOOK}.library"]
    assert {f"{RULEBOOK}.conditions", f"{RULEBOOK}.library"} <= set(circle(upside_down))


def test_only_the_pipeline_calls_the_stages() -> None:
    """And the danger, which asks what another hand had scored; and legality, where a table asks for so many points."""
    allowed = {
        f"{DOMAIN}.pipeline": STAGES,
        f"{DOMAIN}.danger": {"score_other"},
        f"{DOMAIN}.legality": {"score_winner"},
    }
    calls = {
        name: {called for module, called in imports(code) if module.startswith(DOMAIN)} & STAGES
        for name, code in sources().items()
    }
    assert {name: called for name, called in calls.items() if not called <= allowed.get(name, set())} == {}


def test_no_code_outside_the_tables_names_a_rule() -> None:
    """The tables themselves, and what they are made of, may."""
    ids = {rule.id for rulebook in ALL for rule in rulebook.rules if "-" in rule.id} - set(Source)
    code_of = {name: code for name, code in sources().items() if is_in(name, DOMAIN) and not is_in(name, RULEBOOK)}
    named = {name: ids & set(texts(code)) for name, code in code_of.items()}
    assert {name: rules for name, rules in named.items() if rules} == {}


def texts(code: str) -> Iterator[str]:
    """Every text that stands in some code."""
    constants = (node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant))
    return (text for text in constants if isinstance(text, str))
