// What a user writes on the types that openapi-typescript makes of the contract, with openapi-fetch.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./contract.d.ts";

type Schemas = components["schemas"];
interface Requests {
  readonly deal: Schemas["SettlementRequest"];
  readonly drawn: Schemas["SettlementRequest"];
  readonly batch: Schemas["BatchRequest"];
  readonly sheet: Schemas["ScoresheetRequest"];
}

const [url = "", requests = ""] = process.argv.slice(2);
const client = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: url });
const bodies = JSON.parse(readFileSync(requests, "utf8")) as Requests;

const told = <Answer>({ data, error }: { data?: Answer; error?: unknown }): Answer => {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

const { rulesets } = told(await client.GET("/v1/rulesets"));
console.log("rulebooks", rulesets.length, rulesets[0]?.id);

const { settlement, hands } = told(await client.POST("/v1/settlements", { body: bodies.deal }));
console.log("payments", ...settlement.payments.map(({ amount }) => amount));
console.log("scores", hands.east.score, hands.south.score, hands.east.arrangement?.[0]?.kind);

const drawn = told(await client.POST("/v1/settlements", { body: bodies.drawn }));
console.log("drawn", drawn.settlement.payments.length, drawn.next_deal.next_east);

const { results } = told(await client.POST("/v1/settlements/batch", { body: bodies.batch }));
const [good, bad] = results;
console.log("batch", good?.outcome, good?.answer?.settlement.net.east, bad?.outcome, bad?.problem?.errors?.[0]?.pointer);

const { entries } = told(await client.POST("/v1/scoresheets", { body: bodies.sheet }));
console.log("sheet", ...entries.slice(0, 3).map(({ type }) => type), ...(entries[2]?.totals ?? []));

const brief = told(await client.POST("/v1/settlements", { body: bodies.deal, params: { query: { items: false } } }));
console.log("brief", brief.settlement.net.east);

const { error } = await client.POST("/v1/settlements", { body: { ...bodies.deal, hands: {} as Schemas["Hands"] } });
if (error?.errors?.[0]?.pointer !== "/hands") throw new Error(JSON.stringify(error));
