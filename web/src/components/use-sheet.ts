/** A sheet over the page, shown for as long as it is there. A second tap where it opened or shut does nothing. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { holdStill, SHEET_MS } from '../storage/still.ts';

export function useSheet() {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    box.current?.showModal();
    holdStill(SHEET_MS);
    return () => holdStill(SHEET_MS);
  }, []);
  return box;
}
