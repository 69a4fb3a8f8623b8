// What a user writes on the client that kubb makes of the contract.
import { setConfig } from "@kubb/plugin-client/clients/fetch";
import { settleScoresheet, listRulesets, settleBatch, settleDeal } from "./out/kubb/clients";
import type { BatchRequest, BatchResults, ScoresheetRequest, SettledDeal, SettledScoresheet, SettlementRequest } from "./out/kubb/models";
import { tell, url } from "./tell";

setConfig({ baseURL: url, headers: { "Content-Type": "application/json" } });
await tell<SettlementRequest, BatchRequest, ScoresheetRequest>({
  rulesets: () => listRulesets(),
  settle: async (deal) => (await settleDeal(deal)) as SettledDeal,
  batch: async (deals) => (await settleBatch(deals)) as BatchResults,
  sitting: async (sheet) => (await settleScoresheet(sheet)) as SettledScoresheet,
});
