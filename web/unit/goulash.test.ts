import { describe, expect, it } from 'vitest';
import { type DraftDeal, finished, isInTheBox, newDeal, openedDeal, withGoulash, withHand } from '../src/model/deal.ts';
import { asText } from '../src/model/evening.ts';
import { isGoulash, marksOf } from '../src/model/goulash.ts';
import { EMPTY_HAND, type Mode, takenBack, tapped } from '../src/model/hand.ts';
import type { DealEntry, Entry, Hand } from '../src/model/shapes.ts';
import { typedInto } from '../src/model/typed.ts';
import { entryWords } from '../src/model/entry-words.ts';
import { sheetBody } from '../src/api/adapter.ts';
import { imported } from '../src/api/imported.ts';

const WILD: Mode = { kind: 'wild', onTable: true };
const HAND: Hand = { concealed: '222s 55z', exposed: ['777m'], concealed_kongs: ['9999p'] };
const PLAYERS = ['Ann', 'Ben'];

const marked = (hand: Hand, ...tiles: readonly string[]): Hand =>
  tiles.reduce((now, tile) => tapped(now, WILD, tile) ?? now, hand);
const entry = (wild?: string): DealEntry => ({
  type: 'deal',
  winner: 0,
  win: { source: 'wall', tile: '5z' },
  hands: [{ ...HAND, ...(wild ? { wild } : {}) }, EMPTY_HAND],
});

describe('a blank', () => {
  it('is told by a tap on a tile of the hand, and the last tap is taken back first', () => {
    const hand = marked(HAND, '2s', '5z');
    expect(hand.wild).toBe('2s 5z');
    expect(takenBack(hand)?.wild).toBe('2s');
    expect(tapped(HAND, WILD, '1m')).toBeNull();
    expect(tapped(marked(HAND, '5z', '5z'), WILD, '5z')).toBeNull();
  });

  it('may be typed', () => expect(typedInto(HAND, 'wild', '2s5z').wild).toBe('2s 5z'));

  it.each([
    ['7m', 'exposed', [false, false, true]],
    ['9p 9p', 'concealed_kongs', [false, true, true, false]],
    ['2s', 'concealed', [false, false, true]],
    ['2s 2s', 'concealed', [false, true, true]],
  ] as const)('for %s is shown where it lies, %s', (wild, place, shown) => {
    expect(marksOf({ ...HAND, wild })(place, 0)).toEqual(shown);
  });

  it('is not shown twice where a tile lies in two places', () => {
    const marks = marksOf({ concealed: '22s', exposed: ['222s'], wild: '2s 2s' });
    expect([marks('exposed', 0), marks('concealed', 0)]).toEqual([
      [false, false, true],
      [false, true],
    ]);
  });
});

describe('the box', () => {
  const six: readonly Hand[] = [{ concealed: '222s' }, { concealed: '222s' }];
  it('holds no fifth tile, but in a goulash as many as there are blanks', () => {
    const four: readonly Hand[] = [{ concealed: '222s' }, { concealed: '2s' }];
    expect(isInTheBox(four, six)).toBe(false);
    expect(isInTheBox(four, six, true)).toBe(true);
    const ten: readonly Hand[] = [{ concealed: '222s 333s 333s' }, { concealed: '222s 333s' }];
    expect(isInTheBox(six, ten, true)).toBe(false);
  });

  it('has the tiles that blanks stand for beside the real ones', () => {
    const hands: readonly Hand[] = [
      { concealed: '222s', wild: '2s' },
      { concealed: '222s', wild: '2s' },
    ];
    expect(isInTheBox(six, hands)).toBe(true);
  });
});

describe('a goulash', () => {
  const deal: DraftDeal = withHand(withGoulash(newDeal('1', 2), true), 0, marked(HAND, '2s'));

  it('is said before a tile is wild, and kept', () => {
    expect(isGoulash(newDeal('1', 2))).toBe(false);
    expect(isGoulash(withGoulash(newDeal('1', 2), true))).toBe(true);
    expect(finished(deal)).toHaveProperty('goulash', true);
    expect(finished(withGoulash(deal, false))).not.toHaveProperty('goulash');
    expect(isGoulash(openedDeal(entry('2s')))).toBe(true);
  });

  it('that is none after all has no wild tiles', () => {
    const none = withGoulash(deal, false);
    expect(none.hands[0]).not.toHaveProperty('wild');
    expect(isGoulash(none)).toBe(false);
  });

  it('goes out and comes in with its wild tiles', () => {
    const sheet = { ruleset: 'bmja', players: PLAYERS, entries: [entry('2s 5z')] };
    const body = JSON.stringify(sheetBody(sheet));
    expect(JSON.parse(body).entries[0].hands[0].wild).toBe('2s 5z');
    expect(imported(body)).toMatchObject({ sheet: { entries: [{ hands: [{ wild: '2s 5z' }, {}] }] } });
  });

  it('after a draw is said to be one or none, unless a tile is wild', () => {
    const draw: DealEntry = { type: 'deal', winner: null, hands: [EMPTY_HAND, EMPTY_HAND] };
    const fine: Entry = { type: 'fine', fine: 'house:late', player: 0 };
    const said = (...entries: readonly Entry[]): unknown =>
      sheetBody({ ruleset: 'bmja', players: PLAYERS, entries }).entries.at(-1)?.goulash;
    expect(said(draw, entry())).toBe(false);
    expect(said(draw, fine, entry())).toBe(false);
    expect(said(draw, { ...entry(), goulash: true })).toBe(true);
    expect(said({ ...entry(), goulash: true })).toBe(true);
    expect(said(draw, entry('2s'))).toBeUndefined();
    expect(said(draw, entry(), entry())).toBeUndefined();
    expect(said(entry())).toBeUndefined();
  });

  it('is named where the deal is, and where the evening is told', () => {
    expect(entryWords(entry('2s'), PLAYERS)).toMatch(/^Goulash\. /);
    expect(entryWords({ ...entry(), goulash: true }, PLAYERS)).toMatch(/^Goulash\. /);
    expect(entryWords(entry(), PLAYERS)).not.toContain('Goulash');
    const sheet = { ruleset: 'bmja', players: PLAYERS, entries: [entry(), entry('2s 5z')] };
    const text = asText(
      sheet,
      { entries: [], ranks: [], transfers: [], uncounted: [] },
      { each: 0, currency: '' },
      { title: 'BMJA', begun: null },
    );
    expect(text.split('\n').filter((line) => line.includes('goulash'))).toEqual([
      'Entry 2, goulash. Ann: 2 of Bamboos, White Dragon',
    ]);
  });
});
