"""What a game is played by."""

from typing import NamedTuple

from service.domain.rulebook.model import Options, Rulebook


class Rules(NamedTuple):
    """A rulebook and every option of it."""

    rulebook: Rulebook
    options: Options
