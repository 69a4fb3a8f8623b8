"""Parse and validate bodies into legal deals, or every fault at once. The only user of marshmallow; knows no HTTP."""
