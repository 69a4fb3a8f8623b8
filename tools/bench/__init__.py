"""Benchmarks of this tree against other commits: `python -m tools.bench` prints and writes `tools/bench/RESULTS.md`."""
