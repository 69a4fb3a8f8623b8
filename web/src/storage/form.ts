/** Terms that are being filled in: as they were left, else those of the session, else what was last played by. */

import type { Sheet } from '../model/shapes.ts';
import { storedForm, remembered } from './store.ts';
import type { Form } from './stored.ts';

export function firstForm(id: string | null, sheet: Sheet | null): Form {
  if (sheet) {
    return {
      of: id,
      players: [...sheet.players],
      starts: (sheet.starting_totals ?? []).map(String),
      ruleset: sheet.ruleset,
      options: { ...sheet.options },
      house_rules: sheet.house_rules,
    };
  }
  const { players, ruleset, options, house_rules } = remembered();
  return {
    of: null,
    players: players.length > 1 ? players : ['', '', '', ''],
    starts: [],
    ruleset,
    options: options ?? {},
    house_rules,
  };
}

export function openedForm(id: string | null, sheet: Sheet | null): Form {
  const stored = storedForm();
  return stored && stored.of === id ? stored : firstForm(id, sheet);
}
