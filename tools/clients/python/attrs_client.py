"""What a user writes on the client that openapi-python-client makes of the contract.

Usage: python attrs_client.py URL REQUESTS
"""

import json
import sys
from pathlib import Path

from settlement_client import Client
from settlement_client.api.rulesets import list_rulesets
from settlement_client.api.scoresheets import settle_scoresheet
from settlement_client.api.settling import settle_batch, settle_deal
from settlement_client.models import (
    BatchRequest,
    BatchResults,
    RulesetList,
    ScoresheetRequest,
    SettledDeal,
    SettledScoresheet,
    SettlementRequest,
)
from settlement_client.types import Unset


def main(url: str, requests: Path) -> None:
    """Ask for the rulebooks, settle a deal, a batch and a scoresheet, and state the result of it."""
    client, bodies = Client(url), json.loads(requests.read_text())

    rulesets = list_rulesets.sync(client=client)
    assert isinstance(rulesets, RulesetList), rulesets
    print("rulebooks", len(rulesets.rulesets), rulesets.rulesets[0].id)

    settled = settle_deal.sync(client=client, body=SettlementRequest.from_dict(bodies["deal"]))
    assert isinstance(settled, SettledDeal), settled
    print("payments", *(payment.amount for payment in settled.settlement.payments))
    assert not isinstance(settled.hands.east.arrangement, Unset)
    print("scores", settled.hands.east.score, settled.hands.south.score, settled.hands.east.arrangement[0].kind)

    drawn = settle_deal.sync(client=client, body=SettlementRequest.from_dict(bodies["drawn"]))
    assert isinstance(drawn, SettledDeal), drawn
    print("drawn", len(drawn.settlement.payments), drawn.next_deal.next_east.value)

    results = settle_batch.sync(client=client, body=BatchRequest.from_dict(bodies["batch"]))
    assert isinstance(results, BatchResults), results
    good, bad = results.results
    assert not isinstance(good.answer, Unset)
    assert not isinstance(bad.problem, Unset)
    assert not isinstance(bad.problem.errors, Unset)
    print("batch", good.outcome, good.answer.settlement.net.east, bad.outcome, bad.problem.errors[0].pointer)

    sheet = settle_scoresheet.sync(client=client, body=ScoresheetRequest.from_dict(bodies["sheet"]))
    assert isinstance(sheet, SettledScoresheet), sheet
    print("sheet", *(entry.type_ for entry in sheet.entries[:3]), *sheet.entries[2].totals)

    brief = settle_deal.sync(client=client, body=SettlementRequest.from_dict(bodies["deal"]), items=False)
    assert isinstance(brief, SettledDeal), brief
    print("brief", brief.settlement.net.east)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
