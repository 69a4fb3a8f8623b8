"""What a user writes with the types, which mypy checks and nothing runs."""

from typing import Any

from pung_chow import BatchResult, Client, Shared, types


def told(result: BatchResult) -> str:
    """The type checker knows the members of each outcome."""
    if result["outcome"] == "settled":
        return str(result["answer"]["settlement"]["net"])
    return result["problem"]["detail"]


def mixed(result: BatchResult) -> object:
    """A deal that was refused has no answer: it is to be told apart first."""
    return result["answer"]  # type: ignore[typeddict-item]


def asked(client: Client) -> list[str]:
    """Every call takes a language."""
    return [told(each) for each in client.settle_batch([], language="de", items=False)]


def shared(client: Client, deals: list[types.BatchDeal], whole: list[types.SettlementRequest]) -> list[BatchResult]:
    """What all deals share is typed, and a deal beside it needs no rulebook."""
    table: Shared = {"ruleset": "bmja", "options": {"limit": 500}}
    wrong: Shared = {"rulebook": "bmja"}  # type: ignore[typeddict-unknown-key]
    return [*client.settle_batch(deals, shared=table), *client.settle_many([*deals, *whole], shared=wrong)]


def digests(client: Client, body: Any) -> list[str]:
    """Every response names the rules that it was made by: a replay compares the digests."""
    return [
        client.settle(body)["digest"],
        client.score(body)["digest"],
        client.waits(body)["digest"],
        client.wash(body)["digest"],
        client.false_mahjong(body)["digest"],
        client.fine(body)["digest"],
        client.scoresheet(body)["digest"],
        client.resolve(body)["digest"],
        client.ruleset("bmja")["digest"],
        *[each["answer"]["digest"] for each in client.settle_many([body]) if each["outcome"] == "settled"],
    ]
