/** What the phone itself does beside the screen: it stays awake, and answers a key. */

import { useEffect } from 'preact/hooks';

/** The screen stays awake as long as this is drawn; the browser ends that when the page is hidden, so it is asked again. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) void lock?.release();
    };
    const again = (): void => void ask();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}

const TICK_MS = 8;

/** A key answers a finger, where the phone can; browsers refuse it before the first touch. */
export function tick(): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TICK_MS);
}
