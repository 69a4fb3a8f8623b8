// What a user writes on the client and the schemas that openapi-zod-client makes of the contract.
import { readFileSync } from "node:fs";
import { createApiClient, schemas } from "./zodios_client";

const [url = "", requests = ""] = process.argv.slice(2);
const client = createApiClient(url);
const bodies = JSON.parse(readFileSync(requests, "utf8")) as Record<"deal" | "batch" | "sitting", unknown>;

const { rulesets } = await client.get("/v1/rulesets");
console.log("rulebooks", rulesets.length, rulesets[0]?.id);

const { settlement, hands } = await client.post("/v1/settlements", schemas.SettlementRequest.parse(bodies.deal));
console.log("payments", ...settlement.payments.map(({ amount }) => amount));
console.log("scores", hands.east.score, hands.south.score, hands.east.arrangement[0]?.kind);

const { results } = await client.post("/v1/settlements/batch", schemas.BatchRequest.parse(bodies.batch));
const [good, bad] = results;
console.log("batch", good?.outcome, good?.answer?.settlement.net.east, bad?.outcome, bad?.problem?.errors?.[0]?.pointer);

const { entries } = await client.post("/v1/scoresheets", schemas.ScoresheetRequest.parse(bodies.sitting));
console.log("sitting", ...entries.slice(0, 3).map(({ type }) => type), ...(entries[2]?.totals ?? []));
