"""The supply chain: what a release is made of."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]


@pytest.mark.parametrize(("group", "lock"), [("project", "runtime"), *((each, each) for each in GROUPS)])
def test_the_lock_pins_an_allowed_version_of_each_library(group: str, lock: str) -> None:
    """What `tools/lock --check` asks the registry each night, as far as the files tell."""
    asked = PROJECT["project"]["dependencies"] if group == "project" else GROUPS[group]
    pins = dict(re.findall(r"^([\w.-]+)==([^ ;]+)", (ROOT / f"requirements/{lock}.txt").read_text(), re.MULTILINE))
    for requirement in (Requirement(each) for each in asked if isinstance(each, str)):
        assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), requirement


def test_the_packages_description_leads_to_no_file_of_the_checkout() -> None:
    assert "](" not in PROJECT["project"]["readme"]["text"]


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


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_its_actions_and_containers_and_keeps_no_token(workflow: Path) -> None:
    text = workflow.read_text()
    used = re.findall(r"uses: (\S+)", text)
    assert [each for each in used if not re.search(r"@[0-9a-f]{40}$", each)] == []
    containers = re.findall(r"container: (\S+)", text)
    assert [container for container in containers if not re.search(r"@sha256:[0-9a-f]{64}$", container)] == []
    assert text.count("persist-credentials: false") == sum(each.startswith("actions/checkout@") for each in used)
    assert "permissions:\n  contents: read\n" in text


def test_the_linter_of_the_contract_is_that_of_its_lock() -> None:
    """With the hash of each package, and no address of a registry."""
    lock = json.loads((ROOT / "tools/contract/package-lock.json").read_text())["packages"]
    asked = json.loads((ROOT / "tools/contract/package.json").read_text())["devDependencies"]
    assert {name: lock[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, each in lock.items() if name and "integrity" not in each and not each.get("link")] == []
    assert [name for name, each in lock.items() if "resolved" in each] == []
    assert (
        "npx" not in re.findall(r"^contract-test:.*?\n\n", (ROOT / "Makefile").read_text(), re.DOTALL | re.MULTILINE)[0]
    )
