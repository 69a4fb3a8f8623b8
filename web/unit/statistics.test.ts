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
  const told = { payments: [{ payer: 0, payee: 1, amount: 40 }], hands: [] } as unknown as EntryResponse;
  return statistics(sheet, [told])[0];
};

test('a discard that another player won with, and what was paid for it', () => {
  expect(figures('discard')).toMatchObject({ gaveAway: 1, paidForDiscards: 40 });
});

test('a robbed kong is not a discard', () => {
  expect(figures('robbed-kong')).toMatchObject({ gaveAway: 0, paidForDiscards: 0 });
});
