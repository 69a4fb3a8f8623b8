/** A session: the sheet, the steps that led to it and can be taken back, and the entry in work. */

import { type DraftDeal, finished, isUnstated, newDeal, openedDeal } from './deal.ts';
import { EMPTY_HAND, isEmpty, tileCount } from './hand.ts';
import type { Fine } from './responses.ts';
import {
  AFTER_A_DRAW,
  type CorrectionEntry,
  type Entry,
  type FalseCallEntry,
  type FineEntry,
  type Sheet,
  type Terms,
  type WashedEntry,
} from './shapes.ts';

/** Of whom it is, is still to be said. */
type Open<Whole extends { readonly player: number }> = Omit<Whole, 'player'> & { readonly player?: number | undefined };

export type DraftWashed = Open<WashedEntry>;
export type DraftFalseCall = Open<FalseCallEntry>;
export type DraftFine = Open<FineEntry>;
export type DraftEntry = DraftDeal | DraftWashed | DraftFalseCall | DraftFine | CorrectionEntry;

export interface Draft {
  /** Which kept entry is being changed; null for a new one. */
  readonly at: number | null;
  readonly entry: DraftEntry;
}

/** One thing that was done, with what it takes to do it again or to take it back. */
export type Step =
  | {
      readonly kind: 'entry';
      readonly at: number;
      readonly before: Entry | null;
      readonly after: Entry | null;
      readonly draft: Draft | null;
    }
  | { readonly kind: 'terms'; readonly before: Terms; readonly after: Terms }
  | {
      readonly kind: 'seats';
      readonly at: number;
      readonly before: Terms;
      readonly after: Terms;
      readonly entry: CorrectionEntry;
    }
  | { readonly kind: 'fifth'; readonly before: Sheet; readonly after: Sheet }
  | { readonly kind: 'drop'; readonly draft: Draft };

