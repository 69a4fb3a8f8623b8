/**
 * The browser's storage under one prefix, and a memory before it. Full, forbidden or filled up in the middle of an
 * evening, it must not stop the table: the open page goes on from the memory, and says so.
 */

import { signal } from '@preact/signals';
import { allDurable, putDurably } from './durable.ts';

const PREFIX = 'scorekeeper/';
/** Counts the writes. */
const COUNT = 'written';

/** Set while the storage takes nothing: the page says so, and that a file would. */
export const isUnsaved = signal(false);

/** Whether everything that was entered is on the disk. */
export const isSaved = signal(true);

/** What the storage has not taken yet, the oldest first; null is erased. */
const memory = new Map<string, string | null>();

/** In the order in which it came, and no further than it goes: what is stored is then a state that once was. */
function store(): void {
  try {
    for (const [key, value] of memory) {
      if (value === null) localStorage.removeItem(PREFIX + key);
      else localStorage.setItem(PREFIX + key, value);
      memory.delete(key);
    }
    isUnsaved.value = false;
  } catch {
    isUnsaved.value = true;
  }
}

/** What this page wrote last under each key. */
const own = new Map<string, string | null>();

export const wroteHere = (json: string): boolean => [...own.values()].includes(json);

let waiting = new Map<string, string | null>();

async function writeWaiting(): Promise<void> {
  isSaved.value = false;
  while (waiting.size > 0) {
    const writes = waiting;
    waiting = new Map();
    try {
      await putDurably(writes);
    } catch {
      isUnsaved.value = true;
    }
  }
  isSaved.value = true;
}

function put(key: string, value: string | null): void {
  own.set(key, value);
  const count = String(Number(read(COUNT) ?? 0) + 1);
  for (const [each, text] of [
    [key, value],
    [COUNT, count],
  ] as const) {
    memory.delete(each);
    memory.set(each, text);
    // What comes while a transaction runs goes together into the next.
    waiting.set(each, text);
  }
  store();
  if (isSaved.peek()) void writeWaiting();
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

export const read = (key: string): string | null => memory.get(key) ?? (memory.has(key) ? null : stored(key));

export const write = (key: string, value: string): void => put(key, value);

export const erase = (key: string): void => put(key, null);

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

export const keysUnder = (folder: string): readonly string[] =>
  [...new Set([...storedKeys(), ...memory.keys()])].filter((key) => key.startsWith(folder) && read(key) !== null);

const countOf = (text: string | null | undefined): number => Number(text ?? 0) || 0;

/** What this holds replaces everything. */
function replace(all: ReadonlyMap<string, string>): void {
  for (const key of keysUnder('')) if (!all.has(key)) memory.set(key, null);
  for (const [key, value] of all) memory.set(key, value);
  store();
}

/** After a browser that was killed: the newer copy replaces the older, before anything is read of either. */
export async function restore(): Promise<void> {
  try {
    const durable = await allDurable();
    if (!durable) return;
    const [there, here] = [countOf(durable.get(COUNT)), countOf(read(COUNT))];
    if (there > here) replace(durable);
    else if (here > there || durable.size === 0)
      await putDurably(new Map(keysUnder('').map((key) => [key, read(key)])));
  } catch {
    isUnsaved.value = true;
  }
}

/** Everything that is kept, as it stands: for a file, when nothing else works. */
export const everything = (): string =>
  JSON.stringify(Object.fromEntries(keysUnder('').map((key) => [key, read(key)])), null, 2);

/** Tells of what another tab has written. */
export function whenStored(key: string, react: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === PREFIX + key) react();
  });
}
