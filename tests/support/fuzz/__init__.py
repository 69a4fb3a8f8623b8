"""Random requests from a seed, and the service in process that answers them."""
