"""Telling what a table plays by."""

from service.reading.requests import read_rules
from service.reading.rules import Note, unnoted
from service.telling.answers import Answer
from service.telling.house_rules import resolved


def resolve_rules(body: object, *, note: Note = unnoted) -> Answer:
    """A rulebook with the house rules applied. Raises Refused."""
    return resolved(read_rules(body, note))
