"""The supply chain: what a release is made of."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools import digests

ROOT = Path(__file__).parents[1]
DIGEST = "sha256:" + "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("base", "image", "proxy", "named"),
    [
        (f"docker.io/library/python@{DIGEST}", f"registry.example/settlement@{DIGEST}", f"nginx@{DIGEST}", []),
        ("docker.io/library/python:3.11", f"settlement@{DIGEST}", f"nginx@{DIGEST}", ["BASE"]),
        (f"python@{DIGEST[:-1]}", f"settlement@{DIGEST}0", "", ["BASE", "IMAGE", "PROXY"]),
    ],
)
def test_a_release_names_its_images_by_digest(base: str, image: str, proxy: str, named: list[str]) -> None:
    assert [result.split("=")[0] for result in digests.wrong([base, image, proxy])] == named


def test_every_stage_of_the_image_uses_the_given_base() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    stages = [line.split()[1] for line in lines if line.startswith("FROM ")]
    assert stages == ["${BASE}", "${BASE}", "plain", "${CORE}", "${BASE}"], "the third is made of the second"
    assert "ARG CORE=compiled" in lines, "the default"


def test_the_clients_types_are_made_by_the_tools_of_the_locks() -> None:
    """Where they are built there is no lock: the pins stand in their own files."""
    (python,) = re.findall(r"datamodel-code-generator==\S+", (ROOT / "requirements/dev.txt").read_text())
    assert python in tomllib.loads((ROOT / "clients/python/pyproject.toml").read_text())["build-system"]["requires"]
    page = json.loads((ROOT / "web/package.json").read_text())
    typescript = json.loads((ROOT / "clients/typescript/package.json").read_text())
    pin = f"openapi-typescript@{page['devDependencies']['openapi-typescript']}"
    made = page["scripts"]["types"].replace("../clients/typescript/", "").replace("../", "../../")
    assert typescript["scripts"]["prepare"] == f"npx --yes --package {pin} {made}"
