import { describe, expect, it } from 'vitest';
import { asCsv, asText, type Head, headParts, money } from '../src/model/evening.ts';
import type { Entry, Sheet } from '../src/model/shapes.ts';
import { statistics } from '../src/model/statistics.ts';
import type { CountedPart, EntryResponse, HandResponse } from '../src/model/responses.ts';
import { strange, typedInto } from '../src/model/typed.ts';
import { faultWords, number, signed } from '../src/model/words.ts';

const hand = (score: number): HandResponse => ({
  score,
  points: score,
  doubles: 0,
  added: 0,
  uncapped: score,
  capped: false,
  limitHands: [],
  items: [],
});

const SHEET: Sheet = {
  ruleset: 'harr-1923',
  players: ['=Ann', 'Ben, the elder'],
  entries: [
    {
      type: 'deal',
      winner: 0,
      win: { source: 'discard', discarder: 1, tile: '8m' },
      hands: [{ concealed: '' }, { concealed: '' }],
    },
  ],
};
const RESPONSES: readonly EntryResponse[] = [
  {
    seating: null,
    hands: [hand(60), hand(0)],
    payments: [
      {
        payer: 1,
        payee: 0,
        amount: 120,
        difference: 60,
        multiplier: 2,
        factors: [{ rule: 'east-double', times: 2 }],
        shares: [],
        rounded: 0,
        capped: false,
        reason: 'winner',
      },
    ],
    danger: null,
    net: [120, -120],
    totals: [120, -120],
  },
];

describe('figures', () => {
  it('have a true minus and commas', () => {
    expect(number(-1264)).toBe('\u22121,264');
    expect(signed(2880)).toBe('+2,880');
  });

  it('become money by a rate', () => expect(money(-320, 'EUR')).toBe('\u22123.20 EUR'));
});

it('an empty reason is asked for in words of a player', () => {
  expect(faultWords({ pointer: '/reason', code: 'out-of-range', detail: '0 characters; 1 to 200' })).toBe(
    'Give a reason.',
  );
  expect(faultWords({ pointer: '/hands/0/concealed', code: 'no-such-tile', detail: 'no 8z' })).toBe('no 8z');
});

describe('typed tiles', () => {
  it('find their places, as the keys would put them', () => {
    expect(typedInto({ concealed: '' }, 'concealed', '123m55z 2F')).toMatchObject({
      concealed: '123m 55z',
      bonus: '2f',
    });
    expect(typedInto({ concealed: '' }, 'exposed', '321m 55z 1111p 7s 1124s')).toMatchObject({
      exposed: ['123m', '1111p'],
      concealed: '55z 7s 1124s',
    });
    expect(typedInto({ concealed: '' }, 'concealed_kongs', '1111m 22m')).toMatchObject({
      concealed_kongs: ['1111m'],
      concealed: '22m',
    });
    expect(typedInto({ concealed: '' }, 'concealed', '\u{1F007}\u{1F007}\u{1F006} 111m222m \u{1F022}')).toMatchObject({
      concealed: '11m 5z 111m 222m',
      bonus: '1f',
    });
  });

  it.each([
    ['123m 55z', []],
    ['', []],
    ['abc 12x 8z 5f 1m', ['abc', '12x', '8z', '5f']],
    ['10m', ['10m']],
    ['5', ['5']],
  ])('%j: no tiles are %j', (text, none) => {
    expect(strange(text)).toEqual(none);
  });
});

const PART: CountedPart = {
  entries: RESPONSES,
  ranks: [{ player: 0, total: 120, rank: 1 }],
  transfers: [{ payer: 1, payee: 0, amount: 120 }],
  uncounted: [],
};
const HEAD: Head = { title: 'Millington', begun: new Date(2026, 10, 23, 20).getTime() };

describe('the end of the evening', () => {
  it('is a table that no spreadsheet takes for formulas', () => {
    const [head, row] = asCsv(SHEET, PART).split('\r\n');
    expect(head).toBe(`entry,what,'=Ann,"Ben, the elder",'=Ann (total),"Ben, the elder (total)"`);
    expect(row).toBe(`1,"'=Ann won on a discard, from Ben, the elder",120,-120,120,-120`);
  });

  it('is a text without invisible characters, headed by the rulebook, the day and the deals', () => {
    const lines = asText(SHEET, PART, { each: 0, currency: '' }, HEAD).split('\n');
    expect(lines).toEqual([
      'Millington, November 23, 2026, 1 deal',
      '',
      '1. =Ann 120',
      '',
      'Ben, the elder \u2192 =Ann 120',
    ]);
    expect(asText(SHEET, PART, { each: 0.05, currency: 'EUR' }, HEAD)).toContain('1. =Ann 120 (6.00 EUR)');
  });

  it.each<[string, Entry, string]>([
    ['one that pays for all', { type: 'fine', fine: 'all', player: 1, receiving_player: 0, score: 64 }, '2 deals'],
    ['another', { type: 'fine', fine: 'late', player: 1 }, '1 deal'],
  ])('counts a fine as the end of a deal: %s', (_, fine, deals) => {
    expect(headParts(HEAD, { ...SHEET, entries: [...SHEET.entries, fine] }).at(-1)).toBe(deals);
  });

  it('says loud what is not counted', () => {
    const part = { ...PART, entries: [], uncounted: [0] };
    expect(asText(SHEET, part, { each: 0, currency: '' }, HEAD).split('\n')[1]).toBe('One deal is not counted!');
    expect(asCsv(SHEET, part).split('\r\n')[1]).toBe(`1,"'=Ann won on a discard, from Ben, the elder (not counted)"`);
  });

  it('counts hands, also of 0 by a key, the best of them, and what discards cost', () => {
    const [deal] = SHEET.entries;
    const sheet = {
      ...SHEET,
      entries: [{ ...deal, hands: [{ concealed: '', counted: { score: 60 } }, { concealed: '' }] } as Entry],
    };
    expect(statistics(sheet, RESPONSES)).toEqual([
      { won: 1, gaveAway: 0, paidForDiscards: 0, best: 60, average: 60 },
      { won: 0, gaveAway: 1, paidForDiscards: 120, best: 0, average: 0 },
    ]);
  });
});
