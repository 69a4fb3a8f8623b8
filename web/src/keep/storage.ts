/** The browser's storage under one prefix. Full or forbidden, it must not stop the table: the open page goes on. */

import { signal } from '@preact/signals';

const PREFIX = 'scorekeeper/';

/** Set while the storage takes nothing: the page says so, and that a file would. */
export const unkept = signal(false);

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
  } catch {
    unkept.value = true;
  }
}

export function erase(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
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

/** Everything that is kept, as it stands: for a file, when nothing else works. */
export const everything = (): string =>
  JSON.stringify(Object.fromEntries(keysUnder('').map((key) => [key, read(key)])), null, 2);

/** Tells of what another tab has written. */
export function whenWritten(key: string, react: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === null || event.key === PREFIX + key) react();
  });
}
