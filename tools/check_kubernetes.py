"""Check every resource of the kustomize base against Kubernetes' schemas: `python -m tools.check_kubernetes DIRECTORY`.

Renders with kubectl if it is installed, else reads the files that kustomization.yaml lists. tests/server/test_deploy.py
compares the resources with each other.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml


def main(directory: Path) -> None:
    """Print each kind that is valid. Raises ValidationError."""
    if shutil.which("kubectl"):
        text = subprocess.run(["kubectl", "kustomize", directory], check=True, capture_output=True, text=True).stdout
    else:
        listed = yaml.safe_load((directory / "kustomization.yaml").read_text())["resources"]
        text = "\n---\n".join((directory / name).read_text() for name in listed)
    for resource in yaml.safe_load_all(text):
        kubernetes_validate.validate(resource, kubernetes_validate.latest_version(), strict=True)
        print(f"{resource['kind']} is valid")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
