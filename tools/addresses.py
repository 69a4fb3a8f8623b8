"""True if each package names the addresses of the repository and its pages, which are known at a release only.

`python -m tools.addresses` lists what is missing, and fails if something is.
"""

import json
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PYTHON: Final = ("pyproject.toml", "clients/python/pyproject.toml")
URLS: Final = ("Repository", "Documentation", "Changelog")
NODE: Final = "clients/typescript/package.json"
MEMBERS: Final = ("repository", "homepage")


def missing(root: Path) -> list[str]:
    """The addresses that the packages of a tree lack."""
    urls = {file: tomllib.loads((root / file).read_text())["project"].get("urls", {}) for file in PYTHON}
    package = json.loads((root / NODE).read_text())
    return [
        *(f"{file}: project.urls.{name}" for file, given in urls.items() for name in URLS if name not in given),
        *(f"{NODE}: {member}" for member in MEMBERS if member not in package),
    ]


def main() -> int:
    """List what is missing."""
    found = missing(ROOT)
    for each in found:
        print(f"{each} is missing: give the address before a release")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
