"""Settle the README's deal with the client that openapi-python-client made of the contract.

Usage: python -m scripts.clients.settle DIRECTORY URL (the directory that holds the generated package).
"""

import importlib
import sys
from pathlib import Path
from typing import Any, get_type_hints

import yaml

from scripts.example import PAYMENTS, deal


def left_out(directory: Path) -> set[str]:
    """The operations with a JSON body that the generator could not make."""
    contract = yaml.safe_load(Path("openapi.yaml").read_text())
    asked = {item["post"]["operationId"] for item in contract["paths"].values() if "post" in item}
    made = {path.stem.replace("_", "") for path in directory.glob("*/api/*/*.py")}
    return {operation for operation in asked if operation.lower() not in made}


def load(directory: Path) -> tuple[Any, Any]:
    """The generated package, and its module of the operation settleDeal."""
    module = next(directory.glob("*/api/*/settle_deal.py"))
    sys.path.insert(0, str(directory))
    name = ".".join(module.relative_to(directory).with_suffix("").parts)
    return importlib.import_module(name.split(".", maxsplit=1)[0]), importlib.import_module(name)


def main(directory: Path, url: str) -> None:
    """Every operation must be there; calling one, the payments must be the book's."""
    assert not left_out(directory), left_out(directory)
    package, operation = load(directory)
    body = get_type_hints(operation.sync)["body"].from_dict(deal())
    answer = operation.sync(client=package.Client(url), body=body)
    amounts = [payment.amount for payment in answer.settlement.payments]
    print("the generated client received", amounts)
    assert sorted(amounts) == sorted(PAYMENTS), amounts


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
