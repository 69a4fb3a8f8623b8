/** The rulebooks as the service last received them, so that a session can begin and go on while it is away. */

import type { Ruleset } from '../model/responses.ts';
import { rulesetsFrom } from './checked.ts';
import { read, write } from './storage.ts';

/** Counts the forms that this had: an older one is asked for anew. */
const KEY = 'rulesets/3';

export const knownRulesets = (): readonly Ruleset[] | null => rulesetsFrom(read(KEY));

export function keepRulesets(rulesets: readonly Ruleset[]): void {
  const json = JSON.stringify(rulesets);
  if (read(KEY) !== json) write(KEY, json);
}
