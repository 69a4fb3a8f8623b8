"""The client for asyncio: a method for each operation, bodies and answers as the contract has them.

The sync client, `sync_client.py`, is made of this file by `python -m tools.client_types`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import Any, Self, Unpack

import httpx

from pung_chow import calls, types
from pung_chow.calls import BATCH, Batching, Call, Keeping, Scoring, Settling, SettlingDeal, Waiting
from pung_chow.in_order import async_in_order


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
        retry_for: float | None = None,
        on_response: Callable[[httpx.Response], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Texts come in a language ("de"; None: English); a token is for the gateway before the service.

        A request that was dropped, or answered by 429, 502, 503 or 504, is repeated: at most `retries` times or, with
        `retry_for`, for so many seconds; 10 bridge the restart of a service without a second replica. `on_response`
        sees every response: its headers have the request's id, and the dates of a deprecated operation.
        """
        self.http = httpx.AsyncClient(
            base_url=url, headers=calls.headers(language, token), timeout=timeout, transport=transport
        )
        self._retries, self._retry_for = retries, retry_for
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
        repeats = calls.Repeats(self._retries, self._retry_for)
        while True:
            response = None
            try:
                response = await self.http.request(method, path, **arguments)
            except calls.DROPPED:
                if repeats.over:
                    raise
            else:
                self._on_response(response)
                if repeats.over or response.status_code not in calls.REPEATED:
                    return response
            await asyncio.sleep(repeats.pause(response))

    async def _post(self, path: str, body: Any, asked: dict[str, Any]) -> Any:
        return calls.answer(await self._send("POST", path, json=body, **asked))

    async def _get(self, path: str, asked: dict[str, Any]) -> Any:
        return calls.answer(await self._send("GET", path, **asked))

    async def settle(self, deal: types.SettlementRequest, **asked: Unpack[SettlingDeal]) -> types.SettledDeal:
        """Score and settle a deal."""
        answer: types.SettledDeal = await self._post("/v1/settlements", deal, calls.asked(asked, SettlingDeal))
        return answer

    async def score(self, hand: types.ScoreRequest, **asked: Unpack[Scoring]) -> types.ScoredHand:
        """Score one hand."""
        answer: types.ScoredHand = await self._post("/v1/scores", hand, calls.asked(asked, Scoring))
        return answer

    async def waits(self, hand: types.WaitsRequest, **asked: Unpack[Waiting]) -> types.AwaitedTiles:
        """List what a hand waits for or, with `discards`, after each discard."""
        answer: types.AwaitedTiles = await self._post("/v1/waits", hand, calls.asked(asked, Waiting))
        return answer

    async def wash(self, tiles: types.WashedTilesRequest, **asked: Unpack[Settling]) -> types.SettledWashedTiles:
        """Settle washed tiles."""
        answer: types.SettledWashedTiles = await self._post("/v1/washed-tiles", tiles, calls.asked(asked, Settling))
        return answer

    async def false_mahjong(
        self, call: types.FalseMahjongRequest, **asked: Unpack[Settling]
    ) -> types.SettledFalseMahjong:
        """Settle a false Mah-Jong."""
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

    async def scoresheet(
        self, sheet: types.ScoresheetRequest, first: int = 1, **asked: Unpack[Keeping]
    ) -> types.SettledScoresheet:
        """Settle a whole session; the response has the entries from the `first` on."""
        arguments = calls.asked({"from": first, **asked}, Keeping, "from")
        answer: types.SettledScoresheet = await self._post("/v1/scoresheets", sheet, arguments)
        return answer

    async def settle_batch(
        self, deals: Sequence[types.SettlementRequest], **asked: Unpack[Batching]
    ) -> list[types.BatchResult]:
        """Settle up to 1,000 deals in one request."""
        answer = await self._post(BATCH, {"deals": deals}, calls.asked(asked, Batching))
        results: list[types.BatchResult] = answer["results"]
        return results

    async def settle_many(
        self,
        deals: Iterable[types.SettlementRequest],
        *,
        chunk_size: int = 200,
        in_flight: int = 4,
        **asked: Unpack[Batching],
    ) -> AsyncIterator[types.BatchResult]:
        """Settle any number of deals, and yield their results in order.

        A request has at most `chunk_size` deals, and so many requests are `in_flight`: a few chunks are in memory. A
        chunk that was dropped is sent again like any request.
        """
        arguments = calls.asked(asked, Batching)
        arguments["headers"] = {"Content-Type": calls.JSON_TYPE, **arguments.get("headers", {})}

        async def settled(chunk: bytes) -> Any:
            return calls.answer(await self._send("POST", BATCH, content=chunk, **arguments))["results"]

        async with aclosing(async_in_order(settled, calls.chunks(deals, chunk_size), in_flight)) as chunks:
            async for results in chunks:
                for result in results:
                    yield result

    async def rulesets(self, **asked: Unpack[Call]) -> types.RulesetList:
        """List the rulebooks."""
        answer: types.RulesetList = await self._get("/v1/rulesets", calls.asked(asked, Call))
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
