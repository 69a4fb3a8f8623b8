"""What a user writes with the types, which mypy checks and nothing runs."""

from pung_chow import BatchResult, Client


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
