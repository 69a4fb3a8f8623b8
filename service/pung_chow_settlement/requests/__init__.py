"""Parse and validate bodies into legal deals, or every fault at once, by the forms of `schemas`. Knows no HTTP."""
