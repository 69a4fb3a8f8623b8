"""The one room that knows HTTP: paths, negotiation, errors, pages and the contract as served."""
