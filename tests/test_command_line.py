"""The file command `python -m pung_chow_settlement settle`, and the other commands for files."""

import json
import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import settle_lines
from pung_chow_settlement.__main__ import main
from pung_chow_settlement.operations.files import CHUNK, answer_file
from pung_chow_settlement.operations.workers import AHEAD
from pung_chow_settlement.server.root import VERSION
from tests.conftest import request_named
from tests.support.amounts import amount
from tests.support.server import children, wait_until
from tests.support.worked import PRINTED, WORKED_DEALS

TIMES = amount(30, 100)
COMMAND = (sys.executable, "-m", "pung_chow_settlement", "settle")


WINDOWS = """
import runpy, signal, sys
sys.modules |= dict.fromkeys(("fcntl", "grp", "pwd", "resource", "termios", "gunicorn", "gevent"))
del signal.SIGHUP
runpy.run_module("pung_chow_settlement", run_name="__main__")
"""
"""The command where these modules, which Windows lacks, cannot be imported."""


class Run(NamedTuple):
    status: int
    results: list[dict[str, Any]]
    output: bytes
    result: str


COMMANDS = {
    "score": ("won-hand", "/v1/scores", "scored"),
    "waits": ("waiting-hand", "/v1/waits", "answered"),
    "sheet": ("short-sitting", "/v1/scoresheets", "settled"),
    "resolve": ("five-rules", "/v1/rulesets/resolve", "resolved"),
}
"""Every other command: the name of a request, its path, and the word of the summary."""


def settle(*arguments: str | Path, stdin: bytes = b"") -> Run:
    run = subprocess.run([*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, timeout=60, check=False)
    return Run(run.returncode, [json.loads(line) for line in run.stdout.splitlines()], run.stdout, run.stderr.decode())


def settle_here(path: Path, capture: pytest.CaptureFixture[bytes]) -> Run:
    """Run the command in this process, which saves the start of Python."""
    status = main(["settle", str(path)])
    output, result = capture.readouterr()
    return Run(status, [json.loads(line) for line in output.splitlines()], output, result.decode())


def lines(deals: Sequence[object]) -> bytes:
    return b"".join(json.dumps(deal).encode() + b"\n" for deal in deals)


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    path = tmp_path / "deals.jsonl"
    path.write_bytes(lines(WORKED_DEALS))
    return path


def test_every_line_is_settled_in_order_with_the_books_scores(deals: Path) -> None:
    run = settle(deals)

    assert run.status == 0
    assert [(result["line"], result["outcome"]) for result in run.results] == [
        (line, "settled") for line in range(1, len(WORKED_DEALS) + 1)
    ]
    for result, worked in zip(run.results, PRINTED, strict=True):
        assert {seat: hand["score"] for seat, hand in result["answer"]["hands"].items()} == worked.scores
    assert run.result == f"{len(WORKED_DEALS)} settled\n"


def test_a_result_is_that_of_a_batch_with_a_line_number(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    deals.write_bytes(lines([{**WORKED_DEALS[0], "id": "table 7"}]))

    (result,) = settle_here(deals, capsysbinary).results

    assert list(result) == ["line", "id", "outcome", "answer"]
    assert result["id"] == "table 7"
    assert result["answer"]["settlement"]["net"]["east"] == 3 * 960


@pytest.mark.parametrize(("name", "path", "done"), COMMANDS.values(), ids=COMMANDS)
def test_other_commands_have_the_responses_of_the_service(
    client: FlaskClient, deals: Path, capsysbinary: pytest.CaptureFixture[bytes], name: str, path: str, done: str
) -> None:
    body = request_named(name)
    deals.write_bytes(lines([body, {}]))
    (command,) = (command for command, request in COMMANDS.items() if request[0] == name)

    status = main([command, str(deals)])
    output, summary = capsysbinary.readouterr()

    first, second = map(json.loads, output.splitlines())
    assert status == 1
    assert first == {"line": 1, "outcome": "answered", "answer": client.post(path, json=body).get_json()}
    assert (second["line"], second["outcome"], second["problem"]["code"]) == (2, "refused", "invalid-request")
    assert summary.decode() == f"1 {done}, 1 refused (line 2)\n"


BROKEN = {
    "no JSON": (b"{", 400, "malformed-json"),
    "no UTF-8": (b'{"ruleset": "\xff"}', 400, "malformed-json"),
    "a name twice": (b'{"ruleset": "harr-1922", "ruleset": "harr-1923"}', 400, "duplicate-key"),
    "NaN": (b'{"ruleset": NaN}', 400, "not-a-number"),
    "nested too deep": (b"[" * 100 + b"]" * 100, 400, "nested-too-deep"),
    "no object": (b"[]", 422, "invalid-request"),
    "a wrong deal": (b"{}", 422, "invalid-request"),
    "too long": (lines(WORKED_DEALS[:1]).rstrip() + b" " * 70_000, 413, "body-too-large"),
    "too long by far": (b"x" * 1_000_000, 413, "body-too-large"),
}


@pytest.mark.parametrize(("broken", "status", "code"), BROKEN.values(), ids=BROKEN)
def test_a_broken_line_is_reported_by_its_number_and_the_others_are_settled(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes], broken: bytes, status: int, code: str
) -> None:
    deals.write_bytes(lines(WORKED_DEALS[:1]) + broken + b"\n" + lines(WORKED_DEALS[1:2]))

    run = settle_here(deals, capsysbinary)

    assert run.status == 1
    outcomes = [(1, "settled"), (2, "refused"), (3, "settled")]
    assert [(result["line"], result["outcome"]) for result in run.results] == outcomes
    assert run.results[1]["problem"]["code"] == code
    assert run.results[1]["problem"]["status"] == status
    assert run.result == "2 settled, 1 refused (line 2)\n"


def test_a_line_that_is_no_object_is_at_fault_as_a_whole(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    deals.write_bytes(b"3\n")

    (result,) = settle_here(deals, capsysbinary).results

    assert [(fault["pointer"], fault["code"]) for fault in result["problem"]["errors"]] == [("", "wrong-type")]


def test_the_summary_lists_the_first_broken_lines_and_counts_the_others(deals: Path) -> None:
    deals.write_bytes(b"?\n" * 250)

    run = settle(deals)

    assert run.status == 1
    assert run.result == "0 settled, 250 refused (lines 1, 2, 3, 4, 5 and 245 more)\n"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (lines(WORKED_DEALS[:2]).replace(b"\n", b"\r\n"), [1, 2]),
        (lines(WORKED_DEALS[:2]).rstrip(), [1, 2]),
        (b"", []),
    ],
    ids=["carriage returns", "no newline at the end", "an empty file"],
)
def test_lines_are_numbered_as_in_an_editor(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes], text: bytes, numbers: list[int]
) -> None:
    deals.write_bytes(text)

    run = settle_here(deals, capsysbinary)

    assert run.status == 0
    assert [(result["line"], result["outcome"]) for result in run.results] == [
        (number, "settled") for number in numbers
    ]


