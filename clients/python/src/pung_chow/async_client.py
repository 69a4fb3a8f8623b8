"""The client for asyncio: a method for each operation, bodies and answers as the contract has them.

The sync client, `sync_client.py`, is made of this file by `python -m tools.client_types`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import aclosing
from typing import Any, Self, Unpack

import httpx

from pung_chow import calls, types
from pung_chow.batches import BatchResult, Deal, Shared
from pung_chow.calls import BATCH, Asked, Batching, Call, Keeping, Received, Scoring, Settling, SettlingDeal, Waiting
from pung_chow.exchange import async_exchange
from pung_chow.in_order import async_in_order


class AsyncClient:
    """A client of the settlement service for asyncio.

    Its methods raise Problem where the service refuses, ProtocolError where something else answers, httpx.HTTPError
    where nothing does, and TypeError for an argument that the operation does not have. Every call takes `language`,
    `timeout` and `request_id`.
    """

    def __init__(
        self,
        url: str,
        *,
        language: str | None = None,
        token: str | None = None,
        timeout: float = calls.TIMEOUT,
        retries: int = calls.RETRIES,
        retry_for: float | None = None,
        max_response_bytes: int = calls.MAX_RESPONSE_BYTES,
        on_response: Callable[[httpx.Response], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Texts come in a language ("de"; None: English); a token is for the gateway before the service.

        `timeout` bounds a whole call in seconds, with its repeats; 0: no limit. A request that was dropped or could
        not connect, or was answered by 429, 502, 503 or 504, is repeated: at most `retries` times or, with
        `retry_for`, for so many seconds; 10 bridge the restart of a service without a second replica. A response
        that is longer than `max_response_bytes` is not read further. `on_response` sees the head of every response:
        its headers have the request's id, and the dates of a deprecated operation. No redirect is followed.
        """
        self.http = httpx.AsyncClient(
            base_url=url, headers=calls.headers(language, token), timeout=timeout or None, transport=transport
        )
        self._timeout, self._retries, self._retry_for = timeout, retries, retry_for
        self._max_response_bytes = max_response_bytes
        self._on_response = on_response or (lambda _: None)
        self._kept = calls.Kept()

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _send(self, method: str, path: str, asked: Asked, *, keep: bool = False, **body: Any) -> Received:
        """Send a request, again where that may help, and return the last response, or that which is still true."""
        left = calls.TimeLeft(self._timeout if asked.timeout is None else asked.timeout)
        given = {"params": asked.query, "headers": asked.headers, "extensions": {"timeout": left}, **body}
        request = self.http.build_request(method, path, **given)
        kept = self._kept.condition(request) if keep else None
        received = await self._repeated(request, left)
        if kept and received.status == calls.NOT_MODIFIED:
            return kept
        if keep and httpx.codes.is_success(received.status):
            self._kept.keep(received)
        return received

    async def _repeated(self, request: httpx.Request, left: calls.TimeLeft) -> Received:
        repeats = calls.Repeats(self._retries, self._retry_for, left)
        while True:
            try:
                received = await async_exchange(self.http, request, left, self._max_response_bytes, self._on_response)
            except calls.DROPPED:
                pause = repeats.pause(None)
                if pause is None:
                    raise
            else:
                pause = repeats.pause(received) if received.status in calls.REPEATED else None
                if pause is None:
                    return received
            await asyncio.sleep(pause)

    async def _post(self, path: str, body: Any, asked: Asked) -> Any:
        return calls.answer(await self._send("POST", path, asked, json=body))

    async def _get(self, path: str, asked: Asked) -> Any:
        return calls.answer(await self._send("GET", path, asked, keep=True))

    async def settle(self, deal: types.SettlementRequest, **asked: Unpack[SettlingDeal]) -> types.SettledDeal:
        """Score and settle a deal."""
        answer: types.SettledDeal = await self._post("/v1/settlements", deal, calls.asked(asked, SettlingDeal))
        return answer

    async def score(self, hand: types.ScoreRequest, **asked: Unpack[Scoring]) -> types.ScoredHand:
        """Score one hand."""
        answer: types.ScoredHand = await self._post("/v1/scores", hand, calls.asked(asked, Scoring))
        return answer

    async def waits(self, hand: types.WaitsRequest, **asked: Unpack[Waiting]) -> types.AwaitedTiles:
        """List what a hand waits for or, with `each_discard`, after each discard."""
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
        arguments = calls.asked(asked, Keeping, **{"from": first})
        answer: types.SettledScoresheet = await self._post("/v1/scoresheets", sheet, arguments)
        return answer

    async def settle_batch(
        self, deals: Sequence[Deal], *, shared: Shared | None = None, **asked: Unpack[Batching]
    ) -> list[BatchResult]:
        """Settle up to 1,000 deals in one request; what is `shared` holds for each that has none of its own."""
        batch = {**(shared or {}), "deals": deals}
        answer = await self._post(BATCH, batch, calls.asked(asked, Batching))
        results: list[BatchResult] = answer["results"]
        return results

    async def settle_many(
        self,
        deals: Iterable[Deal],
        *,
        shared: Shared | None = None,
        chunk_size: int = calls.CHUNK_DEALS,
        in_flight: int = calls.IN_FLIGHT,
        **asked: Unpack[Batching],
    ) -> AsyncIterator[BatchResult]:
        """Settle any number of deals, and yield their results in order.

        A request has at most `chunk_size` deals, and so many requests are `in_flight`: a few chunks are in memory. A
        chunk that was dropped is sent again like any request. Each has what is `shared`, as `settle_batch` does.
        """
        arguments = calls.asked(asked, Batching)
        arguments.headers["Content-Type"] = calls.JSON_TYPE

        async def settled(chunk: bytes) -> Any:
            return calls.answer(await self._send("POST", BATCH, arguments, content=chunk))["results"]

        async with aclosing(async_in_order(settled, calls.chunks(deals, chunk_size, shared), in_flight)) as chunks:
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
        answer: types.RulesetComparison = await self._get("/v1/rulesets/compare", calls.asked(asked, Call, a=a, b=b))
        return answer
