/** The one mutable value of the page, kept in the browser's storage after every change. */

import { observable, useObservable } from '../observable.ts';
import type { Sheet } from '../service/shapes.ts';
import { type Change, EMPTY, type State } from './sitting.ts';

const KEY = 'scorekeeper-1';

function load(): State {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<State>) };
  } catch {
    return EMPTY;
  }
}

const sitting = observable(load());

export function apply(change: Change): void {
  sitting.set(change(sitting.get()));
  try {
    localStorage.setItem(KEY, JSON.stringify(sitting.get()));
  } catch {
    // A full or forbidden storage must not stop the table: the open page goes on, and can export.
  }
}

/** Another tab of the same browser keeps the same sitting. */
addEventListener('storage', ({ key }) => {
  if (key === KEY) sitting.set(load());
});

export const useSitting = (): State => useObservable(sitting);

export const fileName = (now: Date): string => `sitting-${now.toISOString().slice(0, 10)}.json`;

/** The file is the body of POST /v1/scoresheets, as it stands: any other client can send it. */
export const toFile = (sheet: Sheet): Blob => new Blob([JSON.stringify(sheet, null, 2)], { type: 'application/json' });

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Only as much is looked at as the page itself needs; what else is wrong, the service says. */
export function fromFile(text: string): Sheet | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(read) || typeof read.ruleset !== 'string') return null;
  const { players, entries } = read;
  if (!Array.isArray(players) || !players.every((name) => typeof name === 'string')) return null;
  if (!Array.isArray(entries) || !entries.every((entry) => isRecord(entry) && typeof entry.type === 'string')) return null;
  return read as unknown as Sheet;
}
