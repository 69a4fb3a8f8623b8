"""Refuses a release whose images are not named by digest: `python -m scripts.digests BASE IMAGE PROXY`.

BASE is what the Dockerfile is built on (its build argument), IMAGE what the Kubernetes overlay and the compose file run
(SERVICE_IMAGE there), PROXY what stands before it in the compose file (PROXY_IMAGE).
"""

import re
import sys
from collections.abc import Sequence
from typing import Final

NAMES: Final = ("BASE", "IMAGE", "PROXY")
_BY_DIGEST: Final = re.compile(r"[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}")


def wrong(references: Sequence[str]) -> list[str]:
    """What is wrong with the references of a release, each by its name."""
    given = dict(zip(NAMES, references, strict=False))
    return [
        f"{name}={given.get(name, '')!r}: an image by digest is expected, name@sha256:..."
        for name in NAMES
        if not _BY_DIGEST.fullmatch(given.get(name, ""))
    ]


if __name__ == "__main__":
    sys.exit("\n".join(wrong(sys.argv[1:])) or None)
