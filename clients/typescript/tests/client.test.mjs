// The client, as it is installed, against the real service, whose address is in PUNG_CHOW_URL.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client, Problem, ProtocolError } from "pung-chow-client";

const url = process.env.PUNG_CHOW_URL;
const { vectors } = JSON.parse(readFileSync(process.env.PUNG_CHOW_REQUESTS, "utf8"));
const requests = new Map(vectors.map(({ name, request }) => [name, request]));
const deal = requests.get("layout-1");
const asked = {
  settle: ["layout-1", "/v1/settlements"],
  score: ["won-hand", "/v1/scores"],
  waits: ["waiting-hand", "/v1/waits"],
  wash: ["ten-heads", "/v1/washed-tiles"],
  falseMahjong: ["half-the-limit", "/v1/false-mahjong"],
  resolve: ["five-rules", "/v1/rulesets/resolve"],
  scoresheet: ["short-sitting", "/v1/scoresheets"],
};
const sheet = requests.get("short-sitting");
const client = new Client(`${url}/`);

for (const [method, [name, path]] of Object.entries(asked)) {
  test(`${method} answers what the service answers`, async () => {
    const body = requests.get(name);
    const answer = await fetch(url + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    assert.deepEqual(await client[method](body), await answer.json());
  });
}

test("rulebooks are told and compared", async () => {
  const { rulesets } = await client.rulesets();
  assert.deepEqual((await client.rulesets()).rulesets.map(({ id }) => id), rulesets.map(({ id }) => id));
  assert.equal((await client.ruleset("bmja")).id, "bmja");
  assert.ok((await client.compare("bmja", "dmjl")).rules.length > 0);
  assert.ok((await client.finders()).finders.length > 0);
});

test("parameters are those of the operation", async () => {
  assert.equal((await client.settle(deal)).settlement.transfers, undefined);
  assert.ok((await client.settle(deal, { transfers: true })).settlement.transfers);
  assert.deepEqual((await client.scoresheet(sheet, { from: 4 })).entries.map(({ number }) => number), [4]);
});

test("without items the numbers are answered", async () => {
  const whole = await client.settle(deal);
  const lean = await client.settle(deal, { items: false });
  assert.deepEqual(lean.settlement.net, whole.settlement.net);
  assert.equal(lean.hands.east.score, whole.hands.east.score);
  assert.equal(lean.hands.east.items, undefined);
  assert.equal((await client.score(requests.get("won-hand"), { items: false })).score.items, undefined);
  assert.deepEqual((await client.scoresheet(sheet, { items: false })).standings, (await client.scoresheet(sheet)).standings);
  const [result] = await client.settleBatch([deal], { items: false });
  assert.deepEqual(result.answer, lean);
  for await (const { answer } of client.settleMany([deal], { items: false })) assert.deepEqual(answer, lean);
});

test("every fault is told at its place in the client's language", async () => {
  const german = new Client(url, { language: "de" });
  const problem = await german.settle({ ...deal, winner: "nobody", hands: {} }).catch((error) => error);
  assert.ok(problem instanceof Problem);
  assert.deepEqual([problem.status, problem.code], [422, "invalid-request"]);
  assert.ok(problem.byPointer.has("/winner") && problem.byPointer.has("/hands"));
  assert.match(problem.message, /Fehler/);
});

function* many(number) {
  for (let each = 0; each < number; each += 1) yield { ...(each % 10 ? deal : {}), id: String(each) };
}

test("deals are settled in blocks, and a bad one spoils only itself", async () => {
  let number = 0;
  for await (const { id, outcome } of client.settleMany(many(950))) {
    assert.deepEqual([id, outcome], [String(number), number % 10 ? "settled" : "refused"]);
    number += 1;
  }
  assert.equal(number, 950);
  assert.deepEqual((await client.settleBatch([...many(2)])).map(({ outcome }) => outcome), ["refused", "settled"]);
});

/** A service that fails so often before it answers, and the bodies that it got. */
function failing(...failures) {
  const got = [];
  const fetch = async (request) => {
    got.push(await request.text());
    const failure = failures.shift() ?? 200;
    if (failure instanceof Error) throw failure;
    return Response.json({}, { status: failure, headers: { "Retry-After": "0" } });
  };
  return { got, fetch };
}

for (const failure of [429, 502, 503, 504, new TypeError("fetch failed")]) {
  test(`after ${failure} a request is repeated as it was`, async () => {
    const { got, fetch } = failing(failure, failure);
    await new Client(url, { fetch }).settle(deal);
    assert.deepEqual(got, Array(3).fill(JSON.stringify(deal)));
  });
}

test("a request is repeated so many times, and a refusal never", async () => {
  for (const [retries, failures, sent] of [[0, [503, 503], 1], [2, [503, 503, 503, 503], 3], [3, [422], 1], [3, [500], 1]]) {
    const { got, fetch } = failing(...failures);
    await assert.rejects(new Client(url, { fetch, retries }).settle(deal), Problem);
    assert.equal(got.length, sent);
  }
});

test("a call has a time-out of its own, which ends pauses too", async () => {
  const slow = new Client(url, { fetch: async () => Response.json({}, { status: 503, headers: { "Retry-After": "20" } }) });
  await assert.rejects(slow.settle(deal, {}, { timeout: 50 }), { name: "TimeoutError" });
});

test("the id of a request and its headers are in reach", async () => {
  const seen = [];
  const watched = new Client(url, { onResponse: ({ headers }) => seen.push(headers.get("X-Request-ID")) });
  await watched.settle(deal, {}, { requestId: "evening-7" });
  const problem = await watched.settle({}, {}, { requestId: "evening-8" }).catch((error) => error);
  assert.deepEqual([seen, problem.requestId], [["evening-7", "evening-8"], "evening-8"]);
});

test("an id stays one segment of the path", async () => {
  await assert.rejects(client.ruleset("../finders"), (error) => error instanceof Problem && error.status === 404);
  await assert.rejects(async () => client.ruleset(".."), RangeError);
});

test("a page in place of an answer is a protocol error", async () => {
  const portal = new Client(url, { fetch: async () => new Response("<html>", { headers: { "Content-Type": "text/html" } }) });
  await assert.rejects(portal.settle(deal), ProtocolError);
});

test("the body of a gateway is a problem too, a service that is away is not", async () => {
  const gateway = new Client(url, { retries: 0, fetch: async () => new Response("<html>", { status: 502 }) });
  await assert.rejects(gateway.rulesets(), (error) => error instanceof Problem && error.status === 502 && error.code === "");
  await assert.rejects(new Client("http://127.0.0.1:9", { retries: 0 }).rulesets(), TypeError);
});

test("a token is sent, and a question can be stopped", async () => {
  const gateway = new Client(url, { token: "secret", fetch: async ({ headers }) => Response.json(Object.fromEntries(headers)) });
  assert.equal((await gateway.rulesets()).authorization, "Bearer secret");
  await assert.rejects(client.rulesets({ signal: AbortSignal.abort() }), { name: "AbortError" });
});
