"""The same hands scored by other people's programs: `make bench-peers` writes the table."""
