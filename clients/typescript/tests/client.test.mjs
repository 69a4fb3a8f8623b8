// The client, as it is installed, against the real service, whose address is in PUNG_CHOW_URL.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
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
  assert.ok((await client.rulesets()).rulesets.some(({ id }) => id === "bmja"));
  assert.equal((await client.ruleset("bmja")).id, "bmja");
  assert.ok((await client.compare("bmja", "dmjl")).rules.length > 0);
  assert.ok((await client.finders()).finders.length > 0);
});

test("parameters are those of the operation", async () => {
  assert.equal((await client.settle(deal)).settlement.transfers, undefined);
  assert.ok((await client.settle(deal, { transfers: true })).settlement.transfers);
  assert.deepEqual((await client.scoresheet(sheet, { from: 4 })).entries.map(({ number }) => number), [4]);
});

test("a drawn deal may leave out its winner", async () => {
  const { winner: _, ...drawn } = requests.get("drawn-deal");
  assert.deepEqual(await client.settle(drawn), await client.settle({ ...drawn, winner: null }));
  const entry = { type: "deal", hands: Array(4).fill({ counted: { score: 8 } }) };
  const sheetOf = (...entries) => ({ ruleset: "bmja", players: ["A", "B", "C", "D"], entries });
  assert.deepEqual(await client.scoresheet(sheetOf(entry)), await client.scoresheet(sheetOf({ ...entry, winning_player: null })));
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
  const problem = await german.settle({ ...deal, winner: "nobody", round_wind: 5 }).catch((error) => error);
  assert.ok(problem instanceof Problem);
  assert.deepEqual([problem.status, problem.code], [422, "invalid-request"]);
  assert.ok(problem.byPointer.has("/winner") && problem.byPointer.has("/round_wind"));
  for (const sentences of problem.byPointer.values()) assert.ok(sentences.length > 0);
  assert.match(problem.message, /Fehler/);
});

test("two faults at a place are both there", () => {
  const errors = [["/win", "a"], ["/hands", "c"], ["/win", "b"]].map(([pointer, detail]) => ({ pointer, detail }));
  assert.deepEqual([...new Problem(422, { errors }).byPointer], [["/win", ["a", "b"]], ["/hands", ["c"]]]);
});

function* many(number) {
  for (let each = 0; each < number; each += 1) yield { ...(each % 10 ? deal : {}), id: String(each) };
}

/** What a generator yields, of each so much as `read` says. */
async function all(generator, read = ({ id }) => id) {
  const found = [];
  for await (const each of generator) found.push(read(each));
  return found;
}

const ids = (number) => Array.from({ length: number }, (_, each) => String(each));
const json = (body, { status = 200, headers = {} } = {}) => new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
const pass = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

for (const chunkSize of [1000, 200, 7]) {
  test(`deals are settled in order in chunks of ${chunkSize}, and a bad one spoils only itself`, async () => {
    const results = await all(client.settleMany(many(450), {}, { chunkSize }), ({ id, outcome }) => [id, outcome]);
    assert.deepEqual(results, ids(450).map((id) => [id, id % 10 ? "settled" : "refused"]));
  });
}

test("a batch is settled, and no deals by no request", async () => {
  assert.deepEqual((await client.settleBatch([...many(2)])).map(({ outcome }) => outcome), ["refused", "settled"]);
  assert.deepEqual(await all(new Client("http://127.0.0.1:9").settleMany([])), []);
});

/** A service whose batches take some time, one of them longer, and of which one fails once: the most in flight, the chunks. */
function batches({ failing, long } = {}) {
  const seen = { most: 0, chunks: [], aborted: 0 };
  let now = 0;
  const fetch = async (request) => {
    now += 1;
    seen.most = Math.max(seen.most, now);
    const { deals } = JSON.parse(await request.text());
    await pass(deals[0].id === long ? 40 : Math.random() * 10);
    now -= 1;
    seen.chunks.push(deals.length);
    if (request.signal.aborted) seen.aborted += 1;
    if (deals[0].id !== failing) return json({ results: deals });
    failing = undefined;
    return json({}, { status: 503, headers: { "Retry-After": "0" } });
  };
  return { seen, client: new Client(url, { fetch }) };
}

