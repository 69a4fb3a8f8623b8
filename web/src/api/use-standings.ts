/** Where the session stands, as the service tells it from the sheet. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { known, putKnown } from '../storage/durable.ts';
import type { Sheet } from '../model/shapes.ts';
import { movedBy } from '../model/changes.ts';
import type { CountedPart, Fault, Rank, Seating, SheetResponse } from '../model/responses.ts';
import { useRequest } from './use-request.ts';
import { askSheet } from './client.ts';
import type { Told } from './request.ts';

export interface Standings {
  readonly told: SheetResponse | null;
  /** How many entries of the sheet as it now is are counted in what is told. */
  readonly counted: number;
  /** Whether all of them are. */
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
  /** What another revision of the rulebook makes of the session, where that is not what was told of it before. */
  readonly otherwise: SheetResponse | null;
}

const entryIndex = (fault: Fault): number | null => {
  const [, entries, index] = fault.pointer.split('/');
  return entries === 'entries' ? Number(index) : null;
};

export const firstWrong = (faults: readonly Fault[]): number | null =>
  faults
    .map(entryIndex)
    .reduce((least, index) => (index === null || (least !== null && least <= index) ? least : index), null);

/** With members in one order: what was read from the storage may have another. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort()) : each,
  );

/** What is counted by; other names count alike. */
const countedBy = ({ entries: _, players, revision: __, sits_out: ___, ...terms }: Sheet): string =>
  canonical({ ...terms, players: players.length });

const sameTerms = (one: Sheet, other: Sheet): boolean => countedBy(one) === countedBy(other);

const sameEntry = (one: unknown, other: unknown): boolean => one === other || canonical(one) === canonical(other);

/** What was told of an older sheet holds as far as the two begin alike. */
function alike(sheet: Sheet, older: Sheet): number {
  if (sheet === older) return sheet.entries.length;
  if (!sameTerms(sheet, older)) return 0;
  const differs = sheet.entries.findIndex((entry, at) => !sameEntry(entry, older.entries[at]));
  return differs < 0 ? sheet.entries.length : differs;
}

interface Known {
  readonly sheet: Sheet;
  readonly told: SheetResponse;
}

/** The answer to a sheet, asked only for the entries that an earlier answer does not have. */
async function askRest(sheet: Sheet, stop: AbortSignal, known: Known | null): Promise<Told<SheetResponse>> {
  const count = known ? alike(sheet, known.sheet) : 0;
  const told = await askSheet(sheet, stop, count);
  if (told.kind !== 'answer' || !known || count === 0) return told;
  if (told.answer.revision !== known.told.revision) return askSheet(sheet, stop);
  return {
    kind: 'answer',
    answer: { ...told.answer, entries: [...known.told.entries.slice(0, count), ...told.answer.entries] },
  };
}

/** Counts the forms that this had: an older one is asked for anew. */
const FORM = 5;

interface Kept extends Known {
  readonly form: number;
  /** Of the session. */
  readonly id: string | null;
}

const isKept = (value: unknown): value is Kept => (value as Partial<Kept> | undefined)?.form === FORM;

async function keptOf(id: string | null): Promise<Kept | null> {
  const found = id === null ? undefined : await known(id);
  return isKept(found) ? found : null;
}

/** Whether numbers that were told of these entries are others by another revision; where they are not known any more, they may be. */
function isOtherwise(sheet: Sheet, before: Known | null, after: SheetResponse): boolean {
  if (sheet.revision === undefined || sheet.revision === after.revision) return false;
  const counted = before ? alike(sheet, before.sheet) : 0;
  if (!before || before.told.revision !== sheet.revision || counted === 0) return sheet.entries.length > 0;
  return movedBy({ ...before.told, entries: before.told.entries.slice(0, counted) }, after, -1, false).length > 0;
}

/** What was told of a session before the page was loaded, to be shown until it is told anew. */
function useKept(id: string | null): Kept | null {
  const [kept, set] = useState<Kept | null>(null);
  useEffect(() => {
    void keptOf(id).then(set);
  }, [id]);
  return kept?.id === id ? kept : null;
}

/** Who leads in a game that may not be open, as it was last told; null where that is not known of the game as it stands. */
export function useLeader(id: string, sheet: Sheet): Rank | null {
  const kept = useKept(id);
  return kept !== null && isToldOf(kept, sheet) ? (kept.told.ranks[0] ?? null) : null;
}

/** The games that are counted as they stand, with what was last told of them. */
export function usePlayed(games: readonly { readonly id: string; readonly sheet: Sheet }[]): readonly Known[] {
  const [played, set] = useState<readonly Known[]>([]);
  useEffect(() => {
    void Promise.all(games.map(({ id }) => keptOf(id))).then((all) =>
      set(all.flatMap((kept, at) => (kept && isToldOf(kept, games[at]?.sheet) ? [kept] : []))),
    );
  }, [games.map(({ id }) => id).join()]);
  return played;
}

const isToldOf = ({ sheet: older, told }: Known, sheet: Sheet | undefined): boolean =>
  sheet !== undefined &&
  sheet.entries.length > 0 &&
  told.entries.length === sheet.entries.length &&
  alike(sheet, older) === sheet.entries.length;

