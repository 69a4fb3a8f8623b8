"""Brief responses, with `items=false`: without the members that explain how scores and amounts came about."""

from typing import Any, Final

EXPLAINING: Final = frozenset(
    {"items", "arrangement", "explanation", "changed_by", "factors", "shares", "drawn", "claimed"}
)
"""The members that a brief response leaves out, of hands, payments and tiles that complete a hand."""


def brief(response: Any) -> Any:
    """A finished response without these members."""
    if isinstance(response, dict):
        return {name: brief(value) for name, value in response.items() if name not in EXPLAINING}
    if isinstance(response, list | tuple):
        return [brief(each) for each in response]
    return response
