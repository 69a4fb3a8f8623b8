/** Where the sitting stands, as the service tells it from the sheet. */

import { useMemo, useRef } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import type { Fault, Seating, SheetTold } from '../model/told.ts';
import { useAsked } from './ask.ts';
import { askSheet, type Told } from './client.ts';

export interface Standing {
  readonly told: SheetTold | null;
  /** How many entries of the sheet as it now is are counted in what is told. */
  readonly counted: number;
  /** Whether all of them are. */
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
}

const entryIndex = (fault: Fault): number | null => {
  const [, entries, index] = fault.pointer.split('/');
  return entries === 'entries' ? Number(index) : null;
};

const firstWrong = (faults: readonly Fault[]): number | null =>
  faults.map(entryIndex).reduce((least, index) => (index === null || (least !== null && least <= index) ? least : index), null);

const sameTerms = ({ entries: _, ...terms }: Sheet, { entries: __, ...others }: Sheet): boolean =>
  JSON.stringify(terms) === JSON.stringify(others);

const sameEntry = (one: unknown, other: unknown): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** What was told of an older sheet holds as far as the two begin alike. */
function alike(sheet: Sheet, older: Sheet): number {
  if (sheet === older) return sheet.entries.length;
  if (!sameTerms(sheet, older)) return 0;
  const differs = sheet.entries.findIndex((entry, at) => !sameEntry(entry, older.entries[at]));
  return differs < 0 ? sheet.entries.length : differs;
}

interface Known {
  readonly sheet: Sheet;
  readonly told: SheetTold;
}

/** The answer to a sheet, asked only for the entries that an earlier answer does not have. */
async function askRest(sheet: Sheet, stop: AbortSignal, known: Known | null): Promise<Told<SheetTold>> {
  const count = known ? alike(sheet, known.sheet) : 0;
  const told = await askSheet(sheet, stop, count);
  if (told.kind !== 'answer' || !known || count === 0) return told;
  return { kind: 'answer', answer: { ...told.answer, entries: [...known.told.entries.slice(0, count), ...told.answer.entries] } };
}

/** Where an entry is refused, the sitting is told as far as it is sound. */
export function useStanding(sheet: Sheet | null): Standing {
  const known = useRef<Known | null>(null);
  const whole = useAsked(sheet, async (now, stop) => {
    const reply = await askRest(now, stop, known.current);
    if (reply.kind === 'answer') known.current = { sheet: now, told: reply.answer };
    return reply;
  });
  const faults = whole.told?.kind === 'refused' && whole.fresh ? whole.told.faults : [];
  const wrongAt = firstWrong(faults);
  const sound = useMemo(() => (sheet && wrongAt !== null ? { ...sheet, entries: sheet.entries.slice(0, wrongAt) } : null), [sheet, wrongAt]);
  const part = useAsked(sound, askSheet);
  const { told, to, fresh } = sound ? part : whole;
  const answered = told?.kind === 'answer' ? told.answer : null;
  const counted = useMemo(() => (answered && sheet && to ? alike(sheet, to) : 0), [answered, sheet, to]);
  return { told: answered, counted, fresh, faults };
}

/** Who sits where in an entry; that follows from the entries before it alone, and a correction moves nobody. */
export function seatingOf({ told, counted }: Standing, at: number): Seating | null {
  if (!told || at > counted) return null;
  const deal = told.entries.slice(at).find((entry) => entry.seating !== null);
  return deal?.seating ?? told.next;
}

/** As `seatingOf`, with East's run of wins, which an old entry is asked for by the entries before it. */
export function useSeating(sheet: Sheet, standing: Standing, at: number): Seating | null {
  const known = seatingOf(standing, at);
  const before = useMemo(
    () => (known !== null && known.run === null ? { ...sheet, entries: sheet.entries.slice(0, at) } : null),
    [sheet, at, known === null || known.run !== null],
  );
  const { told, fresh } = useAsked(before, askSheet);
  if (before && fresh && told?.kind === 'answer') return told.answer.next;
  return known;
}

/** The totals after the entries that are counted. */
export function totalsOf({ told, counted }: Standing, sheet: Sheet): readonly number[] | null {
  if (!told) return null;
  return counted === 0 ? startTotals(sheet) : (told.entries[counted - 1]?.totals ?? null);
}

export const startTotals = (sheet: Sheet): readonly number[] => sheet.starting_totals ?? sheet.players.map(() => 0);
