"""Builds the clients for Python and TypeScript, installs them in empty environments, and runs them and the examples.

Each is installed as its README says, from its folder, and as a package.

`python -m tools.client_packages` leaves the wheel in build/packages. Needs node, npm and Chromium.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

from playwright.sync_api import Page, expect, sync_playwright

from pung_chow_settlement.server.root import VERSION
from tests.support import pages
from tests.support.ports import await_answer, free_port
from tests.support.server import REAL, ROOT, running
from tools.client_restarts import check_restarts
from tools.example import deal

CLIENTS: Final = ROOT / "clients"
PACKAGES: Final = ROOT / "build" / "packages"
DEV: Final = Path(sys.executable).parent
EXPECTED: Final = (CLIENTS / "examples" / "expected.txt").read_text()
"""The output of the back end; the form shows the same standings and sentences."""
MAX_LINES: Final = 5
"""Lines in which a README settles the deal."""


def run(*command: str | Path, cwd: Path = ROOT, env: Mapping[str, str] = MappingProxyType({})) -> str:
    """Run a command and return its output. Raises CalledProcessError if it fails, after printing all output."""
    process = subprocess.run(
        [*map(str, command)], cwd=cwd, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    if process.returncode:
        sys.stderr.write(process.stdout + process.stderr)
    process.check_returncode()
    return process.stdout


def build_wheel() -> Path:
    """Build the sdist and of it the wheel, and check the client. What is made of other files must be up to date."""
    folder = CLIENTS / "python"
    run(DEV / "python", "-m", "tools.client_types", "--check")
    (folder / "src/pung_chow/types.py").unlink(missing_ok=True)
    run(DEV / "uv", "build", "--quiet", "--out-dir", PACKAGES, folder)
    run(DEV / "mypy", "src", "tests/narrowing.py", cwd=folder)
    return PACKAGES / f"pung_chow_client-{VERSION}-py3-none-any.whl"


def check_compiled() -> None:
    """Compile the TypeScript client. What is committed of that must be up to date."""
    folder = CLIENTS / "typescript"
    run("npm", "install", "--no-save", "--no-audit", "--no-fund", cwd=folder)
    run("npm", "run", "prepare", cwd=folder)
    run("npm", "run", "build", cwd=folder)
    run("git", "diff", "--exit-code", "--stat", "--", folder)
    version = json.loads((folder / "package.json").read_text())["version"]
    assert version == VERSION.replace(".dev", "-dev."), "the client has the contract's version"


def stand_beside(folder: Path) -> None:
    """Let a checkout of the service stand beside a project, as the READMEs say."""
    if not (checkout := folder.parent / "pung-chow").exists():
        checkout.symlink_to(ROOT)


def check_snippets(command: Sequence[str | Path], readme: str, url: str, folder: Path) -> None:
    """Run a README's programs: the first prints what its comment says, the second the results of the session."""
    (folder / "deal.json").write_text(json.dumps(deal()))
    shutil.copy(CLIENTS / "examples" / "evening.json", folder)
    programs = [block.text for block in pages.blocks(readme) if block.language in ("python", "js")]
    settles, evening = (program.replace("http://127.0.0.1:8000", url) for program in programs)
    assert len([line for line in settles.splitlines() if line]) <= MAX_LINES, "the deal takes few lines"
    expected = re.split(r"(?:#|//) ", settles.splitlines()[-1])[1]
    assert run(*command, settles, cwd=folder).strip() == expected
    standings = [line.rpartition(" ") for line in EXPECTED.splitlines() if line[0].isupper()]
    lines = run(*command, evening, cwd=folder).splitlines()
    assert [line.split(" ", 1)[1] for line in lines[:4]] == [f"{name} {total}" for name, _, total in standings]
    assert "invalid-request" in lines[4]
    assert "/entries/13/winning_player" in " ".join(lines[4:])
    print(f"ok    {readme}")


