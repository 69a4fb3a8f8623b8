"""The rulebooks: tables of rules, each row with its source. `ALL` is the one place that lists them."""

from typing import Final

from service.domain.rulebook.harr_1922 import RULEBOOK as HARR_1922
from service.domain.rulebook.harr_1922_limit import RULEBOOK as HARR_1922_LIMIT
from service.domain.rulebook.harr_1923 import RULEBOOK as HARR_1923
from service.domain.rulebook.harr_1923_limit import RULEBOOK as HARR_1923_LIMIT
from service.domain.rulebook.model import Rulebook
from service.domain.rulebook.pamphlet import RULEBOOK as PAMPHLET

ALL: Final = (HARR_1922, HARR_1922_LIMIT, HARR_1923, HARR_1923_LIMIT, PAMPHLET)
BY_ID: Final[dict[str, Rulebook]] = {rulebook.id: rulebook for rulebook in ALL}
