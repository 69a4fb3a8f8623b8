"""Benchmarks of this tree against other commits: `python -m bench` prints and writes `bench/RESULTS.md`."""
