/** Schemas of which one member decides the others. Made of the contract by `python -m tools.client_types`. */
export {};
