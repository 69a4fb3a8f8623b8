/** A word about what a tap did, over the lower edge, where the finger is. */

import { useEffect } from 'preact/hooks';
import type { Shared } from '../storage/file.ts';
import { t } from '../i18n/page.ts';
import './sharing.css';

const SHOWN_MS = 5_000;

/** What became of a thing that was to be shared. */
export const SHARED: Readonly<Record<Shared, string>> = {
  get shared() {
    return t('shared');
  },
  get copied() {
    return t('copied-to-the-clipboard');
  },
  get kept() {
    return t('not-shared');
  },
};

interface ToastProps {
  /** Empty where there is nothing to say. */
  readonly said: string;
  readonly over: () => void;
}

export function Toast({ said, over }: ToastProps) {
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(over, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p role="status" class={said === '' ? 'unseen' : 'toast'}>
      {said}
    </p>
  );
}
