"""Refuses a release whose images are not named by digest: `python -m tools.digests BASE IMAGE PROXY`.

BASE is the base image of the Dockerfile (its build argument), IMAGE that of the Kubernetes overlay and the compose file
(SERVICE_IMAGE there), PROXY the proxy's in the compose file (PROXY_IMAGE).
"""

import re
import sys
from collections.abc import Sequence
from typing import Final

NAMES: Final = ("BASE", "IMAGE", "PROXY")
_BY_DIGEST: Final = re.compile(r"[a-z0-9][a-z0-9._:/-]*@sha256:[0-9a-f]{64}")


def wrong(references: Sequence[str]) -> list[str]:
    """A message for each image of a release that is not named by digest."""
    given = dict(zip(NAMES, references, strict=False))
    return [
        f"{name}={given.get(name, '')!r}: an image by digest is expected, name@sha256:..."
        for name in NAMES
        if not _BY_DIGEST.fullmatch(given.get(name, ""))
    ]


if __name__ == "__main__":
    sys.exit("\n".join(wrong(sys.argv[1:])) or None)
