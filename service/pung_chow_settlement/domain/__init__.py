"""The game itself: pure functions over frozen records, integers only, standard library only."""
