/**
 * Which screen is shown stands in the address's fragment, so that the phone's own back gesture works.
 *
 * Each step into the page is one step of the browser's history; the way up goes back along it, so that "back" never
 * shows what was left.
 */

import { signal } from '@preact/signals';
import { holdStill } from './storage/still.ts';

export type Route =
  | { readonly screen: 'table' | 'terms' | 'entry' | 'end' | 'sessions' | 'help' | 'house' | 'worth' }
  | { readonly screen: 'hand'; readonly player: number }
  | { readonly screen: 'seen'; readonly at: number }
  | { readonly screen: 'read' | 'rules'; readonly packed: string };

const PLAIN = ['terms', 'entry', 'end', 'sessions', 'help', 'house', 'worth'] as const;

const whole = (text: string | undefined): number => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0);

function parse(fragment: string): Route {
  const [screen, rest] = fragment.replace(/^#/, '').split('/');
  if (screen === 'hand') return { screen, player: Math.min(whole(rest), 3) };
  if (screen === 'seen') return { screen, at: whole(rest) };
  if ((screen === 'read' || screen === 'rules') && rest) return { screen, packed: rest };
  const plain = PLAIN.find((each) => each === screen);
  return { screen: plain ?? 'table' };
}

function fragmentOf(route: Route): string {
  if (route.screen === 'hand') return `#hand/${route.player}`;
  if (route.screen === 'seen') return `#seen/${route.at}`;
  return 'packed' in route ? `#${route.screen}/${route.packed}` : `#${route.screen}`;
}

const LEVELS: Readonly<Record<Route['screen'], number>> = {
  table: 0,
  read: 0,
  terms: 1,
  entry: 1,
  seen: 1,
  end: 1,
  sessions: 1,
  help: 1,
  worth: 1,
  rules: 0,
  house: 2,
  hand: 2,
};

interface Mark {
  /** The fragments below this one that "back" would show, the nearest last. */
  readonly below: readonly string[];
}

const markOf = (stored: unknown): Mark => {
  const below = (stored as Partial<Mark> | null)?.below;
  return { below: Array.isArray(below) ? below : [] };
};

export const route = signal<Route>(parse(location.hash));

/** Where each screen was scrolled to when it was left. */
const scrolled = new Map<string, number>();

let isTravelling = false;
let waiting: (() => void) | null = null;

/** While the browser goes back, nothing else may move. */
function soon(move: () => void): void {
  if (isTravelling) waiting = move;
  else move();
}

function show(next: Route, top: number): void {
  holdStill();
  route.value = next;
  requestAnimationFrame(() => scrollTo(0, top));
}

function leave(): void {
  scrolled.set(fragmentOf(route.peek()), scrollY);
}

/** One step further in. */
export function go(next: Route): void {
  soon(() => {
    leave();
    const here = fragmentOf(route.peek());
    if (here === fragmentOf(next)) return;
    history.pushState({ below: [...markOf(history.state).below, here] } satisfies Mark, '', fragmentOf(next));
    show(next, 0);
  });
}

/** From one hand to the next without a step back for each. */
export function goInstead(next: Route): void {
  soon(() => {
    history.replaceState(history.state, '', fragmentOf(next));
    show(next, 0);
  });
}

/** The same, of a screen that is laid out alike: nothing moves under the finger. */
export function goBeside(next: Route): void {
  soon(() => {
    history.replaceState(history.state, '', fragmentOf(next));
    route.value = next;
  });
}

/** Back to a screen that lies below, along the history where it is there. */
export function up(to: Route): void {
  soon(() => {
    const { below } = markOf(history.state);
    const at = below.lastIndexOf(fragmentOf(to));
    if (at < 0) {
      history.replaceState({ below: below.slice(0, LEVELS[to.screen]) } satisfies Mark, '', fragmentOf(to));
      show(to, scrolled.get(fragmentOf(to)) ?? 0);
      return;
    }
    isTravelling = true;
    history.go(at - below.length);
  });
}

/** To the table, seen from its top: something is other there than when it was left. */
export function toTable(): void {
  scrolled.delete(fragmentOf({ screen: 'table' }));
  up({ screen: 'table' });
}

addEventListener('popstate', () => {
  isTravelling = false;
  leave();
  const next = parse(location.hash);
  show(next, scrolled.get(fragmentOf(next)) ?? 0);
  const move = waiting;
  waiting = null;
  move?.();
});

history.scrollRestoration = 'manual';
