/** A flick over a key: another kind of set than a tap would add, without a change of the mode. */

import { useRef } from 'preact/hooks';
import type { Kind } from '../model/hand.ts';

/** In pixels: shorter is a tap. */
const SHORTEST = 18;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** To the right runs a chow, up piles a kong, to the left lie two, down stands one; null is a tap. */
function kindOf(from: Point, to: Point): Kind | null {
  const across = to.x - from.x;
  const down = to.y - from.y;
  if (Math.max(Math.abs(across), Math.abs(down)) < SHORTEST) return null;
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 'chow' : 'pair';
  return down > 0 ? 'one' : 'kong';
}

interface Touches {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** A click follows its touch within this; one without a touch comes from a keyboard or a screen reader. */
const FOLLOWS_MS = 700;

/** Acts as the finger is lifted: browsers withhold the click of a tap that follows a flick too soon. */
export function useFlick(act: (kind: Kind | null) => void): Touches {
  const from = useRef<Point | null>(null);
  const lifted = useRef(-Infinity);
  return {
    onPointerDown: (event) => {
      from.current = pointOf(event);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerUp: (event) => {
      if (!from.current || event.button !== 0) return;
      const kind = kindOf(from.current, pointOf(event));
      from.current = null;
      lifted.current = event.timeStamp;
      act(kind);
    },
    // The click of a touch would fall on what has come under the finger meanwhile.
    onTouchEnd: (event) => event.cancelable && event.preventDefault(),
    onClick: (event) => {
      if (event.timeStamp - lifted.current > FOLLOWS_MS) act(null);
    },
  };
}
