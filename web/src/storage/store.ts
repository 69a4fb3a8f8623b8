/** The session that is open, kept in the browser's storage after every change; all tabs agree on it. */

import { computed, signal } from '@preact/signals';
import type { Mode } from '../model/hand.ts';
import type { Sheet } from '../model/shapes.ts';
import { begun } from '../model/begun.ts';
import type { Change, Session, State } from '../model/session.ts';
import { dropKnown } from './durable.ts';
import { draftFrom, fetchForms, formFrom, modeFrom, oneHandFrom, peopleFrom, sessionFrom } from './checked.ts';
import type { Form, StoredMode, OneHand, People } from './stored.ts';
import { erase, everything, keysUnder, read, whenStored, write } from './storage.ts';

const OPEN = 'open';
/** Changes with every write, so that a tab sees at once whether another has written. */
const STAMP = 'stamp';
const PEOPLE = 'people';
const FORM = 'form';
const SESSIONS = 'sitting/';
const DRAFTS = 'draft/';
const ASIDE = 'aside/';

let stamp: string | null = null;

function stampAnew(): void {
  stamp = Math.random().toString(36);
  write(STAMP, stamp);
}

/** What cannot be read is put aside, never thrown away. */
function readable<Value>(key: string, from: (json: string | null) => Value | null): Value | null {
  const json = read(key);
  const value = from(json);
  if (value === null && json !== null) {
    write(`${ASIDE}${key}`, json);
    erase(key);
  }
  return value;
}

function load(): State | null {
  const id = read(OPEN);
  if (id === null) return null;
  const session = readable(SESSIONS + id, sessionFrom);
  return session && { session, draft: readable(DRAFTS + id, draftFrom) };
}

export const state = signal<State | null>(null);

/** Before the first screen: what is kept is restored by now, and its checks are here. */
export function openStored(): void {
  stamp = read(STAMP);
  state.value = load();
  byScore.value = read(BY_SCORE) === 'true';
  byScore.subscribe(keepByScore);
  rate.value = rateFrom(read(RATE));
  rate.subscribe(keepRate);
}

export const isOpen = computed(() => state.value !== null);

function refresh(): void {
  const now = read(STAMP);
  if (now === stamp) return;
  stamp = now;
  state.value = load();
}

/** Another tab wrote: nothing of it is read unchecked, and where the checks cannot be fetched, not yet. */
whenStored(STAMP, () => void fetchForms().then(refresh, () => undefined));

function save(next: State, before: State | null): void {
  const { session, draft } = next;
  if (session !== before?.session) write(SESSIONS + session.id, JSON.stringify(session));
  if (draft !== (before?.draft ?? null) || session.id !== before?.session.id) {
    if (draft) write(DRAFTS + session.id, JSON.stringify(draft));
    else erase(DRAFTS + session.id);
  }
  stampAnew();
}

/** A change is made to what the newest tab wrote. */
export function apply(change: Change): void {
  refresh();
  const before = state.value;
  if (!before) return;
  const next = change(before);
  if (next === before) return;
  save(next, before);
  state.value = next;
}

function show(id: string | null): void {
  if (id === null) erase(OPEN);
  else write(OPEN, id);
  stampAnew();
  state.value = load();
}

/** Requested once there is something to lose: the browser then does not clear it away by itself. */
function askToStay(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** Another session becomes the open one; the others stay. */
export function begin(sheet: Sheet): void {
  const now = Date.now();
  const fresh = begun(`${now.toString(36)}${Math.random().toString(36).slice(2, 6)}`, now, sheet);
  save(fresh, null);
  remember(sheet);
  show(fresh.session.id);
  askToStay();
}

export const openSession = (id: string): void => show(id);
export const closeSession = (): void => show(null);

export function removeSession(id: string): void {
  erase(SESSIONS + id);
  erase(DRAFTS + id);
  void dropKnown(id);
  show(read(OPEN) === id ? null : read(OPEN));
}

/** All sessions that are kept, the newest first. */
export const sessions = (): readonly Session[] =>
  keysUnder(SESSIONS)
    .flatMap((key) => sessionFrom(read(key)) ?? [])
    .sort((one, other) => other.begun - one.begun);

/** What could not be read and was put aside: its names. */
export const setAside = (): readonly string[] => keysUnder(ASIDE);

export const wholeStorage = everything;

/** The open session is put aside as it stands, for a page that cannot show it. */
export function putOpenAside(): void {
  const id = read(OPEN);
  if (id === null) return;
  for (const key of [SESSIONS + id, DRAFTS + id]) {
    const json = read(key);
    if (json !== null) write(`${ASIDE}${key}`, json);
    erase(key);
  }
  erase(FORM);
  show(null);
}

const MAX_NAMES = 20;

export const remembered = (): People => peopleFrom(read(PEOPLE)) ?? { names: [], players: [] };

function remember({ players, ruleset, options, house_rules }: Sheet): void {
  const names = [...new Set([...players, ...remembered().names])].slice(0, MAX_NAMES);
  write(PEOPLE, JSON.stringify({ names, players, ruleset, options, house_rules }));
}

/** Terms that were begun and not settled yet. */
export const storedForm = (): Form | null => formFrom(read(FORM));
export const keepForm = (form: Form | null): void => (form ? write(FORM, JSON.stringify(form)) : erase(FORM));

const ONE_HAND = 'one-hand';

/** The hand of which the worth was asked, so that a reload leaves it. */
export const storedOneHand = (): OneHand | null => oneHandFrom(read(ONE_HAND));
export const keepOneHand = (hand: OneHand): void => write(ONE_HAND, JSON.stringify(hand));

const MODE = 'mode';

/** What a tap was last chosen to add to a hand, so that a reload leaves it. */
export function storedMode(entry: string, player: number): Mode | null {
  const stored = modeFrom(read(MODE));
  return stored && stored.entry === entry && stored.player === player ? stored.mode : null;
}

export const keepMode = (entry: string, player: number, mode: Mode): void =>
  write(MODE, JSON.stringify({ entry, player, mode } satisfies StoredMode));

/** The next entry may get the id of one that was discarded, and begins as every other. */
export const forgetMode = (): void => erase(MODE);

const BY_SCORE = 'by-score';

/** Whether the table last entered its hands by their scores. */
export const byScore = signal(false);

function keepByScore(on: boolean): void {
  if (String(on) !== (read(BY_SCORE) ?? 'false')) write(BY_SCORE, String(on));
}

const RATE = 'rate';

interface Rate {
  readonly each: number;
  readonly currency: string;
}

function rateFrom(json: string | null): Rate {
  const [each = '0', currency = ''] = (json ?? '').split(' ', 2);
  return { each: Number(each) || 0, currency };
}

/** What a point is worth at this table; 0 where it plays for points. */
export const rate = signal(rateFrom(null));

function keepRate({ each, currency }: Rate): void {
  if (read(RATE) !== `${each} ${currency}` && (each > 0 || read(RATE) !== null)) write(RATE, `${each} ${currency}`);
}