/** Where an entry is refused, the session is told as far as it is sound. What was told is kept under `id`. */
export function useStandings(sheet: Sheet | null, id: string | null = null): Standings {
  const kept = useKept(id);
  const last = useRef<Kept | null>(null);
  const [otherwise, setOtherwise] = useState<{ readonly sheet: Sheet; readonly told: SheetResponse } | null>(null);
  const tell = async (sheet: Sheet, told: SheetResponse): Promise<void> => {
    const before = last.current?.id === id ? last.current : await keptOf(id);
    if (isOtherwise(sheet, before, told)) return setOtherwise({ sheet, told });
    last.current = { form: FORM, id, sheet, told };
    if (id !== null) void putKnown(id, last.current);
  };
  const whole = useRequest(sheet, async (now, stop) => {
    const reply = await askRest(now, stop, last.current);
    if (reply.kind === 'answer') await tell(now, reply.answer);
    return reply;
  });
  const faults = whole.told?.kind === 'refused' && whole.fresh ? whole.told.faults : [];
  const wrongAt = firstWrong(faults);
  const sound = useMemo(
    () => (sheet && wrongAt !== null ? { ...sheet, entries: sheet.entries.slice(0, wrongAt) } : null),
    [sheet, wrongAt],
  );
  const part = useRequest(sound, async (now, stop) => {
    const reply = await askSheet(now, stop);
    if (reply.kind === 'answer') await tell(now, reply.answer);
    return reply;
  });
  const newest = last.current?.id === id ? last.current : kept;
  const counted = useMemo(() => (newest && sheet ? alike(sheet, newest.sheet) : 0), [newest, sheet]);
  const told = newest && sheet && sameTerms(sheet, newest.sheet) ? newest.told : null;
  return {
    told,
    counted,
    fresh: (sound ? part : whole).fresh && told !== null,
    faults,
    otherwise: otherwise?.sheet === sheet ? otherwise.told : null,
  };
}

/** Who sits where in an entry; that follows from the entries before it alone, and a correction moves nobody. */
export function seatingOf({ told, counted }: Standings, at: number): Seating | null {
  if (!told || at > counted) return null;
  const deal = told.entries.slice(at).find((entry) => entry.seating !== null);
  return deal?.seating ?? told.next;
}

/** As `seatingOf`, with East's run of wins and with whom it says to sit out: an old entry is asked for by the entries before it. */
export function useSeating(
  sheet: Sheet,
  standings: Standings,
  at: number,
  sitsOut: number | undefined,
): Seating | null {
  const seating = seatingOf(standings, at);
  const isOther = seating !== null && sitsOut !== undefined && seating.sitsOut !== sitsOut;
  const isAsked = seating !== null && (seating.run === null || isOther);
  const before = useMemo(
    () => (isAsked ? { ...sheet, sits_out: sitsOut, entries: sheet.entries.slice(0, at) } : null),
    [sheet, at, sitsOut, isAsked],
  );
  const { told, fresh } = useRequest(before, askSheet);
  if (before && fresh && told?.kind === 'answer') return told.answer.next;
  return seating && isOther ? { ...seating, run: null } : seating;
}

/** Of five players the one who sits out next: named, else told, else the one before the first East. */
export const sitsOutNext = ({ players, sits_out }: Sheet, { told }: Standings): number | undefined =>
  players.length < 5 ? undefined : (sits_out ?? told?.next?.sitsOut ?? players.length - 1);

/** The totals after the entries that are counted. */
export function totalsOf({ told, counted }: Standings, sheet: Sheet): readonly number[] | null {
  if (!told) return null;
  return counted === 0 ? startTotals(sheet) : (told.entries[counted - 1]?.totals ?? null);
}

/** By their totals alone, where the service's own ranking is of other entries; equal totals share a rank. */
const ranked = (totals: readonly number[]): readonly Rank[] =>
  totals
    .map((total, player) => ({ player, total, rank: 1 + totals.filter((other) => other > total).length }))
    .sort((one, other) => one.rank - other.rank);

/** The places of the entries that no number holds. */
export const uncountedOf = ({ told, counted }: Standings, sheet: Sheet): readonly number[] =>
  sheet.entries.flatMap((_, at) => (!told || at >= counted || told.entries[at]?.failed !== undefined ? [at] : []));

/** What of the session is counted; null where nothing was told of it. */
export function countedPart(standings: Standings, sheet: Sheet): CountedPart | null {
  const { told, counted } = standings;
  const totals = totalsOf(standings, sheet);
  if (!told || !totals) return null;
  const entries = told.entries.slice(0, counted);
  const isWhole = told.entries.length === counted;
  return {
    entries,
    ranks: isWhole ? told.ranks : ranked(totals),
    transfers: isWhole ? told.transfers : null,
    uncounted: uncountedOf(standings, sheet),
  };
}

export const startTotals = (sheet: Sheet): readonly number[] => sheet.starting_totals ?? sheet.players.map(() => 0);
