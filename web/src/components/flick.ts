/** A flick over a key: another kind of set than a tap would add, without a change of the mode. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Kind } from '../model/hand.ts';

/** In pixels: shorter is a tap, longer is neither. */
const SHORTEST = 18;
const LONGEST = 90;

/** Slower is neither: somebody scrolls, or has thought better of it. */
const QUICK_MS = 300;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Start extends Point {
  readonly at: number;
}

/** To the right runs a chow, up piles a kong, to the left lie two, down stands one. */
function kindOf(across: number, down: number): Kind {
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? 'chow' : 'pair';
  return down > 0 ? 'one' : 'kong';
}

/** What a finger does that is lifted now. */
type Gesture = Kind | 'tap' | 'nothing';

function gestureOf(from: Start, to: Start): Gesture {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(across, down);
  if (Math.max(Math.abs(across), Math.abs(down)) < SHORTEST) return 'tap';
  return length > LONGEST || to.at - from.at >= QUICK_MS ? 'nothing' : kindOf(across, down);
}

interface Touches {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: (event: PointerEvent) => void;
  readonly onPointerCancel: () => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

const startOf = ({ clientX, clientY, timeStamp }: PointerEvent): Start => ({ x: clientX, y: clientY, at: timeStamp });

/** A click follows its touch within this; one without a touch comes from a keyboard or a screen reader. */
const FOLLOWS_MS = 700;

interface Flick {
  readonly touches: Touches;
  /** What the flick would add, were the finger lifted now. */
  readonly hint: Kind | null;
}

/** Acts as the finger is lifted: browsers withhold the click of a tap that follows a flick too soon. Null is a tap; `at` is when, in milliseconds. */
export function useFlick(act: (kind: Kind | null, at: number) => void): Flick {
  const from = useRef<Start | null>(null);
  const lifted = useRef(-Infinity);
  const [hint, show] = useState<Kind | null>(null);
  useEffect(() => {
    if (hint === null) return undefined;
    const timer = setTimeout(() => show(null), QUICK_MS);
    return () => clearTimeout(timer);
  }, [hint]);
  const end = (): void => {
    from.current = null;
    show(null);
  };
  const touches: Touches = {
    onPointerDown: (event) => {
      from.current = startOf(event);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      if (!from.current) return;
      const gesture = gestureOf(from.current, startOf(event));
      show(gesture === 'tap' || gesture === 'nothing' ? null : gesture);
    },
    onPointerUp: (event) => {
      if (!from.current || event.button !== 0) return;
      const gesture = gestureOf(from.current, startOf(event));
      end();
      lifted.current = event.timeStamp;
      if (gesture !== 'nothing') act(gesture === 'tap' ? null : gesture, event.timeStamp);
    },
    onPointerCancel: end,
    // The click of a touch would fall on what has come under the finger meanwhile.
    onTouchEnd: (event) => event.cancelable && event.preventDefault(),
    onClick: (event) => {
      if (event.timeStamp - lifted.current > FOLLOWS_MS) act(null, event.timeStamp);
    },
  };
  return { touches, hint };
}
