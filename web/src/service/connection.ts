/** Whether the service was there when last asked, and patience with it while it is not. */

import { observable, useObservable } from '../observable.ts';

const away = observable(false);

export const setAway = away.set;
export const useAway = (): boolean => useObservable(away);

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

const pauseAfter = (failures: number): number => Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);

/** Waits longer after each failure, but no longer than until the service has answered something else. */
export function pause(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      unwatch();
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, pauseAfter(failures));
    const unwatch = away.watch(done);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
