import { expect, test } from 'vitest';
import { bestHand, card, type CardFacts } from '../src/model/card.ts';
import { asText } from '../src/model/evening.ts';
import type { CountedPart, EntryResponse, HandResponse } from '../src/model/responses.ts';
import type { DealEntry, Sheet } from '../src/model/shapes.ts';
import { statistics } from '../src/model/statistics.ts';

const scored = (score: number): HandResponse => ({
  score,
  points: score,
  doubles: 0,
  added: 0,
  uncapped: score,
  capped: false,
  limitHands: [],
  items: [],
});

const deal = (winner: number, concealed: string): DealEntry => ({
  type: 'deal',
  winner,
  win: { source: 'wall' },
  hands: [0, 1, 2, 3].map((player) => ({ concealed: player === winner ? concealed : '' })),
});

const responseOf = (winner: number, score: number, totals: readonly number[]): EntryResponse => ({
  seating: null,
  hands: [0, 1, 2, 3].map((player) => scored(player === winner ? score : 0)),
  payments: [],
  danger: null,
  net: totals,
  totals,
});

const sheetOf = (players: readonly string[]): Sheet => ({
  ruleset: 'bmja',
  players,
  entries: [deal(0, '22m 345p'), deal(3, '19m19p19s1234567z'), deal(1, '')],
});

const PART: CountedPart = {
  entries: [
    responseOf(0, 24, [72, -24, -24, -24]),
    responseOf(3, 1000, [0, -100, -200, 300]),
    responseOf(1, 60, [-60, 80, -260, 240]),
  ],
  ranks: [
    { player: 3, total: 240, rank: 1 },
    { player: 1, total: 80, rank: 2 },
    { player: 0, total: -60, rank: 3 },
    { player: 2, total: -260, rank: 4 },
  ],
  transfers: [
    { payer: 2, payee: 3, amount: 240 },
    { payer: 2, payee: 1, amount: 20 },
    { payer: 0, payee: 1, amount: 60 },
  ],
  uncounted: [],
};

const factsOf = (players: readonly string[], part = PART): CardFacts => ({
  sheet: sheetOf(players),
  part,
  rate: { each: 0, currency: '' },
  head: { title: 'British rules', begun: null },
  starts: [0, 0, 0, 0],
  drawn: (tile) => `<title>${tile}</title>`,
});

const SHORT = ['Ann', 'Ben', 'Cleo', 'Dan'];

test('the card tells who stands where, how it went, the best hand with its tiles, and who pays whom', () => {
  const { svg } = card(factsOf(SHORT));
  for (const words of [
    '+240',
    '\u221260',
    'How it went',
    'Dan \u00b7 Entry 2',
    '1,000',
    'Cleo \u2192 Dan',
    '>240<',
    '>20<',
  ])
    expect(svg).toContain(words);
  expect(svg.match(/<title>.z<\/title>/g)).toHaveLength(3 + 7);
  expect(svg).toContain('3 deals');
});

test('the best hand is the highest that was entered, as in the figures, whether it won or not', () => {
  const sheet = sheetOf(SHORT);
  expect(bestHand(sheet, PART)).toMatchObject({ name: 'Dan', at: 1, score: 1000 });
  expect(bestHand(sheet, { ...PART, uncounted: [1] })).toMatchObject({ name: 'Ben', score: 60 });
  const [first, ...rest] = PART.entries;
  const lost = [24, 0, 1320, 0].map(scored);
  const part = { ...PART, entries: [{ ...(first as EntryResponse), hands: lost }, ...rest] };
  expect(bestHand(sheet, part)).toMatchObject({ name: 'Cleo', at: 0, score: 1320 });
  expect(statistics(sheet, part.entries).map(({ best }) => best)).toEqual([24, 60, 1320, 1000]);
});

test('a hand that nobody entered is not the best, and one of nothing is none', () => {
  const sheet: Sheet = { ...sheetOf(SHORT), entries: [{ ...deal(0, '22m'), winner: null }] };
  const drawn = (...scores: readonly number[]) => ({
    ...PART,
    entries: [{ ...responseOf(0, 0, []), hands: scores.map(scored) }],
  });
  expect(bestHand(sheet, drawn(2, 8, 0, 0))).toMatchObject({ name: 'Ann', score: 2 });
  expect(bestHand(sheet, drawn(0, 0, 0, 0))).toBeNull();
});

test('a name is text in the card, whatever its letters are', () => {
  const { svg } = card(factsOf(['<b>', 'A & B', '"C"', 'Dan']));
  expect(svg).toContain('&lt;b&gt;');
  expect(svg).toContain('A &amp; B');
  expect(svg).not.toContain('<b>');
});

test('long names have a line of their own where it is said who pays whom', () => {
  const [short, long] = [
    card(factsOf(SHORT)),
    card(factsOf(['Maximilianes', 'Konstantinas', 'Wilhelminchen', 'Bartholomews'])),
  ];
  expect(long.height).toBeGreaterThan(short.height);
});

test('the card says so where a deal is not counted, and tells no payments that are not known', () => {
  const { svg } = card(factsOf(SHORT, { ...PART, uncounted: [2], transfers: null }));
  expect(svg).toContain('One deal is not counted!');
  expect(svg).not.toContain('\u2192');
});

test('a deal is called as at the table, and the house rules stand on the card and in the text', () => {
  const seating = {
    roundWind: 'east',
    deal: 2,
    winds: ['south', 'west', 'north', 'east'],
    sitsOut: null,
    run: 0,
  } as const;
  const entries = PART.entries.map((entry) => ({ ...entry, seating }));
  const sheet = { ...sheetOf(SHORT), house_rules: { title: 'Thursday', settlement: { losers: 'none' } } };
  const facts = { ...factsOf(SHORT, { ...PART, entries }), sheet };
  expect(card(facts).svg).toContain("Dan \u00b7 East's round, deal 2");
  expect(card(facts).svg).toContain('House rules: Thursday, 1 change');
  expect(asText(sheet, PART, facts.rate, facts.head)).toContain('\nHouse rules: Thursday, 1 change\n');
  expect(card(factsOf(SHORT)).svg).not.toContain('House rules');
});
