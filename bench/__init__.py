"""The measured claims: `python -m bench` prints the table and writes `bench/RESULTS.md`."""
