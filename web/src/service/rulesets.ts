/** The rulebooks as data: what the players may choose, and what each book looks at. */

import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, WholeRuleset } from '../model/told.ts';
import { type Asked, useAsked } from './ask.ts';
import { askResolved, askRulesets, askWholeRulesets } from './client.ts';

export function useRulesets(): readonly Ruleset[] | null {
  const { told } = useAsked('rulesets', (_, stop) => askRulesets(stop));
  return told?.kind === 'answer' ? told.answer : null;
}

type Rules = Pick<Terms, 'ruleset' | 'house_rules'>;

const asText = ({ ruleset, house_rules }: Rules): string => JSON.stringify({ ruleset, house_rules });

/** A rulebook with the table's own rules as the service reads them; asked again only where these have changed. */
export const useResolved = (rules: Rules | null): Asked<string, ResolvedRuleset> =>
  useAsked(rules && asText(rules), (text, stop) => askResolved(JSON.parse(text) as Rules, stop));

/** What a sitting is played by; the table's own rules may look at more than the book does. */
export function useRuleset(terms: Terms | null, rulesets: readonly Ruleset[] | null): Ruleset | undefined {
  const { told, fresh } = useResolved(terms?.house_rules ? terms : null);
  const plain = rulesets?.find(({ id }) => id === terms?.ruleset);
  if (!terms?.house_rules) return plain;
  return fresh && told?.kind === 'answer' ? told.answer : undefined;
}

/** Every rule of every rulebook. */
export function useWholeRulesets(): readonly WholeRuleset[] | null {
  const { told } = useAsked('whole', (_, stop) => askWholeRulesets(stop));
  return told?.kind === 'answer' ? told.answer : null;
}
