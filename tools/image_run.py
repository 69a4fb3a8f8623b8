"""Test an image: run its command on its mounted root, as its user, with nothing writable but /dev/shm.

Usage: python -m tools.image_run CONFIG ROOT (the configuration as printed by `buildah inspect --type image`).
Needs root.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.ports import await_answer
from tools.example import curl

PORT = 18000
# Everything below the root becomes read-only, then the process drops root and all its capabilities.
ENTER = """
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$ROOT/dev"
mknod -m 666 "$ROOT/dev/null" c 1 3
mknod -m 666 "$ROOT/dev/urandom" c 1 9
mkdir "$ROOT/dev/shm"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$ROOT/dev/shm"
mount -o remount,bind,ro "$ROOT"
exec chroot "$ROOT" setpriv --reuid "${USERSPEC%:*}" --regid "${USERSPEC#*:}" --clear-groups \\
  --no-new-privs --bounding-set=-all --inh-caps=-all \\
  env --ignore-environment ENVIRONMENT sh -c "cd $DIRECTORY && exec $COMMAND"
"""
CAN_WRITE = "test -w / || test -w /tmp || test -w /opt/venv"


def inside(config: dict[str, Any], root: str, command: list[str]) -> "subprocess.Popen[bytes]":
    """Start a command as a container engine would."""
    environment = shlex.join([*config["Env"], f"PORT={PORT}", "METRICS_PORT=0", "HOST=127.0.0.1"])
    variables = {
        "ROOT": root,
        "DIRECTORY": config["WorkingDir"],
        "USERSPEC": config["User"],
        "COMMAND": shlex.join(command),
    }
    script = ENTER.replace("ENVIRONMENT", environment)
    return subprocess.Popen(["unshare", "--mount", "sh", "-c", script], env=os.environ | variables)


def try_image(config: dict[str, Any], root: str) -> None:
    """Run the image's command, and send the README's example to it."""
    if inside(config, root, ["sh", "-c", CAN_WRITE]).wait() == 0:
        raise SystemExit("the image's root is writable")
    service = inside(config, root, config["Cmd"])
    try:
        await_answer(PORT)
        print("runs with", re.findall(r"(?:Uid|CapEff|CapBnd):\s+\w+", Path(f"/proc/{service.pid}/status").read_text()))
        result = json.loads(subprocess.run(curl(f"http://127.0.0.1:{PORT}"), check=True, capture_output=True).stdout)
        print("scores", {seat: hand["score"] for seat, hand in result["hands"].items()})
        health = inside(config, root, config["Healthcheck"]["Test"][1:])
        print("health check exits with", health.wait())
    finally:
        service.send_signal(signal.SIGTERM)
        print("stopped with", service.wait(30))


if __name__ == "__main__":
    image = json.loads(Path(sys.argv[1]).read_text())
    try_image((image.get("Docker") or image["OCIv1"])["config"], sys.argv[2])
