/** The rulebooks as data: what the players may choose, and what each book looks at. */

import type { Ruleset } from '../model/told.ts';
import { useAsked } from './ask.ts';
import { askRulesets } from './client.ts';

export function useRulesets(): readonly Ruleset[] | null {
  const { told } = useAsked('rulesets', (_, stop) => askRulesets(stop));
  return told?.kind === 'answer' ? told.answer : null;
}
