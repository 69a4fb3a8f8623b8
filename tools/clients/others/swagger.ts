// What a user writes on the client that swagger-typescript-api makes of the contract.
import { Api, type BatchRequest, type BatchResults, type ScoresheetRequest, type SettledDeal, type SettledScoresheet, type SettlementRequest } from "./out/swagger/api";
import { tell, url } from "./tell";

const { v1 } = new Api({ baseUrl: url });
await tell<SettlementRequest, BatchRequest, ScoresheetRequest>({
  rulesets: async () => (await v1.listRulesets()).data,
  settle: async (deal) => (await v1.settleDeal(deal)).data as SettledDeal,
  batch: async (deals) => (await v1.settleBatch(deals)).data as BatchResults,
  sitting: async (sheet) => (await v1.settleScoresheet(sheet)).data as SettledScoresheet,
});
