"""What the service does, one module for each: a body in, an answer out. No HTTP, no rule."""
