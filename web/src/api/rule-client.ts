/** The rulebooks, as the service tells them. */

import type { Finder } from '../model/house.ts';
import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, WholeRuleset } from '../model/responses.ts';
import { client, put, type Reply } from './request.ts';
import { readFinders, resolveBody, readResolved, readRulesets, readWhole } from './rule-adapter.ts';

export const askWholeRulesets = (stop: AbortSignal): Promise<Reply<readonly WholeRuleset[]>> =>
  put(
    stop,
    async (ask) => Promise.all((await client.rulesets(ask)).rulesets.map(({ id }) => client.ruleset(id, ask))),
    readWhole,
  );

export const askFinders = (stop: AbortSignal): Promise<Reply<readonly Finder[]>> =>
  put(stop, (ask) => client.finders(ask), readFinders);

/** A rulebook with the table's own rules, or what is wrong with these. */
export const askResolved = (
  terms: Pick<Terms, 'ruleset' | 'house_rules'>,
  stop: AbortSignal,
): Promise<Reply<ResolvedRuleset>> => put(stop, (ask) => client.resolve(resolveBody(terms), {}, ask), readResolved);

export const askRulesets = (stop: AbortSignal): Promise<Reply<readonly Ruleset[]>> =>
  put(stop, (ask) => client.rulesets(ask), readRulesets);