test("chunks are in flight together, and one that failed is sent again", async () => {
  const { seen, client: slow } = batches({ failing: "20" });
  assert.deepEqual(await all(slow.settleMany(many(95), {}, { chunkSize: 10, inFlight: 3 })), ids(95));
  assert.deepEqual([seen.most, seen.chunks.length, Math.min(...seen.chunks)], [3, 11, 5]);
});

test("deals with long house rules make short chunks", async () => {
  const { seen, client: slow } = batches();
  const long = { id: "x".repeat(128 * 1024) };
  await all(slow.settleMany(Array(5).fill(long)));
  assert.deepEqual(seen.chunks.sort(), [1, 2, 2]);
});

test("deals are asked for as results are taken, and what is in flight then is stopped", async () => {
  const { seen, client: slow } = batches({ long: "10" });
  const deals = many(10_000);
  for await (const { id } of slow.settleMany(deals, {}, { chunkSize: 10, inFlight: 2 })) {
    assert.equal(id, "0");
    break;
  }
  await pass(100);
  assert.deepEqual([seen.chunks, seen.aborted], [[10, 10], 1]);
});

test("a chunk that is refused is thrown after the results before it", async () => {
  const fetch = async (request) => {
    const { deals } = JSON.parse(await request.text());
    return json({ results: deals }, { status: deals[0].id === "10" ? 422 : 200 });
  };
  const found = [];
  const read = all(new Client(url, { fetch }).settleMany(many(95), {}, { chunkSize: 10 }), ({ id }) => found.push(id));
  await assert.rejects(read, Problem);
  assert.deepEqual(found, ids(10));
});

/** A service that fails so often before it answers, and the bodies that it got. */
function failing(...failures) {
  const got = [];
  const fetch = async (request) => {
    got.push(await request.text());
    const failure = failures.shift() ?? 200;
    if (failure instanceof Error) throw failure;
    return json({}, { status: failure, headers: { "Retry-After": "0" } });
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
  const slow = new Client(url, { fetch: async () => json({}, { status: 503, headers: { "Retry-After": "20" } }) });
  await assert.rejects(slow.settle(deal, {}, { timeout: 50 }), { name: "TimeoutError" });
});

test("a pause may be asked for until a date", async () => {
  const dates = [new Date(Date.now() + 60_000), new Date(0)].map((date) => date.toUTCString());
  const asked = (date) => new Client(url, { retries: 1, fetch: async () => json({}, { status: 503, headers: { "Retry-After": date } }) });
  await assert.rejects(asked(dates[0]).settle(deal, {}, { timeout: 50 }), { name: "TimeoutError" });
  await assert.rejects(asked(dates[1]).settle(deal, {}, { timeout: 1000 }), Problem);
});

test("a service that does not answer is a time-out, and so is one whose body does not end", async () => {
  const silent = createServer((request, response) => {
    if (request.url === "/v1/finders") response.writeHead(200, { "Content-Type": "application/json" }).write("{");
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const away = new Client(`http://127.0.0.1:${silent.address().port}`, { retries: 0 });
  await assert.rejects(away.settle(deal, {}, { timeout: 100 }), { name: "TimeoutError" });
  await assert.rejects(away.finders({ timeout: 100 }), { name: "TimeoutError" });
  silent.closeAllConnections();
  silent.close();
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
  await assert.rejects(gateway.finders(), (error) => error instanceof Problem && error.status === 502 && error.code === "");
  await assert.rejects(new Client("http://127.0.0.1:9", { retries: 0 }).finders(), TypeError);
});

test("a token is sent", async () => {
  const gateway = new Client(url, { token: "secret", fetch: async ({ headers }) => json(Object.fromEntries(headers)) });
  assert.equal((await gateway.finders()).authorization, "Bearer secret");
});

test("a question can be stopped: before it is sent, under way, and while it waits to be sent again", async () => {
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(client.finders({ signal: stopped.signal }), { name: "AbortError" });
  const underWay = new AbortController();
  const sent = (request) => {
    const answer = fetch(request);
    underWay.abort();
    return answer;
  };
  const signalled = new Client(url, { fetch: sent }).settle(deal, {}, { signal: underWay.signal });
  await assert.rejects(signalled, { name: "AbortError" });
  const busy = new Client(url, { fetch: async () => json({}, { status: 503, headers: { "Retry-After": "20" } }) });
  const waiting = new AbortController();
  const answer = busy.settle(deal, {}, { signal: waiting.signal });
  setTimeout(() => waiting.abort(), 20);
  await assert.rejects(answer, { name: "AbortError" });
});
