/** Whether the service was there when last asked, and patience with it while it is not. */

import { signal } from '@preact/signals';

export const away = signal(false);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

const pauseAfter = (failures: number): number => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

/** Waits longer after each failure, but no longer than until the service has answered something else. */
export function pause(failures: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unwatch();
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, pauseAfter(failures));
    const before = away.peek();
    const unwatch = away.subscribe((now) => {
      if (now !== before) queueMicrotask(done);
    });
    addEventListener('online', done);
    stop.addEventListener('abort', done);
  });
}
