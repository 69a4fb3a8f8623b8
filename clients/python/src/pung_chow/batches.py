"""A batch's deals, and their results by `outcome`. Made of the contract by `python -m tools.client_types`."""

from typing import Literal, NotRequired, TypedDict

from pung_chow import types


class SettledResult(TypedDict):
    """The result of a deal whose outcome is `settled`."""

    outcome: Literal["settled"]
    answer: types.SettledDeal
    id: NotRequired[str]


class RefusedResult(TypedDict):
    """The result of a deal whose outcome is `refused`."""

    outcome: Literal["refused"]
    problem: types.Problem
    id: NotRequired[str]


class FailedResult(TypedDict):
    """The result of a deal whose outcome is `failed`."""

    outcome: Literal["failed"]
    problem: types.Problem
    id: NotRequired[str]


BatchResult = SettledResult | RefusedResult | FailedResult

Deal = types.SettlementRequest | types.BatchDeal
"""A deal of a batch: the second leaves out what all share."""


class Shared(TypedDict, total=False):
    """What holds for each deal of a batch that has none of its own."""

    ruleset: types.RulesetId
    revision: types.Revision
    house_rules: types.HouseRules
    options: types.Options
