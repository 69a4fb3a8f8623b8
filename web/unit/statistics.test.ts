import { expect, test } from 'vitest';
import type { EntryResponse } from '../src/model/responses.ts';
import type { Sheet, Source } from '../src/model/shapes.ts';
import { statistics } from '../src/model/statistics.ts';

/** South won with East's tile, who paid 40. */
const figures = (source: Source) => {
  const sheet: Sheet = {
    ruleset: 'bmja',
    players: ['Ann', 'Ben', 'Cleo', 'Dan'],
    entries: [
      {
        type: 'deal',
        winner: 1,
        win: { source, discarder: 0 },
        hands: Array.from({ length: 4 }, () => ({ concealed: '' })),
      },
    ],
  };
  const response = { payments: [{ payer: 0, payee: 1, amount: 40 }], hands: [] } as unknown as EntryResponse;
  return statistics(sheet, [response])[0];
};

test('a discard that another player won with, and what was paid for it', () => {
  expect(figures('discard')).toMatchObject({ gaveAway: 1, paidForDiscards: 40 });
});

test('a robbed kong is not a discard', () => {
  expect(figures('robbed-kong')).toMatchObject({ gaveAway: 0, paidForDiscards: 0 });
});

test('a hand of 0 counts alike in the average, whether a key or a score says it', () => {
  const losers = [{ concealed: '' }, { concealed: '', counted: { score: 0 } }];
  const averages = losers.map((loser) => {
    const sheet: Sheet = {
      ruleset: 'bmja',
      players: ['Ann', 'Ben', 'Cleo', 'Dan'],
      entries: [
        { type: 'deal', winner: 1, win: { source: 'wall' }, hands: [loser, { concealed: '11m' }, loser, loser] },
        {
          type: 'deal',
          winner: 1,
          win: { source: 'wall' },
          hands: [{ concealed: '', counted: { score: 8 } }, { concealed: '11m' }, loser, loser],
        },
        { type: 'deal', winner: null, hands: [loser, loser, loser, loser] },
      ],
    };
    const responseOf = (...scores: readonly number[]) =>
      ({ payments: [], hands: scores.map((score) => ({ score })) }) as unknown as EntryResponse;
    return statistics(sheet, [responseOf(0, 40, 0, 0), responseOf(8, 40, 0, 0)])[0]?.average;
  });
  expect(averages).toEqual([4, 4]);
});
