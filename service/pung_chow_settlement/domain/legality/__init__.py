"""Legality: what a deal must be to be played, and every fault of one that is not."""
