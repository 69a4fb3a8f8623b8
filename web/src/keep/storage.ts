/** The browser's storage under one prefix. Full or forbidden, it must not stop the table: the open page goes on. */

import { signal } from '@preact/signals';
import { allDurable, putDurably } from './durable.ts';

const PREFIX = 'scorekeeper/';
/** Counts the writes. */
const COUNT = 'written';

/** Set while the storage takes nothing: the page says so, and that a file would. */
export const unkept = signal(false);

/** Whether everything that was entered is on the disk. */
export const isWritten = signal(true);

let waiting = new Map<string, string | null>();

async function writeWaiting(): Promise<void> {
  isWritten.value = false;
  while (waiting.size > 0) {
    const writes = waiting;
    waiting = new Map();
    try {
      await putDurably(writes);
    } catch {
      unkept.value = true;
    }
  }
  isWritten.value = true;
}

/** What comes while a transaction runs goes together into the next. */
function soon(key: string, value: string | null): void {
  const count = String(Number(read(COUNT) ?? 0) + 1);
  localStorage.setItem(PREFIX + COUNT, count);
  waiting.set(key, value);
  waiting.set(COUNT, count);
  if (isWritten.peek()) void writeWaiting();
}

export function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
    unkept.value = false;
    soon(key, value);
  } catch {
    unkept.value = true;
  }
}

export function erase(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
    soon(key, null);
  } catch {
    unkept.value = true;
  }
}

export function keysUnder(folder: string): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + folder))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

function replaceAll(kept: ReadonlyMap<string, string>): void {
  for (const key of keysUnder('')) if (!kept.has(key)) localStorage.removeItem(PREFIX + key);
  for (const [key, value] of kept) localStorage.setItem(PREFIX + key, value);
}

const countOf = (text: string | null | undefined): number => Number(text ?? 0) || 0;

/** After a browser that was killed: the newer copy replaces the older. True where the page must read anew. */
export async function restored(): Promise<boolean> {
  try {
    const durable = await allDurable();
    if (!durable) return false;
    const [there, here] = [countOf(durable.get(COUNT)), countOf(read(COUNT))];
    if (there > here) {
      replaceAll(durable);
      return countOf(read(COUNT)) === there;
    }
    if (here > there || durable.size === 0) await putDurably(new Map(keysUnder('').map((key) => [key, read(key)])));
  } catch {
    unkept.value = true;
  }
  return false;
}

/** Everything that is kept, as it stands: for a file, when nothing else works. */
export const everything = (): string =>
  JSON.stringify(Object.fromEntries(keysUnder('').map((key) => [key, read(key)])), null, 2);

/** Tells of what another tab has written. */
export function whenWritten(key: string, react: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === PREFIX + key) react();
  });
}
