"""The only rooms that know HTTP and JSON."""
