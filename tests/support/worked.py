"""The four worked deals of the 1923 book, which tests of other kinds use too, from tests/cases/worked-deals.yaml."""

from typing import Any, Final, NamedTuple

from tests.support.cases import Case, cases_of

Json = dict[str, Any]


class Worked(NamedTuple):
    """A body of POST /v1/settlements, and what the book prints."""

    name: str
    request: Json
    scores: dict[str, int]
    payments: set[tuple[str, str, int]]
    """Payer, payee and amount."""


def _worked(case: Case) -> Worked:
    expect = case["expect"]
    payments = [payment.split() for payment in expect["/settlement/payments"]]
    return Worked(
        case["name"],
        case["body"],
        {seat: expect[f"/hands/{seat}/score"] for seat in case["body"]["hands"]},
        {(payer, payee, int(amount)) for payer, _, payee, amount, *_ in payments},
    )


PRINTED: Final = [_worked(case) for case in cases_of("worked-deals")]
WORKED_DEALS: Final = [each.request for each in PRINTED]
