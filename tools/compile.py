"""Compile the core in place: `python -m tools.compile TREE [COMPILER]` (mypyc; needs a C compiler).

TREE is a folder with the package: `service` of a copy of the checkout, or what a wheel was installed into.

COMPILER is `cc` by default, which optimises and takes minutes. `tcc` takes seconds, enough to test the generated code.
Python prefers the library beside a source file, so that an edit of a compiled source would have no effect: nothing is
compiled in a checkout.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

PACKAGE: Final = Path("pung_chow_settlement")
PACKAGES: Final = ("domain", "requests", "serializers", "operations")
PLAIN: Final = {
    "domain/seats.py",  # a tuple subclass, which mypyc does not support
    "domain/sets.py",  # a flag class with flags made of flags
    "domain/pipeline.py",  # tests replace its stages, which must be looked up for that; it is short
    "requests/house_rules.py",  # marshmallow's schemas too
    "requests/own_rulebooks.py",  # subclasses that cannot be compiled; used at the start only
    "requests/forms.py",  # marshmallow's fields and schemas, which need plain classes
    "requests/options.py",  # a compiled option would turn a boolean into an integer
}
"""The modules that are not compiled, and why."""
EMPTY: Final = "__init__.py"
LIBRARY: Final = "service_core"
"""The library with the code of all modules, so that they call each other directly."""
OPTIONS: Final = ("--config-file=", "--cache-dir=/dev/null", "--ignore-missing-imports")


def modules() -> list[str]:
    """The files that are compiled, in the current tree."""
    plain = {str(PACKAGE / name) for name in PLAIN}
    return [name for name in _files() if name not in plain and not name.endswith(EMPTY)]


def _files() -> Iterator[str]:
    yield str(PACKAGE / "problems.py")
    for package in PACKAGES:
        found = sorted(map(str, (PACKAGE / package).rglob("*.py")))
        if not found:
            sys.exit(f"there is nothing to compile in {PACKAGE / package}")
        yield from found


def main(tree: str, compiler: str = "cc") -> None:
    """Compile the tree. Raises SystemExit if mypy or the compiler reports an error."""
    from mypyc.build import mypycify  # late: `modules` is used without them
    from setuptools import Distribution

    if Path(tree).parent.joinpath(".git").exists():
        sys.exit("nothing is compiled in a checkout: a library would outlive the next edit of its source")
    os.chdir(tree)
    with TemporaryDirectory() as temporary:
        found = mypycify(
            [*OPTIONS, *modules()], opt_level="2", debug_level="0", group_name=LIBRARY, target_dir=temporary
        )
        if compiler == "tcc":
            os.environ |= {"CC": "tcc", "LDSHARED": "tcc -shared"}
            for each in found:
                options = [option for option in each.extra_compile_args if option != "-Werror"]
                each.extra_compile_args = options  # it warns about unreachable ends of functions
        command = Distribution({"name": "pung_chow_settlement", "ext_modules": found}).get_command_obj("build_ext")
        command.inplace = True
        command.build_temp = temporary
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
