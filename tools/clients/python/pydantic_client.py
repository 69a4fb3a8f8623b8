"""What a user writes on the models that datamodel-code-generator makes of the contract.

Usage: python pydantic_client.py URL REQUESTS
"""

import json
import sys
from pathlib import Path
from typing import TypeVar

import httpx
from models import (
    BatchRequest,
    BatchResults,
    RulesetList,
    ScoresheetRequest,
    SettledDeal,
    SettledScoresheet,
    SettlementRequest,
)
from pydantic import BaseModel

Answer = TypeVar("Answer", bound=BaseModel)


def main(url: str, requests: Path) -> None:
    """Ask for the rulebooks, settle a deal, a batch and a sitting, and state the result of it."""
    client, bodies = httpx.Client(base_url=url), json.loads(requests.read_text())

    def post(path: str, body: BaseModel, answer: type[Answer]) -> Answer:
        sent = client.post(
            path, content=body.model_dump_json(by_alias=True), headers={"Content-Type": "application/json"}
        )
        sent.raise_for_status()
        return answer.model_validate_json(sent.content)

    rulesets = RulesetList.model_validate_json(client.get("/v1/rulesets").content)
    print("rulebooks", len(rulesets.rulesets), rulesets.rulesets[0].id.root)

    settled = post("/v1/settlements", SettlementRequest.model_validate(bodies["deal"]), SettledDeal)
    print("payments", *(payment.amount for payment in settled.settlement.payments))
    print("scores", settled.hands.east.score, settled.hands.south.score, settled.hands.east.arrangement[0].kind)

    results = post("/v1/settlements/batch", BatchRequest.model_validate(bodies["batch"]), BatchResults)
    good, bad = results.results
    assert good.answer is not None
    assert bad.problem is not None
    assert bad.problem.errors is not None
    print("batch", good.outcome, good.answer.settlement.net.east, bad.outcome, bad.problem.errors[0].pointer)

    sitting = post("/v1/scoresheets", ScoresheetRequest.model_validate(bodies["sitting"]), SettledScoresheet)
    totals = [total.root for total in sitting.entries[2].totals]
    print("sitting", *(entry.type for entry in sitting.entries[:3]), *totals)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
