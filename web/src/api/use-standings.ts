/** Where the session stands, as the service tells it from the sheet. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { known, putKnown } from '../storage/durable.ts';
import type { Sheet } from '../model/shapes.ts';
import { movedBy } from '../model/changes.ts';
import type { CountedPart, Fault, Rank, Seating, SheetResponse } from '../model/responses.ts';
import { useRequest } from './use-request.ts';
import { askSheet } from './client.ts';
import type { Reply } from './request.ts';

export interface Standings {
  readonly response: SheetResponse | null;
  /** How many entries of the sheet as it now is are counted in the response. */
  readonly counted: number;
  /** Whether all of them are. */
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
  /** What another revision of the rulebook makes of the session, where that is not what was received of it before. */
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

/** What was received of an older sheet holds as far as the two begin alike. */
function alike(sheet: Sheet, older: Sheet): number {
  if (sheet === older) return sheet.entries.length;
  if (!sameTerms(sheet, older)) return 0;
  const differs = sheet.entries.findIndex((entry, at) => !sameEntry(entry, older.entries[at]));
  return differs < 0 ? sheet.entries.length : differs;
}

interface Known {
  readonly sheet: Sheet;
  readonly response: SheetResponse;
}

/** The answer to a sheet, asked only for the entries that an earlier answer does not have. */
async function askRest(sheet: Sheet, stop: AbortSignal, known: Known | null): Promise<Reply<SheetResponse>> {
  const count = known ? alike(sheet, known.sheet) : 0;
  const reply = await askSheet(sheet, stop, count);
  if (reply.kind !== 'answer' || !known || count === 0) return reply;
  if (reply.answer.revision !== known.response.revision) return askSheet(sheet, stop);
  return {
    kind: 'answer',
    answer: { ...reply.answer, entries: [...known.response.entries.slice(0, count), ...reply.answer.entries] },
  };
}

/** Counts the forms that this had: an older one is asked for anew. */
const FORM = 5;

interface Stored extends Known {
  readonly form: number;
  /** Of the session. */
  readonly id: string | null;
}

const isStored = (value: unknown): value is Stored => (value as Partial<Stored> | undefined)?.form === FORM;

async function storedOf(id: string | null): Promise<Stored | null> {
  const found = id === null ? undefined : await known(id);
  return isStored(found) ? found : null;
}

/** Whether numbers that were received of these entries are others by another revision; where they are not known any more, they may be. */
function isOtherwise(sheet: Sheet, before: Known | null, after: SheetResponse): boolean {
  if (sheet.revision === undefined || sheet.revision === after.revision) return false;
  const counted = before ? alike(sheet, before.sheet) : 0;
  if (!before || before.response.revision !== sheet.revision || counted === 0) return sheet.entries.length > 0;
  return (
    movedBy({ ...before.response, entries: before.response.entries.slice(0, counted) }, after, -1, false).length > 0
  );
}

/** What was received of a session before the page was loaded, to be shown until it is received anew. */
function useStored(id: string | null): Stored | null {
  const [stored, set] = useState<Stored | null>(null);
  useEffect(() => {
    void storedOf(id).then(set);
  }, [id]);
  return stored?.id === id ? stored : null;
}

/** Who leads in a game that may not be open, as it was last received; null where that is not known of the game as it stands. */
export function useLeader(id: string, sheet: Sheet): Rank | null {
  const stored = useStored(id);
  return stored !== null && isResponseTo(stored, sheet) ? (stored.response.ranks[0] ?? null) : null;
}

/** The games that are counted as they stand, with what was last received of them. */
export function usePlayed(games: readonly { readonly id: string; readonly sheet: Sheet }[]): readonly Known[] {
  const [played, set] = useState<readonly Known[]>([]);
  useEffect(() => {
    void Promise.all(games.map(({ id }) => storedOf(id))).then((all) =>
      set(all.flatMap((stored, at) => (stored && isResponseTo(stored, games[at]?.sheet) ? [stored] : []))),
    );
  }, [games.map(({ id }) => id).join()]);
  return played;
}

