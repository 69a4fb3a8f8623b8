import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import './fit.css';

/** How a table may stand where its columns do not fit: with short names, or as a list. */
export type Way = 'brief' | 'list';

/** Lets the table of a box stand in the first way in which it fits: as it is, or one of `ways`; its letters decide, not a guess. */
function measure(box: HTMLElement, ways: readonly Way[]): void {
  const table = box.querySelector('table');
  if (!table) return;
  for (const way of ['', ...ways]) {
    box.setAttribute('data-fit', way);
    if (table.offsetWidth <= box.clientWidth) return;
  }
}

/** The box of a table whose numbers are all seen: it is measured whenever it is drawn, or its size or its letters change. */
export function useFit<Box extends HTMLElement>(ways: readonly Way[]): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    if (box.current) measure(box.current, ways);
  });
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const watch = new ResizeObserver(() => requestAnimationFrame(() => measure(current, ways)));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return box;
}
