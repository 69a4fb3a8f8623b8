"""A second scorer, slow and plain, written from the rules alone; the tests compare the service with it."""
