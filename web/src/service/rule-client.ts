/** The rulebooks, as the service tells them. */

import type { Finder } from '../model/house.ts';
import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, WholeRuleset } from '../model/told.ts';
import { client, put, type Told } from './put.ts';
import { findersTold, type ResolvedAnswer, resolveBody, resolvedTold, rulesetsTold, wholeTold } from './rule-adapter.ts';

export const askWholeRulesets = (stop: AbortSignal): Promise<Told<readonly WholeRuleset[]>> =>
  put(stop, (signal) => client.GET('/v1/rulesets', { signal }), (data) => wholeTold(data as never));

export const askFinders = (stop: AbortSignal): Promise<Told<readonly Finder[]>> =>
  put(stop, (signal) => client.GET('/v1/finders', { signal }), (data) => findersTold(data as never));

/** A rulebook with the table's own rules, or what is wrong with these. */
export const askResolved = (terms: Pick<Terms, 'ruleset' | 'house_rules'>, stop: AbortSignal): Promise<Told<ResolvedRuleset>> =>
  put(stop, (signal) => client.POST('/v1/rulesets/resolve', { body: resolveBody(terms), signal }), (data) => resolvedTold(data as ResolvedAnswer));

export const askRulesets = (stop: AbortSignal): Promise<Told<readonly Ruleset[]>> =>
  put(stop, (signal) => client.GET('/v1/rulesets/outline', { signal }), (data) => rulesetsTold(data as never));
