"""The operations of the service, one module for each: a body in, a response out. No HTTP, no rules of the game."""
