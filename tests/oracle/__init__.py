"""Comparisons of the service with the independent scorers of `tests/support/oracle/`."""
