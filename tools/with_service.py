"""Run a command against the real service: gunicorn with its own settings on a free port of this machine.

Usage: python -m tools.with_service COMMAND ... ({url} in the command stands for the service's address). The exit
status is the command's, or 1 where the service wrote an error to its log.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tests.support.server import REAL, running


def main(command: list[str]) -> int:
    """Run the command and look at the log."""
    with tempfile.TemporaryDirectory() as directory:
        with running(Path(directory), REAL) as server:
            url = f"http://127.0.0.1:{server.port}"
            status = subprocess.run([word.replace("{url}", url) for word in command], check=False).returncode
        errors = [line for line in server.lines() if line["level"] in ("error", "critical")]
    for line in errors[:5]:
        print(line)
    return status or bool(errors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
