// What a user writes on the client that orval makes of the contract; its fetch is given the address.
import { settleScoresheet, listRulesets, settleBatch, settleDeal } from "./out/orval/api";
import type { BatchRequest, BatchResults, RulesetList, ScoresheetRequest, SettledDeal, SettledScoresheet, SettlementRequest } from "./out/orval/model";
import { tell, url } from "./tell";

const send = globalThis.fetch;
globalThis.fetch = (path, options) => send(url + String(path), options);
await tell<SettlementRequest, BatchRequest, ScoresheetRequest>({
  rulesets: async () => (await listRulesets()).data as RulesetList,
  settle: async (deal) => (await settleDeal(deal)).data as SettledDeal,
  batch: async (deals) => (await settleBatch(deals)).data as BatchResults,
  sitting: async (sheet) => (await settleScoresheet(sheet)).data as SettledScoresheet,
});
