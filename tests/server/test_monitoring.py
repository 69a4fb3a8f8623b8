"""deploy/prometheus: its alerts fire when they should, and it asks for metrics that the service has."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.support.server import ROOT

FOLDER = ROOT / "deploy" / "prometheus"
ALERTS = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"][0]["rules"]
PANELS = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
EXPRESSIONS = [alert["expr"] for alert in ALERTS] + [each["expr"] for panel in PANELS for each in panel["targets"]]
DOCUMENTED = re.findall(r"^\| `(service_\w+)`", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE)
needs_promtool = pytest.mark.skipif(not shutil.which("promtool"), reason="CI installs it: Debian's package prometheus")


def promtool(*arguments: str | Path) -> None:
    subprocess.run(["promtool", *arguments], check=True, capture_output=True)


@needs_promtool
def test_each_alert_fires_in_its_trouble_and_none_on_a_good_day() -> None:
    promtool("check", "rules", FOLDER / "alerts.yaml")
    promtool("test", "rules", FOLDER / "alerts.test.yaml")


@needs_promtool
def test_what_the_dashboard_asks_is_promql(tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": expr.replace("$__rate_interval", "5m").replace("$job", ".*")}
        for number, expr in enumerate(EXPRESSIONS)
    ]
    (tmp_path / "rules.yaml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    promtool("check", "rules", tmp_path / "rules.yaml")


def test_alerts_and_dashboard_ask_for_metrics_that_the_service_has() -> None:
    series = {name.removesuffix("_bucket") for expr in EXPRESSIONS for name in re.findall(r"service_\w+", expr)}
    assert series <= {*DOCUMENTED}
    assert {*DOCUMENTED} <= series, "each metric is looked at"


def test_the_pods_that_are_monitored_are_those_of_the_deployment() -> None:
    monitor = yaml.safe_load((FOLDER / "pod-monitor.yaml").read_text())["spec"]
    deployment = yaml.safe_load((ROOT / "deploy" / "kubernetes" / "deployment.yaml").read_text())["spec"]
    assert monitor["selector"] == deployment["selector"]
    ports = {port["name"] for port in deployment["template"]["spec"]["containers"][0]["ports"]}
    assert {each["port"] for each in monitor["podMetricsEndpoints"]} <= ports
