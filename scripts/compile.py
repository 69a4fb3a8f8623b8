"""Compile the core in a copied tree, in place: `python -m scripts.compile TREE [COMPILER]` (mypyc; needs a C compiler).

COMPILER is `cc` where it is not given, which optimises and takes minutes. `tcc` takes seconds: enough to test what
mypyc made of the sources. The files are the same; Python takes the library beside each where there is one. So nothing
is compiled in a checkout, where an edit would go unnoticed.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOMS: Final = ("domain", "requests", "responses", "usecases")
PLAIN: Final = {
    "service/domain/seats.py",  # a tuple of its own kind, which mypyc does not know
    "service/domain/records.py",  # marks its decorator, which a compiled function does not let it do
    "service/domain/sets.py",  # flags made of flags in one class
    "service/domain/pipeline.py",  # tests let its stages fail, which must be looked up for that; it is a few lines
    "service/domain/rulebook/reasons.py",  # functions within functions at the top of a module, which stop mypyc
    "service/requests/own_rulebooks.py",  # classes of others that take no compiled ones; read once, at the start
    "service/requests/fields.py",  # marshmallow's fields and schemas, which take no compiled classes; so the next three
    "service/requests/layouts.py",
    "service/requests/schemas.py",
    "service/requests/tile_fields.py",
    "service/requests/options.py",  # an option's boolean would become an integer, which its type admits
    "service/usecases/core.py",  # has nothing to compile
}
"""What stays Python, and why."""
EMPTY: Final = "__init__.py"
LIBRARY: Final = "service_core"
"""What holds the code of all modules, so that they call each other directly."""
OPTIONS: Final = ("--config-file=", "--cache-dir=/dev/null", "--ignore-missing-imports")


def modules() -> list[str]:
    """The files that are compiled, of the tree in which this runs."""
    return [name for name in _files() if name not in PLAIN and not name.endswith(EMPTY)]


def _files() -> Iterator[str]:
    yield "service/problems.py"
    for room in ROOMS:
        yield from sorted(map(str, Path("service", room).rglob("*.py")))


def main(tree: str, compiler: str = "cc") -> None:
    """Compile the tree. Raises SystemExit where the types or the compiler find fault."""
    from mypyc.build import mypycify  # late: the list of the modules is of use without them
    from setuptools import Distribution

    if Path(tree, ".git").exists():
        sys.exit("nothing is compiled in a checkout: a library would outlive the next edit of its source")
    os.chdir(tree)
    with TemporaryDirectory() as place:
        found = mypycify([*OPTIONS, *modules()], opt_level="2", debug_level="0", group_name=LIBRARY, target_dir=place)
        if compiler == "tcc":
            os.environ |= {"CC": "tcc", "LDSHARED": "tcc -shared"}
            for each in found:
                options = [option for option in each.extra_compile_args if option != "-Werror"]
                each.extra_compile_args = options  # it warns of ends of functions that are never reached
        command = Distribution({"name": "service", "ext_modules": found}).get_command_obj("build_ext")
        command.inplace = True
        command.build_temp = place
        command.ensure_finalized()
        command.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
