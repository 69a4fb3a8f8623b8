"""Check the kustomize base: every resource against Kubernetes' schemas, and the resources against each other.

Usage: python -m tools.check_kubernetes DIRECTORY. Renders with kubectl if it is installed, else reads the files that
kustomization.yaml lists.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import kubernetes_validate
import yaml

Resource = dict[str, Any]


def rendered(directory: Path) -> dict[str, Resource]:
    """The resources by kind."""
    if shutil.which("kubectl"):
        text = subprocess.run(["kubectl", "kustomize", directory], check=True, capture_output=True, text=True).stdout
    else:
        listed = yaml.safe_load((directory / "kustomization.yaml").read_text())["resources"]
        text = "\n---\n".join((directory / name).read_text() for name in listed)
    return {resource["kind"]: resource for resource in yaml.safe_load_all(text)}


def disagreements(resources: dict[str, Resource], contract: Resource, dockerfile: str) -> list[str]:
    """The statements that do not hold of the resources, the contract and the Dockerfile together."""
    pod = resources["Deployment"]["spec"]["template"]
    labels, spec = pod["metadata"]["labels"], pod["spec"]
    container = spec["containers"][0]
    probes = {container[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    ports = {port["name"] for port in container["ports"]}
    numbers = [str(port["containerPort"]) for port in container["ports"]]
    policy = resources["NetworkPolicy"]["spec"]
    facts = {
        "the Deployment selects its own pods": resources["Deployment"]["spec"]["selector"]["matchLabels"] == labels,
        "the Service selects them": resources["Service"]["spec"]["selector"] == labels,
        "the PodDisruptionBudget selects them": resources["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]
        == labels,
        "the NetworkPolicy selects them": policy["podSelector"]["matchLabels"] == labels,
        "the autoscaler scales the Deployment": resources["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]["name"]
        == resources["Deployment"]["metadata"]["name"],
        "the Service sends to the public port": resources["Service"]["spec"]["ports"][0]["targetPort"] == "http",
        "the policy's ports exist": ports == {port["port"] for rule in policy["ingress"] for port in rule["ports"]},
        "the probes use paths of the contract": probes <= contract["paths"].keys(),
        "the image opens the same ports": f"EXPOSE {' '.join(numbers)}\n" in dockerfile,
        "the image runs as the same user": f"USER {spec['securityContext']['runAsUser']}:" in dockerfile,
    }
    return [fact for fact, holds in facts.items() if not holds]


def main(directory: Path) -> int:
    """Print each fault; the number of faults is the exit status."""
    resources = rendered(directory)
    for kind, resource in resources.items():
        kubernetes_validate.validate(resource, kubernetes_validate.latest_version(), strict=True)
        print(f"{kind} is valid")
    contract = yaml.safe_load(Path("openapi.yaml").read_text())
    wrong = disagreements(resources, contract, Path("Dockerfile").read_text())
    for fact in wrong:
        print(f"does not hold: {fact}")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
