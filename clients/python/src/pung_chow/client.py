"""The client, sync and async: a method for each operation, bodies and answers as the contract has them."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, Literal, Self, TypeVar, cast, overload

import httpx

from pung_chow import types
from pung_chow.problems import problem_of

Answer = TypeVar("Answer")
NDJSON = {"Content-Type": "application/x-ndjson", "Accept": "application/x-ndjson"}
LINES = "/v1/settlements/lines"
BLOCK_LINES, BLOCK_BYTES = 400, 256 * 1024
"""Deals that are sent together by `settle_many`: fewer bytes than the service reads before it answers."""


def _headers(language: str | None, token: str | None) -> dict[str, str]:
    given = {"Accept-Language": language, "Authorization": token and f"Bearer {token}"}
    return {name: value for name, value in given.items() if value}


def _answer(response: httpx.Response, _: type[Answer]) -> Answer:
    if not response.is_success:
        raise problem_of(response)
    return cast("Answer", response.json())


def _text(response: httpx.Response) -> str:
    if not response.is_success:
        raise problem_of(response)
    return response.text


def _query(given: dict[str, Any]) -> dict[str, str]:
    """Parameters as the service reads them: true and false in lower case."""
    return {name: json.dumps(value) for name, value in given.items()}


def _blocks(deals: Iterable[types.BatchedDeal]) -> Iterator[tuple[int, bytes]]:
    """Deals as lines, so many at a time, and how many came before."""
    sent, lines, size = 0, list[bytes](), 0
    for deal in deals:
        lines.append(json.dumps(deal).encode())
        size += len(lines[-1])
        if len(lines) == BLOCK_LINES or size >= BLOCK_BYTES:
            yield sent, b"\n".join(lines)
            sent, lines, size = sent + len(lines), [], 0
    if lines:
        yield sent, b"\n".join(lines)


def _results(response: httpx.Response, before: int) -> Iterator[types.BatchResult]:
    if not response.is_success:
        raise problem_of(response)
    for line in response.content.splitlines():
        result: types.BatchResult = json.loads(line)
        yield {**result, "line": result["line"] + before}


class Client:
    """A client that waits for each answer.

    Its methods raise Problem where the service refuses, and httpx.HTTPError where it is away.
    """

    def __init__(
        self,
        url: str,
        *,
        language: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Texts come in a language ("de"; None: English); a token is for the gateway before the service."""
        self.http = httpx.Client(base_url=url, headers=_headers(language, token), timeout=timeout, transport=transport)

    @classmethod
    def embedded(cls, app: Any = None, **given: Any) -> Self:
        """A client of a service within this process, without a network: any WSGI application.

        None: the service's own, whose checkout must be importable.
        """
        if app is None:
            from service import create_app  # type: ignore[import-not-found, unused-ignore]

            app = create_app()
        return cls("http://embedded", transport=httpx.WSGITransport(app=app), **given)

    def close(self) -> None:
        """Close the connections."""
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _post(self, path: str, body: Any, query: dict[str, Any], answer: type[Answer]) -> Answer:
        return _answer(self.http.post(path, json=body, params=_query(query)), answer)

    def _get(self, path: str, answer: type[Answer], **query: str) -> Answer:
        return _answer(self.http.get(path, params=query), answer)

    @overload
    def settle(self, deal: types.SettlementRequest, *, items: Literal[False], **query: bool) -> types.LeanDeal: ...
    @overload
    def settle(
        self, deal: types.SettlementRequest, *, items: Literal[True] = True, **query: bool
    ) -> types.SettledDeal: ...
    def settle(self, deal: types.SettlementRequest, **query: bool) -> Any:
        """Score and settle a deal; without items, scores and payments only."""
        return self._post("/v1/settlements", deal, query, types.SettledDeal)

    @overload
    def score(self, hand: types.ScoreRequest, *, items: Literal[False], **query: bool) -> types.LeanScoredHand: ...
    @overload
    def score(self, hand: types.ScoreRequest, *, items: Literal[True] = True, **query: bool) -> types.ScoredHand: ...
    def score(self, hand: types.ScoreRequest, **query: bool) -> Any:
        """Score one hand; without items, what it scores only."""
        return self._post("/v1/scores", hand, query, types.ScoredHand)

    def waits(self, hand: types.WaitsRequest, **query: bool) -> types.AwaitedTiles:
        """Tell what a hand waits for."""
        return self._post("/v1/waits", hand, query, types.AwaitedTiles)

    def wash(self, tiles: types.WashedTilesRequest, **query: bool) -> types.SettledWashedTiles:
        """Settle washed tiles."""
        return self._post("/v1/washed-tiles", tiles, query, types.SettledWashedTiles)

    def false_mahjong(self, call: types.FalseMahjongRequest, **query: bool) -> types.SettledFalseMahjong:
        """Settle a wrong call of Mah-Jong."""
        return self._post("/v1/false-mahjong", call, query, types.SettledFalseMahjong)

    def resolve(self, rules: types.ResolveRequest, **query: bool) -> types.ResolvedRuleset:
        """Apply house rules to a rulebook."""
        return self._post("/v1/rulesets/resolve", rules, query, types.ResolvedRuleset)

    def scoresheet(self, sheet: types.ScoresheetRequest, first: int = 1, **query: bool) -> types.SettledScoresheet:
        """Settle a whole sitting; the entries from the first on are told."""
        return self._post("/v1/scoresheets", sheet, {"from": first, **query}, types.SettledScoresheet)

    def scoresheet_csv(self, sheet: types.ScoresheetRequest) -> str:
        """Settle a whole sitting, as a table."""
        return _text(self.http.post("/v1/scoresheets/csv", json=sheet))

    def settle_batch(self, deals: list[types.BatchedDeal], **query: bool) -> list[types.BatchResult]:
        """Settle up to 1,000 deals in one request."""
        return (self._post("/v1/settlements/batch", {"deals": deals}, query, types.BatchResults))["results"]

    def settle_many(self, deals: Iterable[types.BatchedDeal], **query: bool) -> Iterator[types.BatchResult]:
        """Settle as many deals as come, in order; a few hundred are in memory at any time."""
        for before, lines in _blocks(deals):
            yield from _results(self.http.post(LINES, content=lines, headers=NDJSON, params=_query(query)), before)

    def rulesets(self) -> types.RulesetList:
        """List the rulebooks with their rules."""
        return self._get("/v1/rulesets", types.RulesetList)

    def outline(self) -> types.RulesetOutlines:
        """List the rulebooks without their rules."""
        return self._get("/v1/rulesets/outline", types.RulesetOutlines)

    def finders(self) -> types.FinderList:
        """List what rules can look for."""
        return self._get("/v1/finders", types.FinderList)

    def ruleset(self, ruleset: str) -> types.Ruleset:
        """Return one rulebook."""
        return self._get(f"/v1/rulesets/{ruleset}", types.Ruleset)

    def compare(self, a: str, b: str) -> types.RulesetComparison:
        """Return what differs between two rulebooks."""
        return self._get("/v1/rulesets/compare", types.RulesetComparison, a=a, b=b)


