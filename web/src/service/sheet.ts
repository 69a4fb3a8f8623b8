/** Where the sitting stands, as the service tells it from the sheet. */

import { useAsked } from './ask.ts';
import { type Seating, WINDS } from './seating.ts';
import type { Fault, NextAnswer, Sheet, SheetAnswer, SheetEntryAnswer, Wind } from './shapes.ts';

export interface EntryTold {
  /** Null for a correction, which belongs to no deal. */
  readonly seating: Seating | null;
  readonly net: readonly number[];
  readonly totals: readonly number[];
}

export interface SheetTold {
  readonly entries: readonly EntryTold[];
  /** Who sits where in the next deal; null once the set is over. */
  readonly next: Seating | null;
  readonly roundOver: boolean;
  readonly setOver: boolean;
}

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

const bodyOf = (sheet: Sheet | null): string | undefined => (sheet ? JSON.stringify(sheet) : undefined);

type Stands = Pick<NextAnswer, 'seats' | 'round_wind' | 'deal'>;

function seatingFrom({ seats, round_wind, deal }: Stands, run: number): Seating | null {
  if (round_wind === null) return null;
  const winds: Wind[] = [];
  for (const wind of WINDS) {
    const player = seats[wind];
    if (player !== undefined) winds[player] = wind;
  }
  return { winds, roundWind: round_wind, deal, run };
}

const entryTold = (entry: SheetEntryAnswer): EntryTold => ({
  seating: entry.type === 'correction' ? null : seatingFrom(entry, 0),
  net: entry.net,
  totals: entry.totals,
});

function sheetTold({ entries, next }: SheetAnswer): SheetTold {
  return {
    entries: entries.map(entryTold),
    next: seatingFrom(next, next.consecutive_wins),
    roundOver: next.round_over,
    setOver: next.set_over,
  };
}

const sameTerms = ({ entries: _, ...terms }: Sheet, { entries: __, ...others }: Sheet): boolean =>
  JSON.stringify(terms) === JSON.stringify(others);

/** What was told of an older sheet holds as far as the two begin alike. */
function alike(sheet: Sheet, older: Sheet): number {
  if (!sameTerms(sheet, older)) return 0;
  const differs = sheet.entries.findIndex((entry, at) => JSON.stringify(entry) !== JSON.stringify(older.entries[at]));
  return differs < 0 ? sheet.entries.length : differs;
}

/** Where an entry is refused, the sitting is told as far as it is sound. */
export function useStanding(sheet: Sheet | null): Standing {
  const whole = useAsked<SheetAnswer>('/v1/scoresheets', bodyOf(sheet));
  const faults = whole.told?.kind === 'refused' && whole.fresh ? whole.told.faults : [];
  const wrongAt = firstWrong(faults);
  const sound = sheet && wrongAt !== null ? { ...sheet, entries: sheet.entries.slice(0, wrongAt) } : null;
  const part = useAsked<SheetAnswer>('/v1/scoresheets', bodyOf(sound));
  const { told, to, fresh } = sound ? part : whole;
  const answered = told?.kind === 'answer' ? sheetTold(told.answer) : null;
  const counted = answered && sheet && to ? alike(sheet, JSON.parse(to) as Sheet) : 0;
  return { told: answered, counted, fresh, faults };
}

/** Who sits where in an entry; that follows from the entries before it alone, and a correction moves nobody. */
export function seatingOf({ told, counted }: Standing, at: number): Seating | null {
  if (!told || at > counted) return null;
  const deal = told.entries.slice(at).find((entry) => entry.seating !== null);
  return deal?.seating ?? told.next;
}

/** The totals after the entries that are counted. */
export function totalsOf({ told, counted }: Standing, sheet: Sheet): readonly number[] | null {
  if (!told) return null;
  return counted === 0 ? startTotals(sheet) : (told.entries[counted - 1]?.totals ?? null);
}

export const startTotals = (sheet: Sheet): readonly number[] => sheet.starting_totals ?? sheet.players.map(() => 0);
