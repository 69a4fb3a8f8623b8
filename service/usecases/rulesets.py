"""Resolve house rules to a rulebook."""

from service.requests.requests import Note, read_rules, unnoted
from service.responses.amended import resolved
from service.responses.answers import Answer


def resolve_rules(body: object, *, note: Note = unnoted) -> Answer:
    """A rulebook with the house rules applied. Raises Refused."""
    return resolved(read_rules(body, note))