class AsyncClient:
    """The same for asyncio."""

    def __init__(
        self,
        url: str,
        *,
        language: str | None = None,
        token: str | None = None,
        timeout: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Texts come in a language ("de"; None: English); a token is for the gateway before the service."""
        self.http = httpx.AsyncClient(
            base_url=url, headers=_headers(language, token), timeout=timeout, transport=transport
        )

    async def close(self) -> None:
        """Close the connections."""
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _post(self, path: str, body: Any, query: dict[str, Any], answer: type[Answer]) -> Answer:
        return _answer(await self.http.post(path, json=body, params=_query(query)), answer)

    async def _get(self, path: str, answer: type[Answer], **query: str) -> Answer:
        return _answer(await self.http.get(path, params=query), answer)

    @overload
    async def settle(
        self, deal: types.SettlementRequest, *, items: Literal[False], **query: bool
    ) -> types.LeanDeal: ...
    @overload
    async def settle(
        self, deal: types.SettlementRequest, *, items: Literal[True] = True, **query: bool
    ) -> types.SettledDeal: ...
    async def settle(self, deal: types.SettlementRequest, **query: bool) -> Any:
        """Score and settle a deal; without items, scores and payments only."""
        return await self._post("/v1/settlements", deal, query, types.SettledDeal)

    @overload
    async def score(
        self, hand: types.ScoreRequest, *, items: Literal[False], **query: bool
    ) -> types.LeanScoredHand: ...
    @overload
    async def score(
        self, hand: types.ScoreRequest, *, items: Literal[True] = True, **query: bool
    ) -> types.ScoredHand: ...
    async def score(self, hand: types.ScoreRequest, **query: bool) -> Any:
        """Score one hand; without items, what it scores only."""
        return await self._post("/v1/scores", hand, query, types.ScoredHand)

    async def waits(self, hand: types.WaitsRequest, **query: bool) -> types.AwaitedTiles:
        """Tell what a hand waits for."""
        return await self._post("/v1/waits", hand, query, types.AwaitedTiles)

    async def wash(self, tiles: types.WashedTilesRequest, **query: bool) -> types.SettledWashedTiles:
        """Settle washed tiles."""
        return await self._post("/v1/washed-tiles", tiles, query, types.SettledWashedTiles)

    async def false_mahjong(self, call: types.FalseMahjongRequest, **query: bool) -> types.SettledFalseMahjong:
        """Settle a wrong call of Mah-Jong."""
        return await self._post("/v1/false-mahjong", call, query, types.SettledFalseMahjong)

    async def resolve(self, rules: types.ResolveRequest, **query: bool) -> types.ResolvedRuleset:
        """Apply house rules to a rulebook."""
        return await self._post("/v1/rulesets/resolve", rules, query, types.ResolvedRuleset)

    async def scoresheet(
        self, sheet: types.ScoresheetRequest, first: int = 1, **query: bool
    ) -> types.SettledScoresheet:
        """Settle a whole sitting; the entries from the first on are told."""
        return await self._post("/v1/scoresheets", sheet, {"from": first, **query}, types.SettledScoresheet)

    async def scoresheet_csv(self, sheet: types.ScoresheetRequest) -> str:
        """Settle a whole sitting, as a table."""
        return _text(await self.http.post("/v1/scoresheets/csv", json=sheet))

    async def settle_batch(self, deals: list[types.BatchedDeal], **query: bool) -> list[types.BatchResult]:
        """Settle up to 1,000 deals in one request."""
        return (await self._post("/v1/settlements/batch", {"deals": deals}, query, types.BatchResults))["results"]

    async def settle_many(self, deals: Iterable[types.BatchedDeal], **query: bool) -> AsyncIterator[types.BatchResult]:
        """Settle as many deals as come, in order; a few hundred are in memory at any time."""
        for before, lines in _blocks(deals):
            for result in _results(
                await self.http.post(LINES, content=lines, headers=NDJSON, params=_query(query)), before
            ):
                yield result

    async def rulesets(self) -> types.RulesetList:
        """List the rulebooks with their rules."""
        return await self._get("/v1/rulesets", types.RulesetList)

    async def outline(self) -> types.RulesetOutlines:
        """List the rulebooks without their rules."""
        return await self._get("/v1/rulesets/outline", types.RulesetOutlines)

    async def finders(self) -> types.FinderList:
        """List what rules can look for."""
        return await self._get("/v1/finders", types.FinderList)

    async def ruleset(self, ruleset: str) -> types.Ruleset:
        """Return one rulebook."""
        return await self._get(f"/v1/rulesets/{ruleset}", types.Ruleset)

    async def compare(self, a: str, b: str) -> types.RulesetComparison:
        """Return what differs between two rulebooks."""
        return await self._get("/v1/rulesets/compare", types.RulesetComparison, a=a, b=b)
