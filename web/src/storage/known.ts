/** The rulebooks as the service last told them, so that a sitting can begin and go on while it is away. */

import * as v from 'valibot';
import type { Ruleset } from '../model/responses.ts';
import { read, write } from './storage.ts';

/** Counts the forms that this had: an older one is asked for anew. */
const KEY = 'rulesets/3';

const text = v.string();
const option = v.looseObject({ name: text, text, type: text });
const known = v.array(
  v.object({
    id: text,
    title: text,
    about: v.nullable(text),
    isOld: v.boolean(),
    options: v.array(option),
    looksAt: v.array(text),
    entries: v.array(text),
  }),
);

export function knownRulesets(): readonly Ruleset[] | null {
  try {
    const { success, output } = v.safeParse(known, JSON.parse(read(KEY) ?? 'null'));
    return success ? (output as unknown as readonly Ruleset[]) : null;
  } catch {
    return null;
  }
}

export function keepRulesets(rulesets: readonly Ruleset[]): void {
  const json = JSON.stringify(rulesets);
  if (read(KEY) !== json) write(KEY, json);
}
