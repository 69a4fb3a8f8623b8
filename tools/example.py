"""The README's example: its curl command, and the deal that it sends."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

README = Path(__file__).parents[1] / "README.md"


def curl(url: str) -> list[str]:
    """The command, sent to the service at `url` instead."""
    found = re.search(r"^```sh\n(curl .*?)^```", README.read_text(), re.MULTILINE | re.DOTALL)
    assert found, "the README has no curl command"
    return [re.sub(r"^http://[^/]+", url, word) for word in shlex.split(found[1])]


def deal() -> dict[str, Any]:
    """The body of the command."""
    words = curl("")
    body: dict[str, Any] = json.loads(words[words.index("-d") + 1])
    return body


PAYMENTS = [960, 960, 960, 208, 256, 48]
"""The payments that the book prints for the deal, highest score first (1923 pp. 45-47)."""
