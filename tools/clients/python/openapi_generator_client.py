"""What a user writes on the client that openapi-generator makes of the contract.

Usage: python openapi_generator_client.py URL REQUESTS
"""

import json
import sys
from pathlib import Path

from openapi_client import ApiClient, Configuration, RulesetsApi, SettlingApi, SittingsApi
from openapi_client.models import (
    BatchRequest,
    ScoresheetRequest,
    SettledDeal,
    SettlementRequest,
)

url, requests = sys.argv[1:]
bodies = json.loads(Path(requests).read_text())
client = ApiClient(Configuration(host=url))
settling, sittings = SettlingApi(client), SittingsApi(client)

rulesets = RulesetsApi(client).list_rulesets().rulesets
print("rulebooks", len(rulesets), rulesets[0].id)

deal = SettlementRequest.from_dict(bodies["deal"])
settled = settling.settle_deal(deal)
print("payments", *(payment.amount for payment in settled.settlement.payments))
print("scores", settled.hands.east.score, settled.hands.south.score, settled.hands.east.arrangement[0].kind)

good, bad = settling.settle_batch(BatchRequest.from_dict(bodies["batch"])).results
print("batch", good.outcome, good.answer.settlement.net.east, bad.outcome, bad.problem.errors[0].pointer)

entries = sittings.settle_scoresheet(ScoresheetRequest.from_dict(bodies["sitting"])).entries
print("sitting", *(entry.type for entry in entries[:3]), *entries[2].totals)

lean = SettledDeal.from_json(settling.settle_deal_without_preload_content(deal, items=False).data)
print("lean", lean.winner.value, lean.settlement.net.east)
