"""Independent scorers, by brute force, written from the text of the rules; the tests compare the service with them."""
