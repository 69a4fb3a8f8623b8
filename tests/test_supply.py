"""The supply chain: advisories and digests."""

import json
from pathlib import Path

import pytest
from packaging.version import Version

from scripts import advisories, digests

ROOT = Path(__file__).parents[1]
DIGEST = "sha256:" + "0123456789abcdef" * 4


def test_no_known_advisory_affects_a_locked_version() -> None:
    assert advisories.scan() == []


def test_the_scan_prints_the_age_of_its_database(capsys: pytest.CaptureFixture[str]) -> None:
    advisories.main([])
    newest = advisories.newest(json.loads(advisories.DATABASE.read_text())["advisories"])
    assert f"the newest of {newest}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("werkzeug==3.0.2 \\\n    --hash=sha256:00", ["GHSA-2g68-c3qc-8985"]),
        ("Werkzeug==3.0.0", ["GHSA-2g68-c3qc-8985", "PYSEC-2023-221"]),
        ("werkzeug==3.0.3", []),
        ("gunicorn==21.2.0", ["GHSA-w3h3-4rj7-4ph4"]),
        ("gunicorn==22.0.0", []),
        ("flask==2.2.5", []),
        ("flask==2.3.1 ; python_version > '3'", ["PYSEC-2023-62"]),
        ("tqdm==4.3.0", ["PYSEC-2017-74"]),
        ("marshmallow==3.0.0b8", ["PYSEC-2018-67"]),
    ],
)
def test_an_advisory_is_found_only_in_its_range(tmp_path: Path, line: str, ids: list[str]) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(line + "\n")
    assert [found.split(": ")[2].split(",")[0] for found in advisories.scan(locks=[lock])] == ids


def test_the_database_is_updated_from_checkouts_of_its_sources(tmp_path: Path) -> None:
    (tmp_path / "PYSEC-2030-1.yaml").write_text(
        "id: PYSEC-2030-1\nmodified: 2030-01-02T03:04:05Z\naliases: [CVE-2030-1]\naffected:\n"
        "- package: {ecosystem: PyPI, name: Flask}\n  ranges:\n  - type: GIT\n    events: [{introduced: '0'}]\n"
        "  - type: ECOSYSTEM\n    events: [{introduced: '3.0'}, {fixed: '3.9'}]\n"
    )
    other = {"package": {"ecosystem": "npm", "name": "flask"}, "ranges": []}
    (tmp_path / "GHSA-a-b-c.json").write_text(json.dumps({"id": "GHSA-a-b-c", "modified": "2030", "affected": [other]}))
    (tmp_path / "README.md").write_text("no advisory")
    (advisory,) = advisories.take([tmp_path], {"flask"})
    assert advisory == {
        "id": "PYSEC-2030-1",
        "aliases": ["CVE-2030-1"],
        "modified": "2030-01-02",
        "affected": [{"name": "flask", "events": [{"introduced": "3.0"}, {"fixed": "3.9"}]}],
    }
    assert advisories.affected_by(advisory, {"flask": Version("3.8")}) == ["flask 3.8"]
    assert advisories.affected_by(advisory, {"flask": Version("3.9")}) == []


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
    assert stages == ["${BASE}", "plain", "${CORE}", "${BASE}"], "the second and third are made of the first"
    assert "ARG CORE=compiled" in lines, "the default"
