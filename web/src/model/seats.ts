/** Who sits on which chair: the service counts by chairs, so people who change them take their totals along. */

import type { CorrectionEntry, Entry, Sheet } from './shapes.ts';

export const haveMoved = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.some((name, chair) => name !== after[chair]);

/** Whether the same people sit on other chairs. */
export const isExchange = (before: readonly string[], after: readonly string[]): boolean =>
  String([...before].sort()) === String([...after].sort());

/** Each chair's total once these people sit on it: everybody keeps a total, and who is new goes on with that of somebody who left. */
export function totalsTaken(
  before: readonly string[],
  after: readonly string[],
  totals: readonly number[],
): readonly number[] {
  const leavers = before.flatMap((name, chair) => (after.includes(name) ? [] : [totals[chair] ?? 0]));
  return after.map((name) => {
    const chair = before.indexOf(name);
    return chair < 0 ? (leavers.shift() ?? 0) : (totals[chair] ?? 0);
  });
}

/** What moves the totals to where their people sit from now on. */
export const seatsCorrection = (
  before: readonly string[],
  after: readonly string[],
  totals: readonly number[],
  reason: string,
): CorrectionEntry => ({
  type: 'correction',
  amounts: totalsTaken(before, after, totals).map((total, chair) => total - (totals[chair] ?? 0)),
  reason,
  formerly: before,
});

const formerOf = (entry: Entry): readonly string[] | undefined =>
  entry.type === 'correction' ? entry.formerly : undefined;

export const isMove = (entry: Entry | undefined): boolean => entry !== undefined && formerOf(entry) !== undefined;

/** Of five players the one who sat out of an entry. */
export const sitsOutOf = (entry: Entry): number | undefined =>
  entry.type === 'correction' ? undefined : entry.sits_out;

/** Who sat on the chairs when this entry was played. */
export function playersAt({ players, entries }: Sheet, at: number): readonly string[] {
  for (const entry of entries.slice(at + 1)) {
    const former = formerOf(entry);
    if (former) return former;
  }
  return players;
}

/** The chair that a player of now had in an entry; of who came later, the one that was taken over. */
export function chairAt(sheet: Sheet, at: number, player: number): number {
  const chair = playersAt(sheet, at).indexOf(sheet.players[player] ?? '');
  return chair < 0 ? player : chair;
}

/** Totals after an entry, in the order of the players of now. */
export const totalsByPlayer = (sheet: Sheet, at: number, totals: readonly number[]): readonly number[] =>
  sheet.players.map((_, player) => totals[chairAt(sheet, at, player)] ?? 0);
