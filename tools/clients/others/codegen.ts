// What a user writes on the client that openapi-typescript-codegen makes of the contract.
import { type BatchRequest, type BatchResults, OpenAPI, type RulesetList, RulesetsService, type ScoresheetRequest, type SettledDeal, type SettledScoresheet, SettlingService, type SettlementRequest, SittingsService } from "./out/codegen/index";
import { tell, url } from "./tell";

OpenAPI.BASE = url;
await tell<SettlementRequest, BatchRequest, ScoresheetRequest>({
  rulesets: async () => (await RulesetsService.listRulesets()) as RulesetList,
  settle: async (deal) => (await SettlingService.settleDeal(deal)) as SettledDeal,
  batch: async (deals) => (await SettlingService.settleBatch(deals)) as BatchResults,
  sitting: async (sheet) => (await SittingsService.settleScoresheet(sheet)) as SettledScoresheet,
});
