"""The form of a rulebook: its members with their bounds, read from built-in files, an operator's files and requests."""
