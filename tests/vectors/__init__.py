"""The service held against the answers of other people's programs and tests, where those lie beside the repository."""
