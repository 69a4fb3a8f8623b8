/** Whether the last thing done was a touch: what a key chooses must not turn the page. */

let last = false;

addEventListener(
  'pointerdown',
  () => {
    last = true;
  },
  { capture: true },
);
addEventListener(
  'keydown',
  () => {
    last = false;
  },
  { capture: true },
);

export const touched = (): boolean => last;
