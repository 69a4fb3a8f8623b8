// The client, as it is installed, against the real service, whose address is in PUNG_CHOW_URL.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Client, Problem, ProtocolError, TimeoutError } from "pung-chow-client";

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
  assert.equal((await client.score(requests.get("won-hand"), { items: false })).hand.items, undefined);
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

test("one client answers in the language of each call", async () => {
  const about = [];
  for (const language of ["en", "de", "en"]) about.push((await client.ruleset("bmja", { language })).about);
  assert.equal(about[0], about[2]);
  assert.notEqual(about[0], about[1]);
  await assert.rejects(client.settle({}, {}, { language: "de" }), /Fehler/);
});

for (const errors of [["Unauthorized"], [{ message: "no" }], null, { a: 1 }, "no", 7, [{ detail: 7 }], [null]]) {
  test(`${JSON.stringify(errors)} of a gateway is a problem without faults`, async () => {
    const gateway = new Client(url, { fetch: async () => json({ errors, code: 16, detail: ["no"] }, { status: 401 }) });
    const problem = await gateway.settle(deal).catch((error) => error);
    assert.ok(problem instanceof Problem);
    assert.deepEqual([problem.errors, problem.byPointer.size, problem.code, problem.detail, problem.message], [[], 0, "", "", "the service answered 401"]);
    assert.deepEqual(problem.document.errors, errors);
  });
}

