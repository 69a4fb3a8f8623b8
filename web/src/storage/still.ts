/**
 * After a change of screen a tap does nothing for a moment: it was meant for what lay there before.
 *
 * The page takes no pointer for so long; keys and a screen reader's own clicks go on. `style/base.css` has the rule.
 */

const STILL_MS = 150;

let last: ReturnType<typeof setTimeout> | undefined;

export function holdStill(): void {
  const { dataset } = document.documentElement;
  dataset.still = '';
  clearTimeout(last);
  requestAnimationFrame(() => {
    clearTimeout(last);
    last = setTimeout(() => delete dataset.still, STILL_MS);
  });
  // A page that is not drawn has no frames.
  last = setTimeout(() => delete dataset.still, 2 * STILL_MS);
}
