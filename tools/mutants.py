"""Mutation testing of service/pung_chow_settlement/domain with cosmic-ray: which broken lines does no test notice?

`python -m tools.mutants COUNT SEED` tries a random sample in a copy of the tree, build/mutants, with the tests that
tests/mutants.toml names, and fails if more survive than `MOST` percent of all mutants would, by the sample. Most of a
night; `--show` prints the surviving ones of the last session.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COPY: Final = ROOT / "build" / "mutants"
CONFIG: Final = ROOT / "tests" / "mutants.toml"
SESSION: Final = COPY / "session.sqlite"
TOOLS: Final = ROOT / ".venv-nightly" / "bin"
MOST: Final = 20
"""Percent of mutants that may survive: equal programs, mostly where a line only makes another one faster."""


def run(tool: str, *arguments: object, no_bytecode: str = "1") -> int:
    """Run a tool of cosmic-ray in the copy; its exit status. Bytecode is written of unbroken lines only."""
    environment = os.environ | {
        "PYTHONDONTWRITEBYTECODE": no_bytecode,
        "PYTHONPATH": str(COPY / "service"),
        "LOG_REQUESTS": "false",
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
    sys.exit(run("cr-rate", "--estimate", "--confidence", "95.0", "--fail-over", MOST, SESSION))


if __name__ == "__main__":
    main(sys.argv[1:])
