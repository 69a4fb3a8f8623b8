/** The rulebooks, as the service tells them. */

import type { Finder } from '../model/house.ts';
import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, WholeRuleset } from '../model/told.ts';
import { client, put, type Told } from './put.ts';
import { findersTold, resolveBody, resolvedTold, rulesetsTold, wholeTold } from './rule-adapter.ts';

export const askWholeRulesets = (stop: AbortSignal): Promise<Told<readonly WholeRuleset[]>> =>
  put(stop, (ask) => client.rulesets(ask), wholeTold);

export const askFinders = (stop: AbortSignal): Promise<Told<readonly Finder[]>> =>
  put(stop, (ask) => client.finders(ask), findersTold);

/** A rulebook with the table's own rules, or what is wrong with these. */
export const askResolved = (terms: Pick<Terms, 'ruleset' | 'house_rules'>, stop: AbortSignal): Promise<Told<ResolvedRuleset>> =>
  put(stop, (ask) => client.resolve(resolveBody(terms), {}, ask), resolvedTold);

export const askRulesets = (stop: AbortSignal): Promise<Told<readonly Ruleset[]>> =>
  put(stop, (ask) => client.outline(ask), rulesetsTold);
