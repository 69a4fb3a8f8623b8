"""From bytes to what is legal, or to every fault at once: the one room that knows marshmallow. No HTTP, no answers."""
