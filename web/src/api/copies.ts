/**
 * Whether two games are one, whatever way they came: compared is what the service is sent of each. So what the page keeps
 * beside it, and what it leaves out where a file says it, tells no two games apart.
 */

import type { Sheet } from '../model/shapes.ts';
import { isAlike, type Session } from '../model/session.ts';
import { type SheetBody, sheetBody } from './adapter.ts';

/** A game that is here already, in the state in which it is here. */
export interface Copy {
  readonly session: Session;
  /** How many entries they have in common. */
  readonly common: number;
}

/** How many entries two games begin with alike. */
function alikeFor(one: SheetBody, other: SheetBody): number {
  const differs = one.entries.findIndex((entry, at) => !isAlike(entry, other.entries[at]));
  return differs < 0 ? one.entries.length : differs;
}

/** Whether a sheet is a later state of this one, and nothing else. */
export function isContinued(sheet: Sheet, later: Sheet): boolean {
  const [{ entries, ...terms }, { entries: laterEntries, ...laterTerms }] = [sheetBody(sheet), sheetBody(later)];
  return isAlike(terms, laterTerms) && entries.every((entry, at) => isAlike(entry, laterEntries[at]));
}

/** Of games with the same players and the same first entry, the one that has most in common with this sheet. */
export function copyOf(sheet: Sheet, all: readonly Session[]): Copy | null {
  const body = sheetBody(sheet);
  const copies = all
    .filter((each) => each.sheet.ruleset === sheet.ruleset && isAlike(each.sheet.players, sheet.players))
    .map((session) => ({ session, common: alikeFor(body, sheetBody(session.sheet)) }))
    .filter(({ common }) => common > 0)
    .sort((one, other) => other.common - one.common);
  return copies[0] ?? null;
}