def test_a_blank_line_is_refused_as_by_settle_lines(deals: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """So a file has as many results as lines, each at the place of its line."""
    first, second = lines(WORKED_DEALS[:1]), lines(WORKED_DEALS[1:2])
    deals.write_bytes(b"\n  \n" + first + b"\r\n" + second)

    run = settle_here(deals, capsysbinary)

    outcomes = ["refused", "refused", "settled", "refused", "settled"]
    assert [(result["line"], result["outcome"]) for result in run.results] == [*enumerate(outcomes, 1)]
    assert (run.status, run.result) == (1, "2 settled, 3 refused (lines 1, 2, 4)\n")
    alike = [json.loads(line)["outcome"] for line in settle_lines([b"\n", b"  \n", first, b"\r\n", second])]
    assert alike == outcomes


def test_two_workers_write_the_same_bytes_as_one(deals: Path) -> None:
    deals.write_bytes((lines(WORKED_DEALS) + b"?\n\n{}\n") * TIMES)

    one, two = settle(deals), settle(deals, "--workers", "2")

    assert len(one.results) == (len(WORKED_DEALS) + 3) * TIMES
    assert one == two


def test_a_dash_reads_standard_input_and_output_names_a_file(deals: Path, tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"

    run = settle("-", "--output", results, stdin=lines(WORKED_DEALS))

    assert run == Run(0, [], b"", f"{len(WORKED_DEALS)} settled\n")
    assert results.read_bytes() == settle(deals).output


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        (["absent.jsonl"], "absent.jsonl: No such file or directory"),
        (["."], "."),
        (["deals.jsonl", "--output", "absent/results.jsonl"], "absent/results.jsonl: No such file or directory"),
        (["deals.jsonl", "--output", "deals.jsonl"], "the results would go into the file that is read"),
        (["deals.jsonl", "--workers", "0"], "'0' is no number of 1 or more"),
        (["deals.jsonl", "--workers", "two"], "'two' is no number of 1 or more"),
        ([], "required: deals"),
    ],
    ids=["no such file", "a directory", "no such place", "the same file", "no workers", "no number", "no file"],
)
def test_unusable_arguments_are_reported_in_a_sentence(
    deals: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    arguments: list[str],
    result: str,
) -> None:
    monkeypatch.chdir(deals.parent)

    with pytest.raises(SystemExit) as ended:
        sys.exit(main(["settle", *arguments]))

    assert ended.value.code == 2
    assert result in capfdbinary.readouterr().err.decode()
    assert deals.read_bytes() == lines(WORKED_DEALS)


