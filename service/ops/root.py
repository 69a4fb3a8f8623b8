"""The files that the service has beside its package."""

from pathlib import Path


def root_file(name: str) -> Path:
    """The path of a file that stands beside the package in a checkout, and within it where it is installed."""
    package = Path(__file__).parents[1]
    return package / name if (package / name).exists() else package.parent / name