def check_python(wheel: Path, url: str) -> None:
    """Install the client in empty environments, from its folder and as a wheel; run its README, tests and example."""
    readme = "clients/python/README.md"
    written = pages.block(readme, "pip install").split()[1:]
    for name, what in (("folder-python", written), ("empty-python", ["install", wheel])):
        folder = PACKAGES / name
        stand_beside(folder)
        venv.create(folder, with_pip=True)
        python = folder / "bin" / "python"
        run(python, "-m", "pip", "--quiet", "--disable-pip-version-check", *what, cwd=folder)
        check_snippets([python, "-c"], readme, url, folder)
    words = pages.command("clients/README.md", "python clients/examples/backend").split()
    assert run(python, *words[1:2], url, *words[3:]) == EXPECTED
    print("ok    examples/backend")
    run(DEV / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--target", PACKAGES / "site", wheel)
    tests = CLIENTS / "python" / "tests"
    env = {"PYTHONPATH": f"{PACKAGES / 'site'}:{ROOT}", "PUNG_CHOW_URL": url, "LOG_REQUESTS": "false"}
    print(run(DEV / "python", "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={tests}", tests, env=env).strip())


POLYFILLS: Final = ("whatwg-fetch@3.6.20", "abort-controller@3.0.0", "xhr2@0.2.1")
"""Of React Native, the last in place of the phone's network: clients/typescript/tests/react-native.mjs."""


def check_typescript(url: str) -> None:
    """Install the client as its README says, also by its lock; run the README, the tests in two ways, and the form."""
    readme = "clients/typescript/README.md"
    made = CLIENTS / "typescript" / "contract.d.cts"
    made.unlink(missing_ok=True)
    (folder := PACKAGES / "node").mkdir()
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    stand_beside(folder)
    for command in (pages.block(readme, "npm pack"), "npm install", "rm -r node_modules; npm ci"):
        run("bash", "-ec", command, cwd=folder)
        installed = folder / "node_modules" / "pung-chow-client"
        assert not installed.is_symlink()
        assert (installed / "contract.d.cts").read_text() == made.read_text()
    check_snippets(["node", "--input-type=module", "-e"], readme, url, folder)
    shutil.copy(CLIENTS / "examples" / "form" / "tsconfig.json", folder)
    compiler = CLIENTS / "typescript" / "node_modules" / ".bin" / "tsc"
    (folder / "src").mkdir()
    shutil.copy(CLIENTS / "typescript" / "tests" / "types.ts", folder / "src")
    run(compiler, "--noEmit", cwd=folder)
    made.unlink()
    run(*pages.command(readme, "npm run prepare").split(), cwd=folder)
    assert made.exists(), "as where no script is run at the installation"
    for file in (CLIENTS / "typescript" / "tests").iterdir():
        shutil.copy(file, folder)
    env = {"PUNG_CHOW_URL": url, "PUNG_CHOW_REQUESTS": str(ROOT / "conformance" / "deals.json")}
    run("npm", "install", "--no-save", "--no-audit", "--no-fund", *POLYFILLS, cwd=folder)
    for node in (["node"], ["node", "--import", "./react-native.mjs"], *map(node_of, NODES)):
        tests = [*node, "--test", "--test-reporter=tap", "client.test.mjs"]
        output = run(*tests, cwd=folder, env=env)
        print(*re.findall(r"# (?:tests|pass|fail) \d+", output), shlex.join(tests))
    check_modules(url)
    check_form(url)
    check_game_server(url)


NODES: Final = ("20", "22", "24")
"""The versions that the README names."""


def node_of(version: str) -> list[str]:
    """The command of a version of node, which npm's package of that name brings."""
    return ["npx", "--yes", "--package", f"node@{version}", "node"]


TYPESCRIPTS: Final = ("5.6.3", "7.0.2")
MODULES: Final = {
    "commonjs": ["--module", "commonjs"],
    "node16": ["--module", "node16"],
    "bundler": ["--module", "esnext", "--moduleResolution", "bundler"],
}
"""What a project without `"type": "module"` may have in its tsconfig.json."""
STRICT: Final = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 --lib es2022,dom"


def check_modules(url: str) -> None:
    """Compile a CommonJS project's programs by each TypeScript under each kind of modules, and run what comes out."""
    (folder := PACKAGES / "modules").mkdir()
    (folder / "package.json").write_text('{"private": true}')
    (packed,) = (PACKAGES / "node").glob("pung-chow-client-*.tgz")
    compilers = {version: f"typescript-{version}" for version in TYPESCRIPTS}
    named = [f"{name}@npm:typescript@{version}" for version, name in compilers.items()]
    run("npm", "install", "--no-audit", "--no-fund", packed, *named, cwd=folder)
    for file in ("types.ts", "program.ts"):
        shutil.copy(CLIENTS / "typescript" / "tests" / file, folder)
    env = {"PUNG_CHOW_URL": url, "DEAL": json.dumps(deal())}
    for version, name in compilers.items():
        for kind, options in MODULES.items():
            out = folder / "out" / f"{name}-{kind}"
            compiler = folder / "node_modules" / name / "bin" / "tsc"
            run("node", compiler, *options, *STRICT.split(), "--outDir", out, "types.ts", "program.ts", cwd=folder)
            if kind == "bundler":  # what it wrote are ES modules
                (out / "package.json").write_text('{"type": "module"}')
            assert run("node", out / "program.js", cwd=folder, env=env) == "[ 2880 ] true true\n"
            print(f"ok    TypeScript {version}, {kind}")


@contextmanager
def serving(command: str, folder: Path) -> Iterator[int]:
    """Run a server by the command that a page prints, on a free port in place of 8080."""
    words = shlex.split(command.replace("8080", str(port := free_port())))
    server = subprocess.Popen(words, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        await_answer(port)
        yield port
    finally:
        server.terminate()
        server.wait()


def check_game_server(url: str) -> None:
    """Settle a deal through the game server and, after it has started anew, replay it; send it a wrong one."""
    page = "clients/README.md"
    enter, *prepare, serve = pages.block(page, "cd clients/examples/game-server").splitlines()
    folder = ROOT / enter.removeprefix("cd ")
    shutil.rmtree(folder / "deals", ignore_errors=True)
    run("bash", "-ec", "\n".join(prepare), cwd=folder)
    (work := PACKAGES / "game").mkdir()
    (work / "deal.json").write_text(json.dumps(deal()))
    settle, replay = pages.block(page, "curl -s http://127.0.0.1:8080/deals ").splitlines()

    def asked(curl: str, port: int) -> dict[str, object]:
        answer: dict[str, object] = json.loads(run("bash", "-c", curl.replace("8080", str(port)), cwd=work))
        return answer

    command = serve.replace("http://127.0.0.1:8000", url)
    net = {"east": 2880, "south": -1120, "west": -496, "north": -1264}
    with serving(command, folder) as port:
        settled = asked(settle, port)
        assert (settled["number"], settled["net"]) == (1, net)
        (work / "deal.json").write_text(json.dumps({**deal(), "winner": "nobody"}))
        assert [*asked(f"{settle.partition(' #')[0]} -H 'Accept-Language: de'", port)["faults"]] == ["/winner"]  # type: ignore[misc]
    with serving(command, folder) as port:
        assert asked(replay, port) == {"number": 1, "net": net, "same": True}
        assert asked(replay.replace("deals/1", "deals/2"), port) == {"detail": "there is no deal 2"}
    shutil.rmtree(folder / "deals")
    print("ok    examples/game-server")


def check_form(url: str) -> None:
    """Compile and serve the form as the page says, and fill it in."""
    *prepare, serve = pages.block("clients/README.md", "npm install --install-links").splitlines()
    folder = CLIENTS / "examples" / "form"
    run("bash", "-ec", "\n".join(prepare), cwd=folder)
    with serving(serve, folder) as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{port}/form/?service={url}")
        fill_in(page)
        client = "/form/node_modules/pung-chow-client/dist/index.js"
        assert page.evaluate(CALLS, [client, url, deal()]) == [2880, 450]
        browser.close()
    print("ok    examples/form")


DEAL: Final[Mapping[str, str]] = {
    "/winning_player": "0",
    "/win/tile": "8m",
    "/win/source": "wall",
    "/hands/0/concealed": "22555888m",
    "/hands/0/exposed": "1111m 999m",
    "/hands/1/concealed": "1135566777p",
    "/hands/1/exposed": "999p",
    "/hands/2/concealed": "7s333555z",
    "/hands/2/exposed": "9999s 888s",
    "/hands/3/concealed": "1122445566p",
    "/hands/3/exposed": "888p",
}
"""The README's deal, in the form's fields."""
WRONG: Final = {"/win/tile": "10m", "/win/source": "dealer", "/hands/1/exposed": "999p 123z"}


CALLS: Final = """async ([module, url, deal]) => {
  const { Client } = await import(module);
  const client = new Client(url);
  const { settlement } = await client.settle(deal);
  let settled = 0;
  for await (const { outcome } of client.settleMany(Array(450).fill(deal))) settled += outcome === "settled";
  return [settlement.net.east, settled];
}"""
"""Calls of the client in the browser."""


def fill_in(page: Page) -> None:
    """Check the standings; add a deal, first with faults, which appear at their fields, then without."""
    standings = [line for line in EXPECTED.splitlines() if line[0].isupper()]
    rows = page.locator("#standings tr")
    expect(rows).to_have_text([re.compile(r"^\d" + line.replace(" ", "")) for line in standings])
    before = rows.all_text_contents()
    for name, text in {**DEAL, **WRONG}.items():
        page.fill(f'[name="{name}"]', text)
    page.click("button")
    for name in DEAL:
        expect(page.locator(f'[name="{name}"]')).to_have_attribute("aria-invalid", str(name in WRONG).lower())
    for line in EXPECTED.splitlines():
        if line.startswith("/entries/13/win/"):
            pointer, _, sentence = line.partition(" ")
            name = pointer.removeprefix("/entries/13")
            expect(page.locator(f'[id="fault-{name}"]')).to_have_text(sentence)
    assert rows.all_text_contents() == before
    for name in WRONG:
        page.fill(f'[name="{name}"]', DEAL[name])
    page.click("button")
    expect(page.locator('[aria-invalid="true"]')).to_have_count(0)
    expect(rows).not_to_have_text(before)


def main() -> None:
    """Build and run both clients."""
    shutil.rmtree(PACKAGES, ignore_errors=True)
    PACKAGES.mkdir(parents=True)
    wheel = build_wheel()
    check_compiled()
    with tempfile.TemporaryDirectory() as work, running(Path(work), REAL, CORS_ORIGINS="*") as server:
        url = f"http://127.0.0.1:{server.port}"
        check_python(wheel, url)
        check_typescript(url)
    check_restarts()


if __name__ == "__main__":
    main()