export interface Session {
  readonly id: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly begun: number;
  readonly sheet: Sheet;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

export interface State {
  readonly session: Session;
  readonly draft: Draft | null;
}

export type Change = (state: State) => State;

/** More steps back than a table will want. */
const MAX_STEPS = 100;

export type Kind = Entry['type'];

/** The highest number among the entries' ids, and one. */
const newId = (sheet: Sheet): string => String(1 + Math.max(0, ...sheet.entries.map(({ id }) => Number(id) || 0)));

/** `sitsOut` is one of five. */
export function newEntry(kind: Kind, sheet: Sheet, sitsOut?: number): DraftEntry {
  const id = newId(sheet);
  const out = sitsOut === undefined ? {} : { sits_out: sitsOut };
  switch (kind) {
    case 'deal':
      return newDeal(id, sheet.players.length, sitsOut);
    case 'washed-tiles':
      return { type: kind, id, ...out, hand: EMPTY_HAND };
    case 'false-mahjong':
      return { type: kind, id, ...out, hand_exposed: false };
    case 'fine':
      return { type: kind, id, ...out, fine: '' };
    case 'correction':
      return { type: kind, id, amounts: sheet.players.map(() => 0), reason: '' };
  }
}

export const nextDeal = (sheet: Sheet, sitsOut?: number): DraftDeal =>
  newDeal(newId(sheet), sheet.players.length, sitsOut);

/** A new deal of which nobody has said whether it is a goulash becomes one. */
export const asGoulash: Change = (state) => {
  const { draft } = state;
  if (draft?.at !== null || draft.entry.type !== 'deal' || draft.entry.goulash !== undefined) return state;
  return { ...state, draft: { ...draft, entry: { ...draft.entry, goulash: AFTER_A_DRAW } } };
};

/** A kept entry, ready to be changed. */
export const opened = (entry: Entry): DraftEntry => (entry.type === 'deal' ? openedDeal(entry) : entry);

/** The numbers of an evening are of one revision of its rulebook. */
export const atRevision =
  (revision: number): Change =>
  (state) => {
    const { session } = state;
    return session.sheet.revision === revision
      ? state
      : { ...state, session: { ...session, sheet: { ...session.sheet, revision } } };
  };

/** What another revision counts otherwise is made up for by a correction: the totals stay as they were paid. */
export const asPaid =
  (revision: number, correction: CorrectionEntry): Change =>
  (state) => {
    const { sheet } = state.session;
    const after: Entry = { ...correction, id: newId(sheet) };
    return atRevision(revision)(
      done(state, { kind: 'entry', at: sheet.entries.length, before: null, after, draft: null }),
    );
  };

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Nothing was entered that anybody would miss. */
function isBlank(entry: DraftEntry): boolean {
  switch (entry.type) {
    case 'deal':
      return isUnstated(entry) && entry.win?.source === undefined && entry.goulash !== true;
    case 'washed-tiles':
      return isEmpty(entry.hand) && entry.player === undefined;
    case 'false-mahjong':
      return !entry.hand_exposed && entry.player === undefined && !entry.other_calling_players;
    case 'fine':
      return entry.player === undefined && entry.fine === '';
    case 'correction':
      return entry.reason === '' && entry.amounts.every((amount) => amount === 0);
  }
}

/** Whether an entry in work holds something that would be lost with it. */
export function isWorthKeeping(draft: Draft | null, sheet: Sheet): draft is Draft {
  if (draft === null) return false;
  if (draft.at === null) return !isBlank(draft.entry);
  const saved = sheet.entries[draft.at];
  return saved === undefined || !same(opened(saved), draft.entry);
}

function spliced(sheet: Sheet, at: number, before: Entry | null, after: Entry | null): Sheet {
  const entries = [...sheet.entries];
  entries.splice(at, before === null ? 0 : 1, ...(after === null ? [] : [after]));
  return { ...sheet, entries };
}

/** Where the entry in work belongs once another entry has come or gone; one whose entry is gone becomes a new one. */
function moved(draft: Draft | null, at: number, before: Entry | null, after: Entry | null): Draft | null {
  if (draft === null || draft.at === null || (before !== null && after !== null)) return draft;
  if (before === null) return draft.at >= at ? { ...draft, at: draft.at + 1 } : draft;
  if (draft.at === at) return { ...draft, at: null };
  return draft.at > at ? { ...draft, at: draft.at - 1 } : draft;
}

/** `onward` does the step, else it is taken back. The entry in work stays with it. */
function stepped({ session, draft }: State, step: Step, onward: boolean): State {
  if (step.kind === 'drop') return { session, draft };
  const { entries } = session.sheet;
  const whole = step.kind === 'entry' ? session.sheet : { entries, ...(onward ? step.after : step.before) };
  if (step.kind === 'terms' || step.kind === 'fifth') return { session: { ...session, sheet: whole }, draft };
  const [before, after] = step.kind === 'seats' ? [null, step.entry] : [step.before, step.after];
  const [from, to] = onward ? [before, after] : [after, before];
  return { session: { ...session, sheet: spliced(whole, step.at, from, to) }, draft: moved(draft, step.at, from, to) };
}

const draftOf = (step: Step): Draft | null => ('draft' in step ? step.draft : null);

function done(state: State, step: Step): State {
  const { session, draft } = stepped(state, step, true);
  return { session: { ...session, past: [...session.past, step].slice(-MAX_STEPS), future: [] }, draft };
}

export const setTerms =
  (terms: Terms): Change =>
  (state) => {
    const { entries: _, ...before } = state.session.sheet;
    const after = terms.ruleset === before.ruleset ? { ...terms, revision: before.revision } : terms;
    return isAlike(before, after) ? state : done(state, { kind: 'terms', before, after });
  };

/** Other people sit on the chairs from now on; their totals go with them. */
export const moveSeats =
  (terms: Terms, correction: CorrectionEntry): Change =>
  (state) => {
    const { entries, ...before } = state.session.sheet;
    return done(state, {
      kind: 'seats',
      at: entries.length,
      before,
      after: { ...terms, revision: before.revision },
      entry: { ...correction, id: newId(state.session.sheet) },
    });
  };

/** A fifth player comes to the table; an entry in work, which is of four, is finished first. */
export const withFifthPlayer =
  (seated: (sheet: Sheet) => Sheet): Change =>
  (state) => {
    const before = state.session.sheet;
    if (before.players.length !== 4 || isWorthKeeping(state.draft, before)) return state;
    return done({ ...state, draft: null }, { kind: 'fifth', before, after: seated(before) });
  };

/** With the members in one order: what was stored has them in another than what was just made. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  ) ?? '';

export const isAlike = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other);

/** The entries that a later state of the session has more, each as a step. */
export const follow =
  (later: Sheet): Change =>
  (state) =>
    later.entries
      .slice(state.session.sheet.entries.length)
      .reduce(
        (last, after) =>
          done(last, { kind: 'entry', at: last.session.sheet.entries.length, before: null, after, draft: null }),
        state,
      );

/** A change of the entry in work ends what could have been done again. */
export const edit =
  (entry: DraftEntry): Change =>
  (state) => {
    if (!state.draft) return state;
    const session = state.session.future.length > 0 ? { ...state.session, future: [] } : state.session;
    return { session, draft: { ...state.draft, entry } };
  };

/** Another entry in work that is worth keeping is never put aside. */
const open =
  (draft: Draft): Change =>
  (state) =>
    isWorthKeeping(state.draft, state.session.sheet) ? state : { ...state, draft };

export const openNew = (entry: DraftEntry): Change => open({ at: null, entry });

export const openAt =
  (at: number): Change =>
  (state) => {
    const entry = state.session.sheet.entries[at];
    return entry ? open({ at, entry: opened(entry) })(state) : state;
  };

export const dropDraft: Change = (state) => {
  const { draft, session } = state;
  if (!isWorthKeeping(draft, session.sheet)) return { ...state, draft: null };
  return done({ session, draft: null }, { kind: 'drop', draft });
};

export const finishedEntry = (entry: DraftEntry): Entry => (entry.type === 'deal' ? finished(entry) : entry) as Entry;

/** Whether it is said of whom the entry is; what a deal lacks, its own screen asks for. */
export const hasPlayer = (entry: DraftEntry): boolean =>
  entry.type === 'deal' ||
  entry.type === 'correction' ||
  (entry.player !== undefined && (entry.type !== 'fine' || entry.fine !== ''));

/** Some fines are paid to one player; of one who pays for all the score is asked too. */
export const namesPayee = ({ to }: Fine): boolean => to === 'one' || to === 'for-all';
export const namesScore = ({ to }: Fine): boolean => to === 'for-all';

const isWholeFine = (entry: DraftFine, fine: Fine): boolean =>
  (!namesPayee(fine) || entry.receiving_player !== undefined) && (!namesScore(fine) || entry.score !== undefined);

/** The tiles of a hand as it was dealt; East has one more. */
const DEALT = 13;

/** Whether it has all that the service counts it by; no fine has while what is fined is not known. */
export function isWhole(entry: DraftEntry, fines: readonly Fine[] | null): boolean {
  if (entry.type === 'washed-tiles') return hasPlayer(entry) && tileCount(entry.hand) >= DEALT;
  if (entry.type !== 'fine') return hasPlayer(entry);
  const fine = fines?.find(({ id }) => id === entry.fine);
  return fine !== undefined && hasPlayer(entry) && isWholeFine(entry, fine);
}

/** The sheet with the draft in its place. What is still open in it, the service will say. */
export function sheetWith(sheet: Sheet, { at, entry }: Draft): Sheet {
  const place = at ?? sheet.entries.length;
  return spliced(sheet, place, sheet.entries[place] ?? null, finishedEntry(entry));
}

/** Nothing where it is another by now than what was shown when it was confirmed. */
export const keepDraft =
  (shown: Draft): Change =>
  (state) => {
    const { draft, session } = state;
    if (!draft || !isAlike(draft, shown)) return state;
    const at = draft.at ?? session.sheet.entries.length;
    const before = session.sheet.entries[at] ?? null;
    return done({ session, draft: null }, { kind: 'entry', at, before, after: finishedEntry(draft.entry), draft });
  };

/** A correction after an entry in place of a change of it; what was entered comes back with Undo. */
export const correctAt =
  (at: number, correction: CorrectionEntry): Change =>
  (state) => {
    const { draft, session } = state;
    const after: Entry = { ...correction, id: newId(session.sheet) };
    return done(
      { session, draft: null },
      { kind: 'entry', at: at + 1, before: null, after, draft: draft?.at === at ? draft : null },
    );
  };

export const removeEntry =
  (at: number): Change =>
  (state) => {
    const before = state.session.sheet.entries[at];
    if (!before) return state;
    const isOpen = state.draft?.at === at && !isWorthKeeping(state.draft, state.session.sheet);
    return done(isOpen ? { ...state, draft: null } : state, { kind: 'entry', at, before, after: null, draft: null });
  };

/** Whether the entry in work came back with the last step that was taken back, untouched: that step still has it. */
function isFromHistory({ session, draft }: State): boolean {
  const [step] = session.future;
  return step !== undefined && same(draft, draftOf(step));
}

/** What was being entered comes back with the step that ended it, but where another entry is in work already. */
export const undo: Change = (state) => {
  const step = state.session.past.at(-1);
  if (!step) return state;
  const busy = isWorthKeeping(state.draft, state.session.sheet) && !isFromHistory(state);
  if (busy && step.kind === 'fifth') return state;
  const { session, draft } = stepped(busy ? state : { ...state, draft: null }, step, false);
  const back: State = {
    session: { ...session, past: session.past.slice(0, -1), future: [step, ...session.future] },
    draft: draft ?? draftOf(step),
  };
  return step.kind === 'drop' && busy ? undo(back) : back;
};

export const redo: Change = (state) => {
  const [step, ...future] = state.session.future;
  if (!step) return state;
  const isItsOwn = isFromHistory(state) || !isWorthKeeping(state.draft, state.session.sheet);
  if (!isItsOwn && step.kind === 'fifth') return state;
  const { session, draft } = stepped(isItsOwn ? { ...state, draft: null } : state, step, true);
  return { session: { ...session, past: [...session.past, step], future }, draft };
};
