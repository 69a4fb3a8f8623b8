"""The rulebook engine: records, conditions, checks, compiled rulebooks, and how house rules amend them."""
