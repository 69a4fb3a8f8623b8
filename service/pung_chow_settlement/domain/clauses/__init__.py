"""What rules look for: conditions, each a list of clauses that must hold and say why they do not."""