@pytest.mark.parametrize(
    ("closed", "arguments", "status", "answers", "result"),
    [
        ("0>&- 1>&- 2>&-", "deals.jsonl --workers 2 --output results", 0, False, ""),
        ("<&-", "-", 2, False, "standard input: it is closed"),
        (">&-", "deals.jsonl", 2, False, "standard output: it is closed"),
        ("2>&-", "deals.jsonl", 0, True, ""),
        ("2>/dev/full", "deals.jsonl", 0, True, ""),
        ("<&-", "deals.jsonl", 0, True, "settled"),
        (">&-", "deals.jsonl --output results", 0, False, "settled"),
        ("2>&-", "nowhere", 2, False, ""),
    ][: amount(some=3, whole=8)],
)
def test_closed_descriptors_end_no_command_with_a_traceback(
    deals: Path, closed: str, arguments: str, status: int, answers: bool, result: str
) -> None:
    command = f"{' '.join(COMMAND)} {arguments} {closed}"
    environment = os.environ | {"PYTHONPATH": f"{os.getcwd()}/service"}
    run = subprocess.run(["sh", "-c", command], cwd=deals.parent, env=environment, capture_output=True, check=False)
    assert (run.returncode, bool(run.stdout)) == (status, answers)
    assert result in run.stderr.decode()
    assert b"Traceback" not in run.stderr
    results = deals.parent / "results"
    assert not results.exists() or results.read_bytes().count(b"\n") == len(WORKED_DEALS)


@pytest.mark.parametrize("command", ["deals.jsonl >> deals.jsonl", "- < deals.jsonl >> deals.jsonl"])
def test_results_are_not_appended_to_the_file_that_is_read(deals: Path, command: str) -> None:
    run = subprocess.run(
        ["sh", "-c", f"{' '.join(COMMAND)} {command}"],
        cwd=deals.parent,
        env=os.environ | {"PYTHONPATH": f"{os.getcwd()}/service"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr == b"standard output: the results would go into the file that is read; name another file\n"
    assert deals.read_bytes() == lines(WORKED_DEALS)


@pytest.mark.parametrize("workers", ["2", "1"][: amount(some=1, whole=2)])
@pytest.mark.parametrize(
    "ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][: amount(1, 3)], ids=lambda each: each.name
)
def test_a_signal_ends_the_command_with_a_sentence_and_cuts_no_line(
    deals: Path, ending: signal.Signals, workers: str
) -> None:
    """It is sent to the worker processes too, as a terminal does."""
    deals.write_bytes(lines(WORKED_DEALS) * 2000)
    results = deals.with_name("results.jsonl")
    command: list[str | Path] = ["env", f"--default-signal={ending.name[3:]}", *COMMAND, deals, "--workers", workers]
    command += ["--output", results]  # a shell lets its background jobs ignore SIGINT
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as run:
        wait_until(lambda: results.exists() and results.stat().st_size)
        os.killpg(run.pid, ending)
        _, result = run.communicate(timeout=60)
    assert run.returncode == 128 + ending
    assert result.decode() == f"settle: ended by {ending.name}; every line that was written is whole\n"
    written = results.read_bytes()
    assert written.endswith(b"\n")
    numbers = [json.loads(line)["line"] for line in written.splitlines()]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) < 2000 * len(WORKED_DEALS)


def test_a_command_that_ignores_hangups_goes_on(deals: Path) -> None:
    command = f"trap '' HUP; {' '.join(COMMAND)} {deals} & kill -HUP $!; wait $!"
    run = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False)
    assert run.returncode == 0
    assert run.stdout.count(b"\n") == len(WORKED_DEALS)


