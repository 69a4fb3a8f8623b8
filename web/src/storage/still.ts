/**
 * After a change of screen a tap does nothing for a moment: it was meant for what lay there before.
 *
 * The page takes no pointer for so long; keys and a screen reader's own clicks go on. `style/base.css` has the rule.
 */

const STILL_MS = 150;

/** A sheet opens and shuts under the finger: the second tap of two, which may come as late as this, must not act. */
export const SHEET_MS = 400;

let last: ReturnType<typeof setTimeout> | undefined;
let end = 0;

/** The longest that is asked for counts. */
export function holdStill(ms = STILL_MS): void {
  const now = performance.now();
  end = Math.max(end, now + ms);
  const rest = end - now;
  const { dataset } = document.documentElement;
  dataset.still = '';
  clearTimeout(last);
  requestAnimationFrame(() => {
    clearTimeout(last);
    last = setTimeout(() => delete dataset.still, rest);
  });
  // A page that is not drawn has no frames.
  last = setTimeout(() => delete dataset.still, 2 * rest);
}
