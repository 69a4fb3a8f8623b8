/**
 * A game server: `node dist/server.js SERVICE PORT FOLDER`. `POST /deals` settles a deal and stores it with the table of
 * rules that it was settled by. `GET /deals/1/replay` settles it by that table again: the same amounts, whatever
 * rulebooks and revisions the service has by then.
 */

import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { Client, Problem } from "pung-chow-client";
import { type Deal, Deals } from "./deals.js";

const [service = "http://127.0.0.1:8000", port = "8080", folder = "deals"] = process.argv.slice(2);
const client = new Client(service, { retryFor: 10_000 });
const deals = new Deals(folder);
/** A rulebook to put a stored table on. The table has all that affects amounts, so any will do. */
const BASE = "harr-1922";

type Answer = readonly [status: number, body: unknown];

async function settle(deal: Deal, language: string): Promise<Answer> {
  const { ruleset, options, house_rules } = deal;
  const { table, revision } = await client.resolve({ ruleset, ...(options && { options }), ...(house_rules && { house_rules }) }, {}, { language });
  const settled = await client.settle({ ...deal, revision: deal.revision ?? revision }, {}, { language }); // the table's, even if an upgrade comes between
  const { net, payments } = settled.settlement;
  return [201, { number: deals.add(deal, table, net), net, payments }];
}

async function replay(number: number): Promise<Answer> {
  const stored = deals.get(number);
  if (!stored) return [404, { detail: `there is no deal ${number}` }];
  const again = await client.settle({ ...stored.played, ruleset: BASE, house_rules: stored.rules } as Deal);
  const { net } = again.settlement;
  return [200, { number, net, same: isDeepStrictEqual(net, stored.net) }];
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const [, number] = /^\/deals\/(\d+)\/replay$/.exec(request.url ?? "") ?? [];
  if (request.method === "GET" && number) return replay(Number(number));
  if (request.method !== "POST" || request.url !== "/deals") return [404, { detail: "POST /deals or GET /deals/1/replay" }];
  return settle(JSON.parse(await text(request)) as Deal, request.headers["accept-language"] ?? "en");
}

/** What the service refused is the player's to mend; without the service nothing is settled, and nothing stored. */
function refusal(error: unknown): Answer {
  if (error instanceof Problem) return [error.status, { detail: error.message, faults: Object.fromEntries(error.byPointer) }];
  if (error instanceof SyntaxError) return [400, { detail: "send a deal as JSON" }];
  console.error(error);
  return [502, { detail: "the settlement service is away" }];
}

createServer(async (request, response) => {
  const [status, body] = await answer(request).catch(refusal);
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}).listen(Number(port), "127.0.0.1");
