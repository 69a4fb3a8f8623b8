"""The contract, and the version of the service, which the contract has."""

import re
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parents[1]
_PLACES: Final = (_PACKAGE, _PACKAGE.parents[1])
"""Where the contract stands: in the package where that is installed, else at the top of the checkout."""
CONTRACT: Final = next(file for place in _PLACES if (file := place / "openapi.yaml").exists()).read_bytes()
"""The contract."""
VERSION: Final = next(re.finditer(rb"^  version: (\S+)$", CONTRACT, re.MULTILINE))[1].decode()
"""The version of the contract, `info.version`, and so of the service."""