def test_a_killed_worker_process_ends_the_command_with_a_message(deals: Path) -> None:
    deals.write_bytes(lines(WORKED_DEALS) * 2000)
    with subprocess.Popen([*COMMAND, deals, "--workers", "2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert json.loads(run.stdout.readline())["line"] == 1
        worker = next(each for each in children(run.pid) if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes())
        os.kill(worker, signal.SIGKILL)
        _, result = run.communicate(timeout=60)
        assert run.returncode == 2
    assert b"settle: a worker process was ended" in result
    assert b"Traceback" not in result


def test_a_closed_output_pipe_ends_the_command_without_a_message(deals: Path) -> None:
    deals.write_bytes(lines(WORKED_DEALS) * 200)
    with subprocess.Popen([*COMMAND, deals], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert json.loads(run.stdout.readline())["line"] == 1
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(30) == 1


@pytest.mark.parametrize(("workers", "most"), [(1, CHUNK), (2, 2 * AHEAD * CHUNK)])
def test_no_more_is_read_than_the_consumed_results_need(workers: int, most: int) -> None:
    source = BytesIO(b"?\n" * 10 * most)
    results = answer_file(source, 65_536, workers)

    assert next(results).refused == tuple(range(1, CHUNK + 1))
    assert source.tell() <= len(b"?\n") * most
    results.close()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not report the peak memory")
def test_memory_does_not_grow_with_the_file(deals: Path) -> None:
    padded = lines(WORKED_DEALS[:1]).rstrip() + b" " * 50_000 + b"\n"

    deals.write_bytes(padded * 2 * CHUNK)
    before = peak(deals)
    deals.write_bytes(padded * 1600)
    after = peak(deals)

    assert after - before < len(padded) * (1600 - 2 * CHUNK) / 16


def peak(deals: Path) -> int:
    """The peak memory of the command in bytes."""
    run = "from pung_chow_settlement.__main__ import main; main(); print(open('/proc/self/status').read())"
    result = subprocess.run(
        [sys.executable, "-c", run, "settle", deals, "--output", os.devnull],
        capture_output=True,
        timeout=300,
        check=True,
    )
    (line,) = (line for line in result.stdout.splitlines() if line.startswith(b"VmHWM"))
    return int(line.split()[1]) * 1024


def test_a_terminal_shows_the_progress(deals: Path) -> None:
    screen, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    run = subprocess.run([*COMMAND, deals], stdout=subprocess.PIPE, stderr=terminal, timeout=60, check=False)
    os.close(terminal)
    output = os.read(screen, 100_000).decode()
    os.close(screen)

    assert run.returncode == 0
    assert len(run.stdout.splitlines()) == len(WORKED_DEALS)
    assert "0%" in output
    assert output.endswith(f"{len(WORKED_DEALS)} settled\r\n")


def test_a_server_with_a_wrong_setting_does_not_start_and_says_so_as_a_line_of_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "eighty")
    assert main(["serve"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "PORT" in json.loads(line)["message"]


def test_options_of_serve_replace_the_environments_settings(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("HOST", "127.0.0.1")
    assert main(["serve", "--port", "0", "--host=a/b"]) == 2
    message = json.loads(capsys.readouterr().err)["message"]
    assert "PORT" in message
    assert "HOST" in message


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--version"], 0, f"pung-chow {VERSION}"),
        (["setle", "deals.jsonl"], 2, "there is no command 'setle'; did you mean 'settle'?"),
        (["sheet", "sheets.jsonl", "--items=false"], 2, "unrecognized arguments: --items=false"),
    ],
)
def test_the_version_and_what_is_misspelt(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == status
    assert said in "".join(capsys.readouterr())


def test_a_deal_written_over_several_lines_is_told_how_to_be_written(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    deals.write_text(json.dumps(WORKED_DEALS[0], indent=2))
    assert main(["settle", str(deals)]) == 2
    output, said = capsysbinary.readouterr()
    assert output == b""
    assert said.decode() == f"{deals}: write each body on one line, as `jq --compact-output` does\n"


def test_without_items_there_are_scores_and_payments_alone(
    deals: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["settle", "--items=false", str(deals)]) == 0
    first = json.loads(capsysbinary.readouterr()[0].splitlines()[0])["answer"]
    assert first["settlement"]["net"]["east"] == 3 * 960
    assert all("items" not in hand for hand in first["hands"].values())


def test_a_setting_out_of_its_range_is_reported_by_name(deals: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_BODY", "none")
    run = settle(deals)
    assert run.status == 2
    assert "'MAX_BODY': ['Not a valid integer.']" in run.result


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_is_answered_without_what_windows_lacks(tmp_path: Path, name: str) -> None:
    (tmp_path / "bodies.jsonl").write_text(json.dumps(request_named(COMMANDS[name][0])) + "\n")
    words = [sys.executable, "-c", WINDOWS, name, str(tmp_path / "bodies.jsonl")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "answer" in json.loads(done.stdout)
