import { describe, expect, it } from 'vitest';
import type { DraftDeal } from '../src/model/deal.ts';
import type { CorrectionEntry } from '../src/model/shapes.ts';
import { begun } from '../src/model/begun.ts';
import {
  type Change,
  dropDraft,
  edit,
  isWhole,
  isWorthKeeping,
  keepDraft,
  newEntry,
  openAt,
  openNew,
  redo,
  removeEntry,
  setTerms,
  type State,
  undo,
} from '../src/model/session.ts';

const TERMS = { ruleset: 'harr-1923', players: ['Ann', 'Ben', 'Cleo', 'Dan'] };
const start = begun('one', 0, { ...TERMS, entries: [] });

const correction = (reason: string): CorrectionEntry => ({
  type: 'correction',
  id: reason,
  amounts: [1, -1, 0, 0],
  reason,
});
const keep: Change = (state) => (state.draft ? keepDraft(state.draft)(state) : state);
const kept =
  (reason: string): Change =>
  (state) =>
    keep(openNew(correction(reason))(state));
const all = (state: State, ...changes: readonly Change[]): State => changes.reduce((now, change) => change(now), state);
const reasons = ({ session }: State): readonly string[] =>
  session.sheet.entries.map((entry) => (entry.type === 'correction' ? entry.reason : entry.type));

describe('undo and redo', () => {
  it('take back and do again what was kept, changed, struck out and settled', () => {
    const change: Change = (state) => keep(edit(correction('b2'))(openAt(1)(state)));
    const steps = [
      kept('a'),
      kept('b'),
      kept('c'),
      change,
      removeEntry(0),
      setTerms({ ...TERMS, ruleset: 'pamphlet' }),
    ];
    const states = [start];
    let now = start;
    for (const step of steps) {
      now = step(now);
      states.push(now);
    }
    for (const before of states.slice(0, -1).reverse()) {
      now = undo(now);
      expect(now.session.sheet).toEqual(before.session.sheet);
    }
    for (const after of states.slice(1)) {
      now = redo(now);
      expect(now.session.sheet).toEqual(after.session.sheet);
      expect(now.draft).toBeNull();
    }
  });

  it('bring back what was being entered when it was kept', () => {
    const now = undo(kept('a')(start));
    expect(now.draft?.entry).toEqual(correction('a'));
    expect(reasons(redo(now))).toEqual(['a']);
  });

  it('bring back what was dropped', () => {
    const now = all(start, openNew(correction('half')), dropDraft);
    expect(now.draft).toBeNull();
    expect(undo(now).draft?.entry).toEqual(correction('half'));
  });

  it('never put aside another entry in work', () => {
    const now = all(start, kept('a'), kept('b'), openNew(correction('half')), undo, undo);
    expect(now.draft?.entry).toEqual(correction('half'));
    expect(reasons(now)).toEqual([]);
    expect(reasons(redo(redo(now)))).toEqual(['a', 'b']);
    expect(redo(redo(now)).draft?.entry).toEqual(correction('half'));
  });
});

describe('an entry in work', () => {
  it('is not put aside by another, nor by new terms', () => {
    const now = all(
      start,
      kept('a'),
      openNew(correction('half')),
      openAt(0),
      openNew(newEntry('deal', start.session.sheet)),
    );
    expect(now.draft?.entry).toEqual(correction('half'));
    expect(setTerms({ ...TERMS, ruleset: 'pamphlet' })(now).draft).toEqual(now.draft);
  });

  it('follows its entry when another before it comes or goes, and becomes a new one when its own goes', () => {
    const changing = all(start, kept('a'), kept('b'), openAt(1), edit(correction('b2')));
    expect(changing.draft?.at).toBe(1);
    const without = removeEntry(0)(changing);
    expect(without.draft?.at).toBe(0);
    expect(undo(without).draft?.at).toBe(1);
    expect(removeEntry(1)(changing).draft).toEqual({ at: null, entry: correction('b2') });
  });

  it('is worth keeping once something was entered', () => {
    const opened = openNew(newEntry('deal', start.session.sheet))(start);
    expect(isWorthKeeping(opened.draft, start.session.sheet)).toBe(false);
    const deal = { ...(opened.draft?.entry as DraftDeal), winner: 0, win: { source: 'wall' as const } };
    expect(isWorthKeeping(edit(deal)(opened).draft, start.session.sheet)).toBe(true);
    const looked = openAt(0)(kept('a')(start));
    expect(
      isWorthKeeping(
        {
          at: null,
          entry: { type: 'false-mahjong', id: '1', player: 0, other_calling_players: [1], hand_exposed: false },
        },
        start.session.sheet,
      ),
    ).toBe(true);
    expect(isWorthKeeping(looked.draft, looked.session.sheet)).toBe(false);
  });
});

describe('what is kept', () => {
  it('is what was shown when it was confirmed, or nothing', () => {
    const shown = { at: null, entry: correction('a') };
    const now = openNew(correction('a'))(start);
    expect(reasons(keepDraft(shown)(now))).toEqual(['a']);
    const edited = edit({ ...correction('a'), amounts: [2, -2, 0, 0] })(now);
    expect(keepDraft(shown)(edited)).toBe(edited);
    const another = all(now, dropDraft, openNew(correction('b')));
    expect(keepDraft(shown)(another)).toBe(another);
  });
});

describe('washed tiles', () => {
  it.each([
    [0, '', false],
    [0, '123456789m123p', false],
    [0, '123456789m1234p', true],
    [undefined, '123456789m1234p', false],
  ])('of player %s with %s: whether they are whole is %s', (player, concealed, whole) => {
    expect(isWhole({ type: 'washed-tiles', player, hand: { concealed } }, null)).toBe(whole);
  });
});

describe('a fine', () => {
  const fines = ['each', 'one', 'for-all'].map((to) => ({ id: to, text: to, to }));

  it.each([
    [{ fine: 'each' }, false],
    [{ fine: 'each', player: 1 }, true],
    [{ fine: '', player: 1 }, false],
    [{ fine: 'one', player: 1 }, false],
    [{ fine: 'one', player: 1, receiving_player: 0 }, true],
    [{ fine: 'for-all', player: 1, receiving_player: 0 }, false],
    [{ fine: 'for-all', player: 1, receiving_player: 0, score: 0 }, true],
  ])('%j: whether it is whole is %s', (fine, whole) => {
    expect(isWhole({ type: 'fine', ...fine }, fines)).toBe(whole);
    expect(isWhole({ type: 'fine', ...fine }, null)).toBe(false);
  });
});
