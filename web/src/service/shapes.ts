/** The contract's own shapes, by the names that the page uses for them; nothing is described twice. */

import type { components } from '../contract.d.ts';

type Shapes = components['schemas'];

export type Wind = Shapes['Seat'];
export type Source = Shapes['WinSource'];
export type RuleId = Shapes['RuleId'] | Shapes['SettlingRuleId'];

export type Problem = Shapes['Problem'] | Shapes['InvalidRequest'];
export type Fault = Shapes['Fault'];

export type Sheet = Shapes['ScoresheetRequest'];
export type Entry = Shapes['Entry'];
export type DealEntry = Shapes['DealEntry'];
export type WashedEntry = Shapes['WashedTilesEntry'];
export type FalseCallEntry = Shapes['FalseMahjongEntry'];
export type CorrectionEntry = Shapes['CorrectionEntry'];
export type Win = Shapes['EntryWin'];
export type Hand = Shapes['Hand'];

export type SheetAnswer = Shapes['SettledScoresheet'];
export type SheetEntryAnswer = Shapes['SettledEntry'];
export type NextAnswer = Shapes['NextInSitting'];

export type SeatedDeal = Shapes['BatchedDeal'];
export type BatchAnswer = Shapes['BatchResults'];
export type BatchResult = Shapes['BatchResult'];
export type DealAnswer = Shapes['SettledDeal'];
export type HandAnswer = Shapes['Score'];
export type Item = Shapes['Item'];
export type Payment = Shapes['Payment'];
export type PlayerPayment = Shapes['PlayerPayment'];
export type DangerousDiscard = Shapes['DangerousDiscard'];

export type Rulesets = Shapes['RulesetList'];
export type Ruleset = Shapes['Ruleset'];
export type RulesetOption = Shapes['RulesetOption'];
export type OptionValue = RulesetOption['default'];
