"""The service beside other commits of itself: `python -m bench` prints the tables and writes `bench/RESULTS.md`."""
