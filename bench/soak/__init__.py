"""The soak: many kinds of clients for a long time while the workers are renewed, and every request accounted for.

`jobs` says what is sent, `clients` send it and keep account, `processes` watches the service, `run` does it all and
draws the account, `python -m bench.soak` prints it.
"""
