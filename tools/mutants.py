"""Mutation testing of the service with cosmic-ray: which broken lines does no test notice?

`python -m tools.mutants COUNT SEED` tries a random sample of the packages that tests/mutants.toml names, in a copy of
the tree, build/mutants, with the tests of that file. It fails if a mutant survives that the file does not name with the
reason why no test can notice it. Most of a night; `--show` prints the surviving ones of the last session.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
COPY: Final = ROOT / "build" / "mutants"
CONFIG: Final = ROOT / "tests" / "mutants.toml"
SESSION: Final = COPY / "session.sqlite"
TOOLS: Final = ROOT / ".venv-nightly" / "bin"


def run(tool: str, *arguments: object, no_bytecode: str = "1") -> int:
    """Run a tool of cosmic-ray in the copy; its exit status. Bytecode is written of unbroken lines only."""
    environment = os.environ | {
        "PYTHONDONTWRITEBYTECODE": no_bytecode,
        "PYTHONPATH": str(COPY / "service"),
    }
    return subprocess.run([TOOLS / tool, *map(str, arguments)], cwd=COPY, env=environment, check=False).returncode


def copy() -> None:
    """The files of the tree in a folder of their own, with its environment."""
    shutil.rmtree(COPY, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().splitlines():
        if (ROOT / name).is_file():
            (COPY / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, COPY / name)
    (COPY / ".venv-dev").symlink_to(ROOT / ".venv-dev")


def sample(count: int, seed: str) -> None:
    """Keep one mutant each of so many random places; a sign alone has ten."""
    excluded = re.compile("|".join(tomllib.loads(CONFIG.read_text())["sample"]["exclude-operators"]))
    with sqlite3.connect(SESSION) as session:
        found: dict[tuple[str, int, int], list[str]] = {}
        of_all = "SELECT job_id, operator_name, module_path, start_pos_row, start_pos_col FROM mutation_specs"
        for job, operator, module, row, column in session.execute(of_all):
            if not excluded.fullmatch(operator):
                found.setdefault((module, row, column), []).append(job)
        if not found:
            sys.exit("there is no line to break: look at module-path in tests/mutants.toml")
        rng = random.Random(seed)
        places = rng.sample(sorted(found), min(count, len(found)))
        kept = {rng.choice(sorted(found[place])) for place in places}
        print(f"{len(kept)} of {sum(map(len, found.values()))} mutants in {len(found)} places, seed {seed}", flush=True)
        others = [(job,) for (job,) in session.execute("SELECT job_id FROM work_items") if job not in kept]
        session.executemany("DELETE FROM mutation_specs WHERE job_id = ?", others)
        session.executemany("DELETE FROM work_items WHERE job_id = ?", others)


class Survivor(NamedTuple):
    """A mutant that no test noticed: its file, its line before it was broken, and the number of that line."""

    file: str
    line: str
    row: int


def survivors(session: Path, tree: Path) -> list[Survivor]:
    """The mutants of a session that no test noticed."""
    survived = """
        SELECT module_path, start_pos_row FROM mutation_specs JOIN work_results USING (job_id)
        WHERE test_outcome = 'SURVIVED' ORDER BY module_path, start_pos_row
    """
    with closing(sqlite3.connect(session)) as connection:
        found = connection.execute(survived).fetchall()
    return [Survivor(file, (tree / file).read_text().splitlines()[row - 1].strip(), row) for file, row in found]


def unnamed(found: list[Survivor], named: list[dict[str, str]]) -> list[Survivor]:
    """The survivors that no entry names by file and line."""
    known = {(each["file"], each["line"]) for each in named}
    return [each for each in found if (each.file, each.line) not in known]


def main(arguments: list[str]) -> None:
    """Try a sample, or show what survived the last."""
    if "--show" not in arguments:
        count, seed = arguments
        copy()
        for given in (("init", CONFIG, SESSION), ("baseline", CONFIG)):
            if status := run("cosmic-ray", *given, no_bytecode=""):
                sys.exit(status)
        sample(int(count), seed)
        run("cosmic-ray", "exec", CONFIG, SESSION)
    run("cr-report", "--show-diff", "--surviving-only", SESSION)
    named = tomllib.loads(CONFIG.read_text()).get("named", [])
    left = unnamed(survivors(SESSION, COPY), named)
    for each in left:
        print(f"no test notices a change of {each.file}:{each.row}: {each.line}")
    if left:
        sys.exit("Add a test for each or, if the program does the same, name it in tests/mutants.toml.")


if __name__ == "__main__":
    main(sys.argv[1:])
