"""What the manifests in deploy/ and the workflows say, compared with each other."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.support.server import ROOT

NGINX = (ROOT / "deploy/nginx.conf").read_text()
CONTROLLER = yaml.safe_load((ROOT / "deploy/kubernetes/ingress-controller.yaml").read_text())["data"]


KUBERNETES = ROOT / "deploy/kubernetes"
RESOURCES = {
    resource["kind"]: resource
    for name in yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())["resources"]
    for resource in yaml.safe_load_all((KUBERNETES / name).read_text())
}


def of_nginx(directive: str) -> str:
    found = re.findall(rf"^ +{directive} (\w+);", NGINX, re.MULTILINE)
    assert len(found) == 1
    return str(found[0])


def test_the_ingress_controller_has_the_time_outs_of_the_proxy() -> None:
    for name in ("client_header_timeout", "client_body_timeout"):
        assert CONTROLLER[name.replace("_", "-")] + "s" == of_nginx(name)
    assert CONTROLLER["http-snippet"].splitlines() == [
        f"{name} {of_nginx(name)};" for name in ("send_timeout", "reset_timedout_connection")
    ]


def test_the_ingress_repeats_as_the_proxy_does() -> None:
    annotations = yaml.safe_load((ROOT / "deploy/kubernetes/ingress.yaml").read_text())["metadata"]["annotations"]
    for name in ("", "_tries", "_timeout"):
        (ours,) = re.findall(rf"^ +proxy_next_upstream{name} ([^;]+);", NGINX, re.MULTILINE)
        theirs = annotations[f"nginx.ingress.kubernetes.io/proxy-next-upstream{name.replace('_', '-')}"]
        assert theirs == ours.removesuffix("s"), name


def test_compose_builds_the_service_restarts_both_and_bounds_their_logs() -> None:
    services = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]
    assert services["service"]["build"] == {"context": "..", "args": {"COMMIT": "${COMMIT:-}"}}
    for service in services.values():
        assert service["restart"] == "unless-stopped"
        assert {"max-size", "max-file"} <= service["logging"]["options"].keys()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = (ROOT / "deploy/pung-chow.service").read_text()
    assert "ExecStart=/opt/pung-chow/bin/pung-chow serve\n" in unit
    (tmp_path / "pung-chow.service").write_text(unit.replace("/opt/pung-chow/bin/pung-chow", "/bin/true"))
    run = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "pung-chow.service"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, [line for line in run.stderr.splitlines() if "pung-chow" in line]) == (0, [])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_exposes_no_more_than_it_says() -> None:
    """Its first line of settings says 1.3; systemd-analyze counts in tenths."""
    unit = ROOT / "deploy/pung-chow.service"
    assert "shows 1.3 or less" in unit.read_text()
    judge = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=13", str(unit)]
    run = subprocess.run(judge, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout.splitlines()[-1]


def test_the_resources_select_the_pods_of_the_deployment() -> None:
    specs = {kind: resource["spec"] for kind, resource in RESOURCES.items() if "spec" in resource}
    labels = specs["Deployment"]["template"]["metadata"]["labels"]
    assert specs["Service"]["selector"] == labels
    assert specs["NetworkPolicy"]["podSelector"]["matchLabels"] == labels
    assert [specs[kind]["selector"]["matchLabels"] for kind in ("Deployment", "PodDisruptionBudget")] == [labels] * 2
    scaled = specs["HorizontalPodAutoscaler"]["scaleTargetRef"]["name"]
    assert scaled == RESOURCES["Deployment"]["metadata"]["name"]


def test_the_resources_name_ports_and_paths_that_there_are() -> None:
    pod = RESOURCES["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    probes = {container[name]["httpGet"]["path"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert probes <= yaml.safe_load((ROOT / "openapi.yaml").read_text())["paths"].keys()
    policy = RESOURCES["NetworkPolicy"]["spec"]
    opened = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert opened.keys() == {port["port"] for rule in policy["ingress"] for port in rule["ports"]}
    assert RESOURCES["Service"]["spec"]["ports"][0]["targetPort"] == "http"
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert f"EXPOSE {' '.join(map(str, opened.values()))}\n" in dockerfile
    assert f"USER {pod['securityContext']['runAsUser']}:" in dockerfile


def test_the_proxys_files_fit_into_its_memory() -> None:
    proxy = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]["proxy"]
    (size,) = re.findall(r"^/tmp:size=(\d+)m,", proxy["tmpfs"][0])
    assert 2 * int(size) <= int(proxy["mem_limit"].removesuffix("m"))


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github/workflows").iterdir()), ids=lambda path: path.stem)
def test_actions_are_named_by_commit(workflow: Path) -> None:
    actions = re.findall(r"uses: (\S+)", workflow.read_text())
    assert actions
    assert [action for action in actions if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action)] == []
