"""Make a release in one command: `python -m tools.release VERSION` (`make release VERSION=1.0.0`).

It writes the version, dates the changelog, builds the page and its pictures, stores the contract, checks the tree,
commits, tags and builds what is published into build/release. Nothing leaves this machine: docs/releasing.md says what
to push then, and how to take a release back.
"""

import argparse
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BUILT: Final = ROOT / "build" / "release"
VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED: Final = "## [Unreleased]\n"
OF_CLIENT: Final = re.compile(r'(?<=^  "version": ")[^"]+', re.MULTILINE)
WRITTEN: Final = {
    "openapi.yaml": [re.compile(r"(?<=^  version: )\S+", re.MULTILINE)],
    "clients/typescript/package.json": [OF_CLIENT],
    "clients/typescript/package-lock.json": [OF_CLIENT, re.compile(r'(?<=^      "version": ")[^"]+', re.MULTILINE)],
}
"""Where the version is written; all else reads it there. In the lock the first package is the client itself."""
PYTHON: Final = sys.executable
DEV: Final = Path(sys.executable).parent


def run(*command: str | Path) -> None:
    """Run a command in the checkout. Raises CalledProcessError if it fails."""
    print("+", *command, flush=True)
    subprocess.run([*map(str, command)], cwd=ROOT, check=True)


def output(*command: str) -> str:
    """What a command prints."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def obstacles(version: str) -> list[str]:
    """What keeps this version from being released from this checkout."""
    found = []
    if not VERSION.fullmatch(version):
        found.append(f"{version} is no version: send one like 1.0.0")
    if output("git", "status", "--porcelain"):
        found.append("there are changes that are not committed")
    if output("git", "tag", "--list", f"v{version}"):
        found.append(f"v{version} is a tag already: a release that was taken back keeps its number")
    changes = (ROOT / "CHANGELOG.md").read_text().partition(UNRELEASED)[2].partition("\n## ")[0]
    if not changes.strip():
        found.append("the changelog has nothing under Unreleased")
    return found


def write_version(version: str) -> None:
    """Write the version where it is written, and date the changelog by it."""
    for name, patterns in WRITTEN.items():
        text = (ROOT / name).read_text()
        for pattern in patterns:
            text, times = pattern.subn(version, text, count=1)
            assert times == 1, f"{name} has its version where it is expected"
        (ROOT / name).write_text(text)
    changelog = ROOT / "CHANGELOG.md"
    heading = f"## [{version}] - {datetime.now(UTC).date()}\n"
    changelog.write_text(changelog.read_text().replace(UNRELEASED, f"{UNRELEASED}\n{heading}", 1))


def make_generated() -> None:
    """Make everything that is made of other files: the examples, the page with its pictures, the stored contract."""
    run("make", "generate")
    run("make", "web")
    run(PYTHON, "-m", "tools.picture")
    run("make", "web")  # the page ships pictures of itself
    run(PYTHON, "-m", "tools.breaking_changes", "--release")


def build() -> None:
    """Build what is published: wheels and sdists, the npm package, and what the image holds."""
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    run(DEV / "uv", "build", "--quiet", "--out-dir", BUILT, ROOT)
    run(DEV / "uv", "build", "--quiet", "--out-dir", BUILT, ROOT / "clients" / "python")
    run("npm", "pack", "--silent", "--pack-destination", BUILT, ROOT / "clients" / "typescript")
    run("make", "sbom")
    for each in (ROOT / "build").glob("*.cdx.json"):
        shutil.move(each, BUILT / each.name)


def main() -> int:
    """Make the release, or with `--build` only what is published of this one."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument("version", nargs="?", default="")
    parser.add_argument("--build", action="store_true", help="only build what is published, as the workflow does")
    given = parser.parse_args()
    if given.build:
        build()
        return 0
    found = obstacles(given.version)
    for each in found:
        print(each, file=sys.stderr)
    if found:
        return 1
    write_version(given.version)
    make_generated()
    run("git", "add", "--all")
    run("git", "commit", "--quiet", "--message", f"Release {given.version}")
    run("make", "release-check", "check")
    run("git", "tag", "--annotate", f"v{given.version}", "--message", f"Release {given.version}")
    build()
    print(f"v{given.version} is made; docs/releasing.md says what to push.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
