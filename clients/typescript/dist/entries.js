/** The entries of a scoresheet by their `type`. Made of the contract by `python -m tools.client_types`. */
export {};
