"""The client for asyncio: a method for each operation, bodies and answers as the contract has them.

The sync client, `sync_client.py`, is made of this file by `python -m tools.client_types`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count
from typing import Any, Literal, Self, Unpack, overload

import httpx

from pung_chow import calls, types
from pung_chow.calls import Call, Keeping, Scoring, Settling, SettlingDeal, Waiting


class AsyncClient:
    """A client of the settlement service for asyncio.

    Its methods raise Problem where the service refuses, ProtocolError where something else answers, httpx.HTTPError
    where nothing does, and TypeError for an argument that the operation does not have. Every call takes `timeout` and
    `request_id`.
    """

    def __init__(
        self,
        url: str,
        *,
        language: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        retries: int = 3,
        on_response: Callable[[httpx.Response], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Texts come in a language ("de"; None: English); a token is for the gateway before the service.

        A request that was dropped, or answered by 429, 502, 503 or 504, is repeated so many times. `on_response` sees
        every response: its headers have the request's id, and the dates of a deprecated operation.
        """
        self.http = httpx.AsyncClient(
            base_url=url, headers=calls.headers(language, token), timeout=timeout, transport=transport
        )
        self._retries = retries
        self._on_response = on_response or (lambda _: None)

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _send(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Send a request, again where that may help, and return the last response."""
        for attempt in count():
            last, response = attempt == self._retries, None
            try:
                response = await self.http.request(method, path, **arguments)
            except calls.DROPPED:
                if last:
                    raise
            else:
                self._on_response(response)
                if last or response.status_code not in calls.REPEATED:
                    return response
            await asyncio.sleep(calls.pause(response, attempt))
        raise AssertionError("the last attempt returns or raises")

    async def _post(self, path: str, body: Any, asked: dict[str, Any]) -> Any:
        return calls.answer(await self._send("POST", path, json=body, **asked))

    async def _get(self, path: str, asked: dict[str, Any]) -> Any:
        return calls.answer(await self._send("GET", path, **asked))

    @overload
    async def settle(
        self, deal: types.SettlementRequest, *, items: Literal[False], **asked: Unpack[SettlingDeal]
    ) -> types.LeanDeal: ...
    @overload
    async def settle(
        self, deal: types.SettlementRequest, *, items: Literal[True] = True, **asked: Unpack[SettlingDeal]
    ) -> types.SettledDeal: ...
    async def settle(self, deal: types.SettlementRequest, **asked: Any) -> Any:
        """Score and settle a deal; without items, scores and payments only."""
        return await self._post("/v1/settlements", deal, calls.asked(asked, SettlingDeal, "items"))

    @overload
    async def score(
        self, hand: types.ScoreRequest, *, items: Literal[False], **asked: Unpack[Scoring]
    ) -> types.LeanScoredHand: ...
    @overload
    async def score(
        self, hand: types.ScoreRequest, *, items: Literal[True] = True, **asked: Unpack[Scoring]
    ) -> types.ScoredHand: ...
    async def score(self, hand: types.ScoreRequest, **asked: Any) -> Any:
        """Score one hand; without items, what it scores only."""
        return await self._post("/v1/scores", hand, calls.asked(asked, Scoring, "items"))

    @overload
    async def waits(
        self, hand: types.WaitsRequest, *, items: Literal[False], **asked: Unpack[Waiting]
    ) -> types.LeanAwaitedTiles: ...
    @overload
    async def waits(
        self, hand: types.WaitsRequest, *, items: Literal[True] = True, **asked: Unpack[Waiting]
    ) -> types.AwaitedTiles: ...
    async def waits(self, hand: types.WaitsRequest, **asked: Any) -> Any:
        """List what a hand waits for or, with `discards`, after each discard; without items, the tiles only."""
        return await self._post("/v1/waits", hand, calls.asked(asked, Waiting, "items"))

    async def wash(self, tiles: types.WashedTilesRequest, **asked: Unpack[Settling]) -> types.SettledWashedTiles:
        """Settle washed tiles."""
        answer: types.SettledWashedTiles = await self._post("/v1/washed-tiles", tiles, calls.asked(asked, Settling))
        return answer

    async def false_mahjong(
        self, call: types.FalseMahjongRequest, **asked: Unpack[Settling]
    ) -> types.SettledFalseMahjong:
        """Settle a wrong call of Mah-Jong."""
        answer: types.SettledFalseMahjong = await self._post("/v1/false-mahjong", call, calls.asked(asked, Settling))
        return answer

    async def fine(self, fine: types.FineRequest, **asked: Unpack[Settling]) -> types.SettledFine:
        """Settle a fine."""
        answer: types.SettledFine = await self._post("/v1/fines", fine, calls.asked(asked, Settling))
        return answer

    async def resolve(self, rules: types.ResolveRequest, **asked: Unpack[Call]) -> types.ResolvedRuleset:
        """Apply house rules to a rulebook."""
        answer: types.ResolvedRuleset = await self._post("/v1/rulesets/resolve", rules, calls.asked(asked, Call))
        return answer

    @overload
    async def scoresheet(
        self, sheet: types.ScoresheetRequest, first: int = 1, *, items: Literal[False], **asked: Unpack[Keeping]
    ) -> types.LeanScoresheet: ...
    @overload
    async def scoresheet(
        self, sheet: types.ScoresheetRequest, first: int = 1, *, items: Literal[True] = True, **asked: Unpack[Keeping]
    ) -> types.SettledScoresheet: ...
    async def scoresheet(self, sheet: types.ScoresheetRequest, first: int = 1, **asked: Any) -> Any:
        """Settle a whole sitting; the entries from the `first` on are answered."""
        return await self._post(
            "/v1/scoresheets", sheet, calls.asked({"from": first, **asked}, Keeping, "items", "from")
        )

    async def scoresheet_csv(self, sheet: types.ScoresheetRequest, **asked: Unpack[Call]) -> str:
        """Settle a whole sitting, as a table."""
        arguments = calls.asked(asked, Call)
        return calls.checked(
            await self._send("POST", "/v1/scoresheets/csv", json=sheet, **arguments), calls.CSV_TYPE
        ).text

    @overload
    async def settle_batch(
        self, deals: list[types.BatchedDeal], *, items: Literal[False], **asked: Unpack[Call]
    ) -> list[types.LeanBatchResult]: ...
    @overload
    async def settle_batch(
        self, deals: list[types.BatchedDeal], *, items: Literal[True] = True, **asked: Unpack[Call]
    ) -> list[types.BatchResult]: ...
    async def settle_batch(self, deals: list[types.BatchedDeal], **asked: Any) -> Any:
        """Settle up to 1,000 deals in one request."""
        return (await self._post("/v1/settlements/batch", {"deals": deals}, calls.asked(asked, Call, "items")))[
            "results"
        ]

    @overload
    def settle_many(
        self, deals: Iterable[types.BatchedDeal], *, items: Literal[False], **asked: Unpack[Call]
    ) -> AsyncIterator[types.LeanBatchResult]: ...
    @overload
    def settle_many(
        self, deals: Iterable[types.BatchedDeal], *, items: Literal[True] = True, **asked: Unpack[Call]
    ) -> AsyncIterator[types.BatchResult]: ...
    async def settle_many(self, deals: Iterable[types.BatchedDeal], **asked: Any) -> AsyncIterator[Any]:
        """Settle as many deals as come, in order; a few hundred are in memory at any time."""
        for block in calls.blocks(deals):
            for result in await self.settle_batch(block, **asked):
                yield result

    async def rulesets(self, **asked: Unpack[Call]) -> types.RulesetList:
        """List the rulebooks with their rules."""
        answer: types.RulesetList = await self._get("/v1/rulesets", calls.asked(asked, Call))
        return answer

    async def outline(self, **asked: Unpack[Call]) -> types.RulesetOutlines:
        """List the rulebooks without their rules."""
        answer: types.RulesetOutlines = await self._get("/v1/rulesets/outline", calls.asked(asked, Call))
        return answer

    async def finders(self, **asked: Unpack[Call]) -> types.FinderList:
        """List what rules can look for."""
        answer: types.FinderList = await self._get("/v1/finders", calls.asked(asked, Call))
        return answer

    async def ruleset(self, ruleset: str, **asked: Unpack[Call]) -> types.Ruleset:
        """Return one rulebook."""
        answer: types.Ruleset = await self._get(f"/v1/rulesets/{calls.segment(ruleset)}", calls.asked(asked, Call))
        return answer

    async def compare(self, a: str, b: str, **asked: Unpack[Call]) -> types.RulesetComparison:
        """Return what differs between two rulebooks."""
        arguments = calls.asked(asked, Call)
        answer: types.RulesetComparison = await self._get(
            "/v1/rulesets/compare", {**arguments, "params": {"a": a, "b": b}}
        )
        return answer
