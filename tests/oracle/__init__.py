"""Comparisons of the service with the independent scorers of `support/oracle/`."""
