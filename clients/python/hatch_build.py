"""Makes the types of the contract where the client is built: as a wheel, an sdist or an editable installation."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Types(BuildHookInterface):
    """Writes `types.py`, by the table `tool.datamodel-codegen` of pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before the files of a target are collected; an sdist, away from the contract, has them from its own build."""
        if not Path(self.root, "PKG-INFO").exists():
            subprocess.run([sys.executable, "-m", "datamodel_code_generator"], cwd=self.root, check=True)
