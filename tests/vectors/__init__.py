"""Comparisons with the results of other programs, where their vectors are stored beside the repository."""
