/** What a change of one entry would make of the others and of the totals. */

import type { CorrectionEntry, Entry, Sheet } from './shapes.ts';
import { type EntryResponse, playerAt, type SheetResponse } from './responses.ts';
import { entryWords } from './entry-words.ts';
import { plain } from './words.ts';
import { t } from '../i18n/page.ts';

/** An entry that counts otherwise than before, though nobody touched it. */
export interface Moved {
  /** Its place before. */
  readonly at: number;
  readonly before: EntryResponse;
  readonly after: EntryResponse;
  /** Whether somebody else would be East in it. */
  readonly seats: boolean;
}

const eastOf = ({ seating }: EntryResponse): number | null => (seating ? playerAt(seating, 'east') : null);

const differs = (before: EntryResponse, after: EntryResponse): boolean =>
  eastOf(before) !== eastOf(after) || before.net.some((amount, player) => amount !== after.net[player]);

/** `isGone`: the entry at `at` is struck out, so that those after it move up. */
export function movedBy(before: SheetResponse, after: SheetResponse, at: number, isGone: boolean): readonly Moved[] {
  return before.entries.flatMap((was, index) => {
    const is = after.entries[isGone && index > at ? index - 1 : index];
    if (index === at || !is || !differs(was, is)) return [];
    return [{ at: index, before: was, after: is, seats: eastOf(was) !== eastOf(is) }];
  });
}

/** Each player's total after so many entries. */
const totalsAfter = ({ entries }: SheetResponse, count: number): readonly number[] => entries[count - 1]?.totals ?? [];

/** Null where nothing is known of what was paid, or it comes to the same. */
export function correctionAsPaid(
  sheet: Sheet,
  before: SheetResponse | null,
  after: SheetResponse,
): CorrectionEntry | null {
  const count = Math.min(before?.entries.length ?? 0, after.entries.length, sheet.entries.length);
  if (!before || count === 0) return null;
  const [was, is] = [totalsAfter(before, count), totalsAfter(after, count)];
  const amounts = sheet.players.map((_, player) => (was[player] ?? 0) - (is[player] ?? 0));
  return amounts.every((amount) => amount === 0) ? null : { type: 'correction', amounts, reason: t('reason-as-paid') };
}

const MOST_LETTERS = 200;

/**
 * The difference that a change makes in its own entry alone, as a correction after it: all seats stay as they were
 * played. The service checks who is East, it does not take another's word for it.
 */
export function asCorrection(
  sheet: Sheet,
  at: number,
  next: Entry | null,
  before: SheetResponse,
  after: SheetResponse,
): CorrectionEntry {
  const was = before.entries[at]?.net ?? [];
  const is = next ? (after.entries[at]?.net ?? []) : [];
  const words = next ? t('reason-as-played', at + 1, entryWords(next, sheet.players)) : t('reason-struck-out', at + 1);
  return {
    type: 'correction',
    amounts: sheet.players.map((_, player) => (is[player] ?? 0) - (was[player] ?? 0)),
    reason: plain(words).slice(0, MOST_LETTERS),
  };
}
