"""The game itself: pure functions over records, exact numbers only (no floats), standard library only."""
