"""The files that the service has beside its package, and its version, which the contract has."""

import re
from pathlib import Path
from typing import Final


def root_file(name: str) -> Path:
    """The path of a file that stands beside the package in a checkout, and within it where it is installed."""
    package = Path(__file__).parents[1]
    return package / name if (package / name).exists() else package.parent / name


CONTRACT: Final = root_file("openapi.yaml").read_bytes()
"""The contract."""
VERSION: Final = next(re.finditer(rb"^  version: (\S+)$", CONTRACT, re.MULTILINE))[1].decode()
"""The version of the contract, `info.version`, and so of the service."""
