// What a user writes on the client that openapi-generator (typescript-fetch) makes of the contract.
import { Configuration, SettledDealFromJSON, RulesetsApi, SettlingApi, SittingsApi } from "./out/fetch";
import { BatchRequestFromJSON, ScoresheetRequestFromJSON, SettlementRequestFromJSON } from "./out/fetch";
import { readFileSync } from "node:fs";

const [basePath = "", requests = ""] = process.argv.slice(2);
const bodies = JSON.parse(readFileSync(requests, "utf8"));
const configuration = new Configuration({ basePath });
const [settling, sittings] = [new SettlingApi(configuration), new SittingsApi(configuration)];

const { rulesets } = await new RulesetsApi(configuration).listRulesets();
console.log("rulebooks", rulesets.length, rulesets[0]!.id);

const settlementRequest = SettlementRequestFromJSON(bodies.deal);
const { settlement, hands } = await settling.settleDeal({ settlementRequest });
console.log("payments", ...settlement.payments.map(({ amount }) => amount));
console.log("scores", hands.east.score, hands.south.score, hands.east.arrangement[0]!.kind);

const [good, bad] = (await settling.settleBatch({ batchRequest: BatchRequestFromJSON(bodies.batch) })).results;
console.log("batch", good!.outcome, good!.answer!.settlement.net.east, bad!.outcome, bad!.problem!.errors![0]!.pointer);

const { entries } = await sittings.settleScoresheet({ scoresheetRequest: ScoresheetRequestFromJSON(bodies.sitting) });
console.log("sitting", ...entries.slice(0, 3).map(({ type }) => type), ...entries[2]!.totals!);

const { raw } = await settling.settleDealRaw({ settlementRequest, items: false });
const lean = SettledDealFromJSON(await raw.json());
console.log("lean", lean.winner, lean.settlement.net.east);
