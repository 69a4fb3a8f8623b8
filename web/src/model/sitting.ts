/** What the page keeps: the sheet (the request that the service is asked with), its earlier states, and the entry in work. */

import type { CorrectionEntry, Entry, FalseCallEntry, Sheet, WashedEntry } from '../service/shapes.ts';
import type { DraftDeal } from './deal.ts';

export type DraftEntry = DraftDeal | WashedEntry | FalseCallEntry | CorrectionEntry;

export interface Draft {
  /** Where in the sheet the entry belongs; one past the last for a new one. */
  readonly at: number;
  readonly entry: DraftEntry;
}

export interface State {
  readonly sheet: Sheet | null;
  readonly past: readonly Sheet[];
  readonly future: readonly Sheet[];
  readonly draft: Draft | null;
}

export type Change = (state: State) => State;

export const EMPTY: State = { sheet: null, past: [], future: [], draft: null };

/** More steps back than a table will want, and few enough for the browser's storage. */
const STEPS_KEPT = 30;

const entriesOf = (state: State): readonly Entry[] => state.sheet?.entries ?? [];

function replaced(state: State, sheet: Sheet): State {
  const past = state.sheet ? [...state.past, state.sheet].slice(-STEPS_KEPT) : [];
  return { sheet, past, future: [], draft: null };
}

export const begin = (sheet: Sheet): Change => () => ({ ...EMPTY, sheet });

/** Another sitting in place of this one, from a file; a step back undoes it. */
export const take = (sheet: Sheet): Change => (state) => (state.sheet ? replaced(state, sheet) : begin(sheet)(state));

export const setTerms = (terms: Omit<Sheet, 'entries'>): Change => (state) =>
  replaced(state, { ...terms, entries: [...entriesOf(state)] });

export const edit = (entry: DraftEntry): Change => (state) =>
  state.draft ? { ...state, draft: { ...state.draft, entry } } : state;

export const openNew = (entry: DraftEntry): Change => (state) => ({ ...state, draft: { at: entriesOf(state).length, entry } });

export const openAt = (at: number, opened: (entry: Entry) => DraftEntry): Change => (state) => {
  const entry = entriesOf(state)[at];
  return entry ? { ...state, draft: { at, entry: opened(entry) } } : state;
};

export const dropDraft: Change = (state) => ({ ...state, draft: null });

/** The sheet with the draft in its place. What is still open in it, the service will say. */
export function sheetWith(sheet: Sheet, draft: Draft): Sheet {
  const entries = [...sheet.entries];
  entries[draft.at] = draft.entry as Entry;
  return { ...sheet, entries };
}

export const keepDraft: Change = (state) =>
  state.sheet && state.draft ? replaced(state, sheetWith(state.sheet, state.draft)) : state;

export const removeEntry = (at: number): Change => (state) =>
  state.sheet ? replaced(state, { ...state.sheet, entries: state.sheet.entries.filter((_, index) => index !== at) }) : state;

/** An entry in work follows the sheet's end; the change of an old one cannot outlive a step back. */
function movedDraft({ draft, sheet }: State, to: Sheet): Draft | null {
  const isNew = draft !== null && draft.at >= (sheet?.entries.length ?? 0);
  return isNew ? { ...draft, at: to.entries.length } : null;
}

export const undo: Change = (state) => {
  const last = state.past.at(-1);
  if (!last || !state.sheet) return state;
  return { sheet: last, past: state.past.slice(0, -1), future: [state.sheet, ...state.future], draft: movedDraft(state, last) };
};

export const redo: Change = (state) => {
  const [next, ...future] = state.future;
  if (!next || !state.sheet) return state;
  return { sheet: next, past: [...state.past, state.sheet], future, draft: movedDraft(state, next) };
};
