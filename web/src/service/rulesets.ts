/** The rulebooks as data: what the players may choose, and what each book looks at. */

import { useAsked } from './ask.ts';
import type { RuleId, Ruleset, Rulesets } from './shapes.ts';

export function useRulesets(): readonly Ruleset[] | null {
  const { told } = useAsked<Rulesets>('/v1/rulesets', null);
  return told?.kind === 'answer' ? told.answer.rulesets : null;
}

/** Whether a rulebook has a rule of this id; one that is not known yet may have any. */
export const hasRule = (ruleset: Ruleset | undefined, id: RuleId): boolean =>
  !ruleset || [...ruleset.rules, ...ruleset.settling].some((rule) => rule.id === id);
