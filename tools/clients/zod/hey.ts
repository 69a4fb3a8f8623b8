// What a user writes on the client and the schemas that @hey-api/openapi-ts makes of the contract; it validates both ways.
import { readFileSync } from "node:fs";
import { client } from "./hey/client.gen";
import { settleScoresheet, listRulesets, settleBatch, settleDeal } from "./hey/sdk.gen";
import type { BatchRequest, ScoresheetRequest, SettlementRequest } from "./hey/types.gen";

interface Requests {
  readonly deal: SettlementRequest;
  readonly batch: BatchRequest;
  readonly sitting: ScoresheetRequest;
}

const [url = "", requests = ""] = process.argv.slice(2);
client.setConfig({ baseUrl: url as "/", throwOnError: true });
const bodies = JSON.parse(readFileSync(requests, "utf8")) as Requests;
const throwOnError = true;

const { rulesets } = (await listRulesets({ throwOnError })).data;
console.log("rulebooks", rulesets.length, rulesets[0]?.id);

const deal = await settleDeal({ throwOnError, body: bodies.deal });
const { settlement, hands } = deal.data;
console.log("payments", ...settlement.payments.map(({ amount }) => amount));
console.log("scores", hands.east.score, hands.south.score, hands.east.arrangement[0]?.kind);

const { results } = (await settleBatch({ throwOnError, body: bodies.batch })).data;
const [good, bad] = results;
const east = good?.answer?.settlement.net.east;
console.log("batch", good?.outcome, east, bad?.outcome, bad?.problem?.errors?.[0]?.pointer);

const sitting = await settleScoresheet({ throwOnError, body: bodies.sitting });
const { entries } = sitting.data;
console.log("sitting", ...entries.slice(0, 3).map(({ type }) => type), ...(entries[2]?.totals ?? []));
