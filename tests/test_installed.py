"""The service as a wheel in an empty environment: it serves, settles files, is embedded, and runs on Dask's cluster."""

import json
import os
import re
import subprocess
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from pung_chow_settlement.server.root import VERSION
from tests.support.pages import block, command
from tests.support.ports import await_answer, free_port
from tests.support.server import ROOT
from tests.support.worked import PRINTED, WORKED_DEALS
from tools.example import PAYMENTS, curl, deal

pytestmark = pytest.mark.installed
API, CONFORMANCE = "docs/api.md", "conformance/README.md"
MANY, UPGRADING = "docs/many-deals.md", "docs/upgrading.md"
DASK = ("dask==2026.8.0", "distributed==2026.8.0")
"""Nothing else needs it, so no lock has it."""
DEALS = [json.dumps(each | {"id": "U+2028:\u2028"}) for each in WORKED_DEALS] * 50
"""With an id that a reader of text, but not of JSON lines, would take for two lines."""


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the service and its Python client, installed as the pages say."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=True)
    environ = os.environ | {"PATH": f"{folder}/venv/bin:/usr/bin:/bin", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    commands = [
        f"pip install --no-deps --require-hashes -r {ROOT}/requirements/runtime.txt",  # these versions, not newer ones
        *(command(page, "pip install .") for page in ("README.md", MANY, "clients/python/README.md")),
        command(API, "pip install ./clients/python"),
        f"pip install {' '.join(DASK)}",
    ]
    for each in dict.fromkeys(commands):
        subprocess.run(["bash", "-ec", each], cwd=ROOT, env=environ, check=True)
    return folder / "venv/bin"


def run(programs: Path, folder: Path, *words: str | Path, **environment: str) -> str:
    """The output of a command in a folder, with nothing of this process's environment."""
    environ = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(folder), **environment}
    return subprocess.run(
        words, cwd=folder, env=environ, timeout=120, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


@pytest.fixture
def url(programs: Path, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    environ = {
        "PATH": f"{programs}:/usr/bin:/bin",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "METRICS_PORT": "0",
        "DRAIN": "0",
    }
    server = subprocess.Popen(command("README.md", "pung-chow ").split(), cwd=tmp_path, env=environ)
    try:
        await_answer(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def test_the_command_serves_the_readmes_deal_the_contract_and_the_page(
    programs: Path, url: str, tmp_path: Path
) -> None:
    paid = json.loads(run(programs, tmp_path, *curl(url)))["settlement"]["payments"]
    assert sorted(each["amount"] for each in paid) == sorted(PAYMENTS)
    assert run(programs, tmp_path, "curl", "-s", f"{url}/openapi.yaml") == (ROOT / "openapi.yaml").read_text()
    assert "<title>" in run(programs, tmp_path, "curl", "-s", f"{url}/")


def test_the_command_settles_a_file_as_the_page_says(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl").write_text("\n".join(DEALS))
    for printed in (block(MANY, "split "), command(MANY, "pung-chow settle deals")):
        run(programs, tmp_path, "bash", "-ec", printed)
        assert_settled(tmp_path / "results.jsonl")
        (tmp_path / "results.jsonl").unlink()


def test_the_program_for_dasks_cluster_runs_as_printed(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl").write_text("\n".join(DEALS))
    (tmp_path / "settle_all.py").write_text(block(MANY, "from dask").replace("256KiB", "16KiB"))
    run(programs, tmp_path, programs / "python", "settle_all.py")
    assert len([*tmp_path.glob("results-*.jsonl")]) > 2
    run(programs, tmp_path, "bash", "-c", command(MANY, "cat results-*.jsonl"))
    assert_settled(tmp_path / "results.jsonl")


ENGINES = {
    "dask": "import dask.bag",
    "pyspark": "from pyspark.sql",
    "duckdb numpy pyarrow": "import duckdb",
}
"""The beginnings of the page's programs, by what `pip install` needs for each."""
READ_PARQUET = """
import glob, sys, pyarrow.parquet
for file in glob.glob("results*/*.parquet") + glob.glob("*.parquet"):
    for result in pyarrow.parquet.read_table(file).column("result").to_pylist():
        sys.stdout.buffer.write(result + b"\\n")
"""


@pytest.mark.parametrize("needed", ENGINES)
def test_an_engine_settles_a_file_as_printed(programs: Path, tmp_path: Path, needed: str) -> None:
    (tmp_path / "deals.jsonl").write_text("\n".join(DEALS))
    run(programs, tmp_path, "bash", "-ec", f"{command(MANY, f'pip install {needed}')} --quiet")
    (tmp_path / "settle_all.py").write_text(block(MANY, ENGINES[needed]))
    run(programs, tmp_path, programs / "python", "settle_all.py")
    texts = [file.read_text() for file in (*tmp_path.glob("results-*.jsonl"), *tmp_path.glob("results/part-*"))]
    text = "\n".join(texts) or run(programs, tmp_path, programs / "python", "-c", READ_PARQUET)
    found = [printed_scores(line) for line in text.split("\n") if line]
    expected = [each.scores for each in PRINTED] * 50
    assert sorted(sorted(each.items()) for each in found) == sorted(sorted(each.items()) for each in expected)


def printed_scores(line: str) -> dict[str, int]:
    """The scores of a result, by seat."""
    return {seat: hand["score"] for seat, hand in json.loads(line)["answer"]["hands"].items()}


def assert_settled(results: Path) -> None:
    """There is a result for each deal, in order, as the book prints it."""
    scores = [printed_scores(line.decode()) for line in results.read_bytes().splitlines()]
    assert scores == [each.scores for each in PRINTED] * 50


def test_it_is_installed_without_a_network_as_the_page_says(tmp_path: Path) -> None:
    with_network = block(UPGRADING, "python3 -m pip ")
    without = block(UPGRADING, "python3 -m venv settlement")
    subprocess.run(["bash", "-ec", with_network.replace("wheels", f"{tmp_path}/wheels")], cwd=ROOT, check=True)
    installed = without.replace("pung-chow serve", "pung-chow --help")
    enter = ["unshare", "--net", "bash", "-ec", installed]
    output = subprocess.run(enter, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert "serve over HTTP" in output


def test_a_clubs_server_is_installed_and_upgraded_as_the_pages_say(tmp_path: Path) -> None:
    for folder in ("opt", "etc"):
        (tmp_path / folder).mkdir()
    install = block("docs/operating.md", "python3 -m venv build")
    assert "--require-hashes --no-deps -r requirements/build.txt" in install, "the builder is that of the lock"
    for each in (install, block(UPGRADING, "rm -rf build/wheel")):
        printed = re.sub(r"(^| )build/", rf"\1{tmp_path}/build/", each, flags=re.MULTILINE)
        for folder, name in (("/opt/", "opt"), ("/etc/systemd/system/", "etc")):
            printed = printed.replace(folder, f"{tmp_path}/{name}/")
        subprocess.run(["bash", "-ec", printed], cwd=ROOT, check=True)
    setting = (tmp_path / "etc/pung-chow.service.d/commit.conf").read_text()
    now = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert setting == f"[Service]\nEnvironment=COMMIT={now}"
    program = (tmp_path / "etc/pung-chow.service").read_text().partition("ExecStart=/opt/")[2].split()[0]
    version = run(tmp_path, tmp_path, tmp_path / "opt" / program, "--version")
    assert version == f"pung-chow {VERSION}\n"


def test_the_service_is_embedded_in_five_lines(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "deal.json").write_text(json.dumps(deal()))
    program = block(API, "import json\nfrom pung_chow")
    assert len(program.strip().splitlines()) <= 5
    assert run(programs, tmp_path, programs / "python", "-c", program).strip() == program.strip().rpartition("# ")[2]


CONFIG = block(CONFORMANCE, "hooks = ")
INSTALL, STRICT = (
    command(CONFORMANCE, each) for each in ("pip install 'schemathesis", "python3 conformance/strict.py")
)
RUN = command(CONFORMANCE, "schemathesis run strict.json --url http://127.0.0.1:8000")
QUICK = command(CONFORMANCE, f"{RUN} --phases=examples")


def test_what_ci_runs_against_the_contract_is_what_the_page_prints() -> None:
    ours = tomllib.loads((ROOT / "conformance" / "schemathesis.toml").read_text())
    assert {name: ours[name] for name in tomllib.loads(CONFIG)} == tomllib.loads(CONFIG)
    by_make = "schemathesis --config-file conformance/schemathesis.toml run build/strict.json --url '{url}'"
    assert by_make in (ROOT / "Makefile").read_text()
    assert RUN == "schemathesis run strict.json --url http://127.0.0.1:8000"


def test_schemathesis_runs_as_printed_in_an_empty_environment(url: str, tmp_path: Path) -> None:
    """Only the examples of the contract, which take seconds; `make contract-test` runs all phases."""
    venv.create(tmp_path / "venv", with_pip=True)
    (tmp_path / "schemathesis.toml").write_text(CONFIG)
    (tmp_path / "conformance").symlink_to(ROOT / "conformance")
    printed = f"{INSTALL} --quiet && {STRICT} && {QUICK}".replace("http://127.0.0.1:8000", url)
    output = run(tmp_path / "venv/bin", tmp_path, "bash", "-ec", printed)
    assert re.search(r"\b2\d passed", output)
    assert "failed" not in output


def test_importing_it_starts_no_thread_and_reads_no_variable(programs: Path, tmp_path: Path) -> None:
    program = """
import threading
import pung_chow_settlement.__main__
from pung_chow_settlement.server.settings import Settings
pung_chow_settlement.create_app(Settings(log_requests=False))
print(threading.active_count())
"""
    wrong = {"THREADS": "many", "MAX_BODY": "-1", "RULEBOOKS": "/nowhere", "CORS_ORIGINS": "?"}
    assert run(programs, tmp_path, programs / "python", "-c", program, **wrong).strip() == "1"