const isResponseTo = ({ sheet: older, response }: Known, sheet: Sheet | undefined): boolean =>
  sheet !== undefined &&
  sheet.entries.length > 0 &&
  response.entries.length === sheet.entries.length &&
  alike(sheet, older) === sheet.entries.length;

/** Where an entry is refused, the session is received as far as it is sound. What was received is kept under `id`. */
export function useStandings(sheet: Sheet | null, id: string | null = null): Standings {
  const stored = useStored(id);
  const last = useRef<Stored | null>(null);
  const [otherwise, setOtherwise] = useState<{ readonly sheet: Sheet; readonly response: SheetResponse } | null>(null);
  const tell = async (sheet: Sheet, response: SheetResponse): Promise<void> => {
    const before = last.current?.id === id ? last.current : await storedOf(id);
    if (isOtherwise(sheet, before, response)) return setOtherwise({ sheet, response });
    last.current = { form: FORM, id, sheet, response };
    if (id !== null) void putKnown(id, last.current);
  };
  const whole = useRequest(sheet, async (now, stop) => {
    const reply = await askRest(now, stop, last.current);
    if (reply.kind === 'answer') await tell(now, reply.answer);
    return reply;
  });
  const faults = whole.reply?.kind === 'refused' && whole.fresh ? whole.reply.faults : [];
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
  const newest = last.current?.id === id ? last.current : stored;
  const counted = useMemo(() => (newest && sheet ? alike(sheet, newest.sheet) : 0), [newest, sheet]);
  const response = newest && sheet && sameTerms(sheet, newest.sheet) ? newest.response : null;
  return {
    response,
    counted,
    fresh: (sound ? part : whole).fresh && response !== null,
    faults,
    otherwise: otherwise?.sheet === sheet ? otherwise.response : null,
  };
}

/** Who sits where in an entry; that follows from the entries before it alone, and a correction moves nobody. */
export function seatingOf({ response, counted }: Standings, at: number): Seating | null {
  if (!response || at > counted) return null;
  const deal = response.entries.slice(at).find((entry) => entry.seating !== null);
  return deal?.seating ?? response.next;
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
  const { reply, fresh } = useRequest(before, askSheet);
  if (before && fresh && reply?.kind === 'answer') return reply.answer.next;
  return seating && isOther ? { ...seating, run: null } : seating;
}

/** Of five players the one who sits out next: named, else received, else the one before the first East. */
export const sitsOutNext = ({ players, sits_out }: Sheet, { response }: Standings): number | undefined =>
  players.length < 5 ? undefined : (sits_out ?? response?.next?.sitsOut ?? players.length - 1);

/** The totals after the entries that are counted. */
export function totalsOf({ response, counted }: Standings, sheet: Sheet): readonly number[] | null {
  if (!response) return null;
  return counted === 0 ? startTotals(sheet) : (response.entries[counted - 1]?.totals ?? null);
}

/** By their totals alone, where the service's own ranking is of other entries; equal totals share a rank. */
const ranked = (totals: readonly number[]): readonly Rank[] =>
  totals
    .map((total, player) => ({ player, total, rank: 1 + totals.filter((other) => other > total).length }))
    .sort((one, other) => one.rank - other.rank);

/** The places of the entries that no number holds. */
export const uncountedOf = ({ response, counted }: Standings, sheet: Sheet): readonly number[] =>
  sheet.entries.flatMap((_, at) =>
    !response || at >= counted || response.entries[at]?.failed !== undefined ? [at] : [],
  );

/** What of the session is counted; null where nothing was received of it. */
export function countedPart(standings: Standings, sheet: Sheet): CountedPart | null {
  const { response, counted } = standings;
  const totals = totalsOf(standings, sheet);
  if (!response || !totals) return null;
  const entries = response.entries.slice(0, counted);
  const isWhole = response.entries.length === counted;
  return {
    entries,
    ranks: isWhole ? response.ranks : ranked(totals),
    transfers: isWhole ? response.transfers : null,
    uncounted: uncountedOf(standings, sheet),
  };
}

export const startTotals = (sheet: Sheet): readonly number[] => sheet.starting_totals ?? sheet.players.map(() => 0);