test("two faults at a place are both there", () => {
  const errors = [["/win", "a"], ["/hands", "c"], ["/win", "b"]].map(([pointer, detail]) => ({ pointer, detail }));
  assert.deepEqual([...new Problem(422, { errors }).byPointer], [["/win", ["a", "b"]], ["/hands", ["c"]]]);
  assert.equal(new Problem(400, { errors: [{ detail: "a", pointer: ["x"] }] }).byPointer.size, 0);
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

const shared = { ruleset: "millington", house_rules: { rules: { "mah-jong": { points: 30 } } }, options: { limit: 500 } };

test("what all deals share is sent once, and a deal's own wins", async () => {
  const { ruleset, house_rules, options, ...bare } = deal;
  const own = { ...bare, ruleset: "harr-1923", house_rules: { title: "The book" }, options: { limit: 0 } };
  const whole = [];
  for (const each of [{ ...bare, ...shared }, own]) whole.push({ outcome: "settled", answer: await client.settle(each) });
  assert.deepEqual(whole.map(({ answer }) => answer.ruleset), ["millington", "harr-1923"]);
  assert.deepEqual(await client.settleBatch([bare, own], {}, { shared }), whole);
  assert.deepEqual(await all(client.settleMany([bare, own, bare, own], {}, { shared, chunkSize: 2 }), (each) => each), [...whole, ...whole]);
  const [other] = await client.settleBatch([bare], {}, { shared: { ...shared, revision: 99 } });
  assert.deepEqual([other.outcome, other.problem.code], ["refused", "other-revision"]);
});

test("every chunk has what all deals share, and none has a deal twice", async () => {
  const bodies = [];
  const fetch = async (request) => {
    const { deals, ...others } = JSON.parse(await request.text());
    bodies.push([deals.length, others]);
    return json({ results: deals });
  };
  const seeing = new Client(url, { fetch });
  assert.deepEqual(await all(seeing.settleMany(many(25), {}, { shared, chunkSize: 10, inFlight: 1 })), ids(25));
  await seeing.settleBatch([...many(1)], {}, { shared });
  assert.deepEqual(bodies, [10, 10, 5, 1].map((length) => [length, shared]));
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

/** A client of a service that is overloaded and asks for a pause, and how often it was asked. */
function overloaded(after, settings) {
  const seen = { asked: 0 };
  const fetch = async () => {
    seen.asked += 1;
    return json({ code: "overloaded" }, { status: 503, headers: { "Retry-After": after } });
  };
  return { seen, client: new Client(url, { fetch, ...settings }) };
}

test("a longer pause than there is time for ends at once with the problem", async () => {
  const later = new Date(Date.now() + 60_000).toUTCString();
  for (const [after, settings] of [["60", { timeout: 2000 }], [later, { timeout: 2000 }], ["60", { timeout: 0, retryFor: 2000 }], ["60", { timeout: 0 }]]) {
    const { seen, client: busy } = overloaded(after, settings);
    const began = performance.now();
    await assert.rejects(busy.settle(deal), (error) => error instanceof Problem && error.code === "overloaded");
    assert.equal(seen.asked, 1);
    assert.ok(performance.now() - began < 1000);
  }
});

test("a date that has passed is no pause", async () => {
  const { seen, client: busy } = overloaded(new Date(0).toUTCString(), { timeout: 5000 });
  await assert.rejects(busy.settle(deal), Problem);
  assert.equal(seen.asked, 4);
});

test("a service that is away for a time is asked until it is back, as long as `retryFor` says", async () => {
  let back = performance.now() + 2200;
  const fetch = async () => {
    if (performance.now() < back) throw new TypeError("fetch failed");
    return json({});
  };
  await assert.rejects(new Client(url, { fetch }).settle(deal), TypeError); // three repeats end in 1.8 seconds
  assert.deepEqual(await new Client(url, { fetch, retryFor: 2300 }).settle(deal), {});
  back = Infinity;
  const began = performance.now();
  await assert.rejects(new Client(url, { fetch, retryFor: 500 }).settle(deal), TypeError);
  assert.ok(performance.now() - began < 5000);
});

/** A server on this machine that handles each request so, and the number of its requests; closed after the test. */
async function server(context, handle) {
  const seen = { requests: 0 };
  const served = createServer((request, response) => {
    seen.requests += 1;
    request.resume().on("end", () => handle(response, seen.requests));
  }).listen(0, "127.0.0.1");
  await once(served, "listening");
  context.after(() => {
    served.closeAllConnections();
    served.close();
  });
  return { seen, url: `http://127.0.0.1:${served.address().port}` };
}

test("a response that is cut off in the middle is asked for again", async (context) => {
  const { seen, url } = await server(context, (response, number) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "56" }).write('{"net":');
    if (number < 3) setTimeout(() => response.destroy(), 20);
    else response.end(`1${" ".repeat(47)}}`);
  });
  assert.deepEqual(await new Client(url).settle(deal), { net: 1 });
  assert.equal(seen.requests, 3);
});

const polyfilled = !("body" in Response.prototype); // React Native's, which follows redirects and reads bodies whole

test("no redirect is followed to another origin", { skip: polyfilled }, async (context) => {
  const other = await server(context, (response) => response.end());
  const { url } = await server(context, (response) => response.writeHead(307, { Location: `${other.url}/v1/settlements` }).end());
  await assert.rejects(new Client(url).settle(deal), (error) => error instanceof ProtocolError && error.status === 307 && error.reason.includes(other.url));
  assert.equal(other.seen.requests, 0);
});

test("no more is read than the bound", async (context) => {
  const { url } = await server(context, (response) => {
    const spaces = Buffer.alloc(2_000_000, " ");
    response.writeHead(200, { "Content-Type": "application/json", ...(polyfilled ? {} : { "Content-Encoding": "gzip" }) });
    response.end(polyfilled ? spaces : gzipSync(spaces));
  });
  await assert.rejects(new Client(url, { maxResponseBytes: 1_000_000 }).settle(deal), (error) => error instanceof ProtocolError && /1000000 bytes/.test(error.message));
});

test("a rulebook is asked for conditionally and kept", async () => {
  const seen = [];
  const watched = new Client(url, { onResponse: ({ status }) => seen.push(status) });
  const first = await watched.ruleset("bmja");
  first.id = "spoilt";
  assert.equal((await watched.ruleset("bmja")).id, "bmja");
  const german = await watched.ruleset("bmja", { language: "de" });
  assert.notEqual(german.about, first.about);
  assert.deepEqual(await watched.ruleset("bmja", { language: "de" }), german);
  await watched.settle(deal);
  await watched.settle(deal);
  assert.deepEqual(seen, [200, 304, 200, 304, 200, 200]);
});

test("what is kept is bounded", async () => {
  const sent = [];
  const fetch = async ({ url, headers }) => {
    sent.push(headers.get("If-None-Match"));
    return json(url.endsWith("long") ? "x".repeat(1024 * 1024) : {}, { headers: { ETag: '"a"' } });
  };
  const keeping = new Client(url, { fetch });
  for (let each = 0; each < 65; each += 1) await keeping.ruleset(String(each));
  for (const each of ["long", "0", "long", "64"]) await keeping.ruleset(each);
  assert.deepEqual(sent.slice(-4), [null, null, null, '"a"']);
});

test("a service that does not answer is a time-out, and so is one whose body does not end", async () => {
  const silent = createServer((request, response) => {
    if (request.url === "/v1/finders") response.writeHead(200, { "Content-Type": "application/json" }).write("{");
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const away = new Client(`http://127.0.0.1:${silent.address().port}`, { retries: 0 });
  await assert.rejects(away.settle(deal, {}, { timeout: 100 }), TimeoutError);
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
  const broken = new Client(url, { fetch: async () => new Response('{"net":', { headers: { "Content-Type": "application/json" } }) });
  await assert.rejects(broken.settle(deal), (error) => error instanceof ProtocolError && error.reason.includes("{"));
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
